"""Events whose probabilities are certified where a law is not: what doubles give away.

Of `bits.low_bits` the event is 0 < y < 1/4 with y no multiple of 2^-53.

* On input 1 it never happens. Such a y is the rounded difference of 1 and some z with 3/4 < z < 1. A double between 1/2
  and 1 is a multiple of 2^-53, so is 1 - z, and a multiple of 2^-53 below 1/4 is a double: nothing is rounded.
* On input 0 it is y = -log(k / 2^16) as numpy computes it, less than a unit in the last place from the real number. It
  is certain wherever neither of the two doubles around the real number is a multiple of 2^-53.

Of `rounding.added` it is the same with 0 < y < 1/8.

* On input 1 it never happens, by the same argument: the noise is a double between -1 and -7/8.
* On input 0 an answer is the noise, k/16 + b/2^56 with a whole b below 2^52. From 0 to 1/8 all of these are doubles;
  k is 0 or 1, and seven of eight b are no multiples of 8.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import exp
from typing import Final

from dpassay.exact import DiscreteGaussianLaw, as_real

UNIFORM_BITS: Final = 16
PLACES: Final = 2**UNIFORM_BITS
BITS: Final = 80


@cache
def low_bits() -> tuple[Fraction, Fraction]:
    """Return bounds of delta at any epsilon: the probability of the event that is certain, and 1."""
    first = int(PLACES * exp(-1 / 4)) - 1
    certain = sum(_surely(place) for place in range(first, PLACES))
    return Fraction(certain, 2 * PLACES), Fraction(1)


def _surely(place: int) -> bool:
    """Tell whether -log(place / 2^16) is certain to be computed as a number of the event."""
    low, high = (-as_real(Fraction(place, PLACES)).log()).bounds(BITS)
    if not 0 < low <= high < Fraction(1, 4):
        return False
    exponent = -2
    while Fraction(2) ** (exponent - 1) > high:
        exponent -= 1
    unit = Fraction(2) ** (exponent - 53)  # of doubles from 2^(exponent - 1) to 2^exponent
    below, above = low // unit, -(-high // unit)
    steps = Fraction(1, 2**53) / unit
    return above - below == 1 and bool(below % steps) and bool(above % steps)


@cache
def added() -> tuple[Fraction, Fraction]:
    """Return bounds of delta at any epsilon: the probability of the event, and 1."""
    steps = DiscreteGaussianLaw(0, 64**2)
    return (Fraction(7, 8) * (as_real(steps.pmf(0)) + steps.pmf(1))).bounds(BITS)[0], Fraction(1)


EVENTS: Final[Mapping[tuple[str, str], Callable[[], tuple[Fraction, Fraction]]]] = {
    ("bits", "low_bits"): low_bits,
    ("rounding", "added"): added,
}
"""For each target of which only an event is known: its bounds of delta; epsilon is infinite."""
