"""How far from its center a law is computed: where nothing but the exponents of a number would be left, not at all."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from dpassay.cli.numbers import place_text
from dpassay.exact import (
    DiscreteGaussianLaw,
    Dist,
    EnclosedMixture,
    GaussianLaw,
    IntegerLaw,
    LaplaceMixture,
    LaplaceVectors,
    Law,
    LogForm,
    Number,
    Rate,
    Real,
    as_real,
    decimal_text,
    log_number,
    require,
)
from dpassay.reference.mechanism import LARGEST_BUDGET

RealLaw: TypeAlias = "LaplaceMixture | EnclosedMixture | GaussianLaw"
"""A law on the line."""

MOST_SCALES = 10**6
"""Places are at most so many scales of the noise from a center."""

LEAST_DELTA = Fraction(1, 10**100)
"""Where the least epsilon at a delta has no closed form, the delta is at least this."""

MOST_BITS = 10**8
"""Exact probabilities have at most about so many bits."""

MOST_STEPS = 10**6
"""Laws on the integers are compared up to this distance: their ratios are powers, and grow with it."""


def check_place(place: Fraction | int, exact: Law) -> None:
    """Refuse an outcome too far from the center."""
    expected = f"a number at most {MOST_SCALES} scales of the noise from the center"
    require(_is_near(Fraction(place), exact), "at", place_text(place), expected)


def _is_near(place: Fraction, exact: Law) -> bool:
    if isinstance(exact, IntegerLaw):
        return _is_near_on_integers(abs(place - exact.start), exact.right_ratio)
    if isinstance(exact, DiscreteGaussianLaw):
        return abs(place - exact.center) <= 10 or _squares_near(place - exact.center, exact.sigma_squared)
    if isinstance(exact, GaussianLaw):
        return _is_at_most(((as_real(place) - exact.mean) / as_real(exact.sigma)) ** 2, MOST_SCALES**2)
    if isinstance(exact, LaplaceMixture | EnclosedMixture):
        return all(_is_near_center(place, center, exact.rate) for center in exact.centers)
    if isinstance(exact, LaplaceVectors):
        return all(_is_near_center(place, x, exact.rate) for center in exact.centers for x in center)
    return True


def _is_near_center(place: Fraction, center: Fraction | LogForm, rate: Rate) -> bool:
    scales = (as_real(place) - as_real(center)) * as_real(rate)
    return _is_at_most(scales * scales, MOST_SCALES**2)


def _is_at_most(number: Real, limit: int) -> bool:
    """Tell whether a number is at most a limit, or so close above it that an enclosure does not tell."""
    return number.bounds()[0] <= limit


def _squares_near(distance: Fraction, sigma_squared: Fraction) -> bool:
    return distance**2 <= sigma_squared * MOST_SCALES**2


def _is_near_on_integers(distance: Fraction, ratio: Number) -> bool:
    if isinstance(ratio, Fraction) and distance * max(map(int.bit_length, ratio.as_integer_ratio())) > MOST_BITS:
        return False
    return _is_at_most(-as_real(ratio).log() * distance, MOST_SCALES)


def check_pair(first: Law, second: Law) -> None:
    """Refuse two laws whose comparison takes longer than anyone waits."""
    if isinstance(first, IntegerLaw) and isinstance(second, IntegerLaw):
        gap = abs(first.start - second.start)
        expected = f"inputs at most {MOST_STEPS} apart (the default pair is one sensitivity apart)"
        require(gap <= MOST_STEPS, "sensitivity, or data and neighbor", f"inputs {place_text(gap)} apart", expected)
    if isinstance(first, DiscreteGaussianLaw) and isinstance(second, DiscreteGaussianLaw):
        gap = abs(first.center - second.center)
        expected = f"inputs at most {MOST_SCALES} sigma apart (the default pair is one sensitivity apart)"
        near = _squares_near(Fraction(gap), first.sigma_squared)
        require(near, "sensitivity, or data and neighbor", f"inputs {place_text(gap)} apart", expected)


def check_grid(grid: Sequence[Number], first: Law, second: Law) -> None:
    """Refuse an epsilon that two discrete Gaussians reach only where nothing is left of their probabilities."""
    if not (isinstance(first, DiscreteGaussianLaw) and isinstance(second, DiscreteGaussianLaw)):
        return
    gap = abs(first.center - second.center)
    for exp_eps in grid:
        expected = f"at most {MOST_SCALES} times the distance of the inputs over sigma"
        near = gap == 0 or _is_at_most(as_real(exp_eps).log() * as_real(first.sigma_squared).sqrt() / gap, MOST_SCALES)
        require(near, "epsilon", decimal_text(log_number(exp_eps)), expected)


def check_epsilon(epsilon: Fraction) -> None:
    """Refuse an epsilon at which there is nothing to show."""
    expected = "a number from 0 to 10^6"
    require(0 <= epsilon <= LARGEST_BUDGET, "epsilon", place_text(epsilon), expected)


def brief(law: RealLaw, place: Fraction) -> RealLaw:
    """Return the law, with enclosures in place of exact powers where those at a place would have too many bits."""
    if not isinstance(law, LaplaceMixture) or not isinstance(law.rate, LogForm):
        return law
    bits = sum(abs(coefficient) * n.bit_length() for n, coefficient in law.rate.terms.items())
    furthest = max(abs(place - center) for center in law.centers if isinstance(center, Fraction))
    return law if bits * furthest <= MOST_BITS // 100 else EnclosedMixture(law.weights, law.centers, as_real(law.rate))


def check_delta(delta: Fraction, laws: tuple[Law, Law]) -> None:
    """Refuse a delta at which the bisection for epsilon takes longer than anyone waits."""
    exact = isinstance(laws[0], Dist | IntegerLaw)
    expected = f"0, or a number of at least {decimal_text(LEAST_DELTA)}: epsilon is found by bisection here"
    require(exact or delta == 0 or delta >= LEAST_DELTA, "delta", place_text(delta), expected)
