"""Laws on an interval with a density in proportion to e^(-slope x - curvature x^2), by the normal distribution."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from dpassay.exact import Real, as_real, normal_cdf
from dpassay.proofs_check.models.reals import kept


def mean_of(tilt: Real, curvature: Real) -> Real:
    """The mean under the density in proportion to e^(tilt x - curvature x^2) on [-1/2, 1/2]."""
    scale, center = (curvature * 2).sqrt(), tilt / (curvature * 2)
    ends = [(Fraction(s, 2) - center) * scale for s in (-1, 1)]
    heights = [(-(z * z) / 2).exp() for z in ends]
    inside = (normal_cdf(ends[1]) - normal_cdf(ends[0])) * (Real(arb.pi) * 2).sqrt()
    return center + (heights[0] - heights[1]) / inside / scale


@dataclass(frozen=True)
class Density:
    """A law on [-radius, radius]."""

    slope: Fraction
    curvature: Fraction
    radius: Fraction

    def mass(self, low: Real, high: Real) -> Real:
        """The integral of e^(-slope x - curvature x^2) from ``low`` to ``high``, over sqrt(pi/curvature)."""
        center, scale = -self.slope / (2 * self.curvature), as_real(2 * self.curvature).sqrt()
        height = as_real(self.slope**2 / (4 * self.curvature)).exp()
        return height * (normal_cdf((high - center) * scale) - normal_cdf((low - center) * scale))

    @property
    def whole(self) -> Real:
        """The mass of the interval."""
        return self.mass(as_real(-self.radius), as_real(self.radius))

    def mean(self) -> Any:
        """The mean: in units of 2 R the interval is [-1/2, 1/2]."""
        tilt, curvature = as_real(-self.slope * 2 * self.radius), as_real(self.curvature * 4 * self.radius**2)
        return kept(mean_of(tilt, curvature) * (2 * self.radius))

    def log_ratio(self, other: Density) -> Any:
        """The constant of log(this density/other) = (other.slope - slope) x + constant; the curvatures are equal."""
        return kept((other.whole / self.whole).log())

    def divergence(self, other: Density) -> Any:
        """KL(this || other)."""
        return kept(self.mean() * (other.slope - self.slope) + self.log_ratio(other))

    def tail(self, other: Density, level: Any) -> Any:
        """The probability that log(this density/other) exceeds a level, and that of the same points under the other."""
        rise = other.slope - self.slope
        if not rise:
            return (Fraction(0), Fraction(0)) if level >= 0 else (Fraction(1), Fraction(1))
        cut = (as_real(level) - self.log_ratio(other)) / rise
        ends = (as_real(-self.radius), as_real(self.radius))
        inside = Real(lambda: cut.evaluate().max(ends[0].evaluate()).min(ends[1].evaluate()))
        low, high = (inside, ends[1]) if rise > 0 else (ends[0], inside)
        return tuple(kept(law.mass(low, high) / law.whole) for law in (self, other))

    def beyond(self, other: Density, level: Any) -> Any:
        """What this law has beyond e^level times the other."""
        own, theirs = self.tail(other, level)
        return kept(as_real(own) - as_real(level).exp() * as_real(theirs))
