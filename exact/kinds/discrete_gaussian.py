"""Discrete Gaussians: divergences of two of one sigma by shifting, of two sigmas by rigorous sums."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from itertools import count

from flint import arb, ctx

from dpassay.exact.expnumber import Number, exp
from dpassay.exact.integers import DiscreteGaussianLaw, gaussian_tail
from dpassay.exact.kinds.kind import MOST_SCALES
from dpassay.exact.kinds.on_integers import OnIntegers
from dpassay.exact.kinds.on_line import is_at_most
from dpassay.exact.logform import LogForm
from dpassay.exact.rationals import first_true
from dpassay.exact.real import Real, as_real, maximum


class DiscreteGaussianKind(OnIntegers[DiscreteGaussianLaw]):
    """Discrete Gaussians."""

    name = "discrete_gaussian"

    def max_ratio(self, p: DiscreteGaussianLaw, q: DiscreteGaussianLaw) -> Number | Real | None:
        """Return the supremum of p(E)/q(E); None where it is infinite."""
        if p == q:
            return Fraction(1)
        if p.sigma_squared >= q.sigma_squared:
            return None
        # The log ratio is a concave quadratic: its largest value at an integer is at one of the two around its vertex.
        vertex = (p.center * q.sigma_squared - q.center * p.sigma_squared) / (q.sigma_squared - p.sigma_squared)
        return reduce(maximum, (p.pmf(k) / q.pmf(k) for k in (vertex.__floor__(), vertex.__ceil__())))

    def hockey_stick(self, p: DiscreteGaussianLaw, q: DiscreteGaussianLaw, t: Number) -> Number | Real:
        """Return the hockey-stick divergence at e^eps = t."""
        if p.sigma_squared == q.sigma_squared:
            return _shifted_hockey_stick(p, q, t)
        real_t = as_real(t)

        def evaluate() -> arb:
            # Sum the positive parts over a window; both tails together hold at most what p puts there.
            radius = abs(p.center - q.center) + _negligible_radius(p.sigma_squared)
            window = range(p.center - radius, p.center + radius + 1)
            terms = (p.pmf(k).evaluate() - real_t.evaluate() * q.pmf(k).evaluate() for k in window)
            inside = sum((term.nonnegative_part() for term in terms), arb(0))
            outside = 2 * p.upper_tail(p.center + radius + 1).evaluate()
            return inside + arb(0).union(outside)

        return Real(evaluate)

    def kl(self, p: DiscreteGaussianLaw, q: DiscreteGaussianLaw) -> LogForm | Real:
        """Return the KL divergence."""
        gap = Fraction(p.center - q.center) ** 2
        if p.sigma_squared == q.sigma_squared:
            return LogForm(gap / (2 * q.sigma_squared))
        second_moment = _variance(p.sigma_squared)
        spread = second_moment * (1 / (2 * q.sigma_squared) - 1 / (2 * p.sigma_squared)) + gap / (2 * q.sigma_squared)
        return spread + (q.pmf(q.center) ** -1 / p.pmf(p.center) ** -1).log()

    def renyi(self, p: DiscreteGaussianLaw, q: DiscreteGaussianLaw, alpha: int) -> LogForm | Real | None:
        """With one sigma the completed square has an integer center, hence the value of the continuous Gaussian."""
        gap = Fraction(p.center - q.center)
        if p.sigma_squared == q.sigma_squared:
            return LogForm(alpha * gap**2 / (2 * p.sigma_squared))
        precision = alpha / p.sigma_squared + (1 - alpha) / q.sigma_squared
        if precision <= 0:
            return None
        # p^alpha q^(1 - alpha) is proportional to a Gaussian of this precision; `center` is measured from q's center.
        center = alpha * gap / (p.sigma_squared * precision)
        exponent = alpha * (1 - alpha) * gap**2 / (p.sigma_squared * q.sigma_squared * precision)
        above = center.__ceil__() - center

        def series() -> arb:
            return gaussian_tail(above, 1 / precision) + gaussian_tail(1 - above, 1 / precision)

        normalizer_p, normalizer_q = 1 / p.pmf(p.center), 1 / q.pmf(q.center)
        logarithm = Real(series).log() - exponent / 2 - alpha * normalizer_p.log() - (1 - alpha) * normalizer_q.log()
        return logarithm / (alpha - 1)

    def center(self, law: DiscreteGaussianLaw) -> int:
        """Return the center."""
        return law.center

    def far(self, law: DiscreteGaussianLaw, place: int) -> int | None:
        """Return the integer if it is far from the center."""
        distance = place - law.center
        return None if abs(distance) <= 10 or _within_scales(distance, law) else place

    def too_far_apart(self, p: DiscreteGaussianLaw, q: DiscreteGaussianLaw) -> tuple[int, str] | None:
        """Return the distance of the centers if it is large beside sigma."""
        distance = abs(p.center - q.center)
        return None if _within_scales(distance, p) else (distance, f"{MOST_SCALES} sigma")

    def is_in_reach(self, p: DiscreteGaussianLaw, q: DiscreteGaussianLaw, t: Number) -> bool:
        """Tell whether the log ratio is log t at most ``MOST_SCALES`` sigma from the centers."""
        distance = abs(p.center - q.center)
        return distance == 0 or is_at_most(as_real(t).log() * as_real(p.sigma_squared).sqrt() / distance, MOST_SCALES)


def _within_scales(distance: int, law: DiscreteGaussianLaw) -> bool:
    return distance**2 <= law.sigma_squared * MOST_SCALES**2


def _negligible_radius(sigma_squared: Fraction) -> int:
    """Return a distance beyond which a discrete Gaussian's tail is far below the working precision."""
    return first_true(lambda k: k * k > 2 * sigma_squared * (ctx.prec + 8), 1)


def _shifted_hockey_stick(p: DiscreteGaussianLaw, q: DiscreteGaussianLaw, t: Number) -> Number | Real:
    """With one sigma the log ratio is linear, so the best event is a half-line whose end is found exactly."""
    shift = p.center - q.center
    if shift == 0 or t == 0:
        return 1 - t if t < 1 else Fraction(0)

    def favors_p(distance: int) -> bool:
        """Tell whether p > t q at the integer ``distance`` steps from q's center in p's direction."""
        offset = distance * (1 if shift > 0 else -1)
        log_ratio = Fraction(offset**2 - (offset - shift) ** 2) / (2 * p.sigma_squared)
        return exp(log_ratio) > t

    start = first_true(lambda k: not favors_p(-k), 0)
    first = first_true(favors_p, -start)
    shift = abs(shift)
    q_law = DiscreteGaussianLaw(0, p.sigma_squared)
    return q_law.shift(shift).upper_tail(first) - as_real(t) * q_law.upper_tail(first)


def _variance(sigma_squared: Fraction) -> Real:
    """Return the variance: the second moment summed with a geometric bound on what is left."""

    def evaluate() -> arb:
        moment, negligible = arb(0), arb(2) ** -(ctx.prec + 4)
        for j in count(1):
            term = j * j * (arb(-j * j) / (2 * as_real(sigma_squared).evaluate())).exp()
            ratio = arb(j + 1) ** 2 / arb(j) ** 2 * (arb(-(2 * j + 1)) / (2 * as_real(sigma_squared).evaluate())).exp()
            moment += term
            if ratio < 1 and term * ratio / (1 - ratio) < moment * negligible:
                hull = arb(0).union(term * ratio / (1 - ratio))
                return 2 * (moment + hull) / (1 + 2 * gaussian_tail(1, sigma_squared))
        raise AssertionError("unreachable: count is endless")

    return Real(evaluate)
