"""Halfspaces of R^d on n points with a law, and what is embedded as halfspaces.

``number(r)`` is the bracketing number of the halfspaces at r. For r < 1 no r-bracket holds both of two halfspaces of
which one has all points and the other none. Braverman et al. (2019) is cited for r <= 1/2, with some constant ``B``.

Polynomials of degree d in one variable take all signs on d + 1 points, and a bracket that is narrower than each point
holds one function there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.analysis.classes import HypothesisClass
from dpassay.analysis.halfspaces import halfspaces, monomials
from dpassay.proofs_check.models.folds import number_of
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Places = tuple[tuple[int, ...], ...]
CITED: Final = Fraction(8)
"""A constant with which the cited bound is tested on the settings."""


@cache
def on_points(places: Places) -> HypothesisClass:
    """The halfspaces on these points."""
    return halfspaces(places).as_class()


@dataclass(frozen=True)
class Points:
    """The points, their weights and the radius."""

    places: Places
    weights: tuple[int, ...]
    radius: Fraction

    def __post_init__(self) -> None:
        if len(self.places) != len(self.weights) or min(self.weights, default=0) < 1:
            raise ValueError(f"weights = {self.weights}: expected one above 0 a point")
        if len({len(place) for place in self.places}) != 1 or not self.places[0]:
            raise ValueError(f"places = {self.places}: expected as many coordinates everywhere, at least one")
        if not self.radius > 0:
            raise ValueError(f"radius = {self.radius}: expected above 0")


def points() -> Iterator[Points]:
    """On the line, in the plane, in space."""
    line = tuple((x,) for x in range(4))
    yield Points(line[:1], (1,), Fraction(1, 2))
    yield Points(line[:2], (1, 1), Fraction(3, 4))
    yield Points(line, (1, 1, 2, 1), Fraction(1, 3))
    yield Points(((0, 0), (1, 0), (0, 1), (1, 1)), (1, 1, 1, 1), Fraction(1, 4))
    yield Points(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), (1, 1, 1, 3), Fraction(1, 2))


HALFSPACES: Final = Model(
    "halfspaces",
    parameters={"d": "integer, 1 <= d", "n": "integer, 1 <= n", "e": "real, 0 < e"},
    variables={"r": "real, 0 < r", "q": "real, 0 < q, 2*q <= 1"},
    quantities={
        "number": Named(
            lambda at, r: number_of(on_points(at.places), at.weights, Fraction(r)),
            {"r": "real, 0 < r"},
            range="positive integer",
        )
    },
    facts={"all points and none": "2 - [1 <= r] <= number(r)"},
    settings=points,
    read=lambda at: {"d": Fraction(len(at.places[0])), "n": Fraction(len(at.places)), "e": at.radius},
)
CITED_BOUND: Final = "number(q) <= exp(B*d*log(d/q))"
PUBLISHED: Final = HALFSPACES.narrowed(
    "halfspaces, with a bound that is published",
    {"wider brackets": "number(r) <= number(r/2)", "Braverman et al.": CITED_BOUND},
    points,
    {"B": Named(lambda _: CITED, range="positive")},
)


@dataclass(frozen=True)
class Interpolated:
    """The degree d of polynomials in one variable, on d + 1 points with the uniform law, and the radius."""

    degree: int
    radius: Fraction

    def __post_init__(self) -> None:
        if self.degree < 1:
            raise ValueError(f"degree = {self.degree}: expected at least 1")
        if not self.radius > 0:
            raise ValueError(f"radius = {self.radius}: expected above 0")


def by_degree(at: Interpolated, radius: Any) -> Fraction:
    """The bracketing number of the polynomial thresholds."""
    places = tuple(monomials((x,), at.degree) for x in range(at.degree + 1))
    functions = on_points(places)
    return number_of(functions, (1,) * (at.degree + 1), Fraction(radius))


ONE_VARIABLE: Final = Model(
    "polynomial thresholds in one variable",
    parameters={"d": "integer, 1 <= d", "e": "real, 0 < e"},
    quantities={
        "number": Named(lambda at: by_degree(at, at.radius), range="positive integer"),
        "labelings": Named(lambda at: Fraction(2) ** (at.degree + 1), range="positive"),
    },
    facts={
        "interpolation": "labelings = exp((d + 1)*log(2))",
        "brackets that are narrower than a point": "labelings*[e*(d + 1) < 1] <= number",
    },
    settings=lambda: (
        Interpolated(degree, Fraction(radius))
        for degree, radius in ((1, "1/3"), (1, "1/2"), (2, "1/4"), (2, "1"), (3, "1/5"), (3, "2/5"))
    ),
    read=lambda at: {"d": Fraction(at.degree), "e": at.radius},
)
