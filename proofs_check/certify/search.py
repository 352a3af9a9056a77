"""Looking for instances that break a property: small ones one by one, then where floating point says that it fails.

Floating point only proposes. An instance is returned where the property itself, in exact arithmetic, applies and does
not hold; where that cannot be decided, the instance shows nothing.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, TypeAlias

import numpy as np
from scipy.optimize import Bounds, differential_evolution, minimize

from dpassay.exact import Undecided
from dpassay.proofs_check.claim import Guide, Hunt
from dpassay.proofs_check.kernel.finite import PROPERTIES, Instance, Property

SEED: Final = 20
GENERATIONS: Final = 150
POINTS: Final = 8
"""The number of points that are rationalized."""
DENOMINATORS: Final = (1, 2, 3, 4, 10, 100, 1000, 10**6, 10**9)
NOWHERE: Final = 1e30
"""The margin where there is none; finite, because the search computes averages."""

Point: TypeAlias = tuple[float, ...]


def find_counterexample(hunt: Hunt) -> dict[str, Any] | None:
    """Return the first instance that breaks the property, or ``None``; the same one in every run."""
    if hunt.told not in PROPERTIES:
        raise ValueError(f"told = {hunt.told!r}: expected the name of a property")
    told = PROPERTIES[hunt.told]
    candidates = _chain(hunt.small(), () if hunt.guide is None else _guided(told, hunt.guide))
    return next((dict(instance) for instance in candidates if is_broken(told, instance)), None)


def is_broken(told: Property, instance: Instance) -> bool:
    """Tell whether the instance meets the preconditions and the property certainly fails there."""
    try:
        return told.applies(instance) and not told.holds(instance)
    except Undecided:
        return False


def _chain(small: Iterable[Instance], guided: Iterable[Instance]) -> Iterator[Instance]:
    yield from small
    yield from guided


def _guided(told: Property, guide: Guide) -> Iterator[Instance]:
    """Yield rational instances near the points of the lowest margins, those of the smallest denominators first."""
    points = lowest_points(guide)
    for denominator in DENOMINATORS:
        for point in points:
            rounded = [Fraction(x).limit_denominator(denominator) for x in point]
            instance = _instance(guide, rounded)
            if instance is not None and is_broken(told, instance):
                yield _simplified(told, guide, rounded)


def _simplified(told: Property, guide: Guide, coordinates: list[Fraction]) -> Instance:
    """Round one coordinate after another as coarsely as the exact property allows."""
    for index, value in enumerate(coordinates):
        for denominator in DENOMINATORS:
            simpler = [*coordinates[:index], value.limit_denominator(denominator), *coordinates[index + 1 :]]
            instance = _instance(guide, simpler)
            if instance is not None and is_broken(told, instance):
                coordinates = simpler
                break
    instance = _instance(guide, coordinates)
    if instance is None:
        raise RuntimeError("an instance that was broken cannot be built again")
    return instance


def _instance(guide: Guide, coordinates: list[Fraction]) -> Instance | None:
    """Build the instance; ``None`` outside of the ranges and of the preconditions."""
    inside = all(low <= x <= high for x, (low, high) in zip(coordinates, guide.ranges.values(), strict=True))
    return guide.instance(dict(zip(guide.ranges, coordinates, strict=True))) if inside else None


def lowest_points(guide: Guide) -> list[Point]:
    """Return a few points of negative margin that are apart from each other, the lowest first."""
    seen: dict[Point, float] = {}

    def margin(coordinates: np.ndarray[Any, Any]) -> float:
        point = tuple(float(x) for x in coordinates)
        value = _margin(guide, point)
        if value < 0:
            seen[point] = value
        return value

    low, high = zip(*guide.ranges.values(), strict=True)
    bounds = Bounds(low, high)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")  # the margin is evaluated far off, and nothing depends on its value there
        result = differential_evolution(
            margin, bounds, maxiter=GENERATIONS, popsize=20, tol=1e-10, polish=False, seed=SEED
        )
        minimize(margin, result.x, method="Nelder-Mead", bounds=bounds, options={"maxiter": 400})
    return _apart(sorted(seen, key=lambda point: (seen[point], point)), guide.ranges)


def _margin(guide: Guide, point: Point) -> float:
    try:
        value = float(guide.margin(dict(zip(guide.ranges, point, strict=True))))
    except (ArithmeticError, ValueError):
        return NOWHERE
    return value if math.isfinite(value) and abs(value) < NOWHERE else NOWHERE


def _apart(points: list[Point], ranges: Mapping[str, tuple[float, float]]) -> list[Point]:
    """Keep the lowest point, and those that are a twentieth of a range away from all that are kept."""
    widths = [high - low or 1.0 for low, high in ranges.values()]
    kept: list[Point] = []
    for point in points:
        near = (all(abs(a - b) < w / 20 for a, b, w in zip(point, other, widths, strict=True)) for other in kept)
        if not any(near):
            kept.append(point)
        if len(kept) == POINTS:
            break
    return kept
