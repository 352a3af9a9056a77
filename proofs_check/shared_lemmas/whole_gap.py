"""Integers are 1 apart where a sum that lies between them is above 0, as one of its terms is."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, cases, inside

TERMS: Final = Named(index={"t": "integer, low <= t, t <= high"})
GAP: Final = anything(
    "two integers, the terms of a sum between them, and shares",
    {"low": "integer", "high": "integer, low <= high", "A": "integer", "B": "integer"},
    {"share": TERMS, "gap": TERMS},
    tuple(
        {
            "low": Fraction(1),
            "high": Fraction(2),
            "A": Fraction(0),
            "B": Fraction(b),
            "share": lambda t, b=b: Fraction(b * (t - 1), 2),
            "gap": lambda t, b=b: Fraction(b * (t - 1)),
        }
        for b in (0, 1)
    ),
    {"t": "integer, low <= t, t <= high"},
)
SHARES: Final = "sum(share(t), t, low, high)"
APART: Final = f"{SHARES}*(A + 1) <= {SHARES}*B"
theorem(
    "a whole gap",
    GAP,
    APART,
    Step("shares", f"0 <= {SHARES}", arithmetic(inside("sum(_, t, low, high)", "signs"))),
    Step("whole", "A + 1 <= B", apply("integers are 1 apart", A="A", B="B"), ("A < B",)),
    Step("apart", APART, arithmetic((SHARES, "whole")), ("A < B",), ("shares",)),
    Step(
        "a term",
        "gap(t) <= sum(gap(t), t, low, high)",
        apply("a term of a sum", "gaps", f="t: gap(t)", low="low", k="t", high="high"),
    ),
    Step("no gap", "gap(t) <= 0", arithmetic("a term", "between", "B <= A"), ("B <= A",)),
    Step("no share", "share(t) <= 0", arithmetic("nothing"), ("B <= A",), ("no gap",)),
    Step(
        "all",
        APART,
        cases("B <= A", arithmetic(("A + 1 - B", inside("sum(_, t, low, high)", "no share"))), arithmetic("apart")),
    ),
    given={
        "signs": Given("0 <= share(t)"),
        "gaps": Given("0 <= gap(t)"),
        "nothing": Given("share(t) <= 0", ("gap(t) <= 0",)),
        "between": Given("sum(gap(t), t, low, high) <= B - A"),
    },
)
