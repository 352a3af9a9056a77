"""What can be asked of one output: features, and the events made of them.

A feature is a fixed map from outputs to integer codes; an event is the set of outputs whose code is in a list
of ranges. `dpassay.audit.evidence.events` searches for the event that shows the most; here stands what there is to
search in, and how an event that is written as JSON is evaluated again.

Every feature is a function of the output alone (the origin of a lattice is a constant), computed in ordinary
double arithmetic. Whether this arithmetic is exact matters for what the words say, never for the validity of
a certificate: the same function is applied to the outputs on both inputs. Where it is exact is said at each
feature.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpassay.audit.evidence.bits import BitPattern, Lattice, LeadingBits, LowestBit
from dpassay.audit.evidence.codes import (
    NO_CODE,
    Event,
    Feature,
    Floats,
    Integers,
    Mask,
    between,
    consecutive,
    open_ranges,
    some,
)
from dpassay.audit.evidence.cuts import Cuts
from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells import Cells
from dpassay.properties.cells.numbers import as_integers, ceilings
from dpassay.properties.grids import Grid

__all__ = [
    "Boxes",
    "Coordinate",
    "Forms",
    "LawCells",
    "Outcomes",
    "contains",
    "coordinate_features",
    "reading",
    "within",
]

Predicate = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class LawCells:
    """The cells of the exact laws on two neighboring inputs.

    Attributes:
        p: the cells of the law on the first input.
        q: those on the second: the same kind and edges, other probabilities.
    """

    p: Cells
    q: Cells

    def __post_init__(self) -> None:
        """Check that the cells are the same."""
        same_edges = self.p.kind == self.q.kind and np.array_equal(self.p.edges, self.q.edges)
        if not same_edges or _axes(self.p) != _axes(self.q):
            raise ValueError("p and q have different cells: expected the same kind and edges")

    @property
    def name(self) -> str:
        """What reports call the feature."""
        return "cells of the law"

    def codes(self, samples: ArrayLike) -> Integers:
        """Return the cell of each sample; where the cells are boxes, samples are rows."""
        if self.p.grid is not None:
            return Boxes(self.p.grid).codes(samples)
        cell = self.p.index(samples).astype(np.int64)
        return np.where(cell < 0, NO_CODE, cell)

    def steps(self) -> list[Integers]:
        """Return the cells by falling likelihood ratio; ratios equal up to rounding are one step."""
        ratio = _log_ratio(self.p.probabilities, self.q.probabilities)
        order = np.argsort(-ratio, kind="stable")
        ends = np.flatnonzero(np.diff(ratio[order]) < -1e-9) + 1
        return [step.astype(np.int64) for step in np.split(order, ends)]

    def event(self, chosen: Integers, _seen: Integers, /) -> Event:
        """Return the union of the chosen cells as ranges of values; what was seen makes no difference."""
        runs = [(int(run[0]), int(run[-1])) for run in consecutive(chosen)]
        words = some([self.p.describe(first, last) for first, last in runs])
        if self.p.grid is not None:
            feature = {"name": Boxes.name, "axes": self.p.grid.to_json()}
            return Event(self.name, words, {"kind": "code", "feature": feature, "ranges": [list(run) for run in runs]})
        kind = "real" if self.p.kind == "real" else "integer"
        ranges = [part for first, last in runs for part in self._ranges(first, last)]
        return Event(self.name, words, {"kind": kind, "ranges": ranges})

    def _ranges(self, first: int, last: int) -> list[list[float | None]]:
        if self.p.kind == "finite":
            return [[int(run[0]), int(run[-1])] for run in consecutive(self.p.edges[first : last + 1])]
        return [list(self.p.limits(first, last))]


def _axes(cells: Cells) -> list[dict[str, Any]] | None:
    return None if cells.grid is None else cells.grid.to_json()


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """The box that a row of numbers lies in.

    Attributes:
        grid: all the boxes.
    """

    grid: Grid
    name: ClassVar[str] = "box"

    def codes(self, samples: ArrayLike) -> Integers:
        """Return the number of the box of each row, shape (n, k) -> (n,)."""
        box = self.grid.boxes(samples)
        return np.where(box < 0, NO_CODE, box)


@dataclass(frozen=True, slots=True)
class Coordinate:
    """A feature of one coordinate of outputs that are rows.

    Attributes:
        place: which coordinate, from 0 on.
        feature: what is asked of it; its events have predicates of the kind "code".
    """

    place: int
    feature: Feature

    @property
    def name(self) -> str:
        """What reports call the feature."""
        return f"{self.feature.name} of y_{self.place + 1}"

    def codes(self, samples: ArrayLike) -> Integers:
        """Return the code of the coordinate of each row, shape (n, k) -> (n,)."""
        return self.feature.codes(_column(samples, self.place))

    def steps(self) -> list[Integers]:
        """Return nothing: there is no law here."""
        return []

    def event(self, chosen: Integers, seen: Integers, /) -> Event:
        """Return the event of the feature, said of the coordinate."""
        found = self.feature.event(chosen, seen)
        feature = {"name": "coordinate", "place": self.place, "of": found.predicate["feature"]}
        words = f"{found.description}, where y = y_{self.place + 1}"
        return Event(self.name, words, {**found.predicate, "feature": feature})


def _column(samples: ArrayLike, place: int) -> NDArray[Any]:
    return np.ascontiguousarray(np.asarray(samples)[:, place])


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The outcome itself, for mechanisms with integer outputs."""

    @property
    def name(self) -> str:
        """What reports call the feature."""
        return "outcome"

    def codes(self, samples: ArrayLike) -> Integers:
        """Return the outcomes; a fraction, NaN or infinity has no code."""
        integers, exact = as_integers(samples)
        return np.where(exact, integers, NO_CODE)

    def steps(self) -> list[Integers]:
        """Return nothing: there is no law here."""
        return []

    def event(self, chosen: Integers, seen: Integers, /) -> Event:
        """Return ranges of outcomes, with gaps closed and ends opened where nothing was seen."""
        ranges = open_ranges(chosen, seen)
        words = [between(low, high) for low, high in ranges]
        return Event(self.name, some(words), {"kind": "integer", "ranges": ranges})


