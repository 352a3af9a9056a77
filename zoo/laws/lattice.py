"""The laws of `zoo/targets/lattice.py`: what the mechanism of scale `share` has on the multiples of 1/1024."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dpassay.exact import IntegerLaw, exp, two_sided_geometric


def _with(percent: int) -> Callable[[int], IntegerLaw]:
    return lambda data: two_sided_geometric(data, exp(Fraction(-100, 1024 * percent)))


LAWS = {"correct": _with(100), "scale_2": _with(98), "scale_5": _with(95), "scale_10": _with(90), "scale_20": _with(80)}
