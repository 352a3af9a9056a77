"""The laws of `zoo/targets/tails.py`."""

from __future__ import annotations

from fractions import Fraction

from dpassay.exact import Dist, two_sided_geometric
from zoo.laws.noise import HALF

MOST = 53


def _of_a_double(data: int) -> Dist[int]:
    heads = [*(HALF ** (k + 1) for k in range(MOST)), HALF**MOST]
    found: dict[int, Fraction] = {}
    for more, one in enumerate(heads):
        for less, other in enumerate(heads):
            found[data + more - less] = found.get(data + more - less, Fraction(0)) + one * other
    return Dist(found)


LAWS = {"endless": lambda data: two_sided_geometric(data, HALF), "of_a_double": _of_a_double}
