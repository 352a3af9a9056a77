"""The laws of `zoo/targets/rare.py`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dpassay.exact import Dist


def _with(chance: Fraction, tells: int) -> Callable[[int], Dist[int]]:
    def law(data: int) -> Dist[int]:
        rest = 1 - chance
        return Dist({data: rest * Fraction(3, 4), 1 - data: rest * Fraction(1, 4), 2 + tells * data: chance})

    return law


LAWS = {
    "correct": _with(Fraction(1, 1024), 0),
    "one_in_1024": _with(Fraction(1, 1024), 1),
    "never_seen": _with(Fraction(1, 2**64), 1),
    "never_seen_correct": _with(Fraction(1, 2**64), 0),
}
