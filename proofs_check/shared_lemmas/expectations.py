"""Of laws of finitely many outcomes: expectations of sums, and Jensen's inequality."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import LAW, RANDOM, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, arithmetic, inside

ONE_THIRD = {0: Fraction(1, 3), 1: Fraction(2, 3)}

SUMMANDS = anything(
    "random quantities with an index",
    {"low": "integer", "high": "integer, low - 1 <= high"},
    {"P": LAW, "X": Named(index={"t": "integer, low <= t, t <= high"}, space="outcome")},
    (
        {
            "low": Fraction(1),
            "high": Fraction(3),
            "P": lambda: {0: Fraction(1, 3), 1: Fraction(2, 3)},
            "X": lambda t, y: Fraction(t * y + 1),
        },
    ),
    {"k": "integer, low - 1 <= k, k <= high - 1"},
)
theorem(
    "expectation of a sum",
    SUMMANDS,
    "E(sum(X(t), t, low, high)) = sum(E(X(t)), t, low, high)",
    Step("all", "E(sum(X(t), t, low, high)) = sum(E(X(t)), t, low, high)", arithmetic()),
)

theorem(
    "Jensen's inequality for exp",
    anything(
        "a random quantity",
        {},
        {"P": LAW, "X": RANDOM},
        ({"P": lambda: ONE_THIRD, "X": Fraction}, {"P": lambda: ONE_THIRD, "X": lambda y: Fraction(1, 2) - 3 * y}),
    ),
    "exp(E(X)) <= E(exp(X))",
    Step("tangent", "exp(gap) >= 1 + gap", analysis("exp(z) >= 1 + z", "(-oo, oo)", z="gap")),
    Step("all", "exp(E(X)) <= E(exp(X))", arithmetic(("exp(E(X))", inside("E(_)", "tangent")))),
    let={"gap": "X - E(X)"},
)
