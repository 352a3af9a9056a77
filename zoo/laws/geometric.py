"""The laws of `zoo/targets/geometric.py`."""

from __future__ import annotations

from fractions import Fraction

from dpassay.exact import Dist, IntegerLaw, two_sided_geometric

HALF = Fraction(1, 2)


def _clipped(data: int) -> Dist[int]:
    law = two_sided_geometric(0, HALF)
    ends = {data - 5: law.cdf(-5), data + 5: law.upper_tail(5)}
    return Dist({**{data + k: law.pmf(k) for k in range(-4, 5)}, **ends})


LAWS = {
    "correct": lambda data: two_sided_geometric(data, HALF),
    "half_the_sensitivity": lambda data: two_sided_geometric(data, Fraction(1, 4)),
    "magnitude_from_one": lambda data: IntegerLaw(data - 1, [Fraction(1, 4), 0, Fraction(1, 4)], HALF, HALF),
    "zero_counts_twice": lambda data: IntegerLaw(data - 1, [Fraction(1, 8), HALF, Fraction(1, 8)], HALF, HALF),
    "clipped": _clipped,
}
