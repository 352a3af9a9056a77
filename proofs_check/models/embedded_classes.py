"""A class on n points with a law nu that is embedded as halfspaces of R^d: Definition 3.5 and Theorem 3.6.

``g(m, x)`` are its R members, with values 0 and 1, and ``embedded(s)`` is its bracketing number. The images of the
points are Z points of R^d, and ``mu`` is the law of the image of x under nu. ``lower(c, z)`` and ``upper(c, z)`` are
the ends of the K brackets of a smallest e-bracketing of the halfspaces (beyond the last one they begin anew), ``l(c,
x)`` and ``u(c, x)`` their values at the image of x, and ``held(m)`` is a bracket that holds a halfspace of which the
m-th member is the pullback. ``number(r)`` is the bracketing number of the halfspaces under mu, with a bound that is
cited.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, Final

from dpassay.analysis.bracketing import Bracket
from dpassay.analysis.bracketing_numbers import least_bracketing
from dpassay.analysis.classes import HypothesisClass, composed
from dpassay.analysis.halfspaces import monomials
from dpassay.proofs_check.models.folds import law_of, number_of
from dpassay.proofs_check.models.halfspaces import CITED, CITED_BOUND, Places, on_points
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Embedded:
    """The image of each point, the weights of the points, the radius, and every which pullback is a member.

    For polynomial thresholds there are the number of variables and the degree, too.
    """

    images: Places
    weights: tuple[int, ...]
    radius: Fraction
    every: int = 1
    polynomials: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        if len(self.images) != len(self.weights) or min(self.weights, default=0) < 1:
            raise ValueError(f"weights = {self.weights}: expected one above 0 a point")
        if not self.radius > 0:
            raise ValueError(f"radius = {self.radius}: expected above 0")
        if self.every < 1:
            raise ValueError(f"every = {self.every}: expected at least 1")

    @property
    def places(self) -> Places:
        """The images, each once."""
        return tuple(sorted(set(self.images)))

    @property
    def masses(self) -> tuple[int, ...]:
        """The weights of the images."""
        found: Counter[tuple[int, ...]] = Counter()
        for image, weight in zip(self.images, self.weights, strict=True):
            found[image] += weight
        return tuple(found[place] for place in self.places)

    def at_image(self, function: int, x: Any) -> Fraction:
        """The value of a function of the images at that of a point."""
        return Fraction(function >> self.places.index(self.images[int(x) - 1]) & 1)


@cache
def chosen(at: Embedded) -> tuple[int, ...]:
    """The halfspaces whose pullbacks are members."""
    return on_points(at.places).members[:: at.every]


@cache
def pullbacks(at: Embedded) -> HypothesisClass:
    """The class of the members."""
    images = [at.places.index(image) for image in at.images]
    return composed(HypothesisClass(len(at.places), chosen(at)), images)


@cache
def _bracketing(at: Embedded) -> tuple[Bracket, ...]:
    return least_bracketing(on_points(at.places), law_of(at.masses), at.radius)


def bracket(at: Embedded, c: Any) -> Bracket:
    """The c-th bracket; beyond the last one they begin anew."""
    return _bracketing(at)[(int(c) - 1) % len(_bracketing(at))]


def _held(at: Embedded, m: Any) -> Fraction:
    halfspace = chosen(at)[int(m) - 1]
    return Fraction(next(c for c, one in enumerate(_bracketing(at), 1) if one.holds(halfspace)))


def _bit(function: int, z: Any) -> Fraction:
    return Fraction(function >> int(z) - 1 & 1)


def embedded() -> Iterator[Embedded]:
    """On the line, in the plane, two points of one image, fewer members than halfspaces."""
    yield Embedded(((0,), (1,), (2,)), (1, 1, 1), Fraction(1, 3))
    yield Embedded(((0,), (1,), (1,), (3,)), (1, 2, 1, 4), Fraction(1, 2), 2)
    yield Embedded(((0, 0), (1, 0), (0, 1), (1, 1)), (1, 1, 1, 1), Fraction(1, 4), 3)
    yield Embedded(((0, 0), (0, 0)), (1, 1), Fraction(1))


def thresholds_of(places: Places, degree: int, radius: Fraction) -> Embedded:
    """The thresholds of polynomials of a degree on some points of one weight."""
    images = tuple(tuple(map(int, monomials(place, degree))) for place in places)
    return Embedded(images, (1,) * len(places), radius, polynomials=(len(places[0]), degree))


def curves() -> Iterator[Embedded]:
    """Of degree 1 and 2, in one variable and in two."""
    plane = ((0, 0), (1, 2), (2, 1), (1, 1))
    yield thresholds_of(((0,), (1,), (2,)), 1, Fraction(1, 3))
    yield thresholds_of(((0,), (1,), (2,), (3,)), 2, Fraction(1, 2))
    yield thresholds_of(plane, 1, Fraction(1, 4))
    yield thresholds_of(plane, 2, Fraction(1, 4))


def read(at: Embedded) -> dict[str, Any]:
    """How many there are of each."""
    return {
        "d": Fraction(len(at.images[0])),
        "n": Fraction(len(at.images)),
        "Z": Fraction(len(at.places)),
        "K": Fraction(len(_bracketing(at))),
        "R": Fraction(len(chosen(at))),
        "e": at.radius,
    }


X, Y, C = {"x": "integer, 1 <= x, x <= n"}, {"z": "integer, 1 <= z, z <= Z"}, {"c": "integer"}
M: Final = {"m": "integer, 1 <= m, m <= R"}
WIDTH: Final = "sum(nu(x)*(u(c, x) - l(c, x)), x, 1, n)"
BELOW, ABOVE = "[l(held(m), x) <= g(m, x)]", "[g(m, x) <= u(held(m), x)]"
EMBEDDED: Final = Model(
    "a class that is embedded as halfspaces",
    parameters={
        "d": "integer, 1 <= d",
        "n": "integer, 1 <= n",
        "Z": "integer, 1 <= Z",
        "K": "integer, 1 <= K",
        "R": "integer, 1 <= R",
        "e": "real, 0 < e",
    },
    variables={**X, **Y, **C, **M, "s": "real, 0 < s", "q": "real, 0 < q, 2*q <= 1"},
    quantities={
        "nu": Named(lambda at, x: law_of(at.weights).pmf(int(x) - 1), X, range="at least 0"),
        "mu": Named(lambda at, z: law_of(at.masses).pmf(int(z) - 1), Y, range="at least 0"),
        "g": Named(lambda at, m, x: at.at_image(chosen(at)[int(m) - 1], x), {**M, **X}),
        "lower": Named(lambda at, c, z: _bit(bracket(at, c).lower, z), {**C, **Y}),
        "upper": Named(lambda at, c, z: _bit(bracket(at, c).upper, z), {**C, **Y}),
        "l": Named(lambda at, c, x: at.at_image(bracket(at, c).lower, x), {**C, **X}),
        "u": Named(lambda at, c, x: at.at_image(bracket(at, c).upper, x), {**C, **X}),
        "held": Named(_held, M, range="positive integer"),
        "embedded": Named(
            lambda at, s: number_of(pullbacks(at), at.weights, Fraction(s)),
            {"s": "real, 0 < s"},
            range="positive integer",
        ),
        "number": Named(
            lambda at, s: number_of(on_points(at.places), at.masses, Fraction(s)),
            {"s": "real, 0 < s"},
            range="positive integer",
        ),
        "B": Named(lambda _: CITED, range="positive"),
    },
    facts={
        "the law of images": f"{WIDTH} = sum(mu(z)*(upper(c, z) - lower(c, z)), z, 1, Z)",
        "brackets are narrow": "sum(mu(z)*(upper(c, z) - lower(c, z)), z, 1, Z) <= e",
        "as many brackets": "number(e) = K",
        "held from below": "l(held(m), x) <= g(m, x)",
        "held from above": "g(m, x) <= u(held(m), x)",
        "no bracketing is smaller": "embedded(s) <= K + embedded(s)*("
        f"sum(sum(2 - {BELOW} - {ABOVE}, x, 1, n), m, 1, R) + sum(1 - [{WIDTH} <= s], c, 1, K))",
        "wider brackets": "number(s) <= number(s/2)",
        "Braverman et al.": CITED_BOUND,
    },
    settings=embedded,
    read=read,
)


MONOMIALS: Final = EMBEDDED.narrowed(
    "polynomial thresholds",
    {"a coordinate for each monomial but 1": "d = monomials - 1"},
    curves,
    {"monomials": Named(lambda at: Fraction(comb(sum(at.polynomials), at.polynomials[1])), range="positive")},
)
