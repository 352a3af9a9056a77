"""Events whose probabilities are certified where a law is not: what doubles give away.

Of `bits.low_bits` the event is 0 < y < 1/4 with y no multiple of 2^-53.

* On input 1 it never happens. Such a y is the rounded difference of 1 and some z with 3/4 < z < 1. A double between 1/2
  and 1 is a multiple of 2^-53, so is 1 - z, and a multiple of 2^-53 below 1/4 is a double: nothing is rounded.
* On input 0 it is y = -log(k / 2^16) as numpy computes it, less than a unit in the last place from the real number. It
  is certain wherever neither of the two doubles around the real number is a multiple of 2^-53.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import exp
from typing import Final

from dpassay.exact import as_real

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


EVENTS: Final[Mapping[tuple[str, str], Callable[[], tuple[Fraction, Fraction]]]] = {("bits", "low_bits"): low_bits}
"""For each target of which only an event is known: its bounds of delta; epsilon is infinite."""
