"""What laws of several numbers with noise share."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod

from dpassay.exact import Dist, two_sided_geometric

HALF = Fraction(1, 2)


def lumped(centers: Sequence[int], rates: Sequence[Fraction], last: int) -> Dist[tuple[int, ...]]:
    """Return the law of numbers with noise of probability proportional to q^|k|, from 0 to ``last``.

    Places below 0 are lumped with 0 and places above ``last`` with it. Between centers that all lie in this range
    the ratio of probabilities is the same at all places that are lumped together: nothing is lost.
    """
    sides = []
    for center, q in zip(centers, rates, strict=True):
        noise = two_sided_geometric(center, q)
        between = [noise.pmf(place) for place in range(1, last)]
        sides.append([noise.cdf(0), *between, noise.upper_tail(last)])
    places = product(range(last + 1), repeat=len(sides))
    return Dist({row: prod(side[place] for side, place in zip(sides, row, strict=True)) for row in places})
