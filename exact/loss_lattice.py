"""Privacy losses on a lattice of losses, their masses in balls: what mechanisms of several kinds have in common.

The ratio of the two laws of a round is e^(offset + j step) with probability masses[j] under the first law. Rounds whose
steps are multiples of one step compose as a product of polynomials, whatever mechanisms they come from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import isqrt

from flint import arb, arb_poly

from dpassay.exact.integers import gaussian_tail, gaussian_weight
from dpassay.exact.logform import LogForm, log
from dpassay.exact.rationals import as_fraction, as_positive_fraction, as_positive_integer, require
from dpassay.exact.real import rational_ball

Balls = Callable[[], "list[arb]"]

_TAIL_BITS = 200
"""What a discrete Gaussian gives with a probability below about 2 to minus this counts as an infinite loss, or not."""


_LARGEST_RATIO = 1 << 10
"""Of the steps of two lattices to the one that both are multiples of."""


@dataclass(frozen=True, slots=True)
class LossLattice:
    """The privacy loss of the first of two laws against the second.

    ``masses`` returns, at the working precision, the probability under the first law of the losses offset + j step for
    j = 0, 1, ...; ``infinite`` that of an infinite loss, a ball that may hold all numbers from 0 to a bound.
    """

    offset: LogForm
    step: LogForm
    masses: Balls
    infinite: Callable[[], arb]

    def power(self, rounds: int) -> LossLattice:
        """Return the loss of so many independent rounds."""
        k = as_positive_integer(rounds, "rounds")

        def masses() -> list[arb]:
            return list((arb_poly(self.masses()) ** k).coeffs())

        return LossLattice(self.offset * k, self.step, masses, lambda: 1 - (1 - self.infinite()) ** k)

    def times(self, other: LossLattice) -> LossLattice | None:
        """Return the loss of two independent rounds; None where their steps are no multiples of one step.

        Where that is a very small one there is none, either: nearly all masses of the product would be 0.
        """
        ratio = step_ratio(self.step, other.step)
        if ratio is None or max(ratio.numerator, ratio.denominator) > _LARGEST_RATIO:
            return None

        def masses() -> list[arb]:
            first = arb_poly(_spread(self.masses(), ratio.numerator))
            return list((first * arb_poly(_spread(other.masses(), ratio.denominator))).coeffs())

        def infinite() -> arb:
            return 1 - (1 - self.infinite()) * (1 - other.infinite())

        return LossLattice(self.offset + other.offset, other.step / ratio.denominator, masses, infinite)


def _spread(masses: Sequence[arb], gap: int) -> list[arb]:
    """Put zeros between the masses, for a step that is so many times smaller."""
    spread = [arb(0)] * ((len(masses) - 1) * gap + 1)
    spread[::gap] = masses
    return spread


def step_ratio(first: LogForm, second: LogForm) -> Fraction | None:
    """Return the rational r with first = r second; None where there is none, or none is seen."""
    if second.constant:
        ratio = first.constant / second.constant
    else:
        shared = next((n for n in second.terms if n in first.terms), None)
        if shared is None:
            return None
        ratio = first.terms[shared] / second.terms[shared]
    return ratio if ratio > 0 and first == second * ratio else None


# Rounds


def between_masses(first: Sequence[Fraction], second: Sequence[Fraction]) -> LossLattice:
    """Return the loss of two laws on a few outcomes, both above 0 everywhere, whose losses are on a lattice.

    Raises ``ValueError`` where they are not; those of two outcomes always are.
    """
    p, q = ([as_positive_fraction(mass, "mass") for mass in law] for law in (first, second))
    require(len(p) == len(q) and sum(p) == sum(q) == 1, "first, second", f"{first}, {second}", "two laws of one length")
    at: dict[Fraction, Fraction] = {}
    for mass, other in zip(p, q, strict=True):
        at[mass / other] = at.get(mass / other, Fraction(0)) + mass
    ratios = sorted(at)
    require(len(ratios) > 1, "second", list(map(str, q)), "a law that differs from the first")
    losses = [log(ratio) for ratio in ratios]
    step = _common_step([high - low for low, high in pairwise(losses)])
    masses = [Fraction(0)] * (_multiple(losses[-1] - losses[0], step) + 1)
    for ratio, loss in zip(ratios, losses, strict=True):
        masses[_multiple(loss - losses[0], step)] = at[ratio]
    return LossLattice(losses[0], step, lambda: [rational_ball(mass) for mass in masses], _never)


def _common_step(gaps: Sequence[LogForm]) -> LogForm:
    step = gaps[0]
    for gap in gaps[1:]:
        ratio = step_ratio(gap, step)
        require(ratio is not None, "first, second", "with incommensurable losses", "losses on a lattice")
        step = step if ratio is None else step / ratio.denominator
    return step


def _multiple(loss: LogForm, step: LogForm) -> int:
    return 0 if loss.is_zero() else as_positive_integer(step_ratio(loss, step), "loss / step")


def _never() -> arb:
    return arb(0)


def approximate_response(epsilon: Fraction, delta: Fraction) -> LossLattice:
    """Return the loss of the extremal pair of (epsilon, delta)-privacy: loss +-epsilon, or with delta no limit.

    Source: Kairouz, Oh and Viswanath (2015), the mechanism that dominates all (epsilon, delta)-private ones.
    """
    eps, rest = as_positive_fraction(epsilon, "epsilon"), 1 - as_fraction(delta, "delta")
    require(0 < rest <= 1, "delta", delta, "a number in [0, 1)")

    def masses() -> list[arb]:
        high = rational_ball(rest) / (1 + rational_ball(-eps).exp())
        return [rational_ball(rest) - high, high]

    return LossLattice(LogForm(-eps), LogForm(2 * eps), masses, lambda: rational_ball(1 - rest))


def discrete_laplace(rate: Fraction, sensitivity: int) -> LossLattice:
    """Return the loss of two-sided geometric noise, in proportion to e^(-rate |x|), at inputs 0 and ``sensitivity``."""
    a, gap = as_positive_fraction(rate, "rate"), as_positive_integer(sensitivity, "sensitivity")

    def masses() -> list[arb]:
        ratio = rational_ball(-a).exp()
        inner = [(1 - ratio) / (1 + ratio) * ratio**x for x in range(gap - 1, 0, -1)]
        return [ratio**gap / (1 + ratio), *inner, 1 / (1 + ratio)]

    return LossLattice(LogForm(-a * gap), LogForm(2 * a), masses, _never)


def discrete_gaussian(sigma_squared: Fraction) -> LossLattice:
    """Return the loss of discrete Gaussian noise at inputs 0 and 1; its tails count as an infinite loss, or not."""
    variance = as_positive_fraction(sigma_squared, "sigma_squared")
    reach = isqrt((2 * _TAIL_BITS * variance).__ceil__()) + 1

    def normalizer() -> arb:
        return 1 + 2 * gaussian_tail(1, variance)

    def masses() -> list[arb]:
        side = [gaussian_weight(x, variance) / normalizer() for x in range(reach + 1)]
        return [*side[:0:-1], *side]

    def infinite() -> arb:
        return arb(0).union(2 * gaussian_tail(reach + 1, variance) / normalizer())

    return LossLattice(LogForm((1 - 2 * reach) / (2 * variance)), LogForm(1 / variance), masses, infinite)


def laplace_below(rate: Fraction, bins: int) -> LossLattice:
    """Return the loss of Laplace noise of scale 1/rate at inputs 0 and 1 after rounding: a lower bound on that of it.

    Between the inputs only the bin, of equal ones, is told. Where x is in [i/n, (i+1)/n] the two laws have the ratio
    e^(rate (1 - (2i+1)/n)), that at the middle of the bin.
    """
    a, n = as_positive_fraction(rate, "rate"), as_positive_integer(bins, "bins")

    def masses() -> list[arb]:
        inner = _bin_masses(a, n)
        spread = [arb(0)] * (2 * n + 1)
        spread[0], spread[2 * n] = rational_ball(-a).exp() / 2, arb(1) / 2
        spread[1 : 2 * n : 2] = reversed(inner)
        return spread

    return LossLattice(LogForm(-a), LogForm(a / n), masses, _never)


def laplace_above(rate: Fraction, bins: int) -> LossLattice:
    """Return an upper bound on the loss of Laplace noise: `laplace_below`, and one end of the bin in which x is.

    Within a bin the ratio of the two conditional laws is between e^-w and e^w, w = rate/n, so that randomized response
    with that budget dominates them; its answers have the ratios of the two ends of the bin.
    """
    a, n = as_positive_fraction(rate, "rate"), as_positive_integer(bins, "bins")

    def masses() -> list[arb]:
        keep = 1 / (1 + rational_ball(-a / n).exp())
        result = [arb(0)] * (n + 1)
        result[0], result[n] = rational_ball(-a).exp() / 2, arb(1) / 2
        for i, mass in enumerate(_bin_masses(a, n)):
            result[n - i] += mass * keep
            result[n - i - 1] += mass * (1 - keep)
        return result

    return LossLattice(LogForm(-a), LogForm(2 * a / n), masses, _never)


def _bin_masses(rate: Fraction, bins: int) -> list[arb]:
    """Return the probability of each of the bins between the inputs under the law around 0."""
    ends = [rational_ball(-rate * i / bins).exp() for i in range(bins + 1)]
    return [(low - high) / 2 for low, high in pairwise(ends)]
