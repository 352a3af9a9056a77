"""What the laws on the integers share: probabilities and cumulative ones at the integers around a center."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from dpassay.exact.kinds.kind import AROUND_CENTER, Kind, L, Row
from dpassay.exact.rationals import Rational, as_integer


class OnIntegers(Kind[L]):
    """A kind of laws on the integers, with methods ``pmf`` and ``cdf``."""

    @abstractmethod
    def center(self, law: L) -> int:
        """Return the integer around which the law lies."""

    def is_possible(self, law: L, value: Rational) -> bool:
        """Tell whether the law can give a value: any integer."""
        return Fraction(value).denominator == 1

    def places(self, law: L) -> Sequence[int]:
        """Return the integers around the center."""
        return [self.center(law) + k for k in AROUND_CENTER]

    def read_place(self, law: L, text: str) -> int:
        """Read an integer."""
        return as_integer(text, "at")

    def rows(self, law: Any, places: Sequence[int]) -> Iterator[Row]:
        """Yield the row of each integer."""
        return (Row(k, law.pmf(k), law.cdf(k)) for k in places)
