"""Targets that are right, and tell what they were given: each for one test of the runner."""

from fractions import Fraction
from typing import Any

import numpy as np

Array = Any
CALLS: list[int] = []

# Right


def laplace(data: float, *, size: int, rng: np.random.Generator, epsilon: float, sensitivity: float) -> Array:
    noise: Array = rng.laplace(scale=sensitivity / epsilon, size=size)
    return noise + data


def pairs(data: float, *, size: int, rng: np.random.Generator) -> Array:
    return rng.normal(size=(size, 2)) + data


def booleans(data: int, size: int) -> Array:
    return np.arange(size) % 2 == data


def narrow(data: float, size: int) -> Array:
    return np.full(size, data, dtype=np.float32)


def global_generator(data: float, size: int) -> Array:
    return np.random.normal(size=size) + data  # noqa: NPY002


def sorts_its_data(data: list[float], size: int) -> Array:
    first = data.pop(0)
    return np.full(size, first)


class Mechanism:
    @staticmethod
    def zeros(data: object, size: int) -> Array:
        return np.zeros(size)


# What the target was given, as numbers that the test can read back


def sees_data(data: Any, size: int) -> Array:
    """The kind (0: int, 1: float, 2: list) and the number; of a list the kinds of its numbers, then all of these."""
    kinds = {int: 0, float: 1, list: 2}
    if not isinstance(data, list):
        return np.tile(np.array([kinds[type(data)], float(data)]), (size, 1))
    return np.tile(np.array([2, *(kinds[type(value)] for value in data), *map(float, data)]), (size, 1))


def sees_epsilon(data: object, *, size: int, epsilon: float, sensitivity: object = None) -> Array:
    assert type(epsilon) is float
    return np.tile([epsilon, float(type(sensitivity) is int), float(str(sensitivity))], (size, 1))


def sees_a_table(data: object, *, size: int, hypotheses: list[list[Any]]) -> Array:
    """The kinds of the entries (0: int, 1: float, 3: Fraction), and the sums of the rows."""
    kinds = {int: 0, float: 1, Fraction: 3}
    entries = [kinds[type(entry)] for line in hypotheses for entry in line]
    return np.tile(np.array([*entries, *(float(sum(line)) for line in hypotheses)]), (size, 1))


def sees_exp_eps(data: object, *, size: int, epsilon: float | None = None, exp_eps: Fraction | None = None) -> Array:
    assert (epsilon is None) != (exp_eps is None)
    if exp_eps is None:
        return np.zeros((size, 2))
    assert type(exp_eps) is Fraction
    return np.tile([float(exp_eps.numerator), float(exp_eps.denominator)], (size, 1))


def sees_everything(data: object, **arguments: Any) -> Array:
    assert sorted(arguments) == ["calibration", "delta", "epsilon", "rng", "size"]
    assert arguments["calibration"] == "printed"
    return np.full(arguments["size"], arguments["epsilon"])


# Answers one by one, and in lists


def one_laplace(data: float, *, rng: np.random.Generator, epsilon: float, sensitivity: float) -> float:
    return data + float(rng.laplace(scale=sensitivity / epsilon))


def one_of_its_data(data: list[float]) -> float:
    return data.pop(0)


def returns_rows(data: object, size: int) -> list[tuple[int, float]]:
    return [(0, 0.5)] * size


def answers_of_many_forms(data: int, rng: np.random.Generator) -> object:
    if data:
        return float(rng.random())
    return 1 if rng.random() < 0.5 else None


def counts_its_calls(data: int, *, size: int) -> Array:
    """Something is carried over from call to call: how often this process was called."""
    CALLS.append(size)
    return np.full(size, len(CALLS)) + data


def depends_on_type(data: float, size: int) -> Array:
    return np.full(size, data)
