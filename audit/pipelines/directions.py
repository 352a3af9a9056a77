"""Directions as `Bingham` of diffprivlib 0.6.6 draws them for a symmetric matrix A; their law is not Bingham's.

With s = epsilon / (4 sensitivity), L the largest eigenvalue of A, V = s (L I - A), and b the root of the sum of
1 / (b + 2v) = 1 over the eigenvalues v of V, it draws a normal vector with the inverse covariance W = I + 2V/b. In
dimension d the direction u of that has a density proportional to (u'Wu)^(-d/2). It is accepted with a probability
proportional to exp(-u'Vu) (u'Wu)^(-d/2). With t = L + b / (2s) and x = u'Au all of that is known by x, as
u'Vu = s (L - x) and u'Wu = (t - x) / (t - L): the density is proportional to

    exp(s x) (t - x)^-d,

and the equation for b says that 1 / (t - e), over the eigenvalues e of A, adds up to 2s. Where A and A + cI give one
law, the mean of the eigenvalues is taken off first. The constant is in `spectra`.

The unit of a row is s, its input A as rows, and its answer u, of which only the direction counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from flint import acb_mat, arb, arb_mat

from dpassay.audit.pipelines.noises import Loss, is_finite
from dpassay.audit.pipelines.rows import Row
from dpassay.audit.pipelines.spectra import MOST_TERMS, Matrix, count_of_terms, log_constant, pole, spectrum_of
from dpassay.exact import Real
from dpassay.exact.entrance import explain_failures
from dpassay.exact.real import FIRST_PRECISION, rational_ball, working_precision

__all__ = ["DIRECTION", "direction_loss", "direction_supremum", "has_direction_law"]

DIRECTION: Final = "diffprivlib direction"
SHARES: Final = tuple(Fraction(2) ** k for k in range(-4, 5))
REFINED: Final = 8

Vector = tuple[Fraction, ...]


def has_direction_law(row: Row) -> bool:
    """Tell whether a row is of this kind, and its loss is computed: spectra that differ may take too long for that."""
    if not (is_finite(row.unit) and row.unit > 0 and _is_symmetric(row.first) and _is_symmetric(row.second)):
        return False
    if len(row.first) != len(row.second) or not (row.answer is None or _is_vector(row.answer, len(row.first))):
        return False
    spectra = [spectrum_of(_centered(matrix)) for matrix in (row.first, row.second)]
    with working_precision(FIRST_PRECISION):
        return spectra[0] == spectra[1] or all(count_of_terms(each, row.unit) <= MOST_TERMS for each in spectra)


def _is_symmetric(given: Any) -> bool:
    rows = given if isinstance(given, tuple) and len(given) > 1 else ()
    if not rows or not all(isinstance(row, tuple) and len(row) == len(rows) and is_finite(*row) for row in rows):
        return False
    return rows == tuple(zip(*rows, strict=True))


def _is_vector(given: Any, dimension: int) -> bool:
    return isinstance(given, tuple) and len(given) == dimension and is_finite(*given) and any(given)


@lru_cache(maxsize=256)
def _centered(matrix: Matrix) -> Matrix:
    """Return a matrix less the mean of its eigenvalues."""
    mean = Fraction(sum(row[place] for place, row in enumerate(matrix))) / len(matrix)
    return tuple(tuple(x - mean * (i == k) for k, x in enumerate(row)) for i, row in enumerate(matrix))


def direction_loss(row: Row) -> Loss:
    """Return the loss of a direction."""
    if not has_direction_law(row) or row.answer is None:
        return None
    return _loss(row.unit, (_centered(row.first), _centered(row.second)), row.answer)


def direction_supremum(row: Row) -> Loss:
    """Return the largest loss of some directions, a lower bound on the supremum.

    A violation that it shows is one; that it shows none is no proof. Where the loss is largest u is an eigenvector of
    w A - w' A', with the derivatives w and w' of the logarithms of the densities: so eigenvectors of such differences
    are tried, and those that follow from the weights at the best one.
    """
    if not has_direction_law(row):
        return None
    pair = (_centered(row.first), _centered(row.second))
    return Fraction(0) if pair[0] == pair[1] else _loss(row.unit, pair, _best(row.unit, pair))


def _loss(rate: Fraction, pair: tuple[Matrix, Matrix], answer: Vector) -> Loss:
    if pair[0] == pair[1]:
        return Fraction(0)
    spectra = [spectrum_of(matrix) for matrix in pair]

    def log_density(place: int) -> arb:
        found = _log_weight(rate, pair[place], answer)
        return found if spectra[0] == spectra[1] else found - log_constant(spectra[place], rate)

    return Real(lambda: log_density(0) - log_density(1))


def _log_weight(rate: Fraction, matrix: Matrix, answer: Vector) -> arb:
    """Return the logarithm of exp(s x) (t - x)^-d."""
    x = _quotient(matrix, answer)
    gap = pole(spectrum_of(matrix), rate) - rational_ball(x)
    return rational_ball(rate * x) - len(matrix) * gap.log()


def _quotient(matrix: Matrix, answer: Vector) -> Fraction:
    """Return u'Au for the unit vector u of a direction."""
    images = [sum((x * a for x, a in zip(row, answer, strict=True)), Fraction(0)) for row in matrix]
    square = sum((a * a for a in answer), Fraction(0))
    return sum((a * image for a, image in zip(answer, images, strict=True)), Fraction(0)) / square


