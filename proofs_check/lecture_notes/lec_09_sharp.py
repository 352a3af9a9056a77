"""LEC-09-sharp: the error is above alpha with probability at most (|C| - 1)(1 - alpha (1 - e^(-eps/2)))^n, for alpha <= 1.

Lecture notes, Section 1, third display, without Chernoff's bound. A bad h is chosen with at most its weight z^X, z =
e^(-eps/2), where X is the number of its mistakes, as f has weight 1; and E z^X = (1 - q + q z)^n <= (1 - alpha (1 -
z))^n for an error q > alpha. With n >= 5.09 ln|C|/(alpha min{1, eps}) rows, which means at least 5.09 ln|C|/alpha and
5.09 ln|C|/(alpha eps), that is below 1/|C|: 5.09 (1 - z) >= 2 min{1, eps}, so it is at most (|C| - 1)/|C|^2.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.private_learning import LEARNING
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, together

BAD: Final = ("a < error(h)",)
SMALL: Final = ("a <= 1",)
FAILURE: Final = "E(sum(p(h)*[a < error(h)], h, 1, C))"
KEPT: Final = "1 - a*(1 - exp(-eps/2))"
POWER: Final = f"power({KEPT}, n)"
POSITIVE: Final = (
    Step("sign", "-eps/2 <= 0", arithmetic(("1/2", "0 < eps"))),
    Step("weight", "exp(-eps/2) <= exp(0)", apply("exp grows", "sign", A="-eps/2", B="0")),
    Step("positive", f"0 < {KEPT}", arithmetic(("1 - a", "weight")), SMALL),
    Step("exp of log", f"exp(log({KEPT})) = {KEPT}", apply("exp of log", "positive", A=KEPT), SMALL, ("positive",)),
    Step(
        "power",
        f"{POWER} = exp(n*log({KEPT}))",
        apply("a power is an exponential", "positive", x=KEPT, i="n"),
        SMALL,
        ("positive",),
    ),
)
theorem(
    "failure by weights",
    LEARNING,
    f"{FAILURE} <= (C - 1)*{POWER}",
    *POSITIVE,
    Step("its score", "u(f) = 0", apply("the target fits")),
    Step("fits", "0 <= eps*u(f)/2", arithmetic(("-eps/2", "its score"))),
    Step("its weight", "exp(0) <= exp(eps*u(f)/2)", apply("exp grows", "fits", A="0", B="eps*u(f)/2")),
    Step("weights are positive", "0 <= exp(eps*u(h)/2)", arithmetic()),
    Step(
        "one weight",
        "exp(eps*u(f)/2) <= sum(exp(eps*u(j)/2), j, 1, C)",
        apply("a term of a sum", "weights are positive", f="j: exp(eps*u(j)/2)", low="1", k="f", high="C"),
    ),
    Step("all weights", "1 <= Z", arithmetic("its weight", "one weight", ("-1", "weights"))),
    Step("probability", "p(h) <= exp(eps*u(h)/2)", arithmetic("mechanism", ("exp(eps*u(h)/2)/Z", "all weights"))),
    Step(
        "mean",
        "E(p(h)) <= E(exp(eps*u(h)/2))",
        apply("expectation grows", "probability", P="P", X="p(h)", Y="exp(eps*u(h)/2)"),
    ),
    Step("half", "0 <= eps/2", arithmetic(("1/2", "0 < eps"))),
    Step("rate", f"{KEPT} <= exp(log({KEPT}))", arithmetic(("-1", "exp of log")), SMALL, ("positive",)),
    Step("is bad", "a <= error(h)", arithmetic("a < error(h)"), BAD),
    Step(
        "moments",
        f"E(exp(eps*u(h)/2)) <= exp(n*log({KEPT}))",
        apply("moments of the score", "half", "is bad", "rate", s="eps/2", b="a", c=f"log({KEPT})"),
        (*BAD, *SMALL),
        ("positive",),
    ),
    Step(
        "choice", f"E(p(h)) <= {POWER}", arithmetic("mean", "moments", ("-1", "power")), (*BAD, *SMALL), ("positive",)
    ),
    Step(
        "if bad",
        f"[a < error(h)]*E(p(h)) <= [a < error(h)]*{POWER}",
        apply("where it is so", "choice", A="a", B="error(h)", Y="E(p(h))", c=POWER),
        SMALL,
    ),
    Step(
        "good or bad", "[a < error(h)] = 1 - [error(h) <= a]", apply("indicator of the contrary", A="error(h)", B="a")
    ),
    Step("power is positive", f"0 < {POWER}", arithmetic(("-1", "power")), SMALL, ("positive",)),
    Step(
        "each",
        f"[a < error(h)]*E(p(h)) <= {POWER}",
        arithmetic("if bad", (POWER, "good or bad"), ("[error(h) <= a]", "power is positive")),
        SMALL,
        ("power is positive",),
    ),
    Step("target is good", "[a < error(f)] = 0", apply("the target is good")),
    Step("itself", "[a < error(f)]*E(p(f)) <= 0", arithmetic(("E(p(f))", "target is good"))),
    Step(
        "swap",
        f"{FAILURE} = sum([a < error(h)]*E(p(h)), h, 1, C)",
        apply("expectation of a sum", P="P", X="h: p(h)*[a < error(h)]", low="1", high="C"),
    ),
    Step(
        "sum",
        f"sum([a < error(h)]*E(p(h)), h, 1, C) <= (C - 1)*{POWER}",
        apply("all but one", "each", "itself", f="h: [a < error(h)]*E(p(h))", low="1", k="f", high="C", c=POWER),
        SMALL,
    ),
    Step("all", f"{FAILURE} <= (C - 1)*{POWER}", arithmetic("swap", "sum"), SMALL),
    where=SMALL,
)

ROWS: Final = "509/100*log(C) <= a*n"
PRIVATE_ROWS: Final = "509/100*log(C) <= a*eps*n"
ENOUGH: Final = (*SMALL, ROWS, PRIVATE_ROWS)
EXPONENT: Final = "2*log(C) <= a*n*(1 - exp(-eps/2))"
IMPLIED: Final = f"[{ROWS}]*[{PRIVATE_ROWS}] <= [{FAILURE} < 1/C]"
theorem(
    "LEC-09-sharp",
    LEARNING,
    f"{FAILURE} <= (C - 1)*{POWER} and {IMPLIED}",
    Step("failure", f"{FAILURE} <= (C - 1)*{POWER}", apply("failure by weights"), SMALL),
    *POSITIVE,
    Step(
        "eps at most 1",
        "2*eps <= 509/100*(1 - exp(-eps/2))",
        analysis("2*z <= 509/100*(1 - exp(-z/2))", "[0, 1]", z="eps"),
        ("0 <= 1 - eps",),
    ),
    Step(
        "private",
        EXPONENT,
        arithmetic(("100*a*n/509", "eps at most 1"), ("200/509", PRIVATE_ROWS)),
        (*ENOUGH, "0 <= 1 - eps"),
    ),
    Step("less", "-eps/2 <= -1/2", arithmetic(("1/2", "1 - eps <= 0")), ("1 - eps <= 0",)),
    Step("grows", "exp(-eps/2) <= exp(-1/2)", apply("exp grows", "less", A="-eps/2", B="-1/2"), ("1 - eps <= 0",)),
    Step("at 1", "2 < 509/100*(1 - exp(-1/2))", constant()),
    Step(
        "at least 1",
        EXPONENT,
        arithmetic(("200/509", ROWS), ("100*a*n/509", "at 1"), ("a*n", "grows")),
        (*ENOUGH, "1 - eps <= 0"),
    ),
    Step(
        "exponent",
        EXPONENT,
        apply("cases", "private", "at least 1", A="2*log(C)", B="a*n*(1 - exp(-eps/2))", c="1 - eps"),
        ENOUGH,
    ),
    Step(
        "tangent",
        f"{KEPT} - 1 - log({KEPT}) >= 0",
        analysis("z - 1 - log(z) >= 0", "(0, oo)", "positive", z=KEPT),
        SMALL,
        ("positive",),
    ),
    Step(
        "log",
        f"n*log({KEPT}) <= -2*log(C)",
        arithmetic(("n", "tangent"), "exponent"),
        ENOUGH,
        ("positive",),
    ),
    Step(
        "decay",
        f"exp(n*log({KEPT})) <= exp(-2*log(C))",
        apply("exp grows", "log", A=f"n*log({KEPT})", B="-2*log(C)"),
        ENOUGH,
        ("positive",),
    ),
    Step("inverse", "exp(-log(C)) = 1/C", apply("inverse of the class size")),
    Step("square", "exp(-2*log(C)) = 1/C**2", arithmetic(("1/C + exp(-log(C))", "inverse"))),
    Step(
        "below",
        f"{FAILURE} < 1/C",
        arithmetic("failure", ("C - 1", "power"), ("C - 1", "decay"), ("C - 1", "square")),
        ENOUGH,
        ("positive",),
    ),
    Step(
        "enough",
        IMPLIED,
        apply(
            "implication of two",
            "below",
            F="509/100*log(C)",
            G="a*n",
            H="509/100*log(C)",
            K="a*eps*n",
            L=FAILURE,
            R="1/C",
        ),
        SMALL,
    ),
    Step("all", f"{FAILURE} <= (C - 1)*{POWER} and {IMPLIED}", together("failure", "enough"), SMALL),
    where=SMALL,
)
