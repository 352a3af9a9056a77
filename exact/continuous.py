"""Laws with densities on the line: mixtures of Laplace laws of one scale, and Gaussians. Nothing is discretized."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import TypeAlias

from flint import acb, arb

from dpassay.exact.dist import as_weight, total
from dpassay.exact.expnumber import Number, square_root
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


@dataclass(frozen=True)
class Piece:
    """A stretch of the line on which the density is (rate/2) (rising u + falling/u), with u = e^(rate x).

    ``low`` and ``high`` are the values of u at its ends; None where it reaches to infinity.
    """

    low: Number | None
    high: Number | None
    rising: Number
    falling: Number


class LaplaceMixture:
    """The law of density sum_i w_i (rate/2) exp(-rate |x - c_i|): a mixture of Laplace laws with one scale 1/rate.

    ``weights`` are exact, of total 1; ``centers`` are rationals or ``LogForm``s; ``rate`` is a positive rational or
    ``LogForm`` (e.g. epsilon / sensitivity). Every rate * center must be a rational plus rational multiples of
    logarithms, so one of the two factors is rational. Then e^(rate (x - c)) is exact at every such x, and so are the
    supremum of a ratio of two laws and their distribution functions.
    """

    kind = "real"
    __slots__ = ("centers", "rate", "weights")

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

    def unit(self, x: Point | Rational) -> Number:
        """Return u = e^(rate x), exactly."""
        place = as_point(x, "x")
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

    def breakpoints(self) -> list[Number]:
        """Return e^(rate c) for the distinct centers, increasing."""
        values: list[Number] = []
        for center in self.centers:
            u = self.unit(center)
            if not values or values[-1] != u:
                values.append(u)
        return values

    def __repr__(self) -> str:
        return f"LaplaceMixture({list(map(str, self.weights))}, {list(map(str, self.centers))}, rate={self.rate})"


def _merge(a: list[Number], b: list[Number]) -> list[Number]:
    distinct: list[Number] = []
    for u in sorted(a + b):
        if not distinct or distinct[-1] != u:
            distinct.append(u)
    return distinct


def _same_rate(p: LaplaceMixture, q: LaplaceMixture) -> None:
    require(p.rate == q.rate, "laws", f"with rates {p.rate} and {q.rate}", "Laplace mixtures of one scale")


def pieces(p: LaplaceMixture, q: LaplaceMixture) -> list[tuple[Piece, Piece]]:
    """Cut the line at every center of either law: on each stretch both densities are sums of two exponentials."""
    _same_rate(p, q)
    ends: list[Number | None] = [None, *_merge(p.breakpoints(), q.breakpoints()), None]
    return [
        (Piece(low, high, *p.coefficients(low)), Piece(low, high, *q.coefficients(low))) for low, high in pairwise(ends)
    ]


def laplace_max_ratio(p: LaplaceMixture, q: LaplaceMixture) -> Number:
    """Return the supremum of the density ratio, exactly.

    On a stretch the ratio is a Moebius function of u^2, hence monotone, so the supremum is at a center or is the limit
    of a tail (where it is constant).
    """
    _same_rate(p, q)
    left, right = (law.coefficients(None)[0] for law in (p, q))
    candidates = [left / right]
    for u in _merge(p.breakpoints(), q.breakpoints()):
        (a, b), (c, d) = p.coefficients(u), q.coefficients(u)
        candidates.append((a * u + b / u) / (c * u + d / u))
    return reduce(max, candidates)


def laplace_hockey_stick(p: LaplaceMixture, q: LaplaceMixture, t: Number) -> Number | Real:
    """Return the integral of max(0, p - t q): exact where the crossing points are single powers, else a ``Real``."""
    result: Number | Real = Fraction(0)
    for over, under in pieces(p, q):
        a, b = over.rising - t * under.rising, over.falling - t * under.falling
        result = result + _positive_part(a, b, over.low, over.high)
    return result


def _positive_part(a: Number, b: Number, low: Number | None, high: Number | None) -> Number | Real:
    """Return the integral over the stretch of the positive part of (1/2) (a + b/u^2) du.

    The density's factor a u + b/u changes sign at most once.
    """
    if a <= 0 and b <= 0:
        return Fraction(0)
    if a >= 0 and b >= 0:
        return _primitive_difference(a, b, low, high)
    crossing = -b / a
    if low is not None and crossing <= low * low:
        return _primitive_difference(a, b, low, high) if a > 0 else Fraction(0)
    if high is not None and crossing >= high * high:
        return _primitive_difference(a, b, low, high) if b > 0 else Fraction(0)
    # At the crossing u* the primitive (a u - b/u)/2 is a u*; f is positive above it when a > 0, below it when b > 0.
    at_crossing = a * square_root(crossing)
    return (
        _primitive(a, b, high, upper=True) - at_crossing if a > 0 else at_crossing - _primitive(a, b, low, upper=False)
    )


def _primitive_difference(a: Number, b: Number, low: Number | None, high: Number | None) -> Number:
    return _primitive(a, b, high, upper=True) - _primitive(a, b, low, upper=False)


def _primitive(a: Number, b: Number, u: Number | None, *, upper: bool) -> Number:
    """Return (a u - b/u)/2.

    At an infinite end the term that would diverge has coefficient zero, and the other one vanishes.
    """
    if u is None:
        divergent = a if upper else b
        if divergent != 0:
            raise ValueError(f"coefficient = {divergent}: expected 0 on an unbounded stretch")
        return Fraction(0)
    return (a * u - b / u) / 2


def laplace_integral(p: LaplaceMixture, q: LaplaceMixture, integrand: Callable[[acb, acb, bool], acb]) -> Real:
    """Return the integral of ``integrand(p(x), q(x), analytic)``, homogeneous of degree 1 in the two densities.

    In a tail both densities are the same exponential times constants, so the integral is the integrand of the two tail
    masses; between centers it is integrated rigorously over u (densities there are (1/2)(a + b/u^2) du).
    """
    parts = pieces(p, q)

    def evaluate() -> arb:
        value = arb(0)
        for over, under in parts:
            value += _piece_integral(over, under, integrand)
        return value

    return Real(evaluate)


def _piece_integral(over: Piece, under: Piece, integrand: Callable[[acb, acb, bool], acb]) -> arb:
    a, b, c, d = (as_real(x).evaluate() for x in (over.rising, over.falling, under.rising, under.falling))
    if over.low is None and over.high is not None:
        scale = as_real(over.high).evaluate() / 2
        return integrand(acb(a * scale), acb(c * scale), False).real
    if over.high is None and over.low is not None:
        scale = 1 / (2 * as_real(over.low).evaluate())
        return integrand(acb(b * scale), acb(d * scale), False).real
    if over.low is None or over.high is None:
        raise ValueError("piece = the whole line: expected a law with at least one center")
    low, high = (as_real(end).evaluate() for end in (over.low, over.high))

    def density_pair(u: acb, analytic: bool) -> acb:
        return integrand((a + b / (u * u)) / 2, (c + d / (u * u)) / 2, analytic)

    return acb.integral(density_pair, acb(low), acb(high)).real


@dataclass(frozen=True)
class GaussianLaw:
    """The normal law with rational ``mean``; ``sigma`` is its standard deviation, a positive rational or ``Real``."""

    mean: Fraction
    sigma: Fraction | Real
    kind = "real"

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
