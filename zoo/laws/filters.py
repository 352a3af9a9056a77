"""The laws of `zoo/targets/filters.py`: of the answer with a number, from 0 on, in a row of calls for one answer."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from dpassay.exact import Dist


def _correct(data: int, _number: int = 0) -> Dist[int]:
    return Dist({data: Fraction(3, 4), 1 - data: Fraction(1, 4)})


def _majority(data: int, number: int) -> Dist[int]:
    """Return the law of whether more than half of the bits so far are ones."""
    count, one = number + 1, Fraction(1 + 2 * data, 4)
    ones = [comb(count, k) * one**k * (1 - one) ** (count - k) for k in range(count + 1)]
    most = sum(ones[count // 2 + 1 :], Fraction(0))
    return Dist({1: most, 0: 1 - most})


def _reseeded(data: int, _number: int = 0) -> Dist[int]:
    """Return the point that it always is: the first draw from the constant seed is a lie (0 for 1 and 1 for 0)."""
    return Dist.point(1 - data)


LAWS = {"correct": _correct, "majority": _majority, "reseeded": _reseeded}
