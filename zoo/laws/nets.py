"""The laws of `zoo/targets/nets.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from dpassay.exact import Dist

Outcome = tuple[int, int, int]


def _cost(point: int, data: Sequence[int]) -> int:
    return max(abs(2 * (point == x) - list(data).count(x)) for x in range(3))


def _with(base: int, *, own: bool = False) -> Callable[[Sequence[int]], Dist[Outcome]]:
    def law(data: Sequence[int]) -> Dist[Outcome]:
        weight = [Fraction(1, base ** _cost(point, data)) for point in range(3)]
        nets = [(first, second) for first in range(3) for second in ([data[1]] if own else range(3))]
        found: dict[Outcome, Fraction] = {}
        for first, second in nets:
            points = {first, second}
            total = sum(weight[point] for point in points)
            for point in points:
                found[first, second, point] = weight[point] / total / len(nets)
        return Dist(found)

    return law


LAWS = {"correct": _with(2), "range_ignored": _with(4), "record_in_net": _with(2, own=True)}
