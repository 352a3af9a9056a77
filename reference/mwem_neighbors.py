"""MWEM and its smooth variants: pairs of neighboring data sets at which a law is small enough to be listed.

Source and readings: ``dpassay.reference.mwem``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations

from dpassay.exact.entrance import explain_failures
from dpassay.reference.mwem_rounds import MOST_TRANSCRIPTS, measured_range
from dpassay.reference.mwem_setting import Points, Setting, universe

MOST_RECORDS = 3
MOST_PAIRS = 12


def records_listed(setting: Setting, candidates: int) -> int:
    """Return a number of records, at most ``MOST_RECORDS``, at which the transcripts can be listed; else 1."""
    for records in range(MOST_RECORDS, 1, -1):
        each = candidates * len(measured_range(records, setting))
        if setting.rounds < MOST_TRANSCRIPTS.bit_length() and each**setting.rounds <= MOST_TRANSCRIPTS:
            return records
    return 1


def replacements(setting: Setting, candidates: int) -> Iterator[tuple[Points, Points]]:
    """Yield records that are one point, and the same with the first replaced: pairs that queries tell apart come first.

    How well they do is the sum over all queries of how far the replacement moves them.
    """
    others = records_listed(setting, candidates) - 1
    pairs = permutations(range(universe(setting)), 2)
    for x, y in islice(sorted(pairs, key=lambda pair: -_moved(*pair, setting)), MOST_PAIRS):
        yield (x,) * (others + 1), (y, *(x,) * others)


def _moved(x: int, y: int, setting: Setting) -> int:
    """Return by how many units of a common denominator all queries move together when x becomes y."""
    return sum((abs(query[x] - query[y]) for query in setting.queries), start=setting.queries[0][0] * 0)


explain_failures(__name__)
