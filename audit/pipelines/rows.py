"""One number of a call of a primitive, on both inputs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dpassay.exact.entrance import explain_failures

__all__ = ["Row", "Value"]

Value = Any
"""A ``Fraction``, a double that is not finite, a bool, a tuple of them, or text where it is none of these."""


@dataclass(frozen=True, slots=True)
class Row:
    """One number of a call: its place among those of the draw, its unit, its input on both sides, and the answer."""

    cell: int
    unit: Value
    first: Value
    second: Value
    answer: Value

    def turned(self) -> Row:
        """Return the row with the two inputs exchanged."""
        return Row(self.cell, self.unit, self.second, self.first, self.answer)


explain_failures(__name__)
