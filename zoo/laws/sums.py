"""The laws of `zoo/targets/sums.py`, of what tells the inputs apart.

Both sums are 0 or 1 on the one input and the other one on the other: all places up to 0 have the same ratio of
probabilities, and so have all from 1 on. With one noise their difference is the same at every answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from dpassay.exact import Dist, two_sided_geometric


def _with(q: Fraction) -> Callable[[Sequence[int]], Dist[tuple[int, int]]]:
    def law(data: Sequence[int]) -> Dist[tuple[int, int]]:
        noises = [two_sided_geometric(each, q) for each in data]
        sides = [(noise.cdf(0), noise.upper_tail(1)) for noise in noises]
        return Dist({(a, b): sides[0][a] * sides[1][b] for a, b in product((0, 1), repeat=2)})

    return law


def _one_noise(data: Sequence[int]) -> Dist[int]:
    return Dist.point(data[1] - data[0])


LAWS = {"correct": _with(Fraction(1, 2)), "whole_budget": _with(Fraction(1, 4)), "one_noise": _one_noise}
