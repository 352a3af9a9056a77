"""Laws on an interval with a density in proportion to e^(-slope x - curvature x^2), by the normal distribution."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from dpassay.exact import Real, as_real, normal_cdf
from dpassay.exact.label_family import remembered


def kept(value: Any) -> Any:
    """The same number; of a real the last enclosure is kept, since all that follows asks for it again."""
    return Real(remembered(value.evaluate)) if isinstance(value, Real) else value


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

    def square(self) -> Any:
        """The mean of x^2: the derivative of x times the density integrates to what that is at the ends."""
        ends = [(-self.slope * x - self.curvature * x * x) for x in (-self.radius, self.radius)]
        heights = as_real(ends[0]).exp() + as_real(ends[1]).exp()
        at_ends = heights * self.radius / (self.whole * self._unit)
        return kept((1 - self.mean() * self.slope - at_ends) / (2 * self.curvature))

    @property
    def _unit(self) -> Real:
        """What masses are multiples of."""
        return (Real(arb.pi) / as_real(self.curvature)).sqrt()

    def log_ratio(self, other: Density) -> tuple[Fraction, Fraction, Any]:
        """The coefficients of x^2 and x in log(this density/other), and the constant."""
        constant = kept((other.whole * other._unit / (self.whole * self._unit)).log())
        return other.curvature - self.curvature, other.slope - self.slope, constant

    def divergence(self, other: Density) -> Any:
        """KL(this || other)."""
        if (self.slope, self.curvature) == (other.slope, other.curvature):
            return Fraction(0)
        bend, rise, constant = self.log_ratio(other)
        bent = self.square() * bend if bend else Fraction(0)
        return kept(constant + self.mean() * rise + bent)

    def _crossings(self, other: Density, level: Any) -> tuple[Real, Real]:
        """Two points of the interval: log(this density/other) is above the level between them, or not between them."""
        bend, rise, constant = self.log_ratio(other)
        over = as_real(constant) - as_real(level)
        if not bend:
            cut, end = -over / rise, as_real(self.radius * (1 if rise > 0 else -1))
            low, high = (cut, end) if rise > 0 else (end, cut)
        else:
            discriminant = as_real(rise**2) - over * (4 * bend)
            root = Real(lambda: discriminant.evaluate().max(arb(0)).sqrt()) / (2 * abs(bend))
            low, high = as_real(-rise / (2 * bend)) - root, as_real(-rise / (2 * bend)) + root
        return self._inside(low), self._inside(high)

    def _inside(self, x: Real) -> Real:
        ends = (as_real(-self.radius), as_real(self.radius))
        return Real(lambda: x.evaluate().max(ends[0].evaluate()).min(ends[1].evaluate()))

    def tail(self, other: Density, level: Any) -> Any:
        """The probability that log(this density/other) exceeds a level, and that of the same points under the other."""
        if (self.slope, self.curvature) == (other.slope, other.curvature):
            return (Fraction(0), Fraction(0)) if level >= 0 else (Fraction(1), Fraction(1))
        low, high = self._crossings(other, level)
        between = [law.mass(low, high) / law.whole for law in (self, other)]
        return tuple(kept(1 - share if other.curvature > self.curvature else share) for share in between)

    def beyond(self, other: Density, level: Any) -> Any:
        """What this law has beyond e^level times the other."""
        own, theirs = self.tail(other, level)
        return kept(as_real(own) - as_real(level).exp() * as_real(theirs))
