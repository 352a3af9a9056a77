"""The laws of `zoo/targets/composition.py`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

from dpassay.exact import Dist


def _twice(truth: Fraction) -> Callable[[int], Dist[tuple[int, int]]]:
    def law(data: int) -> Dist[tuple[int, int]]:
        once = Dist({data: truth, 1 - data: 1 - truth})
        return once.product(once)

    return law


def _told(delta: Fraction) -> Callable[[int], Dist[int]]:
    def law(data: int) -> Dist[int]:
        one = Fraction(1 + data, 3)
        ones = {k: comb(4, k) * one**k * (1 - one) ** (4 - k) for k in range(5)}
        return Dist({**{k: (1 - delta) * mass for k, mass in ones.items()}, 6 * data - 1: delta})

    return law


LAWS = {
    "twice": _twice(Fraction(2, 3)),
    "twice_undivided": _twice(Fraction(4, 5)),
    "told": _told(Fraction(1, 64)),
    "told_each_round": _told(1 - Fraction(63, 64) ** 4),
}
