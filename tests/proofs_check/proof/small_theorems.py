"""A claim that is checked in a moment, for tests of what surrounds proofs: it uses a lemma, a fact and the kernel."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model, Statement, Step, Theorem, analysis, apply, arithmetic

BITS = Model(
    "small bits",
    {"n": "integer, 1 <= n"},
    {"t": "integer, 1 <= t, t <= n"},
    {"b": Named(lambda n, t: Fraction(t % 2), {"t": "integer, 1 <= t, t <= n"}, range="at least 0")},
    {"at most 1": "b(t) <= 1", "a bit": "b(t)**2 = b(t)"},
    settings=lambda: (1, 2),
    read=lambda n: {"n": Fraction(n)},
)
NAME = "a small claim"
GOAL = "exp(b(t)) <= 2 + b(t) + n"
SMALL = Theorem(
    Statement(NAME, BITS, GOAL, where=("b(t) <= n",)),
    (
        Step("quadratic", "exp(b(t)) <= 2 + b(t)", apply("LEC-13", "at most 1", b="1", x="b(t)")),
        Step("count", "0 <= n - 1 + (n - 1)**2", analysis("0 <= z - 1 + (z - 1)**2", "[1, oo)", z="n")),
        Step("all", GOAL, arithmetic("quadratic", ("1/n", "count"))),
    ),
)
