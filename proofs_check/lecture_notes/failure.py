"""How likely it is that the private mechanism chooses a bad hypothesis (LEC-09, LEC-10): two bounds.

One by the two kinds of choices that are bad, those that are far off and those that fit; one by the weights of the
bad.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.private_learning import LEARNING
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, cases, constant, inside

BAD: Final = ("a < error(h)",)
CHOSEN: Final = "sum(p(h)*[a < error(h)], h, 1, C)"
FAILURE: Final = f"E({CHOSEN})"
FAR: Final = "sum(p(h)*[u(h) < -a*n/2], h, 1, C)"
FIT: Final = "[a < error(h)]*[-a*n/2 <= u(h)]"
FITTING: Final = f"sum({FIT}, h, 1, C)"
SQUARE: Final = "exp(-a**2*n/2)"
CONTRARY: Final = Step(
    "good or bad", "[a < error(h)] = 1 - [error(h) <= a]", apply("indicator of the contrary", A="error(h)", B="a")
)
TERM: Final = f"p(h)*[u(h) < -a*n/2] + p(h)*[1 <= {FITTING}]"
theorem(
    "the choices are all",
    LEARNING,
    "sum(p(h), h, 1, C) = 1",
    Step(
        "all",
        "sum(p(h), h, 1, C) = 1",
        arithmetic(("1/Z", inside("sum(Z*_, h, 1, C)", "mechanism")), ("-1/Z", "weights")),
    ),
)
theorem(
    "failure of two kinds",
    LEARNING,
    f"{FAILURE} <= E({FAR}) + Pr(1 <= {FITTING})",
    Step("among", f"{FIT} <= {FITTING}", apply("a term of a sum", f=f"h: {FIT}", low="1", k="h", high="C")),
    Step("fits", f"{FIT} <= [1 <= {FITTING}]", apply("one of them", "among", x=FIT, N=FITTING)),
    Step(
        "each",
        f"p(h)*[a < error(h)] <= {TERM}",
        arithmetic(
            ("p(h)", "fits"),
            ("-p(h)*[a < error(h)]", "[u(h) < -a*n/2] = 1 - [-a*n/2 <= u(h)]"),
            ("p(h)*[u(h) < -a*n/2]", "[a < error(h)] = 1 - [error(h) <= a]"),
        ),
    ),
    Step("total", "sum(p(h), h, 1, C) = 1", apply("the choices are all")),
    Step(
        "pointwise",
        f"{CHOSEN} <= {FAR} + [1 <= {FITTING}]",
        arithmetic(inside("sum(_, h, 1, C)", "each"), (f"[1 <= {FITTING}]", "total")),
    ),
    Step(
        "all",
        f"{FAILURE} <= E({FAR}) + Pr(1 <= {FITTING})",
        arithmetic(inside("E(_)", "pointwise")),
    ),
)
TWO_BOUNDS: Final = f"E({FAR}) + Pr(1 <= {FITTING}) <= (C - 1)*exp(-eps*a*n/4) + (C - 1)*{SQUARE}"
theorem(
    "both kinds are rare",
    LEARNING,
    TWO_BOUNDS,
    Step("far, pointwise", f"{FAR} <= (C - 1)*exp(-eps*a*n/4)", apply("far below the target")),
    Step("few bad", f"Pr(1 <= {FITTING}) <= (C - 1)*{SQUARE}", apply("few bad fit")),
    Step("all", TWO_BOUNDS, arithmetic(inside("E(_)", "far, pointwise"), "few bad")),
)

SMALL: Final = ("a <= 1",)
KEPT: Final = "1 - a*(1 - exp(-eps/2))"
POWER: Final = f"power({KEPT}, n)"
AS_EXPONENTIAL: Final = Step(
    "power", f"{POWER} = exp(n*log({KEPT}))", apply("a power is an exponential", x=KEPT, i="n"), SMALL
)
theorem(
    "failure by weights",
    LEARNING,
    f"{FAILURE} <= (C - 1)*{POWER}",
    AS_EXPONENTIAL,
    Step("its score", "u(f) = 0", apply("the target fits")),
    Step("fits", "0 <= eps*u(f)/2", arithmetic(("-eps/2", "its score"))),
    Step(
        "one weight",
        "exp(eps*u(f)/2) <= sum(exp(eps*u(j)/2), j, 1, C)",
        apply("a term of a sum", f="j: exp(eps*u(j)/2)", low="1", k="f", high="C"),
    ),
    Step("all weights", "1 <= Z", arithmetic(inside("exp(_)", "fits"), "one weight", ("-1", "weights"))),
    Step("probability", "p(h) <= exp(eps*u(h)/2)", arithmetic("mechanism", ("exp(eps*u(h)/2)/Z", "all weights"))),
    Step("rate", f"{KEPT} <= exp(log({KEPT}))", arithmetic(), SMALL),
    Step(
        "moments",
        f"E(exp(eps*u(h)/2)) <= exp(n*log({KEPT}))",
        apply("moments of the score", "rate", s="eps/2", b="a", c=f"log({KEPT})"),
        (*BAD, *SMALL),
    ),
    Step(
        "choice",
        f"E(p(h)) <= {POWER}",
        arithmetic(inside("E(_)", "probability"), "moments", ("-1", "power")),
        (*BAD, *SMALL),
    ),
    Step(
        "if bad",
        f"[a < error(h)]*E(p(h)) <= [a < error(h)]*{POWER}",
        apply("where it is so", "choice", A="a", B="error(h)", Y="E(p(h))", c=POWER),
        SMALL,
    ),
    Step("power is positive", f"0 < {POWER}", arithmetic(("-1", "power")), SMALL),
    Step(
        "each",
        f"[a < error(h)]*E(p(h)) <= {POWER}",
        arithmetic("if bad", (POWER, "[a < error(h)] = 1 - [error(h) <= a]")),
        SMALL,
        ("power is positive",),
    ),
    Step("target is good", "[a < error(f)] = 0", apply("the target is good")),
    Step("itself", "[a < error(f)]*E(p(f)) <= 0", arithmetic(("E(p(f))", "target is good"))),
    Step(
        "sum",
        f"sum([a < error(h)]*E(p(h)), h, 1, C) <= (C - 1)*{POWER}",
        apply("all but one", "each", "itself", f="h: [a < error(h)]*E(p(h))", low="1", k="f", high="C", c=POWER),
        SMALL,
    ),
    Step("all", f"{FAILURE} <= (C - 1)*{POWER}", arithmetic("sum"), SMALL),
    where=SMALL,
)
ROWS: Final = "509/100*log(C) <= a*n"
PRIVATE_ROWS: Final = "509/100*log(C) <= a*eps*n"
ENOUGH: Final = (*SMALL, ROWS, PRIVATE_ROWS)
EXPONENT: Final = "2*log(C) <= a*n*(1 - exp(-eps/2))"
theorem(
    "the weights decay",
    LEARNING,
    f"{POWER} <= exp(-2*log(C))",
    AS_EXPONENTIAL,
    Step(
        "eps at most 1",
        "2*eps <= 509/100*(1 - exp(-eps/2))",
        analysis("2*z <= 509/100*(1 - exp(-z/2))", "[0, 1]", z="eps"),
        ("0 <= 1 - eps",),
    ),
    Step("less", "-eps/2 <= -1/2", arithmetic(("1/2", "1 - eps <= 0")), ("1 - eps <= 0",)),
    Step("at 1", "2 < 509/100*(1 - exp(-1/2))", constant()),
    Step(
        "exponent",
        EXPONENT,
        cases(
            "0 <= 1 - eps",
            arithmetic(("100*a*n/509", "eps at most 1"), ("200/509", PRIVATE_ROWS)),
            arithmetic(("200/509", ROWS), ("100*a*n/509", "at 1"), ("a*n", inside("exp(_)", "less"))),
        ),
        ENOUGH,
    ),
    Step(
        "tangent",
        f"{KEPT} - 1 - log({KEPT}) >= 0",
        analysis("z - 1 - log(z) >= 0", "(0, oo)", z=KEPT),
        SMALL,
    ),
    Step(
        "log",
        f"n*log({KEPT}) <= -2*log(C)",
        arithmetic(("n", "tangent"), "exponent"),
        ENOUGH,
    ),
    Step("all", f"{POWER} <= exp(-2*log(C))", arithmetic(inside("exp(_)", "log"), "power"), ENOUGH),
    where=ENOUGH,
)
