"""Queries with values in {0, 1}: at the radius sigma/(2n) the cover costs nothing.

The answers of the data to a query and to its neighbor in the cover are apart by at most gamma/sigma, which is 1/(2n).
They are multiples of 1/n, and so they are equal. So an answer from the cover is off by no more than on the cover.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.models.counted_records import COUNTED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic
from dpassay.proofs_check.smoothed_analysis.hrs_25 import of

NONE_BETWEEN: Final = "0 <= (A - B)*(A - B - 1)"
theorem(
    "no integer lies between 0 and 1",
    anything(
        "two integers",
        {"A": "integer", "B": "integer"},
        {},
        tuple({"A": Fraction(a), "B": Fraction(2)} for a in range(5)),
    ),
    NONE_BETWEEN,
    Step("not above", NONE_BETWEEN, arithmetic(("B - A + 1", "A <= B")), ("A <= B",)),
    Step("apart", "B + 1 <= A", apply("integers are 1 apart", A="B", B="A"), ("B < A",)),
    Step("above", NONE_BETWEEN, arithmetic(("A - B", "apart")), ("B < A",)),
    Step("all", NONE_BETWEEN, apply("cases", "not above", "above", A="0", B="(A - B)*(A - B - 1)", c="B - A")),
)
SAME: Final = f"{of('q')} = {of('r')}"
HALF: Final = ("up", "down")
theorem(
    "the same answer from the cover",
    COUNTED,
    SAME,
    Step("q above", f"{of('q')} - {of('r')} <= w*g/sigma", apply("HRS-25-sharp")),
    Step("r above", f"{of('r')} - {of('q')} <= w*g/sigma", apply("HRS-25-sharp")),
    *(
        Step(
            name,
            f"{first} - {second} <= 1/2",
            arithmetic(
                ("n", above),
                (f"{sign}1", "records of q"),
                (f"{back}1", "records of r"),
                ("n*g/sigma", "values in {0, 1}"),
                ("1/(2*sigma)", "radius"),
            ),
        )
        for name, first, second, above, sign, back in (
            ("up", "asked", "covered", "q above", "-", ""),
            ("down", "covered", "asked", "r above", "", "-"),
        )
    ),
    *(
        Step(
            f"whole, {name}",
            f"0 <= ({first} - {second})*({first} - {second} - 1)",
            apply("no integer lies between 0 and 1", A=first, B=second),
        )
        for name, first, second in (("up", "asked", "covered"), ("down", "covered", "asked"))
    ),
    Step(
        "square",
        "(asked - covered)**2 <= 0",
        arithmetic(
            ("1/2 + asked - covered", "whole, up"),
            ("1/2 + covered - asked", "whole, down"),
        ),
        (),
        HALF,
    ),
    Step("as many", "asked - covered = 0", apply("at most 0 in square", "square", z="asked - covered")),
    Step("all", SAME, arithmetic(("1/n", "as many"), ("-1/n", "records of r"), ("1/n", "records of q"))),
)
ON_E: Final = "sum(r(x)*e(x), x, 1, N)"
ANSWER: Final = "an answer from the cover, for values in {0, 1}"
UP: Final = f"{of('q')} - {ON_E} <= a"
DOWN: Final = f"{ON_E} - {of('q')} <= a"
theorem(
    ANSWER,
    COUNTED,
    f"{UP} and {DOWN}",
    Step("same", SAME, apply("the same answer from the cover")),
    Step("up", UP, arithmetic("same", "error on the cover")),
    Step("down", DOWN, arithmetic(("-1", "same"), "error on the cover, back")),
)
