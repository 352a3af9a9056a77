"""The largest likelihood ratios of lazy-to-private on many pairs of losses at once, in doubles: which pairs are worst.

The reference computes them exactly, one pair at a time. Here the same two recursions go over arrays of pairs, so that
the exact computation is left with the few pairs that may be the worst: those within `SLACK` of the largest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SLACK: Final = 1e-9
"""Relative; far above the rounding errors of ratios of products of some hundred doubles."""

CHUNK: Final = 2**22
"""Doubles in the largest array."""


@dataclass(frozen=True, slots=True)
class Rules:
    """eta, B, p and d."""

    rate: float
    batch: int
    fake: float
    experts: int


@dataclass(frozen=True, slots=True)
class Step:
    """The laws of one step of many chains; the first axis is the pair.

    Attributes:
        kept: the probability that neither x nor y is drawn, by x and y.
        drawn: the probabilities of all that follows else, by x, y and the next x and y.
    """

    kept: Floats
    drawn: Floats


def largest_ratios(first: Integers, second: Integers, rules: Rules, view: str) -> Floats:
    """For each pair the largest ratio of the probabilities of what is seen.

    Args:
        first: for each pair the losses of each batch but the last, by expert.
        second: those of the neighbor.
        rules: the parameters.
        view: "models" or "state", as in the reference.
    """
    pairs, steps, d = first.shape
    row = d**4 if view == "state" else d ** (steps + 2)
    size = max(1, CHUNK // row)
    find = _by_state if view == "state" else _by_models
    parts = [
        find(_steps(first[start : start + size], rules), _steps(second[start : start + size], rules), rules)
        for start in range(0, pairs, size)
    ]
    return np.concatenate(parts)


def candidates(ratios: Floats) -> list[int]:
    """The places of all pairs that may be the worst."""
    return [int(place) for place in np.flatnonzero(ratios >= ratios.max() * (1 - SLACK))]


def _steps(sums: Integers, rules: Rules) -> list[Step]:
    """Lines 6 to 18 of algorithm 1 after each batch but the last."""
    eta, p, d = rules.rate, rules.fake, rules.experts
    weights = np.exp(-eta * sums.cumsum(axis=1))
    laws = weights / weights.sum(axis=2, keepdims=True)
    same = np.eye(d)
    steps = []
    for lost, nu in zip(sums.swapaxes(0, 1), laws.swapaxes(0, 1), strict=True):
        keep = (1 - p) * np.exp(-eta * (2 * rules.batch + lost[:, :, None] - lost[:, None, :]))
        x_stays = np.einsum("nxy,xv,nw->nxyvw", keep * p, same, nu)
        y_stays = np.einsum("nxy,nv,yw->nxyvw", (1 - keep) * (1 - p), nu, same)
        both = np.einsum("nxy,nv,nw->nxyvw", (1 - keep) * p, nu, nu)
        steps.append(Step(keep * (1 - p), x_stays + y_stays + both))
    return steps


def _by_state(first: list[Step], second: list[Step], rules: Rules) -> Floats:
    """Backwards: the largest ratio of what may still come, by x and y."""
    largest = np.ones((len(first[0].kept), rules.experts, rules.experts))
    for one, other in zip(reversed(first), reversed(second), strict=True):
        drawn = (one.drawn / other.drawn * largest[:, None, None]).max(axis=(3, 4))
        largest = np.maximum(one.kept / other.kept * largest, drawn)
    return np.asarray(largest.max(axis=(1, 2)))


def _by_models(first: list[Step], second: list[Step], rules: Rules) -> Floats:
    """Forwards: the probabilities of all sequences of x, together with the last y."""
    return np.asarray((_sequences(first, rules) / _sequences(second, rules)).max(axis=1))


def _sequences(steps: list[Step], rules: Rules) -> Floats:
    """The probability of each sequence of models, in a fixed order."""
    pairs, d = len(steps[0].kept), rules.experts
    same = np.eye(d)
    filters = np.full((pairs, 1, d, d), 1 / d**2)  # pair, sequence without its last x, x, y
    for step in steps:
        kernel = step.drawn + np.einsum("nxy,xv,yw->nxyvw", step.kept, same, same)
        after = np.einsum("nsxy,nxyvw->nsxvw", filters, kernel)
        filters = after.reshape(pairs, -1, d, d)
    return np.asarray(filters.sum(axis=3).reshape(pairs, -1))
