"""Label clipping: a label becomes a uniform element of its own share of a larger set, or of the whole set.

Source: section 4.2 of Sima, Wu, Milenkovic and Szpankowski, "Online distribution learning with local private
constraints" (2024), equations (3) to (6); the idea is that of Gopi, Kamath, Kulkarni, Nikolov, Wu and Zhang, "Locally
private hypothesis selection", COLT 2020. The class at one feature is a table of K rows: f_j[y] is the mass that
hypothesis j gives to the label y, of M labels. The set range(N') is cut into shares S_0, S_1, ..., in this order, of

    |S_y| = ceil(M max over j of f_j[y])

elements, so that N' is the sum of the |S_y|. With T rounds, a label y becomes

    h(y) = a uniform element of S_y with probability 1 - 1/T, of range(N') with probability 1/T,

and a hypothesis becomes the law of h(y) for y drawn from it, which is the same for all elements of a share:

    (h o f_j)[y'] = (1 - 1/T) f_j[y] / |S_y| + 1 / (T N')   for y' in S_y.

A label that no hypothesis allows has |S_y| = 0 as printed, and then h(y) is not defined: the calibration "printed"
refuses such a class. "corrected", the default, gives each label at least one element.

Privacy: h is epsilon-private in the local model with e^epsilon = 1 + (T - 1) N' / min |S_y|, as computed by
`Clipping.exp_epsilon`: a helper to bound log-likelihoods rather than a protection of its own.

Which numbers. `label_clipping` takes exact masses: integers, Fractions, strings such as "1/3" or "0.3", and floats as
the rationals that they are; each row must add up to exactly 1, and the ceilings are exact. `clipping` takes arrays of
floats, block by block, for classes that are large. There a row must add up to 1 within `row_tolerance(T)`, at most
2^-20 (float32 will do), and the ceiling is that of the product rounded to a double and lowered by a relative 2^-40:
0.1 + 0.2 is a bit above 3/10 as a double and would push the ceiling for M = 10 from 3 to 4. A mass that exceeds a
multiple of 1/M by less than that counts as this multiple. Users and learner need the same sizes, so they need the same
table: let them compute the sizes alike, or the learner publish them.

Floating point: none in the draws. The coin 1/T and both uniform elements are bounded integers of NumPy's, which are
exactly uniform.

Speed: the floor is three bounded integers an output. `clipping` takes the maximum, the minimum and the sum of each
mass while it is in the cache: one pass over the memory.
Time: not constant, see `dpassay.fast`.
"""

import math
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpassay.fast import checks
from dpassay.fast.checks import Rational
from dpassay.fast.draws import Floats, Integers, in_blocks

__all__ = [
    "CALIBRATIONS",
    "CHUNK",
    "MOST_HYPOTHESES",
    "MOST_LABELS",
    "MOST_ROUNDS",
    "SHAVE",
    "Block",
    "Blocks",
    "Clipping",
    "Hypotheses",
    "Masses",
    "Table",
    "as_blocks",
    "clipping",
    "exact_clipping",
    "is_printed",
    "label_clipping",
    "mixture",
    "read_hypotheses",
    "row_tolerance",
]

Masses = Sequence[Rational] | NDArray[np.floating] | NDArray[np.integer]
Hypotheses = str | Sequence[str | Masses] | NDArray[np.floating] | NDArray[np.integer]
Table = tuple[tuple[Fraction, ...], ...]
Block = NDArray[np.floating]
Blocks = Block | Iterable[Block]

MOST_ROUNDS: Final = 2**31
MOST_HYPOTHESES: Final = 2**31
MOST_LABELS: Final = 2**28  # so that N' has less than 62 bits
CHUNK: Final = 2**17  # masses a pass: so few that the passes over them stay in the processor's cache
SHAVE: Final = 2.0**-40
CALIBRATIONS: Final = ("corrected", "printed")

_NUMBER: Final = re.compile(r"\s*(\d+(\s*/\s*\d+)?|\d*\.\d+)\s*", re.ASCII)


