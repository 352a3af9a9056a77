"""The laws of `zoo/targets/pipelines.py`, of what tells the inputs apart: whether it is a number, or three numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dpassay.exact import Dist, IntegerLaw, two_sided_geometric
from zoo.laws.noise import HALF, lumped


def _replaced(data: Sequence[int]) -> IntegerLaw:
    return two_sided_geometric(sum(max(value, 0) for value in data), HALF)


def _moments(data: Sequence[int], q: Fraction) -> Dist[tuple[int, ...]]:
    return lumped([len(data), sum(data), sum(value**2 for value in data)], [HALF, HALF, q], 2)


LAWS = {
    "nan_replaced": _replaced,
    "nan_kept": lambda data: Dist.point(min(data) < 0),
    "whole_squares": lambda data: _moments(data, HALF),
    "half_squares": lambda data: _moments(data, Fraction(1, 4)),
}
