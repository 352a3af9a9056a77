"""Gaussian mechanism: a real number plus normal noise, on a lattice so that low-order bits do not leak.

Source: Balle and Wang, "Improving the Gaussian mechanism for differential privacy: analytical calibration
and optimal denoising", ICML 2018, theorem 8. With true value x the density, as computed by `density`, is

    f(y) = e^(-(y - x)^2 / (2 sigma^2)) / (sigma sqrt(2 pi)),

and with s = sigma / sensitivity it is (eps, delta)-private, for two values at distance at most
`sensitivity`, exactly if

    Phi(1 / (2 s) - eps s) - e^eps Phi(-1 / (2 s) - eps s) <= delta,

whose left side `log_delta` computes (its logarithm) and for which `calibrate` finds the smallest s. An
explicit `sigma` takes the place of the calibrated one; epsilon and delta are checked all the same.

What is drawn: L (round(x / L) + Z), where L is a power of two of about 2^-30 min(sensitivity, sigma)
(`dpassay.fast.lattice` says why) and Z = round(sigma' N / L), N standard normal, sigma' = sigma
(sensitivity + L) / sensitivity.

What is guaranteed. Since round(x / L) is an integer, the answer is L round(round(x / L) + sigma' N / L):
post-processing of the Gaussian mechanism on the rounded data, whose sensitivity is at most sensitivity + L;
the noise is drawn for that. So with ideal draws the answer, ALL its bits included, is (epsilon,
delta)-private for every pair of neighboring values. The law is that of f with sigma' in place of sigma,
rounded to the lattice: sigma' exceeds sigma by a relative 2^-30 (at most 2^-20, where sigma is above 2^23
sensitivities), and the distribution functions differ by less than 2^-30 (2^-20).
What is not guaranteed: NumPy's draws are not ideal. No |N| is above 12.3, and the probabilities of Z are
right up to a relative 2^-40 and a total variation of 2^-50, see `dpassay.fast.draws`: (epsilon + 2^-38,
delta + 2^-48)-private, given uniform bits. A delta below 2^-48 is met by the calibration but not, by this
argument, by the draw.

The calibration works for any delta that is a double, and an epsilon of at most 2^40: with the scaled
complement erfcx(z) = e^(z^2) erfc(z) the left side is e^(-l^2) (erfcx(l) - erfcx(h)) / 2 with l = (eps s -
1 / (2 s)) / sqrt(2), h = (eps s + 1 / (2 s)) / sqrt(2). Where l and h are close, the difference is
integrated instead of subtracted. A bound on the rounding error is added before the root is taken, and the
root is rounded up: the sigma is never too small, and too large by a relative 1e-9 at most.

Data: as for `dpassay.fast.laplace`: exact for ints and Fractions; an error beyond 2^52 sigma, or where
sigma is above 2^33 sensitivities.

Speed: the floor is a normal draw, an exponential draw and an integer; about a dozen passes more.
Time: not constant, see `dpassay.fast`.
"""

import math
from typing import Final

import numpy as np
from scipy.special import erfcx, ndtr

from dpassay.fast import checks, lattice
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Booleans, Floats, Integers, in_blocks, signed_bits

__all__ = [
    "LARGEST_EPSILON",
    "LARGEST_LOG_S",
    "calibrate",
    "density",
    "gaussian",
    "in_proportion",
    "log_delta",
    "noise",
]

LARGEST_EPSILON: Final = 2.0**40
LARGEST_LOG_S: Final = math.log(lattice.LARGEST_RATIO) + 1
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(10)


def density(y: Floats, data: float, sigma: float) -> Floats:
    """The law: the density at each y."""
    law: Floats = np.exp(-(((y - data) / sigma) ** 2) / 2) / (sigma * math.sqrt(2 * math.pi))
    return law


def log_delta(s: float, epsilon: float) -> float:
    """The logarithm of the smallest delta at `epsilon`, for s = sigma / sensitivity."""
    low = (epsilon * s - 0.5 / s) / math.sqrt(2)
    width = 1 / (s * math.sqrt(2))
    if low < -1:  # delta is large: one minus what it lacks
        lack = float(ndtr(math.sqrt(2) * low)) + math.exp(-low * low) * float(erfcx(low + width)) / 2
        return math.log1p(-lack)
    return -low * low + math.log(_erfcx_fall(low, width) / 2)


def _erfcx_fall(z: float, width: float) -> float:
    """erfcx(z) - erfcx(z + width); over a short way the integral of -erfcx' = 2 / sqrt(pi) - 2 z erfcx(z)."""
    if width > 0.25:
        return float(erfcx(z) - erfcx(z + width))
    nodes = z + width * (_NODES + 1) / 2
    slopes = 2 / math.sqrt(math.pi) - 2 * nodes * erfcx(nodes)
    return float(_WEIGHTS @ slopes) * width / 2


