"""Chernoff's bound: Pr[X > e] <= e^(c - s e) where E e^(s X) <= e^c and s >= 0."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import LAW, RANDOM, anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside

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
    Step("contrary", "[X > e] = 1 - [X <= e]", apply("indicator of the contrary", A="X", B="e")),
    Step("it holds", "[X <= e] = 1", apply("indicator of what holds", A="X", B="e"), where=("X <= e",)),
    Step("low", ABOVE, arithmetic("contrary", ("-1", "it holds")), where=("X <= e",)),
    Step("high", ABOVE, arithmetic("contrary", inside("exp(_)", "gap")), where=("X > e",)),
    Step("pointwise", ABOVE, apply("cases", "low", "high", A="[X > e]", B="exp(s*(X - e))", c="e - X")),
    Step("all", "Pr(X > e) <= exp(c - s*e)", arithmetic(inside("E(_)", "pointwise"), ("exp(-s*e)", "moments"))),
    given={"moments": Given("E(exp(s*X)) <= exp(c)")},
)
