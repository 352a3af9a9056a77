"""The exact risk of Algorithms 1 and 2 in the first two rounds, whose reports are real: one-dimensional integrals.

Source: Sima, Wu, Milenkovic and Szpankowski, "Online Distribution Learning with Local Private Constraints", Algorithms
1 and 2. In round 1 the weights are equal. In round 2 they depend on one real number, for Algorithm 2 (pure privacy) the
published V_J and its index J, for Algorithm 1 with two hypotheses the difference V_1 - V_2. Given the clipped label it
is a Laplace variable, or the difference of two independent ones, around an exact center. The expected
KL(f(x_2), p^_2) is a sum of integrals of analytic functions between the center and a point so far out that
what is left, at most the tail's mass times the largest KL that any weights give, is below the precision.

With horizon T = 2 this is the whole KL-risk. The constants of the algorithms (scale, eta, c, c') are arguments, so that
either calibration can be asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, cast

from flint import acb, arb, ctx

from dpassay.exact import LogForm, Real, as_integer, as_real, log, require
from dpassay.exact.real import rational_ball
from dpassay.reference.distribution_game import Logarithmic, Vector, kl
from dpassay.reference.label_clipping import Clipped, Table, likelihoods, sizes

NAME = "two_round_risk"
MARGIN = 8
"""Integrals go out to so many scales of the noise more than the precision has bits: what is beyond is below it."""


@dataclass(frozen=True)
class Tuning:
    """The constants of one algorithm: 1/``rate`` is the scale of the noise.

    A published value V multiplies a weight by e^(-eta Y~) with Y~ = -c (V + log M - c'), thus by
    e^(``tilt`` (V + ``shift``)) with tilt = eta c and shift = log M - c'.
    """

    rate: Real
    tilt: Real
    shift: Real


def tuning(scale: object, eta: object, normalization: object, noise: object, labels: int) -> Tuning:
    """Return the constants from the scale of the noise, eta, c, c' and M."""
    tilt = as_real(eta) * as_real(normalization)
    return Tuning(1 / as_real(scale), tilt, as_real(log(labels)) - as_real(noise))


class Algorithm(Protocol):
    """The module of one of the two algorithms: ``private_exp3`` or ``private_wma``."""

    def scale(self, parameters: Any) -> Real:
        """The scale of the noise."""

    def step_size(self, parameters: Any) -> Real:
        """eta."""

    def normalization(self, parameters: Any, gamma: object = None) -> Real:
        """c(gamma)."""

    def largest_noise(self, parameters: Any, gamma: object = None) -> Real:
        """c'(gamma)."""


def tuning_of(algorithm: Algorithm, parameters: Clipped, gamma: object = None) -> Tuning:
    """Return the constants that an algorithm has at its parameters; gamma is log T unless it is given."""
    c, noise = algorithm.normalization(parameters, gamma), algorithm.largest_noise(parameters, gamma)
    return tuning(algorithm.scale(parameters), algorithm.step_size(parameters), c, noise, len(parameters.hypotheses[0]))


def clipped_label(parameters: Clipped, truth: int) -> tuple[Fraction, ...]:
    """The probability that the clipped label is one of the integers of z, for each label z."""
    row = likelihoods(parameters)[_as_truth(truth, parameters)]
    return tuple(count * p for count, p in zip(sizes(parameters), row, strict=True))


def candidates(parameters: Clipped) -> Table:
    """What each hypothesis alone would predict: the sum over y' in S_y of p-bar_j[y']."""
    counts = sizes(parameters)
    return tuple(tuple(count * p for count, p in zip(counts, row, strict=True)) for row in likelihoods(parameters))


def first_round(parameters: Clipped, truth: int) -> Logarithmic:
    """KL(f(x_1), p^_1): all weights are equal."""
    rows = candidates(parameters)
    mean = tuple(sum(column, Fraction(0)) / len(rows) for column in zip(*rows, strict=True))
    return cast("Logarithmic", kl(parameters.hypotheses[_as_truth(truth, parameters)], mean))


def exp3_second_round(first: Clipped, second: Clipped, truth: int, constants: Tuning) -> Real:
    """E KL(f(x_2), p^_2) of Algorithm 2: J is uniform, and only w_J changes."""
    law = clipped_label(first, truth)
    K = len(first.hypotheses)
    parts = [
        (mass / K, _mean(log(center), constants.rate, LAPLACE, _given_index(second, truth, J, constants)))
        for J, row in enumerate(likelihoods(first))
        for mass, center in zip(law, row, strict=True)
        if mass != 0
    ]
    return _weighted_sum(parts)


def exp3_risk(first: Clipped, second: Clipped, truth: int, constants: Tuning) -> Real:
    """The KL-risk of Algorithm 2 over two rounds."""
    return as_real(first_round(first, truth)) + exp3_second_round(first, second, truth, constants)


def wma_second_round(first: Clipped, second: Clipped, truth: int, constants: Tuning) -> Real:
    """E KL(f(x_2), p^_2) of Algorithm 1 with two hypotheses: the odds w_1/w_2 are e^(tilt (V_1 - V_2))."""
    require(len(first.hypotheses) == 2, "first", f"of {len(first.hypotheses)} hypotheses", "two hypotheses")
    law = clipped_label(first, truth)
    rows = likelihoods(first)
    parts = [
        (mass, _mean(log(p / q), constants.rate, LAPLACE_DIFFERENCE, _given_difference(second, truth, constants)))
        for mass, p, q in zip(law, *rows, strict=True)
        if mass != 0
    ]
    return _weighted_sum(parts)


def wma_risk(first: Clipped, second: Clipped, truth: int, constants: Tuning) -> Real:
    """The KL-risk of Algorithm 1 with two hypotheses over two rounds."""
    return as_real(first_round(first, truth)) + wma_second_round(first, second, truth, constants)


def _as_truth(truth: int, parameters: Clipped) -> int:
    row, K = as_integer(truth, "truth"), len(parameters.hypotheses)
    require(0 <= row < K, "truth", truth, f"a row in range({K})")
    return row


def _weighted_sum(parts: Sequence[tuple[Fraction, Real]]) -> Real:
    return sum((as_real(weight) * value for weight, value in parts), as_real(0))


# KL(f(x_2), p^_2) as a function of the real number that is published


@dataclass(frozen=True)
class Curve:
    """A function of v and an upper bound on it; it is between 0 and ``bound`` on the real line.

    ``at`` is analytic wherever its logarithms are; it returns a ball that is not finite where they are not.
    """

    at: Callable[[acb, bool], acb]
    bound: Callable[[], arb]


def _given_index(second: Clipped, truth: int, J: int, constants: Tuning) -> Curve:
    """KL after V_J = v: w_J = g and all other weights are 1, with g = e^(tilt (v + shift))."""
    rows = candidates(second)
    others = tuple(sum(column, Fraction(0)) - column[J] for column in zip(*rows, strict=True))
    return _curve(
        second, truth, rows[J], others, lambda v: ((v + constants.shift.evaluate()) * constants.tilt.evaluate()).exp()
    )


def _given_difference(second: Clipped, truth: int, constants: Tuning) -> Curve:
    """KL after V_1 - V_2 = v: w_1/w_2 = e^(tilt v)."""
    one, other = candidates(second)
    return _curve(second, truth, one, other, lambda v: (v * constants.tilt.evaluate()).exp())


def _curve(second: Clipped, truth: int, one: Vector, others: Vector, odds: Callable[[acb], acb]) -> Curve:
    """KL(f, p^) where p^ is proportional to g ``one`` + ``others``, with g = ``odds(v)``."""
    law = second.hypotheses[_as_truth(truth, second)]
    terms = [(f, p, q) for f, p, q in zip(law, one, others, strict=True) if f != 0]
    count = sum(others, Fraction(0))
    rows = candidates(second)
    floors = [min(column) for column, f in zip(zip(*rows, strict=True), law, strict=True) if f != 0]

    def at(v: acb, analytic: bool) -> acb:
        g = odds(v)
        value = (g + _ball(count)).log(analytic=analytic)
        for f, p, q in terms:
            value -= ((g * _ball(p) + _ball(q)) / _ball(f)).log(analytic=analytic) * _ball(f)
        return value

    def bound() -> arb:
        return sum((_positive_log(f / m) * _ball(f) for (f, _, _), m in zip(terms, floors, strict=True)), arb(0))

    return Curve(at, bound)


def _ball(value: object) -> arb:
    return rational_ball(cast("Fraction", value))


def _positive_log(ratio: object) -> arb:
    return _ball(ratio).log().max(arb(0))


# Means under the noise


@dataclass(frozen=True)
class Noise:
    """A symmetric law: its density at a distance x >= 0 from 0, and its mass beyond such a distance on one side."""

    density: Callable[[acb, arb], acb]
    tail: Callable[[arb, arb], arb]


LAPLACE = Noise(
    density=lambda x, rate: (x * -rate).exp() * rate / 2,
    tail=lambda x, rate: (-rate * x).exp() / 2,
)
"""The Laplace law: (rate/2) e^(-rate |x|)."""

LAPLACE_DIFFERENCE = Noise(
    density=lambda x, rate: (x * -rate).exp() * (1 + x * rate) * rate / 4,
    tail=lambda x, rate: (-rate * x).exp() * (2 + rate * x) / 4,
)
"""The difference of two independent Laplace variables: (rate/4) (1 + rate |x|) e^(-rate |x|)."""


def _mean(center: LogForm, rate: Real, noise: Noise, curve: Curve) -> Real:
    """E curve(center + noise): both sides up to where the tail is negligible, and an enclosure of what is left."""

    def evaluate() -> arb:
        r, middle = rate.evaluate(), center.as_real().evaluate()
        reach = (int(ctx.prec) + MARGIN) / r.mid()  # any point will do: what is beyond it is enclosed
        beyond = (noise.tail(reach, r) * 2 * curve.bound()).union(arb(0))

        def integrand(x: acb, analytic: bool) -> acb:
            both_sides = curve.at(middle + x, analytic) + curve.at(middle - x, analytic)
            return both_sides * noise.density(x, r)

        return _integral(integrand, reach) + beyond

    return Real(evaluate)


def _integral(function: Callable[[acb, bool], acb], reach: arb) -> arb:
    """The integral over 0 <= x <= reach, with x = reach s so that the ends are exact."""
    return acb.integral(lambda s, analytic: function(s * reach, analytic), acb(0), acb(1)).real * reach
