"""Regularized multiplicative weights over a box or a ball, sampled by hit-and-run, and lazy-to-private over them.

Source: Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms", section 3.2, the measure (5): after
convex losses l_1, ..., l_t a point x of a convex body has the density proportional to

    e^(-beta (l_1(x) + ... + l_t(x) + lam |x|^2)),

and algorithm 1 with that measure. The sampler is hit-and-run (Smith, "Efficient Monte Carlo procedures for generating
points uniformly distributed over bounded regions", 1984; Lovasz and Vempala, "Hit-and-run from a corner", 2006): from
x go in a random direction to a point of the chord through x, drawn from the density on that chord.

* `sample_linear`: the losses add up to a linear function. The density on a chord is a normal one with its ends cut
  off, or for lam = 0 an exponential one, and is drawn from by rejection: without error but for rounding.
* `sample_convex`: the losses add up to any convex function. A step on the chord is one of slice sampling (Neal, "Slice
  sampling", 2003), which leaves the density as it is but does not draw from it anew.

APPROXIMATE: each step leaves the density unchanged, but what is returned after `steps` steps from the center of the
body is that density only in the limit. In one dimension `sample_linear` is exact from the first step on. In others,
how far off it is depends on the body and the density and is not bounded here: look at `split_r_hat` and
`effective_sample_size` of chains (`trace=True`), which can show that chains have not mixed, but not that they have.
Thus theorem 3.12 of the source, which assumes exact draws, says nothing about the privacy of `lazy_to_private_convex`:
it is for experiments on regret and switches.

Floating point: doubles throughout; points may be outside the body by a rounding error of their coordinates.
Speed: all chains step together: a step takes a few passes over `size` times d numbers, and for convex losses as many
values of the sum of the losses a chain as a slice takes shrinkings, about 5 to 10.
Time: not constant.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Real
from dpassay.fast.draws import Booleans, Floats, Integers, bernoulli
from dpassay.fast.lazy_to_private import batch_length, fake_probability

__all__ = [
    "SHRINKINGS",
    "STEPS",
    "Ball",
    "Body",
    "Box",
    "Function",
    "Move",
    "effective_sample_size",
    "lazy_to_private_convex",
    "sample_convex",
    "sample_linear",
    "split_r_hat",
]

Function = Callable[[Floats], Floats]
"""The values at points, one a row."""
Move = Callable[[Floats, Floats, Floats, Floats], Floats]
"""How far to go, from points in directions, between two numbers."""

STEPS: Final = 100
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
        low, high = _vector(self.low, "low"), _vector(self.high, "high")
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
        object.__setattr__(self, "center", _vector(self.center, "center"))
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


def sample_linear(
    gradient: Sequence[Real] | Floats,
    *,
    body: Body,
    beta: Real,
    lam: Real,
    size: int,
    rng: np.random.Generator,
    steps: int = STEPS,
    trace: bool = False,
) -> Floats:
    """Points of shape (size, d), approximately with density e^(-beta (gradient . x + lam |x|^2)) on the body.

    Args:
        gradient: the sum of the linear losses, d finite numbers.
        body: a `Box` or a `Ball` of d dimensions.
        beta: the inverse temperature, above 0.
        lam: the weight of the regularizer, 0 or more.
        size: the number of independent chains.
        rng: the source of randomness.
        steps: the number of steps of each chain, 1 or more.
        trace: return the points after every step instead, of shape (steps, size, d).

    Raises:
        ValueError: an argument is outside its domain.
    """
    center = _body(body).center
    slope, heat, weight = _vector(gradient, "gradient", len(center)), checks.positive(beta, "beta"), _weight(lam)

    def move(points: Floats, directions: Floats, low: Floats, high: Floats) -> Floats:
        rates = heat * (directions @ slope + 2 * weight * np.vecdot(points, directions))
        return _on_chords(rates, 2 * heat * weight, low, high, rng)

    return _hit_and_run(body, move, size=size, rng=rng, steps=steps, trace=trace)


def sample_convex(
    losses: Function,
    *,
    body: Body,
    beta: Real,
    lam: Real,
    size: int,
    rng: np.random.Generator,
    steps: int = STEPS,
    trace: bool = False,
) -> Floats:
    """Points of shape (size, d), approximately with density e^(-beta (losses(x) + lam |x|^2)) on the body.

    Args:
        losses: the sum of the losses, convex: it takes n points, one a row, and returns their n values.
        body: a `Box` or a `Ball` of d dimensions.
        beta: the inverse temperature, above 0.
        lam: the weight of the regularizer, 0 or more.
        size: the number of independent chains.
        rng: the source of randomness.
        steps: the number of steps of each chain, 1 or more.
        trace: return the points after every step instead, of shape (steps, size, d).

    Raises:
        ValueError: an argument is outside its domain, or a value of `losses` is not finite.
    """
    heat, weight = checks.positive(beta, "beta"), _weight(lam)
    if not callable(losses):
        raise checks.bad("losses", losses, "a function of points")

    def energy(points: Floats) -> Floats:
        return np.asarray(heat * (_values(losses, points) + weight * np.vecdot(points, points)))

    def move(points: Floats, directions: Floats, low: Floats, high: Floats) -> Floats:
        return _on_slices(lambda rows, where: energy(points[rows] + where[:, None] * directions[rows]), low, high, rng)

    return _hit_and_run(_body(body), move, size=size, rng=rng, steps=steps, trace=trace)


def lazy_to_private_convex(
    losses: Sequence[Function] | Sequence[Sequence[Real]] | Floats,
    *,
    body: Body,
    beta: Real,
    lam: Real,
    learning_rate: Real,
    batch: int,
    fake_switch: Real,
    size: int,
    rng: np.random.Generator,
    steps: int = STEPS,
) -> Floats:
    """`size` transcripts of algorithm 1 with the measure (5), of shape (size, S, d): the points played in each batch.

    The coins are those of `dpassay.fast.lazy_to_private`, but for e^(2 B eta) with an eta of its own: x_s is x_(s-1)
    with probability (1 - p) min(1, e^(-2 B eta - beta (b(x_(s-1)) - b(y_(s-1))))). Points are drawn anew by
    `sample_linear` or `sample_convex`, from the center of the body, so that they depend on no earlier point.

    Args:
        losses: T linear losses as a matrix, one gradient a row; or T convex functions, each of which takes n points,
            one a row, and returns their n values.
        body: a `Box` or a `Ball` of d dimensions.
        beta: the inverse temperature, above 0.
        lam: the weight of the regularizer, 0 or more.
        learning_rate: eta above 0, for which lemma 3.11 of the source has a formula.
        batch: the number of rounds in a batch, 1 or more; B. The last batch may be shorter.
        fake_switch: the probability of a switch for no reason, strictly between 0 and 1; p.
        size: the number of transcripts.
        rng: the source of randomness.
        steps: the number of steps for each point that is drawn anew.

    Raises:
        ValueError: an argument is outside its domain.
    """
    center, count = _body(body).center, checks.sample_size(size)
    checks.generator(rng)
    length, rate = batch_length(batch), checks.positive(learning_rate, "learning_rate")
    heat, weight, fake = checks.positive(beta, "beta"), _weight(lam), fake_probability(fake_switch)
    game = _losses(losses, len(center))
    rest: dict[str, Any] = {"body": body, "beta": heat, "lam": weight, "rng": rng, "steps": steps}
    played = np.empty((-(-game.rounds // length), count, len(center)))
    points, partners = np.empty((count, len(center))), np.empty((count, len(center)))
    for s in range(len(played)):
        anew = partner_anew = np.ones(count, np.bool_)
        start = s * length
        if s:
            gaps = game.lost(start - length, start, points) - game.lost(start - length, start, partners)
            real = rng.standard_exponential(count) <= 2 * length * rate + heat * gaps
            anew, partner_anew = real | bernoulli(fake, count, rng), bernoulli(fake, count, rng)
        points[anew] = game.draw(start, int(anew.sum()), rest)
        partners[partner_anew] = game.draw(start, int(partner_anew.sum()), rest)
        played[s] = points
    return np.ascontiguousarray(played.swapaxes(0, 1))


@dataclass(frozen=True, slots=True)
class _Linear:
    """Linear losses, one gradient a row."""

    gradients: Floats

    @property
    def rounds(self) -> int:
        return len(self.gradients)

    def lost(self, start: int, stop: int, points: Floats) -> Floats:
        """What points lose in some rounds."""
        return np.asarray(points @ self.gradients[start:stop].sum(axis=0))

    def draw(self, rounds: int, count: int, rest: dict[str, Any]) -> Floats:
        """Draw points by the losses of the first rounds."""
        return sample_linear(self.gradients[:rounds].sum(axis=0), size=count, **rest)


@dataclass(frozen=True, slots=True)
class _Convex:
    """Convex losses."""

    functions: Sequence[Function]

    @property
    def rounds(self) -> int:
        return len(self.functions)

    def lost(self, start: int, stop: int, points: Floats) -> Floats:
        """What points lose in some rounds."""
        total = np.zeros(len(points))
        for function in self.functions[start:stop]:
            total += _values(function, points)
        return total

    def draw(self, rounds: int, count: int, rest: dict[str, Any]) -> Floats:
        """Draw points by the losses of the first rounds."""
        return sample_convex(lambda points: self.lost(0, rounds, points), size=count, **rest)


def split_r_hat(chains: Floats) -> float:
    """The potential scale reduction of chains that are cut in halves; near 1 if all halves look alike.

    Source: Gelman et al., "Bayesian data analysis", third edition, section 11.4.

    Args:
        chains: one row a step and one column a chain, of one coordinate or function of the points; 4 steps or more.

    Raises:
        ValueError: `chains` is no such matrix.
    """
    halves = _halves(chains)
    length = len(halves)
    within = halves.var(axis=0, ddof=1).mean()
    between = length * halves.mean(axis=0).var(ddof=1)
    if within == 0:
        return 1.0 if between == 0 else math.inf
    return math.sqrt(((length - 1) / length * within + between / length) / within)


def effective_sample_size(chains: Floats) -> float:
    """How many independent draws tell as much about the mean as all draws of the chains.

    Source: as for `split_r_hat`, section 11.5; autocorrelations are summed up to where pairs of them turn
    negative, and the pairs are made decreasing (Geyer, "Practical Markov chain Monte Carlo", 1992).

    Args:
        chains: one row a step and one column a chain; 4 steps or more.

    Raises:
        ValueError: `chains` is no such matrix.
    """
    halves = _halves(chains)
    length, count = halves.shape
    within = halves.var(axis=0, ddof=1).mean()
    spread = (length - 1) / length * within + halves.mean(axis=0).var(ddof=1)
    if spread == 0:
        return float(length * count)
    correlations = 1 - (within - _autocovariances(halves).mean(axis=1)) / spread
    correlations[0] = 1
    pairs = correlations[: length - length % 2].reshape(-1, 2).sum(axis=1)
    negative = np.flatnonzero(pairs < 0)
    kept = np.minimum.accumulate(pairs[: negative[0] if negative.size else len(pairs)])
    return float(length * count / max(2 * kept.sum() - 1, 1 / math.log10(length * count)))


def _autocovariances(chains: Floats) -> Floats:
    """The autocovariance of each chain at each lag, with the unbiased variance at lag 0."""
    length = len(chains)
    spectrum = np.fft.rfft(chains - chains.mean(axis=0), 2 * length, axis=0)
    products: Floats = np.fft.irfft(np.abs(spectrum) ** 2, axis=0)[:length]
    return products / (length - 1)


def _halves(chains: object) -> Floats:
    """The halves of chains as chains of their own; the step in the middle of an odd number is left out."""
    matrix = np.asarray(chains)
    if matrix.ndim != 2 or matrix.dtype.kind not in "iuf" or len(matrix) < 4 or not np.isfinite(matrix).all():
        raise checks.bad("chains", chains, "a matrix of finite numbers with 4 rows or more")
    half = len(matrix) // 2
    return np.hstack([matrix[:half], matrix[-half:]]).astype(np.float64)


def _hit_and_run(body: Body, move: Move, *, size: object, rng: object, steps: object, trace: bool) -> Floats:
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


def _on_chords(rates: Floats, precision: float, low: Floats, high: Floats, rng: np.random.Generator) -> Floats:
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


def _on_slices(
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


def _values(function: Function, points: Floats) -> Floats:
    """The values of a function at points, which are checked."""
    values = np.asarray(function(points), np.float64)
    if values.shape != (len(points),) or not np.isfinite(values).all():
        raise checks.bad("losses", values, f"{len(points)} finite values at {len(points)} points")
    return values


def _losses(losses: object, dimension: int) -> _Linear | _Convex:
    """The losses, of one kind or the other."""
    expected = f"one round or more: rows of {dimension} finite numbers, or functions of points"
    if isinstance(losses, np.ndarray):
        fits = losses.ndim == 2 and losses.dtype.kind in "iuf" and losses.shape[1] == dimension and len(losses) > 0
        if not fits or not np.isfinite(losses).all():
            raise checks.bad("losses", losses, expected)
        return _Linear(losses.astype(np.float64))
    if not isinstance(losses, Sequence) or isinstance(losses, (str, bytes)) or len(losses) == 0:
        raise checks.bad("losses", losses, expected)
    if all(callable(loss) for loss in losses):
        return _Convex(losses)
    return _Linear(np.array([_vector(row, "losses", dimension) for row in losses]))


def _body(body: object) -> Body:
    if not isinstance(body, (Box, Ball)):
        raise checks.bad("body", body, "a Box or a Ball")
    return body


def _weight(lam: object) -> float:
    """The weight of the regularizer: zero, or a positive number."""
    return 0.0 if checks.real(lam, "lam", "a finite number of 0 or more") == 0 else checks.positive(lam, "lam")


def _vector(value: object, name: str, length: int | None = None) -> Floats:
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