def _log_delta_above(log_s: float, epsilon: float) -> float:
    """An upper bound on log_delta: its value plus more than its rounding error, relative near zero."""
    s = math.exp(log_s)
    size = epsilon * s + 1 / s
    low = abs(epsilon * s - 0.5 / s)
    value = log_delta(s, epsilon)
    return value + min(1.0, -value) * 2.0**-46 * (64 + size * (1 + low))


def calibrate(epsilon: float, delta: float) -> float:
    """The smallest sigma / sensitivity that is (epsilon, delta)-private; rounded up."""
    from scipy.optimize import brentq  # takes long to load, and whoever gives a sigma has no use for it

    def excess(log_s: float) -> float:
        return _log_delta_above(log_s, epsilon) - math.log(delta)

    above = -8 - math.log(2 + 2 * epsilon) / 2  # so little noise that delta is 1
    while excess(above) > 0:
        above += 1
        if above > LARGEST_LOG_S:
            expected = f"one that noise of 2^33 sensitivities can meet at epsilon={epsilon!r}"
            raise checks.bad("delta", delta, expected)
    root = float(brentq(excess, above - 1, above, xtol=1e-14))
    return math.exp(root) * (1 + 1e-12)


def noise(scale: float, size: int, rng: np.random.Generator) -> Integers:
    """round(scale N), N standard normal, every bit of it random; `scale` is between 2^7 and 2^55.

    The half-line of |N| is cut into cells of width h, 2^-9 < h <= 2^-8. NumPy's draw chooses the cell and no
    more. A uniform integer in [0, 2^bits) chooses a half unit in the cell, accepted in proportion to the
    density there.
    """
    bits = math.frexp(scale)[1] - 8
    width = math.ldexp(1.0, bits - 1) / scale
    cells = np.floor(np.abs(rng.standard_normal(size)) / width)
    sign, halves = signed_bits(bits, size, rng)
    missing = np.flatnonzero(~in_proportion(cells, halves, bits, width, rng))
    while missing.size:
        sign[missing], halves[missing] = signed_bits(bits, missing.size, rng)
        missing = missing[~in_proportion(cells[missing], halves[missing], bits, width, rng)]
    floors = ((cells.astype(np.int64) << bits) | halves) ^ sign  # floor(2 scale N), for either sign
    return (floors + 1) >> 1


def in_proportion(cells: Floats, halves: Integers, bits: int, width: float, rng: np.random.Generator) -> Booleans:
    """Whether to keep a place in the cell: with probability density there / density at the inner edge."""
    u = (halves + 0.5) * 2.0**-bits
    keep: Booleans = rng.standard_exponential(u.size) >= width * width * u * (cells + u / 2)
    return keep


def gaussian(
    data: Real,
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    delta: Real | None = None,
    sensitivity: Real,
    sigma: Real | None = None,
) -> Floats:
    """`size` noisy values of the real `data`.

    Args:
        data: the true value, at most 2^52 sigma from zero.
        size: the number of outputs.
        rng: the source of randomness.
        epsilon: the privacy budget; give this or `exp_eps`.
        exp_eps: e^epsilon as a rational above 1.
        delta: the probability of failure, strictly between 0 and 1.
        sensitivity: the largest change of the value between neighbors.
        sigma: the standard deviation; without it, the smallest that is (epsilon, delta)-private. It may be given alone:
            then no epsilon and no delta are claimed.

    Raises:
        ValueError: an argument is outside its domain.
    """
    count = checks.sample_size(size)
    checks.generator(rng)
    reach = checks.positive(sensitivity, "sensitivity")
    scale = _standard_deviation(epsilon, exp_eps, delta, reach, sigma)
    step = lattice.spacing(scale, reach)
    place = lattice.position(data, step, scale)
    units = scale / step * ((reach + step) / reach) * (1 + 2.0**-50)  # rounded up: never too little noise
    return in_blocks(lambda n: lattice.answers(place, noise(units, n, rng), step), count)


def _standard_deviation(
    epsilon: Real | None, exp_eps: Rational | None, delta: Real | None, sensitivity: float, sigma: Real | None
) -> float:
    """The standard deviation that is asked for; epsilon and delta are checked also beside a sigma."""
    if sigma is not None and epsilon is None and exp_eps is None and delta is None:
        return checks.positive(sigma, "sigma")
    budget, failure = checks.budget(epsilon, exp_eps), checks.probability_of_failure(delta)
    return _smallest_sigma(budget, failure, sensitivity) if sigma is None else checks.positive(sigma, "sigma")


def _smallest_sigma(epsilon: float, delta: float, sensitivity: float) -> float:
    """The analytic calibration."""
    if epsilon > LARGEST_EPSILON:
        raise checks.bad("epsilon", epsilon, "at most 2^40, for a calibrated sigma")
    return calibrate(epsilon, delta) * sensitivity
