"""Laplace mixtures whose rate is an enclosure: the line is cut at every center of two of them.

The order of the centers and the combined weights are exact; only powers of e are balls. A sign that a ball leaves open
widens the result instead of being guessed, and closes as the precision rises.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from flint import acb, arb

from dpassay.exact.atom_sums import renyi_of_moment
from dpassay.exact.continuous import Point
from dpassay.exact.dist import total
from dpassay.exact.expnumber import Number
from dpassay.exact.kinds.on_line import OnLine
from dpassay.exact.logform import LogForm
from dpassay.exact.rationals import require
from dpassay.exact.real import Real, as_real
from dpassay.exact.report_laws import EnclosedMixture, gap, same_rate

Integrand: TypeAlias = Callable[[acb, acb, bool], acb]


class EnclosedLaplaceKind(OnLine[EnclosedMixture]):
    """Laplace mixtures whose common rate is an enclosure."""

    name = "enclosed_laplace"

    def max_ratio(self, p: EnclosedMixture, q: EnclosedMixture) -> Real:
        """Return the supremum of the density ratio: it is monotone between centers and constant in the tails."""
        line = Line(p, q)

        def evaluate() -> arb:
            decays = line.decays()
            over, under = (sweep(weights, decays).at_sites() for weights in (line.p, line.q))
            best = over[0] / under[0]
            for a, b in zip(over[1:], under[1:], strict=True):
                best = best.max(a / b)
            return best

        return Real(evaluate)

    def hockey_stick(self, p: EnclosedMixture, q: EnclosedMixture, t: Number) -> Real:
        """Return the integral of max(0, p - t q), piece by piece in closed form."""
        line = Line(p, q)
        combined = [a - t * b for a, b in zip(line.p, line.q, strict=True)]

        def evaluate() -> arb:
            decays = line.decays()
            f = sweep(combined, decays)
            # The tails are a multiple of one exponential each.
            value = (f.right[0].max(arb(0)) + f.left[-1].max(arb(0))) / 2
            for i, d in enumerate(decays):
                value += positive_part(f.right[i + 1] * d, f.left[i], d)
            return value

        return Real(evaluate)

    def kl(self, p: EnclosedMixture, q: EnclosedMixture) -> Real:
        """Return the KL divergence, integrated rigorously."""
        return _integral(p, q, lambda a, b, analytic: a * (a / b).log(analytic=analytic))

    def renyi(self, p: EnclosedMixture, q: EnclosedMixture, alpha: int) -> LogForm | Real | None:
        """Return the Renyi divergence of integer order, integrated rigorously."""
        return renyi_of_moment(_integral(p, q, lambda a, b, _analytic: a * (a / b) ** (alpha - 1)), alpha)

    def centers(self, law: EnclosedMixture) -> Sequence[Point]:
        """Return the centers."""
        return law.centers

    def scale(self, law: EnclosedMixture) -> Real:
        """Return one over the rate."""
        return 1 / as_real(law.rate)


def merged_centers(p: EnclosedMixture, q: EnclosedMixture) -> list[Point]:
    """Return the distinct centers of either law, increasing."""
    distinct: list[Point] = []
    for center in sorted([*p.centers, *q.centers]):
        if not distinct or distinct[-1] != center:
            distinct.append(center)
    return distinct


def weights_at(law: EnclosedMixture, sites: list[Point]) -> list[Number]:
    """Return the weight that the law has at each of the sites."""
    return [total(w for c, w in zip(law.centers, law.weights, strict=True) if c == site) for site in sites]


@dataclass(frozen=True)
class Sweep:
    """A combination of Laplace densities (in units of rate/2) with one exact weight a site.

    ``left[i]`` is what the sites up to i, and ``right[i]`` what the sites from i on, contribute at site i.
    """

    weights: list[arb]
    left: list[arb]
    right: list[arb]

    def at_sites(self) -> list[arb]:
        """Return the value at each site."""
        return [a + b - w for a, b, w in zip(self.left, self.right, self.weights, strict=True)]


def sweep(weights: list[Number], decays: list[arb]) -> Sweep:
    """Sum from the left and from the right; ``decays[i]`` is e^(-rate (distance of sites i and i + 1))."""
    balls = [as_real(weight).evaluate() for weight in weights]
    left, right = [balls[0]], [balls[-1]]
    for ball, d in zip(balls[1:], decays, strict=True):
        left.append(left[-1] * d + ball)
    for ball, d in zip(balls[-2::-1], reversed(decays), strict=True):
        right.append(right[-1] * d + ball)
    return Sweep(balls, left, right[::-1])


class Line:
    """Two laws of one rate on their common sites."""

    def __init__(self, p: EnclosedMixture, q: EnclosedMixture) -> None:
        require(same_rate(p.rate, q.rate), "laws", f"with rates {p.rate} and {q.rate}", "mixtures that share one rate")
        self.rate = as_real(p.rate)
        sites = merged_centers(p, q)
        self.distances = [as_real(gap(a, b)) for a, b in pairwise(sites)]
        self.p, self.q = weights_at(p, sites), weights_at(q, sites)

    def decays(self) -> list[arb]:
        """Return e^(-rate distance) of neighboring sites at the working precision."""
        rate = self.rate.evaluate()
        return [(-rate * distance.evaluate()).exp() for distance in self.distances]


def positive_part(a: arb, b: arb, d: arb) -> arb:
    """Return the integral of the positive part of (a u + b/u)/2 du/u from u = 1 to u = 1/d.

    The integrand (a + b/u^2)/2 is monotone in u, so it changes sign at most once. Where a sign at an end is open, the
    integral lies between the positive part of the plain integral and what the ends allow above it.
    """
    low, high = a + b, a + b * d * d
    whole = (a / d - a + b - b * d) / 2
    if low >= 0 and high >= 0:
        return whole
    if low <= 0 and high <= 0:
        return arb(0)
    at_crossing = -a * b
    if at_crossing > 0 and low < 0 and high > 0:
        return (a / d - b * d) / 2 - at_crossing.sqrt()
    if at_crossing > 0 and low > 0 and high < 0:
        return (b - a) / 2 - at_crossing.sqrt()
    return _open_sign(low, high, whole, (1 / d - 1) / 2)


def _open_sign(low: arb, high: arb, whole: arb, length: arb) -> arb:
    zero = arb(0)
    above = low.max(high).max(zero) * length
    missing = (-low).max(-high).max(zero) * length
    least = whole.max(zero)
    return least.union(above.min(whole + missing).max(zero))


def _integral(p: EnclosedMixture, q: EnclosedMixture, integrand: Integrand) -> Real:
    """Return the integral of ``integrand(p, q, analytic)``, homogeneous of degree 1 in the two densities."""
    line = Line(p, q)

    def evaluate() -> arb:
        decays = line.decays()
        over, under = sweep(line.p, decays), sweep(line.q, decays)
        tails = ((over.right[0], under.right[0]), (over.left[-1], under.left[-1]))
        value = sum((integrand(acb(a / 2), acb(b / 2), False).real for a, b in tails), arb(0))
        for i, d in enumerate(decays):
            rising, falling = (over.right[i + 1] * d, under.right[i + 1] * d), (over.left[i], under.left[i])
            value += _piece_integral(rising, falling, d, integrand)
        return value

    return Real(evaluate)


def _piece_integral(rising: tuple[arb, arb], falling: tuple[arb, arb], d: arb, integrand: Integrand) -> arb:
    def density_pair(u: acb, analytic: bool) -> acb:
        over, under = ((a + b / (u * u)) / 2 for a, b in zip(rising, falling, strict=True))
        return integrand(over, under, analytic)

    return acb.integral(density_pair, acb(1), acb(1 / d)).real
