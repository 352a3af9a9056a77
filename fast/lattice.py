"""The lattice on which real-valued mechanisms answer, so that low-order bits say nothing of the data.

A float sum `data + noise` leaks: which doubles it can reach depends on the data (Mironov, "On significance
of the least significant bits for differential privacy", CCS 2012). Here the data x is rounded to a lattice
of spacing L, a power of two that depends on the parameters alone, the noise is an INTEGER Z in units of L,
and the answer is

    L (round(x / L) + Z)   to the nearest double or next to it.

The integer sum is exact, and what follows is a function of the sum alone: post-processing, which cannot
leak. Every answer is a multiple of L, whatever the data.

Why this spacing. Rounding moves two data at distance Delta apart by up to L, so the noise must cover Delta
+ L: L is to be far below Delta. It is to be far below the noise's scale as well, so that the answers' law
is the continuous one for all that samples can show: the two distribution functions differ by less than L /
scale. L = 2^-30 min(Delta, scale), rounded down to a power of two, does both. It may be this fine because Z
is drawn as an integer and not rounded from a float (see `dpassay.fast.draws`). Only where the scale is
above 2^23 Delta (a tiny epsilon), L stops at 2^-54 scale, so that Z fits into 64 bits; beyond 2^33 Delta,
where the scale would have to grow by more than 2^-20, it is an error.
"""

import math
from fractions import Fraction
from typing import Final

from dpassay.fast.checks import Real, bad, real
from dpassay.fast.draws import Floats, Integers

__all__ = ["DATA_RANGE", "LARGEST_RATIO", "LIMB", "RANGE", "answers", "position", "spacing"]

LARGEST_RATIO: Final = 2.0**33  # of scale to sensitivity
RANGE: Final = 2.0**900  # of scales and sensitivities: nothing overflows or becomes subnormal
DATA_RANGE: Final = 2**52  # of |data| in scales: beyond, doubles are farther apart than the scale
LIMB: Final = 46  # bits


def spacing(scale: float, sensitivity: float) -> float:
    """The spacing of the lattice for noise of this scale: a power of two."""
    for name, value in (("the scale of the noise", scale), ("sensitivity", sensitivity)):
        if not 1 / RANGE <= value <= RANGE:
            raise bad(name, value, "a number between 2^-900 and 2^900")
    if scale > LARGEST_RATIO * sensitivity:
        raise bad("the scale of the noise", scale, f"at most 2^33 times the sensitivity {sensitivity!r}")
    exponent = max(math.frexp(min(scale, sensitivity))[1] - 31, math.frexp(scale)[1] - 54)
    return math.ldexp(1.0, exponent)


def position(data: Real, lattice: float, scale: float) -> int:
    """The data in units of the lattice, rounded once, for an int or a Fraction as well as for a float."""
    exact = real(data, "data")
    if abs(exact) > DATA_RANGE * Fraction(scale):
        raise bad("data", data, f"a number of at most 2^52 times {scale!r}, the scale of the noise")
    return round(exact / Fraction(lattice))


def answers(place: int, noise: Integers, lattice: float) -> Floats:
    """The doubles for place + noise in units of the lattice; `noise` is below 2^61.

    `place` may have up to 106 bits. Two limbs hold the sum; they are normalized before any rounding, so that
    they, and with them the answer, are a function of the sum alone.
    """
    high, low = divmod(place, 2**LIMB)
    total = noise + low
    carry = total >> LIMB
    remainder = total & (2**LIMB - 1)
    values: Floats = ((carry + high) * 2.0**LIMB + remainder) * lattice
    return values
