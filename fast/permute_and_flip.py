"""Permute-and-flip: visit candidates in random order, accept each with probability exponential in its gap.

Source: McKenna and Sheldon, "Permute-and-flip: a new mechanism for differentially private selection",
NeurIPS 2020, algorithm 1. With gaps p_i = e^(eps (u_i - max u) / (2 sensitivity)), as computed by
`probabilities`,

    P(i) = p_i * integral over t in [0, 1] of the product over j != i of (1 - p_j t).

Privacy: epsilon-private if every score changes by at most `sensitivity` between neighbors; its expected
error is never above that of `exponential`, with the same parameters.

The sampler: the largest score plus independent exponential noise of scale 2 sensitivity / eps, which is the
same law (Ding, Kifer, Saghaian, Steinke, Wang, Xiao and Zhang, "The permute-and-flip mechanism is identical
to report-noisy-max with exponential noise", 2021). The formula above follows from it, with t = e^-(the
winner's lead over the best score).

Floating point: the differences u_i - max u are exact, rounded once to doubles, whatever the size of the
scores; a gap's logarithm is off by a relative 2^-50 of itself at most. A candidate that is 44.5 or more
below the best, in units of 2 sensitivity / eps, is never chosen; that misses at most e^-44.5 < 2^-64 a
candidate. The rest is in `dpassay.fast.draws`.

Speed: the floor is k exponential draws an output; four passes a candidate come on top.
Time: not constant, see `dpassay.fast`.
"""

from typing import Final

import numpy as np

from dpassay.fast.checks import Rational, Real, Scores
from dpassay.fast.draws import Floats, Integers, in_blocks, noisy_argmax
from dpassay.fast.exponential import checked, log_weights

__all__ = ["MOST_NODES", "permute_and_flip", "probabilities"]

MOST_NODES: Final = 200  # of the quadrature, which is exact for twice as many candidates


def probabilities(scores: Scores, *, epsilon: float, sensitivity: float) -> Floats:
    """The law: the probability of each candidate, in order; the quadrature is exact up to 400 candidates."""
    gaps = np.exp(log_weights(scores, epsilon=epsilon, sensitivity=sensitivity))
    nodes, weights = np.polynomial.legendre.leggauss(min(len(gaps) // 2 + 1, MOST_NODES))
    factors = 1 - gaps[:, np.newaxis] * (nodes + 1) / 2
    integrals = (factors.prod(axis=0) / factors) @ (weights / 2)
    law: Floats = gaps * integrals
    return law


def permute_and_flip(
    data: Scores,
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    sensitivity: Real,
) -> Integers:
    """`size` chosen candidates.

    Args:
        data: the scores, one a candidate.
        size: the number of outputs.
        rng: the source of randomness.
        epsilon: the privacy budget; give this or `exp_eps`.
        exp_eps: e^epsilon as a rational above 1.
        sensitivity: the largest change of a score between neighbors.

    Raises:
        ValueError: an argument is outside its domain.
    """
    count, logs = checked(data, size, rng, epsilon=epsilon, exp_eps=exp_eps, sensitivity=sensitivity)
    return in_blocks(lambda n: noisy_argmax(logs, rng.standard_exponential, n), count)
