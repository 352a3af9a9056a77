"""The laws of `zoo/targets/exact_parts.py`, of what tells the inputs apart: where a part is exact, it tells all."""

from __future__ import annotations

from collections.abc import Sequence

from dpassay.exact import Dist
from zoo.laws.noise import HALF, lumped

LAST = 3


def _noisy(numbers: Sequence[int]) -> Dist[tuple[int, ...]]:
    return lumped(numbers, [HALF] * len(numbers), LAST)


LAWS = {
    "total_noisy": lambda data: _noisy([data[0], sum(data)]),
    "total_exact": lambda data: Dist.point(sum(data)),
    "kept_noisy": _noisy,
    "kept_all": lambda data: Dist.point(data[0]),
}