# Where the loss is large


@lru_cache(maxsize=256)
def _best(rate: Fraction, pair: tuple[Matrix, Matrix]) -> Vector:
    """Return the direction that costs most of those that are tried. Which ones these are needs no rigor."""
    with working_precision(FIRST_PRECISION):
        tried = list(_candidates(pair))
        found = max(tried, key=lambda answer: _gain(rate, pair, answer))
        for _ in range(REFINED):
            weights = [_slope(rate, matrix, found) for matrix in pair]
            tried = [found, *_eigenvectors(pair, weights[1] / weights[0])]
            found = max(tried, key=lambda answer: _gain(rate, pair, answer))
        return found


def _candidates(pair: tuple[Matrix, Matrix]) -> Iterator[Vector]:
    """Yield the axes, and eigenvectors of the first matrix less a share of the second."""
    dimension = len(pair[0])
    yield from (tuple(Fraction(i == k) for k in range(dimension)) for i in range(dimension))
    for share in (Fraction(0), *SHARES):
        yield from _eigenvectors(pair, share)


def _eigenvectors(pair: tuple[Matrix, Matrix], share: Fraction) -> Iterator[Vector]:
    """Yield vectors near the eigenvectors of the first matrix less a share of the second."""
    entries = [[rational_ball(p - share * q) for p, q in zip(*rows, strict=True)] for rows in zip(*pair, strict=True)]
    _, found = acb_mat(arb_mat(entries)).eig(right=True, algorithm="approx")
    for column in found.transpose().tolist():
        vector = tuple(_middle(entry.real) for entry in column)
        if any(vector):
            yield vector


def _middle(ball: arb) -> Fraction:
    number = ball.mid().fmpq()
    return Fraction(int(number.p), int(number.q))


def _gain(rate: Fraction, pair: tuple[Matrix, Matrix], answer: Vector) -> Fraction:
    """Return about how much a direction costs, but for the constants."""
    return _middle(_log_weight(rate, pair[0], answer) - _log_weight(rate, pair[1], answer))


def _slope(rate: Fraction, matrix: Matrix, answer: Vector) -> Fraction:
    """Return about the derivative of the logarithm of the density by x."""
    gap = pole(spectrum_of(matrix), rate) - rational_ball(_quotient(matrix, answer))
    return rate + len(matrix) * _middle(1 / gap)


explain_failures(__name__)
