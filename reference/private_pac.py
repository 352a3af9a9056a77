"""Private PAC learning: choose a hypothesis with probability proportional to e^(-eps mistakes / 2).

Source: lecture notes on private PAC learning and multiplicative weights, section 1 (after chapter 11 of Dwork and Roth,
"The algorithmic foundations of differential privacy"): the exponential mechanism whose score u(x, h) is minus the
number of rows of x that the hypothesis h gets wrong.

An input of d bits r_1 ... r_d is the number whose binary digits they are, r_1 the most significant. The default class
C is that of the notes, the ANDs of all subsets S of the bits; S is the number with the digits 1 where it holds a bit,
so that f_S(r) = 1 exactly where r & S == S, and the empty AND is 1 everywhere.

The notes print "D is the uniform distribution over {0, 1}^n": d bits are meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from typing import TypeAlias

from dpassay.exact import (
    Budget,
    Dist,
    as_integer,
    as_positive_integer,
    require,
)
from dpassay.exact.entrance import explain_failures
from dpassay.reference import exponential
from dpassay.reference.mechanism import Guarantee, MechanismParameters, parameter

NAME = "private_pac"
SUMMARY = "choose a hypothesis, the likelier the fewer its mistakes"
DATA = "the rows of the database, apart by commas: each the input bits and the label, such as 001,111 in dimension 2"
EXAMPLE = {"epsilon": "1", "dimension": "2"}
SENSITIVITY = Fraction(1)
MOST_BITS = 16
"""The dimension is at most this: a law lists 2^16 hypotheses, a truth table 2^16 bits."""
_OTHER_ROWS_IN_NEIGHBORS = 3

Bits: TypeAlias = tuple[int, ...]
Row: TypeAlias = Bits
"""r_1, ..., r_d and the label."""
Concept: TypeAlias = Callable[[int], int]
"""A function from inputs, as numbers, to labels."""


def truth_tables(value: object, name: str) -> tuple[Bits, ...]:
    """Return truth tables, given as a sequence or as one comma-separated string; entry r is the label of input r."""
    listed = _parts(value, name, "truth tables, one a hypothesis")
    require(bool(listed), name, repr(value), "at least one truth table")
    return tuple(_bits(table, f"{name}[{index}]") for index, table in enumerate(listed))


def _parts(value: object, name: str, what: str) -> Sequence[object]:
    """Return the entries of a sequence, or of a comma-separated string ("" has none)."""
    if isinstance(value, str):
        return [part.strip() for part in value.split(",")] if value.strip() else []
    if not isinstance(value, list | tuple):
        raise ValueError(f"{name} = {value!r}: expected a sequence of {what}, or a comma-separated string")
    return value


def _bits(value: object, name: str) -> Bits:
    """Return bits given as a string or a sequence."""
    if not isinstance(value, str | list | tuple):
        raise ValueError(f"{name} = {value!r}: expected a string or a sequence of bits")
    bits = tuple(as_integer(bit, f"{name}[{index}]") for index, bit in enumerate(value))
    for index, bit in enumerate(bits):
        require(bit in (0, 1), f"{name}[{index}]", bit, "a bit, 0 or 1")
    return bits


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of the private PAC learner."""

    budget: Budget
    dimension: int = parameter(as_positive_integer, f"the number d of input bits, from 1 to {MOST_BITS}")
    hypotheses: tuple[Bits, ...] | None = parameter(
        truth_tables,
        "the truth tables of the class, such as 0011,0101; if absent the ANDs of all subsets",
        optional=True,
    )

    def __post_init__(self) -> None:
        """Check the domains."""
        MechanismParameters.__post_init__(self)
        require(self.dimension <= MOST_BITS, "dimension", self.dimension, f"at most {MOST_BITS}")
        for index, table in enumerate(self.hypotheses or ()):
            expected = f"a table of {1 << self.dimension} bits, one for each input"
            require(len(table) == 1 << self.dimension, f"hypotheses[{index}]", f"of {len(table)} bits", expected)

    @property
    def inputs(self) -> range:
        """The inputs, as numbers."""
        return range(1 << self.dimension)


# The class C


