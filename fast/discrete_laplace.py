"""Discrete Laplace (two-sided geometric) mechanism: an integer plus noise of geometric mass on both sides.

Source: Ghosh, Roughgarden and Sundararajan, "Universally utility-maximizing privacy mechanisms", SIAM J.
Comput. 41 (2012), section 2 (there with alpha = e^-rate). With rate = eps / sensitivity and true value
x, as computed by `pmf`,

    P(k) = tanh(rate / 2) e^(-rate |k - x|),   k an integer.

Privacy: epsilon-private for two values at distance at most `sensitivity`, an integer.

The sampler. For a rate of 2^-6 or more: the floor of an exponential draw divided by the rate is geometric,
and the difference of two such is the noise. For a smaller rate a float draw is too coarse, and the
magnitude is put together: a geometric number of strides of 2^m units, where 2^m rate is in [2^-7, 2^-6),
and within the stride a uniform integer k < 2^m that is accepted with probability e^(-rate k). An
exponential has no memory, so this is geometric; a random sign makes it two-sided, and a negative zero is
drawn anew.

Floating point: the rate is rounded down by 2^-50, so that the privacy loss of the ideal draw is at most
epsilon. What NumPy's draws add is in `dpassay.fast.draws`; in particular the noise ends at 44.6 / rate, and
at a rate of 44.5 or more it is always 0, though an ideal draw is something else with probability 2 e^-44.5
< 2^-63.
Integers: the data is at most 2^62 and 1 / rate at most 2^55; outside of this it is an error. Hence nothing
overflows.

Speed: the floor is two exponential draws an output; for small rates, two exponential draws and an integer.
Time: not constant, see `dpassay.fast`.
"""

import math
from typing import Final

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Booleans, Floats, Integers, accepted, in_blocks, signed_bits

__all__ = ["COARSE_RATE", "SMALLEST_RATE", "discrete_laplace", "geometric", "noise", "pmf"]

COARSE_RATE: Final = 2.0**-6
SMALLEST_RATE: Final = 2.0**-55


def pmf(k: Integers, rate: float) -> Floats:
    """The law of the noise: the probability of each integer k."""
    law: Floats = math.tanh(rate / 2) * np.exp(-rate * np.abs(k))
    return law


def noise(rate: float, size: int, rng: np.random.Generator) -> Integers:
    """`size` discrete Laplace draws around zero; `rate` is at least 2^-55."""
    if rate >= COARSE_RATE:
        return geometric(rate, size, rng) - geometric(rate, size, rng)
    return accepted(lambda n: _attempt(rate, n, rng), size)


def geometric(rate: float, size: int, rng: np.random.Generator) -> Integers:
    """P(k) = (1 - e^-rate) e^(-rate k), k = 0, 1, ...; the cast is the floor."""
    draws = rng.standard_exponential(size)
    draws /= rate
    return draws.astype(np.int64)


def _attempt(rate: float, size: int, rng: np.random.Generator) -> tuple[Integers, Booleans]:
    """Strides, then units within the stride; and whether the draw is accepted."""
    bits = -6 - math.frexp(rate)[1]
    strides = geometric(math.ldexp(rate, bits), size, rng)
    sign, units = signed_bits(bits, size, rng)
    magnitude = (strides << bits) | units
    keep = rng.standard_exponential(size) >= rate * units
    keep &= (magnitude | ~sign) != 0  # not the negative zero
    return (magnitude ^ sign) - sign, keep


def discrete_laplace(
    data: int,
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    sensitivity: int,
) -> Integers:
    """`size` noisy values of the integer `data`.

    Args:
        data: the true value, an integer of at most 2^62.
        size: the number of outputs.
        rng: the source of randomness.
        epsilon: the privacy budget; give this or `exp_eps`.
        exp_eps: e^epsilon as a rational above 1.
        sensitivity: the largest change of the value between neighbors, a positive integer.

    Raises:
        ValueError: an argument is outside its domain.
    """
    count = checks.sample_size(size)
    checks.generator(rng)
    value = checks.integer(data, "data", low=-checks.LARGEST_INTEGER)
    budget = checks.budget(epsilon, exp_eps)
    rate = budget / checks.integer(sensitivity, "sensitivity", low=1) * (1 - 2.0**-50)
    if rate < SMALLEST_RATE:
        raise checks.bad("epsilon", budget, f"at least 2^-55 sensitivities of {sensitivity!r}")
    return in_blocks(lambda n: noise(rate, n, rng) + value, count)
