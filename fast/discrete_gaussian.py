"""Discrete Gaussian mechanism: an integer plus noise with the mass of a Gaussian density at the integers.

Source: Canonne, Kamath and Steinke, "The discrete Gaussian for differential privacy", NeurIPS 2020:
definition 1 (the law), theorem 4 (privacy), algorithm 3 (the sampler). With true value x, as computed by
`pmf`,

    P(k) = e^(-(k - x)^2 / (2 sigma_squared)) / sum over integers j of e^(-j^2 / (2 sigma_squared)).

Privacy: (sensitivity^2 / (2 sigma_squared))-concentrated, for two values at distance at most `sensitivity`.
The noise does not depend on the sensitivity; `sigma_squared` is the parameter of the law, and its variance
is a little less.

The sampler: a discrete Laplace draw of rate 1 / t, t = floor(sigma) + 1, accepted with probability e^(-(|k|
- sigma_squared / t)^2 / (2 sigma_squared)); the coin is a comparison with an exponential draw, which
resolves probabilities down to 2^-64 where a uniform ends at 2^-53. About three of four draws are accepted;
for sigma below 2 fewer, and always
at least two of five.

Floating point: the acceptance probabilities are right to a relative 2^-40 where they are above e^-16, and
down to e^-44.5 up to an absolute 2^-64; below they are 0. So the noise ends at about 10.4 sigma, which
misses a mass of less than 2^-62; the rest is in `dpassay.fast.draws`.
Integers: the data is at most 2^62 and sigma at most 2^54; outside of this it is an error. Hence nothing
overflows.

Speed: the floor is a discrete Laplace draw and an exponential draw, times the 1.3 to 2.5 attempts an
output.
Time: not constant: the number of attempts is random.
"""

import math
from typing import Final

import numpy as np

from dpassay.fast import checks, discrete_laplace
from dpassay.fast.checks import Real
from dpassay.fast.draws import Booleans, Floats, Integers, accepted, in_blocks

__all__ = ["LARGEST_SIGMA", "discrete_gaussian", "noise", "pmf"]

LARGEST_SIGMA: Final = 2.0**54


def pmf(k: Integers, sigma_squared: float) -> Floats:
    """The law of the noise: the probability of each integer k."""
    law: Floats = np.exp(-(np.asarray(k, np.float64) ** 2) / (2 * sigma_squared)) / _normalizer(sigma_squared)
    return law


def _normalizer(sigma_squared: float) -> float:
    """The sum of e^(-j^2 / (2 sigma_squared)) over all integers; for a wide law, Poisson-summed."""
    j = np.arange(1, 12)
    if sigma_squared < 1:
        return 1 + 2 * float(np.exp(-(j**2) / (2 * sigma_squared)).sum())
    waves = float(np.exp(-2 * (math.pi * j) ** 2 * sigma_squared).sum())
    return math.sqrt(2 * math.pi * sigma_squared) * (1 + 2 * waves)


def noise(sigma_squared: float, size: int, rng: np.random.Generator) -> Integers:
    """`size` discrete Gaussian draws around zero."""
    sigma = math.sqrt(sigma_squared)
    t = math.floor(sigma) + 1
    center = sigma_squared / t

    def attempt(n: int) -> tuple[Integers, Booleans]:
        values = discrete_laplace.noise(1 / t, n, rng)
        with np.errstate(over="ignore"):  # an infinite exponent is a rejection, as it should be
            exponent = ((np.abs(values) - center) / sigma) ** 2 / 2
        return values, exponent <= rng.standard_exponential(n)

    return accepted(attempt, size)


def discrete_gaussian(
    data: int,
    *,
    size: int,
    rng: np.random.Generator,
    sigma_squared: Real,
    sensitivity: int,
) -> Integers:
    """`size` noisy values of the integer `data`.

    Args:
        data: the true value, an integer of at most 2^62.
        size: the number of outputs.
        rng: the source of randomness.
        sigma_squared: the parameter of the law.
        sensitivity: the largest change of the value between neighbors, a positive integer; not used.

    Raises:
        ValueError: an argument is outside its domain.
    """
    count = checks.sample_size(size)
    checks.generator(rng)
    value = checks.integer(data, "data", low=-checks.LARGEST_INTEGER)
    checks.integer(sensitivity, "sensitivity", low=1)
    width = checks.positive(sigma_squared, "sigma_squared")
    if width > LARGEST_SIGMA**2:
        raise checks.bad("sigma_squared", sigma_squared, "at most 2^108, for 64 bits")
    return in_blocks(lambda n: noise(width, n, rng) + value, count)
