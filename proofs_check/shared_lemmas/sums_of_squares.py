"""What a sum of n terms is at most, where their squares add up to at most n Y^2: n Y, by Cauchy's inequality.

The last of the n terms stands apart. The squares of the differences from the mean are not negative, so the square of
the sum is at most n times the sum of the squares.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic, inside

TERM: Final = {"t": "integer, 1 <= t, t <= n - 1"}
MEAN: Final = "((sum(f(t), t, 1, n - 1) + e)/n)"
TOTAL: Final = "sum(f(t), t, 1, n - 1) + e"
DEVIATIONS: Final = f"sum((f(t) - {MEAN})**2, t, 1, n - 1)"
ROOT: Final = ("not negative",)
theorem(
    "a sum below its squares",
    anything(
        "terms whose squares are bounded",
        {"n": "integer, 1 <= n", "e": "real", "Y": "real, 0 <= Y"},
        {"f": Named(index=TERM)},
        (
            {"n": Fraction(3), "e": Fraction(1), "Y": Fraction(2), "f": lambda t: Fraction(2 * t - 1)},
            {"n": Fraction(1), "e": Fraction(-1), "Y": Fraction(1), "f": Fraction},
        ),
        TERM,
    ),
    f"{TOTAL} <= n*Y",
    Step("deviation", f"0 <= (f(t) - {MEAN})**2", analysis("0 <= z**2", "(-oo, oo)", z=f"f(t) - {MEAN}")),
    Step("last deviation", f"0 <= (e - {MEAN})**2", analysis("0 <= z**2", "(-oo, oo)", z=f"e - {MEAN}")),
    Step(
        "square",
        f"({TOTAL})**2 <= (n*Y)**2",
        arithmetic(("n", inside("sum(_, t, 1, n - 1)", "deviation")), ("n", "last deviation"), ("n", "squares")),
    ),
    Step("not negative", f"0 <= ({TOTAL})**2", analysis("0 <= z**2", "(-oo, oo)", z=TOTAL)),
    Step("below", f"{TOTAL} <= sqrt(({TOTAL})**2)", apply("at most the root of its square", z=TOTAL), (), ROOT),
    Step(
        "root",
        f"sqrt(({TOTAL})**2) <= n*Y",
        apply("a root is at most", "square", x=f"({TOTAL})**2", y="n*Y"),
        (),
        ROOT,
    ),
    Step("all", f"{TOTAL} <= n*Y", arithmetic("root", "below"), (), ROOT),
    given={"squares": Given("sum(f(t)**2, t, 1, n - 1) + e**2 <= n*Y**2")},
)
