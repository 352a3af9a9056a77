"""Losses of noise whose scale, too, is one on one input and another on the other: an input is a place and a unit.

The larger unit has the heavier tails: its loss against the smaller one has no bound.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from dpassay.audit.pipelines.noises import Loss, is_finite
from dpassay.audit.pipelines.traces import Row
from dpassay.exact import Real, as_real, log
from dpassay.exact.entrance import explain_failures
from dpassay.exact.real import rational_ball

__all__ = ["AT_TWO_SCALES", "event_at_two_scales", "loss_at_two_scales", "supremum_at_two_scales"]

AT_TWO_SCALES = ("laplace at two scales", "normal at two scales")
"""Of these kinds an input is a pair of a place and a unit."""


def _known(row: Row) -> tuple[Fraction, Fraction, Fraction, Fraction] | None:
    both = (*row.first, *row.second) if isinstance(row.first, tuple) and isinstance(row.second, tuple) else ()
    if len(both) != 4 or not is_finite(*both) or not (both[1] > 0 and both[3] > 0):
        return None
    place, unit, other, scale = map(Fraction, both)
    return place, unit, other, scale


def loss_at_two_scales(row: Row, *, normal: bool) -> Loss:
    """Return the loss of Laplace or normal noise on two places and two units."""
    known = _known(row)
    if known is None or not is_finite(row.answer):
        return None
    place, unit, other, scale = known
    exact: Fraction
    if not normal:
        exact = abs(row.answer - other) / scale - abs(row.answer - place) / unit
    else:
        exact = ((row.answer - other) / scale) ** 2 / 2 - ((row.answer - place) / unit) ** 2 / 2
    return exact if unit == scale else as_real(log(scale / unit)) + exact


def supremum_at_two_scales(row: Row, *, normal: bool) -> Loss:
    """Return the supremum of that: infinite where the first unit is the larger one."""
    known = _known(row)
    if known is None:
        return None
    place, unit, other, scale = known
    if unit == scale:
        return None if normal else abs(place - other) / unit
    if unit > scale:
        return None
    gap = (place - other) ** 2 / (2 * (scale**2 - unit**2)) if normal else abs(place - other) / scale
    return as_real(log(scale / unit)) + gap


def event_at_two_scales(row: Row, kind: str, epsilon: Fraction) -> tuple[Fraction, Fraction] | None:
    """Return the probabilities of an event that tells the laws apart, below on the first input and above on the other.

    It is an interval about the second place, or what lies beyond it: whichever tells most, among some.
    """
    known = _known(row)
    if known is None:
        return None
    place, unit, other, scale = known
    above = _normal_above if kind.startswith("normal") else _laplace_above
    limit = float(as_real(epsilon).exp())
    best, most = None, 0.0
    for step in range(1, 33):
        reach = max(unit, scale) * Fraction(step, 4)
        middle = place if unit < scale else other
        low, high = middle - reach, middle + reach

        def outside(at: Fraction, by: Fraction, low: Fraction = low, high: Fraction = high) -> Real:
            return Real(lambda: above((high - at) / by) + above((at - low) / by))

        p, q = outside(place, unit), outside(other, scale)
        pairs = [(p.bounds(80)[0], q.bounds(80)[1])]
        pairs.append((1 - p.bounds(80)[1], 1 - q.bounds(80)[0]))
        for first, second in pairs:
            if float(first) - limit * float(second) > most and 0 < second < first < 1:
                best, most = (first, second), float(first) - limit * float(second)
    return best


def _laplace_above(limit: Fraction) -> arb:
    """Return the probability that Laplace noise of unit 1 around 0 is above a limit."""
    half = rational_ball(-abs(limit)).exp() / 2
    return 1 - half if limit < 0 else half


def _normal_above(limit: Fraction) -> arb:
    return (rational_ball(limit) / arb(2).sqrt()).erfc() / 2


explain_failures(__name__)
