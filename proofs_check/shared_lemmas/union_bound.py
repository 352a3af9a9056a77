"""The union bound under a density w: where y is at most a sum of m(i) with E m(i) w <= lam(i), E y w <= sum lam(i)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import LAW, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, arithmetic, inside

TERMS: Final = {"i": "integer, 1 <= i, i <= T"}
SUM: Final = "sum(m(i)*w, i, 1, T)"
UNION: Final = "E(y*w) <= sum(lam(i), i, 1, T)"
theorem(
    "union bound under a density",
    anything(
        "events that are not likely under a density",
        {"T": "integer, 0 <= T"},
        {
            "P": LAW,
            "y": Named(space="outcome"),
            "w": Named(space="outcome", range="at least 0"),
            "m": Named(index=TERMS, space="outcome"),
            "lam": Named(index=TERMS),
        },
        (
            {
                "T": Fraction(2),
                "P": lambda: {0: Fraction(1, 3), 1: Fraction(2, 3)},
                "y": Fraction,
                "w": lambda outcome: Fraction(3, 2) if outcome else Fraction(0),
                "m": lambda i, outcome: Fraction(outcome * (i - 1)),
                "lam": lambda i: Fraction(i - 1),
            },
        ),
        TERMS,
    ),
    UNION,
    Step("all", UNION, arithmetic(inside("E(w*_)", "union"), inside("sum(_, i, 1, T)", "rarely"))),
    given={"union": Given("y <= sum(m(i), i, 1, T)"), "rarely": Given("E(m(i)*w) <= lam(i)")},
)
