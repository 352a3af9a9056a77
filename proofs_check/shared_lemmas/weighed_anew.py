"""Weights that are multiplied by ratios in [v^2, 1]: the mean of a loss in [0, 1] falls by at most (1 - v)/(1 + v).

Let M be the mean of the ratios r. The mean falls by E f (1 - r/M), which is at most E of the positive part; and that
lies below its chord over [v^2, 1], which is (M - v^2)(1 - r)/(M (1 - v^2)). The mean of the chord is largest at M = v.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, arithmetic, inside

POINT: Final = {"i": "integer, 1 <= i, i <= d"}
WEIGHED: Final = anything(
    "a law that is weighed anew",
    {"d": "integer, 1 <= d", "v": "real, 0 < v, v < 1"},
    {
        "a": Named(index=POINT, range="at least 0"),
        "b": Named(index=POINT),
        "r": Named(index=POINT),
        "f": Named(index=POINT, range="at least 0"),
    },
    (
        {
            "d": Fraction(2),
            "v": Fraction(1, 2),
            "a": lambda i: (Fraction(1, 3), Fraction(2, 3))[i - 1],
            "r": lambda i: (Fraction(1, 4), Fraction(1))[i - 1],
            "b": lambda i: (Fraction(1, 9), Fraction(8, 9))[i - 1],
            "f": lambda i: Fraction(2 - i),
        },
        {
            "d": Fraction(2),
            "v": Fraction(1, 2),
            "a": lambda i: (Fraction(2, 3), Fraction(1, 3))[i - 1],
            "r": lambda i: (Fraction(1, 4), Fraction(1))[i - 1],
            "b": lambda i: (Fraction(1, 3), Fraction(2, 3))[i - 1],
            "f": lambda i: Fraction(2 - i),
        },
    ),
    POINT,
)
M: Final = "sum(a(k)*r(k), k, 1, d)"
FALLS: Final = "sum(f(i)*(a(i) - b(i)), i, 1, d)"
SHARE: Final = f"a(i)*(1 - f(i))*({M} - v**2)"
OTHER: Final = "a(i)*f(i)*(r(i) - v**2)"
LOST: Final = f"f(i)*{M}*(1 - v**2)*(a(i) - b(i))"
CHORD: Final = f"a(i)*({M} - v**2)*(1 - r(i))"
theorem(
    "weighed anew",
    WEIGHED,
    f"{FALLS} <= (1 - v)/(1 + v)",
    Step("mean ratio", f"v**2 <= {M}", arithmetic(inside("sum(a(i)*_, i, 1, d)", "low"), ("-v**2", "law"))),
    Step("at most 1", f"{M} <= 1", arithmetic(inside("sum(a(i)*_, i, 1, d)", "high"), "law")),
    Step("positive", f"0 < {M}", arithmetic("mean ratio")),
    Step("above", f"0 <= a(i)*({M} - v**2)", arithmetic(("a(i)", "mean ratio"))),
    Step("share", f"0 <= {SHARE}", arithmetic((f"a(i)*({M} - v**2)", "bounded")), (), ("above",)),
    Step("other share", f"0 <= {OTHER}", arithmetic(("a(i)*f(i)", "low"))),
    Step(
        "point",
        f"{LOST} <= {CHORD}",
        arithmetic(("-f(i)*(1 - v**2)", "weights"), (SHARE, "high"), (OTHER, "at most 1")),
        (),
        ("share", "other share"),
    ),
    Step("square", f"({M} - v)**2 >= 0", analysis("z**2 >= 0", "(-oo, oo)", z=f"{M} - v")),
    Step("gap", "0 < 1 - v**2", arithmetic(("1 + v", "v < 1"))),
    Step(
        "inverse",
        f"0 <= 1/(1 - v**2)/{M}",
        arithmetic((f"(1/(1 - v**2))**2/{M}", "gap")),
        (),
        ("gap", "positive"),
    ),
    Step(
        "all",
        f"{FALLS} <= (1 - v)/(1 + v)",
        arithmetic(
            (f"1/(1 - v**2)/{M}", inside("sum(_, i, 1, d)", "point")),
            (f"({M} - v**2)/(1 - v**2)/{M}", "law"),
            (f"1/(1 - v**2)/{M}", "square"),
        ),
        (),
        ("inverse", "positive", "gap"),
    ),
    given={
        "law": Given("sum(a(i), i, 1, d) = 1"),
        "low": Given("v**2 <= r(i)"),
        "high": Given("r(i) <= 1"),
        "bounded": Given("f(i) <= 1"),
        "weights": Given(f"b(i)*{M} = a(i)*r(i)"),
    },
)
