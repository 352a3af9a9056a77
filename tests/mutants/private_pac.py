"""Private PAC learning: a correct implementation in the target interface, and wrong ones.

Their names and what is expected of them are as ``targets.py`` says. This file needs numpy only.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Generator = np.random.Generator
Rows = list[list[int]]
Tables = list[list[int]] | None

PARAMETERS: Final = {"epsilon": "1", "dimension": "3"}


def _checked(data: Rows, size: int, epsilon: float, dimension: int, hypotheses: Tables) -> tuple[Array, Array, Array]:
    """The inputs and the labels of the rows, and the truth tables of the class, one row a hypothesis."""
    inputs = 1 << dimension if dimension > 0 else 0
    tables = np.asarray(_conjunctions(dimension) if hypotheses is None else hypotheses)
    rows = np.asarray(data if len(data) else np.zeros((0, dimension + 1)))
    if not (size >= 0 and 0 < epsilon < math.inf and inputs and rows.ndim == tables.ndim == 2):
        raise ValueError(f"an argument is out of its domain: {size!r}, {epsilon!r}, {dimension!r}, {data!r}")
    if rows.shape[1] != dimension + 1 or tables.shape[1] != inputs or len(tables) == 0:
        raise ValueError("data, hypotheses: expected as many bits as the dimension says")
    if not (np.isin(rows, (0, 1)).all() and np.isin(tables, (0, 1)).all()):
        raise ValueError("data, hypotheses: expected bits")
    powers = 1 << np.arange(dimension)[::-1]
    return rows[:, :-1].astype(int) @ powers, rows[:, -1], tables


def _conjunctions(dimension: int) -> Array:
    """The truth tables of all ANDs; the empty one is 1 everywhere."""
    numbers = np.arange(1 << dimension)
    return ((numbers[None, :] & numbers[:, None]) == numbers[:, None]).astype(int)


def _drawn(mistakes: Array, rate: float, size: int, rng: Generator) -> Array:
    """An index with probability proportional to e^(-rate mistakes)."""
    weights = np.exp(-rate * (mistakes - mistakes.min()))
    return rng.choice(len(weights), size, p=weights / weights.sum())


def _mistakes(inputs: Array, labels: Array, tables: Array) -> Array:
    return np.asarray((tables[:, inputs] != labels).sum(axis=1))


def private_pac_correct(
    data: Rows, *, size: int, rng: Generator, epsilon: float, dimension: int, hypotheses: Tables = None
) -> Array:
    mistakes = _mistakes(*_checked(data, size, epsilon, dimension, hypotheses))
    return _drawn(mistakes, epsilon / 2, size, rng)


def private_pac_factor_two_missing(
    data: Rows, *, size: int, rng: Generator, epsilon: float, dimension: int, hypotheses: Tables = None
) -> Array:
    """Weights e^(eps u)."""
    mistakes = _mistakes(*_checked(data, size, epsilon, dimension, hypotheses))
    return _drawn(mistakes, epsilon, size, rng)


def private_pac_label_ignored(
    data: Rows, *, size: int, rng: Generator, epsilon: float, dimension: int, hypotheses: Tables = None
) -> Array:
    """Every label is taken for a 1."""
    inputs, labels, tables = _checked(data, size, epsilon, dimension, hypotheses)
    return _drawn(_mistakes(inputs, np.ones_like(labels), tables), epsilon / 2, size, rng)


def private_pac_digits_reversed(
    data: Rows, *, size: int, rng: Generator, epsilon: float, dimension: int, hypotheses: Tables = None
) -> Array:
    """The first bit of a row is taken for the least significant one."""
    inputs, labels, tables = _checked(data, size, epsilon, dimension, hypotheses)
    backward = np.array([int(f"{r:0{dimension}b}"[::-1], 2) for r in inputs], dtype=int)
    return _drawn(_mistakes(backward, labels, tables), epsilon / 2, size, rng)


def private_pac_sign_flipped(
    data: Rows, *, size: int, rng: Generator, epsilon: float, dimension: int, hypotheses: Tables = None
) -> Array:
    """The more mistakes the better."""
    mistakes = _mistakes(*_checked(data, size, epsilon, dimension, hypotheses))
    return _drawn(-mistakes, epsilon / 2, size, rng)


def private_pac_empty_and_left_out(
    data: Rows, *, size: int, rng: Generator, epsilon: float, dimension: int, hypotheses: Tables = None
) -> Array:
    """The first hypothesis, for the ANDs the one that is 1 everywhere, is never chosen if there is another."""
    mistakes = _mistakes(*_checked(data, size, epsilon, dimension, hypotheses))
    if len(mistakes) == 1:
        return _drawn(mistakes, epsilon / 2, size, rng)
    return 1 + _drawn(mistakes[1:], epsilon / 2, size, rng)


def private_pac_mean_score(
    data: Rows, *, size: int, rng: Generator, epsilon: float, dimension: int, hypotheses: Tables = None
) -> Array:
    """The share of mistakes instead of their number, with the sensitivity still 1."""
    mistakes = _mistakes(*_checked(data, size, epsilon, dimension, hypotheses))
    return _drawn(mistakes / max(1, len(data)), epsilon / 2, size, rng)


def private_pac_best_only(
    data: Rows, *, size: int, rng: Generator, epsilon: float, dimension: int, hypotheses: Tables = None
) -> Array:
    """No privacy: a hypothesis of the fewest mistakes."""
    mistakes = _mistakes(*_checked(data, size, epsilon, dimension, hypotheses))
    return rng.choice(np.flatnonzero(mistakes == mistakes.min()), size)


CORRECT: Final[Callable[..., Array]] = private_pac_correct
MUTANTS: Final[dict[str, Callable[..., Array]]] = {
    mutant.__name__.removeprefix("private_pac_"): mutant
    for mutant in (
        private_pac_factor_two_missing,
        private_pac_label_ignored,
        private_pac_digits_reversed,
        private_pac_sign_flipped,
        private_pac_empty_and_left_out,
        private_pac_mean_score,
        private_pac_best_only,
    )
}
