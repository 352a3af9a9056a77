"""A class of signs that is embedded as thresholds with offsets, and the matrix of one more dimension that it gives.

The threshold of function f is where ``sum(A(x, k)*B(k, f)) - c(f)`` changes its sign. The columns of ``longer(x, f)``
are combinations of r + 1 vectors: of A(., k) with the coefficients B(k, f), and of (1, ..., 1) with -c(f). ``lowest``
is the lowest rank of a real matrix that agrees with the class in sign, here for two points or two functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from dpassay.exact import require
from dpassay.proofs_check.models.sign_matrices import (
    ENTRY,
    FACTORED,
    FUNCTION,
    PRODUCT,
    SIGNS,
    Matrix,
    Signs,
    factored,
    product,
    signs,
)
from dpassay.proofs_check.proof.names import Named

Row = tuple[Fraction, ...]


@dataclass(frozen=True)
class Offsets(Signs):
    """A class of signs with points and weights, and an offset for each function.

    The matrix is that of the thresholds.
    """

    offsets: Row = ()

    def __post_init__(self) -> None:
        """Check the domains."""
        Signs.__post_init__(self)
        require(len(self.offsets) == len(self.matrix[0]), "offsets", self.offsets, "one for each function")
        expected = shifted(self.points, self.weights, self.offsets)
        require(signs(self.matrix) == signs(expected), "matrix", self.matrix, f"the signs of {expected}")


def shifted(points: Matrix, weights: Matrix, offsets: Row) -> Matrix:
    """Points times weights, less the offsets."""
    return tuple(tuple(a - c for a, c in zip(row, offsets, strict=True)) for row in product(points, weights))


def lowest_rank(matrix: Matrix) -> int:
    """The lowest rank of a real matrix with the same signs, of two points or two functions.

    A matrix of rank 1 is a column times a row, so its columns agree in sign up to a factor.
    """
    require(min(len(matrix), len(matrix[0])) <= 2, "matrix", matrix, "at most two points or two functions")
    columns = list(zip(*signs(matrix), strict=True))
    first = columns[0]
    return 1 if all(column in {first, tuple(-sign for sign in first)} for column in columns) else 2


def offset(points: str, weights: str, offsets: str) -> Offsets:
    """A setting, written: rows of points and of weights, separated by commas."""
    a, b = (tuple(tuple(map(Fraction, row.split())) for row in text.split(",")) for text in (points, weights))
    c = tuple(map(Fraction, offsets.split()))
    return Offsets(shifted(a, b, c), a, b, c)


BETWEEN: Final = offset("0, 1", "1 -1", "-1 -1/2")
"""A function that is constant on two points, and one that tells them apart."""


def settings() -> Iterator[Offsets]:
    """Dimension 1 and 2, offsets of 0 and others."""
    yield BETWEEN
    yield offset("1, 2", "1 -1", "0 0")
    yield offset("1 0, 0 1, 1 1", "2 -1, 1 2", "1/2 -3")
    yield offset("0 0, 1 -1", "1 0 -1, 2 1 1", "-2 1/2 1/4")
    yield replace(BETWEEN, matrix=((Fraction(5), Fraction(1)), (Fraction(1, 3), Fraction(-2))))


OFFSETS: Final = SIGNS.narrowed(
    "a class of signs embedded as thresholds with offsets",
    {
        "embedded": f"0 < F(x, f)*({PRODUCT} - c(f))",
        "combinations of one more": f"longer(x, f) = {PRODUCT} + 1*(-c(f))",
    },
    settings,
    {
        "c": Named(lambda at, f: at.offsets[f - 1], {"f": FUNCTION}),
        "longer": Named(lambda at, x, f: shifted(at.points, at.weights, at.offsets)[x - 1][f - 1], ENTRY),
        "lowest": Named(lambda at: Fraction(lowest_rank(at.matrix)), range="positive integer"),
    },
)
UNSHIFTED: Final = FACTORED.narrowed(
    "a real matrix of rank r, and offsets of 0",
    {"no offset": "c(f) = 0"},
    factored,
    {"c": Named(lambda *_: Fraction(0), {"f": FUNCTION})},
)
