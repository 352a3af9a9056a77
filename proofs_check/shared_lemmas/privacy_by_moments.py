"""The least delta at x, E [x < L] (1 - e^(x - L)) for a privacy loss L, is bounded by each moment E e^(t L) <= e^c.

It is at most e^(c - t x)/(1 + t) for t >= 0, and at most e^(c - t x - 1)/t for t > 0. With y = L - x, convexity gives 1
<= e^(t y)/(1 + t) + e^(-y) t/(1 + t); and 1 - e^(-y) <= y gives e^(t y - 1) >= e^(u - 1) >= u for u = t (1 - e^(-y)).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import log
from dpassay.proofs_check.models.anything import LAW, RANDOM, anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Model, Step, analysis, apply, arithmetic, inside


def _loss(smallest: str) -> Model:
    """The loss of one bit that is told truly with probability 2/3, at orders from some number on."""
    return anything(
        "a privacy loss with a bounded moment",
        {"t": f"real, {smallest} t", "x": "real", "c": "real"},
        {"P": LAW, "L": RANDOM},
        tuple(
            {
                "t": Fraction(t),
                "x": Fraction(x, 4),
                "c": Fraction(t) * (Fraction(t) + 1) / 4,
                "P": lambda: {0: Fraction(1, 3), 1: Fraction(2, 3)},
                "L": lambda y: (log(2) if y else -log(2)).as_real(),
            }
            for t in (1, 3)
            for x in (-1, 0, 1, 2)
        ),
    )


AT_LEAST_0: Final = _loss("0 <=")
POSITIVE: Final = _loss("0 <")
OVER: Final = "[x < L]*(1 - exp(x - L))"
MOMENTS: Final = {"moment": Given("E(exp(t*L)) <= exp(c)")}
SHARE: Final = "t/(1 + t)"
MIDDLE: Final = f"(1 - {SHARE})*(t*(L - x)) + {SHARE}*(x - L)"
CHORD: Final = f"exp({MIDDLE}) <= (1 - {SHARE})*exp(t*(L - x)) + {SHARE}*exp(x - L)"
BOUND: Final = "exp(t*(L - x))/(1 + t)"
theorem(
    "privacy by a moment",
    AT_LEAST_0,
    f"E({OVER}) <= exp(c - t*x)/(1 + t)",
    Step("chord", CHORD, apply("chord of exp", w=SHARE, x="t*(L - x)", y="x - L")),
    Step("over", f"1 - exp(x - L) <= {BOUND}", arithmetic(inside("exp(_)", f"0 <= {MIDDLE}"), "chord")),
    Step(
        "where it is",
        f"[x < L]*(1 - exp(x - L)) <= [x < L]*{BOUND}",
        apply("where it is so", "over", A="x", B="L", Y="1 - exp(x - L)", c=BOUND),
    ),
    Step("pointwise", f"{OVER} <= {BOUND}", arithmetic("where it is", (BOUND, "[x < L] = 1 - [L <= x]"))),
    Step(
        "all",
        f"E({OVER}) <= exp(c - t*x)/(1 + t)",
        arithmetic(inside("E(_)", "pointwise"), ("exp(-t*x)/(1 + t)", "moment")),
    ),
    given=MOMENTS,
)
SHARP: Final = "exp(t*(L - x) - 1)/t"
theorem(
    "privacy by a moment, sharper",
    POSITIVE,
    f"E({OVER}) <= exp(c - t*x - 1)/t",
    Step("tangent", "1 - exp(x - L) <= L - x", analysis("1 - exp(-z) <= z", "(-oo, oo)", z="L - x")),
    Step("scaled", "t*(1 - exp(x - L)) - 1 <= t*(L - x) - 1", arithmetic(("t", "tangent"))),
    Step(
        "line",
        "t*(1 - exp(x - L)) <= exp(t*(1 - exp(x - L)) - 1)",
        analysis("z <= exp(z - 1)", "(-oo, oo)", z="t*(1 - exp(x - L))"),
    ),
    Step("over", f"1 - exp(x - L) <= {SHARP}", arithmetic(("1/t", "line"), ("1/t", inside("exp(_)", "scaled")))),
    Step(
        "where it is",
        f"[x < L]*(1 - exp(x - L)) <= [x < L]*{SHARP}",
        apply("where it is so", "over", A="x", B="L", Y="1 - exp(x - L)", c=SHARP),
    ),
    Step("pointwise", f"{OVER} <= {SHARP}", arithmetic("where it is", (SHARP, "[x < L] = 1 - [L <= x]"))),
    Step(
        "all",
        f"E({OVER}) <= exp(c - t*x - 1)/t",
        arithmetic(inside("E(_)", "pointwise"), ("exp(-t*x - 1)/t", "moment")),
    ),
    given=MOMENTS,
)
