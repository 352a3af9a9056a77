"""Chernoff's bound: Pr[X > e] <= e^(c - s e) where E e^(s X) <= e^c and s >= 0."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import LAW, RANDOM, anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, arithmetic, cases, inside

MOMENTS = anything(
    "a random quantity with a bounded moment generating function",
    {"s": "real, 0 <= s", "e": "real", "c": "real"},
    {"P": LAW, "X": RANDOM},
    (
        {
            "s": Fraction(1),
            "e": Fraction(1, 2),
            "c": Fraction(1),
            "P": lambda: {0: Fraction(1, 3), 1: Fraction(2, 3)},
            "X": Fraction,
        },
    ),
)
ABOVE = "[X > e] <= exp(s*(X - e))"
CHERNOFF = theorem(
    "Chernoff",
    MOMENTS,
    "Pr(X > e) <= exp(c - s*e)",
    Step("gap", "0 <= s*(X - e)", arithmetic(("s", "X > e")), where=("X > e",)),
    Step(
        "pointwise",
        ABOVE,
        cases("X <= e", arithmetic("[e < X] = 0"), arithmetic("[e < X] = 1", inside("exp(_)", "gap"))),
    ),
    Step("all", "Pr(X > e) <= exp(c - s*e)", arithmetic(inside("E(_)", "pointwise"), ("exp(-s*e)", "moments"))),
    given={"moments": Given("E(exp(s*X)) <= exp(c)")},
)
