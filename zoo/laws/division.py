"""The laws of `zoo/targets/division.py`; of the wrong one what tells the inputs 0 and 1 apart.

The weight of 3 v + u, or of its negative, is w(u) exp(-v), with w(0) = 1 and w(1) = exp(-1/3). With s the root of 2/3,
coins of the wrong quotients of 2/3 and k are 2/3k for odd k and 1/k for even k, so that w(2) is a sum of two series,

    w(2) = (1 + s^2/2! + s^4/4! + ...) - (s^2/1! + s^4/3! + ...) = cosh(s) - s sinh(s),

in place of exp(-2/3). The ratio of the probabilities of y on both inputs depends on y mod 3 and on the sign alone.
What is claimed is 1/3, rounded up: the coins of the code are doubles.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from dpassay.exact import Real, as_real, exp, two_sided_geometric

THIRD = Fraction(1, 3)
PLACES = {True: (1, 2, 3), False: (0, -1, -2)}
"""The place that comes first of those that are lumped together: those up to 0, and those from 1 on."""


def _wrong(data: int) -> Mapping[tuple[bool, int], Real]:
    s = as_real(Fraction(2, 3)).sqrt()
    up, down = s.exp(), (-s).exp()
    weights = [as_real(1), as_real(-THIRD).exp(), ((up + down) - s * (up - down)) / 2]
    shrinks = as_real(-1).exp()
    total = 2 * sum(weights, as_real(0)) / (1 - shrinks) - 1
    first = {(positive, y % 3): abs(y - data) for positive, places in PLACES.items() for y in places}
    return {place: weights[far % 3] * shrinks ** (far // 3) / (1 - shrinks) / total for place, far in first.items()}


LAWS = {"correct": lambda data: two_sided_geometric(data, exp(-THIRD)), "wrong_quotient": _wrong}
