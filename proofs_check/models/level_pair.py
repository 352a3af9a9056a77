"""Multiplicative weights on the level pair: round 1 pays expert 1, or expert 2, and later rounds pay nobody.

A setting is the number T = n + 1 of rounds, 2 at least, and e^a > 1. ``x(k)`` is 1 where round k + 1 chooses expert
1, and -1 where it chooses expert 2. ``P`` and ``P2`` are the laws of the choices under the two first rows, ``F`` is
the law of fair choices, and ``p``, ``p2`` and ``f`` are the probabilities of a transcript under these; ``N(k)`` is F
given the first k signs. ``delta(e)`` is the least delta at e^e, and so at least what the event that the sum of all
signs reaches some b tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Final

from dpassay.exact import log
from dpassay.proofs_check.models.multiplicative_weights import Games, least_delta, round_laws
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Choices = tuple[int, ...]
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Level:
    """The number of rounds and e^a."""

    rounds: int
    growth: Fraction

    def __post_init__(self) -> None:
        if self.rounds < 2:
            raise ValueError(f"rounds = {self.rounds}: expected at least 2")
        if not self.growth > 1:
            raise ValueError(f"growth = {self.growth}: expected e^a above 1")

    @property
    def games(self) -> Games:
        """The two games."""
        later = ((ZERO, ZERO),) * (self.rounds - 1)
        return Games(((ONE, ZERO), *later), ((ZERO, ONE), *later), self.growth)


def transcripts(level: Level) -> Iterator[Choices]:
    """The choices of all rounds, experts numbered from 0 as in the reference."""
    return product(range(2), repeat=level.rounds)


def sign(_: Level, k: int, choices: Choices) -> Fraction:
    """1 where round k + 1 chooses the first expert, and -1 elsewhere."""
    return Fraction(1 - 2 * choices[k])


def probability(level: Level, which: int, choices: Choices) -> Any:
    """The probability of a transcript."""
    laws = round_laws(level.games, which)
    return prod((law.pmf(choice) for law, choice in zip(laws, choices, strict=True)), start=ONE)


def fair(level: Level, _: Choices) -> Fraction:
    """The probability of each transcript where choices are fair."""
    return Fraction(1, 2**level.rounds)


def _law(which: int) -> Named:
    def of(level: Level) -> Mapping[Choices, Any]:
        return {choices: probability(level, which, choices) for choices in transcripts(level)}

    return Named(of, space=SPACE, law=True)


def _fair_law(level: Level) -> Mapping[Choices, Fraction]:
    return {choices: fair(level, choices) for choices in transcripts(level)}


def _given(level: Level, k: int, past: Choices) -> Mapping[Choices, Fraction]:
    """The fair law given the choices of rounds 2 to k + 1."""
    alike = [choices for choices in transcripts(level) if choices[1 : k + 1] == past[1 : k + 1]]
    return dict.fromkeys(alike, Fraction(1, len(alike)))


def settings() -> Iterator[Level]:
    """Two to four rounds; the last ones with 12 T a^2 at most 1/192."""
    for rounds, growth in ((2, Fraction(2)), (3, Fraction(3, 2)), (2, Fraction(101, 100)), (4, Fraction(116, 115))):
        yield Level(rounds, growth)


def read(level: Level) -> dict[str, Any]:
    """n and a."""
    return {"n": Fraction(level.rounds - 1), "a": log(level.growth).as_real()}


SPACE: Final = "transcript"
SIGN: Final = {"k": "integer, 1 <= k, k <= n"}
PAST: Final = {"k": "integer, 0 <= k, k <= n - 1"}
ABOVE: Final = "[b <= sum(x(k), k, 1, n)]"
BELOW: Final = "[sum(x(k), k, 1, n) <= -b]"
HALF_SUM: Final = "log((exp(a/2) + exp(-a/2))/2)"


def _probability(which: int) -> Named:
    return Named(lambda level, y: probability(level, which, y), {}, SPACE, range="positive")


LEVEL: Final = Model(
    "multiplicative weights on the level pair",
    parameters={"n": "integer, 1 <= n", "a": "real, 0 < a"},
    variables={
        "k": SIGN["k"],
        "j": "integer, 0 <= j, j <= n - 1",
        "m": "integer, 0 <= m, m <= n",
        "b": "real",
        "e": "real",
    },
    quantities={
        "P": _law(0),
        "P2": _law(1),
        "F": Named(_fair_law, space=SPACE, law=True),
        "N": Named(_given, PAST, SPACE, given=SPACE, law=True, mean_of="F"),
        "p": _probability(0),
        "p2": _probability(1),
        "f": Named(fair, {}, SPACE, range="positive"),
        "x": Named(sign, SIGN, SPACE),
        "delta": Named(lambda level, e: least_delta(level.games, e), {"e": "real"}),
    },
    facts={
        "a sign": "x(k)**2 = 1",
        "fair": "E(x(j + 1), N(j)) = 0",
        "the past": "E((sum(x(k), k, 1, j) - given(sum(x(k), k, 1, j)))**2, N(j)) = 0",
        "symmetric": f"E({ABOVE}, F) = E({BELOW}, F)",
        "choices": f"log(p) = log(f) + sum(a*x(k)/2 - {HALF_SUM}, k, 1, n)",
        "choices, second row": f"log(p2) = log(f) + sum(-a*x(k)/2 - {HALF_SUM}, k, 1, n)",
        "laws": f"E({ABOVE}, P) = E({ABOVE}*p/f, F)",
        "laws, second row": f"E({ABOVE}, P2) = E({ABOVE}*p2/f, F)",
        "delta": f"E({ABOVE}, P) - exp(e)*E({ABOVE}, P2) <= delta(e)",
    },
    settings=settings,
    read=read,
    outcomes={SPACE: transcripts},
)
