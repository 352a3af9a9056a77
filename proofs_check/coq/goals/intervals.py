"""Intervals with rational or infinite ends, and what Coq is told of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from dpassay.proofs_check.coq.goals.formulas import Number
from dpassay.proofs_check.coq.goals.writing import term


@dataclass(frozen=True, slots=True)
class Interval:
    """From ``low`` to ``high``, ``None`` where there is no end; an end belongs to it where it is closed."""

    low: Fraction | None
    high: Fraction | None
    low_closed: bool
    high_closed: bool

    @classmethod
    def read(cls, text: str) -> Interval:
        """Read an interval such as ``[0, 1/2)`` or ``(0, oo)``."""
        low, high = (part.strip() for part in text.strip()[1:-1].split(","))
        first, last = (None if end.endswith("oo") else Fraction(end) for end in (low, high))
        opened, closed = text.strip().startswith("["), text.strip().endswith("]")
        return cls(first, last, opened and first is not None, closed and last is not None)

    def premises(self, name: str) -> list[str]:
        """How the ends bound a variable, in the words of Coq."""
        low = [] if self.low is None else [f"{term(Number(self.low))} {'<=' if self.low_closed else '<'} {name}"]
        high = [] if self.high is None else [f"{name} {'<=' if self.high_closed else '<'} {term(Number(self.high))}"]
        return low + high

    def names(self) -> list[str]:
        """The names that proofs give to these premises."""
        return ["Low"] * (self.low is not None) + ["High"] * (self.high is not None)

    def inside(self) -> Interval:
        """The same without its ends."""
        return replace(self, low_closed=False, high_closed=False)

    def points(self) -> list[Fraction]:
        """Some points inside."""
        if self.low is not None and self.high is not None:
            return [self.low + (self.high - self.low) * Fraction(k, 97) for k in range(1, 97)]
        near = [Fraction(k, 11) for k in range(1, 60)] + [Fraction(10**k) for k in range(1, 6)]
        if self.low is None and self.high is None:
            return [*near, Fraction(0), *(-step for step in near)]
        return [self.high - step if self.low is None else self.low + step for step in near]  # type: ignore[operator]

    def closed_ends(self) -> list[Fraction]:
        """The ends that belong to it."""
        ends = ((self.low, self.low_closed), (self.high, self.high_closed))
        return [end for end, closed in ends if end is not None and closed]
