"""MWEM and its smooth variants: pairs of neighboring data sets at which a law is small enough to be listed.

Source and readings: ``dpassay.reference.mwem``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from dpassay.exact.entrance import explain_failures
from dpassay.reference.mwem_rounds import measured_range, record_sum, score, uniform
from dpassay.reference.mwem_setting import Points, Setting, universe

MOST_RECORDS = 3
MOST_LISTED = 1024
"""There are as many records as leave the transcripts so few, up to ``MOST_RECORDS``."""
MOST_PAIRS = 6
MOST_POINTS = 12
"""Pairs are formed of so many points of the universe, none of which all queries take for another."""


Candidates = Callable[[int], tuple[int, ...]]
"""The indices of the queries that may be chosen, given n."""


def records_listed(setting: Setting, candidates: Candidates) -> int:
    """Return a number of records, at most ``MOST_RECORDS``, at which transcripts are quickly listed; else 1."""
    for records in range(MOST_RECORDS, 1, -1):
        each = len(candidates(records)) * len(measured_range(records, setting))
        if setting.rounds < MOST_LISTED.bit_length() and each**setting.rounds <= MOST_LISTED:
            return records
    return 1


def replacements(setting: Setting, candidates: Candidates) -> Iterator[tuple[Points, Points]]:
    """Yield a record beside others that are all one point, and the same with that record replaced.

    Those come first that lose most in the first round, were the choice nearly certain.
    """
    records = records_listed(setting, candidates)
    others, choice = records - 1, candidates(records)
    listed = [
        ((x, *(z,) * others), (y, *(z,) * others))
        for x, y, z in product(_different_points(setting), repeat=3)
        if x != y and (others or z == x)
    ]
    yield from sorted(listed, key=lambda pair: -first_loss(pair[0], pair[1], setting, choice))[:MOST_PAIRS]


def first_loss(first: Points, second: Points, setting: Setting, candidates: tuple[int, ...]) -> Fraction:
    """Return what the first round loses at most, in units of eps / (2 T sensitivity), as the choice becomes certain.

    By the measurement how far the sum of the chosen query moves; by the choice half of how much its score falls behind
    that of the query which gains most.
    """
    queries = [setting.queries[j] for j in candidates]
    gains = [score(q, uniform(setting), second) - score(q, uniform(setting), first) for q in queries]
    moved = [abs(record_sum(q, first) - record_sum(q, second)) for q in queries]
    return max(far + (max(gains) - gain) / 2 for far, gain in zip(moved, gains, strict=True))


def _different_points(setting: Setting) -> list[int]:
    """Return the first points of different values; two points where all queries are constant."""
    columns = {tuple(query[x] for query in setting.queries): x for x in reversed(range(universe(setting)))}
    found = sorted(columns.values())[:MOST_POINTS]
    return found if len(found) > 1 else [0, 1]


explain_failures(__name__)
