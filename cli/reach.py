"""How far from its center a law is computed: where nothing but the exponents of a number would be left, not at all."""

from __future__ import annotations

from fractions import Fraction

from dpassay.cli.numbers import place_text
from dpassay.exact import (
    DiscreteGaussianLaw,
    EnclosedMixture,
    GaussianLaw,
    IntegerLaw,
    LaplaceMixture,
    LaplaceVectors,
    Law,
    LogForm,
    Number,
    Rate,
    as_real,
    require,
)
from dpassay.exact.real import decide
from dpassay.reference.mechanism import LARGEST_BUDGET

MOST_SCALES = 10**6
"""Places are at most so many scales of the noise from a center."""

MOST_BITS = 10**8
"""Exact probabilities have at most about so many bits."""

MOST_STEPS = 10**4
"""Laws on the integers are compared up to this distance: every integer in between has a likelihood ratio of its own."""


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
        return decide((as_real(place) - exact.mean) ** 2 <= as_real(exact.sigma) ** 2 * MOST_SCALES**2)
    if isinstance(exact, LaplaceMixture | EnclosedMixture):
        return all(_is_near_center(place, center, exact.rate) for center in exact.centers)
    if isinstance(exact, LaplaceVectors):
        return all(_is_near_center(place, x, exact.rate) for center in exact.centers for x in center)
    return True


def _is_near_center(place: Fraction, center: Fraction | LogForm, rate: Rate) -> bool:
    scales = (as_real(place) - as_real(center)) * as_real(rate)
    return decide(scales * scales <= MOST_SCALES**2)


def _squares_near(distance: Fraction, sigma_squared: Fraction) -> bool:
    return distance**2 <= sigma_squared * MOST_SCALES**2


def _is_near_on_integers(distance: Fraction, ratio: Number) -> bool:
    if isinstance(ratio, Fraction) and distance * max(map(int.bit_length, ratio.as_integer_ratio())) > MOST_BITS:
        return False
    return decide(-as_real(ratio).log() * distance <= MOST_SCALES)


def check_pair(first: Law, second: Law) -> None:
    """Refuse two laws whose comparison takes longer than anyone waits."""
    if isinstance(first, IntegerLaw) and isinstance(second, IntegerLaw):
        gap = abs(first.start - second.start)
        expected = f"inputs at most {MOST_STEPS} apart (the default pair is one sensitivity apart)"
        require(gap <= MOST_STEPS, "data, neighbor", f"inputs {place_text(gap)} apart", expected)
    if isinstance(first, DiscreteGaussianLaw) and isinstance(second, DiscreteGaussianLaw):
        gap = abs(first.center - second.center)
        expected = f"inputs at most {MOST_SCALES} sigma apart (the default pair is one sensitivity apart)"
        near = _squares_near(Fraction(gap), first.sigma_squared)
        require(near, "data, neighbor", f"inputs {place_text(gap)} apart", expected)


def check_epsilon(epsilon: Fraction) -> None:
    """Refuse an epsilon at which there is nothing to show."""
    expected = "a number from 0 to 10^12"
    require(0 <= epsilon <= LARGEST_BUDGET, "epsilon", place_text(epsilon), expected)
