"""Gordan's alternative in rational numbers: a vector on which all rows are positive, or weights with which they cancel.

Of some rows a_1, ..., a_n exactly one of two exists: v with a_i . v > 0 for all i, or weights l_i >= 0 of total 1 with
sum l_i a_i = 0. The simplex method finds one of them, by Bland's rule, so that it ends; what it found can be
checked without it, by ``is_positive`` or ``cancels``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpassay.exact import as_fraction, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import rational_sum

Vector = tuple[Fraction, ...]
Rows = tuple[Vector, ...]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Exactly one is given: a ``vector`` on which every row is positive, or ``weights`` with which the rows cancel."""

    vector: Vector | None
    weights: Vector | None


def as_vector(value: Sequence[object], name: str) -> Vector:
    """Return a sequence of exact numbers, of which there is at least one."""
    vector = tuple(as_fraction(entry, name) for entry in value)
    require(len(vector) > 0, name, value, "at least one number")
    return vector


def as_rows(value: Sequence[Sequence[object]], name: str) -> Rows:
    """Return rows of exact numbers, at least one, all of one length."""
    rows = tuple(as_vector(row, name) for row in value)
    require(len({len(row) for row in rows}) == 1, name, value, "at least one row, all of one length")
    return rows


def inner(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    """Return the sum of products of two vectors of one length."""
    require(len(a) == len(b), "b", b, f"{len(a)} numbers")
    return rational_sum(x * y for x, y in zip(a, b, strict=True))


def is_positive(vector: Sequence[object], rows: Sequence[Sequence[object]]) -> bool:
    """Tell whether every row has an inner product above 0 with the vector."""
    exact = as_rows(rows, "rows")
    return all(inner(as_vector(vector, "vector"), row) > 0 for row in exact)


def cancels(weights: Sequence[object], rows: Sequence[Sequence[object]]) -> bool:
    """Tell whether no weight is negative, not all are 0, and the rows times their weights add up to 0."""
    exact, shares = as_rows(rows, "rows"), as_vector(weights, "weights")
    sums = (inner(shares, column) for column in zip(*exact, strict=True))
    return min(shares) >= 0 and any(shares) and not any(sums)


def gordan(rows: Sequence[Sequence[object]]) -> Alternative:
    """Return which of the two there is: a basic solution of sum l_i a_i = 0, sum l_i = 1, or what rules it out."""
    tableau = _Tableau(as_rows(rows, "rows"))
    tableau.minimize()
    if tableau.costs[-1] == 0:
        return Alternative(None, tableau.solution())
    return Alternative(tableau.prices(), None)


class _Tableau:
    """The first phase of the simplex method: an artificial variable an equation, and the least sum of these.

    A row is an equation; its entries are those of the n weights, of the artificial variables, and the right side. The
    row of costs holds reduced costs and, last, minus the sum of the artificial variables.
    """

    def __init__(self, rows: Rows) -> None:
        self.n, self.m = len(rows), len(rows[0]) + 1
        zero, one = Fraction(0), Fraction(1)
        columns = [*zip(*rows, strict=True), (one,) * self.n]
        self.rows = [
            [*column, *(one if j == i else zero for j in range(self.m)), one if i == self.m - 1 else zero]
            for i, column in enumerate(columns)
        ]
        self.basis = [self.n + i for i in range(self.m)]
        sums = [rational_sum(entries) for entries in zip(*self.rows, strict=True)]
        self.costs = [(one if self.n <= j < self.n + self.m else zero) - entry for j, entry in enumerate(sums)]

    def minimize(self) -> None:
        """Pivot until no weight lowers the sum of the artificial variables."""
        while (entering := next((j for j in range(self.n) if self.costs[j] < 0), None)) is not None:
            limits = [
                (row[-1] / row[entering], self.basis[i], i) for i, row in enumerate(self.rows) if row[entering] > 0
            ]
            self._pivot(min(limits)[2], entering)

    def _pivot(self, i: int, j: int) -> None:
        pivot = self.rows[i][j]
        row = self.rows[i] = [entry / pivot if entry else entry for entry in self.rows[i]]
        for k, other in enumerate(self.rows):
            if k != i and other[j]:
                self.rows[k] = _less(other, other[j], row)
        self.costs = _less(self.costs, self.costs[j], row)
        self.basis[i] = j

    def solution(self) -> Vector:
        """Return the weights."""
        values = {j: self.rows[i][-1] for i, j in enumerate(self.basis)}
        return tuple(values.get(j, Fraction(0)) for j in range(self.n))

    def prices(self) -> Vector:
        """Return v: the reduced costs of the artificial variables less 1; a_i . v is at least the sum left, above 0."""
        return tuple(self.costs[self.n + i] - 1 for i in range(self.m - 1))


def _less(row: list[Fraction], factor: Fraction, other: list[Fraction]) -> list[Fraction]:
    return [x - factor * y if y else x for x, y in zip(row, other, strict=True)]


explain_failures(__name__)
