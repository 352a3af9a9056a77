"""Of laws of finitely many outcomes: expectations of sums, and Jensen's inequality."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import LAW, RANDOM, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic

ONE_THIRD = {0: Fraction(1, 3), 1: Fraction(2, 3)}

SO_FAR = "E(sum(X(t), t, 1, k)) = sum(E(X(t)), t, 1, k)"
theorem(
    "expectation of a sum",
    anything(
        "random quantities",
        {"n": "integer, 0 <= n"},
        {"P": LAW, "X": Named(index={"t": "integer, 1 <= t, t <= n"}, space="outcome")},
        (
            {"n": Fraction(3), "P": lambda: ONE_THIRD, "X": lambda t, y: Fraction(t + y * t * t)},
            {"n": Fraction(0), "P": lambda: ONE_THIRD, "X": lambda t, y: Fraction(t + y)},
        ),
        {"k": "integer, 0 <= k, k <= n - 1"},
    ),
    "E(sum(X(t), t, 1, n)) = sum(E(X(t)), t, 1, n)",
    Step(
        "last",
        "sum(X(t), t, 1, k + 1) = sum(X(t), t, 1, k) + X(k + 1)",
        apply("last term", f="t: X(t)", low="1", high="k + 1"),
    ),
    Step(
        "its mean",
        "E(sum(X(t), t, 1, k + 1)) = E(sum(X(t), t, 1, k)) + E(X(k + 1))",
        apply("expectation of equals", "last", P="P", X="sum(X(t), t, 1, k + 1)", Y="sum(X(t), t, 1, k) + X(k + 1)"),
    ),
    Step(
        "last mean",
        "sum(E(X(t)), t, 1, k + 1) = sum(E(X(t)), t, 1, k) + E(X(k + 1))",
        apply("last term", f="t: E(X(t))", low="1", high="k + 1"),
    ),
    Step(
        "next",
        "E(sum(X(t), t, 1, k + 1)) = sum(E(X(t)), t, 1, k + 1)",
        arithmetic("its mean", ("-1", "last mean"), SO_FAR),
        where=(SO_FAR,),
    ),
    Step(
        "all",
        "E(sum(X(t), t, 1, n)) = sum(E(X(t)), t, 1, n)",
        apply(
            "induction of equalities",
            "next",
            low="0",
            high="n",
            f="n: E(sum(X(t), t, 1, n))",
            g="n: sum(E(X(t)), t, 1, n)",
        ),
    ),
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
    Step(
        "mean",
        "E(1 + gap) <= E(exp(gap))",
        apply("expectation grows", "tangent", P="P", X="1 + gap", Y="exp(gap)"),
    ),
    Step("all", "exp(E(X)) <= E(exp(X))", arithmetic(("exp(E(X))", "mean"))),
    let={"gap": "X - E(X)"},
)
