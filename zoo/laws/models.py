"""The laws of `zoo/targets/models.py`, of what tells the inputs apart: how many classes there are, or two numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from dpassay.exact import Dist
from zoo.laws.noise import HALF, lumped

LAST = 5


def _given(data: Sequence[int]) -> Dist[tuple[int, ...]]:
    """Return the law of the counts of the classes 1 and 2: that of the class 0 is the same on both inputs."""
    return lumped([list(data).count(each) for each in (1, 2)], [HALF, HALF], LAST)


def _sums(data: Sequence[Sequence[int]], q: Fraction) -> Dist[tuple[int, ...]]:
    return lumped([sum(value for value, label in data if label == each) for each in (0, 1)], [q, q], LAST)


LAWS: Mapping[str, Callable[[Any], Dist[Any]]] = {
    "classes_given": _given,
    "classes_found": lambda data: Dist.point(len(set(data))),
    "both_classes": lambda data: _sums(data, HALF),
    "one_class": lambda data: _sums(data, Fraction(1, 16)),
}