def concepts(parameters: Parameters) -> tuple[Concept, ...]:
    """Return the hypotheses as functions, by their index."""
    if parameters.hypotheses is None:
        return tuple(partial(conjunction, subset) for subset in parameters.inputs)
    return tuple(table.__getitem__ for table in parameters.hypotheses)


def conjunction(subset: int, r: int) -> int:
    """f_S(r), the AND of the bits in S."""
    return int(r & subset == subset)


# The mechanism


def check_data(data: object, parameters: Parameters) -> tuple[Row, ...]:
    """Return the rows, each r_1, ..., r_d and the label; also read from a string such as "0010111,0000000"."""
    rows = tuple(_bits(row, f"data[{index}]") for index, row in enumerate(_parts(data, "data", "rows of bits")))
    for index, row in enumerate(rows):
        expected = f"{parameters.dimension} input bits and a label"
        require(len(row) == parameters.dimension + 1, f"data[{index}]", f"of {len(row)} bits", expected)
    return rows


def input_of(row: Row) -> int:
    """Return x_i, as a number."""
    return reduce(lambda number, bit: 2 * number + bit, row[:-1], 0)


def label_of(row: Row) -> int:
    """Return y_i."""
    return row[-1]


def score(data: Sequence[Row], hypothesis: Concept) -> int:
    """u(x, h) = -|{i: h(x_i) != y_i}|."""
    return -sum(hypothesis(input_of(row)) != label_of(row) for row in data)


def law(data: Sequence[Row], parameters: Parameters) -> Dist[int]:
    """The exact law of the index of the chosen hypothesis: proportional to e^(eps u(x, h) / 2)."""
    rows = check_data(data, parameters)
    scores = tuple(Fraction(score(rows, hypothesis)) for hypothesis in concepts(parameters))
    return exponential.law(scores, exponential.Parameters(parameters.budget, SENSITIVITY))


def are_neighbors(first: Sequence[Row], second: Sequence[Row], parameters: Parameters) -> bool:  # noqa: ARG001  # one signature for all
    """Neighbors have equally many rows, and differ in at most one."""
    return len(first) == len(second) and sum(x != y for x, y in zip(first, second, strict=True)) <= 1


def neighbors(parameters: Parameters) -> Iterator[tuple[tuple[Row, ...], tuple[Row, ...]]]:
    """One row with its label flipped, beside other rows first and then alone.

    The row's input divides the class most unevenly, and its label says that the few are wrong; the flip moves their
    scores up and all others' down. That loses nearly all of the budget where they are unlikely: they are few, and the
    other rows speak against them, but for a last row that shows in which order the bits are read.
    """
    r, few = _most_uneven(parameters)
    many, flipped = _row(r, 1 - few, parameters), _row(r, few, parameters)
    others = (many,) * _OTHER_ROWS_IN_NEIGHBORS + (
        _row(1, int(2 * _ones(1, parameters) > _size(parameters)), parameters),
    )
    yield (many, *others), (flipped, *others)
    yield (many,), (flipped,)


def _row(r: int, label: int, parameters: Parameters) -> Row:
    return (*(int(digit) for digit in f"{r:0{parameters.dimension}b}"), label)


def _size(parameters: Parameters) -> int:
    """|C|."""
    return len(concepts(parameters))


def _ones(r: int, parameters: Parameters) -> int:
    """How many hypotheses are 1 at r."""
    return sum(h(r) for h in concepts(parameters))


def _most_uneven(parameters: Parameters) -> tuple[int, int]:
    """Return the input whose two labels divide the class most unevenly, neither empty, and the label of the few."""
    if parameters.hypotheses is None:
        return 0, 1  # the empty AND against all others
    size = _size(parameters)
    sides = {(r, 1): _ones(r, parameters) for r in parameters.inputs}
    sides |= {(r, 0): size - ones for (r, _), ones in sides.items()}
    split = {place: count for place, count in sides.items() if 0 < count < size}
    return min(split or sides, key=sides.__getitem__)


def guarantee(parameters: Parameters) -> Guarantee:
    """(eps, 0) for databases that differ in one row: the score has sensitivity 1 (LEC-06)."""
    return Guarantee("replace_one", parameters.budget)


explain_failures(__name__)
