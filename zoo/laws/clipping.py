"""The laws of `zoo/targets/clipping.py`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dpassay.exact import Dist


def _with(mixed: Fraction, integers: int) -> Callable[[int], Dist[int]]:
    def law(label: int) -> Dist[int]:
        own = {2 * label + place: (1 - mixed) / 2 for place in (0, 1)}
        masses = {place: mixed / integers if place < integers else Fraction(0) for place in range(4)}
        found = {place: mass + own.get(place, 0) for place, mass in masses.items()}
        return Dist({place: mass for place, mass in found.items() if mass})

    return law


LAWS = {
    "correct": _with(Fraction(1, 4), 4),
    "half_the_mixing": _with(Fraction(1, 8), 4),
    "last_integer_missing": _with(Fraction(1, 4), 3),
}
