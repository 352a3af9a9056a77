"""MWEM and its smooth variants, step by step, with the places in which an implementation may go wrong.

``mwem.py``, ``smooth_mwem.py`` and ``projected_smooth_mwem.py`` beside this file name the mistakes. This file needs
numpy only. Whole runs are drawn together: all that have the same transcript so far share the law of the next entry.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Generator = np.random.Generator


@dataclass(frozen=True)
class Rules:
    """How a run is made; the defaults are right.

    Attributes:
        width: the sensitivity of a sum, given the width of the range.
        choice: the budget of a choice, given epsilon and T.
        noise: the budget of a measurement.
        two: the 2 of the exponential mechanism.
        absolute: whether a score is an absolute value.
        counted: whether a score is of sums, and not of means.
        worst: whether the query with the highest score is always chosen.
        exact: whether the sum is released as it is.
        step: what units of the noise are worth, given g.
        half: what the exponent of the update is multiplied by.
        normalized: whether D has the total 1.
        updated: whether D is updated at all.
        seen: whether D_0 is uniform on the points that the records are.
        moved: whether the update compares with D_(i-1), and not with D_0.
        covers: whether queries that the cover leaves out are left out.
        strict: whether a query is kept that is just as far as the radius from a kept one.
        backward: whether the cover begins with the last query.
        empirical: whether the cover's distances are under the law of the records.
        renumbered: whether a query's index is that in the cover.
        radius: what the radius is multiplied by.
        project: what is done with D after an update, given sigma.
    """

    width: Callable[[float], float] = lambda width: width
    choice: Callable[[float, int], float] = lambda epsilon, rounds: epsilon / (2 * rounds)
    noise: Callable[[float, int], float] = lambda epsilon, rounds: epsilon / (2 * rounds)
    two: float = 2.0
    absolute: bool = True
    counted: bool = True
    worst: bool = False
    exact: bool = False
    step: Callable[[int], float] = lambda grain: 1 / grain
    half: float = 0.5
    normalized: bool = True
    updated: bool = True
    seen: bool = False
    moved: bool = True
    covers: bool = True
    strict: bool = False
    backward: bool = False
    empirical: bool = False
    renumbered: bool = False
    radius: float = 1.0
    project: Callable[[Array, float], Array] = lambda state, sigma: state


@dataclass(frozen=True)
class Given:
    """The arguments of a call, checked."""

    points: Array
    queries: Array
    grain: int
    low: float
    high: float
    rounds: int
    epsilon: float
    margin: int
    printed: bool
    sigma: float
    radius: float


def given(
    data: Any,
    *,
    epsilon: float,
    rounds: int,
    queries: Any,
    query_range: Any,
    margin: int,
    calibration: str,
    sigma: float = 1.0,
    radius: float | None = None,
) -> Given:
    """Check the arguments."""
    rows = [[Fraction(value).limit_denominator(1000) for value in row] for row in queries]
    ends = [Fraction(value).limit_denominator(1000) for value in query_range]
    points = np.asarray(data)
    near = [abs(Fraction(value).limit_denominator(1000) - value) for row in queries for value in row]
    good = (
        max(near, default=1) < 1e-9
        and 0 < epsilon < math.inf
        and rounds >= 1
        and rounds == int(rounds)
        and 0 <= margin <= 64
        and margin == int(margin)
        and calibration in ("corrected", "printed")
        and 0 < sigma <= 1
        and (radius is None or 0 <= radius < math.inf)
    )
    if not good or not _is_table(rows, ends, points):
        raise ValueError("an argument is out of its domain")
    grain = math.lcm(*(value.denominator for row in [*rows, ends] for value in row))
    if grain > 1000:
        raise ValueError(f"queries: expected a common denominator of at most 1000, not {grain}")
    low, high = map(float, ends)
    gamma = sigma / (4 * len(points)) if radius is None else float(radius)
    table = np.array(rows, dtype=float)
    return Given(points, table, grain, low, high, rounds, epsilon, margin, calibration == "printed", sigma, gamma)


def _is_table(rows: list[list[Fraction]], ends: list[Fraction], points: Array) -> bool:
    """Whether the queries have values in the range, on a domain in which the points lie."""
    return bool(
        len(ends) == 2
        and -8 <= ends[0] < ends[1] <= 8
        and len(rows) > 0
        and len({len(row) for row in rows}) == 1
        and len(rows[0]) > 1
        and all(ends[0] <= value <= ends[1] for row in rows for value in row)
        and points.ndim == 1
        and points.dtype.kind == "i"
        and np.isin(points, range(len(rows[0]))).all()
    )


Drawn = tuple[list[int], Given, Rules, Generator]
"""The queries that can be chosen, and what all runs of a call share."""


def cover(known: Given, rules: Rules) -> list[int]:
    """The queries that are kept: greedily, those that none that is kept is close to."""
    size = known.queries.shape[1]
    weights = np.bincount(known.points, minlength=size) / len(known.points) if rules.empirical else 1 / size
    kept: list[int] = []
    gamma = known.radius * rules.radius * (1 - 1e-9 if rules.strict else 1 + 1e-9)
    listed = range(len(known.queries))
    for j in reversed(listed) if rules.backward else listed:
        apart = [(np.abs(known.queries[j] - known.queries[k]) * weights).sum() for k in kept]
        if not kept or min(apart) > gamma:
            kept.append(j)
    return sorted(kept)


def _choice(state: Array, kept: list[int], known: Given, rules: Rules) -> Array:
    """The probabilities of the queries."""
    n, rows = len(known.points), known.queries[kept]
    off = rows @ state - rows[:, known.points].mean(axis=1)
    scores = (np.abs(off) if rules.absolute else off) * (n if rules.counted else 1)
    if rules.worst:
        return np.isclose(scores, scores.max()) / np.isclose(scores, scores.max()).sum()
    width = 1.0 if known.printed else rules.width(known.high - known.low)
    logs = rules.choice(known.epsilon, known.rounds) * scores / (rules.two * width)
    weights = np.exp(logs - logs.max())
    return weights / weights.sum()


def _measured(row: Array, count: int, known: Given, rules: Rules, rng: Generator) -> Array:
    """g times the measured sum, so many times."""
    n, g = len(known.points), known.grain
    center = round(float(row[known.points].sum()) * g)
    if rules.exact:
        return np.full(count, center)
    width = 1.0 if known.printed else rules.width(known.high - known.low)
    rate = rules.noise(known.epsilon, known.rounds) * rules.step(g) / width
    noise = rng.geometric(-math.expm1(-rate), count) - rng.geometric(-math.expm1(-rate), count)
    ends = round((n * known.low - known.margin) * g), round((n * known.high + known.margin) * g)
    return np.clip(center + noise, *ends)


def _after(state: Array, row: Array, measured: int, known: Given, rules: Rules) -> Array:
    """The next distribution."""
    if not rules.updated:
        return state
    believed = float(row @ state) if rules.moved else float(row.mean())
    with np.errstate(over="ignore"):
        weights = state * np.exp(rules.half * row * (measured / (known.grain * len(known.points)) - believed))
    return rules.project(weights / weights.sum() if rules.normalized else weights, known.sigma)


def rows(rules: Rules, data: Any, size: int, rng: Generator, **parameters: Any) -> Array:
    """Transcripts, one a row."""
    known = given(data, **parameters)
    if size < 0:
        raise ValueError(f"size = {size}")
    kept = cover(known, rules) if rules.covers and "sigma" in parameters else list(range(len(known.queries)))
    number = known.queries.shape[1]
    first = (np.bincount(known.points, minlength=number) > 0) if rules.seen else np.ones(number)
    found = np.zeros((size, 2 * known.rounds), dtype=np.int64)
    _play(found, 0, first / first.sum(), (kept, known, rules, rng))
    return rng.permutation(found) if size else found


def _play(found: Array, done: int, state: Array, drawn: Drawn) -> None:
    """Fill in the rounds that are left of runs whose transcripts agree so far."""
    kept, known, rules, rng = drawn
    if done == known.rounds or not len(found):
        return
    chosen = np.sort(rng.choice(len(kept), len(found), p=_choice(state, kept, known, rules)))
    for place in np.unique(chosen):
        part = found[np.searchsorted(chosen, place) : np.searchsorted(chosen, place, side="right")]
        row = known.queries[kept[place]]
        measured = np.sort(_measured(row, len(part), known, rules, rng))
        part[:, 2 * done] = place if rules.renumbered else kept[place]
        part[:, 2 * done + 1] = measured
        for k in np.unique(measured):
            same = part[np.searchsorted(measured, k) : np.searchsorted(measured, k, side="right")]
            _play(same, done + 1, _after(state, row, int(k), known, rules), drawn)


def water_filled(state: Array, sigma: float) -> Array:
    """The KL projection onto laws of at most 1 / (sigma N) a point: min(c D, cap)."""
    cap = 1 / (sigma * len(state))
    if state.max() <= cap:
        return state
    full = np.zeros(len(state), dtype=bool)
    while True:
        left, rest = 1 - full.sum() * cap, state[~full].sum()
        if rest <= 0:
            return np.where(full, cap, left / max(1, (~full).sum()))
        scale = left / rest
        over = ~full & (state * scale > cap * (1 + 1e-12))
        if not over.any():
            return np.where(full, cap, state * scale)
        full |= over
