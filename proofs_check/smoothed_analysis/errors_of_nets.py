"""The error of the Subsampled Net Mechanism, where k draws of its sample are kept and are near the smooth law.

Half of the k^m sequences of m of these k draws have scores of at most chi + 2 gamma. All candidates are M^m. So one
with a score above chi + 3 gamma is chosen with probability at most 2 (M/k)^m e^(-eps n gamma/2): a sequence of M draws
is one of the kept with probability (k/M)^m, and log M is not lost.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.nets_on_samples import NETS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic
from dpassay.proofs_check.smoothed_analysis.domain_reduction import EITHER, FAR, FEW, MANY, MORE, SAMPLES, TOO_FEW

KEPT: Final = ("k <= Y",)
CLOSE: Final = (*KEPT, "gap <= gamma")
MOST: Final = "near(h)*(chi + gap + gamma)"
APART_BY: Final = "near(h)*(true(j) - reply(h, j))"
WEIGHED: Final = "worst(h, j)*(near(h)*apart(h, j))"
NEAR: Final = f"near(h)*u(h) <= {MOST}"
theorem(
    "what is near has a small score",
    NETS,
    NEAR,
    Step(
        "up",
        "near(h)*(true(j) - reply(h, j)) <= near(h)*(chi + gap + gamma)",
        arithmetic(("near(h)", "smooth, up"), ("near(h)", "gap, up"), "near, up"),
    ),
    Step(
        "down",
        "-(near(h)*(true(j) - reply(h, j))) <= near(h)*(chi + gap + gamma)",
        arithmetic(("near(h)", "smooth, down"), ("near(h)", "gap, down"), "near, down"),
    ),
    Step(
        "square",
        f"(near(h)*apart(h, j))**2 = ({APART_BY})**2",
        arithmetic(("near(h)**2", "distance of a candidate")),
    ),
    Step(
        "far",
        f"near(h)*apart(h, j) <= {MOST}",
        apply(
            "an absolute value is at most",
            "square",
            "up",
            "down",
            u=APART_BY,
            g="near(h)*apart(h, j)",
            c=MOST,
        ),
    ),
    Step(
        "term",
        "worst(h, j)*(near(h)*apart(h, j)) <= worst(h, j)*(near(h)*(chi + gap + gamma))",
        arithmetic(("worst(h, j)", "far")),
    ),
    Step(
        "terms",
        f"sum({WEIGHED}, j, 1, K) <= sum(worst(h, j)*({MOST}), j, 1, K)",
        apply(
            "sum grows",
            "term",
            f=f"j: {WEIGHED}",
            g=f"j: worst(h, j)*({MOST})",
            low="1",
            high="K",
        ),
    ),
    Step(
        "all",
        NEAR,
        arithmetic(("near(h)", "score"), "terms", (MOST, "one query is the worst")),
    ),
)
LARGE: Final = ("c0*(log(4) + d) <= gamma**2*m",)
AT: Final = (*CLOSE, *LARGE)
R: Final = "eps*n/2"
LOW: Final = f"exp(-{R}*(chi + 2*gamma))"
HIGH: Final = f"exp(-{R}*(chi + 3*gamma))"
IS_FAR: Final = ("chi + 3*gamma < u(h)",)
IS_NEAR: Final = ("u(h) <= chi + 3*gamma",)
BAD: Final = "[chi + 3*gamma < u(h)]"
WRONG: Final = f"sum(p(h)*{BAD}, h, 1, H)"
RARE: Final = f"m*log(M) - m*log(k) - {R}*gamma"
TWICE: Final = f"2*exp({RARE})"
TERM: Final = f"Z*p(h)*{BAD} <= {HIGH}"
theorem(
    "what is near has a weight",
    NETS,
    f"near(h)*{LOW} <= exp(-eps*n*u(h)/2)",
    Step("at most 1", "near(h) <= 1", apply("zero or one", "near or not", x="near(h)")),
    Step("near", NEAR, apply("what is near has a small score")),
    Step("small score", "near(h)*u(h) <= near(h)*(chi + 2*gamma)", arithmetic("near", ("near(h)", CLOSE[1])), CLOSE),
    Step(
        "tangent",
        f"1 + {R}*(chi + 2*gamma - u(h)) <= exp({R}*(chi + 2*gamma - u(h)))",
        analysis("1 + z <= exp(z)", "(-oo, oo)", z=f"{R}*(chi + 2*gamma - u(h))"),
    ),
    Step(
        "all",
        f"near(h)*{LOW} <= exp(-eps*n*u(h)/2)",
        arithmetic((f"near(h)*{LOW}", "tangent"), (f"{LOW}*{R}", "small score"), ("exp(-eps*n*u(h)/2)", "at most 1")),
        CLOSE,
    ),
    where=CLOSE,
)
theorem(
    "many candidates are near",
    NETS,
    "exp(m*log(k))/2 <= sum(near(h), h, 1, H)",
    Step("exponent", "d - gamma**2*m/c0 <= -log(4)", arithmetic(("1/c0", LARGE[0])), LARGE),
    Step(
        "power",
        "exp(d - gamma**2*m/c0) <= exp(-log(4))",
        apply("exp grows", "exponent", A="d - gamma**2*m/c0", B="-log(4)"),
        LARGE,
    ),
    Step("four", "exp(log(4)) = 4", apply("exp of log", A="4")),
    Step("half", "2*exp(d - gamma**2*m/c0) <= 1/2", arithmetic(("2", "power"), ("-exp(-log(4))/2", "four")), LARGE),
    Step("enough", "[k <= Y] = 1", apply("indicator of what holds", A="k", B="Y"), KEPT),
    Step(
        "all",
        "exp(m*log(k))/2 <= sum(near(h), h, 1, H)",
        arithmetic(
            "uniform convergence on the kept",
            ("exp(m*log(k))", "half"),
            ("-exp(m*log(k))*(1 - 2*exp(d - gamma**2*m/c0))", "enough"),
        ),
        (*KEPT, *LARGE),
    ),
    where=(*KEPT, *LARGE),
)
theorem(
    "a candidate that is far is rarely chosen",
    NETS,
    f"{WRONG} <= {TWICE}",
    Step("weight", f"near(h)*{LOW} <= exp(-eps*n*u(h)/2)", apply("what is near has a weight"), CLOSE),
    Step(
        "weights of all",
        f"sum(near(h)*{LOW}, h, 1, H) <= sum(exp(-eps*n*u(h)/2), h, 1, H)",
        apply("sum grows", "weight", f=f"h: near(h)*{LOW}", g="h: exp(-eps*n*u(h)/2)", low="1", high="H"),
        CLOSE,
    ),
    Step("near", "exp(m*log(k))/2 <= sum(near(h), h, 1, H)", apply("many candidates are near"), AT),
    Step("floor", f"exp(m*log(k))/2*{LOW} <= Z", arithmetic((LOW, "near"), "weights of all", ("-1", "weights")), AT),
    Step("exponent", f"-eps*n*u(h)/2 <= -{R}*(chi + 3*gamma)", arithmetic((R, IS_FAR[0])), IS_FAR),
    Step(
        "power",
        f"exp(-eps*n*u(h)/2) <= {HIGH}",
        apply("exp grows", "exponent", A="-eps*n*u(h)/2", B=f"-{R}*(chi + 3*gamma)"),
        IS_FAR,
    ),
    Step(
        "contrary",
        f"{BAD} = 1 - [u(h) <= chi + 3*gamma]",
        apply("indicator of the contrary", A="u(h)", B="chi + 3*gamma"),
    ),
    Step("far", TERM, arithmetic(("Z*p(h)", "contrary"), "choice", "power"), IS_FAR),
    Step(
        "is near", "[u(h) <= chi + 3*gamma] = 1", apply("indicator of what holds", A="u(h)", B="chi + 3*gamma"), IS_NEAR
    ),
    Step("not far", TERM, arithmetic(("Z*p(h)", "contrary"), ("-Z*p(h)", "is near")), IS_NEAR),
    Step("term", TERM, apply("cases", "not far", "far", A=f"Z*p(h)*{BAD}", B=HIGH, c="chi + 3*gamma - u(h)")),
    Step(
        "terms",
        f"sum(Z*p(h)*{BAD}, h, 1, H) <= sum({HIGH}, h, 1, H)",
        apply("sum grows", "term", f=f"h: Z*p(h)*{BAD}", g=f"h: {HIGH}", low="1", high="H"),
    ),
    Step(
        "all",
        f"{WRONG} <= {TWICE}",
        arithmetic(
            ("1/Z", "terms"),
            (f"2*H*exp(-m*log(k) - {R}*gamma)/Z", "floor"),
            (f"2*exp(-m*log(k) - {R}*gamma)", "all candidates"),
        ),
        AT,
    ),
    where=AT,
)
CLAIM: Final = f"{WRONG} <= {FEW} + {FAR} + {TWICE}"
FEWER: Final = ("Y < k",)
APART: Final = (*KEPT, "gamma < gap")
theorem(
    "where a candidate is far",
    NETS,
    CLAIM,
    Step(
        "contrary",
        f"{BAD} = 1 - [u(h) <= chi + 3*gamma]",
        apply("indicator of the contrary", A="u(h)", B="chi + 3*gamma"),
    ),
    Step("term", f"p(h)*{BAD} <= p(h)", arithmetic(("p(h)", "contrary"))),
    Step(
        "terms",
        f"{WRONG} <= sum(p(h), h, 1, H)",
        apply("sum grows", "term", f=f"h: p(h)*{BAD}", g="h: p(h)", low="1", high="H"),
    ),
    Step(
        "choices",
        "sum(p(h)*Z, h, 1, H) = sum(exp(-eps*n*u(h)/2), h, 1, H)",
        apply("sum of equals", "choice", f="h: p(h)*Z", g="h: exp(-eps*n*u(h)/2)", low="1", high="H"),
    ),
    Step("at most 1", f"{WRONG} <= 1", arithmetic("terms", ("1/Z", "choices"), ("-1/Z", "weights"))),
    Step("1 apart", "Y + 1 <= k", apply("integers are 1 apart", A="Y", B="k"), FEWER),
    Step("few", f"{FEW} = 1", apply("indicator of what holds", "1 apart", A="Y", B="k - 1"), FEWER),
    Step("where few are kept", CLAIM, arithmetic("at most 1", ("-1", "few")), FEWER),
    Step("enough", "[k <= Y] = 1", apply("indicator of what holds", A="k", B="Y"), KEPT),
    Step("apart", "[gamma < gap] = 1 - [gap <= gamma]", apply("indicator of the contrary", A="gap", B="gamma"), KEPT),
    Step("not near", "[gap <= gamma] = 0", apply("indicator of what fails", A="gap", B="gamma"), APART),
    Step(
        "where they are far",
        CLAIM,
        arithmetic("at most 1", ("-[gamma < gap]", "enough"), ("-1", "apart"), "not near"),
        APART,
    ),
    Step("rare", f"{WRONG} <= {TWICE}", apply("a candidate that is far is rarely chosen"), AT),
    Step("where they are near", CLAIM, arithmetic("rare"), AT),
    Step(
        "where enough are kept",
        CLAIM,
        apply(
            "cases", "where they are near", "where they are far", A=WRONG, B=f"{FEW} + {FAR} + {TWICE}", c="gamma - gap"
        ),
        (*KEPT, *LARGE),
    ),
    Step(
        "all",
        CLAIM,
        apply("cases", "where enough are kept", "where few are kept", A=WRONG, B=f"{FEW} + {FAR} + {TWICE}", c="Y - k"),
        LARGE,
    ),
    where=LARGE,
)
MISSES: Final = f"E({WRONG}) <= {TOO_FEW} + miss + {TWICE}"
theorem(
    "the mechanism is rarely far",
    NETS,
    MISSES,
    Step("far", CLAIM, apply("where a candidate is far"), LARGE),
    Step(
        "mean",
        f"E({WRONG}) <= E({FEW} + {FAR} + {TWICE})",
        apply("expectation grows", "far", P="P", X=WRONG, Y=f"{FEW} + {FAR} + {TWICE}"),
        LARGE,
    ),
    Step("either", EITHER, apply("few are kept, or they are far", w="w"), MANY),
    Step("all", MISSES, arithmetic("mean", "either"), (*MANY, *LARGE)),
    where=(*MANY, *LARGE),
    variables=MORE,
    samples=SAMPLES,
)
