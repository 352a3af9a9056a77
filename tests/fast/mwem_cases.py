"""The law of the transcripts of MWEM and of its smooth forms, worked out transcript by transcript; right and wrong."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from tests.fast.helpers import BUDGET, COMMON, NOT_INTEGER, Case, counts_p_value, generator

ALPHA = 1e-6
N = 200_000
QUERIES = ((0, 1, 0), (1, 1, 0), (0.5, 0, 1))
SIGNED = ((-1, 1, 0), (1, 1, -1))
VALID: dict[str, Any] = {
    "data": (0, 1, 1, 1, 1, 1),
    "size": 5,
    "rng": generator(),
    "epsilon": 8.0,
    "rounds": 2,
    "queries": QUERIES,
    "query_range": (0, 1),
    "margin": 1,
}
SMOOTH = VALID | {"sigma": 0.5}
BAD: list[Case] = [
    *COMMON,
    *BUDGET,
    ("epsilon", {"epsilon": 1e-17}),
    *[("rounds", {"rounds": rounds}) for rounds in (0, -1, *NOT_INTEGER)],
    *[("margin", {"margin": margin}) for margin in (-1, 65, *NOT_INTEGER)],
    *[("calibration", {"calibration": word}) for word in ("right", "", None, 1, ["printed"])],
    *[("data", {"data": data}) for data in ((), (3,), (-1,), (0.0,), (True,), "01", None, 1, np.ones((1, 1), int))],
    *[("data", {"data": np.array(data)}) for data in ([3], [-1], [0.5], [True], [])],
    *[
        ("queries", {"queries": queries})
        for queries in (
            (), ((),), ((1,),), "", "0,1,x", "1/0,1,1",
            "1e1,0,0", None, 1, (0, 1, 1), ((0, 1, 1), (0, 1)), ((0, 1, None),),
            ((0, 1, True),), ((0, 1, 2),), ((-1, 0, 0),), ((0, 1, math.nan),), ((0, 0, 1 / math.pi),),
            np.ones((2, 2, 2)), ((0, 1, 1 / 999), (0, 1, 1 / 998), (0, 1, 1 / 997)),
        )
    ],
    *[
        ("query_range", {"query_range": pair})
        for pair in ((1, 0), (0, 0), (0,), (0, 1, 2), "01", "a,b", None, 1, (0, math.inf), (0, 9), (-8.5, 1))
    ],
]  # fmt: skip
BAD_SMOOTH: list[Case] = [
    *[("sigma", {"sigma": sigma}) for sigma in (0, -1, 1.5, math.nan, math.inf, True, "1", None)],
    *[("radius", {"radius": radius}) for radius in (-1, -1e-9, math.nan, math.inf, True, "1")],
]


@dataclass(frozen=True)
class Box:
    """A box of the algorithm, with what wrong ones differ in.

    Fields: the exponent of a choice for each unit of the score, the rate of the noise for each unit of a sum; the least
    and greatest sum; which queries can be chosen; the cap of a mass; and the signs of the steps of an update.
    """

    data: tuple[int, ...] = (0, 1, 1, 1, 1, 1)
    queries: tuple[tuple[float, ...], ...] = QUERIES
    grain: int = 2
    choice: float = 8.0 / 8
    noise: float = 8.0 / 4
    ends: tuple[float, float] = (-1, 7)
    rounds: int = 2
    offered: tuple[int, ...] = (0, 1, 2)
    cap: float = 1.0
    step: float = 0.5
    faults: frozenset[str] = field(default_factory=frozenset)


def faulty(box: Box, *faults: str) -> Box:
    """The box with a wrong rule."""
    return replace(box, faults=frozenset(faults))


def law(box: Box) -> dict[tuple[int, ...], float]:
    """The probability of each transcript."""
    size = len(box.queries[0])
    return dict(_transcripts(box, [1 / size] * size, box.rounds))


def _transcripts(box: Box, masses: list[float], left: int) -> Iterator[tuple[tuple[int, ...], float]]:
    if not left:
        yield (), 1.0
        return
    n = len(box.data)
    truths = [sum(query[x] for x in box.data) for query in box.queries]
    answers = [sum(q * mass for q, mass in zip(query, masses, strict=True)) for query in box.queries]
    gaps = [n * answer - truth for answer, truth in zip(answers, truths, strict=True)]
    scores = gaps if "signed" in box.faults else [abs(gap) for gap in gaps]
    weights = [math.exp(box.choice * scores[j]) for j in box.offered]
    for j, weight in zip(box.offered, weights, strict=True):
        for k, chance in _measured(box, truths[j]):
            step = box.step * (k / box.grain / n - answers[j])
            after = _updated(box, masses, box.queries[j], step)
            for rest, probability in _transcripts(box, after, left - 1):
                yield (j, k, *rest), weight / sum(weights) * chance * probability


def _updated(box: Box, masses: list[float], query: tuple[float, ...], step: float) -> list[float]:
    moved = [mass * math.exp(q * step) for q, mass in zip(query, masses, strict=True)]
    if "kept" in box.faults:
        return masses
    if "not normalized" not in box.faults:
        moved = [mass / sum(moved) for mass in moved]
    if "clipped" in box.faults:  # and normalized again, which is no projection
        cut = [min(mass, box.cap) for mass in moved]
        return [mass / sum(cut) for mass in cut]
    return filled(moved, box.cap)


def _measured(box: Box, truth: float) -> Iterator[tuple[int, float]]:
    """The sums in units of 1/g: the tails of the noise are at the ends."""
    low, high = (int(end * box.grain) for end in box.ends)
    center, ratio = round(truth * box.grain), math.exp(-box.noise / box.grain)
    inner = (1 - ratio) / (1 + ratio)
    for k in range(low, high + 1):
        tail = 1 / (1 - ratio) if k in (low, high) and center != k else 1.0
        if k == center and k in (low, high):
            yield k, inner * (1 + ratio / (1 - ratio))
        else:
            yield k, inner * ratio ** abs(k - center) * tail


def filled(masses: Any, cap: float) -> list[float]:
    """min(c mass, cap) of total 1, c by bisection; as they are if they do not add up, or none is above the cap."""
    if cap >= 1 or max(masses) <= cap:
        return list(masses)
    low, high = 1.0, cap / min(mass for mass in masses if mass > 0)
    for _ in range(200):
        middle = math.sqrt(low) * math.sqrt(high)
        if math.fsum(min(middle * mass, cap) for mass in masses) < 1:
            low = middle
        else:
            high = middle
    return [min(high * mass, cap) for mass in masses]


def transcript_p_value(samples: Any, expected: dict[tuple[int, ...], float]) -> float:
    """The chi-square test of whole transcripts; 0 if there is one that the law does not have."""
    places = {transcript: place for place, transcript in enumerate(expected)}
    rows, counts = np.unique(samples, axis=0, return_counts=True)
    if any(tuple(row) not in places for row in rows.tolist()):
        return 0.0
    drawn = np.repeat([places[tuple(row)] for row in rows.tolist()], counts)
    return counts_p_value(drawn, list(expected.values()))
