"""Pipelines that draw by libraries and by primitives of their own. This file needs numpy only."""

from __future__ import annotations

import random
import sys
from types import ModuleType
from typing import Any

import numpy as np

# A stand-in for diffprivlib: the names and attributes that a replay takes, and draws of another law inside


class Mechanism:
    def __init__(self, **given: Any) -> None:
        self.delta = 0.0
        self.measure = None
        self.monotonic = False
        self.candidates: Any = None
        vars(self).update(given)

    def randomise(self, value: Any = None) -> Any:
        return value + random.random()


class Laplace(Mechanism):
    def randomise(self, value: Any = None) -> Any:
        return super().randomise(value)


class LaplaceTruncated(Laplace):
    def randomise(self, value: Any = None) -> Any:
        return min(max(super().randomise(value), self.lower), self.upper)  # type: ignore[attr-defined]


class LaplaceFolded(Laplace):
    def randomise(self, value: Any = None) -> Any:
        return abs(super().randomise(value))


class LaplaceBoundedDomain(LaplaceTruncated):
    _scale = None

    def _find_scale(self) -> float:
        return 3.0

    def randomise(self, value: Any = None) -> Any:
        return super().randomise(value)


class Bingham(Mechanism):
    def randomise(self, value: Any = None) -> Any:
        return np.array(value) * random.random()


class Gaussian(Mechanism):
    def randomise(self, value: Any = None) -> Any:
        return super().randomise(value)


class Geometric(Mechanism):
    def randomise(self, value: Any = None) -> Any:
        return int(value + random.randrange(3))


class GeometricFolded(Geometric):
    def randomise(self, value: Any = None) -> Any:
        found = super().randomise(value)
        return max(found, 1 - found)


class Binary(Mechanism):
    def randomise(self, value: Any = None) -> Any:
        return random.choice([self.value0, self.value1])  # type: ignore[attr-defined]


class Exponential(Mechanism):
    def randomise(self, value: Any = None) -> Any:
        return random.choice(self.candidates)


class PermuteAndFlip(Exponential):
    def randomise(self, value: Any = None) -> Any:
        return super().randomise(value)


class Staircase(Mechanism):
    def randomise(self, value: Any = None) -> Any:
        return super().randomise(value)


mechanisms = ModuleType("diffprivlib.mechanisms")
for _kind in (
    *(Laplace, LaplaceTruncated, LaplaceFolded, LaplaceBoundedDomain, Gaussian, Geometric, GeometricFolded),
    *(Binary, Exponential, PermuteAndFlip, Staircase, Bingham),
):
    setattr(mechanisms, _kind.__name__, _kind)
sys.modules.setdefault("diffprivlib.mechanisms", mechanisms)


def laplace(data: float) -> float:
    return float(Laplace(epsilon=0.5, sensitivity=2.0).randomise(data))


def truncated(data: float) -> float:
    return float(LaplaceTruncated(epsilon=0.5, sensitivity=2.0, lower=0.0, upper=4.0).randomise(data))


def folded(data: float) -> float:
    return float(LaplaceFolded(epsilon=0.5, sensitivity=2.0, lower=0.0, upper=np.inf).randomise(data))


def folded_twice(data: float) -> float:
    return float(LaplaceFolded(epsilon=0.5, sensitivity=2.0, lower=0.0, upper=9.0).randomise(data))


def bounded(data: float) -> float:
    return float(LaplaceBoundedDomain(epsilon=0.5, sensitivity=2.0, lower=0.0, upper=4.0).randomise(data))


def folded_count(data: float) -> int:
    return int(GeometricFolded(epsilon=0.5, sensitivity=1, lower=0.5, upper=np.inf).randomise(int(data)))


def direction(data: float) -> list[float]:
    found = Bingham(epsilon=0.5).randomise([[data, 1.0], [1.0, 2.0]])
    found += 1  # in place: what is frozen must stay what it was
    return [float(x) for x in found.ravel()]


def gaussian(data: float) -> float:
    return float(Gaussian(epsilon=0.5, _scale=3.0).randomise(data))


def geometric(data: float) -> int:
    return int(Geometric(epsilon=0.5, sensitivity=1).randomise(int(data)))


def binary(data: float) -> str:
    return str(Binary(epsilon=1.0, value0="a", value1="b").randomise("b" if data > 1 else "a"))


def exponential(data: float) -> str:
    chooser = Exponential(epsilon=0.5, sensitivity=1.0, utility=[data, 0.0], candidates=["x", "y"])
    return str(chooser.randomise())


def flipped(data: float) -> str:
    chooser = PermuteAndFlip(epsilon=0.5, sensitivity=1.0, utility=[data, 0.0], candidates=["x", "y"], monotonic=True)
    return str(chooser.randomise())


def staircase(data: float) -> float:
    return float(Staircase(epsilon=0.5).randomise(data))


# Primitives of one's own


def add_noise(value: Any, b: float, rounds: int = 1) -> Any:
    """Laplace noise by inversion, which no replay sees through."""
    u = np.array([random.random() for _ in np.ravel(value)]) - 0.5
    return np.reshape(np.ravel(value) - b * np.sign(u) * np.log(1 - 2 * np.abs(u)), np.shape(value))


def by_inversion(data: float) -> float:
    return float(add_noise(np.array([data]), 2.0)[0])


def marked_noise(value: float, b: float) -> float:
    return float(add_noise(value, b))


marked_noise.dpassay_primitive = {"kind": "laplace", "input": "value", "scale": "b"}  # type: ignore[attr-defined]


def marked(data: float) -> float:
    return marked_noise(data, 2.0)


# What the rows of `audit/targets/pipelines.toml` are about, a pipeline for each kind


def means_of_classes(data: list[list[float]]) -> list[float]:
    """The classes are those of the data, as of a naive Bayes model."""
    classes = sorted({label for _, label in data})
    of_class = [[x for x, label in data if label == each] for each in classes]
    return [float(Laplace(epsilon=1.0, sensitivity=1.0).randomise(sum(each))) for each in of_class]


def median_or_nan(data: list[float]) -> float:
    if any(x != x for x in data):  # noqa: PLR0124  # NaN
        return float("nan")
    return float(Laplace(epsilon=1.0, sensitivity=1.0).randomise(float(np.median(data))))


def sum_or_error(data: list[float]) -> float:
    if not data:
        raise ValueError("data must be non-empty")
    return float(Laplace(epsilon=1.0, sensitivity=1.0).randomise(sum(data)))


def mean_of_bounds_found(data: list[float]) -> float:
    low, high = min(data), max(data)
    chooser = LaplaceTruncated(epsilon=1.0, sensitivity=(high - low) / len(data), lower=low, upper=high)
    return float(chooser.randomise(sum(data) / len(data)))


def centers(data: list[float]) -> list[bool]:
    """A cluster without a record keeps the center that chance gave it, and asks for no noise."""
    found = []
    for place in (0, 1):
        rows = [x for x in data if (x > 0.5) == bool(place)]
        center = float(random.random())
        center = float(Laplace(epsilon=1.0, sensitivity=4.0).randomise(sum(rows))) if rows else 4 * center
        found.append(center > -9)
    return found


def partitions(data: list[str]) -> list[str]:
    """A partition of one user is kept with a probability of a thousandth; one that is not there asks for no coin."""
    return [key for key in sorted(set(data)) if random.random() < (0.001 if data.count(key) == 1 else 0.5)]
