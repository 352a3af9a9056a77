"""The monomials of degree at most j in one variable more: their number is the binomial coefficient, if it is so far.

A monomial is without the last variable, or is divided by it to one of a lower degree: Pascal's rule. That all numbers
are right for w variables, of degrees up to d, is said by one sum of their distances from the binomial coefficients.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.monomials import FIRST
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use

APART: Final = "sum(gap({0}, j), j, 0, d)"
KNOWN: Final = (f"{APART.format('w')} <= 0",)
UP_TO: Final = (*KNOWN, "j <= d")
SAME: Final = "of(w + 1, j) = bin(w + 1, j)"
theorem(
    "one variable more",
    FIRST,
    SAME,
    Step(
        "one of all",
        "gap(w, j) <= " + APART.format("w"),
        apply("a term of a sum", f="j: gap(w, j)", low="0", k="j", high="d"),
        ("j <= d",),
    ),
    Step(
        "up",
        "of(w, j) - bin(w, j) <= gap(w, j)",
        apply("at most its absolute value", use("distance", v="w"), u="of(w, j) - bin(w, j)", g="gap(w, j)"),
    ),
    Step(
        "down",
        "bin(w, j) - of(w, j) <= gap(w, j)",
        apply("at most its absolute value", use("distance", v="w"), u="bin(w, j) - of(w, j)", g="gap(w, j)"),
    ),
    Step("at most", "of(w, j) <= bin(w, j)", arithmetic("up", "one of all", KNOWN[0]), UP_TO),
    Step("at least", "bin(w, j) <= of(w, j)", arithmetic("down", "one of all", KNOWN[0]), UP_TO),
    Step(
        "so far",
        "of(w, j) = bin(w, j)",
        apply("at most each other", "at most", "at least", A="of(w, j)", B="bin(w, j)"),
        UP_TO,
    ),
    Step(
        "Pascal",
        "bin(w + 1, j + 1) = bin(w, j + 1) + bin(w + 1, j)",
        arithmetic(
            ("1/(w + 1)", use("one more to choose from", j="j + 1")),
            ("1/(w + 1)", use("one more is chosen", v="w")),
            ("-1/(w + 1)", "one more to choose from"),
        ),
    ),
    Step(
        "begin",
        "of(w + 1, 0) = bin(w + 1, 0)",
        arithmetic(use("no degree", v="w + 1"), ("-1", use("nothing of any", v="w + 1"))),
    ),
    Step(
        "next",
        "of(w + 1, i + 1) = bin(w + 1, i + 1)",
        arithmetic(
            use("without the last variable, and divided by it", j="i"),
            use("so far", j="i + 1"),
            "of(w + 1, i) = bin(w + 1, i)",
            ("-1", use("Pascal", j="i")),
        ),
        (*KNOWN, "of(w + 1, i) = bin(w + 1, i)"),
    ),
    Step(
        "all",
        SAME,
        apply(
            "induction of equalities",
            "begin",
            "next",
            low="0",
            high="j",
            f="i: of(w + 1, i)",
            g="i: bin(w + 1, i)",
        ),
        UP_TO,
    ),
    where=UP_TO,
    variables={"i": "integer, 0 <= i, i <= d - 1"},
)
