"""The laws of `zoo/targets/experts.py`: three choices, one independent of the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from dpassay.exact import Dist

Data = Sequence[Sequence[int]]


def _with(base: int, own: int) -> Callable[[Data], Dist[tuple[int, ...]]]:
    def law(data: Data) -> Dist[tuple[int, ...]]:
        rounds = []
        for t in range(3):
            first, second = (Fraction(base) ** sum(row[expert] for row in data[: t + own]) for expert in (0, 1))
            rounds.append((first / (first + second), second / (first + second)))
        return Dist({path: prod(rounds[t][path[t]] for t in range(3)) for path in product((0, 1), repeat=3)})

    return law


LAWS = {"correct": _with(2, 0), "rate_doubled": _with(4, 0), "own_round_seen": _with(2, 1)}