@dataclass(frozen=True, slots=True)
class Forms:
    """The type and shape of an answer. An answer stands for itself here by the number of its form.

    Attributes:
        names: the forms in words, such as "float64 of shape ()".
    """

    names: tuple[str, ...]

    @property
    def name(self) -> str:
        """What reports call the feature."""
        return "form"

    def codes(self, samples: ArrayLike) -> Integers:
        """Return the numbers of the forms, which is what the samples are here."""
        return Outcomes().codes(samples)

    def steps(self) -> list[Integers]:
        """Return nothing: there is no law here."""
        return []

    def event(self, chosen: Integers, _seen: Integers, /) -> Event:
        """Return the event that the answer is of one of the chosen forms; what was seen makes no difference."""
        ranges = [[int(run[0]), int(run[-1])] for run in consecutive(chosen)]
        words = f"y is {some([self.names[int(code)] for code in chosen])}"
        feature = {"name": self.name, "names": list(self.names)}
        return Event(self.name, words, {"kind": "code", "feature": feature, "ranges": ranges})


def coordinate_features(places: Iterable[int]) -> tuple[Feature, ...]:
    """Return the features of bit patterns for those coordinates of rows that are reals."""
    return tuple(Coordinate(place, feature) for place in places for feature in (LowestBit(), BitPattern()))


# Predicates.


def contains(predicate: Predicate, samples: ArrayLike) -> Mask:
    """Return which samples, shape (n,), satisfy a predicate as it stands in a certificate.

    There are three kinds:

    * {"kind": "real", "ranges": [[low, high], ...]}: finite, and low < y <= high for one of the ranges; limits that
      are integers are compared exactly, whatever their size;
    * {"kind": "integer", "ranges": [...]}: an integer, and low <= y <= high for one of the ranges;
    * {"kind": "code", "feature": {"name": ..., ...}, "ranges": [...]}: the same for the feature's code of y.

    A limit of null is infinite. The ranges are disjoint and increasing. The features "box" and "coordinate" are
    of rows, shape (n, k); "form" is of the numbers of forms.

    Raises:
        ValueError: the predicate is none of these.
    """
    return within(predicate, reading(predicate, samples))


def reading(predicate: Predicate, samples: ArrayLike) -> Floats | Integers:
    """Return what a predicate looks at, shape (n,) -> (n,): the same for all predicates of one kind and feature."""
    match predicate.get("kind"):
        case "real":
            read = np.asarray(samples)
            return as_integers(read)[0] if read.dtype.kind in "iu" else read.astype(np.float64)
        case "integer":
            return Outcomes().codes(samples)
        case "code":
            return _coded(predicate.get("feature", {})).codes(samples)
        case kind:
            raise ValueError(f"predicate has the kind {kind!r}: expected 'real', 'integer' or 'code'")


