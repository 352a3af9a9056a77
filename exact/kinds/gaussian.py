"""Gaussians: divergences of two, of one standard deviation or two, are closed forms in enclosures."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dpassay.exact.continuous import GaussianLaw, normal_cdf
from dpassay.exact.expnumber import Number
from dpassay.exact.kinds.on_line import OnLine
from dpassay.exact.logform import LogForm
from dpassay.exact.real import Real, as_real, decide
from dpassay.exact.scalars import log_scalar, times


class GaussianKind(OnLine[GaussianLaw]):
    """Gaussians."""

    name = "gaussian"

    def max_ratio(self, p: GaussianLaw, q: GaussianLaw) -> Number | Real | None:
        """Return the supremum of p(E)/q(E); None where it is infinite."""
        variance_p, variance_q = as_real(p.sigma) ** 2, as_real(q.sigma) ** 2
        if p.mean == q.mean and _equal_sigma(p, q):
            return Fraction(1)
        if _equal_sigma(p, q) or decide(variance_p > variance_q):
            return None
        gap = Fraction(p.mean - q.mean) ** 2
        return (gap / (2 * (variance_q - variance_p))).exp() * as_real(q.sigma) / as_real(p.sigma)

    def hockey_stick(self, p: GaussianLaw, q: GaussianLaw, t: Number) -> Number | Real:
        """Return the hockey-stick divergence at e^eps = t."""
        if t == 0:
            return Fraction(1)
        if not _equal_sigma(p, q):
            return _unequal_hockey_stick(p, q, t)
        if p.mean == q.mean:
            return 1 - t if t < 1 else Fraction(0)
        gap = abs(p.mean - q.mean) / as_real(p.sigma)
        threshold = as_real(t).log() / gap
        return normal_cdf(gap / 2 - threshold) - as_real(t) * normal_cdf(-gap / 2 - threshold)

    def kl(self, p: GaussianLaw, q: GaussianLaw) -> LogForm | Real:
        """Return the KL divergence."""
        gap = Fraction(p.mean - q.mean) ** 2
        if _equal_sigma(p, q):
            return _over_variance(gap / 2, q.sigma)
        ratio = as_real(p.sigma) / as_real(q.sigma)
        return gap / (2 * as_real(q.sigma) ** 2) + (ratio**2 - 1) / 2 - ratio.log()

    def renyi(self, p: GaussianLaw, q: GaussianLaw, alpha: int) -> LogForm | Real | None:
        """Return the Renyi divergence of integer order; None where it is infinite."""
        gap = Fraction(p.mean - q.mean) ** 2
        if _equal_sigma(p, q):
            return _over_variance(alpha * gap / 2, p.sigma)
        vp, vq = as_real(p.sigma) ** 2, as_real(q.sigma) ** 2
        mixed = alpha * vq + (1 - alpha) * vp
        if decide(mixed <= 0):
            return None
        logs = (as_real(q.sigma) / as_real(p.sigma)).log() + (vq / mixed).log() / (2 * (alpha - 1))
        return alpha * gap / (2 * mixed) + logs

    def centers(self, law: GaussianLaw) -> Sequence[Fraction]:
        """Return the mean."""
        return (law.mean,)

    def scale(self, law: GaussianLaw) -> Real:
        """Return the standard deviation."""
        return as_real(law.sigma)


def _equal_sigma(p: GaussianLaw, q: GaussianLaw) -> bool:
    """Tell whether the two are known to be equal; two different enclosures are left to ``decide``."""
    if isinstance(p.sigma, Real) or isinstance(q.sigma, Real):
        return p.sigma is q.sigma
    return p.sigma == q.sigma


def _over_variance(number: Fraction, sigma: Fraction | Real) -> LogForm | Real:
    return LogForm(number / sigma**2) if isinstance(sigma, Fraction) else number / sigma**2


def _unequal_hockey_stick(p: GaussianLaw, q: GaussianLaw, t: Number) -> Number | Real:
    """With two variances the log ratio is quadratic: the best event is the outside or the inside of its roots."""
    # log(p/q) - log t = a x^2 + b x + c, with x measured from p's mean.
    # Rational deviations keep the coefficients exact, so that a discriminant of zero (t is the largest ratio) is seen.
    vp, vq, gap = p.sigma**2, q.sigma**2, q.mean - p.mean
    a = (1 / vq - 1 / vp) / 2
    b = -gap / vq
    c = gap**2 / (2 * vq) - log_scalar(times(t, p.sigma / q.sigma))
    discriminant = b**2 - 4 * a * c
    wider = decide(vp > vq)
    if decide(discriminant <= 0):
        return 1 - t if wider else Fraction(0)
    middle, half = p.mean - b / (2 * a), as_real(discriminant).sqrt() / (2 * a)
    low, high = (middle - half, middle + half) if wider else (middle + half, middle - half)
    inside_p, inside_q = (law.cdf(high) - law.cdf(low) for law in (p, q))
    if wider:
        return 1 - inside_p - as_real(t) * (1 - inside_q)
    return inside_p - as_real(t) * inside_q