class Clipping:
    """The shares of one class at one feature.

    Attributes:
        sizes: |S_y| for each of the M labels.
        ends: for each label the end of its share, so that S_y = range(ends[y] - sizes[y], ends[y]).
        total: N', the number of all elements.
        rounds: T.
        keep: 1 - 1/T.
        floor: 1 / (T N'), the least that any element's probability can be.
    """

    __slots__ = ("ends", "floor", "keep", "rounds", "sizes", "total")

    def __init__(self, sizes: Integers, rounds: int) -> None:
        self.sizes, self.ends, self.rounds = sizes, np.cumsum(sizes), rounds
        self.total = int(self.ends[-1])
        self.keep = (rounds - 1) / rounds
        self.floor = 1 / (rounds * self.total)

    @property
    def labels(self) -> int:
        """M, the number of labels."""
        return len(self.sizes)

    @property
    def exp_epsilon(self) -> Fraction:
        """The least e^epsilon for which clipping is epsilon-private, where there are two labels or more."""
        return 1 + Fraction((self.rounds - 1) * self.total, int(self.sizes.min()))

    def clip(self, labels: Integers, rng: np.random.Generator) -> Integers:
        """h of each label, in an array of the same shape; the labels are not checked."""
        sizes = self.sizes[labels]
        own = self.ends[labels] - sizes + rng.integers(sizes)
        anywhere = rng.integers(self.total, size=sizes.shape)
        return np.where(rng.integers(self.rounds, size=sizes.shape) == 0, anywhere, own)

    def label_of(self, clipped: Integers) -> Integers:
        """The label in whose share each element lies."""
        return np.searchsorted(self.ends, clipped, side="right")

    def likelihoods(self, masses: Floats, labels: Any) -> Floats:
        """(h o f_j)[y'] for y' in the share of a label; the last axis of `masses`, or all of it, has these labels."""
        pbar: Floats = self.keep * masses / self.sizes[labels] + self.floor
        return pbar

    def prediction(self, mixed: Floats) -> Floats:
        """For sum over j of w_j f_j[y], the sum over y' in S_y of sum over j of w_j (h o f_j)[y'], for each label y.

        Raises:
            ValueError: there are more or fewer numbers than labels.
        """
        if mixed.shape != self.sizes.shape:
            raise checks.bad("mixed", mixed, f"one number for each of {self.labels} labels")
        predicted: Floats = self.keep * mixed + self.sizes * self.floor
        return predicted


# Classes of exact masses.


def read_hypotheses(hypotheses: object) -> Table:
    """The K x M table as fractions; in a string, rows are separated by semicolons and masses by commas.

    Raises:
        ValueError: it is no table of masses, or a row does not add up to exactly 1.
    """
    value: Any = hypotheses
    if isinstance(value, str):
        value = value.split(";")
    if not _is_sequence(value) or len(value) == 0:
        raise checks.bad("hypotheses", hypotheses, "rows of masses that add up to 1, such as '1/2,1/2;1/4,3/4'")
    value = [row.split(",") if isinstance(row, str) else row for row in value]
    if not all(_is_sequence(row) for row in value):
        raise checks.bad("hypotheses", hypotheses, "rows of masses that add up to 1, such as '1/2,1/2;1/4,3/4'")
    table = tuple(tuple(_mass(entry) for entry in row) for row in value)
    if any(len(row) != len(table[0]) for row in table):
        raise checks.bad("hypotheses", hypotheses, "rows of the same length")
    for row in table:
        if sum(row) != 1:
            raise checks.bad("a row of hypotheses", [str(entry) for entry in row], "masses that add up to exactly 1")
    return table


def _is_sequence(value: object) -> bool:
    """Whether it is a list or an array, and no text."""
    if isinstance(value, np.ndarray):
        return value.ndim > 0
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def _mass(entry: object) -> Fraction:
    """One mass as the rational that it is."""
    expected = "a rational in [0, 1], such as Fraction(1, 3) or '1/3'"
    if isinstance(entry, str):
        if not _NUMBER.fullmatch(entry) or len(entry) > checks.LARGEST_EXPONENT // 2:
            raise checks.bad("a mass of hypotheses", entry, expected)
        try:
            exact = Fraction("".join(entry.split()))
        except ZeroDivisionError:
            raise checks.bad("a mass of hypotheses", entry, expected) from None
    else:
        exact = checks.real(entry, "a mass of hypotheses", expected)
    if not 0 <= exact <= 1:
        raise checks.bad("a mass of hypotheses", entry, expected)
    return exact


def exact_clipping(table: Table, *, rounds: int, calibration: str = "corrected") -> Clipping:
    """The shares for a table of fractions: exact ceilings.

    Raises:
        ValueError: an argument is outside its domain; "printed" and a label that no hypothesis allows.
    """
    length = checks.integer(rounds, "rounds", low=1, high=MOST_ROUNDS)
    printed = is_printed(calibration)
    maxima = [max(column) for column in zip(*table, strict=True)]
    if printed and 0 in maxima:
        raise _impossible(maxima.index(Fraction(0)))
    sizes = [max(1, math.ceil(len(maxima) * most)) for most in maxima]
    return Clipping(np.array(sizes, np.int64), length)


def is_printed(calibration: object) -> bool:
    """Whether the calibration is "printed" rather than "corrected"."""
    if not isinstance(calibration, str) or calibration not in CALIBRATIONS:
        raise checks.bad("calibration", calibration, "'corrected' or 'printed'")
    return calibration == "printed"


def _impossible(label: int) -> ValueError:
    """As printed, an impossible label has an empty share."""
    return ValueError(f"hypotheses: label {label} has no mass in any row: expected some for calibration='printed'")


# Classes of floats, in blocks.


def as_blocks(hypotheses: Blocks) -> Iterable[Block]:
    """A table as one block; blocks as they are."""
    return [hypotheses] if isinstance(hypotheses, np.ndarray) else hypotheses


def row_tolerance(rounds: int) -> float:
    """How far from 1 a row of floats may add up: so little that the sensitivity log((K + 1) T) still holds."""
    return min(2.0**-20, 1 / (2 * rounds))


