"""The laws of `zoo/targets/scales.py`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dpassay.exact import IntegerLaw, two_sided_geometric

Rows = Sequence[Sequence[int]]


def _of_ones(data: Rows, q: Fraction) -> IntegerLaw:
    return two_sided_geometric(sum(min(row) for row in data), q)


def _of_clipped(data: Sequence[int], q: Fraction) -> IntegerLaw:
    return two_sided_geometric(sum(min(value, 1) for value in data), q)


LAWS = {
    "by_count": lambda data: _of_ones(data, Fraction(1, 2)),
    "by_columns": lambda data: _of_ones(data, Fraction(1, 2 ** len(data[0]))),
    "by_bound": lambda data: _of_clipped(data, Fraction(1, 4)),
    "by_raw_data": lambda data: _of_clipped(data, {1: Fraction(1, 4), 2: Fraction(1, 2)}[max(data)]),
}
