"""What is at most both of two numbers is at most the smaller of them."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, arithmetic, cases

TWO = anything(
    "two numbers, one of them, and what is at most both",
    {"q": "real", "A": "real", "B": "real", "r": "real"},
    {},
    tuple(
        {"q": Fraction(q), "A": Fraction(a), "B": Fraction(b), "r": Fraction(r)}
        for q, a, b, r in ((0, 0, 1, 0), (0, 2, 1, 1), (-1, 0, 0, 0), (0, 1, 2, 2), (1, 1, 2, 1))
    ),
)
SMALLER = theorem(
    "the smaller of two",
    TWO,
    "q <= r",
    Step(
        "all",
        "q <= r",
        cases("A <= r", arithmetic("first", "A <= r"), arithmetic("second", ("1/(A - r)", "one of both"))),
    ),
    given={"first": Given("q <= A"), "second": Given("q <= B"), "one of both": Given("(A - r)*(B - r) = 0")},
)
