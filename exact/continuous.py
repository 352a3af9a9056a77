"""Laws with densities on the line: mixtures of Laplace laws of one scale, and Gaussians. Nothing is discretized."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from flint import arb

from dpassay.exact.dist import as_weight, total
from dpassay.exact.expnumber import Number
from dpassay.exact.logform import LogForm
from dpassay.exact.rationals import Rational, as_fraction, as_positive_fraction, require
from dpassay.exact.real import Real, as_real, decide

Point: TypeAlias = "Fraction | LogForm"
"""An exact place on the real line."""


def as_point(value: object, name: str) -> Point:
    """Return an exact point: a rational or a ``LogForm``."""
    if isinstance(value, LogForm):
        return value if value.terms else value.constant
    return as_fraction(value, name)


class LaplaceMixture:
    """The law of density sum_i w_i (rate/2) exp(-rate |x - c_i|): a mixture of Laplace laws with one scale 1/rate.

    ``weights`` are exact, of total 1; ``centers`` are rationals or ``LogForm``s; ``rate`` is a positive rational or
    ``LogForm`` (e.g. epsilon / sensitivity). Every rate * (x - center) must be a rational plus rational multiples of
    logarithms, so one of the two factors is rational. Then e^(rate (x - center)) is exact, and so are the supremum of a
    ratio of two laws and their distribution functions.
    """

    __slots__ = ("centers", "origin", "rate", "weights")

    def __init__(self, weights: Sequence[object], centers: Sequence[object], rate: object) -> None:
        require(
            len(weights) == len(centers) > 0, "weights", len(weights), f"as many as there are centers ({len(centers)})"
        )
        self.rate = as_point(rate, "rate")
        require(self.rate > 0, "rate", rate, "a number above 0")
        exact = [as_weight(weight, "weight") for weight in weights]
        require(total(exact) == 1, "weights", f"with total {total(exact)}", "a total of 1")
        ordered = sorted(zip((as_point(c, "center") for c in centers), exact, strict=True), key=lambda pair: pair[0])
        self.centers = tuple(center for center, _ in ordered)
        self.weights = tuple(weight for _, weight in ordered)
        self.origin: Point = self.centers[0]
        self.unit(self.centers[-1])  # refuses a product of two logarithms

    def measured_from(self, origin: Point) -> LaplaceMixture:
        """Return the same law with u measured from another origin, so that two laws can be compared."""
        law = LaplaceMixture(self.weights, self.centers, self.rate)
        law.origin = origin
        return law

    def unit(self, x: Point | Rational) -> Number:
        """Return u = e^(rate (x - origin)), exactly; the origin keeps it of moderate size wherever the law lies."""
        place = as_point(as_point(x, "x") - self.origin, "x")
        if isinstance(self.rate, LogForm) and isinstance(place, LogForm):
            raise ValueError(f"x = {x}: expected a rational, since the rate {self.rate} is not one")
        rational, other = (self.rate, place) if isinstance(self.rate, Fraction) else (place, self.rate)
        return (LogForm() + other * rational).exp()

    def coefficients(self, u: Number | None) -> tuple[Number, Number]:
        """Return (rising, falling) of the piece that begins at u (None: at minus infinity)."""
        rising, falling = [], []
        for center, weight in zip(self.centers, self.weights, strict=True):
            v = self.unit(center)
            if u is not None and v <= u:
                falling.append(weight * v)
            else:
                rising.append(weight / v)
        return total(rising), total(falling)

    def density_factor(self, x: Point | Rational) -> Number:
        """Return the density at x divided by rate/2; exact."""
        u = self.unit(x)
        rising, falling = self.coefficients(u)
        return rising * u + falling / u

    def pdf(self, x: Point | Rational) -> Real:
        """Return the density at x."""
        return as_real(self.density_factor(x)) * as_real(self.rate) / 2

    def cdf(self, x: Point | Rational) -> Number:
        """Return the probability of (-inf, x], exactly."""
        u = self.unit(x)
        rising, falling = self.coefficients(u)
        left = total(w for c, w in zip(self.centers, self.weights, strict=True) if self.unit(c) <= u)
        return left + (rising * u - falling / u) / 2

    def probability(self, interval: tuple[Point | Rational | None, Point | Rational | None]) -> Number:
        """Return the probability of an interval; None is an end at infinity."""
        low, high = interval
        above = Fraction(1) if high is None else self.cdf(high)
        return above if low is None else above - self.cdf(low)

    def breakpoints(self) -> list[Number]:
        """Return u at the distinct centers, increasing."""
        values: list[Number] = []
        for center in self.centers:
            u = self.unit(center)
            if not values or values[-1] != u:
                values.append(u)
        return values

    def __repr__(self) -> str:
        return f"LaplaceMixture({list(map(str, self.weights))}, {list(map(str, self.centers))}, rate={self.rate})"


@dataclass(frozen=True)
class GaussianLaw:
    """The normal law with rational ``mean``; ``sigma`` is its standard deviation, a positive rational or ``Real``."""

    mean: Fraction
    sigma: Fraction | Real

    def __init__(self, mean: object, sigma: object) -> None:
        object.__setattr__(self, "mean", as_fraction(mean, "mean"))
        if isinstance(sigma, Real):
            require(decide(sigma > 0), "sigma", sigma, "a number above 0")
        object.__setattr__(self, "sigma", sigma if isinstance(sigma, Real) else as_positive_fraction(sigma, "sigma"))

    def standardize(self, x: Real | Rational) -> Real:
        """Return (x - mean) / sigma."""
        return (as_real(x) - self.mean) / as_real(self.sigma)

    def pdf(self, x: Real | Rational) -> Real:
        """Return the density at x."""
        z = self.standardize(x)
        return (-(z**2) / 2).exp() / (as_real(self.sigma) * (2 * Real(arb.pi)).sqrt())

    def cdf(self, x: Real | Rational) -> Real:
        """Return the probability of (-inf, x]."""
        return normal_cdf(self.standardize(x))

    def upper_tail(self, x: Real | Rational) -> Real:
        """Return the probability of (x, inf)."""
        return normal_cdf(-self.standardize(x))


def normal_cdf(z: Real) -> Real:
    """Return the standard normal distribution function."""
    return (-z / Real(lambda: arb(2).sqrt())).erfc() / 2
