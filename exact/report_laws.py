"""Laws of reports: Laplace mixtures whose rate is only an enclosure, with a finite tag beside them, or in K dimensions.

A local report adds Laplace noise of one rate to exact centers. Where the rate is rational (or the centers are), every
power of e in its law is exact, and ``LaplaceMixture`` holds it; a rate such as epsilon / log n is a ``Real``, and then
so are the answers, while weights, centers and their order stay exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import TypeAlias, TypeVar

from dpassay.exact.continuous import LaplaceMixture, Point, as_point
from dpassay.exact.dist import Dist, as_weight, total
from dpassay.exact.expnumber import Number
from dpassay.exact.logform import LogForm, coprime_base
from dpassay.exact.rationals import Rational, require
from dpassay.exact.real import Real, as_real, decide
from dpassay.exact.scalars import Scalar, add, minus, summed, times

Rate: TypeAlias = "Fraction | LogForm | Real"
"""One over a Laplace scale."""
Place: TypeAlias = "Point | Rational"
Interval: TypeAlias = "tuple[Place | None, Place | None]"
"""The ends of an interval; None where it reaches to infinity."""

Part = TypeVar("Part")


def as_rate(value: object) -> Rate:
    """Return a rate above 0: a rational, a ``LogForm``, or a ``Real``."""
    rate = value if isinstance(value, Real) else as_point(value, "rate")
    require(decide(rate > 0), "rate", value, "a number above 0")
    return rate


def same_rate(first: Rate, second: Rate) -> bool:
    """Tell whether two rates are known to be equal; two enclosures are only where they are one object."""
    if isinstance(first, Real) or isinstance(second, Real):
        return first is second
    return first == second


def decay(rate: Rate, distance: Point) -> Scalar:
    """Return e^(-rate distance): exact unless the rate is a ``Real``, or a logarithm times a logarithm."""
    if distance == 0:
        return Fraction(1)
    if isinstance(rate, LogForm) and not rate.terms:
        rate = rate.constant
    if isinstance(rate, Fraction):
        return (LogForm() + distance * -rate).exp()
    if isinstance(rate, LogForm) and isinstance(distance, Fraction):
        return (rate * -distance).exp()
    return (-(as_real(rate) * as_real(distance))).exp()


def gap(x: Point, y: Point) -> Point:
    """Return the distance of two exact places."""
    return as_point(x - y if x > y else y - x, "distance")


def _below(rate: Rate, center: Point, x: Place | None, at_infinity: int) -> Scalar:
    """Return the probability that a Laplace variable is at most x (None: ``at_infinity``, 0 or 1)."""
    if x is None:
        return Fraction(at_infinity)
    place = as_point(x, "x")
    tail = decay(rate, gap(place, center)) / 2
    return tail if place < center else 1 - tail


def interval_probability(rate: Rate, center: Point, interval: Interval) -> Scalar:
    """Return the probability of an interval under one Laplace law."""
    low, high = interval
    if low is not None and high is not None:
        require(as_point(low, "low") <= as_point(high, "high"), "interval", f"from {low} to {high}", "ordered ends")
    return add(_below(rate, center, high, 1), minus(_below(rate, center, low, 0)))


def probabilities_between(rate: Rate, center: Point, points: Sequence[Point]) -> list[Scalar]:
    """Return the probabilities of the intervals below, between and above points in increasing order, under one law."""
    below = [
        _below(rate, center, x, at_infinity) for x, at_infinity in ((None, 0), *((x, 1) for x in points), (None, 1))
    ]
    return [add(after, minus(before)) for before, after in pairwise(below)]


def exact_weights(weights: Sequence[object], count: int) -> list[Number]:
    """Return weights of total 1, one a center."""
    require(len(weights) == count > 0, "weights", len(weights), f"as many as there are centers ({count})")
    exact = [as_weight(weight, "weight") for weight in weights]
    require(total(exact) == 1, "weights", f"with total {total(exact)}", "a total of 1")
    return exact


class EnclosedMixture:
    """The law of density sum_i w_i (rate/2) exp(-rate |x - c_i|) where only an enclosure of the rate is known.

    Weights and centers are exact, and so is the order of the centers; probabilities and ratios are ``Real``s.
    """

    __slots__ = ("centers", "rate", "weights")

    def __init__(self, weights: Sequence[object], centers: Sequence[object], rate: object) -> None:
        exact = exact_weights(weights, len(centers))
        self.rate = as_rate(rate)
        ordered = sorted(zip((as_point(c, "center") for c in centers), exact, strict=True), key=lambda pair: pair[0])
        self.centers = tuple(center for center, _ in ordered)
        self.weights = tuple(weight for _, weight in ordered)

    def density_factor(self, x: Place) -> Scalar:
        """Return the density at x divided by rate/2."""
        place = as_point(x, "x")
        pairs = zip(self.weights, self.centers, strict=True)
        return summed([times(w, decay(self.rate, gap(place, c))) for w, c in pairs])

    def pdf(self, x: Place) -> Real:
        """Return the density at x."""
        return as_real(self.density_factor(x)) * as_real(self.rate) / 2

    def cdf(self, x: Place) -> Scalar:
        """Return the probability of (-inf, x]."""
        return self.probability((None, x))

    def probability(self, interval: Interval) -> Scalar:
        """Return the probability of an interval."""
        pairs = zip(self.weights, self.centers, strict=True)
        return summed([times(w, interval_probability(self.rate, c, interval)) for w, c in pairs])

    def __repr__(self) -> str:
        return f"EnclosedMixture({list(map(str, self.weights))}, {list(map(str, self.centers))}, rate={self.rate})"


RealLaw: TypeAlias = "LaplaceMixture | EnclosedMixture"


def laplace_mixture(weights: Sequence[object], centers: Sequence[object], rate: object) -> RealLaw:
    """Return the exact law where rate times center is exact, else the one with enclosures.

    The kind must not depend on where the centers happen to lie, so a rate with logarithms stays exact only beside
    rational centers.
    """
    known = as_rate(rate)
    rational_rate = not isinstance(known, Real) and (isinstance(known, Fraction) or not known.terms)
    rational_centers = all(isinstance(as_point(c, "center"), Fraction) for c in centers)
    if rational_rate or (not isinstance(known, Real) and rational_centers):
        return LaplaceMixture(weights, centers, known)
    return EnclosedMixture(weights, centers, known)


class TaggedLaw:
    """The law of rows (tag, x): an integer tag of an exact finite law and, given the tag, a real x.

    ``tags`` is the law of the tag; ``given`` maps each of its outcomes to the law of x. All the laws of x have one
    rate.
    """

    __slots__ = ("given", "tags")

    def __init__(self, tags: Dist[int], given: Mapping[int, RealLaw]) -> None:
        require(set(tags.outcomes) == set(given), "given", sorted(given), f"a law for each of {sorted(tags.outcomes)}")
        self.tags = tags
        self.given = {tag: given[tag] for tag in sorted(given)}
        first = next(iter(self.given.values()))
        for law in self.given.values():
            require(
                type(law) is type(first) and same_rate(law.rate, first.rate), "given", repr(law), "one rate for all"
            )

    def probability(self, tag: int, interval: Interval = (None, None)) -> Scalar:
        """Return the probability of the tag together with x in an interval."""
        if tag not in self.given:
            return Fraction(0)
        return times(self.tags.pmf(tag), self.given[tag].probability(interval))

    def __repr__(self) -> str:
        return f"TaggedLaw({self.tags!r}, {self.given!r})"


class LaplaceVectors:
    """The law of rows (x_1, ..., x_K): a mixture, with exact weights, of products of K Laplace laws of one rate.

    ``centers`` holds one vector of K exact places for each weight; in a component the coordinates are independent.
    """

    __slots__ = ("centers", "dimension", "rate", "weights")

    def __init__(self, weights: Sequence[object], centers: Sequence[Sequence[object]], rate: object) -> None:
        self.weights = tuple(exact_weights(weights, len(centers)))
        self.centers = tuple(tuple(as_point(x, "center") for x in vector) for vector in centers)
        self.dimension = len(self.centers[0])
        require(self.dimension > 0, "centers", centers[0], "vectors of at least one coordinate")
        for vector in self.centers:
            require(len(vector) == self.dimension, "centers", f"of length {len(vector)}", f"length {self.dimension}")
        self.rate = as_rate(rate)

    def mixed(self, of_component: Callable[[tuple[Point, ...]], Sequence[Scalar]]) -> Scalar:
        """Return the sum over components of the weight times the product of one factor a coordinate."""
        return summed([reduce(times, of_component(c), w) for w, c in self._components()])

    def _components(self) -> list[tuple[Scalar, tuple[Point, ...]]]:
        return list(zip(self.weights, self.centers, strict=True))

    def density_factor(self, x: Sequence[Place]) -> Scalar:
        """Return the density at x divided by (rate/2)^K."""
        place = [as_point(coordinate, "x") for coordinate in self._checked(x)]
        return self.mixed(lambda c: [decay(self.rate, gap(a, b)) for a, b in zip(place, c, strict=True)])

    def pdf(self, x: Sequence[Place]) -> Real:
        """Return the density at x."""
        return as_real(self.density_factor(x)) * (as_real(self.rate) / 2) ** self.dimension

    def probability(self, box: Sequence[Interval]) -> Scalar:
        """Return the probability of a box, a product of one interval a coordinate."""
        sides = self._checked(box)
        return self.mixed(lambda c: [interval_probability(self.rate, a, s) for a, s in zip(c, sides, strict=True)])

    def marginal(self, coordinate: int) -> RealLaw:
        """Return the law of one coordinate."""
        require(coordinate in range(self.dimension), "coordinate", coordinate, f"one of range({self.dimension})")
        return laplace_mixture(self.weights, [vector[coordinate] for vector in self.centers], self.rate)

    def _checked(self, parts: Sequence[Part]) -> Sequence[Part]:
        require(len(parts) == self.dimension, "coordinates", len(parts), f"{self.dimension} of them")
        return parts

    def __repr__(self) -> str:
        centers = [tuple(map(str, vector)) for vector in self.centers]
        return f"LaplaceVectors({list(map(str, self.weights))}, {centers}, rate={self.rate})"


def log_quotient(numerator: LogForm, denominator: LogForm) -> Fraction | Real:
    """Return the quotient of two sums of logarithms: rational where they are proportional, else a ``Real``."""
    require(denominator != 0, "denominator", denominator, "a number other than 0")
    if denominator.constant:
        candidate = numerator.constant / denominator.constant
    else:
        base = coprime_base([*numerator.terms, *denominator.terms])
        exponents = [(_exponent(numerator, n), _exponent(denominator, n)) for n in base]
        candidate = next(top / bottom for top, bottom in exponents if bottom)
    return candidate if numerator == denominator * candidate else as_real(numerator) / as_real(denominator)


def _exponent(form: LogForm, factor: int) -> Fraction:
    """Return the coefficient of log(factor), where every integer of the form is a power of it times what is coprime."""
    exponent = Fraction(0)
    for n, coefficient in form.terms.items():
        rest = n
        while rest % factor == 0:
            rest //= factor
            exponent += coefficient
    return exponent
