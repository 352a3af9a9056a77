"""The VC dimension of a finite class on finitely many points, and the bound of Sauer and Shelah on its size.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed Analysis of Online and Differentially Private Learning", whose
bounds are in terms of it.
"""

from __future__ import annotations

from math import comb

from dpassay.analysis.classes import MOST_LISTED, HypothesisClass, as_function, as_points
from dpassay.exact import as_integer, require
from dpassay.exact.entrance import explain_failures


def is_shattered(functions: HypothesisClass, mask: int) -> bool:
    """Tell whether the members take all patterns of values on the points of a mask."""
    mask = as_function(mask, functions.points, "mask")
    size = mask.bit_count()
    return 1 << size <= len(functions) and len({member & mask for member in functions.members}) == 1 << size


def shattered_sets(functions: HypothesisClass) -> tuple[int, ...]:
    """Return the masks of all shattered sets of points, smaller sets first; a set's subsets are shattered with it."""
    found, level = [0], [0]
    while level:
        larger = [mask | 1 << x for mask in level for x in range(mask.bit_length(), functions.points)]
        level = [mask for mask in larger if is_shattered(functions, mask)]
        found += level
    return tuple(found)


def vc_dimension(functions: HypothesisClass) -> int:
    """Return the size of the largest shattered set of points."""
    return shattered_sets(functions)[-1].bit_count()


def growth(functions: HypothesisClass, size: int) -> int:
    """Return the most patterns that the members take on so many points."""
    count = as_integer(size, "size")
    require(0 <= count <= functions.points, "size", size, f"a whole number in 0..{functions.points}")
    points = as_points(functions.points, "points", MOST_LISTED)
    sets = (mask for mask in range(1 << points) if mask.bit_count() == count)
    return max(len({member & mask for member in functions.members}) for mask in sets)


def sauer_bound(points: int, dimension: int) -> int:
    """Return sum over i <= d of C(n, i), which no class of VC dimension d on n points exceeds."""
    n, d = as_points(points, "points"), as_integer(dimension, "dimension")
    require(0 <= d <= n, "dimension", dimension, f"a whole number in 0..{n}")
    return sum(comb(n, i) for i in range(d + 1))


explain_failures(__name__)
