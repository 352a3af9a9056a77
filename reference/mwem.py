"""MWEM, multiplicative weights with the exponential mechanism: a private distribution on which queries are about right.

Source: Hardt, Ligett and McSherry, "A simple and practical algorithm for differentially private data release", NIPS
2012, as Haghtalab, Roughgarden and Shetty, "Smoothed analysis of online and differentially private learning", Section
4, state it. B holds n points of a universe of N points; D_0 is uniform. Round i of T

    chooses a query, by the exponential mechanism at eps / (2 T) with the score s(q) = n |q(D_(i-1)) - q(D_B)|,
    measures its sum over the records, with noise at eps / (2 T),
    and sets D_i(x) in proportion to D_(i-1)(x) e^(q(x) (m_i - q(D_(i-1))) / 2), m_i being the measured sum over n.

An output is the transcript of all rounds, (index of the query, g times the measured sum) for each, of which all else is
a function: ``released`` is the average of the D_i, ``answer`` an answer to a query.

Readings. Neighbors replace one record; n is public. The noise is two-sided geometric in units of 1/g, the finest step
of a sum (``mwem_setting``), in place of Laplace: the law is then finite, and no bit of an answer beyond the grid tells
anything. What is measured is clamped to the sums that there can be, and a ``margin`` beyond: a function of what is
released otherwise, and of n. "Corrected", the default, takes the width of the query range for the sensitivity of a sum
(HRS-29-corrected); "printed" takes 1, whatever the range. Section 1 has queries with values -1 and +1, whose sums move
by 2 when a record is replaced: "printed" is then 2 eps private and no more (HRS-29b). The source averages D_1, ...,
D_T; Hardt, Ligett and McSherry average the distributions on which the queries were chosen, D_0, ..., D_(T-1).
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
from dpassay.reference.mwem_setting import Parameters, Points, are_neighbors, check_data

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

NAME = "mwem"
SUMMARY = "fit a distribution to privately chosen queries"
DATA = "the records: points of the universe, whole numbers from 0 to N - 1 apart by commas, such as 0,1,1"
EXAMPLE = {"epsilon": "2", "rounds": "2", "queries": "1,0,0;0,1,1"}


def law(data: Points, parameters: Parameters) -> Dist[Transcript]:
    """The exact law of the transcript (j_1, g m_1, ..., j_T, g m_T)."""
    return transcript_law(data, parameters, tuple(range(len(parameters.queries))), unprojected)


def neighbors(parameters: Parameters) -> Iterator[tuple[Points, Points]]:
    """A record beside others that are all one point, and the same with it replaced: those of the largest loss first."""
    return replacements(parameters, lambda _: tuple(range(len(parameters.queries))))


def guarantee(parameters: Parameters) -> Guarantee:
    """(eps, 0) for data sets of one size that differ in one record, 2 T mechanisms at eps / (2 T): HRS-29-corrected.

    "Printed": the claim of Theorem 4.1, which is false for query ranges that are wider than 1.
    """
    return Guarantee("replace_one", parameters.budget)


def sample(data: Points, parameters: Parameters, rng: Coins) -> Transcript:
    """Draw one transcript exactly, round by round."""
    return draw_transcript(data, parameters, tuple(range(len(parameters.queries))), unprojected, rng)


def released(
    transcript: Sequence[object], records: int, parameters: Parameters, *, average: str = "after"
) -> Distribution:
    """Return the average of D_1, ..., D_T ("after"), or of D_0, ..., D_(T-1) ("before"), for n records."""
    return mwem_release.average(transcript, records, parameters, unprojected, average)


def answer(distribution: Distribution, query: int, parameters: Parameters) -> Fraction:
    """Return the answer to a query, its expected value."""
    j = as_integer(query, "query")
    require(0 <= j < len(parameters.queries), "query", query, f"an index below {len(parameters.queries)}")
    return mean(parameters.queries[j], distribution)


explain_failures(__name__)
