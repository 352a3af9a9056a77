"""What can be asked of one output: features, and the events made of them.

A feature is a fixed map from outputs to integer codes; an event is the set of outputs whose code is in a list
of ranges. `dpassay.audit.events` searches for the event that shows the most; here stands what there is to
search in, how an event is put into words, and how it is written as JSON and evaluated again.

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

from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells import Cells
from dpassay.properties.cells.numbers import as_integers, ceilings
from dpassay.properties.grids import Grid

__all__ = [
    "BitPattern",
    "Boxes",
    "Coordinate",
    "Event",
    "Feature",
    "Forms",
    "Lattice",
    "LawCells",
    "LeadingBits",
    "LowestBit",
    "Outcomes",
    "contains",
    "coordinate_features",
    "float_features",
    "reading",
    "within",
]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]
Predicate = dict[str, Any]

NO_CODE: Final = -(2**63)
"""The code of an output that a feature has nothing to say about; it belongs to no event."""

ZERO: Final = 9_000
"""The code of y = 0 (or of y = the origin), which has no lowest set bit."""

NOT_FINITE: Final = 9_001
"""The code of NaN and the infinities."""

NO_LATTICE: Final = -9_000
"""The code of an output that is on no lattice of the list."""

_REGULAR: Final = 8_999
_BLOCK: Final = 20_000
_FINEST, _COARSEST = -80, 40
_SHOWN: Final = 5
_ANY: Final = "any finite y"


@dataclass(frozen=True, slots=True)
class Event:
    """A set of outputs.

    Attributes:
        feature: the name of the feature it is made of.
        description: the event in words.
        predicate: the event in JSON: all that `contains` needs.
    """

    feature: str
    description: str
    predicate: Predicate

    def contains(self, samples: ArrayLike) -> Mask:
        """Return which samples lie in the event, shape (n,) -> (n,)."""
        return contains(self.predicate, samples)


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
        runs = [(int(run[0]), int(run[-1])) for run in _consecutive(chosen)]
        words = _some([self.p.describe(first, last) for first, last in runs])
        if self.p.grid is not None:
            feature = {"name": Boxes.name, "axes": self.p.grid.to_json()}
            return Event(self.name, words, {"kind": "code", "feature": feature, "ranges": [list(run) for run in runs]})
        kind = "real" if self.p.kind == "real" else "integer"
        ranges = [part for first, last in runs for part in self._ranges(first, last)]
        return Event(self.name, words, {"kind": kind, "ranges": ranges})

    def _ranges(self, first: int, last: int) -> list[list[float | None]]:
        if self.p.kind == "finite":
            return [[int(run[0]), int(run[-1])] for run in _consecutive(self.p.edges[first : last + 1])]
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
        ranges = _open_ranges(chosen, seen)
        words = [_between(low, high) for low, high in ranges]
        return Event(self.name, _some(words), {"kind": "integer", "ranges": ranges})


@dataclass(frozen=True, slots=True)
class LeadingBits:
    """Sign, exponent and three more leading bits of y - center: 8 cells an octave, in the order of y.

    For blind searches, where there is no law to make cells from. The subtraction may round; it is monotone,
    so an event is a union of intervals of y all the same.

    Attributes:
        center: finite; near what the outputs are centered at.
    """

    center: float = 0.0

    @property
    def name(self) -> str:
        """What reports call the feature."""
        return "leading bits"

    def codes(self, samples: ArrayLike) -> Integers:
        """Return the leading bits as a signed integer."""
        shifted = np.asarray(samples, dtype=np.float64) - self.center
        leading = (shifted.view(np.int64) & 0x7FFF_FFFF_FFFF_FFFF) >> 49
        return np.where(np.isfinite(shifted), np.where(np.signbit(shifted), -leading, leading), NO_CODE)

    def steps(self) -> list[Integers]:
        """Return nothing: there is no law here."""
        return []

    def event(self, chosen: Integers, seen: Integers, /) -> Event:
        """Return a union of intervals, with gaps closed and ends opened where nothing was seen."""
        ranges = _open_ranges(chosen, seen)
        words = _some([self._words(low, high) for low, high in ranges])
        feature = {"name": self.name, "center": self.center}
        return Event(self.name, words, {"kind": "code", "feature": feature, "ranges": ranges})

    def _words(self, low: int | None, high: int | None) -> str:
        least = None if low is None else _leading_value(low, 0)
        return _between(
            least,
            None if high is None else _leading_value(high, 1),
            f"y - {self.center:g}" if self.center else "y",
        )


@dataclass(frozen=True, slots=True)
class LowestBit:
    """The exponent of the lowest set bit of y: the largest k such that y is a multiple of 2^k. Exact."""

    @property
    def name(self) -> str:
        """What reports call the feature."""
        return "lowest set bit"

    def codes(self, samples: ArrayLike) -> Integers:
        """Return k, or the codes for zero and for what is not finite."""
        return _lowest_bit(np.asarray(samples, dtype=np.float64))

    def steps(self) -> list[Integers]:
        """Return nothing: there is no law here."""
        return []

    def event(self, chosen: Integers, seen: Integers, /) -> Event:
        """Return ranges of k, with gaps closed and ends opened where nothing was seen."""
        ranges = _bit_ranges(chosen, seen)
        words = _some([_lowest_bit_words(low, high) for low, high in ranges])
        return Event(self.name, words, {"kind": "code", "feature": {"name": self.name}, "ranges": ranges})


@dataclass(frozen=True, slots=True)
class BitPattern:
    """The sign, the binary exponent and the lowest set bit of y together. Exact.

    This is what betrays a float mechanism that adds noise to the data in floating point: which doubles of an
    octave can be reached depends on the data (Mironov 2012).
    """

    @property
    def name(self) -> str:
        """What reports call the feature."""
        return "sign, exponent and lowest set bit"

    def codes(self, samples: ArrayLike) -> Integers:
        """Return a block of codes for each sign and exponent (clipped to -64..64), in it the lowest bit."""
        values = np.asarray(samples, dtype=np.float64)
        lowest = _lowest_bit(values)
        exponent = np.clip((values.view(np.int64) >> 52 & 0x7FF) - 1023, -64, 64) + 64
        block = np.where(lowest >= ZERO, -1, 2 * exponent + np.signbit(values))
        return np.asarray(block * _BLOCK + lowest + _BLOCK // 2)

    def steps(self) -> list[Integers]:
        """Return nothing: there is no law here."""
        return []

    def event(self, chosen: Integers, seen: Integers, /) -> Event:
        """Return ranges of lowest bits in each block, gaps closed and ends opened where nothing was seen."""
        ranges, pieces = [], []
        for block in np.unique(chosen // _BLOCK).tolist():
            base = block * _BLOCK + _BLOCK // 2
            inside = [codes[codes // _BLOCK == block] - base for codes in (chosen, seen)]
            for low, high in _bit_ranges(*inside):
                ranges.append([low + base, high + base])
                pieces.append((block, low, high))
        feature = {"name": self.name}
        return Event(self.name, _pattern_words(pieces), {"kind": "code", "feature": feature, "ranges": ranges})


@dataclass(frozen=True, slots=True)
class Lattice:
    """The coarsest lattice origin + 2^k Z, k in -80..40, of which a point is y, or rounds to y.

    y - origin is computed in floating point. It is exact where y and the origin are within a factor of 2 of
    each other (Sterbenz), or both on a lattice of 53 bits at their size; then k is the lowest set bit of y -
    origin. Elsewhere the code says: origin + 2^k round((y - origin) / 2^k), rounded to a double, is y. So
    noise on a lattice, added in floating point to data that is not on it, is seen. k is found by bisection.

    Attributes:
        origin: finite; the true value on one of the inputs.
    """

    origin: float

    @property
    def name(self) -> str:
        """What reports call the feature."""
        return f"lattice around {self.origin:g}"

    def codes(self, samples: ArrayLike) -> Integers:
        """Return k, or the codes for y = origin, for no such lattice and for what is not finite."""
        values = np.asarray(samples, dtype=np.float64)
        finite = np.isfinite(values)
        y = np.where(finite, values, self.origin)
        low, high = np.full(len(y), _FINEST - 1), np.full(len(y), _COARSEST)
        while (high > low).any():
            middle = (low + high + 1) // 2
            member = self._rounds_to(y, middle)
            low, high = np.where(member, middle, low), np.where(member, high, middle - 1)
        k = np.where(low < _FINEST, NO_LATTICE, low)
        return np.where(finite, np.where(y == self.origin, ZERO, k), NOT_FINITE).astype(np.int64)

    def _rounds_to(self, y: Floats, k: NDArray[np.int_]) -> Mask:
        """Return whether the point of the lattice 2^k that is nearest to y - origin rounds to y."""
        unit = np.ldexp(1.0, np.arange(_FINEST, _COARSEST + 1))[k - _FINEST]
        with np.errstate(over="ignore", invalid="ignore"):
            return np.asarray(self.origin + np.rint((y - self.origin) / unit) * unit == y)

    def steps(self) -> list[Integers]:
        """Return nothing: there is no law here."""
        return []

    def event(self, chosen: Integers, seen: Integers, /) -> Event:
        """Return ranges of k, with gaps closed and ends opened where nothing was seen."""
        ranges = _bit_ranges(chosen, seen)
        words = _some([self._words(low, high) for low, high in ranges])
        feature = {"name": "lattice", "origin": self.origin}
        return Event(self.name, words, {"kind": "code", "feature": feature, "ranges": ranges})

    def _words(self, low: int, high: int) -> str:
        if low >= ZERO:
            return f"y = {self.origin!r}" if low == ZERO else "y is NaN or infinite"
        gives = f"added to {self.origin!r} and rounded to a double gives y"
        if high >= _REGULAR and low <= -_REGULAR:
            return _ANY if low == NO_LATTICE else f"a multiple of 2^{_FINEST} {gives}"
        if high >= _REGULAR:
            return f"a multiple of 2^{low} {gives}"
        some = "" if low == NO_LATTICE else f"a multiple of 2^{max(low, _FINEST)}, but "
        return f"{some}no multiple of 2^{max(high + 1, _FINEST)} {gives}"


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
        ranges = [[int(run[0]), int(run[-1])] for run in _consecutive(chosen)]
        words = f"y is {_some([self.names[int(code)] for code in chosen])}"
        feature = {"name": self.name, "names": list(self.names)}
        return Event(self.name, words, {"kind": "code", "feature": feature, "ranges": ranges})


def float_features(*origins: float) -> tuple[Feature, ...]:
    """Return the features of bit patterns of doubles, with a lattice around each of the true values."""
    for origin in origins:
        if not np.isfinite(origin):
            raise ValueError(f"origin = {origin!r}: expected a finite number")
    return (LowestBit(), BitPattern(), *(Lattice(float(origin)) for origin in dict.fromkeys(origins)))


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


_PLAIN: Final[dict[str, Coded]] = {feature.name: feature for feature in (LowestBit(), BitPattern())}


def _coded(feature: dict[str, Any]) -> Coded:
    """Return the feature that a predicate of kind "code" names."""
    match feature:
        case {"name": "box", "axes": list(axes)}:
            return Boxes(Grid.from_json(axes))
        case {"name": "coordinate", "place": int(place), "of": dict(of)}:
            return _CodedCoordinate(place, _coded(of))
        case {"name": "form", "names": list(names)}:
            return Forms(tuple(names))
        case {"name": "lattice", "origin": float(origin)}:
            return Lattice(origin)
        case {"name": "leading bits", "center": float(center)}:
            return LeadingBits(center)
        case {"name": str(name)} if name in _PLAIN:
            return _PLAIN[name]
    raise ValueError(f"feature = {feature!r}: expected a feature of dpassay.audit.features")


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


# Ranges of codes.


def _consecutive(codes: NDArray[Any]) -> list[NDArray[Any]]:
    """Return the increasing codes cut where they are not consecutive integers."""
    return np.split(codes, np.flatnonzero(np.diff(codes) != 1) + 1)


def _ranges(chosen: Integers, seen: Integers) -> list[list[int]]:
    """Return ranges that hold the chosen codes and no other seen code."""
    places = np.searchsorted(seen, chosen)
    return [[int(seen[run[0]]), int(seen[run[-1]])] for run in _consecutive(places)]


def _open_ranges(chosen: Integers, seen: Integers) -> list[list[int | None]]:
    """Return ranges; one of several codes that ends at an outermost seen code has no end there."""
    ranges: list[list[int | None]] = []
    for low, high in _ranges(chosen, seen):
        several = low < high
        ranges.append([None if several and low == seen[0] else low, None if several and high == seen[-1] else high])
    return ranges


def _bit_ranges(chosen: Integers, seen: Integers) -> list[list[int]]:
    """Return ranges of exponents; the outermost seen one stands for all that are further out.

    Zero is a multiple of every power and so the outermost code above; no lattice is the outermost below. Each
    belongs to the range that reaches it, unless it was seen and not chosen.
    """
    outer = {code: code in chosen or code not in seen for code in (NO_LATTICE, ZERO)}
    regular = [codes[np.abs(codes) <= _REGULAR] for codes in (chosen, seen)]
    ranges = _ranges(*regular) if len(regular[0]) else []
    for ends in ranges:
        if ends[0] == regular[1][0]:
            ends[0] = NO_LATTICE if outer[NO_LATTICE] else -_REGULAR
        if ends[1] == regular[1][-1]:
            ends[1] = ZERO if outer[ZERO] else _REGULAR
    inside = {code for ends in ranges for code in ends}
    special = [[code, code] for code in chosen[np.abs(chosen) > _REGULAR].tolist() if code not in inside]
    return sorted(ranges + special)


# Bits.


def _lowest_bit(values: Floats) -> Integers:
    """Return the exponent of the lowest set bit of each double, or ZERO or NOT_FINITE."""
    bits = values.view(np.int64)
    exponent = bits >> 52 & 0x7FF
    significand = (bits & 0xF_FFFF_FFFF_FFFF) | np.where(exponent > 0, 1 << 52, 0)
    # The lowest set bit of the significand is a power of two below 2^53: its double has it as its exponent.
    lowest = (significand & -significand).astype(np.float64).view(np.int64) >> 52
    place = lowest - 1023 + np.maximum(exponent, 1) - 1075
    return np.where(exponent == 0x7FF, NOT_FINITE, np.where(values == 0, ZERO, place))


def _leading_value(code: int, step: int) -> float:
    """Return the lower (step 0) or upper (step 1) end of the cell of a code of `LeadingBits`."""
    size = abs(code) + (step if code >= 0 else 1 - step)
    value = float(np.array(size << 49, dtype=np.int64).view(np.float64))
    return value if code >= 0 else -value


# Words.


def _some(pieces: list[str]) -> str:
    """Return the alternatives in words; of many, the first few and the number of the others."""
    if len(pieces) <= _SHOWN:
        return " or ".join(pieces)
    return f"{' or '.join(pieces[:_SHOWN])} or one of {len(pieces) - _SHOWN} more ranges"


def _between(low: float | None, high: float | None, y: str = "y") -> str:
    if low is None:
        return f"any {y}" if high is None else f"{y} <= {high}"
    if high is None:
        return f"{y} >= {low}"
    return f"{y} = {low}" if low == high else f"{low} <= {y} <= {high}"


def _lowest_bit_words(low: int, high: int) -> str:
    if low >= ZERO:
        return "y = 0" if low == ZERO else "y is NaN or infinite"
    if low <= -_REGULAR:
        if high >= _REGULAR:
            return _ANY if high == ZERO else "y is not 0"
        return f"y is not a multiple of 2^{high + 1}"
    if high >= _REGULAR:
        return f"y is a multiple of 2^{low}" + ("" if high == ZERO else " other than 0")
    return f"y is a multiple of 2^{low} but not of 2^{high + 1}"


def _pattern_words(pieces: list[tuple[int, int, int]]) -> str:
    """Return the words for ranges (block, low, high) of `BitPattern`; octaves with one rule are one piece."""
    octaves: dict[tuple[int, int, int], list[int]] = {}
    words = []
    for block, low, high in pieces:
        if block < 0:
            words.append(_lowest_bit_words(low, high))
        else:
            octaves.setdefault((block % 2, low, high), []).append(block // 2 - 64)
    for (sign, low, high), exponents in octaves.items():
        runs = _consecutive(np.array(exponents))
        where = _some([_octaves(sign, int(run[0]), int(run[-1])) for run in runs])
        rule = _lowest_bit_words(low, high)
        words.append(where if rule == _ANY else f"{where}, where {rule}")
    return _some(words)


def _octaves(sign: int, first: int, last: int) -> str:
    """Return in words where y lies when it has this sign and an exponent in first..last."""
    low = "0" if first == -64 else f"2^{first}"
    high = "" if last == 64 else f"2^{last + 1}"
    if sign:
        return (f"-{high} < " if high else "") + f"y {'<' if first == -64 else '<='} {'-' if first > -64 else ''}{low}"
    return f"{low} {'<' if first == -64 else '<='} y" + (f" < {high}" if high else "")


explain_failures(__name__)
