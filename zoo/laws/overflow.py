"""The laws of `zoo/targets/overflow.py`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dpassay.exact import Dist

LARGEST = 1023
"""2 to a larger power is no double."""


def _correct(data: Sequence[int]) -> Dist[int]:
    share = 1 / (1 + Fraction(2) ** (data[1] - data[0]))
    return Dist({0: share, 1: 1 - share})


def _too_large(data: Sequence[int]) -> Dist[int]:
    return Dist.point(1) if max(data) > LARGEST else _correct(data)


LAWS = {"correct": _correct, "too_large": _too_large}