def within(predicate: Predicate, read: Floats | Integers) -> Mask:
    """Return which readings, shape (n,), lie in the ranges of a predicate."""
    if predicate.get("kind") == "real":
        return _in_real_ranges(read, predicate.get("ranges", []))
    return _in_integer_ranges(read.astype(np.int64, copy=False), predicate.get("ranges", []))


class Coded(Protocol):
    """What gives outputs codes."""

    def codes(self, samples: ArrayLike) -> Integers:
        """Return the code of each sample."""


_PLAIN: Final[dict[str, Coded]] = {
    **{feature.name: feature for feature in (LowestBit(), BitPattern())},
    "texts": Outcomes(),  # which stand for themselves by their numbers
}


def _coded(feature: dict[str, Any]) -> Coded:
    """Return the feature that a predicate of kind "code" names."""
    match feature:
        case {"name": "box", "axes": list(axes)}:
            return Boxes(Grid.from_json(axes))
        case {"name": "coordinate", "place": int(place), "of": dict(of)}:
            return _CodedCoordinate(place, _coded(of))
        case {"name": "form", "names": list(names)}:
            return Forms(tuple(names))
        case {"name": "lattice", "origin": float(number)} | {"name": "leading bits", "center": float(number)}:
            return Lattice(number) if feature["name"] == "lattice" else LeadingBits(number)
        case {"name": "cuts", "cuts": list(cuts)}:
            return Cuts(np.array(cuts))
        case {"name": str(name)} if name in _PLAIN:
            return _PLAIN[name]
    raise ValueError(f"feature = {feature!r}: expected a feature of dpassay.audit.evidence.features")


@dataclass(frozen=True, slots=True)
class _CodedCoordinate:
    """What a predicate asks of one coordinate."""

    place: int
    feature: Coded

    def codes(self, samples: ArrayLike) -> Integers:
        """Return the code of the coordinate of each row."""
        return self.feature.codes(_column(samples, self.place))


def _in_real_ranges(read: Floats | Integers, ranges: list[list[float | None]]) -> Mask:
    if not ranges:
        return np.zeros(len(read), dtype=np.bool_)
    if all(limit is None or (isinstance(limit, int) and abs(limit) < 2**62) for ends in ranges for limit in ends):
        whole, finite = ceilings(read)  # low < y <= high exactly if low + 1 <= ceil(y) <= high
        closed = [[None if low is None else int(low) + 1, None if high is None else int(high)] for low, high in ranges]
        return finite & _in_integer_ranges(whole, closed)
    values = read.astype(np.float64)
    lows = np.array([-np.inf if low is None else low for low, _ in ranges])
    highs = np.array([np.inf if high is None else high for _, high in ranges])
    place = np.maximum(np.searchsorted(lows, values, side="left") - 1, 0)
    return np.isfinite(values) & (values > lows[place]) & (values <= highs[place])


def _in_integer_ranges(values: Integers, ranges: list[list[int | None]]) -> Mask:
    if not ranges:
        return np.zeros(len(values), dtype=np.bool_)
    lows = np.array([NO_CODE + 1 if low is None else low for low, _ in ranges], dtype=np.int64)
    highs = np.array([2**63 - 1 if high is None else high for _, high in ranges], dtype=np.int64)
    place = np.maximum(np.searchsorted(lows, values, side="right") - 1, 0)
    return np.asarray((values >= lows[place]) & (values <= highs[place]))


# The likelihood ratio.


def _log_ratio(p: Floats, q: Floats) -> Floats:
    """Return log(p/q) of each cell; +-1e6 where one is 0.

    A cell of mass below 1e-12 under both laws, whose ratio may be all rounding, takes that of its neighbor in
    the direction of the heaviest cell.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.clip(np.log(p) - np.log(q), -1e6, 1e6)
    tiny, heaviest = p + q < 1e-12, int(np.argmax(p + q))
    for cell in range(heaviest + 1, len(p)):
        ratio[cell] = ratio[cell - 1] if tiny[cell] else ratio[cell]
    for cell in range(heaviest - 1, -1, -1):
        ratio[cell] = ratio[cell + 1] if tiny[cell] else ratio[cell]
    return np.asarray(ratio)


explain_failures(__name__)
