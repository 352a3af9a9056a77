"""Sums in closed form, of differences, and in reverse."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import anything, numbers
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside

SUM = "sum(i, i, 0, j - 1) = j*(j - 1)/2"
GAUSS = theorem(
    "sum of integers",
    numbers(n="integer, 1 <= n"),
    "sum(i, i, 0, n - 1) = n*(n - 1)/2",
    Step("last", "sum(i, i, 0, j) = sum(i, i, 0, j - 1) + j", apply("last term", f="i: i", low="0", high="j")),
    Step("next", "sum(i, i, 0, j) = (j + 1)*j/2", arithmetic("last", SUM), where=(SUM,)),
    Step(
        "all",
        "sum(i, i, 0, n - 1) = n*(n - 1)/2",
        apply("induction of equalities", "next", low="0", high="n", f="k: sum(i, i, 0, k - 1)", g="k: k*(k - 1)/2"),
    ),
    variables={"j": "integer, 0 <= j"},
)

DIFFERENCES = "sum(f(t + 1) - f(t), t, low, k) = f(k + 1) - f(low)"
TELESCOPE = theorem(
    "telescope",
    anything(
        "a sequence with one term more",
        {"low": "integer", "high": "integer, low <= high + 1"},
        {"f": Named(index={"t": "integer, low <= t, t <= high + 1"})},
        (
            {"low": Fraction(-1), "high": Fraction(2), "f": lambda t: Fraction(t**2)},
            {"low": Fraction(1), "high": Fraction(0), "f": Fraction},
        ),
        variables={"k": "integer, low - 1 <= k, k <= high - 1"},
    ),
    "sum(f(t + 1) - f(t), t, low, high) = f(high + 1) - f(low)",
    Step(
        "last",
        "sum(f(t + 1) - f(t), t, low, k + 1) = sum(f(t + 1) - f(t), t, low, k) + f(k + 2) - f(k + 1)",
        apply("last term", f="t: f(t + 1) - f(t)", low="low", high="k + 1"),
    ),
    Step(
        "next",
        "sum(f(t + 1) - f(t), t, low, k + 1) = f(k + 2) - f(low)",
        arithmetic("last", DIFFERENCES),
        where=(DIFFERENCES,),
    ),
    Step(
        "all",
        "sum(f(t + 1) - f(t), t, low, high) = f(high + 1) - f(low)",
        apply(
            "induction of equalities",
            "next",
            low="low - 1",
            high="high",
            f="k: sum(f(t + 1) - f(t), t, low, k)",
            g="k: f(k + 1) - f(low)",
        ),
    ),
)

TURN = "sum(f(n + 1 - i), i, 1, j) + sum(f(i), i, 1, n - j) = sum(f(i), i, 1, n)"
REVERSED = theorem(
    "sum in reverse",
    anything(
        "a finite sequence",
        {"n": "integer, 0 <= n"},
        {"f": Named(index={"i": "integer, 1 <= i, i <= n"})},
        ({"n": Fraction(3), "f": lambda i: Fraction(i**2)}, {"n": Fraction(0), "f": Fraction}),
        variables={"j": "integer, 0 <= j, j <= n - 1"},
    ),
    "sum(f(n + 1 - i), i, 1, n) = sum(f(i), i, 1, n)",
    Step(
        "one more",
        "sum(f(n + 1 - i), i, 1, j + 1) = sum(f(n + 1 - i), i, 1, j) + f(n - j)",
        apply("last term", f="i: f(n + 1 - i)", low="1", high="j + 1"),
    ),
    Step(
        "one less",
        "sum(f(i), i, 1, n - j) = sum(f(i), i, 1, n - j - 1) + f(n - j)",
        apply("last term", f="i: f(i)", low="1", high="n - j"),
    ),
    Step(
        "next",
        "sum(f(n + 1 - i), i, 1, j + 1) + sum(f(i), i, 1, n - j - 1) = sum(f(i), i, 1, n)",
        arithmetic(TURN, "one more", ("-1", "one less")),
        where=(TURN,),
    ),
    Step(
        "all",
        "sum(f(n + 1 - i), i, 1, n) = sum(f(i), i, 1, n)",
        apply(
            "induction of equalities",
            "next",
            low="0",
            high="n",
            f="k: sum(f(n + 1 - i), i, 1, k) + sum(f(i), i, 1, n - k)",
            g="k: sum(f(i), i, 1, n)",
        ),
    ),
)

INNER = "sum(f(i, j), j, 1, n)"
OTHER = "sum(sum(f(i, j), i, 1, k), j, 1, n)"
SWAP = f"sum({INNER}, i, 1, k) = {OTHER}"
SWAPPED = theorem(
    "sums in either order",
    anything(
        "a finite table",
        {"m": "integer, 0 <= m", "n": "integer, 0 <= n"},
        {"f": Named(index={"i": "integer, 1 <= i, i <= m", "j": "integer, 1 <= j, j <= n"})},
        (
            {"m": Fraction(2), "n": Fraction(3), "f": Fraction},
            {"m": Fraction(3), "n": Fraction(0), "f": lambda i, j: Fraction(i + j)},
        ),
        variables={"j": "integer, 1 <= j, j <= n", "k": "integer, 0 <= k, k <= m - 1"},
    ),
    "sum(sum(f(i, j), j, 1, n), i, 1, m) = sum(sum(f(i, j), i, 1, m), j, 1, n)",
    Step(
        "last row",
        f"sum({INNER}, i, 1, k + 1) = sum({INNER}, i, 1, k) + sum(f(k + 1, j), j, 1, n)",
        apply("last term", f=f"i: {INNER}", low="1", high="k + 1"),
    ),
    Step(
        "last of a column",
        "sum(f(i, j), i, 1, k + 1) = sum(f(i, j), i, 1, k) + f(k + 1, j)",
        apply("last term", f="i: f(i, j)", low="1", high="k + 1"),
    ),
    Step(
        "next",
        f"sum({INNER}, i, 1, k + 1) = sum(sum(f(i, j), i, 1, k + 1), j, 1, n)",
        arithmetic("last row", SWAP, ("-1", inside("sum(_, j, 1, n)", "last of a column"))),
        where=(SWAP,),
    ),
    Step(
        "all",
        "sum(sum(f(i, j), j, 1, n), i, 1, m) = sum(sum(f(i, j), i, 1, m), j, 1, n)",
        apply(
            "induction of equalities",
            "next",
            low="0",
            high="m",
            f=f"k: sum({INNER}, i, 1, k)",
            g=f"k: {OTHER}",
        ),
    ),
)
