"""An absolute value is at most what the number and its negative are at most."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic

theorem(
    "an absolute value is at most",
    anything(
        "a number, its absolute value and a bound",
        {"u": "real", "g": "real, 0 <= g", "c": "real"},
        {},
        tuple(
            {"u": Fraction(u), "g": Fraction(abs(u)), "c": Fraction(c)}
            for u, c in product((-1, 0, 2), (0, 1, 3))
            if abs(u) <= c
        ),
    ),
    "g <= c",
    Step("bound", "0 <= c", arithmetic(("1/2", "above"), ("1/2", "below"))),
    Step("low", "0 <= c + u", arithmetic("below")),
    Step("squares", "g**2 <= c**2", arithmetic(("c + u", "above"), "absolute value"), (), ("low",)),
    Step("some", "g <= c", arithmetic(("1/(c + g)", "squares")), ("0 < c + g",), ("bound",)),
    Step("nothing", "g <= c", arithmetic("c + g <= 0", ("2", "bound")), ("c + g <= 0",)),
    Step("all", "g <= c", apply("cases", "nothing", "some", A="g", B="c", c="-(c + g)")),
    given={"absolute value": Given("g**2 = u**2"), "above": Given("u <= c"), "below": Given("-u <= c")},
)
