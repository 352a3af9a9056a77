"""Hit-and-run in a box or a ball: from a point go in a random direction, to a point of the chord through it.

Source: Smith, "Efficient Monte Carlo procedures for generating points uniformly distributed over bounded regions",
1984; Lovasz and Vempala, "Hit-and-run from a corner", 2006. Two ways to draw on a chord:

* `draw_on_chords`: from a normal density with its ends cut off, or an exponential one, by rejection: without error but
  for rounding.
* `step_on_slices`: one step of slice sampling (Neal, "Slice sampling", 2003), which leaves a density as it is but does
  not draw from it anew.

Each step leaves the density unchanged; what is returned has that density only in the limit. How far off it is depends
on the body and the density and is not bounded here: `dpassay.fast.chain_diagnostics` can show that chains have not
mixed, but not that they have.

Floating point: doubles throughout; points may be outside the body by a rounding error of their coordinates.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dpassay.fast import checks
from dpassay.fast.draws import Booleans, Floats, Integers

__all__ = [
    "SHRINKINGS",
    "Ball",
    "Body",
    "Box",
    "Move",
    "draw_on_chords",
    "hit_and_run",
    "read_body",
    "read_vector",
    "step_on_slices",
]


Move = Callable[[Floats, Floats, Floats, Floats], Floats]
"""How far to go, from points in directions, between two numbers."""
SHRINKINGS: Final = 200  # of a slice, until it is the point that it began at for all that doubles can tell


@dataclass(frozen=True, slots=True)
class Box:
    """The points with each coordinate between two bounds.

    Attributes:
        low: the lower bounds.
        high: the upper bounds, each above the lower one.
    """

    low: Floats
    high: Floats

    def __post_init__(self) -> None:
        low, high = read_vector(self.low, "low"), read_vector(self.high, "high")
        if low.shape != high.shape or not (low < high).all() or not np.isfinite(high / 2 - low / 2).all():
            raise checks.bad("high", self.high, f"{len(low)} finite numbers above those of low")
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)

    @property
    def center(self) -> Floats:
        """The point in the middle."""
        return np.asarray(self.low / 2 + self.high / 2)

    def chords(self, points: Floats, directions: Floats) -> tuple[Floats, Floats]:
        """For each point how far one can go in a direction: from a number at most 0 to one at least 0."""
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            down, up = (self.low - points) / directions, (self.high - points) / directions
        still = directions == 0
        near, far = np.where(still, -np.inf, np.minimum(down, up)), np.where(still, np.inf, np.maximum(down, up))
        return np.minimum(near.max(axis=1), 0), np.maximum(far.min(axis=1), 0)

    def clip(self, points: Floats) -> Floats:
        """The nearest points of the body."""
        return np.clip(points, self.low, self.high)


@dataclass(frozen=True, slots=True)
class Ball:
    """The points within a Euclidean distance of a center.

    Attributes:
        center: the center.
        radius: the distance, above 0.
    """

    center: Floats
    radius: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "center", read_vector(self.center, "center"))
        object.__setattr__(self, "radius", checks.positive(self.radius, "radius"))

    def chords(self, points: Floats, directions: Floats) -> tuple[Floats, Floats]:
        """For each point how far one can go in a direction of length 1."""
        offsets = points - self.center
        along = np.vecdot(offsets, directions)
        across = offsets - along[:, None] * directions
        half = np.sqrt(np.maximum(self.radius**2 - np.vecdot(across, across), 0))
        return np.minimum(-along - half, 0), np.maximum(half - along, 0)

    def clip(self, points: Floats) -> Floats:
        """The nearest points of the body."""
        offsets = points - self.center
        lengths = np.sqrt(np.vecdot(offsets, offsets))[:, None]
        return np.asarray(self.center + offsets * (self.radius / np.maximum(lengths, self.radius)))


Body = Box | Ball


def hit_and_run(body: Body, move: Move, *, size: object, rng: object, steps: object, trace: bool) -> Floats:
    """Chains from the center of the body, with steps in random directions by what `move` draws on their chords."""
    count, source = checks.sample_size(size), checks.generator(rng)
    number = checks.integer(steps, "steps", low=1)
    points = np.tile(body.center, (count, 1))
    visited = np.empty((number, *points.shape)) if trace else None
    for step in range(number):
        directions = source.standard_normal(points.shape)
        directions /= np.sqrt(np.vecdot(directions, directions))[:, None]
        where = move(points, directions, *body.chords(points, directions))
        points = body.clip(points + where[:, None] * directions)
        if visited is not None:
            visited[step] = points
    return points if visited is None else visited


def draw_on_chords(rates: Floats, precision: float, low: Floats, high: Floats, rng: np.random.Generator) -> Floats:
    """Draw numbers t in [low, high] with densities e^(-rates t - precision t^2 / 2).

    As seen from an end of the chord, with u the distance from it, a density is e^(-slope u - precision u^2 / 2) on
    [0, width]. Of the two ends the one with the larger slope is taken: if that is 0 or more the density only falls off
    from there, and else the mode is inside.
    """
    from_low = rates + precision * low  # the slope of minus the logarithm of the density at the lower end
    from_high = -(rates + precision * high)  # the same at the upper end, inward
    mirrored = from_high > from_low
    slopes, widths = np.where(mirrored, from_high, from_low), high - low
    drawn = np.empty(len(rates))
    missing = np.arange(len(rates))
    while missing.size:
        drawn[missing], keep = _attempt(slopes[missing], precision, widths[missing], rng)
        missing = missing[~keep]
    return np.where(mirrored, high - drawn, low + drawn)


def _attempt(slopes: Floats, precision: float, widths: Floats, rng: np.random.Generator) -> tuple[Floats, Booleans]:
    """Numbers u in [0, width], and which to keep so that these have the densities e^(-slope u - precision u^2 / 2).

    Where the density only falls off, an exponential draw with a well chosen rate is accepted with a probability of 0.7
    or more (Robert, "Simulation of truncated normal variables", 1995) on a long chord. Where the mode is inside,
    the draw is normal, or uniform if the chord is short.
    """
    count = len(slopes)
    falling = slopes >= 0
    rates = np.where(falling, (slopes + np.hypot(slopes, 2 * math.sqrt(precision))) / 2, 0)
    drawn = _exponential(rates, widths, rng)
    # The density over the proposed one is e^(-precision (u - top)^2 / 2) up to a factor, and largest at the top.
    with np.errstate(divide="ignore"):
        tops = np.where(falling, 1 / rates, -slopes / (precision or 1.0)) if precision else np.zeros(count)
    nearest = np.minimum(tops, widths)
    excess = precision / 2 * ((drawn - tops) ** 2 - (nearest - tops) ** 2)
    keep = rng.standard_exponential(count) >= excess
    normal = ~falling & (widths**2 * precision > 2 * math.pi)
    drawn[normal] = tops[normal] + rng.standard_normal(int(normal.sum())) / math.sqrt(precision or 1.0)
    keep[normal] = (drawn[normal] >= 0) & (drawn[normal] <= widths[normal])
    return drawn, keep


def _exponential(rates: Floats, widths: Floats, rng: np.random.Generator) -> Floats:
    """Numbers in [0, width] with densities e^(-rate u), uniform where the rate is 0."""
    uniforms = rng.random(len(rates))
    masses = -np.expm1(-rates * widths)
    flat = rates * widths < 1e-300
    with np.errstate(divide="ignore", invalid="ignore"):
        drawn = -np.log1p(-uniforms * masses) / rates
    return np.where(flat, uniforms * widths, np.minimum(drawn, widths))


def step_on_slices(
    energy: Callable[[Integers, Floats], Floats], low: Floats, high: Floats, rng: np.random.Generator
) -> Floats:
    """One step of slice sampling on each chord, from 0: uniform where the density is above a share of that at 0.

    The chord is shrunk towards 0 whenever a draw is below. It ends: at 0 the density is above, and near it too.
    """
    low, high, count = low.copy(), high.copy(), len(low)
    missing, where = np.arange(count), np.zeros(count)
    levels = energy(missing, where) + rng.standard_exponential(count)
    for _ in range(SHRINKINGS):
        tried = low[missing] + rng.random(len(missing)) * (high[missing] - low[missing])
        inside = energy(missing, tried) <= levels[missing]
        where[missing[inside]] = tried[inside]
        missing, tried = missing[~inside], tried[~inside]
        if not missing.size:
            break
        low[missing] = np.where(tried < 0, tried, low[missing])
        high[missing] = np.where(tried < 0, high[missing], tried)
    return where


def read_body(body: object) -> Body:
    """The body, if it is one of the two kinds."""
    if not isinstance(body, (Box, Ball)):
        raise checks.bad("body", body, "a Box or a Ball")
    return body


def read_vector(value: object, name: str, length: int | None = None) -> Floats:
    """A vector of one finite number or more, as doubles."""
    expected = f"{'one or more' if length is None else length} finite numbers"
    is_sequence = isinstance(value, (np.ndarray, Sequence)) and not isinstance(value, (str, bytes))
    items: Any = value if is_sequence and getattr(value, "ndim", 1) == 1 else ()
    if len(items) == 0 or (length is not None and len(items) != length):
        raise checks.bad(name, value, expected)
    try:
        return np.array([float(checks.real(item, name, expected)) for item in items])
    except OverflowError:
        raise checks.bad(name, value, expected) from None
