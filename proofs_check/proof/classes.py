"""What published theorems say of a class of binary functions: the values, by trying what the definitions speak of.

A setting holds the class: ``functions``, with the number of its ``points`` and its ``members``, whole numbers whose bit
x is the value at point x; and, where covers are spoken of, the ``law`` of the points.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, count
from math import comb
from typing import Any, Final

from dpassay.proofs_check.proof.names import Named


@cache
def dimension(members: tuple[int, ...], points: int) -> int:
    """The size of the largest set of points on which members have all patterns of values."""
    return next(size - 1 for size in count(1) if size > points or not _shatter(members, points, size))


def _shatter(members: Sequence[int], points: int, size: int) -> bool:
    masks = (sum(1 << x for x in chosen) for chosen in combinations(range(points), size))
    return any(len({member & mask for member in members}) == 2**size for mask in masks)


@cache
def least_cover(near: tuple[frozenset[int], ...]) -> int:
    """How few of some things are near all of them, by what is near each."""
    return next(size for size in count(1) if _cover(near, frozenset(range(len(near))), size))


def _cover(near: tuple[frozenset[int], ...], left: frozenset[int], size: int) -> bool:
    """Tell whether so many are near all that are left: one has to be near the first of these."""
    return not left or (size > 0 and any(_cover(near, left - near[one], size - 1) for one in near[min(left)]))


def cover(at: Any, radius: Fraction) -> Fraction:
    """The size of a smallest cover of members."""
    if radius < 0:
        raise ValueError(f"radius = {radius}: expected a number of at least 0")
    weights, members = dict(at.law.items()), at.functions.members

    def apart(f: int, g: int) -> Any:
        return sum((weight for x, weight in weights.items() if (f ^ g) >> x & 1), Fraction(0))

    near = (frozenset(place for place, g in enumerate(members) if apart(f, g) <= radius) for f in members)
    return Fraction(least_cover(tuple(near)))


DIMENSION: Final = Named(
    lambda at: Fraction(dimension(at.functions.members, at.functions.points)), range="integer at least 0"
)
"""The Vapnik-Chervonenkis dimension."""
COVER: Final = Named(
    lambda at, r: cover(at, Fraction(r)),
    {"r": "real, 0 < r"},
    range="positive integer",
)
"""The size of a smallest family of members such that each member differs from one of them with probability <= r."""
LABELINGS: Final = Named(
    lambda at, j: Fraction(len({member % 2 ** int(j) for member in at.functions.members})),
    {"j": "integer, 0 <= j"},
    range="positive integer",
)
"""The labelings that members have on the first j points, or on all where there are no more."""
CHOICES: Final = Named(
    lambda _, j, i: Fraction(comb(int(j), int(i))), {"j": "integer, 0 <= j", "i": "integer, 0 <= i"}, range="at least 0"
)
"""The sets of i out of j."""
