"""Where a*(x - z) = 0, x and z are the same wherever a counts: a*f(x) <= a*f(z) for every f of at least 0."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, arithmetic, cases, inside

SAME: Final = "a*f(x) <= a*f(z)"
theorem(
    "the same where it counts",
    anything(
        "two numbers, and what counts",
        {"a": "real, 0 <= a", "x": "real", "z": "real"},
        {"f": Named(index={"y": "real"}, range="at least 0")},
        tuple(
            {"a": Fraction(a), "x": Fraction(x), "z": Fraction(1), "f": lambda y: y * y}
            for a, x in ((0, 0), (0, 2), (1, 1))
        ),
    ),
    SAME,
    Step("equal", "x = z", arithmetic(("1/a", "alike")), ("0 < a",)),
    Step("all", SAME, cases("a <= 0", arithmetic(("f(x)", "a <= 0")), arithmetic(("a", inside("f(_)", "equal"))))),
    given={"alike": Given("a*(x - z) = 0")},
)
