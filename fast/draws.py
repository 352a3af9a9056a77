"""The draws that several mechanisms share, and what NumPy's own draws are worth.

NumPy draws standard exponentials and normals by a ziggurat (Marsaglia and Tsang, "The ziggurat method for
generating random variables", 2000): a random integer of 53 or 52 bits times the width of one of 256 layers;
beyond 7.697 (normal: 3.654) the tail is the logarithm of a 53-bit uniform. Suppose that the 64-bit words
beneath are uniform. Then, counting the grid points of each layer:

* Inside the layers, the probability of an interval of width w is right up to a relative 2^-49 / w, since no
  grid is wider than 2^-49.8 (normal: 2^-50).
* In the tail it is right up to an absolute 2^-64, since the tail has a mass of 2^-11 and a grid of 2^-53.
* The tail ends. No exponential draw is above 44.5 = 7.7 + 53 log 2, which misses a mass of e^-44.5 < 2^-64;
  no normal draw is outside +-12.3, which misses less than 2^-111.

Intervals here are 2^-9 wide or wider. Finer structure is never taken from a float draw: it comes from
random integers, accepted with the right probabilities. So every sampler that builds on
`standard_exponential` or `standard_normal` has outcome probabilities that are right up to a relative 2^-40,
plus a total variation of at most 2^-50 from the tails (under 2^13 intervals, each off by at most 2^-64).
For a mechanism that is epsilon-private with ideal draws this means (epsilon + 2^-38, 2^-48)-private with
NumPy's. This is an argument by counting, on paper; it trusts NumPy's tables.
"""

import math
from collections.abc import Callable
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "BLOCK",
    "Booleans",
    "Floats",
    "Integers",
    "accepted",
    "bernoulli",
    "in_blocks",
    "noisy_argmax",
    "signed_bits",
]

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]
Values = TypeVar("Values", bound=NDArray[Any])

BLOCK: Final = 2**14  # values a pass: so few that the passes over them stay in the processor's cache


def in_blocks(draw: Callable[[int], Values], size: int) -> Values:
    """The outputs of `draw(n)` for block after block, `size` in all."""
    first = draw(min(size, BLOCK))
    if size <= BLOCK:
        return first
    values: Any = np.empty(size, first.dtype)
    values[:BLOCK] = first
    for start in range(BLOCK, size, BLOCK):
        values[start : start + BLOCK] = draw(min(BLOCK, size - start))
    return values  # type: ignore[no-any-return]


def accepted(attempt: Callable[[int], tuple[Integers, Booleans]], size: int) -> Integers:
    """Rejection sampling: `attempt(n)` gives n values and which to keep; the others are drawn anew."""
    values, keep = attempt(size)
    missing = np.flatnonzero(~keep)
    while missing.size:
        values[missing], keep = attempt(missing.size)
        missing = missing[~keep]
    return values


def signed_bits(bits: int, size: int, rng: np.random.Generator) -> tuple[Integers, Integers]:
    """A fair sign, as 0 or -1, and an independent uniform integer in [0, 2^bits), from one draw."""
    word = rng.integers(-(2**bits), 2**bits, size=size)
    sign = word >> 63
    return sign, word ^ sign


def bernoulli(probability: float, size: int, rng: np.random.Generator) -> Booleans:
    """True with exactly the probability that the double `probability` is, however small.

    A uniform is a multiple of 2^-53, so a comparison with a double in [1/2, 1] or with a power of two down to
    2^-53 has exactly the right probability. A smaller double is a product of such factors: whoever passes one
    tries the next.
    """
    if probability >= 0.5:
        return rng.random(size) < probability
    if probability == 0:
        return np.zeros(size, np.bool_)
    halvings = min(-math.frexp(probability)[1], 53)
    hits = rng.random(size) < math.ldexp(1.0, -halvings)
    passed = np.flatnonzero(hits)
    hits[passed] = bernoulli(math.ldexp(probability, halvings), passed.size, rng)
    return hits


def noisy_argmax(scores: Floats, noise: Callable[[int], Floats], size: int) -> Integers:
    """The index of the largest score plus noise; ties, of a probability of about 2^-50, go to the first."""
    winner = np.zeros(size, np.int64)
    best = noise(size) + scores[0]
    for index in range(1, len(scores)):
        challenger = noise(size) + scores[index]
        np.copyto(winner, index, where=challenger > best)
        np.maximum(best, challenger, out=best)
    return winner
