"""A class of signs on a domain, a real matrix that agrees with it in sign, and points and weights in dimension r.

``F(x, f)`` is the sign of function f on point x, ``R(x, f)`` the entry of the real matrix, of rank ``rank``, and ``A(x,
k)`` and ``B(k, f)`` are the coordinates of a point and of a weight vector: the threshold of f at x is at 0.

The rank is the least number of vectors of which all columns are combinations. So a matrix of rank r has r such vectors,
A(., k), and column f the coefficients B(., f); and where points and weights are given, ``made(x, f)`` is a matrix whose
columns are combinations of r vectors.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import require
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Matrix = tuple[tuple[Fraction, ...], ...]


def rank(matrix: Matrix) -> int:
    """By elimination."""
    rows, found = [list(row) for row in matrix], 0
    for column in range(len(matrix[0])):
        pivot = next((row for row in rows[found:] if row[column]), None)
        if pivot is None:
            continue
        rows.remove(pivot)
        rows.insert(found, pivot)
        for row in rows[found + 1 :]:
            factor = row[column] / pivot[column]
            row[:] = [a - factor * b for a, b in zip(row, pivot, strict=True)]
        found += 1
    return found


def product(points: Matrix, weights: Matrix) -> Matrix:
    """Points times weights."""
    return tuple(
        tuple(
            sum((a * b for a, b in zip(row, column, strict=True)), Fraction(0)) for column in zip(*weights, strict=True)
        )
        for row in points
    )


def signs(matrix: Matrix) -> tuple[tuple[int, ...], ...]:
    """Those of the entries: -1, 0 or 1."""
    return tuple(tuple((entry > 0) - (entry < 0) for entry in row) for row in matrix)


@dataclass(frozen=True)
class Signs:
    """The real matrix, a row for each point; points, a row each; weights, a column for each function."""

    matrix: Matrix
    points: Matrix
    weights: Matrix

    def __post_init__(self) -> None:
        """Check the domains."""
        require(all(map(all, self.matrix)), "matrix", self.matrix, "entries that are not 0")
        shapes = (len(self.points), len(self.weights), len(self.weights[0]))
        expected = (len(self.matrix), len(self.points[0]), len(self.matrix[0]))
        require(shapes == expected, "points and weights", shapes, f"the shapes {expected}")

    @property
    def dimension(self) -> int:
        """r."""
        return len(self.weights)


def _matrix(*rows: str) -> Matrix:
    return tuple(tuple(map(Fraction, row.split())) for row in rows)


TURNED: Final = Signs(_matrix("1 -1", "1 -2"), _matrix("1", "1"), _matrix("1 -1"))
"""A function and its negative on two points where both are constant."""


def factored() -> Iterator[Signs]:
    """Products of rank 1 and 2."""
    for points, weights in (
        (_matrix("1", "1"), _matrix("1 -1")),
        (_matrix("1 0", "0 1", "1 1"), _matrix("2 -1 3", "1 2 -5")),
        (_matrix("1 1"), _matrix("1", "3")),
    ):
        yield Signs(product(points, weights), points, weights)


def embedded() -> Iterator[Signs]:
    """Those, and two matrices of a higher rank."""
    yield from factored()
    yield TURNED
    yield Signs(_matrix("5 -1", "-1 5"), _matrix("1", "-1"), _matrix("1 -1"))


def any_signs() -> Iterator[Signs]:
    """Those, and points that do not embed the class."""
    yield from embedded()
    yield Signs(_matrix("1 -1", "1 -2"), _matrix("1", "-1"), _matrix("1 -1"))


POINT: Final = "integer, 1 <= x, x <= N"
FUNCTION: Final = "integer, 1 <= f, f <= K"
COORDINATE: Final = "integer, 1 <= k, k <= r"
ENTRY: Final = {"x": POINT, "f": FUNCTION}
PRODUCT: Final = "sum(A(x, k)*B(k, f), k, 1, r)"


def read(at: Signs) -> dict[str, Any]:
    """N, K and r."""
    sizes = {"N": len(at.matrix), "K": len(at.matrix[0]), "r": at.dimension}
    return {name: Fraction(size) for name, size in sizes.items()}


SIGNS: Final = Model(
    "a class of signs and a real matrix",
    parameters={"N": "integer, 1 <= N", "K": "integer, 1 <= K", "r": "integer, 1 <= r"},
    variables=ENTRY,
    quantities={
        "F": Named(lambda at, x, f: Fraction(signs(at.matrix)[x - 1][f - 1]), ENTRY),
        "R": Named(lambda at, x, f: at.matrix[x - 1][f - 1], ENTRY),
        "A": Named(lambda at, x, k: at.points[x - 1][k - 1], {"x": POINT, "k": COORDINATE}),
        "B": Named(lambda at, k, f: at.weights[k - 1][f - 1], {"k": COORDINATE, "f": FUNCTION}),
        "rank": Named(lambda at: Fraction(rank(at.matrix)), range="positive integer"),
    },
    facts={"a sign": "F(x, f)**2 = 1", "agrees": "0 < F(x, f)*R(x, f)"},
    settings=any_signs,
    read=read,
)
EMBEDDED: Final = SIGNS.narrowed(
    "a class of signs embedded as thresholds",
    {"embedded": f"0 < F(x, f)*{PRODUCT}", "combinations": f"made(x, f) = {PRODUCT}"},
    embedded,
    {"made": Named(lambda at, x, f: product(at.points, at.weights)[x - 1][f - 1], ENTRY)},
)
FACTORED: Final = SIGNS.narrowed("a real matrix of rank r", {"factors": f"R(x, f) = {PRODUCT}"}, factored)
