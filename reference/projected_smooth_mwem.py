"""Projected Smooth MWEM: Smooth MWEM whose distribution is made smooth again after each update.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed analysis of online and differentially private learning", Section 4
and Algorithm 3 (Appendix F.1). Each D_i is the KL projection of what the update gives onto the laws with at most
1/(sigma N) a point (``smooth_projection``), so that the average, too, is smooth, and may be released in place of
answers. The readings are those of ``dpassay.reference.mwem`` and ``dpassay.reference.smooth_mwem``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dpassay.exact import Coins, Dist
from dpassay.exact.entrance import explain_failures
from dpassay.reference import mwem_release
from dpassay.reference.mechanism import Guarantee
from dpassay.reference.mwem_neighbors import replacements
from dpassay.reference.mwem_release import Distribution
from dpassay.reference.mwem_rounds import Projection, Transcript, draw_transcript, transcript_law
from dpassay.reference.mwem_setting import Points, are_neighbors, check_data
from dpassay.reference.smooth_mwem_setting import Parameters, candidates
from dpassay.reference.smooth_projection import projected

__all__ = [
    "Parameters",
    "are_neighbors",
    "check_data",
    "guarantee",
    "law",
    "neighbors",
    "released",
    "sample",
]

NAME = "projected_smooth_mwem"
SUMMARY = "MWEM on a cover, each iterate made sigma-smooth"
DATA = "the records: points of the universe, whole numbers from 0 to N - 1 apart by commas, such as 0,1,1"
EXAMPLE = {"epsilon": "2", "rounds": "2", "queries": "1,0,0;0,1,1;0,1,0", "sigma": "9/10", "radius": "1/3"}


def _projection(parameters: Parameters) -> Projection:
    """What line 10 of the box does."""
    return lambda weights: projected(weights, parameters.sigma)


def law(data: Points, parameters: Parameters) -> Dist[Transcript]:
    """The exact law of the transcript (j_1, g m_1, ..., j_T, g m_T)."""
    points = check_data(data, parameters)
    return transcript_law(points, parameters, candidates(len(points), parameters), _projection(parameters))


def neighbors(parameters: Parameters) -> Iterator[tuple[Points, Points]]:
    """A record beside others that are all one point, and the same with it replaced: those of the largest loss first."""
    return replacements(parameters, lambda records: candidates(records, parameters))


def guarantee(parameters: Parameters) -> Guarantee:
    """(eps, 0) for data sets of one size that differ in one record, 2 T mechanisms at eps / (2 T): HRS-29-corrected.

    Theorem 4.3 claims (eps, delta) with an error that takes another noise than the box has; the box is pure.
    "Printed": false for query ranges that are wider than 1.
    """
    return Guarantee("replace_one", parameters.budget)


def sample(data: Points, parameters: Parameters, rng: Coins) -> Transcript:
    """Draw one transcript exactly, round by round."""
    points = check_data(data, parameters)
    return draw_transcript(points, parameters, candidates(len(points), parameters), _projection(parameters), rng)


def released(
    transcript: Sequence[object], records: int, parameters: Parameters, *, average: str = "after"
) -> Distribution:
    """Return the average of D_1, ..., D_T ("after"), or of D_0, ..., D_(T-1) ("before"), for n records, as smooth."""
    return mwem_release.average(transcript, records, parameters, _projection(parameters), average)


explain_failures(__name__)
