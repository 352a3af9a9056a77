"""Smooth MWEM: MWEM that chooses among the queries of a cover, of which there are few where queries have a small class.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed analysis of online and differentially private learning", Section 4
and Algorithm 2 (Appendix E.1). Q' is a gamma-cover of Q inside Q, under the uniform law on the universe, and MWEM is
run on Q'; each query of Q is answered as the closest one of Q' is. The cover does not depend on the records.

Readings. They are those of ``dpassay.reference.mwem``, and: the cover is the greedy one, in the order of the queries;
distances are in L1, which for queries with values 0 and 1 is the probability that they differ. gamma is sigma/(4 n), as
in the proof of Theorem 4.2; the box and Section 4 print sigma/(2 n). The index of a query is that in Q. Privacy takes
nothing of sigma: it holds of all records, smooth or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from dpassay.exact import Coins, Dist, as_integer, require
from dpassay.exact.entrance import explain_failures
from dpassay.reference import mwem_release
from dpassay.reference.mechanism import Guarantee
from dpassay.reference.mwem_neighbors import replacements
from dpassay.reference.mwem_release import Distribution
from dpassay.reference.mwem_rounds import Transcript, draw_transcript, mean, transcript_law, unprojected
from dpassay.reference.mwem_setting import Points, are_neighbors, check_data
from dpassay.reference.smooth_mwem_setting import Parameters, candidates

__all__ = [
    "Parameters",
    "answer",
    "are_neighbors",
    "check_data",
    "guarantee",
    "law",
    "neighbors",
    "released",
    "sample",
]

NAME = "smooth_mwem"
SUMMARY = "MWEM on a cover of the queries"
DATA = "the records: points of the universe, whole numbers from 0 to N - 1 apart by commas, such as 0,1,1"
EXAMPLE = {"epsilon": "2", "rounds": "2", "queries": "1,0,0;0,1,1;0,1,0", "sigma": "1/2", "radius": "1/3"}


def law(data: Points, parameters: Parameters) -> Dist[Transcript]:
    """The exact law of the transcript (j_1, g m_1, ..., j_T, g m_T)."""
    points = check_data(data, parameters)
    return transcript_law(points, parameters, candidates(len(points), parameters), unprojected)


def neighbors(parameters: Parameters) -> Iterator[tuple[Points, Points]]:
    """A record beside others that are all one point, and the same with it replaced: those of the largest loss first."""
    return replacements(parameters, lambda records: candidates(records, parameters))


def guarantee(parameters: Parameters) -> Guarantee:
    """(eps, 0) for data sets of one size that differ in one record, 2 T mechanisms at eps / (2 T): HRS-29-corrected.

    "Printed": the claim of Theorem 4.2, which is false for query ranges that are wider than 1.
    """
    return Guarantee("replace_one", parameters.budget)


def sample(data: Points, parameters: Parameters, rng: Coins) -> Transcript:
    """Draw one transcript exactly, round by round."""
    points = check_data(data, parameters)
    return draw_transcript(points, parameters, candidates(len(points), parameters), unprojected, rng)


def released(
    transcript: Sequence[object], records: int, parameters: Parameters, *, average: str = "after"
) -> Distribution:
    """Return the average of D_1, ..., D_T ("after"), or of D_0, ..., D_(T-1) ("before"), for n records."""
    return mwem_release.average(transcript, records, parameters, unprojected, average)


def answer(distribution: Distribution, query: int, records: int, parameters: Parameters) -> Fraction:
    """Return v_q, the expected value of the query of the cover for n records that is closest to q."""
    j = as_integer(query, "query")
    require(0 <= j < len(parameters.queries), "query", query, f"an index below {len(parameters.queries)}")
    near = mwem_release.closest(parameters.queries[j], parameters, candidates(records, parameters))
    return mean(parameters.queries[near], distribution)


explain_failures(__name__)
