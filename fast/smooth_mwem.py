"""Smooth MWEM: MWEM that chooses among a few queries near which all the others are, on the uniform distribution.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed analysis of online and differentially private learning" (2020),
algorithm 2 in appendix E.1. Conventions, rounds and answers are those of `dpassay.fast.mwem`; a query is chosen from

    Q' = the queries that are kept, in order, where one is kept if no kept q' has (1/N) sum over x of |q(x) - q'(x)|
         at most gamma,

a gamma-cover of Q inside Q, as computed by `cover`: g N times that distance is a whole number, and may exceed g N gamma
by 10^-6, so that a gamma that was rounded to a double does no harm. It depends on no data. Indices are those of Q, so
the index of a query outside of Q' is never an answer. The algorithm's box prints gamma = sigma / (2 n); the proof sets
gamma = sigma / (4 n), which is the default here: with it the cover adds at most 2 gamma / sigma = 1 / (2 n) to the
error of a query on data that are sigma-smooth.

Privacy: that of MWEM. sigma is about accuracy, and nothing is assumed about the data.

Floating point, speed and time: as `dpassay.fast.mwem`; the cover takes |Q| |Q'| N additions.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Integers
from dpassay.fast.mwem_rounds import transcripts
from dpassay.fast.mwem_setting import Points, Queries, Setting, setting_of
from dpassay.fast.smooth_projection import capacity_of

__all__ = ["SLACK", "cover", "covered", "smooth_mwem"]

SLACK: Final = Fraction(1, 10**6)


def cover(rows: Integers, grain: int, radius: Fraction) -> Integers:
    """The indices of the queries of Q', in order.

    Args:
        rows: g q(x), whole numbers, one row a query.
        grain: g.
        radius: gamma, 0 or more.
    """
    reach = radius * grain * rows.shape[1] + SLACK
    kept: list[int] = []
    for j, row in enumerate(rows):
        if not kept or np.abs(rows[kept] - row).sum(axis=1).min() > reach:
            kept.append(j)
    return np.array(kept)


def covered(setting: Setting, sigma: Real, radius: Real | None) -> Setting:
    """The same setting with a choice among the cover.

    Raises:
        ValueError: an argument is outside its domain.
    """
    share = capacity_of(sigma, 1)
    reach = share / (4 * setting.points) if radius is None else checks.real(radius, "radius", "a number of 0 or more")
    if reach < 0:
        raise checks.bad("radius", radius, "a number of 0 or more")
    kept = cover(setting.rows, setting.grain, reach)
    return replace(setting, rows=setting.rows[kept], indices=setting.indices[kept], sums=setting.sums[kept])


def smooth_mwem(
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
    return transcripts(covered(setting, sigma, radius), size, rng)
