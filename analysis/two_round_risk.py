"""The exact risk of Algorithms 1 and 2 in the first two rounds, whose reports are real: one-dimensional integrals.

Source: Sima, Wu, Milenkovic and Szpankowski, "Online Distribution Learning with Local Private Constraints", Algorithms
1 and 2. In round 1 the weights are equal. In round 2 they depend on one real number, for Algorithm 2 (pure privacy) the
published V_J and its index J, for Algorithm 1 with two hypotheses the difference V_1 - V_2. Given the clipped label it
is a Laplace variable, or the difference of two independent ones, around an exact center. The expected
KL(f(x_2), p^_2) is a sum of integrals of analytic functions between the center and a point so far out that
what is left, at most the tail's mass times the largest KL that any weights give, is below the precision; so is the
expected total variation, whose functions are analytic in pieces.

With horizon T = 2 this is the whole KL-risk, the sum over rounds, and the whole TV-risk, the average over them. The
constants of the algorithms (scale, eta, c, c') are arguments, so that either calibration can be asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, Protocol, TypeAlias, cast

from flint import acb, arb, ctx

from dpassay.analysis.label_laws import Logarithmic, Vector, kl, tv
from dpassay.exact import LogForm, Number, Real, as_integer, as_real, log, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.real import rational_ball
from dpassay.reference.label_clipping import Clipped, Table, likelihoods, sizes

Risk: TypeAlias = Literal["kl", "tv"]
RISKS: tuple[Risk, ...] = ("kl", "tv")
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


def first_round(parameters: Clipped, truth: int, risk: Risk = "kl") -> Logarithmic | Number:
    """KL(f(x_1), p^_1), or the total variation: all weights are equal."""
    rows, law = candidates(parameters), parameters.hypotheses[_as_truth(truth, parameters)]
    mean = tuple(sum(column, Fraction(0)) / len(rows) for column in zip(*rows, strict=True))
    return cast("Logarithmic", kl(law, mean)) if _as_risk(risk) == "kl" else cast("Number", tv(law, mean))


def exp3_second_round(first: Clipped, second: Clipped, truth: int, constants: Tuning, risk: Risk = "kl") -> Real:
    """E KL(f(x_2), p^_2) of Algorithm 2, or the total variation: J is uniform, and only w_J changes."""
    law = clipped_label(first, truth)
    K = len(first.hypotheses)
    parts = [
        (mass / K, _mean(log(center), constants.rate, LAPLACE, _given_index(second, truth, J, constants, risk)))
        for J, row in enumerate(likelihoods(first))
        for mass, center in zip(law, row, strict=True)
        if mass != 0
    ]
    return _weighted_sum(parts)


def exp3_risk(first: Clipped, second: Clipped, truth: int, constants: Tuning, risk: Risk = "kl") -> Real:
    """The KL-risk of Algorithm 2 over two rounds, their sum, or the TV-risk, their average."""
    later = exp3_second_round(first, second, truth, constants, risk)
    return _over_rounds(as_real(first_round(first, truth, risk)) + later, risk)


def wma_second_round(first: Clipped, second: Clipped, truth: int, constants: Tuning, risk: Risk = "kl") -> Real:
    """E KL(f(x_2), p^_2) of Algorithm 1 with two hypotheses, or the total variation.

    The odds w_1/w_2 are e^(tilt (V_1 - V_2)).
    """
    require(len(first.hypotheses) == 2, "first", f"of {len(first.hypotheses)} hypotheses", "two hypotheses")
    law = clipped_label(first, truth)
    rows = likelihoods(first)
    parts = [
        (mass, _mean(log(p / q), constants.rate, LAPLACE_DIFFERENCE, _given_difference(second, truth, constants, risk)))
        for mass, p, q in zip(law, *rows, strict=True)
        if mass != 0
    ]
    return _weighted_sum(parts)


def wma_risk(first: Clipped, second: Clipped, truth: int, constants: Tuning, risk: Risk = "kl") -> Real:
    """The KL-risk of Algorithm 1 with two hypotheses over two rounds, their sum, or the TV-risk, their average."""
    later = wma_second_round(first, second, truth, constants, risk)
    return _over_rounds(as_real(first_round(first, truth, risk)) + later, risk)


def _over_rounds(total: Real, risk: Risk) -> Real:
    return total if risk == "kl" else total / 2


def _as_risk(risk: str) -> str:
    require(risk in RISKS, "risk", repr(risk), f"one of {', '.join(RISKS)}")
    return risk


def _as_truth(truth: int, parameters: Clipped) -> int:
    row, K = as_integer(truth, "truth"), len(parameters.hypotheses)
    require(0 <= row < K, "truth", truth, f"a row in range({K})")
    return row


def _weighted_sum(parts: Sequence[tuple[Fraction, Real]]) -> Real:
    return sum((as_real(weight) * value for weight, value in parts), as_real(0))


# The divergence of f(x_2) and p^_2 as a function of the real number that is published


Function: TypeAlias = Callable[[acb, bool], acb]
"""A function of a complex number, and whether it is to be analytic: where it is not, its ball is not finite."""


@dataclass(frozen=True)
class Curve:
    """A function of v and an upper bound on it; it is between 0 and ``bound`` on the real line.

    ``at`` returns the function, with constants enclosed at the working precision once and for all. It is analytic
    wherever its logarithms are, or its maxima are decided.
    """

    at: Callable[[], Function]
    bound: Callable[[], arb]


def _given_index(second: Clipped, truth: int, J: int, constants: Tuning, risk: Risk) -> Curve:
    """The divergence after V_J = v: w_J = g and all other weights are 1, with g = e^(tilt (v + shift))."""
    rows = candidates(second)
    others = tuple(sum(column, Fraction(0)) - column[J] for column in zip(*rows, strict=True))
    mixed = _Mixed(second.hypotheses[_as_truth(truth, second)], rows[J], others)

    def odds() -> Callable[[acb], acb]:
        shift, tilt = constants.shift.evaluate(), constants.tilt.evaluate()
        return lambda v: ((v + shift) * tilt).exp()

    return _curve(mixed, rows, risk, odds)


def _given_difference(second: Clipped, truth: int, constants: Tuning, risk: Risk) -> Curve:
    """The divergence after V_1 - V_2 = v: w_1/w_2 = e^(tilt v)."""
    rows = candidates(second)
    mixed = _Mixed(second.hypotheses[_as_truth(truth, second)], *rows)

    def odds() -> Callable[[acb], acb]:
        tilt = constants.tilt.evaluate()
        return lambda v: (v * tilt).exp()

    return _curve(mixed, rows, risk, odds)


@dataclass(frozen=True)
class _Mixed:
    """The law f, and a prediction that is proportional to g ``one`` + ``others``, where ``one`` is a distribution."""

    law: Vector
    one: Vector
    others: Vector

    def kl(self) -> Function:
        """KL(f, p^) as a function of g."""
        count = _ball(sum(self.others, Fraction(0)))
        rows = zip(self.law, self.one, self.others, strict=True)
        terms = [(_ball(f), _ball(p), _ball(q)) for f, p, q in rows if f != 0]

        def at(g: acb, analytic: bool) -> acb:
            value = (g + count).log(analytic=analytic)
            for f, p, q in terms:
                value -= ((g * p + q) / f).log(analytic=analytic) * f
            return value

        return at

    def tv(self) -> Function:
        """The sum of (f - p^)^+, where p^ = p + (q - p n)/(g + n) has g in one place, so that enclosures are narrow."""
        total = sum(self.others, Fraction(0))
        rows = zip(self.law, self.one, self.others, strict=True)
        count, terms = _ball(total), [(_ball(f - p), _ball(q - p * total)) for f, p, q in rows]

        def at(g: acb, analytic: bool) -> acb:
            value, scale = acb(0), 1 / (g + count)
            for gap, slope in terms:
                value += (gap - scale * slope).real_max(acb(0), analytic=analytic)
            return value

        return at


def _curve(mixed: _Mixed, rows: Table, risk: Risk, odds: Callable[[], Callable[[acb], acb]]) -> Curve:
    """The divergence of f and the prediction with g = ``odds(v)``."""
    divergence = mixed.tv if _as_risk(risk) == "tv" else mixed.kl

    def at() -> Function:
        of_odds, odds_at = divergence(), odds()
        return lambda v, analytic: of_odds(odds_at(v), analytic)

    if risk == "tv":
        return Curve(at, lambda: arb(1))
    terms = [(f, min(column)) for column, f in zip(zip(*rows, strict=True), mixed.law, strict=True) if f != 0]

    def bound() -> arb:
        return sum((_positive_log(f / floor) * _ball(f) for f, floor in terms), arb(0))

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
        curve_at = curve.at()
        beyond = (noise.tail(reach, r) * 2 * curve.bound()).union(arb(0))

        def integrand(x: acb, analytic: bool) -> acb:
            both_sides = curve_at(middle + x, analytic) + curve_at(middle - x, analytic)
            return both_sides * noise.density(x, r)

        return _integral(integrand, reach) + beyond

    return Real(evaluate)


def _integral(function: Function, reach: arb) -> arb:
    """The integral over 0 <= x <= reach, with x = reach s so that the ends are exact."""
    return acb.integral(lambda s, analytic: function(s * reach, analytic), acb(0), acb(1)).real * reach


explain_failures(__name__)
