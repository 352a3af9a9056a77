"""Weights that are multiplied by likelihoods with symmetric noise, for SIMA-36.

An outcome is, for each round, the label that is seen, the noises of all experts and the expert whose weight is updated
(0 for all, as in Algorithm 1). Noises are in units of log 2, so that e^Lap is a power of 2: each has a size, drawn from
finitely many, and a fair sign. ``flip(t, j)`` is the law given all but the sign of noise j of round t, and so given the
sizes: it is the same for noises of all other laws that are symmetric. ``w(t, j)`` is the weight of expert j before
round t, ``x(t, j)`` its noise, and ``G`` is 1 where the event happens: that all noises are at most c', or that some are
not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Round = tuple[int, tuple[int, ...], int]
Course = tuple[Round, ...]


@dataclass(frozen=True)
class NoisyGame:
    """Two rounds or one.

    Args:
        likelihoods: those of each label, a row an expert, above 0.
        law: the law of the label.
        sizes: the sizes that each noise may have, a row a round and a tuple an expert, above 0.
        most: c', in units of log 2.
        good: whether the event is that all noises are at most c'.
        one_at_a_time: whether one expert is drawn and updated in each round, as in Algorithm 2.
    """

    likelihoods: tuple[tuple[Fraction, ...], ...]
    law: tuple[Fraction, ...]
    sizes: tuple[tuple[tuple[int, ...], ...], ...]
    most: int = 1
    good: bool = True
    one_at_a_time: bool = False

    def __post_init__(self) -> None:
        if any(p <= 0 for row in self.likelihoods for p in row) or sum(self.law) != 1 or min(self.law) < 0:
            raise ValueError(f"likelihoods, law = {self.likelihoods}, {self.law}: expected positive ones, and a law")
        if any(len(row) != len(self.likelihoods) for row in self.sizes) or not self.sizes:
            raise ValueError(f"sizes = {self.sizes}: expected sizes for {len(self.likelihoods)} experts in each round")
        if any(size < 1 for row in self.sizes for sizes in row for size in sizes):
            raise ValueError(f"sizes = {self.sizes}: expected numbers of at least 1")

    @property
    def experts(self) -> int:
        """K."""
        return len(self.likelihoods)


def rounds_of(at: NoisyGame, t: int) -> dict[Round, Fraction]:
    """The law of what happens in a round, which does not depend on the others."""
    noises = [[sign * size for size in sizes for sign in (-1, 1)] for sizes in at.sizes[t - 1]]
    drawn = range(1, at.experts + 1) if at.one_at_a_time else (0,)
    ways = prod(len(values) for values in noises) * len(drawn)
    return {
        (label, values, j): mass / ways
        for label, mass in enumerate(at.law)
        if mass
        for values in product(*noises)
        for j in drawn
    }


@cache
def law(at: NoisyGame) -> Mapping[Course, Fraction]:
    """The law of all rounds."""
    every = [rounds_of(at, t).items() for t in range(1, len(at.sizes) + 1)]
    return {tuple(k for k, _ in course): prod((p for _, p in course), start=Fraction(1)) for course in product(*every)}


def flipped(_: NoisyGame, t: int, j: int, course: Course) -> Mapping[Course, Fraction]:
    """The law given all but the sign of one noise."""
    label, noises, drawn = course[t - 1]
    other = (label, (*noises[: j - 1], -noises[j - 1], *noises[j:]), drawn)
    return {course: Fraction(1, 2), (*course[: t - 1], other, *course[t:]): Fraction(1, 2)}


@cache
def weights(at: NoisyGame, past: Course) -> tuple[Fraction, ...]:
    """The weights after some rounds, of total 1."""
    grown = [Fraction(1)] * at.experts
    for label, noises, drawn in past:
        for j in range(at.experts):
            if drawn in {0, j + 1}:
                grown[j] *= at.likelihoods[j][label] * Fraction(2) ** noises[j]
    return tuple(weight / sum(grown) for weight in grown)


def happens(at: NoisyGame, course: Course) -> Fraction:
    """1 where the event happens."""
    small = all(abs(noise) <= at.most for _, noises, _ in course for noise in noises)
    return Fraction(int(small == at.good))


def settings() -> Iterator[NoisyGame]:
    """Two experts, one label or two, one or two rounds, both algorithms, the event and its complement."""
    even, sure = (Fraction(1, 2), Fraction(1, 2)), (Fraction(0), Fraction(1))
    rows = ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)))
    for good in (True, False):
        yield NoisyGame(rows, sure, (((1, 2), (1,)), ((1,), (1,))), good=good)
        yield NoisyGame(rows, even, (((1, 2), (1,)),), good=good)
    yield NoisyGame(rows, sure, (((1,), (1,)), ((1,), (1,))), one_at_a_time=True)


CELL: Final = {"t": "integer, 1 <= t, t <= T", "j": "integer, 1 <= j, j <= K"}
SIGNED: Final = Model(
    "weights with symmetric noise",
    parameters={"T": "integer, 1 <= T", "K": "integer, 1 <= K"},
    variables={**CELL, "i": "integer, 1 <= i, i <= K"},
    quantities={
        "P": Named(law, space="course", law=True),
        "flip": Named(flipped, CELL, "course", given="course", law=True, mean_of="P"),
        "w": Named(lambda at, t, j, course: weights(at, course[: t - 1])[j - 1], CELL, "course", range="at least 0"),
        "x": Named(lambda _, t, j, course: Fraction(course[t - 1][1][j - 1]), CELL, "course"),
        "G": Named(happens, space="course", range="at least 0"),
    },
    facts={
        "fair sign": "E(x(t, j), flip(t, j)) = 0",
        "weights do not depend on it": "E((w(t, j) - given(w(t, j)))**2, flip(t, j)) = 0",
        "nor does the event": "E((G - given(G))**2, flip(t, j)) = 0",
        "possible": "0 < E(G)",
    },
    settings=settings,
    read=lambda at: {"T": Fraction(len(at.sizes)), "K": Fraction(at.experts)},
    outcomes={"course": lambda at: list(law(at))},
)
