"""The laws of `zoo/targets/means.py`."""

from __future__ import annotations

from collections.abc import Sequence

from dpassay.exact import IntegerLaw, two_sided_geometric
from zoo.laws.noise import HALF

Data = Sequence[int]


def _numbers(data: Data) -> list[int]:
    return [value for value in data if value >= 0]


def _alone(data: Data) -> IntegerLaw:
    mean = sum(_numbers(data)) * len(data) // len(_numbers(data))
    return two_sided_geometric(mean, HALF)


LAWS = {
    "weights_clipped": lambda data: two_sided_geometric(sum(min(weight, 1) for weight in data), HALF),
    "weights_as_given": lambda data: two_sided_geometric(sum(data), HALF),
    "all_counted": lambda data: two_sided_geometric(sum(_numbers(data)), HALF),
    "numbers_alone": _alone,
}
