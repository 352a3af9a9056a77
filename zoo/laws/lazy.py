"""The laws of `zoo/targets/lazy.py`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dpassay.exact import Dist


def _with(kept: Fraction) -> Callable[[int], Dist[tuple[int, int]]]:
    """Return the law: a kept expert, or a fresh one by the weights 2^-loss."""

    def law(loss: int) -> Dist[tuple[int, int]]:
        weight = Fraction(1, 2) ** loss
        fresh = (weight / (1 + weight), 1 / (1 + weight))
        found = {}
        for first in (0, 1):
            stays = kept * (weight if first == 0 else 1)
            for second in (0, 1):
                mass = (1 - stays) * fresh[second] + (stays if first == second else 0)
                found[first, second] = mass / 2
        return Dist({models: mass for models, mass in found.items() if mass})

    return law


LAWS = {"correct": _with(Fraction(3, 4)), "no_fake_switches": _with(Fraction(1))}
