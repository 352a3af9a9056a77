"""A coin beside others: what is seen is whether all of them stay, and the others fall with some chance anyway."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, arithmetic

KEPT: Final = "1 - I*(1 - K*q) <= G*(1 - I*(1 - K*r))"
theorem(
    "a coin that stays, beside others",
    anything(
        "the chances of a coin on two inputs, with others of chance K, thrown or not",
        {
            "I": "real, 0 <= I, I <= 1",
            "K": "real, 0 <= K",
            "q": "real, 0 <= q",
            "r": "real, 0 <= r",
            "G": "real, 1 <= G",
        },
        {},
        tuple(
            {"I": Fraction(i), "K": Fraction(1, 2), "q": Fraction(2, 3), "r": Fraction(1, 3), "G": Fraction(g)}
            for i in (0, 1)
            for g in (2, 3)
        ),
    ),
    KEPT,
    Step("all", KEPT, arithmetic(("1 - I", "1 <= G"), ("I*K", "bound"))),
    given={"bound": Given("q <= G*r")},
)
FIRES: Final = "1 - (1 - p)**2*q <= G*(1 - (1 - p)**2*r)"
theorem(
    "a coin that falls, beside others",
    anything(
        "the chances of a coin on two inputs, beside two others of chance 1 - p",
        {
            "p": "real, 0 < p, p <= 1",
            "h": "real, 0 <= h",
            "q": "real, 0 <= q",
            "r": "real, 0 <= r, r <= 1",
            "G": "real, 1 <= G",
        },
        {},
        tuple(
            {"p": Fraction(1, k), "h": Fraction(1), "q": Fraction(0), "r": Fraction(1), "G": Fraction(1 + k)}
            for k in (1, 2, 5)
        ),
    ),
    FIRES,
    Step("squares", "0 <= (1 - p)**2", arithmetic(("1 - p", "p <= 1"))),
    Step("others", "(1 - p)**2*r <= (1 - p)**2", arithmetic(("(1 - p)**2", "r <= 1")), (), ("squares",)),
    Step("large", "0 <= 1 - (1 - p)**2*r", arithmetic("others", ("p", "p <= 1"))),
    Step("lost", "(1 - p)**2*(r - q) <= (1 - p)**2*h", arithmetic(("(1 - p)**2", "less")), (), ("squares",)),
    Step(
        "all",
        FIRES,
        arithmetic(("1 - (1 - p)**2*r", "tangent"), "lost", ("h/(2*p)", "others"), ("h*p", "p <= 1")),
        (),
        ("large",),
    ),
    given={"tangent": Given("1 + h/(2*p) <= G"), "less": Given("r - q <= h")},
)
