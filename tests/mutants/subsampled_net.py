"""Subsampled net: a correct implementation in the target interface, and wrong ones.

Their names and what is expected of them are as ``targets.py`` says. This file needs numpy only.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

try:
    from tests.mutants.from_rules import targets
except ImportError:  # where an audit runs this file, its neighbors are there under their own names
    from from_rules import targets  # type: ignore[import-not-found, no-redef]

Array = NDArray[Any]
Generator = np.random.Generator

PARAMETERS: Final = {
    "epsilon": "3",
    "queries": "1,-1,-1/2;1,1,-1",
    "query_range": "-1,1",
    "drawn": "3",
    "points": "2",
}


@dataclass(frozen=True)
class _Rules:
    """How an answer is drawn; the defaults are right.

    Attributes:
        width: the sensitivity, given the width of the range.
        two: the 2 of the exponential mechanism.
        worst: the score, given the errors of all queries.
        counted: whether the score is n s, and not s.
        replaced: whether V is drawn with replacement.
        fewer: by how many points too few V has.
        ordered: whether each order of a multiset counts.
        seen: whether V holds points of the records alone.
        signed: whether errors have their sign.
    """

    width: Callable[[float], float] = lambda width: width
    two: float = 2.0
    worst: Callable[[Array], float] = lambda errors: float(errors.max())
    counted: bool = True
    replaced: bool = True
    fewer: int = 0
    ordered: bool = False
    seen: bool = False
    signed: bool = False


def _table(queries: Any, query_range: Any) -> tuple[Array, float]:
    rows = [[Fraction(value).limit_denominator(1000) for value in row] for row in queries]
    low, high = (Fraction(value).limit_denominator(1000) for value in query_range)
    near = [abs(Fraction(value).limit_denominator(1000) - value) for row in queries for value in row]
    good = (
        max(near, default=1) < 1e-9
        and len({len(row) for row in rows}) == 1
        and len(rows[0]) > 1
        and -8 <= low < high <= 8
        and all(low <= value <= high for row in rows for value in row)
    )
    if not good:
        raise ValueError("queries: expected rows of values in the range")
    if math.lcm(*(value.denominator for row in [*rows, [low, high]] for value in row)) > 1000:
        raise ValueError("queries: expected a common denominator of at most 1000")
    return np.array(rows, dtype=float), float(high - low)


def _weights(rules: _Rules, records: Array, listed: list[tuple[int, ...]], rows: Array, rate: float) -> Array:
    """The probabilities of the candidates."""
    means = rows[:, records].mean(axis=1)
    errors = [rows[:, list(candidate)].mean(axis=1) - means for candidate in listed]
    scores = np.array([rules.worst(error if rules.signed else np.abs(error)) for error in errors])
    logs = -rate * scores * (len(records) if rules.counted else 1)
    weights = np.exp(logs - logs.max())
    return weights / weights.sum()


def _held(rules: _Rules, pool: Array, drawn: int, size: int, rng: Generator) -> Array:
    """Which points of a pool each V holds, as a mask."""
    if rules.replaced:
        chosen = rng.choice(pool, (size, max(1, drawn - rules.fewer)))
    else:
        chosen = np.array([rng.choice(pool, min(drawn, len(pool)), replace=False) for _ in range(size)])
    masks = np.zeros(size, dtype=np.int64)
    for column in chosen.reshape(size, -1).T:
        masks |= np.left_shift(1, column)
    return masks


def _answers(
    rules: _Rules,
    data: Any,
    size: int,
    rng: Generator,
    *,
    epsilon: float,
    queries: Any,
    drawn: int,
    points: int,
    query_range: Any,
    calibration: str,
) -> Array:
    rows, width = _table(queries, query_range)
    records, number = np.asarray(data), rows.shape[1]
    good = (
        size >= 0
        and 0 < epsilon < math.inf
        and min(drawn, points) >= 1
        and (drawn, points) == (int(drawn), int(points))
        and calibration in ("corrected", "printed")
        and records.ndim == 1
        and len(records) > 0
        and records.dtype.kind == "i"
        and np.isin(records, range(number)).all()
    )
    if not good:
        raise ValueError("an argument is out of its domain")
    rate = epsilon / (rules.two * (1.0 if calibration == "printed" else rules.width(width)))
    pool = np.unique(records) if rules.seen else np.arange(number)
    masks = _held(rules, pool, drawn, size, rng) if size else np.zeros(0, dtype=np.int64)
    found = np.zeros((size, 2), dtype=np.int64)
    found[:, 0] = masks
    for mask in np.unique(masks).tolist():
        held = [x for x in range(number) if mask >> x & 1]
        listed = list((product if rules.ordered else combinations_with_replacement)(held, **_times(rules, points)))
        codes = [sum(x * number**place for place, x in enumerate(sorted(each, reverse=True))) for each in listed]
        here = masks == mask
        found[here, 1] = rng.choice(codes, here.sum(), p=_weights(rules, records, listed, rows, rate))
    return found


def _times(rules: _Rules, points: int) -> dict[str, int]:
    return {"repeat": points} if rules.ordered else {"r": points}


_RIGHT: Final = _Rules()
_MISTAKES: Final[dict[str, _Rules]] = {
    "width_one": replace(_RIGHT, width=lambda _: 1.0),
    "width_squared": replace(_RIGHT, width=lambda width: width**2),
    "factor_two_missing": replace(_RIGHT, two=1.0),
    "sum_of_errors": replace(_RIGHT, worst=lambda errors: float(errors.sum())),
    "score_of_means": replace(_RIGHT, counted=False),
    "absolute_value_forgotten": replace(_RIGHT, signed=True),
    "first_query_only": replace(_RIGHT, worst=lambda errors: float(errors[0])),
    "without_replacement": replace(_RIGHT, replaced=False),
    "one_point_too_few": replace(_RIGHT, fewer=1),
    "orders_counted": replace(_RIGHT, ordered=True),
    "points_of_the_records_only": replace(_RIGHT, seen=True),
}


CORRECT, MUTANTS = targets(globals(), "subsampled_net", _answers, _RIGHT, _MISTAKES)
