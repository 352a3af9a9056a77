"""Multiplicative weights: a correct implementation in the target interface, and wrong ones.

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
Matrix = list[list[float]]

PARAMETERS: Final = {"learning_rate": "1", "rounds": "3", "experts": "3"}


def _checked(  # noqa: PLR0917  # the arguments of a target
    data: Matrix, size: int, learning_rate: float, rounds: int, experts: int, form: str
) -> Array:
    """What each expert's exponent grows by in each round, shape (rounds, experts)."""
    rows = np.asarray(data, dtype=np.float64)
    if not (size >= 0 and 0 < learning_rate < math.inf and rounds >= 1 and experts >= 1 and form in ("gain", "loss")):
        raise ValueError(f"an argument is out of its domain: {size!r}, {learning_rate!r}, {rounds!r}, {form!r}")
    if rows.shape != (rounds, experts) or not ((rows >= 0) & (rows <= 1)).all():
        raise ValueError(f"data = {data!r}: expected rounds x experts numbers in [0, 1]")
    return learning_rate * (rows if form == "gain" else -rows)


def _softmax(exponents: Array) -> Array:
    weights = np.exp(exponents - exponents.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def _before(growth: Array) -> Array:
    """Each expert's exponent before each round."""
    return np.vstack([np.zeros(growth.shape[1]), np.cumsum(growth, axis=0)[:-1]])


def _chosen(laws: Array, uniform: Array) -> Array:
    """The expert in whose stretch of [0, 1) each uniform number lies, shape (size, T) -> (size, T)."""
    ends = np.cumsum(laws, axis=1)
    columns = [np.searchsorted(end, column, side="right") for end, column in zip(ends, uniform.T, strict=True)]
    return np.minimum(np.column_stack(columns), laws.shape[1] - 1)


def multiplicative_weights_correct(
    data: Matrix, *, size: int, rng: Generator, learning_rate: float, rounds: int, experts: int, form: str = "gain"
) -> Array:
    growth = _checked(data, size, learning_rate, rounds, experts, form)
    return _chosen(_softmax(_before(growth)), rng.random((size, rounds)))


def multiplicative_weights_updated_before_the_draw(
    data: Matrix, *, size: int, rng: Generator, learning_rate: float, rounds: int, experts: int, form: str = "gain"
) -> Array:
    """Round t is drawn after its own row was seen: the law that the notes print."""
    growth = _checked(data, size, learning_rate, rounds, experts, form)
    return _chosen(_softmax(np.cumsum(growth, axis=0)), rng.random((size, rounds)))


def multiplicative_weights_first_row_missed(
    data: Matrix, *, size: int, rng: Generator, learning_rate: float, rounds: int, experts: int, form: str = "gain"
) -> Array:
    growth = _checked(data, size, learning_rate, rounds, experts, form)
    growth[0] = 0
    return _chosen(_softmax(_before(growth)), rng.random((size, rounds)))


def multiplicative_weights_only_the_last_row(
    data: Matrix, *, size: int, rng: Generator, learning_rate: float, rounds: int, experts: int, form: str = "gain"
) -> Array:
    """The weights are set anew in each round, not multiplied."""
    growth = _checked(data, size, learning_rate, rounds, experts, form)
    return _chosen(_softmax(np.vstack([np.zeros(experts), growth[:-1]])), rng.random((size, rounds)))


def multiplicative_weights_gain_and_loss_confused(
    data: Matrix, *, size: int, rng: Generator, learning_rate: float, rounds: int, experts: int, form: str = "gain"
) -> Array:
    growth = _checked(data, size, learning_rate, rounds, experts, form)
    return _chosen(_softmax(_before(-growth)), rng.random((size, rounds)))


def multiplicative_weights_half_the_rate(
    data: Matrix, *, size: int, rng: Generator, learning_rate: float, rounds: int, experts: int, form: str = "gain"
) -> Array:
    """The exponential mechanism's factor 1/2, which this algorithm has not."""
    growth = _checked(data, size, learning_rate, rounds, experts, form)
    return _chosen(_softmax(_before(growth / 2)), rng.random((size, rounds)))


def multiplicative_weights_one_uniform_for_all_rounds(
    data: Matrix, *, size: int, rng: Generator, learning_rate: float, rounds: int, experts: int, form: str = "gain"
) -> Array:
    """Every choice has the right law, and the choices depend on one another."""
    growth = _checked(data, size, learning_rate, rounds, experts, form)
    return _chosen(_softmax(_before(growth)), np.repeat(rng.random((size, 1)), rounds, axis=1))


def multiplicative_weights_linear_update(
    data: Matrix, *, size: int, rng: Generator, learning_rate: float, rounds: int, experts: int, form: str = "gain"
) -> Array:
    """Weights times 1 + alpha r (or max(1 - alpha r, 0)): another algorithm of the same name."""
    growth = _checked(data, size, learning_rate, rounds, experts, form)
    return _chosen(_softmax(_before(np.log(np.maximum(1 + growth, 1e-9)))), rng.random((size, rounds)))


CORRECT: Final[Callable[..., Array]] = multiplicative_weights_correct
MUTANTS: Final[dict[str, Callable[..., Array]]] = {
    "updated_before_the_draw": multiplicative_weights_updated_before_the_draw,
    "first_row_missed": multiplicative_weights_first_row_missed,
    "only_the_last_row": multiplicative_weights_only_the_last_row,
    "gain_and_loss_confused": multiplicative_weights_gain_and_loss_confused,
    "half_the_rate": multiplicative_weights_half_the_rate,
    "one_uniform_for_all_rounds": multiplicative_weights_one_uniform_for_all_rounds,
    "linear_update": multiplicative_weights_linear_update,
}
