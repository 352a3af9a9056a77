"""The laws of `zoo/targets/hypotheses.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from dpassay.exact import Dist

Data = Sequence[Sequence[int]]


def _mistakes(data: Data) -> list[int]:
    return [sum((x >= least) != bool(label) for x, label in data) for least in (0, 1, 2)]


def _by(weights: Sequence[Fraction]) -> Dist[int]:
    total = sum(weights)
    return Dist({place: weight / total for place, weight in enumerate(weights) if weight})


def _with(base: int) -> Callable[[Data], Dist[int]]:
    return lambda data: _by([Fraction(1, base**count) for count in _mistakes(data)])


def _consistent_first(data: Data) -> Dist[int]:
    right = [Fraction(count == 0) for count in _mistakes(data)]
    return _by(right) if any(right) else _with(2)(data)


LAWS = {"correct": _with(2), "whole_epsilon": _with(4), "consistent_first": _consistent_first}
