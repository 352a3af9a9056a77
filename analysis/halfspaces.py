"""Halfspaces, polynomial thresholds and polytopes on finitely many points: all their dichotomies, each with evidence.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed Analysis of Online and Differentially Private Learning",
Section 3.2, Definition 3.5 and Appendix C.

A halfspace has the larger value where w . x + b > 0. On finitely many points it is all the same whether the
boundary belongs to it: a small change of b moves the boundary off all points. Evidence for a dichotomy is a halfspace;
evidence against it are weights with which the points of either value have a common mean (Radon).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import prod

from dpassay.analysis.classes import MOST_LISTED, HypothesisClass, as_function, as_points, intersections
from dpassay.analysis.gordan import Alternative, Rows, Vector, as_rows, as_vector, cancels, gordan, inner, is_positive
from dpassay.exact import as_fraction, as_integer, as_positive_integer, require
from dpassay.exact.entrance import explain_failures


@dataclass(frozen=True, slots=True)
class Halfspace:
    """The points x with normal . x + offset > 0."""

    normal: Vector
    offset: Fraction

    def __post_init__(self) -> None:
        """Check that both are exact."""
        object.__setattr__(self, "normal", as_vector(self.normal, "normal"))
        object.__setattr__(self, "offset", as_fraction(self.offset, "offset"))

    def value(self, point: Sequence[object]) -> Fraction:
        """Return normal . x + offset."""
        exact = as_vector(point, "point")
        require(len(exact) == len(self.normal), "point", exact, f"{len(self.normal)} coordinates")
        return inner(self.normal, exact) + self.offset


def signed(places: Sequence[Sequence[object]], function: int, *, through_origin: bool = False) -> Rows:
    """Return a row (x, 1) for each point, negated where the value is the smaller one; (x) if b is to be 0.

    Halfspaces with this dichotomy are the vectors on which all of these rows are positive.
    """
    exact = as_rows(places, "places")
    mask = as_function(function, len(exact), "function")
    last = () if through_origin else (Fraction(1),)
    return tuple(
        tuple(entry if mask >> i & 1 else -entry for entry in (*place, *last)) for i, place in enumerate(exact)
    )


def separate(places: Sequence[Sequence[object]], function: int, *, through_origin: bool = False) -> Alternative:
    """Return a halfspace with this dichotomy as the vector (w, b), or weights that show that there is none."""
    return gordan(signed(places, function, through_origin=through_origin))


@dataclass(frozen=True, slots=True)
class Dichotomies:
    """All dichotomies of some points by halfspaces, with evidence for and against.

    Attributes:
        places: the points, a row of coordinates each.
        halfspaces: a halfspace for each dichotomy there is.
        refusals: weights against all others; a key (k, mask) stands for the functions that on the first k points are
            those of the mask, and the weights are of these points.
    """

    places: Rows
    halfspaces: Mapping[int, Halfspace]
    refusals: Mapping[tuple[int, int], Vector]

    def as_class(self) -> HypothesisClass:
        """Return the dichotomies."""
        return HypothesisClass(len(self.places), tuple(self.halfspaces))

    def is_complete(self) -> bool:
        """Check all evidence, and that of the 2^n functions each has some; whoever made this is not trusted."""
        n = len(self.places)
        for function, halfspace in self.halfspaces.items():
            if not is_positive((*halfspace.normal, halfspace.offset), signed(self.places, function)):
                return False
        for (k, mask), weights in self.refusals.items():
            if len(weights) != k or not cancels(weights, signed(self.places[:k], mask)):
                return False
        refused = sum(1 << n - k for k, _ in self.refusals)
        return len(self.halfspaces) + refused == 1 << n and _apart(list(self.refusals))


def _apart(prefixes: Sequence[tuple[int, int]]) -> bool:
    """Tell whether no function continues two of the prefixes."""
    shorter = set(prefixes)
    return not any((j, mask & (1 << j) - 1) in shorter for k, mask in prefixes for j in range(k))


def halfspaces(places: Sequence[Sequence[object]]) -> Dichotomies:
    """Return all dichotomies: those of the first k points, each continued in two ways at the next.

    The halfspace that is at hand continues it in one way; the other one is asked about.
    """
    exact = as_rows(places, "places")
    as_points(len(exact), "places", 4 * MOST_LISTED)
    found: dict[int, Halfspace] = {0: Halfspace((Fraction(0),) * len(exact[0]), Fraction(0))}
    refusals: dict[tuple[int, int], Vector] = {}
    for k, place in enumerate(exact):
        before, found = found, {}
        for function, halfspace in before.items():
            for value in (0, 1):
                longer, at_hand = function | value << k, halfspace.value(place)
                if (at_hand > 0) if value else (at_hand < 0):
                    found[longer] = halfspace
                    continue
                answer = separate(exact[: k + 1], longer)
                if answer.vector is not None:
                    found[longer] = Halfspace(answer.vector[:-1], answer.vector[-1])
                elif answer.weights is not None:
                    refusals[k + 1, longer] = answer.weights
    return Dichotomies(exact, found, refusals)


# What is embedded as halfspaces, and made of them


def exponents(variables: int, degree: int) -> tuple[tuple[int, ...], ...]:
    """Return the exponents of all monomials of degree 1 to d in n variables: C(n + d, d) - 1 of them."""
    n, d = as_points(variables, "variables", MOST_LISTED), as_points(degree, "degree", MOST_LISTED)
    chosen = (some for size in range(1, d + 1) for some in combinations_with_replacement(range(n), size))
    return tuple(tuple(some.count(i) for i in range(n)) for some in chosen)


def monomials(place: Sequence[object], degree: int) -> Vector:
    """Return the monomials of degree 1 to d at a point; the constant one is the offset of a halfspace."""
    exact = as_vector(place, "place")
    powers = exponents(len(exact), degree)
    return tuple(prod((x**k for x, k in zip(exact, row, strict=True)), start=Fraction(1)) for row in powers)


def polynomial_thresholds(places: Sequence[Sequence[object]], degree: int) -> Dichotomies:
    """Return all dichotomies by the sign of a polynomial of degree at most d: halfspaces of the monomials."""
    return halfspaces([monomials(place, degree) for place in as_rows(places, "places")])


def polytopes(places: Sequence[Sequence[object]], facets: int) -> HypothesisClass:
    """Return all dichotomies by intersections of k halfspaces."""
    k = as_positive_integer(facets, "facets")
    one = halfspaces(places).as_class()
    made = one
    for _ in range(min(k, len(one)) - 1):
        larger = intersections([made, one])
        if larger == made:
            break
        made = larger
    return made


def cover_count(points: int, dimension: int) -> int:
    """Return 2 sum over i <= d of C(n - 1, i), the number of dichotomies of n points in general position (Cover)."""
    n, d = as_points(points, "points"), as_integer(dimension, "dimension")
    require(d >= 0, "dimension", dimension, "a whole number of at least 0")
    row, total = 1, 0
    for i in range(min(d, n - 1) + 1):
        total, row = total + row, row * (n - 1 - i) // (i + 1)
    return 2 * total


explain_failures(__name__)
