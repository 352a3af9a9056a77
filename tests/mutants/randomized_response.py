"""Randomized response: a correct implementation in the target interface, and wrong ones.

Their names and what is expected of them are as ``targets.py`` says. These files need numpy only.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

try:
    from tests.mutants.targets import Targets
except ImportError:  # where an audit runs this file, its neighbors are there under their own names
    from targets import Targets  # type: ignore[import-not-found, no-redef]

Array = NDArray[Any]
Generator = np.random.Generator

PARAMETERS: Final = {"epsilon": "1", "categories": "4"}
AUDITED: Final = {"exp_eps": "3", "categories": "4"}

_TARGETS: Final = Targets("randomized_response")


def _response(truth: float, data: int, others: Array, size: int, rng: Generator) -> Array:
    """The true label with probability ``truth``, else one of ``others``."""
    return np.where(rng.random(size) < truth, data, rng.choice(others, size))


def _others(data: int, categories: int) -> Array:
    return np.delete(np.arange(categories), data)


@_TARGETS.correct
def randomized_response_correct(data: int, *, size: int, rng: Generator, epsilon: float, categories: int) -> Array:
    truth = math.exp(epsilon) / (math.exp(epsilon) + categories - 1)
    return _response(truth, data, _others(data, categories), size, rng)


@_TARGETS.wrong
def randomized_response_formula_of_two(
    data: int, *, size: int, rng: Generator, epsilon: float, categories: int
) -> Array:
    """The truth with the probability that is right for two labels."""
    truth = math.exp(epsilon) / (1 + math.exp(epsilon))
    return _response(truth if categories > 2 else truth**2, data, _others(data, categories), size, rng)


@_TARGETS.wrong
def randomized_response_gamble_without_truth(
    data: int, *, size: int, rng: Generator, epsilon: float, categories: int
) -> Array:
    """Truth or gamble, but the gamble leaves out the true label."""
    truth = math.expm1(epsilon) / (math.exp(epsilon) + categories - 1)
    return _response(truth, data, _others(data, categories), size, rng)


@_TARGETS.wrong
def randomized_response_last_label_missing(
    data: int, *, size: int, rng: Generator, epsilon: float, categories: int
) -> Array:
    """An off-by-one: the last label is never reported unless it is true."""
    truth = math.exp(epsilon) / (math.exp(epsilon) + categories - 1)
    others = _others(data, categories)
    return _response(truth, data, others[:-1] if len(others) > 1 else others, size, rng)


@_TARGETS.wrong
def randomized_response_not_normalized(
    data: int, *, size: int, rng: Generator, epsilon: float, categories: int
) -> Array:
    """The weight e^eps divided by the number of labels."""
    return _response(math.exp(epsilon) / categories, data, _others(data, categories), size, rng)


@_TARGETS.wrong
def randomized_response_biased_coin(data: int, *, size: int, rng: Generator, epsilon: float, categories: int) -> Array:
    """The truth a tenth more often."""
    truth = math.exp(epsilon) / (math.exp(epsilon) + categories - 1)
    return _response(1.1 * truth, data, _others(data, categories), size, rng)


CORRECT, MUTANTS = _TARGETS.right, _TARGETS.mutants
