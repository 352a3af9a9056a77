"""Two other samplers of the exponential mechanism, to compare `dpassay.fast.exponential` with; the same law.

* `exponential_inverse_cdf`: where a draw falls among the cumulative probabilities; O(log k). The small weights are
  summed first, so that a candidate with a probability of 1e-15 is drawn about as often as it should be; a uniform, a
  multiple of 2^-53, is off by 10 % there.
* `exponential_gumbel`: the largest score plus independent Gumbel noise (Yellott, 1977), -log of an exponential; O(k).
"""

import numpy as np

from dpassay.fast.checks import Rational, Real, Scores
from dpassay.fast.draws import Floats, Integers, in_blocks, noisy_argmax
from dpassay.fast.exponential import checked, minus_log, normalized


def exponential_inverse_cdf(
    data: Scores,
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    sensitivity: Real,
) -> Integers:
    """The law of `exponential` by the inverse of its distribution function; arguments and errors as there."""
    count, logs = checked(data, size, rng, epsilon=epsilon, exp_eps=exp_eps, sensitivity=sensitivity)
    ranked = np.argsort(-logs, kind="stable")  # the likeliest first
    rest = np.cumsum(normalized(logs)[ranked[::-1]])[-2::-1]  # the mass behind each, summed from its small end
    bounds = minus_log(rest)

    def draw(n: int) -> Integers:
        return ranked[np.searchsorted(bounds, rng.standard_exponential(n), side="right")]

    return in_blocks(draw, count)


def exponential_gumbel(
    data: Scores,
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    sensitivity: Real,
) -> Integers:
    """The law of `exponential` by the largest score plus Gumbel noise; arguments and errors as there."""
    count, logs = checked(data, size, rng, epsilon=epsilon, exp_eps=exp_eps, sensitivity=sensitivity)

    def gumbel(n: int) -> Floats:
        return minus_log(rng.standard_exponential(n))

    return in_blocks(lambda n: noisy_argmax(logs, gumbel, n), count)
