"""Intervals with rational or infinite ends."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb

from dpassay.exact.real import rational_ball
from dpassay.proofs_check.kernel.rejected import Rejected, insist


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval from ``low`` to ``high``; ``None`` is infinite. A finite end belongs to it where it is closed."""

    low: Fraction | None
    high: Fraction | None
    low_closed: bool
    high_closed: bool

    def __post_init__(self) -> None:
        """Reject an interval without interior."""
        if self.low is not None and self.high is not None:
            insist(self.low < self.high, f"interval {self}: the low end is not below the high end")

    @classmethod
    def read(cls, text: str) -> Interval:
        """Read an interval such as ``[0, 1/2)`` or ``(0, oo)``."""
        found = re.fullmatch(r"([\[(]) *([^ ,]+) *, *([^ ,]+) *([\])])", text) if isinstance(text, str) else None
        if found is None:
            raise Rejected(f"interval {text!r}")
        left, low, high, right = found.groups()
        low_end = None if low == "-oo" else rational(low)
        high_end = None if high == "oo" else rational(high)
        return cls(low_end, high_end, left == "[" and low != "-oo", right == "]" and high != "oo")

    def __str__(self) -> str:
        low = "-oo" if self.low is None else str(self.low)
        high = "oo" if self.high is None else str(self.high)
        return f"{'[' if self.low_closed else '('}{low}, {high}{']' if self.high_closed else ')'}"

    def split(self, at: Fraction) -> tuple[Interval, Interval]:
        """Cut at an interior point, which belongs to both parts."""
        return Interval(self.low, at, self.low_closed, True), Interval(at, self.high, True, self.high_closed)


def rational(text: object) -> Fraction:
    """Read an exact rational, given as text."""
    try:
        if isinstance(text, str) and not set(text) - set("0123456789/-"):
            return Fraction(text)
    except (ValueError, ZeroDivisionError):
        pass
    raise Rejected(f"{text!r} is not a rational number")


def hull(low: Fraction, high: Fraction) -> arb:
    """Enclose a closed finite interval."""
    return rational_ball(low).union(rational_ball(high))


def entry(node: Mapping[str, Any], name: str) -> Any:
    """Return an entry of a certificate, or reject it."""
    insist(isinstance(node, Mapping) and name in node, f"the certificate has no {name!r}")
    return node[name]
