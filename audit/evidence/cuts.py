"""Intervals of a number between cuts, and the texts of answers: what blind searches make events of.

There is no law to make cells from. The cuts are quantiles of training answers, so that each interval has about as many
of them; a value that comes often has an interval of its own.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpassay.audit.evidence.codes import NO_CODE, Event, Integers, consecutive, some
from dpassay.exact.entrance import explain_failures

__all__ = ["Cuts", "Texts", "below", "cuts_of", "frequent"]

INTERVALS: Final = 100
MOST_TEXTS: Final = 2_000
_LONGEST: Final = 60


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """Which of the intervals (-inf, c_1], (c_1, c_2], ..., (c_m, inf) a number lies in; NaN lies in none.

    Attributes:
        cuts: increasing numbers.
        label: what the number is called.
    """

    cuts: NDArray[Any]
    label: str = "y"

    @property
    def name(self) -> str:
        """What reports call the feature."""
        return f"intervals of {self.label}"

    def codes(self, samples: ArrayLike) -> Integers:
        """Return the place of the interval of each number, from 0 on."""
        values = np.asarray(samples)
        places = np.searchsorted(self.cuts, values, side="left").astype(np.int64)
        return np.where(np.isnan(values), NO_CODE, places) if values.dtype.kind == "f" else places

    def steps(self) -> list[Integers]:
        """Return nothing: there is no law here."""
        return []

    def event(self, chosen: Integers, _seen: Integers, /) -> Event:
        """Return the union of the chosen intervals; the predicate has the cuts that it needs."""
        pieces = [(int(run[0]), int(run[-1])) for run in consecutive(chosen)]
        places = sorted({end for low, high in pieces for end in (low - 1, high) if 0 <= end < len(self.cuts)})
        kept = [self.cuts[place].item() for place in places]
        before = np.searchsorted(places, [low for low, _ in pieces], side="left")
        until = np.searchsorted(places, [high for _, high in pieces], side="left")
        ranges = [[int(low), int(high)] for low, high in zip(before, until, strict=True)]
        feature = {"name": "cuts", "cuts": kept}
        words = some([self._words(low, high) for low, high in pieces])
        return Event(self.name, words, {"kind": "code", "feature": feature, "ranges": ranges})

    def _is_one(self, low: int, high: int) -> bool:
        """Tell whether one value lies in a union of intervals."""
        before, last = self.cuts[low - 1], self.cuts[high]
        return bool(last - 1 == before if self.cuts.dtype.kind in "iu" else np.nextafter(last, -np.inf) == before)

    def _words(self, low: int, high: int) -> str:
        if low and high < len(self.cuts) and self._is_one(low, high):
            return f"{self.label} = {self.cuts[high].item()}"
        least = f"{self.cuts[low - 1].item()} < " if low else ""
        most = f" <= {self.cuts[high].item()}" if high < len(self.cuts) else ""
        return f"{least}{self.label}{most}" if least or most else f"any {self.label}"


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """The answer itself, one of those that came more than once in training. It stands here by its number.

    Attributes:
        lines: the answers by their numbers, as JSON.
        known: increasing, the numbers of those that count.
    """

    lines: tuple[str, ...]
    known: Integers

    @property
    def name(self) -> str:
        """What reports call the feature."""
        return "answer"

    def codes(self, samples: ArrayLike) -> Integers:
        """Return the numbers of the answers."""
        numbers = np.asarray(samples).astype(np.int64)
        return np.where(np.isin(numbers, self.known), numbers, NO_CODE)

    def steps(self) -> list[Integers]:
        """Return nothing: there is no law here."""
        return []

    def event(self, chosen: Integers, _seen: Integers, /) -> Event:
        """Return the event that the answer is one of the chosen."""
        words = f"y is {some([_short(self.lines[int(code)]) for code in chosen])}"
        feature = {"name": "texts", "texts": [[int(code), self.lines[int(code)]] for code in chosen]}
        ranges = [[int(code), int(code)] for code in chosen]
        return Event(self.name, words, {"kind": "code", "feature": feature, "ranges": ranges})


def _short(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}..."


def cuts_of(training: ArrayLike, most: int = INTERVALS) -> NDArray[Any]:
    """Return the cuts for training answers, numbers of shape (n,); NaN is passed over.

    So many quantiles; and below and above each value that comes more often than an interval has room for.
    """
    values = np.asarray(training)
    if values.ndim != 1 or values.dtype.kind not in "iuf":
        raise ValueError(
            f"training = array of shape {values.shape} and type {values.dtype}: expected numbers, shape (n,)"
        )
    values = np.sort(values)
    values = values[~np.isnan(values)] if values.dtype.kind == "f" else values
    if not values.size:
        return values[:0]
    quantiles = values[np.linspace(0, len(values) - 1, most + 1).round().astype(np.intp)[1:-1]]
    found, counts = np.unique(values, return_counts=True)
    atoms = found[counts * most > len(values)]
    return np.unique(np.concatenate([quantiles, atoms, below(atoms)]))


def below(values: NDArray[Any]) -> NDArray[Any]:
    """Return the number just below each value; of the least integer there is none."""
    if values.dtype.kind == "f":
        return np.asarray(np.nextafter(values, -np.inf))
    return values[values > np.iinfo(values.dtype).min] - 1


def frequent(numbers: Integers) -> Integers:
    """Return the numbers that come at least twice, increasing; of many those that come most often."""
    found, counts = np.unique(numbers, return_counts=True)
    order = np.argsort(-counts, kind="stable")[:MOST_TEXTS]
    return np.sort(found[order[counts[order] > 1]])


explain_failures(__name__)
