"""Projected smooth MWEM: smooth MWEM whose distributions are projected, after each update, onto the smooth ones.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed analysis of online and differentially private learning" (2020),
algorithm 3 in appendix F.1. All is as in `dpassay.fast.smooth_mwem`, but that D_i is the projection of the reweighed
distribution, in KL divergence, onto those with masses of at most 1 / (sigma N): `dpassay.fast.smooth_projection`. So
every D_i, and any average of them, is sigma-smooth, and answers a query like the one of the cover that is near it.

Privacy: that of MWEM: a projection is a function of what is released.

Floating point, speed and time: as `dpassay.fast.smooth_mwem`, and a sort of N weights a round.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Integers
from dpassay.fast.mwem_rounds import transcripts
from dpassay.fast.mwem_setting import Points, Queries, setting_of
from dpassay.fast.smooth_mwem import covered
from dpassay.fast.smooth_projection import capacity_of

__all__ = ["projected_smooth_mwem"]


def projected_smooth_mwem(
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
    sigma: Real,
    radius: Real | None = None,
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
        sigma: above 0 and at most 1.
        radius: gamma, 0 or more; sigma / (4 n) if it is not given.

    Raises:
        ValueError: an argument is outside its domain.
    """
    setting = setting_of(
        data, epsilon=epsilon, exp_eps=exp_eps, rounds=rounds, queries=queries,
        query_range=query_range, margin=margin, calibration=calibration,
    )  # fmt: skip
    smooth = covered(setting, sigma, radius)
    return transcripts(replace(smooth, capacity=capacity_of(sigma, smooth.rows.shape[1])), size, rng)
