"""Laplace mechanism: a real number plus Laplace noise, on a lattice so that low-order bits do not leak.

Source: Dwork, McSherry, Nissim and Smith, "Calibrating noise to sensitivity in private data analysis", TCC
2006. With scale b = sensitivity / eps and true value x, the density, as computed by `density`, is

    f(y) = e^(-|y - x| / b) / (2 b).

Privacy: epsilon-private for two values at distance at most `sensitivity`.

What is drawn: L (round(x / L) + Z), where L is a power of two of about 2^-30 min(sensitivity, b)
(`dpassay.fast.lattice` says why) and Z is a discrete Laplace integer of scale b' / L with b' = (sensitivity
+ L) / eps.

What is guaranteed. Two values at distance at most `sensitivity` are rounded to lattice points that are at
most sensitivity / L + 1 apart, and Z is drawn for that distance. So with ideal draws of Z the answer, ALL
its bits included, is epsilon-private for every pair of neighboring values; there is no delta for "unlucky"
doubles. The law is that of f with b' in place of b, rounded to the lattice: b' exceeds b by a relative
2^-30 (at most 2^-20, where epsilon is below 2^-23), and the distribution functions differ by less than
2^-29 (2^-19).
What is not guaranteed: NumPy's draws are not ideal. The tail of Z ends at 44.6 b', and its probabilities
are right up to a relative 2^-40 and a total variation of 2^-50, see `dpassay.fast.draws`: (epsilon + 2^-38,
2^-48)-private, given uniform bits.

Data: exact for ints and Fractions too. Where |x| is above 2^53 L, neighboring doubles are farther apart
than the lattice, and the answer is the double at the exact sum (harmless: it is post-processing, but the
answers' law gets as coarse as those doubles). Beyond 2^52 b, where doubles are farther apart than the
noise's scale, it is an error; an error for data out of range can be seen by whoever sees the answer, so
clamp before you call. Epsilon is at least 2^-33.

Speed: the floor is two exponential draws and an integer; half a dozen passes more put the sum on the lattice.
Time: not constant, see `dpassay.fast`.
"""

import numpy as np

from dpassay.fast import checks, discrete_laplace, lattice
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Floats, in_blocks

__all__ = ["density", "laplace"]


def density(y: Floats, data: float, scale: float) -> Floats:
    """The law: the density at each y."""
    law: Floats = np.exp(-np.abs(y - data) / scale) / (2 * scale)
    return law


def laplace(
    data: Real,
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    sensitivity: Real,
) -> Floats:
    """`size` noisy values of the real `data`.

    Args:
        data: the true value, at most 2^52 scales from zero.
        size: the number of outputs.
        rng: the source of randomness.
        epsilon: the privacy budget; give this or `exp_eps`.
        exp_eps: e^epsilon as a rational above 1.
        sensitivity: the largest change of the value between neighbors.

    Raises:
        ValueError: an argument is outside its domain.
    """
    count = checks.sample_size(size)
    checks.generator(rng)
    reach = checks.positive(sensitivity, "sensitivity")
    budget = checks.budget(epsilon, exp_eps)
    scale = reach / budget
    step = lattice.spacing(scale, reach)
    place = lattice.position(data, step, scale)
    rate = budget * (step / (reach + step)) * (1 - 2.0**-50)  # rounded down: never too little noise
    return in_blocks(lambda n: lattice.answers(place, discrete_laplace.noise(rate, n, rng), step), count)
