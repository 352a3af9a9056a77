"""MWEM and its smooth variants: what is published, as a function of the transcript.

Source and readings: ``dpassay.reference.mwem``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from dpassay.exact import as_integer, as_positive_integer, require
from dpassay.exact.entrance import explain_failures
from dpassay.reference.mwem_rounds import Projection, Transcript, Weights, iterates, measured_range
from dpassay.reference.mwem_setting import Query, Setting

AVERAGES = ("after", "before")
"""Of D_1, ..., D_T, as the source prints it, or of the distributions on which the queries were chosen."""

Distribution: TypeAlias = tuple[Fraction, ...]
"""Probabilities of the N points."""


def as_transcript(value: Sequence[object], records: object, setting: Setting) -> Transcript:
    """Return a transcript of T rounds that a run with so many records can give."""
    require(len(value) == 2 * setting.rounds, "transcript", f"of {len(value)} numbers", f"{2 * setting.rounds}")
    transcript = tuple(as_integer(entry, f"transcript[{i}]") for i, entry in enumerate(value))
    possible = measured_range(as_positive_integer(records, "records"), setting)
    for i, entry in enumerate(transcript):
        if i % 2:
            expected = f"a whole number from {possible[0]} to {possible[-1]}"
            require(entry in possible, f"transcript[{i}]", entry, expected)
        else:
            last = len(setting.queries) - 1
            require(0 <= entry <= last, f"transcript[{i}]", entry, f"the index of a query, from 0 to {last}")
    return transcript


def average(
    transcript: Sequence[object], records: int, setting: Setting, projection: Projection, which: str
) -> Distribution:
    """Return the average of the distributions of all rounds."""
    require(which in AVERAGES, "average", repr(which), f"one of {', '.join(AVERAGES)}")
    found = iterates(as_transcript(transcript, records, setting), records, setting, projection)
    kept = [normalized(weights) for weights in (found[1:] if which == "after" else found[:-1])]
    return tuple(sum(column, Fraction(0)) / setting.rounds for column in zip(*kept, strict=True))


def normalized(weights: Weights) -> Distribution:
    """Return the probabilities that weights stand for."""
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def mean_distance(first: Query, second: Query) -> Fraction:
    """Return the distance of two queries in L1 under the uniform law."""
    return sum((abs(a - b) for a, b in zip(first, second, strict=True)), Fraction(0)) / len(first)


def closest(query: Query, setting: Setting, candidates: tuple[int, ...]) -> int:
    """Return the index of the candidate that is closest to a query under the uniform law, the first of several."""
    return min(candidates, key=lambda j: (mean_distance(query, setting.queries[j]), j))


explain_failures(__name__)
