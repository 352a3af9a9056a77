"""The KL-risk of estimates of a pair of the hard class, and the lower bound that it gives: displays (17) to (19).

Source: Sima, Wu, Milenkovic and Szpankowski, "Online Distribution Learning with Local Private Constraints",
Appendix A. One function a display, named after what it is, so that two sides can be compared exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import cast

from dpassay.analysis.channels import Channel
from dpassay.analysis.hadamard_class import HadamardClass, least_rounds, separation
from dpassay.analysis.label_laws import Logarithmic, Prediction, Vector, kl, sum_risks, weighted
from dpassay.analysis.le_cam import sequences
from dpassay.exact import Number, Real, as_fraction, as_real, power, require, times
from dpassay.exact.atom_sums import sum_logs
from dpassay.exact.entrance import explain_failures
from dpassay.exact.logform import log_number

# KL of the laws themselves, (18) and (19)


def midpoint(hard: HadamardClass, i: int) -> Vector:
    """(p_(i,1) + p_(i,2))/2."""
    return tuple((p + q) / 2 for p, q in zip(*hard.pair(i), strict=True))


def midpoint_kl(hard: HadamardClass, i: int) -> Logarithmic:
    """KL(p_(i,1), (p_(i,1) + p_(i,2))/2), computed as a sum over labels."""
    return cast("Logarithmic", kl(hard.first(i), midpoint(hard, i)))


def midpoint_kl_displayed(hard: HadamardClass) -> Logarithmic:
    """log(2/(2 - a/2)), which (19) gives for it."""
    return log_number(2 / (2 - hard.a / 2))


def larger_kl(hard: HadamardClass, i: int, estimate: Prediction) -> tuple[Logarithmic | None, Logarithmic | None]:
    """Return KL(p_(i,1), p^) and KL(p_(i,2), p^): the two of which (19) takes the larger."""
    return kl(hard.first(i), estimate), kl(hard.second(i), estimate)


def two_point_odds(hard: HadamardClass) -> Number:
    """Return s = (a/2) (1 - a/2)^((2 - a)/a), the odds of sign +1 under the best estimate of a pair; a rational."""
    a = as_fraction(hard.a, "a")
    require(a > 0, "a", a, "a number above 0")
    return a / 2 * power(1 - a / 2, (2 - a) / a)


def best_estimate(hard: HadamardClass, i: int) -> Vector:
    """Return the p^ at which the larger of the two KLs of (19) is least.

    It is constant on each sign (averaging over labels of one sign does not increase the larger KL), with mass r on
    sign +1; the two KLs are -log(1 - r) and the binary KL of a/2 and r, and they are equal at r/(1 - r) = s.
    """
    s = two_point_odds(hard)
    mass = {1: s / (1 + s), -1: 1 / (1 + s)}
    return tuple(2 * mass[sign] / hard.order for sign in hard.signs(i))


def two_point_radius(hard: HadamardClass) -> Real:
    """The least larger KL of (19), log(1 + s): the capacity of the Z-channel with inputs p_(i,1) and p_(i,2)."""
    return as_real(1 + two_point_odds(hard)).log()


def expected_kl(
    estimator: Callable[[tuple[int, ...]], Prediction],
    channels: Sequence[Channel],
    hard: HadamardClass,
    i: int,
) -> tuple[Logarithmic | None, Logarithmic | None]:
    """The expected KL of an estimator of all reports, under p_(i,1) and under p_(i,2): the left side of (18)."""
    means: list[list[Logarithmic | None]] = [[], []]
    for reports, probabilities in sequences(channels, hard, i):
        for side, law in enumerate(hard.pair(i)):
            if probabilities[side] != 0:
                value = kl(law, estimator(reports))
                means[side].append(None if value is None else weighted(probabilities[side], value))
    return sum_risks(means[0]), sum_risks(means[1])


def least_mean_kl(channels: Sequence[Channel], hard: HadamardClass, i: int) -> Logarithmic:
    """The least mean over p_(i,1), p_(i,2) of the expected KL, over all estimators: no larger KL can be below it.

    It is reached by the posterior mean: a mean of KLs to one estimate is least at the mean of the laws.
    """

    def posterior_mean(reports: tuple[int, ...]) -> Vector:
        p, q = likelihoods[reports]
        return tuple((p * first + q * second) / (p + q) for first, second in zip(*hard.pair(i), strict=True))

    likelihoods = dict(sequences(channels, hard, i))
    first, second = expected_kl(posterior_mean, channels, hard, i)
    return sum_logs([weighted(Fraction(1, 2), cast("Logarithmic", value)) for value in (first, second)])


def risk_bound(hard: HadamardClass) -> Number:
    """a/132, the right side of (18)."""
    return hard.a / 132


def theorem_bound(size: int, rounds: int, exp_eps: object) -> Number | Real:
    """T a/132, the lower bound on the KL-risk that (17) and (18) give: sqrt(K T/(m(eps) e^eps))/396."""
    require(rounds >= least_rounds(size, exp_eps), "rounds", rounds, f"at least {least_rounds(size, exp_eps)}")
    return times(Fraction(rounds, 132), separation(size, rounds, exp_eps))


explain_failures(__name__)