def clipping(hypotheses: Blocks, *, rounds: int, calibration: str = "corrected") -> Clipping:
    """The shares for a table of floats; the sizes are the ceilings of M max f_j[y], lowered by a relative 2^-40.

    Args:
        hypotheses: the K x M table as an array, or as blocks of rows, of which one at a time is asked for.
        rounds: T, 1 or more.
        calibration: "corrected", or "printed", which refuses a label that has no mass in any row.

    Raises:
        ValueError: an argument is outside its domain.
    """
    length = checks.integer(rounds, "rounds", low=1, high=MOST_ROUNDS)
    printed = is_printed(calibration)
    maxima = _column_maxima(as_blocks(hypotheses), row_tolerance(length))
    if printed and not maxima.all():
        raise _impossible(int(maxima.argmin()))
    sizes = np.ceil(maxima * len(maxima) * (1 - SHAVE)).astype(np.int64)
    return Clipping(np.maximum(sizes, 1), length)


def _column_maxima(blocks: Iterable[Block], tolerance: float) -> Floats:
    """The largest mass of each label, while each row is checked."""
    maxima: Floats | None = None
    for block in blocks:
        _check_shape(block, None if maxima is None else len(maxima))
        if maxima is None:
            maxima = np.zeros(block.shape[1])
        step = max(1, CHUNK // len(maxima))
        for start in range(0, len(block), step):
            rows = block[start : start + step]
            _check_rows(rows, tolerance)
            np.maximum(maxima, rows.max(axis=0), out=maxima)
    if maxima is None:
        raise checks.bad("hypotheses", [], "at least one block of rows")
    return maxima


def _check_shape(block: Any, labels: int | None) -> None:
    """A matrix of floats with as many columns as the blocks before."""
    fits = isinstance(block, np.ndarray) and block.ndim == 2 and block.dtype.kind == "f" and block.size > 0
    if not fits or labels not in (None, block.shape[1]) or block.shape[1] > MOST_LABELS:
        columns = "one column or more" if labels is None else f"{labels} columns"
        raise checks.bad("hypotheses", block, f"matrices of floats with a row or more and {columns}")


def _check_rows(rows: Block, tolerance: float) -> None:
    """Each row is a distribution; NaN is in no range."""
    with np.errstate(invalid="ignore", over="ignore"):  # infinity less infinity
        sums = rows @ np.ones(rows.shape[1])
    good = np.abs(sums - 1) <= tolerance
    if not good.all():
        total = float(sums[int(good.argmin())])
        raise checks.bad("the sum of a row of hypotheses", total, f"1 within {tolerance:.3g}")
    if not rows.min() >= 0:
        raise checks.bad("a mass of hypotheses", float(rows.min()), "a number in [0, 1]")


def mixture(weights: Floats, hypotheses: Blocks) -> Floats:
    """The sum over j of w_j f_j[y] for each label y: one pass over the table, which is not checked again.

    Args:
        weights: one a row of the table.
        hypotheses: the K x M table as an array, or as blocks of rows, of which one at a time is asked for.

    Raises:
        ValueError: there are more or fewer rows than weights.
    """
    count, mixed = 0, None
    for block in as_blocks(hypotheses):
        _check_shape(block, None if mixed is None else len(mixed))
        part = _weighted_rows(weights[count : count + len(block)], block)
        count += len(block)
        mixed = part if mixed is None else mixed + part
    if mixed is None or count != len(weights):
        raise checks.bad("the number of rows of hypotheses", count, f"{len(weights)}, one for each weight")
    return mixed


def _weighted_rows(weights: Floats, block: Block) -> Floats:
    """The weighted sum of as many rows as there are weights; rows of other types than double in chunks of doubles."""
    if block.dtype == np.float64:
        whole: Floats = weights @ block[: len(weights)]
        return whole
    step = max(1, CHUNK // block.shape[1])
    mixed = np.zeros(block.shape[1])
    for start in range(0, len(weights), step):
        rows = slice(start, start + step)
        mixed += weights[rows] @ np.asarray(block[rows], np.float64)
    return mixed


# The mechanism.


def label_clipping(
    data: int,
    *,
    size: int,
    rng: np.random.Generator,
    hypotheses: Hypotheses,
    rounds: int,
    calibration: str = "corrected",
) -> Integers:
    """`size` clipped labels h(y), in range(N').

    Args:
        data: the label y, in range(M).
        size: the number of outputs.
        rng: the source of randomness.
        hypotheses: the K x M table of masses; as a string, "1/2,1/2;1/4,3/4".
        rounds: T, 1 or more.
        calibration: "corrected", or "printed", which refuses a label that has no mass in any row.

    Raises:
        ValueError: an argument is outside its domain.
    """
    count = checks.sample_size(size)
    checks.generator(rng)
    shares = exact_clipping(read_hypotheses(hypotheses), rounds=rounds, calibration=calibration)
    label = checks.integer(data, "data", low=0, high=shares.labels - 1)
    return in_blocks(lambda n: shares.clip(np.full(n, label), rng), count)
