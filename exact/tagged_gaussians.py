"""Laws of rows of a tag and normal numbers: what a server sees that knows who was asked what, and gets noisy sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpassay.exact.continuous import Point, as_point, normal_cdf
from dpassay.exact.dist import Dist
from dpassay.exact.rationals import Rational, as_positive_fraction, require
from dpassay.exact.real import Real, as_real
from dpassay.exact.scalars import Scalar

Interval = tuple[Rational | None, Rational | None]
"""The ends of an interval; None where it reaches to infinity."""


@dataclass(frozen=True, slots=True, eq=False)
class NormalVector:
    """Independent normal numbers of one standard deviation, around exact centers.

    Attributes:
        centers: rationals or sums of logarithms, at least one.
        sigma: the standard deviation, a positive rational.
    """

    centers: tuple[Point, ...]
    sigma: Fraction

    def __init__(self, centers: Sequence[object], sigma: object) -> None:
        require(len(centers) > 0, "centers", "none", "at least one")
        object.__setattr__(self, "centers", tuple(as_point(center, "center") for center in centers))
        object.__setattr__(self, "sigma", as_positive_fraction(sigma, "sigma"))

    def below(self, coordinate: int, x: Rational) -> Real:
        """Return the probability that a coordinate is at most x."""
        return normal_cdf((as_real(x) - as_real(self.centers[coordinate])) / self.sigma)

    def between(self, coordinate: int, interval: Interval) -> Scalar:
        """Return the probability of an interval of a coordinate."""
        low, high = interval
        above = as_real(1) if high is None else self.below(coordinate, high)
        return above if low is None else above - self.below(coordinate, low)

    def density(self, place: Sequence[Rational]) -> Real:
        """Return the density at a place, divided by (2 pi sigma^2)^(-d/2)."""
        squares = [(as_real(x) - as_real(c)) ** 2 for x, c in zip(place, self.centers, strict=True)]
        return (-sum(squares, as_real(0)) / (2 * self.sigma**2)).exp()


class TaggedGaussians:
    """The law of rows (tag, y_1, ..., y_d): an integer tag of an exact finite law, and normal numbers given the tag.

    ``tags`` is the law of the tag; ``given`` maps each of its outcomes to a ``NormalVector`` of d numbers.
    """

    __slots__ = ("dimension", "given", "tags")

    def __init__(self, tags: Dist[int], given: Mapping[int, NormalVector]) -> None:
        require(set(tags.outcomes) == set(given), "given", sorted(given), f"a law for each of {sorted(tags.outcomes)}")
        self.tags = tags
        self.given = {tag: given[tag] for tag in sorted(given)}
        dimensions = {len(law.centers) for law in self.given.values()}
        require(len(dimensions) == 1, "given", f"of dimensions {sorted(dimensions)}", "one dimension for all")
        self.dimension = dimensions.pop()

    def probability(self, tag: int, box: Sequence[Interval]) -> Scalar:
        """Return the probability of the tag together with the numbers in a box, one interval a coordinate."""
        require(len(box) == self.dimension, "box", f"of {len(box)} intervals", f"{self.dimension}, one a coordinate")
        if tag not in self.given:
            return Fraction(0)
        value = as_real(self.tags.pmf(tag))
        for coordinate, interval in enumerate(box):
            value *= as_real(self.given[tag].between(coordinate, interval))
        return value

    def __repr__(self) -> str:
        parts = [f"{tag}: normal({', '.join(map(str, v.centers))}; {v.sigma})" for tag, v in self.given.items()]
        return f"TaggedGaussians({self.tags!r}, {{{', '.join(parts)}}})"
