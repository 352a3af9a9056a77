"""Private PAC learning: choose a hypothesis with probability proportional to e^(-eps mistakes / 2).

Source: lecture notes on private PAC learning and multiplicative weights, section 1 (after chapter 11 of Dwork and Roth,
"The algorithmic foundations of differential privacy"): the exponential mechanism whose score u(x, h) is minus the
number of rows of x that the hypothesis h gets wrong.

An input of d bits r_1 ... r_d is the number whose binary digits they are, r_1 the most significant. The default class
C is that of the notes, the ANDs of all subsets S of the bits; S is the number with the digits 1 where it holds a bit,
so that f_S(r) = 1 exactly where r & S == S, and the empty AND is 1 everywhere.

The notes print "D is the uniform distribution over {0, 1}^n": d bits are meant. Theorem 1 and the bound on the private
mechanism are claims about n i.i.d. rows; ``bad_consistent_probability`` and ``failure_probability`` are the numbers
that they bound. The notes' steps to them are printed with "<" for every class, which fails where BAD is empty (0 < 0);
the conclusions, which are sums over all of C, hold all the same.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from itertools import product
from math import comb
from typing import TypeAlias

from dpassay.exact import (
    Budget,
    Dist,
    Number,
    Real,
    as_fraction,
    as_integer,
    as_positive_integer,
    as_real,
    exp,
    require,
)
from dpassay.exact.dist import total
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
    """(eps, 0) for databases that differ in one row: the score has sensitivity 1."""
    return Guarantee("replace_one", parameters.budget)


# What the notes say of scores


def consistent_hypotheses(data: Sequence[Row], parameters: Parameters) -> tuple[int, ...]:
    """Return the indices of the hypotheses with h(x_i) = y_i for all i."""
    rows = check_data(data, parameters)
    return tuple(index for index, hypothesis in enumerate(concepts(parameters)) if score(rows, hypothesis) == 0)


def sensitivity(parameters: Parameters, rows: int = 1) -> int:
    """Return the largest |u(x, h) - u(x', h)| over all h and all neighbors x, x' of so many rows, by trying them all.

    That is |C| rows 2^((d + 1)(rows + 1)) steps: for small d.
    """
    n = as_positive_integer(rows, "rows")
    every_row = list(product((0, 1), repeat=parameters.dimension + 1))
    return max(
        abs(score(x, hypothesis) - score((*x[:i], replacement, *x[i + 1 :]), hypothesis))
        for x in product(every_row, repeat=n)
        for i in range(n)
        for replacement in every_row
        for hypothesis in concepts(parameters)
    )


# How accurate a hypothesis is, over inputs r from a distribution D


def error(hypothesis: Concept, target: Concept, distribution: Dist[int]) -> Number:
    """Pr over r from D of [h(r) != f(r)]."""
    return distribution.probability(lambda r: hypothesis(r) != target(r))


def bad_hypotheses(parameters: Parameters, target: Concept, distribution: Dist[int], alpha: object) -> tuple[int, ...]:
    """BAD: the indices of the hypotheses with an error above alpha."""
    _check_distribution(distribution, parameters)
    a = _as_alpha(alpha)
    return tuple(i for i, h in enumerate(concepts(parameters)) if error(h, target, distribution) > a)


def bad_consistent_probability(
    parameters: Parameters, target: Concept, distribution: Dist[int], rows: int, alpha: object
) -> Number:
    """Pr over n rows (r, f(r)), r i.i.d. from D, that some h in BAD is consistent with all of them: Theorem 1's number.

    Row after row, only the hypotheses that agree with it stay: the law of the set of those that are left.
    """
    bad, h = bad_hypotheses(parameters, target, distribution, alpha), concepts(parameters)
    agreeing = distribution.map(lambda r: frozenset(i for i in bad if h[i](r) == target(r)))
    left = Dist.point(frozenset(bad))
    for _ in range(_as_rows(rows)):
        left = left.bind(lambda still: agreeing.map(still.intersection))
    return left.probability(bool)


def mistakes_law(parameters: Parameters, target: Concept, distribution: Dist[int], rows: int) -> Dist[Bits]:
    """The exact law of (-u(x, h) for each h), over n rows (r, f(r)), r i.i.d. from D.

    A row counts only through the hypotheses that it shows to be wrong. Of the rows not yet placed, a binomial number
    have the first such pattern, of the rest a binomial number the second, and so on: no sequence is enumerated.
    """
    _check_distribution(distribution, parameters)
    class_ = concepts(parameters)
    patterns = distribution.map(lambda r: tuple(int(h(r) != target(r)) for h in class_))
    states: dict[tuple[int, Bits], Number] = {(_as_rows(rows), (0,) * len(class_)): Fraction(1)}
    for pattern, mass in patterns.items():
        placed: dict[tuple[int, Bits], Number] = {}
        for (left, mistakes), weight in states.items():
            for count in range(left + 1):
                state = left - count, tuple(m + count * wrong for m, wrong in zip(mistakes, pattern, strict=True))
                ways = weight * comb(left, count) * mass**count
                placed[state] = placed.get(state, Fraction(0)) + ways
        states = placed
    return Dist({mistakes: weight for (left, mistakes), weight in states.items() if left == 0})


def failure_probability(
    parameters: Parameters, target: Concept, distribution: Dist[int], rows: int, alpha: object
) -> Number | Real:
    """Pr over n rows (r, f(r)), r i.i.d. from D, and over the mechanism, that the chosen h has an error above alpha.

    Exact: a ``Fraction`` where e^(eps / 2) and D are rational, else a ``Real``.
    """
    bad = bad_hypotheses(parameters, target, distribution, alpha)
    outcomes: dict[tuple[Bits, Bits], Number] = {}
    for mistakes, weight in mistakes_law(parameters, target, distribution, rows).items():
        kind = _by_goodness(mistakes, bad)  # the order among the good, and among the bad, does not matter
        outcomes[kind] = outcomes.get(kind, Fraction(0)) + weight
    return _enclosed_total([weight * _bad_share(kind, parameters) for kind, weight in outcomes.items()])


def _by_goodness(mistakes: Bits, bad: Sequence[int]) -> tuple[Bits, Bits]:
    good = (m for index, m in enumerate(mistakes) if index not in bad)
    return tuple(sorted(good)), tuple(sorted(mistakes[index] for index in bad))


def _bad_share(kind: tuple[Bits, Bits], parameters: Parameters) -> Number:
    """The probability that the mechanism chooses a bad hypothesis, given the mistakes of the good and of the bad."""
    good, bad = (total(parameters.budget.exp(Fraction(-m, 2)) for m in mistakes) for mistakes in kind)
    return bad / (good + bad)


def _enclosed_total(terms: Sequence[Number]) -> Number | Real:
    """Return the sum; where a term is irrational an enclosure, because a common denominator would be enormous."""
    if all(isinstance(term, Fraction) for term in terms):
        return total(terms)
    balls = [as_real(term) for term in terms]
    return Real(lambda: reduce(operator.add, (ball.evaluate() for ball in balls)))


def _as_alpha(alpha: object) -> Fraction:
    a = as_fraction(alpha, "alpha")
    require(0 <= a <= 1, "alpha", alpha, "a number in [0, 1]")
    return a


def _as_rows(rows: object) -> int:
    n = as_integer(rows, "rows")
    require(n >= 0, "rows", rows, "a whole number of at least 0")
    return n


def _check_distribution(distribution: Dist[int], parameters: Parameters) -> None:
    for r in distribution.outcomes:
        require(r in parameters.inputs, "distribution", f"on {r!r}", f"inputs in range({1 << parameters.dimension})")


# What the notes bound these by


def consistency_bound(parameters: Parameters, rows: int, alpha: object) -> Fraction:
    """|C| (1 - alpha)^n, above ``bad_consistent_probability``; the notes go on to e^(ln|C| - alpha n), larger still."""
    return _size(parameters) * (1 - _as_alpha(alpha)) ** _as_rows(rows)


def failure_bound(parameters: Parameters, rows: int, alpha: object) -> Number:
    """|C| e^(-eps alpha n / 4) + |C| e^(-alpha^2 n / 2), above ``failure_probability``."""
    n, a = _as_rows(rows), _as_alpha(alpha)
    return _size(parameters) * (parameters.budget.exp(-a * n / 4) + exp(-(a**2) * n / 2))


explain_failures(__name__)
