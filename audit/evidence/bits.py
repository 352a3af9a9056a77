"""What the bits of a double show: features of its leading bits, of its lowest set bit and of the lattices it is on.

They are computed in ordinary double arithmetic; where that is exact is said at each.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpassay.audit.evidence.codes import (
    NO_CODE,
    Event,
    Feature,
    Floats,
    Integers,
    Mask,
    between,
    closed_ranges,
    consecutive,
    open_ranges,
    some,
)
from dpassay.exact.entrance import explain_failures

__all__ = ["BitPattern", "Lattice", "LeadingBits", "LowestBit", "float_features"]

ZERO: Final = 9_000
"""The code of y = 0 (or of y = the origin), which has no lowest set bit."""

NOT_FINITE: Final = 9_001
"""The code of NaN and the infinities."""

NEGATIVE_ZERO: Final = 9_002
"""The code of -0.0 where the sign is looked at, too."""

NO_LATTICE: Final = -9_000
"""The code of an output that is on no lattice of the list."""

_REGULAR: Final = 8_999
_BLOCK: Final = 20_000
_FINEST, _COARSEST = -80, 40
_ANY: Final = "any finite y"


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
        ranges = open_ranges(chosen, seen)
        words = some([self._words(low, high) for low, high in ranges])
        feature = {"name": self.name, "center": self.center}
        return Event(self.name, words, {"kind": "code", "feature": feature, "ranges": ranges})

    def _words(self, low: int | None, high: int | None) -> str:
        least = None if low is None else _leading_value(low, 0)
        return between(
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
        words = some([_lowest_bit_words(low, high) for low, high in ranges])
        return Event(self.name, words, {"kind": "code", "feature": {"name": self.name}, "ranges": ranges})


@dataclass(frozen=True, slots=True)
class BitPattern:
    """The sign, also of a zero, the binary exponent and the lowest set bit of y together. Exact.

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
        lowest = np.where((values == 0) & np.signbit(values), NEGATIVE_ZERO, _lowest_bit(values))
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
        words = some([self._words(low, high) for low, high in ranges])
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


def float_features(*origins: float) -> tuple[Feature, ...]:
    """Return the features of bit patterns of doubles, with a lattice around each of the true values."""
    for origin in origins:
        if not np.isfinite(origin):
            raise ValueError(f"origin = {origin!r}: expected a finite number")
    return (LowestBit(), BitPattern(), *(Lattice(float(origin)) for origin in dict.fromkeys(origins)))


# Ranges of exponents.


def _bit_ranges(chosen: Integers, seen: Integers) -> list[list[int]]:
    """Return ranges of exponents; the outermost seen one stands for all that are further out.

    Zero is a multiple of every power and so the outermost code above; no lattice is the outermost below. Each
    belongs to the range that reaches it, unless it was seen and not chosen.
    """
    outer = {code: code in chosen or code not in seen for code in (NO_LATTICE, ZERO)}
    regular = [codes[np.abs(codes) <= _REGULAR] for codes in (chosen, seen)]
    ranges = closed_ranges(*regular) if len(regular[0]) else []
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


def _special_words(low: int, high: int) -> str:
    zeros = {ZERO: "y is 0.0 and not -0.0", NEGATIVE_ZERO: "y is -0.0"}
    return zeros.get(low) or _lowest_bit_words(low, high)


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
    any_zero = {ZERO, NEGATIVE_ZERO} <= {low for block, low, _ in pieces if block < 0}
    for block, low, high in pieces:
        if any_zero and low == NEGATIVE_ZERO:
            continue  # told with the other one
        if block < 0:
            words.append(_lowest_bit_words(low, high) if any_zero else _special_words(low, high))
        else:
            octaves.setdefault((block % 2, low, high), []).append(block // 2 - 64)
    for (sign, low, high), exponents in octaves.items():
        runs = consecutive(np.array(exponents))
        where = some([_octaves(sign, int(run[0]), int(run[-1])) for run in runs])
        rule = _lowest_bit_words(low, high)
        words.append(where if rule == _ANY else f"{where}, where {rule}")
    return some(words)


def _octaves(sign: int, first: int, last: int) -> str:
    """Return in words where y lies when it has this sign and an exponent in first..last."""
    low = "0" if first == -64 else f"2^{first}"
    high = "" if last == 64 else f"2^{last + 1}"
    if sign:
        return (f"-{high} < " if high else "") + f"y {'<' if first == -64 else '<='} {'-' if first > -64 else ''}{low}"
    return f"{low} {'<' if first == -64 else '<='} y" + (f" < {high}" if high else "")


explain_failures(__name__)
