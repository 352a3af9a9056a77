"""Label clipping of one round to the letter of (3) to (5): label y owns the ceiling of M max_j f(j, y) integers.

That is none where no hypothesis gives it any probability. ``own(y, z)`` is the probability (4) that label y is answered
with integer z, 1/|S_y| for its own integers and 0 elsewhere, and ``h(y, z)`` is (5).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Class:
    """K laws on M labels, a row each, and the horizon T."""

    hypotheses: tuple[tuple[Fraction, ...], ...]
    rounds: int

    def __post_init__(self) -> None:
        shape = {len(row) for row in self.hypotheses}
        laws = all(sum(row) == 1 and not any(p < 0 for p in row) for row in self.hypotheses)
        if len(shape) != 1 or not laws or self.rounds < 1:
            raise ValueError(f"hypotheses, rounds = {self.hypotheses}, {self.rounds}: expected laws, and T >= 1")


def count(at: Class, label: int) -> Fraction:
    """|S_y|, labels from 1."""
    return Fraction((len(at.hypotheses[0]) * max(row[label - 1] for row in at.hypotheses)).__ceil__())


def total(at: Class) -> Fraction:
    """N'."""
    return sum((count(at, y) for y in range(1, len(at.hypotheses[0]) + 1)), Fraction(0))


def owns(at: Class, label: int, integer: int) -> bool:
    """Whether an integer is one of a label, both from 1: they stand in the order of the labels."""
    before = sum((count(at, y) for y in range(1, label)), Fraction(0))
    return before < integer <= before + count(at, label)


def answer(at: Class, label: int, integer: int) -> Fraction:
    """(4)."""
    return 1 / count(at, label) if owns(at, label, integer) else Fraction(0)


def astray(at: Class, label: int, integer: int) -> Fraction:
    """(5)."""
    return (1 - Fraction(1, at.rounds)) * answer(at, label, integer) + 1 / (at.rounds * total(at))


def settings() -> Iterator[Class]:
    """With labels that no hypothesis expects, and without."""
    half, third = Fraction(1, 2), Fraction(1, 3)
    for rounds in (1, 2, 5):
        yield Class(((Fraction(1), Fraction(0)),), rounds)
        yield Class(((third, 1 - third), (Fraction(1), Fraction(0))), rounds)
        yield Class(((Fraction(1), Fraction(0), Fraction(0)), (half, Fraction(0), half)), rounds)


ANSWER: Final = {"y": "integer, 1 <= y, y <= M", "z": "integer, 1 <= z, z <= N"}
PRINTED: Final = Model(
    "label clipping as printed",
    parameters={"K": "integer, 1 <= K", "M": "integer, 1 <= M", "N": "integer, 1 <= N", "T": "integer, 1 <= T"},
    variables=ANSWER,
    quantities={
        "b": Named(count, {"y": "integer, 1 <= y, y <= M"}, range="integer"),
        "own": Named(answer, ANSWER, range="at least 0"),
        "h": Named(astray, ANSWER, range="at least 0"),
    },
    facts={
        "integers": "N = sum(b(y), y, 1, M)",
        "astray": "h(y, z) = (1 - 1/T)*own(y, z) + 1/(T*N)",
    },
    settings=settings,
    read=lambda at: {
        "K": Fraction(len(at.hypotheses)),
        "M": Fraction(len(at.hypotheses[0])),
        "N": total(at),
        "T": Fraction(at.rounds),
    },
)
