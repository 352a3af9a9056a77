"""k-fold composition: a correct implementation in the target interface, and wrong ones.

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

PARAMETERS: Final = {"epsilon": "1", "rounds": "4", "delta": "1/10"}


def _check(data: int, size: int, epsilon: float, rounds: int, delta: float) -> None:
    if data not in (0, 1):
        raise ValueError(f"data = {data!r}: expected a bit")
    if not (size >= 0 and 0 < epsilon < math.inf and rounds >= 1 and rounds == int(rounds) and 0 <= delta < 1):
        raise ValueError(f"an argument is out of its domain: {size!r}, {epsilon!r}, {rounds!r}, {delta!r}")


def _truth(epsilon: float) -> float:
    return 1 / (1 + math.exp(-epsilon))


def _outputs(data: int, rounds: int, ones: Array, revealed: Array) -> Array:
    return np.where(revealed, rounds + 1 if data else -1, ones)


def _ones(data: int, rounds: int, truth: float, size: int, rng: Generator) -> Array:
    return np.asarray(rng.binomial(rounds, truth if data else 1 - truth, size))


def composition_correct(
    data: int, *, size: int, rng: Generator, epsilon: float, rounds: int, delta: float = 0
) -> Array:
    _check(data, size, epsilon, rounds, delta)
    revealed = rng.binomial(rounds, delta, size) > 0
    return _outputs(data, rounds, _ones(data, rounds, _truth(epsilon), size, rng), revealed)


def composition_delta_once(
    data: int, *, size: int, rng: Generator, epsilon: float, rounds: int, delta: float = 0
) -> Array:
    """The delta of one round stands for that of all of them."""
    _check(data, size, epsilon, rounds, delta)
    return _outputs(data, rounds, _ones(data, rounds, _truth(epsilon), size, rng), rng.random(size) < delta)


def composition_union_bound(
    data: int, *, size: int, rng: Generator, epsilon: float, rounds: int, delta: float = 0
) -> Array:
    """The bit is revealed with probability k delta."""
    _check(data, size, epsilon, rounds, delta)
    revealed = rng.random(size) < rounds * delta
    return _outputs(data, rounds, _ones(data, rounds, _truth(epsilon), size, rng), revealed)


def composition_never_revealed(data: int, *, size: int, rng: Generator, epsilon: float, rounds: int) -> Array:
    """There is no delta."""
    _check(data, size, epsilon, rounds, 0)
    return _ones(data, rounds, _truth(epsilon), size, rng)


def composition_three_answers(
    data: int, *, size: int, rng: Generator, epsilon: float, rounds: int, delta: float = 0
) -> Array:
    """The truth with probability e^eps / (2 + e^eps)."""
    _check(data, size, epsilon, rounds, delta)
    truth = math.exp(epsilon) / (2 + math.exp(epsilon))
    revealed = rng.binomial(rounds, delta, size) > 0
    return _outputs(data, rounds, _ones(data, rounds, truth, size, rng), revealed)


def composition_one_round_too_few(
    data: int, *, size: int, rng: Generator, epsilon: float, rounds: int, delta: float = 0
) -> Array:
    """An off-by-one: the last round gives no answer."""
    _check(data, size, epsilon, rounds, delta)
    revealed = rng.binomial(rounds, delta, size) > 0
    return _outputs(data, rounds, _ones(data, rounds - 1, _truth(epsilon), size, rng), revealed)


def composition_true_answers(
    data: int, *, size: int, rng: Generator, epsilon: float, rounds: int, delta: float = 0
) -> Array:
    """The number of true answers instead of the number of ones: it does not depend on the bit."""
    _check(data, size, epsilon, rounds, delta)
    revealed = rng.binomial(rounds, delta, size) > 0
    return _outputs(data, rounds, _ones(1, rounds, _truth(epsilon), size, rng), revealed)


def composition_one_answer_repeated(
    data: int, *, size: int, rng: Generator, epsilon: float, rounds: int, delta: float = 0
) -> Array:
    """The same answer in every round: all rounds share their coin."""
    _check(data, size, epsilon, rounds, delta)
    revealed = rng.binomial(rounds, delta, size) > 0
    return _outputs(data, rounds, rounds * _ones(data, 1, _truth(epsilon), size, rng), revealed)


def composition_budget_divided(
    data: int, *, size: int, rng: Generator, epsilon: float, rounds: int, delta: float = 0
) -> Array:
    """The budget of a round taken for the budget of all."""
    _check(data, size, epsilon, rounds, delta)
    revealed = rng.binomial(rounds, delta, size) > 0
    return _outputs(data, rounds, _ones(data, rounds, _truth(epsilon / rounds), size, rng), revealed)


CORRECT: Final[Callable[..., Array]] = composition_correct
MUTANTS: Final[dict[str, Callable[..., Array]]] = {
    mutant.__name__.removeprefix("composition_"): mutant
    for mutant in (
        composition_delta_once,
        composition_union_bound,
        composition_never_revealed,
        composition_three_answers,
        composition_one_round_too_few,
        composition_true_answers,
        composition_one_answer_repeated,
        composition_budget_divided,
    )
}
