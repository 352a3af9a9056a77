"""The laws of `zoo/targets/queries.py`, of what tells the inputs apart.

With fresh noise the second count has the same law on either input and is independent of the first, which tells all.
With noise that is reused the difference of the two is the same at every answer: its law is a point.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dpassay.exact import Dist, IntegerLaw, two_sided_geometric


def _fresh(data: Sequence[int]) -> IntegerLaw:
    return two_sided_geometric(data[0], Fraction(1, 2))


def _reused(data: Sequence[int]) -> Dist[int]:
    return Dist.point(data[0] - data[1])


LAWS = {"fresh": _fresh, "reused": _reused}
