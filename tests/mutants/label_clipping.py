"""Label clipping: a correct implementation in the target interface, and wrong ones.

Their names and what is expected of them are as ``targets.py`` says. This file needs numpy only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Generator = np.random.Generator
Table = list[list[Fraction]]

PARAMETERS: Final = {"hypotheses": "7/8,1/16,1/16;1/8,3/8,1/2", "rounds": "4"}


def _table(hypotheses: Sequence[Sequence[Any]]) -> Table:
    """The rows as exact rationals."""
    rows = [[Fraction(entry) for entry in row] for row in hypotheses]
    good = [len(row) == len(rows[0]) and min(row) >= 0 and sum(row) == 1 for row in rows]
    if not rows or not all(good):
        raise ValueError(f"hypotheses = {hypotheses!r}: expected rows of probabilities")
    return rows


def _checked(
    data: int, size: int, rounds: int, calibration: str, hypotheses: Sequence[Sequence[Any]]
) -> tuple[Table, list[Fraction]]:
    """The table, and what the ceilings are of: M max_j f_j[y]."""
    rows = _table(hypotheses)
    shares = [len(rows[0]) * max(column) for column in zip(*rows, strict=True)]
    numbers = size >= 0 and rounds >= 1 and data in range(len(shares))
    if not numbers or calibration not in ("corrected", "printed") or (calibration == "printed" and 0 in shares):
        raise ValueError(f"an argument is out of its domain: {data!r}, {size!r}, {rounds!r}, {calibration!r}")
    return rows, shares


def _clipped(data: int, sizes: Sequence[int], astray: float, size: int, rng: Generator) -> Array:
    """h of the label: uniform on its own integers, and with probability ``astray`` on all of them."""
    ends = np.cumsum(sizes)
    own = ends[data] - 1 - rng.integers(sizes[data], size=size)
    return np.where(rng.random(size) < astray, rng.integers(ends[-1], size=size), own)


def _ceilings(shares: Sequence[Fraction]) -> list[int]:
    return [max(1, math.ceil(share)) for share in shares]


def label_clipping_correct(
    data: int, *, size: int, rng: Generator, rounds: int, calibration: str, hypotheses: Any
) -> Array:
    _, shares = _checked(data, size, rounds, calibration, hypotheses)
    return _clipped(data, _ceilings(shares), 1 / rounds, size, rng)


def label_clipping_floors(
    data: int, *, size: int, rng: Generator, rounds: int, calibration: str, hypotheses: Any
) -> Array:
    """The ceilings are forgotten: a cast to an integer cuts."""
    _, shares = _checked(data, size, rounds, calibration, hypotheses)
    return _clipped(data, [max(1, int(share)) for share in shares], 1 / rounds, size, rng)


def label_clipping_rounded_sizes(
    data: int, *, size: int, rng: Generator, rounds: int, calibration: str, hypotheses: Any
) -> Array:
    """``round`` in place of the ceiling."""
    _, shares = _checked(data, size, rounds, calibration, hypotheses)
    return _clipped(data, [max(1, round(share)) for share in shares], 1 / rounds, size, rng)


def label_clipping_never_astray(
    data: int, *, size: int, rng: Generator, rounds: int, calibration: str, hypotheses: Any
) -> Array:
    """h' in place of h: the mixing of 1/T is dropped, and the label is told."""
    _, shares = _checked(data, size, rounds, calibration, hypotheses)
    return _clipped(data, _ceilings(shares), 0.0, size, rng)


def label_clipping_astray_once_in_k(
    data: int, *, size: int, rng: Generator, rounds: int, calibration: str, hypotheses: Any
) -> Array:
    """1/K in place of 1/T."""
    rows, shares = _checked(data, size, rounds, calibration, hypotheses)
    return _clipped(data, _ceilings(shares), 1 / len(rows), size, rng)


def label_clipping_first_of_its_share(
    data: int, *, size: int, rng: Generator, rounds: int, calibration: str, hypotheses: Any
) -> Array:
    """The label keeps its first integer instead of a uniform one."""
    _, shares = _checked(data, size, rounds, calibration, hypotheses)
    sizes = _ceilings(shares)
    return np.where(
        rng.random(size) < 1 / rounds, rng.integers(sum(sizes), size=size), np.full(size, sum(sizes[:data]))
    )


def label_clipping_astray_to_any_label(
    data: int, *, size: int, rng: Generator, rounds: int, calibration: str, hypotheses: Any
) -> Array:
    """What goes astray goes to a uniform label, and then to a uniform integer of its share."""
    _, shares = _checked(data, size, rounds, calibration, hypotheses)
    sizes = np.array(_ceilings(shares))
    labels = np.where(rng.random(size) < 1 / rounds, rng.integers(len(sizes), size=size), data)
    return np.cumsum(sizes)[labels] - 1 - rng.integers(sizes[labels])


def label_clipping_mean_of_the_hypotheses(
    data: int, *, size: int, rng: Generator, rounds: int, calibration: str, hypotheses: Any
) -> Array:
    """Shares by the mean of the hypotheses, not by their maximum."""
    rows, _ = _checked(data, size, rounds, calibration, hypotheses)
    shares = [len(rows[0]) * sum(column) / len(rows) for column in zip(*rows, strict=True)]
    return _clipped(data, _ceilings(shares), 1 / rounds, size, rng)


CORRECT: Final[Callable[..., Array]] = label_clipping_correct
MUTANTS: Final[dict[str, Callable[..., Array]]] = {
    mutant.__name__.removeprefix("label_clipping_"): mutant
    for mutant in (
        label_clipping_floors,
        label_clipping_rounded_sizes,
        label_clipping_never_astray,
        label_clipping_astray_once_in_k,
        label_clipping_first_of_its_share,
        label_clipping_astray_to_any_label,
        label_clipping_mean_of_the_hypotheses,
    )
}
