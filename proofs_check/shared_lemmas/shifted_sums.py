"""Sums whose index is shifted by one."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside

SHIFTED_SO_FAR = "sum(f(t + 1), t, low, k) = sum(f(t), t, low + 1, k + 1)"
SHIFTED = theorem(
    "sum of shifted terms",
    anything(
        "a sequence that is shifted",
        {"low": "integer", "high": "integer, low - 1 <= high"},
        {"f": Named(index={"t": "integer, low + 1 <= t, t <= high + 1"})},
        (
            {"low": Fraction(-1), "high": Fraction(2), "f": lambda t: Fraction(t**2)},
            {"low": Fraction(1), "high": Fraction(0), "f": Fraction},
        ),
        variables={"k": "integer, low - 1 <= k, k <= high - 1"},
    ),
    "sum(f(t + 1), t, low, high) = sum(f(t), t, low + 1, high + 1)",
    Step(
        "last",
        "sum(f(t + 1), t, low, k + 1) = sum(f(t + 1), t, low, k) + f(k + 2)",
        apply("last term", f="t: f(t + 1)", low="low", high="k + 1"),
    ),
    Step(
        "last of the others",
        "sum(f(t), t, low + 1, k + 2) = sum(f(t), t, low + 1, k + 1) + f(k + 2)",
        apply("last term", f="t: f(t)", low="low + 1", high="k + 2"),
    ),
    Step(
        "next",
        "sum(f(t + 1), t, low, k + 1) = sum(f(t), t, low + 1, k + 2)",
        arithmetic("last", ("-1", "last of the others"), SHIFTED_SO_FAR),
        where=(SHIFTED_SO_FAR,),
    ),
    Step(
        "all",
        "sum(f(t + 1), t, low, high) = sum(f(t), t, low + 1, high + 1)",
        apply(
            "induction of equalities",
            "next",
            low="low - 1",
            high="high",
            f="k: sum(f(t + 1), t, low, k)",
            g="k: sum(f(t), t, low + 1, k + 1)",
        ),
    ),
)
BACK = "sum(f(i, j - 1), j, 1, n)"
COLUMN = "sum(f(i, j), i, 1, m)"
FROM_0 = "sum(sum(f(i, j), j, 0, n - 1), i, 1, m) = sum(sum(f(i, j), i, 1, m), j, 0, n - 1)"
theorem(
    "sums in either order, from 0",
    anything(
        "a finite table whose columns begin at 0",
        {"m": "integer, 0 <= m", "n": "integer, 0 <= n"},
        {"f": Named(index={"i": "integer, 1 <= i, i <= m", "j": "integer, 0 <= j, j <= n - 1"})},
        (
            {"m": Fraction(2), "n": Fraction(3), "f": lambda i, j: Fraction(j, i)},
            {"m": Fraction(3), "n": Fraction(0), "f": lambda i, j: Fraction(i + j)},
        ),
        variables={"i": "integer, 1 <= i, i <= m", "j": "integer, 0 <= j, j <= n - 1"},
    ),
    FROM_0,
    Step(
        "row",
        f"sum(f(i, j), j, 0, n - 1) = {BACK}",
        apply("sum of shifted terms", f="j: f(i, j - 1)", low="0", high="n - 1"),
    ),
    Step(
        "order",
        f"sum({BACK}, i, 1, m) = sum(sum(f(i, j - 1), i, 1, m), j, 1, n)",
        apply("sums in either order", f="i, j: f(i, j - 1)", m="m", n="n"),
    ),
    Step(
        "columns",
        f"sum({COLUMN}, j, 0, n - 1) = sum(sum(f(i, j - 1), i, 1, m), j, 1, n)",
        apply("sum of shifted terms", f="j: sum(f(i, j - 1), i, 1, m)", low="0", high="n - 1"),
    ),
    Step("all", FROM_0, arithmetic(inside("sum(_, i, 1, m)", "row"), "order", ("-1", "columns"))),
)
