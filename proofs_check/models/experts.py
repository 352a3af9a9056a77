"""Prediction with experts: any algorithm that chooses one expert a round, on rewards that are fixed in advance.

A setting is a matrix of rewards in [0, 1] and the law of the choices of all rounds, whatever they come from. An
outcome is a transcript, the choices of all rounds; rounds and experts are numbered from 1. ``chosen(t, i)`` is 1 where
expert i is chosen in round t and 0 elsewhere, ``g(t)`` is the reward that is collected and ``best`` the largest total
of one expert.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Transcript = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Choices:
    """A row of rewards for each round, and the law of the choices."""

    rewards: tuple[tuple[Fraction, ...], ...]
    law: Mapping[Transcript, Fraction]

    def __post_init__(self) -> None:
        experts = len(self.rewards[0]) if self.rewards else 0
        if not experts or any(len(row) != experts for row in self.rewards):
            raise ValueError(f"rewards = {self.rewards}: expected a row a round, and a number an expert")
        if not all(0 <= reward <= 1 for row in self.rewards for reward in row):
            raise ValueError(f"rewards = {self.rewards}: expected numbers in [0, 1]")
        if sum(self.law.values()) != 1 or min(self.law.values()) < 0 or not set(self.law) <= set(self.transcripts):
            raise ValueError(f"law = {self.law}: expected probabilities of transcripts")

    @property
    def transcripts(self) -> tuple[Transcript, ...]:
        """All sequences of choices."""
        return tuple(product(range(1, len(self.rewards[0]) + 1), repeat=len(self.rewards)))

    def best(self) -> Fraction:
        """The largest total of one expert."""
        return max(sum(column, Fraction(0)) for column in zip(*self.rewards, strict=True))


def matrix(*rows: tuple[int | Fraction, ...]) -> tuple[tuple[Fraction, ...], ...]:
    """A matrix of exact numbers."""
    return tuple(tuple(map(Fraction, row)) for row in rows)


def settings() -> Iterator[Choices]:
    """One expert, and two and three of them; sure choices, and random ones that depend on each other."""
    yield Choices(matrix((1,), (0,)), {(1, 1): Fraction(1)})
    yield Choices(matrix((0, 1), (1, 0)), {(2, 1): Fraction(1)})
    yield Choices(matrix((0, 1), (1, Fraction(1, 2))), {(1, 1): Fraction(1, 3), (2, 2): Fraction(2, 3)})
    yield from equal_settings()


def equal_settings() -> Iterator[Choices]:
    """Experts that all earn the same."""
    for rows in (((1, 1),), ((Fraction(1, 2),) * 3, (1, 1, 1))):
        transcripts = tuple(product(range(1, len(rows[0]) + 1), repeat=len(rows)))
        weights = [Fraction(k + 1) for k in range(len(transcripts))]
        yield Choices(matrix(*rows), {y: w / sum(weights) for y, w in zip(transcripts, weights, strict=True)})


def is_chosen(_: Choices, t: int, i: int, transcript: Transcript) -> Fraction:
    """1 where an expert is chosen in a round, and 0 elsewhere."""
    return Fraction(int(transcript[t - 1] == i))


def read(choices: Choices) -> dict[str, Any]:
    """T and K."""
    return {"T": Fraction(len(choices.rewards)), "K": Fraction(len(choices.rewards[0]))}


EXPERT: Final = {"i": "integer, 1 <= i, i <= K"}
ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
EXPERTS: Final = Model(
    "any choices among experts",
    parameters={"T": "integer, 1 <= T", "K": "integer, 1 <= K"},
    variables={**ROUND, **EXPERT},
    quantities={
        "P": Named(lambda choices: choices.law, space="transcript", law=True),
        "r": Named(lambda choices, t, i: choices.rewards[t - 1][i - 1], {**ROUND, **EXPERT}, range="at least 0"),
        "chosen": Named(
            is_chosen,
            {**ROUND, **EXPERT},
            "transcript",
            range="at least 0",
        ),
        "g": Named(lambda choices, t, transcript: choices.rewards[t - 1][transcript[t - 1] - 1], ROUND, "transcript"),
        "best": Named(Choices.best),
    },
    facts={
        "one is chosen": "sum(chosen(t, i), i, 1, K) = 1",
        "collected": "g(t) = sum(chosen(t, i)*r(t, i), i, 1, K)",
        "no expert is better": "sum(r(t, i), t, 1, T) <= best",
    },
    settings=settings,
    read=read,
    outcomes={"transcript": lambda choices: choices.transcripts},
)
EQUAL: Final = EXPERTS.narrowed(
    "any choices among experts that all earn the same", {"equal": "r(t, i) = r(t, 1)"}, equal_settings
)
