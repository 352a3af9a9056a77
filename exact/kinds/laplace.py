"""Laplace mixtures of an exact rate: the line is cut at every center of two of them, and nothing is discretized."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise

from flint import acb, arb

from dpassay.exact.atom_sums import renyi_of_moment
from dpassay.exact.continuous import LaplaceMixture, Point
from dpassay.exact.expnumber import Number, square_root
from dpassay.exact.kinds.kind import MOST_BITS, Row
from dpassay.exact.kinds.on_line import OnLine
from dpassay.exact.logform import LogForm
from dpassay.exact.rationals import require
from dpassay.exact.real import Real, as_real
from dpassay.exact.report_laws import EnclosedMixture


class LaplaceKind(OnLine[LaplaceMixture]):
    """Laplace mixtures of an exact rate."""

    name = "laplace"

    def max_ratio(self, p: LaplaceMixture, q: LaplaceMixture) -> Number:
        """Return the supremum of the density ratio, exactly.

        On a stretch the ratio is a Moebius function of u^2, hence monotone, so the supremum is at a center or is the
        limit of a tail (where it is constant).
        """
        p, q = _on_one_scale(p, q)
        left, right = (law.coefficients(None)[0] for law in (p, q))
        candidates = [left / right]
        for u in _merge(p.breakpoints(), q.breakpoints()):
            (a, b), (c, d) = p.coefficients(u), q.coefficients(u)
            candidates.append((a * u + b / u) / (c * u + d / u))
        return reduce(max, candidates)

    def hockey_stick(self, p: LaplaceMixture, q: LaplaceMixture, t: Number) -> Number | Real:
        """Return the integral of max(0, p - t q): exact where crossing points are single powers, else a ``Real``."""
        result: Number | Real = Fraction(0)
        for over, under in pieces(p, q):
            a, b = over.rising - t * under.rising, over.falling - t * under.falling
            result = result + _positive_part(a, b, over.low, over.high)
        return result

    def kl(self, p: LaplaceMixture, q: LaplaceMixture) -> Real:
        """Return the KL divergence, integrated rigorously."""
        return _integral(p, q, lambda a, b, analytic: a * (a / b).log(analytic=analytic))

    def renyi(self, p: LaplaceMixture, q: LaplaceMixture, alpha: int) -> LogForm | Real | None:
        """Return the Renyi divergence of integer order, integrated rigorously."""
        moment = _integral(p, q, lambda a, b, _analytic: a * (a / b) ** (alpha - 1))
        return renyi_of_moment(moment, alpha)

    def centers(self, law: LaplaceMixture) -> Sequence[Point]:
        """Return the centers."""
        return law.centers

    def scale(self, law: LaplaceMixture) -> Real:
        """Return one over the rate."""
        return 1 / as_real(law.rate)

    def rows(self, law: LaplaceMixture, places: Sequence[Fraction]) -> Iterator[Row]:
        """Yield the row of each place; a density is exact where the rate is rational."""
        for x in places:
            near = _brief(law, x)
            density = near.density_factor(x) * near.rate / 2 if isinstance(near.rate, Fraction) else near.pdf(x)
            yield Row(x, density, near.cdf(x))


def _brief(law: LaplaceMixture, place: Fraction) -> LaplaceMixture | EnclosedMixture:
    """Return the law, with enclosures in place of exact powers where those at a place would have too many bits."""
    if not isinstance(law.rate, LogForm):
        return law
    bits = sum(abs(coefficient) * n.bit_length() for n, coefficient in law.rate.terms.items())
    furthest = max(abs(place - center) for center in law.centers if isinstance(center, Fraction))
    return law if bits * furthest <= MOST_BITS // 100 else EnclosedMixture(law.weights, law.centers, as_real(law.rate))


@dataclass(frozen=True)
class Piece:
    """A stretch of the line on which the density is (rate/2) (rising u + falling/u), with u = e^(rate (x - origin)).

    ``low`` and ``high`` are the values of u at its ends; None where it reaches to infinity.
    """

    low: Number | None
    high: Number | None
    rising: Number
    falling: Number


def _merge(a: list[Number], b: list[Number]) -> list[Number]:
    distinct: list[Number] = []
    for u in sorted(a + b):
        if not distinct or distinct[-1] != u:
            distinct.append(u)
    return distinct


def _on_one_scale(p: LaplaceMixture, q: LaplaceMixture) -> tuple[LaplaceMixture, LaplaceMixture]:
    """Return the two laws measured from one origin."""
    require(p.rate == q.rate, "laws", f"with rates {p.rate} and {q.rate}", "Laplace mixtures of one scale")
    return p, q.measured_from(p.origin)


def pieces(p: LaplaceMixture, q: LaplaceMixture) -> list[tuple[Piece, Piece]]:
    """Cut the line at every center of either law: on each stretch both densities are sums of two exponentials."""
    p, q = _on_one_scale(p, q)
    ends: list[Number | None] = [None, *_merge(p.breakpoints(), q.breakpoints()), None]
    return [
        (Piece(low, high, *p.coefficients(low)), Piece(low, high, *q.coefficients(low))) for low, high in pairwise(ends)
    ]


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


def _integral(p: LaplaceMixture, q: LaplaceMixture, integrand: Callable[[acb, acb, bool], acb]) -> Real:
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
