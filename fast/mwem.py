"""MWEM: in each round choose a query that the distribution so far answers badly, measure it, and reweigh.

Source: Hardt, Ligett and McSherry, "A simple and practical algorithm for differentially private data release" (2012),
as it stands in section 4 of Haghtalab, Roughgarden and Shetty, "Smoothed analysis of online and differentially private
learning" (2020). The data are n points of a domain of N elements; n is public. A query q has values in [low, high], of
the width w = high - low; q(D) is its mean under D. D_0 is uniform, D_B that of the data. In each of T rounds

    choose    j with probability proportional to e^(eps s_j / (4 T w)),   s_j = |n q_j(D_(i-1)) - n q_j(D_B)|
    measure   m = n q_j(D_B) + Z / g, with Z an integer, P(Z = k) proportional to e^(-|k| eps / (2 T g w))
    update    D_i(x) proportional to D_(i-1)(x) e^(q_j(x) (m / n - q_j(D_(i-1))) / 2)

where g, the grain, is the least common denominator of all values of the queries, of low and of high: n q(D_B) is a
multiple of 1/g, and so is m. Then m is clamped to [n low - margin, n high + margin], which costs no privacy, and keeps
the answers finitely many. `mwem` returns the transcript: j and g m of each round. Every D_i follows from it.

Two calibrations. "printed" takes the sensitivity of a sum for 1, whatever the queries' range: it is right for w = 1,
and spends w times epsilon otherwise, 2 epsilon for queries in [-1, 1]. "corrected", the default, is as above.

Privacy, corrected: epsilon-private when one point is replaced by another. A score changes by at most w, so a choice
spends eps / (2 T), and so does a measurement.

Floating point: sums are exact integers. D_i is computed in doubles from what is released, so that it is the same
whatever the data are; s_j is one rounded difference of it and a sum, which adds n 2^-51 to the sensitivity w. A choice
is found by one exponential draw a query, and `dpassay.fast.draws` says what these are worth: a query whose weight is
under 2^-50 of the sum may be off by that, which is |Q| 2^-50 to delta a choice. The noise is that of
`dpassay.fast.discrete_laplace`.

Speed: an exponential draw, its logarithm and N products for each query and round.
Time: not constant, see `dpassay.fast`.
"""

from typing import Any

import numpy as np

from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Integers
from dpassay.fast.mwem_rounds import transcripts
from dpassay.fast.mwem_setting import Points, Queries, setting_of

__all__ = ["mwem"]


def mwem(
    data: Points,
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    rounds: int,
    queries: Queries,
    query_range: Any = (0, 1),
    margin: int = 0,
    calibration: str = "corrected",
) -> Integers:
    """`size` transcripts, one a row: the index of the chosen query and g times the measured sum, for each round.

    Args:
        data: n points, whole numbers from 0 to N - 1.
        size: the number of transcripts.
        rng: the source of randomness.
        epsilon: the privacy budget of all rounds; give this or `exp_eps`.
        exp_eps: e^epsilon as a rational above 1.
        rounds: T, 1 or more.
        queries: a row of N values in [-8, 8] for each query; as a string, "0,1;1,1/2".
        query_range: the least and the greatest value that a query may have.
        margin: how far outside of its range a measured sum may be, 0 to 64.
        calibration: "corrected" or "printed".

    Raises:
        ValueError: an argument is outside its domain.
    """
    setting = setting_of(
        data, epsilon=epsilon, exp_eps=exp_eps, rounds=rounds, queries=queries,
        query_range=query_range, margin=margin, calibration=calibration,
    )  # fmt: skip
    return transcripts(setting, size, rng)
