"""Small linear programs in rational numbers: the simplex method on a dense tableau, with multipliers that prove it.

The form is: maximize c x subject to A x <= b and x >= 0, with b >= 0, so that x = 0 is a place to start. The answer
comes with y >= 0 for which y A >= c and y b = c x: no x is better, since c x <= y A x <= y b. ``is_optimal`` checks
that, and knows nothing of how the answer was found.

The entering column is the one of the largest reduced cost; after many steps in place it is the first one of positive
cost, by Bland's rule, until the objective moves: so the method ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from flint import fmpq

from dpassay.exact import as_fraction, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import rational_sum

MOST_ENTRIES = 1 << 17
"""A tableau has no more entries than this."""
STEPS_IN_PLACE = 64

Vector: TypeAlias = tuple[Fraction, ...]
Matrix: TypeAlias = tuple[Vector, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """Maximize c x subject to A x <= b and x >= 0.

    Attributes:
        objective: c, of length n.
        rows: A, m rows of length n.
        limits: b, of length m, at least 0.

    Raises:
        ValueError: the lengths do not fit, or an entry of b is below 0.
    """

    objective: Vector
    rows: Matrix
    limits: Vector

    def __post_init__(self) -> None:
        """Read all numbers."""
        read = {
            "objective": _vector(self.objective, "objective"),
            "rows": tuple(_vector(row, "rows") for row in self.rows),
            "limits": _vector(self.limits, "limits"),
        }
        for name, value in read.items():
            object.__setattr__(self, name, value)
        m, n = len(self.limits), len(self.objective)
        fine = len(self.rows) == m and all(len(row) == n for row in self.rows)
        require(fine, "rows", [len(row) for row in self.rows], f"{m} rows of {n} numbers")
        require(all(limit >= 0 for limit in self.limits), "limits", self.limits, "numbers of at least 0")
        require((m + 1) * (n + m + 1) <= MOST_ENTRIES, "rows", f"{m} by {n}", f"at most {MOST_ENTRIES} entries in all")


@dataclass(frozen=True, slots=True)
class Optimum:
    """The best x, the multipliers y that prove it, and the value that both have."""

    x: Vector
    multipliers: Vector
    value: Fraction


def is_optimal(program: Program, optimum: Optimum) -> bool:
    """Tell whether x is feasible, y is too, and their values agree: then x is best."""
    x, y = optimum.x, optimum.multipliers
    if len(x) != len(program.objective) or len(y) != len(program.limits) or min((*x, *y), default=0) < 0:
        return False
    feasible = all(_dot(row, x) <= limit for row, limit in zip(program.rows, program.limits, strict=True))
    columns = zip(*program.rows, strict=True) if program.rows else [()] * len(x)
    dual = all(_dot(column, y) >= c for column, c in zip(columns, program.objective, strict=True))
    return feasible and dual and _dot(program.objective, x) == _dot(program.limits, y) == optimum.value


def maximize(program: Program) -> Optimum:
    """Solve a program.

    Raises:
        ValueError: the objective has no largest value.
    """
    m, n = len(program.limits), len(program.objective)
    table = [
        [*map(_rational, row), *(fmpq(int(i == j)) for j in range(m)), _rational(limit)]
        for i, (row, limit) in enumerate(zip(program.rows, program.limits, strict=True))
    ]
    costs = [*map(_rational, program.objective), *[fmpq(0)] * (m + 1)]
    basis = list(range(n, n + m))
    in_place = 0
    while (column := _entering(costs[:-1], cautious=in_place > STEPS_IN_PLACE)) is not None:
        row = _leaving(table, basis, column)
        require(row is not None, "objective", ", ".join(map(str, program.objective)), "one that is bounded")
        in_place = in_place + 1 if table[row or 0][-1] == 0 else 0
        _pivot(table, costs, row or 0, column)
        basis[row or 0] = column
    x = [Fraction(0)] * (n + m)
    for i, column in enumerate(basis):
        x[column] = _fraction(table[i][-1])
    return Optimum(tuple(x[:n]), tuple(-_fraction(cost) for cost in costs[n:-1]), -_fraction(costs[-1]))


def _entering(costs: Sequence[fmpq], *, cautious: bool) -> int | None:
    """The column that enters the basis, None where no cost is positive."""
    if cautious:
        return next((j for j, cost in enumerate(costs) if cost > 0), None)
    best = max(range(len(costs)), key=costs.__getitem__, default=None)
    return best if best is not None and costs[best] > 0 else None


def _leaving(table: Sequence[Sequence[fmpq]], basis: Sequence[int], column: int) -> int | None:
    """The row whose limit is met first; of several the one with the first basic column, as Bland's rule asks."""
    ratios = [(row[-1] / row[column], basis[i], i) for i, row in enumerate(table) if row[column] > 0]
    return min(ratios)[2] if ratios else None


def _pivot(table: list[list[fmpq]], costs: list[fmpq], row: int, column: int) -> None:
    """Make the column a unit vector."""
    inverse = 1 / table[row][column]
    table[row] = [entry * inverse if entry != 0 else entry for entry in table[row]]
    used = [j for j, entry in enumerate(table[row]) if entry != 0]
    for other in [*table[:row], *table[row + 1 :], costs]:
        factor = other[column]
        if factor != 0:
            for j in used:
                other[j] -= factor * table[row][j]


def _vector(values: Iterable[object], name: str) -> Vector:
    return tuple(as_fraction(value, name) for value in values)


def _dot(first: Sequence[Fraction], second: Sequence[Fraction]) -> Fraction:
    return rational_sum(a * b for a, b in zip(first, second, strict=True))


def _rational(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


explain_failures(__name__)
