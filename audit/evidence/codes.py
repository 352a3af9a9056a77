"""Events and the codes they are made of: what every feature gives, ranges of codes, and their words."""

from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpassay.exact.entrance import explain_failures

__all__ = ["Event", "Feature"]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]

NO_CODE: Final = -(2**63)
"""The code of an output that a feature has nothing to say about; it belongs to no event."""

_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Event:
    """A set of outputs.

    Attributes:
        feature: the name of the feature it is made of.
        description: the event in words.
        predicate: the event in JSON: all that `features.contains` needs.
    """

    feature: str
    description: str
    predicate: dict[str, Any]


class Feature(Protocol):
    """A fixed map from outputs to integer codes."""

    @property
    def name(self) -> str:
        """What reports call the feature."""

    def codes(self, samples: ArrayLike) -> Integers:
        """Return the code of each sample, shape (n,) -> (n,)."""

    def steps(self) -> list[Integers]:
        """Return codes by falling likelihood ratio p/q of exact laws, equal ratios together; else nothing."""

    def event(self, chosen: Integers, seen: Integers, /) -> Event:
        """Return the event that the code is one of the chosen.

        Args:
            chosen: increasing codes.
            seen: increasing codes, a superset: all that the training samples have. Codes that were not seen
                may be added to the event where that makes it simpler.
        """


# Ranges of codes.


def consecutive(codes: NDArray[Any]) -> list[NDArray[Any]]:
    """Return the increasing codes cut where they are not consecutive integers."""
    return np.split(codes, np.flatnonzero(np.diff(codes) != 1) + 1)


def closed_ranges(chosen: Integers, seen: Integers) -> list[list[int]]:
    """Return ranges that hold the chosen codes and no other seen code."""
    places = np.searchsorted(seen, chosen)
    return [[int(seen[run[0]]), int(seen[run[-1]])] for run in consecutive(places)]


def open_ranges(chosen: Integers, seen: Integers) -> list[list[int | None]]:
    """Return ranges; one of several codes that ends at an outermost seen code has no end there."""
    ranges: list[list[int | None]] = []
    for low, high in closed_ranges(chosen, seen):
        several = low < high
        ranges.append([None if several and low == seen[0] else low, None if several and high == seen[-1] else high])
    return ranges


# Words.


def some(pieces: list[str]) -> str:
    """Return the alternatives in words; of many, the first few and the number of the others."""
    if len(pieces) <= _SHOWN:
        return " or ".join(pieces)
    return f"{' or '.join(pieces[:_SHOWN])} or one of {len(pieces) - _SHOWN} more ranges"


def between(low: float | None, high: float | None, y: str = "y") -> str:
    if low is None:
        return f"any {y}" if high is None else f"{y} <= {high}"
    if high is None:
        return f"{y} >= {low}"
    return f"{y} = {low}" if low == high else f"{low} <= {y} <= {high}"


explain_failures(__name__)
