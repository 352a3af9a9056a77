"""The mean square of a sum of quantities of which no two are correlated: the mean squares add up."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.models.anything import LAW, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, use

ROUND: Final = "integer, 1 <= t, t <= T"
SIGNS: Final = dict.fromkeys(product((-1, 1), repeat=2), Fraction(1, 4))
SQUARE: Final = "E(sum(X(t), t, 1, n)**2) = n*v"
CROSS: Final = "sum(X(t)*X(n + 1), t, 1, n)"
theorem(
    "squares of uncorrelated quantities add up",
    anything(
        "random quantities, no two of which are correlated",
        {"T": "integer, 1 <= T", "v": "real"},
        {"P": LAW, "X": Named(index={"t": ROUND}, space="outcome")},
        ({"T": Fraction(2), "v": Fraction(9), "P": lambda: SIGNS, "X": lambda t, y: Fraction(3 * y[t - 1])},),
        {"t": ROUND, "s": "integer, 1 <= s, s <= t - 1", "n": "integer, 0 <= n, n <= T - 1"},
        tuple(SIGNS),
    ),
    "E(sum(X(t), t, 1, T)**2) = T*v",
    Step(
        "last",
        "sum(X(t), t, 1, n + 1) = sum(X(t), t, 1, n) + X(n + 1)",
        apply("last term", f="t: X(t)", low="1", high="n + 1"),
    ),
    Step(
        "square",
        "sum(X(t), t, 1, n + 1)**2 = (sum(X(t), t, 1, n) + X(n + 1))**2",
        arithmetic(("sum(X(t), t, 1, n + 1) + sum(X(t), t, 1, n) + X(n + 1)", "last")),
    ),
    Step(
        "mean square",
        "E(sum(X(t), t, 1, n + 1)**2) = E((sum(X(t), t, 1, n) + X(n + 1))**2)",
        apply(
            "expectation of equals",
            "square",
            P="P",
            X="sum(X(t), t, 1, n + 1)**2",
            Y="(sum(X(t), t, 1, n) + X(n + 1))**2",
        ),
    ),
    Step(
        "term by term",
        f"E({CROSS}) = sum(E(X(t)*X(n + 1)), t, 1, n)",
        apply("expectation of a sum", P="P", X="t: X(t)*X(n + 1)", low="1", high="n"),
    ),
    Step(
        "a pair",
        "E(X(t)*X(n + 1)) = 0",
        arithmetic(use("no correlation", s="t", t="n + 1")),
        ("t <= n",),
    ),
    Step(
        "uncorrelated",
        "sum(E(X(t)*X(n + 1)), t, 1, n) = sum(0, t, 1, n)",
        apply(
            "sum of equals",
            "a pair",
            f="t: E(X(t)*X(n + 1))",
            g="t: 0",
            low="1",
            high="n",
        ),
    ),
    Step(
        "next",
        "E(sum(X(t), t, 1, n + 1)**2) = (n + 1)*v",
        arithmetic("mean square", ("2", "term by term"), ("2", "uncorrelated"), SQUARE, use("second moment", t="n + 1")),
        (SQUARE,),
    ),
    Step(
        "all",
        "E(sum(X(t), t, 1, T)**2) = T*v",
        apply(
            "induction of equalities",
            "next",
            low="0",
            high="T",
            f="n: E(sum(X(t), t, 1, n)**2)",
            g="n: n*v",
        ),
    ),
    given={"second moment": Given("E(X(t)**2) = v"), "no correlation": Given("E(X(s)*X(t)) = 0")},
)
