"""Regularized multiplicative weights over a box or a ball, sampled by hit-and-run, and lazy-to-private over them.

Source: Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms", section 3.2, the measure (5): after
convex losses l_1, ..., l_t a point x of a convex body has the density proportional to

    e^(-beta (l_1(x) + ... + l_t(x) + lam |x|^2)),

and algorithm 1 with that measure. The sampler is that of `dpassay.fast.hit_and_run`, which says what it is worth.

* `sample_linear`: the losses add up to a linear function. The density on a chord is a normal one with its ends cut
  off, or for lam = 0 an exponential one.
* `sample_convex`: the losses add up to any convex function. A step on the chord is one of slice sampling.

APPROXIMATE: what is returned after `steps` steps from the center of the body has the density only in the limit; in one
dimension `sample_linear` is exact from the first step on. In others look at `dpassay.fast.chain_diagnostics` of chains
(`trace=True`). Thus theorem 3.12 of the source, which assumes exact draws, says nothing about the privacy of
`lazy_to_private_convex`: it is for experiments on regret and switches.

Speed: all chains step together: a step takes a few passes over `size` times d numbers, and for convex losses as many
values of the sum of the losses a chain as a slice takes shrinkings, about 5 to 10.
Time: not constant.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Real
from dpassay.fast.draws import Booleans, Floats, bernoulli
from dpassay.fast.hit_and_run import Body, draw_on_chords, hit_and_run, read_body, read_vector, step_on_slices
from dpassay.fast.lazy_to_private import batch_length, fake_probability

__all__ = ["STEPS", "Function", "lazy_to_private_convex", "sample_convex", "sample_linear"]

Function = Callable[[Floats], Floats]
"""The values at points, one a row."""

STEPS: Final = 100


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
    center = read_body(body).center
    slope, heat, weight = read_vector(gradient, "gradient", len(center)), checks.positive(beta, "beta"), _weight(lam)

    def move(points: Floats, directions: Floats, low: Floats, high: Floats) -> Floats:
        rates = heat * (directions @ slope + 2 * weight * np.vecdot(points, directions))
        return draw_on_chords(rates, 2 * heat * weight, low, high, rng)

    return hit_and_run(body, move, size=size, rng=rng, steps=steps, trace=trace)


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
        return step_on_slices(
            lambda rows, where: energy(points[rows] + where[:, None] * directions[rows]), low, high, rng
        )

    return hit_and_run(read_body(body), move, size=size, rng=rng, steps=steps, trace=trace)


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
    center, count = read_body(body).center, checks.sample_size(size)
    checks.generator(rng)
    length, rate = batch_length(batch), checks.positive(learning_rate, "learning_rate")
    heat, weight, fake = checks.positive(beta, "beta"), _weight(lam), fake_probability(fake_switch)
    game = _losses(losses, len(center))
    rest: dict[str, Any] = {"body": body, "beta": heat, "lam": weight, "rng": rng, "steps": steps}
    return _transcripts(game, _Rules(length, 2 * length * rate, heat, fake), len(center), count, rest)


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


@dataclass(frozen=True, slots=True)
class _Rules:
    """When a game keeps a point: batches, 2 B eta, beta and p."""

    batch: int
    slack: float
    heat: float
    fake: float

    def anew(self, gaps: Floats, rng: np.random.Generator) -> tuple[Booleans, Booleans]:
        """Which points and which partners are drawn anew, after what the points have lost more than the partners."""
        real = rng.standard_exponential(len(gaps)) <= self.slack + self.heat * gaps
        return real | bernoulli(self.fake, len(gaps), rng), bernoulli(self.fake, len(gaps), rng)


def _transcripts(game: _Linear | _Convex, rules: _Rules, dimension: int, count: int, rest: dict[str, Any]) -> Floats:
    """Play all batches; `rest` are the arguments by which points are drawn."""
    played = np.empty((-(-game.rounds // rules.batch), count, dimension))
    points, partners = np.empty((count, dimension)), np.empty((count, dimension))
    anew = partner_anew = np.ones(count, np.bool_)
    for s in range(len(played)):
        start = s * rules.batch
        if s:
            before = start - rules.batch
            gaps = game.lost(before, start, points) - game.lost(before, start, partners)
            anew, partner_anew = rules.anew(gaps, rest["rng"])
        points[anew] = game.draw(start, int(anew.sum()), rest)
        partners[partner_anew] = game.draw(start, int(partner_anew.sum()), rest)
        played[s] = points
    return np.ascontiguousarray(played.swapaxes(0, 1))


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
    return _Linear(np.array([read_vector(row, "losses", dimension) for row in losses]))


def _weight(lam: object) -> float:
    """The weight of the regularizer: zero, or a positive number."""
    return 0.0 if checks.real(lam, "lam", "a finite number of 0 or more") == 0 else checks.positive(lam, "lam")
