"""MWEM and its smooth variants, written out in floating point from the source: what the exact laws are held against."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import mpmath

Row = list[Any]
mpmath.mp.dps = 30


def number(value: object) -> Any:
    top, _, bottom = str(value).partition("/")
    return mpmath.mpf(top) / (int(bottom) if bottom else 1)


def transcripts(
    data: tuple[int, ...],
    queries: list[Row],
    *,
    epsilon: object,
    rounds: int,
    grain: int,
    sensitivity: object = 1,
    ends: tuple[object, object] = (0, 1),
    margin: int = 0,
    cap: object = None,
    kept: list[int] | None = None,
) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Yield every transcript with its probability, all sums over noise taken term by term."""
    rows = [[number(value) for value in row] for row in queries]
    n, eps, width = len(data), number(epsilon), number(sensitivity)
    chosen_from = kept or list(range(len(rows)))
    low, high = (int(number(end) * grain * n) + sign * grain * margin for end, sign in zip(ends, (-1, 1), strict=True))
    for played in product(product(chosen_from, range(low, high + 1)), repeat=rounds):
        state, probability = [mpmath.mpf(1) / len(rows[0])] * len(rows[0]), mpmath.mpf(1)
        for j, k in played:
            weight = {i: mpmath.exp(eps * score(rows[i], state, data) / (4 * rounds * width)) for i in chosen_from}
            probability *= weight[j] / mpmath.fsum(weight.values())
            center = int(mpmath.nint(grain * mpmath.fsum(rows[j][x] for x in data)))
            probability *= clamped(k, center, mpmath.exp(-eps / (2 * rounds * grain * width)), low, high)
            state = after(state, rows[j], mpmath.mpf(k) / (grain * n))
            if cap is not None:
                state = projected_by_bisection(state, number(cap))
        yield tuple(entry for pair in played for entry in pair), probability


def mean(query: Row, state: Row) -> Any:
    return mpmath.fdot(query, state)


def score(query: Row, state: Row, data: tuple[int, ...]) -> Any:
    return abs(len(data) * mean(query, state) - mpmath.fsum(query[x] for x in data))


def clamped(k: int, center: int, ratio: Any, low: int, high: int) -> Any:
    """The probability that center + noise, clamped, is k: a sum over the noise, its tails cut off far away."""
    unit = (1 - ratio) / (1 + ratio)
    reached = [noise for noise in range(-2000, 2001) if min(max(center + noise, low), high) == k]
    return unit * mpmath.fsum(ratio ** abs(noise) for noise in reached)


def after(state: Row, query: Row, measured: Any) -> Row:
    weights = [w * mpmath.exp(q * (measured - mean(query, state)) / 2) for w, q in zip(state, query, strict=True)]
    return [w / mpmath.fsum(weights) for w in weights]


def projected_by_bisection(state: Row, cap: Any) -> Row:
    """min(c D, cap) with c found by bisection: its total grows with c."""
    if cap >= 1:
        return state
    low, high = mpmath.mpf(1), 1 / min(state)
    while high - low > high * mpmath.mpf(10) ** -25:
        middle = (low + high) / 2
        low, high = (low, middle) if mpmath.fsum(min(middle * w, cap) for w in state) > 1 else (middle, high)
    return [min(high * w, cap) for w in state]


def agrees(law: Any, expected: Callable[[], Iterator[tuple[tuple[int, ...], Any]]], tolerance: float = 1e-12) -> bool:
    """Tell whether a law has these outcomes with these probabilities."""
    listed = dict(expected())
    same = set(law.outcomes) == set(listed)
    return same and all(abs(float(law.enclosed(row)) - float(p)) < tolerance for row, p in listed.items())
