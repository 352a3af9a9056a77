"""The laws of `zoo/targets/rejection.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from dpassay.exact import Dist


def _kept(power: int) -> Callable[[Sequence[int]], Dist[int]]:
    """Weights 2^score, over a power of what the proposal divides by."""

    def law(data: Sequence[int]) -> Dist[int]:
        gaps = [max(data) - score for score in data]
        return Dist.from_weights({place: Fraction(1, 2**gap * (1 + gap) ** power) for place, gap in enumerate(gaps)})

    return law


LAWS = {"correct": _kept(0), "divided": _kept(2)}
