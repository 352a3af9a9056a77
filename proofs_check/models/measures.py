"""The measures of L2P on two sequences of losses, as Assumption 3.1 has them: one factor a loss and a model.

A setting is the first measure, a table of factors, a row a loss, and two sequences of losses, by their numbers from 0.
Both are any sequences; see ``neighboring_measures`` for those that differ in one round. ``w(g, t, i)`` is the measure
of model i in round t of sequence g, 1 or 2, ``mu(g, t, i)`` the normalized one, and ``func(g, t, i)`` the factor of
the loss of round t. ``differ(t)`` is 1 where the sequences have different losses in round t, else 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Weights = tuple[Fraction, ...]


@dataclass(frozen=True)
class Sequences:
    """A positive weight a model, a row of positive factors a loss, and two sequences of as many losses."""

    start: Weights
    factors: tuple[Weights, ...]
    first: tuple[int, ...]
    second: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.start or any(len(row) != len(self.start) for row in self.factors):
            raise ValueError(f"factors = {self.factors}: expected as many in a row as there are models")
        if min(*self.start, *(factor for row in self.factors for factor in row)) <= 0:
            raise ValueError(f"start, factors = {self.start}, {self.factors}: expected positive numbers")
        if len(self.first) != len(self.second) or not self.first:
            raise ValueError(f"first, second = {self.first}, {self.second}: expected as many losses, at least one")
        if not set(self.first + self.second) <= set(range(len(self.factors))):
            raise ValueError(f"first, second = {self.first}, {self.second}: expected numbers of rows of factors")

    def losses(self, which: int) -> tuple[int, ...]:
        """The numbers of the losses of sequence 1 or 2."""
        return (self.first, self.second)[which - 1]


def weight(s: Sequences, g: int, t: int, i: int) -> Fraction:
    """The measure of model i before the loss of round t."""
    return s.start[i - 1] * prod((s.factors[k][i - 1] for k in s.losses(g)[: t - 1]), start=Fraction(1))


def whole(s: Sequences, g: int, t: int) -> Fraction:
    """The sum of the measure over all models."""
    return sum((weight(s, g, t, i) for i in range(1, len(s.start) + 1)), Fraction(0))


def settings() -> Iterator[Sequences]:
    """One to three models, two to four rounds; two losses, or three."""
    half, third = Fraction(1, 2), Fraction(1, 3)
    two = ((Fraction(1), half), (Fraction(3, 4), Fraction(2)))
    three = ((Fraction(1), half, third), (third, Fraction(2), Fraction(1)), (Fraction(5), half, Fraction(3, 4)))
    yield Sequences((half,), ((Fraction(3),), (third,)), (0, 1), (1, 1))
    for first, second in (((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0, 0), (0, 0, 1)), ((1, 1), (1, 1))):
        yield Sequences((half, half), two, first, second)
    yield Sequences((half, third, Fraction(1)), three, (0, 2, 1, 0), (1, 2, 1, 2))


def read(s: Sequences) -> dict[str, Any]:
    """T and d."""
    return {"T": Fraction(len(s.first)), "d": Fraction(len(s.start))}


GAME: Final = {"g": "integer, 1 <= g, g <= 2"}
ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
MODEL: Final = {"i": "integer, 1 <= i, i <= d"}
AT: Final = {**GAME, **ROUND, **MODEL}
MEASURES: Final = Model(
    "measures with a factor a loss",
    parameters={"T": "integer, 1 <= T", "d": "integer, 1 <= d"},
    variables={
        **GAME,
        **MODEL,
        "j": "integer, 1 <= j, j <= d",
        "k": "integer, 1 <= k, k <= T",
        "t": "integer, 1 <= t, t <= T - 1",
    },
    quantities={
        "w": Named(weight, AT, range="positive"),
        "Z": Named(whole, {**GAME, **ROUND}, range="positive"),
        "mu": Named(lambda s, g, t, i: weight(s, g, t, i) / whole(s, g, t), AT, range="positive"),
        "func": Named(lambda s, g, t, i: s.factors[s.losses(g)[t - 1]][i - 1], AT, range="positive"),
        "differ": Named(lambda s, t: int(s.first[t - 1] != s.second[t - 1]), ROUND, range="at least 0"),
    },
    facts={
        "one factor a loss": "w(g, t + 1, i) = func(g, t, i)*w(g, t, i)",
        "normalized": "mu(g, k, i) = w(g, k, i)/Z(g, k)",
        "equal losses have equal factors": "[differ(t) <= 0]*(func(1, t, i) - func(2, t, i)) = 0",
    },
    settings=settings,
    read=read,
)
