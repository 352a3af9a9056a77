"""Values that no implementation may accept for an argument."""

from __future__ import annotations

from typing import Final

__all__ = ["INFINITY", "NAN", "OPEN_UNIT", "POSITIVE", "POSITIVE_INTEGER", "REAL", "SCORES", "SIZE"]

NAN: Final = float("nan")
INFINITY: Final = float("inf")

SIZE: Final = (-1,)
POSITIVE: Final = (NAN, INFINITY, -INFINITY, 0.0, -1.0)
"""For a real that must be above 0: epsilon, a real sensitivity, a standard deviation."""

POSITIVE_INTEGER: Final = (NAN, 0, -1)
"""For an integer that must be at least 1."""

OPEN_UNIT: Final = (NAN, -0.1, 0.0, 1.0, 1.5)
"""For a delta that must lie strictly between 0 and 1."""

REAL: Final = (NAN, INFINITY, -INFINITY)
"""For a query's true value."""

SCORES: Final[tuple[list[float], ...]] = ([], [0.0, NAN], [0.0, INFINITY])
"""For the scores of candidates."""
