"""The local privacy losses of reports on many classes at once, in doubles: which classes may be the worst.

The reference computes them exactly, one class at a time. Here a class is a table of whole numbers of units, each row of
one total; how many integers a label owns is exact, the losses are rounded. So that small losses are told apart, too, a
loss is never the logarithm of a number near 1. `climb` proposes classes; nothing here decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Tables = NDArray[np.int64]
"""Units of mass by class, hypothesis and label."""
Objective = Callable[[Tables], Floats]

SLACK: Final = 1e-9
"""Relative; far above the rounding errors of the losses."""

CHUNK: Final = 2**21
"""Doubles in the largest array."""

PROPOSALS: Final = 52
"""Classes that a step proposes, for all climbs together."""

CLIMBS: Final = (26, 12, 6, 3)
"""The most climbs that go on, stage after stage."""


@dataclass(frozen=True, slots=True)
class Noise:
    """What decides the loss, apart from the class.

    Attributes:
        rounds: T.
        rate: one over the scale of the noise.
        vector: whether all K noisy log-likelihoods are seen, or one of them and which.
        printed: whether a class that leaves a label without an integer is refused.
    """

    rounds: int
    rate: float
    vector: bool
    printed: bool


def sizes(tables: Tables) -> Tables:
    """The number of integers that each label owns, at least 1."""
    labels, total = tables.shape[2], int(tables[0, 0].sum())
    return np.asarray(np.maximum(1, -(-labels * tables.max(axis=1) // total)))


def losses(tables: Tables, noise: Noise) -> Floats:
    """For each class the largest log-likelihood ratio of two labels' reports; -inf where the class is refused."""
    count, hypotheses, labels = tables.shape
    entries = labels**hypotheses * labels if noise.vector else hypotheses * labels**2
    size = max(1, CHUNK // entries)
    find = _of_vectors if noise.vector else _of_coordinates
    found = np.concatenate([find(tables[start : start + size], noise) for start in range(0, count, size)])
    if noise.printed:
        found[(tables.max(axis=1) == 0).any(axis=1)] = -np.inf
    return found


def candidates(found: Floats) -> list[int]:
    """The places of all classes that may be the worst."""
    return [int(place) for place in np.flatnonzero(found >= found.max() * (1 - SLACK))]


def _centers(tables: Tables, noise: Noise) -> tuple[Floats, Floats]:
    """The exponents of the noise, rate times log-likelihood; and each label's share of a draw that goes astray."""
    counts, total = sizes(tables), int(tables[0, 0].sum())
    integers = counts.sum(axis=1)
    masses = (1 - 1 / noise.rounds) * (tables / total) / counts[:, None, :]
    floor = 1 / (noise.rounds * integers)
    return noise.rate * np.log(masses + floor[:, None, None]), counts / integers[:, None]


def _of_coordinates(tables: Tables, noise: Noise) -> Floats:
    """At each center of a coordinate its own label is as likely as can be, and the furthest one the least."""
    centers, shares = _centers(tables, noise)
    common = np.einsum("njab,nb->nja", np.exp(-np.abs(centers[..., :, None] - centers[..., None, :])), shares)
    low, high = centers.min(axis=2, keepdims=True), centers.max(axis=2, keepdims=True)
    furthest = np.maximum(centers - low, high - centers)
    return np.asarray(_log_ratio(-np.expm1(-furthest), np.exp(-furthest), common, noise).max(axis=(1, 2)))


def _of_vectors(tables: Tables, noise: Noise) -> Floats:
    """At each point of the grid of centers the most likely label against the least likely one."""
    centers, shares = _centers(tables, noise)
    count, hypotheses, labels = centers.shape
    distances = np.abs(centers[..., :, None] - centers[..., None, :])  # class, hypothesis, site, label
    own = np.zeros((count, 1, labels))
    for j in range(hypotheses):
        own = (own[:, :, None, :] + distances[:, None, j]).reshape(count, -1, labels)
    nearest, furthest = own.min(axis=2), own.max(axis=2)
    common = np.einsum("ngb,nb->ng", np.exp(-own), shares)
    missing = -np.expm1(nearest - furthest) * np.exp(-nearest)
    return np.asarray(_log_ratio(missing, np.exp(-furthest), common, noise).max(axis=1))


def _log_ratio(missing: Floats, least: Floats, common: Floats, noise: Noise) -> Floats:
    """The logarithm of (own most + common) / (own least + common), where most and least differ by ``missing``."""
    astray = 1 / noise.rounds
    return np.log1p((1 - astray) * missing / ((1 - astray) * least + astray * common))


# Classes


def all_classes(hypotheses: int, labels: int, units: int) -> Tables:
    """All classes with masses that are multiples of 1/units, each once for all orders of its hypotheses."""
    rows = list(compositions(units, labels))
    return np.array(list(combinations_with_replacement(rows, hypotheses)), dtype=np.int64)


def compositions(units: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to divide units between labels."""
    if parts == 1:
        yield (units,)
        return
    for first in range(units + 1):
        for rest in compositions(units - first, parts - 1):
            yield (first, *rest)


def starts(hypotheses: int, labels: int, grain: int, rng: np.random.Generator) -> Tables:
    """Classes from which to climb; M times ``grain`` units, so that a mass of 1/M is ``grain`` of them.

    One huge mass and many that are tiny, or just above a multiple of 1/M, and perhaps one that is tiny beside these, on
    the same labels or on disjoint ones; and random masses.
    """
    found = []
    supports = [
        [list(range(labels))] * hypotheses,
        [list(range(j % labels, labels)) + list(range(j % labels)) for j in range(hypotheses)],
        [list(range(j % labels, labels, hypotheses)) for j in range(hypotheses)],
    ]
    for support in supports:
        for small, last in product((1, grain, grain + 1, 2 * grain + 1), (False, True)):
            found += [[_huge(part, labels, grain, (small, 1 if last else small)) for part in support]]
    for concentration in (0.1, 1.0):
        shares = rng.dirichlet([concentration] * labels, size=hypotheses)
        found.append([_rounded(row, labels * grain) for row in shares])
    return np.array(found, dtype=np.int64)


def _huge(support: list[int], labels: int, grain: int, small: tuple[int, int]) -> list[int]:
    """Small masses for the labels of a support, another for the last, while they last; and the rest for the first."""
    row, left = [0] * labels, labels * grain
    for label in support[1:]:
        row[label] = min(small[label == support[-1]], left - 1)
        left -= row[label]
    row[support[0]] = left
    return row


def _rounded(shares: Floats, total: int) -> list[int]:
    row = [int(share * total) for share in shares]
    row[int(np.argmax(shares))] += total - sum(row)
    return row


def climb(tables: Tables, objective: Objective, steps: int, rng: np.random.Generator) -> tuple[Tables, int]:
    """The best class that is found by climbing from all of some, and how many classes were tried.

    Each step takes the best proposal of every climb, if it is better. Now and then only the better climbs go on, with
    more proposals each: where one begins says little about how far it comes.
    """
    best, values = tables, objective(tables)
    tried = len(tables)
    for stage, few in enumerate(CLIMBS):
        order = np.argsort(-values, kind="stable")[:few]
        best, values = best[order], values[order]
        share = max(1, PROPOSALS // len(best))
        for _ in range(stage, steps, len(CLIMBS)):
            proposed = moved(np.repeat(best, share, axis=0), rng)
            found = objective(proposed).reshape(len(best), share)
            tried += len(proposed)
            chosen = found.argmax(axis=1)
            reached, every = found.max(axis=1), np.arange(len(best))
            better = reached > values
            best = np.where(better[:, None, None], proposed[every * share + chosen], best)
            values = np.where(better, reached, values)
    return np.asarray(best[int(values.argmax())]), tried


def moved(tables: Tables, rng: np.random.Generator) -> Tables:
    """Move mass from one label to another, once or a few times in each class."""
    result = tables.copy()
    count, hypotheses, labels = tables.shape
    grain = int(tables[0, 0].sum()) // labels
    every = np.arange(count)
    for again in (1.0, 0.5, 0.25):
        j, a, b = (rng.integers(bound, size=count) for bound in (hypotheses, labels, labels))
        held = result[every, j, a]
        over = held % max(grain, 1)
        amounts = np.stack(
            [
                held,
                np.maximum(held - 1, 0),
                over,
                np.maximum(over - 1, 0),
                np.minimum(held, grain),
                np.minimum(held, grain + 1),
                np.minimum(held, 1),
                (held * rng.random(count)).astype(np.int64),
                (np.minimum(held, grain) * rng.random(count)).astype(np.int64),
            ]
        )
        amount = amounts[rng.integers(len(amounts), size=count), every] * (rng.random(count) < again)
        result[every, j, a] -= amount
        result[every, j, b] += amount
    return result
