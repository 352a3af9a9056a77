"""What the laws with a density on the line share: places around centers, in steps of the scale of the noise."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from dpassay.exact.continuous import Point
from dpassay.exact.decimals import rounded
from dpassay.exact.kinds.kind import AROUND_CENTER, MOST_SCALES, Kind, L, Row
from dpassay.exact.rationals import Rational, as_fraction
from dpassay.exact.real import Real, as_real

_DIGITS_OF_STEPS = 30


class OnLine(Kind[L]):
    """A kind of laws with a density on the line, with a method ``cdf``."""

    is_real = True

    @abstractmethod
    def centers(self, law: L) -> Sequence[Point]:
        """Return the places around which a law lies."""

    @abstractmethod
    def scale(self, law: L) -> Real:
        """Return the scale of the noise."""

    def is_possible(self, law: L, value: Any) -> bool:
        """Tell whether the law can give a value: any number."""
        return True

    def places(self, law: L) -> Sequence[Fraction]:
        """Return round places around the first center, from minus five to five scales."""
        first, step = self.centers(law)[0], round_step(self.scale(law))
        center = first if isinstance(first, Fraction) else rounded_to(first, step)
        return [center + k * step for k in AROUND_CENTER]

    def read_place(self, law: L, text: str) -> Fraction:
        """Read a number."""
        return as_fraction(text, "at")

    def rows(self, law: Any, places: Sequence[Fraction]) -> Iterator[Row]:
        """Yield the row of each place."""
        return (Row(x, law.pdf(x), law.cdf(x)) for x in places)

    def far(self, law: L, place: Fraction) -> Rational | None:
        """Return the place if it is far from a center."""
        return place if is_far(place, self.centers(law), self.scale(law)) else None


def round_step(scale: Real) -> Fraction:
    """Return the scale of the noise, rounded to one digit."""
    return rounded(scale, 1)


def rounded_to(place: Point, step: Fraction) -> Fraction:
    """Return the multiple of a step that is next to an exact place."""
    return step * round(rounded(place, _DIGITS_OF_STEPS) / step)


def is_far(place: Rational, centers: Sequence[Point], scale: Real) -> bool:
    """Tell whether a place is far from a center: more than ``MOST_SCALES`` scales of the noise."""
    scales = ((as_real(place) - as_real(center)) / scale for center in centers)
    return any(not is_at_most(distance * distance, MOST_SCALES**2) for distance in scales)


def is_at_most(number: Real, limit: int) -> bool:
    """Tell whether a number is at most a limit, or so close above it that an enclosure does not tell."""
    return number.bounds()[0] <= limit
