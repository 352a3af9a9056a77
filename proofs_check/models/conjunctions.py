"""The class of the lecture notes' example: the ANDs of all subsets of six bits, and the two tables of examples.

A setting is a subset, written as the number S of six binary digits that are 1 where it holds a bit, r_1 the leading
one. There are 64, so what holds in each of them is proved. A row of a table is r_1 ... r_6 and the label.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from dpassay.exact import require
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference.private_pac import Parameters, concepts, conjunction, score, truth_tables

DIMENSION: Final = 6
SUBSETS: Final = 1 << DIMENSION
EVERYTHING: Final = SUBSETS - 1
FIRST_TABLE: Final = truth_tables("0010111,0000000,0000101", "table")
SECOND_TABLE: Final = truth_tables("0010110,0101100,1000100,1101000,0001000", "table")


@dataclass(frozen=True)
class Subset:
    """A set of bits."""

    digits: int

    def __post_init__(self) -> None:
        """Check the domain."""
        expected = f"a whole number from 0 to {EVERYTHING}"
        require(type(self.digits) is int and 0 <= self.digits <= EVERYTHING, "digits", self.digits, expected)


def subsets() -> Iterator[Subset]:
    """All of them."""
    return map(Subset, range(SUBSETS))


@cache
def mistakes(table: tuple[tuple[int, ...], ...], digits: int) -> int:
    """How many rows of the table the AND of the subset gets wrong."""
    return -score(table, concepts(Parameters.read(epsilon=1, dimension=DIMENSION))[digits])


@cache
def consistent(table: tuple[tuple[int, ...], ...]) -> int:
    """How many subsets agree with every row."""
    return sum(mistakes(table, digits) == 0 for digits in range(SUBSETS))


@cache
def agreement(digits: int) -> Fraction:
    """Pr over uniform r that the AND of the subset is that of all six bits."""
    agree = sum(conjunction(digits, r) == conjunction(EVERYTHING, r) for r in range(SUBSETS))
    return Fraction(agree, SUBSETS)


CONJUNCTIONS: Final = Model(
    "ANDs of six bits",
    parameters={"S": "integer, 0 <= S, S <= 63"},
    quantities={
        "size": Named(lambda subset: subset.digits.bit_count(), range="integer"),
        "first": Named(lambda subset: mistakes(FIRST_TABLE, subset.digits), range="integer"),
        "second": Named(lambda subset: mistakes(SECOND_TABLE, subset.digits), range="integer"),
        "several": Named(lambda _: consistent(SECOND_TABLE), range="integer"),
        "agreement": Named(lambda subset: agreement(subset.digits)),
    },
    settings=subsets,
    read=lambda subset: {"S": Fraction(subset.digits)},
    finite=True,
)
