"""Classes of hypotheses that the tests of smooth online learning share."""

from __future__ import annotations

from itertools import product

Rows = tuple[tuple[int, ...], ...]


def thresholds(points: int) -> Rows:
    """+1 from b on, for b = 0, ..., N."""
    return tuple(tuple(1 if x >= b else -1 for x in range(points)) for b in range(points + 1))


def intervals(points: int) -> Rows:
    """+1 from a to b - 1, and the empty interval."""
    pairs = [(a, b) for a in range(points) for b in range(a + 1, points + 1)]
    return ((-1,) * points, *(tuple(1 if a <= x < b else -1 for x in range(points)) for a, b in pairs))


ALL_OF_THREE: Rows = tuple(product((-1, 1), repeat=3))
CLASSES = (thresholds(4), intervals(4), ALL_OF_THREE, ((1, -1),))
