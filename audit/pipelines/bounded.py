"""Losses of Laplace noise that is kept between bounds: truncated to them, folded back at one, or drawn between them.

The unit of a row is (width, low, high).

* Truncated noise has an atom at each bound; between them its ratio of densities is that of the noise.
* Folded noise becomes 2 low - answer where it falls below low; high is infinite. With places counted from low in
  widths, an answer a has at the input x the weight e^-|a - x| + e^-(a + x): e^-x cosh(a) up to x, then cosh(x) e^-a.
* Bounded noise is drawn again until it falls between the bounds: to the loss of the noise comes what the masses between
  the bounds, 2 - e^-(x - low) - e^-(high - x), differ by (Holohan, Antonatos, Braghin and Mac Aonghusa 2020).

Two-sided geometric noise of unit b has the ratio e^(-1/b) of neighbors; folded at a half, as diffprivlib does it, its
weights have the same form. The loss is infinite where an input is no finite number, as any answer then shows.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from flint import arb

from dpassay.audit.pipelines.noises import Loss, is_finite, larger
from dpassay.audit.pipelines.traces import Row
from dpassay.exact import Real, as_real
from dpassay.exact.entrance import explain_failures
from dpassay.exact.real import rational_ball

__all__ = [
    "BOUNDED",
    "bounded_loss",
    "bounded_supremum",
    "folded_loss",
    "folded_supremum",
    "truncated_geometric_loss",
    "truncated_geometric_supremum",
    "truncated_loss",
    "truncated_supremum",
]

BOUNDED: Final = (
    *("truncated laplace", "truncated discrete laplace", "folded laplace", "folded discrete laplace"),
    "bounded laplace",
)
"""Their kinds."""


def _gap(row: Row, answer: Fraction, first: Fraction, second: Fraction) -> Fraction:
    return Fraction(abs(answer - second) - abs(answer - first)) / Fraction(row.unit[0])


def _is_known(row: Row) -> bool:
    return is_finite(row.unit[0], row.first, row.second) and row.unit[0] > 0


def _without_noise(row: Row) -> Loss:
    """Return the loss where the width is 0, or an input no number: none where both inputs give one answer."""
    if not is_finite(*row.unit[:1], row.first, row.second):
        return None
    _, low, high = row.unit
    first, second = (min(max(place, low), high) for place in (row.first, row.second))
    return Fraction(0) if first == second else None


# Truncated


def truncated_loss(row: Row, *, whole: bool = False) -> Loss:
    """Return the loss of Laplace noise that is truncated to two bounds; ``whole``: of two-sided geometric noise."""
    if not _is_known(row) or not is_finite(row.answer):
        return _without_noise(row)
    _, low, high = row.unit
    if low == high:
        return Fraction(0)
    if row.answer <= low:
        return _atom(row, low, 1, whole)
    if row.answer >= high:
        return _atom(row, high, -1, whole)
    return _gap(row, row.answer, row.first, row.second)


def truncated_supremum(row: Row, *, whole: bool = False) -> Loss:
    """Return the supremum of that: at a bound, or where the first input is nearest between them."""
    if not _is_known(row):
        return _without_noise(row)
    _, low, high = row.unit
    if low == high:
        return Fraction(0)
    best: Loss = _gap(row, min(max(row.first, low), high), row.first, row.second)
    for bound, sign in ((low, 1), (high, -1)):
        if is_finite(bound):
            best = larger(best, _atom(row, bound, sign, whole))
    return best


def truncated_geometric_loss(row: Row) -> Loss:
    """Return the loss of two-sided geometric noise that is truncated."""
    return truncated_loss(row, whole=True)


def truncated_geometric_supremum(row: Row) -> Loss:
    """Return the supremum of that."""
    return truncated_supremum(row, whole=True)


def _atom(row: Row, bound: Fraction, sign: int, whole: bool) -> Loss:
    """Return the loss of an answer at a bound, which is the probability that noise leaves the input on that side."""
    first, second = (sign * (bound - place) for place in (row.first, row.second))
    if first <= 0 and second <= 0:
        return Fraction(first - second) / Fraction(row.unit[0])
    p, q = (_beyond(Fraction(place), Fraction(row.unit[0]), whole) for place in (first, second))
    return Fraction(0) if first == second else (p / q).log()


def _beyond(place: Fraction, width: Fraction, whole: bool) -> Real:
    """Return the probability that noise is at most so much."""
    step = as_real(-1 / width).exp() if whole else as_real(Fraction(1))
    if place <= 0:
        return as_real(place / width).exp() / (step + 1)
    return 1 - as_real(-place / width).exp() * step / (step + 1)


# Folded


def folded_loss(row: Row) -> Loss:
    """Return the loss of noise that is folded back at the lower bound."""
    if not _is_known(row) or not is_finite(row.answer) or row.answer < row.unit[1]:
        return _without_noise(row)
    answer, first, second = _places(row, row.answer, row.first, row.second)
    return Real(lambda: _log_weight(answer, first) - _log_weight(answer, second))


def folded_supremum(row: Row) -> Loss:
    """Return the supremum of that: the gap, at the lower bound, or log cosh of one place less that of the other."""
    if not _is_known(row):
        return _without_noise(row)
    first, second = _places(row, row.first, row.second)
    if first <= second:
        return second - first
    return Real(lambda: rational_ball(first).cosh().log() - rational_ball(second).cosh().log())


def _places(row: Row, *numbers: Fraction) -> list[Fraction]:
    """Return numbers in widths from the lower bound; what lies below it has the law of what lies above."""
    return [abs(Fraction(number - row.unit[1])) / Fraction(row.unit[0]) for number in numbers]


def _log_weight(answer: Fraction, place: Fraction) -> arb:
    """Return the logarithm of the weight of an answer, but for what does not depend on the place."""
    if answer <= place:
        return rational_ball(answer).cosh().log() - rational_ball(place)
    return rational_ball(place).cosh().log() - rational_ball(answer)


# Drawn between bounds


def bounded_loss(row: Row) -> Loss:
    """Return the loss of Laplace noise that is drawn until it falls between bounds."""
    if not _is_known(row) or not is_finite(row.answer):
        return _without_noise(row)
    return _bounded(row, row.answer)


def bounded_supremum(row: Row) -> Loss:
    """Return the supremum of that: at the first input."""
    return _bounded(row, row.first) if _is_known(row) else _without_noise(row)


def _bounded(row: Row, answer: Fraction) -> Loss:
    width, low, high = row.unit
    answer, first, second = (min(max(place, low), high) for place in (answer, row.first, row.second))
    if first == second:
        return Fraction(0)
    gap = _gap(row, answer, first, second)

    if first - low == high - second:  # as much is cut off
        return gap

    def mass(place: Fraction) -> arb:
        ends = [-abs(end - place) / Fraction(width) for end in (low, high) if is_finite(end)]
        return 2 - sum((rational_ball(end).exp() for end in ends), arb(0))

    return Real(lambda: rational_ball(gap) + (mass(second) / mass(first)).log())


explain_failures(__name__)
