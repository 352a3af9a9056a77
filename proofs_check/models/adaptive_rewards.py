"""Multiplicative weights where rewards may depend on the choices of earlier rounds.

A setting gives, for every past, the rewards in [0, 1] of all experts in the round that follows, the learning rate
a > 0 and a law x over the experts. Rewards that are fixed in advance are those that are the same for all pasts; random
ones are a mixture of such games. An outcome is a transcript, the choices of all rounds; rounds and experts are
numbered from 1.

``P`` is the law of the transcript and ``y(t)`` that given the choices before round t: so the expectation of what
depends on them and on the choice of round t, such as the reward ``g(t)`` that is collected, is that under the
algorithm's y before round t. ``w(t, i)`` is the probability of expert i there, ``r(t, i)`` its reward and ``best`` the
largest total of all; round T + 1 is the one that would come next. ``div(t)`` is the divergence of x from y before
round t, ``h(i)`` is x(i) log x(i), and ``leads(i)`` is 1 for the first expert whose total is best and 0 for all
others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from dpassay.exact import Real, as_real
from dpassay.exact.budget import Budget
from dpassay.exact.label_family import remembered
from dpassay.proofs_check.models.adaptive_games import (
    Choices,
    Row,
    Rule,
    by_round,
    histories,
    insist_on_row,
    insist_on_sizes,
    sequences,
)
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Law = tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Game:
    """Rewards for every past, a learning rate, and a law over the experts to compare with.

    Args:
        rewards: the row of rewards that follows each past of fewer than T choices.
        rounds: T, at least 1.
        experts: K, at least 1.
        growth: e^a, above 1; or
        factor: c > 0, and a = sqrt(c log(K)/T), for K >= 2.
        against: x; where none is given, expert 1 has probability 1.
    """

    rewards: Mapping[Choices, Row]
    rounds: int
    experts: int
    growth: Fraction | None = None
    factor: Fraction | None = None
    against: tuple[Fraction, ...] = ()

    def __post_init__(self) -> None:
        insist_on_sizes(self.rounds, self.experts)
        self._check_rate()
        pasts = set(histories(self.rounds, self.experts))
        if set(self.rewards) != pasts:
            raise ValueError(f"rewards of {len(self.rewards)} pasts: expected a row for each of {len(pasts)}")
        for past, row in self.rewards.items():
            insist_on_row(f"rewards[{past}]", row, self.experts)
        if len(self.x) != self.experts or min(self.x) < 0 or sum(self.x) != 1:
            raise ValueError(f"against = {self.against}: expected {self.experts} probabilities")

    def _check_rate(self) -> None:
        if (self.growth is None) == (self.factor is None):
            raise ValueError(f"growth = {self.growth}, factor = {self.factor}: expected one of them")
        if self.growth is not None and self.growth <= 1:
            raise ValueError(f"growth = {self.growth}: expected a number above 1")
        if self.factor is not None and (self.factor <= 0 or self.experts == 1):
            raise ValueError(f"factor = {self.factor}: expected a number above 0, and two experts")

    @property
    def x(self) -> tuple[Fraction, ...]:
        """The law to compare with."""
        return self.against or (Fraction(1), *[Fraction(0)] * (self.experts - 1))

    @property
    def rate(self) -> Real:
        """The learning rate a."""
        if self.growth is not None:
            return as_real(Budget(exp_eps=self.growth).epsilon)
        return (as_real(self.experts).log() * as_real(self.factor) / as_real(self.rounds)).sqrt()

    def grown(self, reward: Fraction) -> Any:
        """e^(a reward)."""
        if self.growth is not None:
            return Budget(exp_eps=self.growth).exp(reward)
        return kept((self.rate * as_real(reward)).exp())

    @cached_property
    def states(self) -> Mapping[Choices, Law]:
        """The state y of the algorithm after each past."""
        start = tuple(Fraction(1, self.experts) for _ in range(self.experts))
        return {(): start, **self._states_after((), start)}

    def _states_after(self, past: Choices, state: Law) -> dict[Choices, Law]:
        if len(past) == self.rounds:
            return {}
        grown = [p * self.grown(reward) for p, reward in zip(state, self.rewards[past], strict=True)]
        whole = added(grown)
        following = tuple(kept(weight / whole) for weight in grown)
        found: dict[Choices, Law] = {}
        for choice in range(1, self.experts + 1):
            found |= {(*past, choice): following, **self._states_after((*past, choice), following)}
        return found

    @cached_property
    def transcripts(self) -> tuple[Choices, ...]:
        """All sequences of choices."""
        return tuple(sequences(self.rounds, self.experts))

    @cached_property
    def law(self) -> Mapping[Choices, Any]:
        """The law of the transcript."""
        return {transcript: self._chance(transcript, 1) for transcript in self.transcripts}

    def law_given(self, t: int, transcript: Choices) -> Mapping[Choices, Any]:
        """The law of the transcript given its choices before round t."""
        same = (other for other in self.transcripts if other[: t - 1] == transcript[: t - 1])
        return {other: self._chance(other, t) for other in same}

    def _chance(self, transcript: Choices, first: int) -> Any:
        """The probability of the choices from a round on, given those before it."""
        chance: Any = Fraction(1)
        for t in range(first, self.rounds + 1):
            chance = chance * self.states[transcript[: t - 1]][transcript[t - 1] - 1]
        return chance

    def reward(self, t: int, i: int, transcript: Choices) -> Fraction:
        """The reward of an expert in a round."""
        return self.rewards[transcript[: t - 1]][i - 1]

    def total(self, i: int, transcript: Choices) -> Fraction:
        """What an expert gets in all rounds."""
        return sum((self.reward(t, i, transcript) for t in range(1, self.rounds + 1)), Fraction(0))

    def leader(self, transcript: Choices) -> int:
        """The first expert whose total is the largest."""
        return max(range(1, self.experts + 1), key=lambda i: self.total(i, transcript))

    def divergence(self, t: int, transcript: Choices) -> Real:
        """The divergence of x from y before round t; 0 log 0 is 0."""
        state = self.states[transcript[: t - 1]]
        terms = (as_real(p) * (as_real(p) / as_real(w)).log() for p, w in zip(self.x, state, strict=True) if p)
        return as_real(added(terms))


def added(values: Any) -> Any:
    """The sum of numbers or reals."""
    first, *others = values
    for other in others:
        first = first + other
    return first


def kept(value: Any) -> Any:
    """The same number; of a real the last enclosure is kept, since all that follows asks for it again."""
    return Real(remembered(value.evaluate)) if isinstance(value, Real) else value


def entropy_term(p: Fraction) -> Any:
    """p log p, which is 0 for p = 0."""
    return as_real(p).log() * as_real(p) if p else p


def table(rounds: int, experts: int, rule: Rule) -> dict[Choices, Row]:
    """The rewards after all pasts."""
    return {past: rule(past) for past in histories(rounds, experts)}


def fixed(*rows: tuple[int | Fraction, ...]) -> dict[Choices, Row]:
    """Rewards that do not depend on the past, a row a round."""
    return table(len(rows), len(rows[0]), by_round(*rows))


def paid_while_loyal(past: Choices) -> Row:
    """Two experts: from round 2 on both are paid, as long as all choices were of expert 1."""
    return (Fraction(int(bool(past) and set(past) == {1})),) * 2


def follows(past: Choices) -> Row:
    """Two experts: the one chosen last gets 1, and the other one 1/2; in round 1 it is 1/2 and 0."""
    if not past:
        return (Fraction(1, 2), Fraction(0))
    return (Fraction(1), Fraction(1, 2)) if past[-1] == 1 else (Fraction(1, 2), Fraction(1))


THIRDS: Final = (Fraction(1, 3), Fraction(2, 3))


def settings() -> Iterator[Game]:
    """Two experts in one to three rounds, and three experts; fixed rewards and others; rates below 1.79 and above."""
    half = Fraction(1, 2)
    yield Game(fixed((1,)), 1, 1, growth=Fraction(2))
    for growth in (Fraction(4, 3), Fraction(8)):
        yield Game(fixed((1, 0)), 1, 2, growth=growth, against=THIRDS)
        yield Game(fixed((0, 1), (1, half)), 2, 2, growth=growth)
        yield Game(table(2, 2, follows), 2, 2, growth=growth, against=THIRDS)
        yield Game(table(3, 2, paid_while_loyal), 3, 2, growth=growth)
    x = (half, Fraction(0), half)
    yield Game(fixed((0, 1, half), (1, 0, 0)), 2, 3, growth=Fraction(5), against=x)


def tuned_settings() -> Iterator[Game]:
    """The same, with a = sqrt(c log(K)/T); with 25 experts and one round, c = 1 is above 1.79."""
    many = tuple(Fraction(i % 3, 2) for i in range(25))
    for factor in (Fraction(1), Fraction(8)):
        yield Game(fixed((1, 0)), 1, 2, factor=factor)
        yield Game(table(2, 2, follows), 2, 2, factor=factor, against=THIRDS)
    yield Game(fixed(many), 1, 25, factor=Fraction(1))


def read(game: Game) -> dict[str, Any]:
    """T, K and a."""
    return {"T": Fraction(game.rounds), "K": Fraction(game.experts), "a": game.rate}


EXPERT: Final = {"i": "integer, 1 <= i, i <= K"}
ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
NEXT: Final = {"t": "integer, 1 <= t, t <= T + 1"}
GIVEN: Final = Named(
    lambda game, t, transcript: game.law_given(t, transcript),
    ROUND,
    "transcript",
    given="transcript",
    law=True,
    mean_of="P",
)
ADAPTIVE: Final = Model(
    "multiplicative weights, rewards that depend on choices",
    parameters={"T": "integer, 1 <= T", "K": "integer, 1 <= K", "a": "real, 0 < a"},
    variables={**ROUND, **EXPERT, "n": "integer, 1 <= n, n <= T + 1"},
    quantities={
        "P": Named(lambda game: game.law, space="transcript", law=True),
        "y": GIVEN,
        "w": Named(
            lambda game, t, i, transcript: game.states[transcript[: t - 1]][i - 1],
            {**NEXT, **EXPERT},
            "transcript",
            range="positive",
        ),
        "r": Named(
            lambda game, t, i, transcript: game.reward(t, i, transcript),
            {**ROUND, **EXPERT},
            "transcript",
            range="at least 0",
        ),
        "g": Named(
            lambda game, t, transcript: game.reward(t, transcript[t - 1], transcript),
            ROUND,
            "transcript",
            range="at least 0",
        ),
        "best": Named(lambda game, transcript: game.total(game.leader(transcript), transcript), {}, "transcript"),
        "leads": Named(
            lambda game, i, transcript: Fraction(int(i == game.leader(transcript))),
            EXPERT,
            "transcript",
            range="at least 0",
        ),
        "x": Named(lambda game, i: game.x[i - 1], EXPERT, range="at least 0"),
        "h": Named(lambda game, i: entropy_term(game.x[i - 1]), EXPERT),
        "div": Named(lambda game, t, transcript: game.divergence(t, transcript), NEXT, "transcript"),
    },
    facts={
        "first": "log(w(1, i)) = -log(K)",
        "update": "log(w(t + 1, i)) = log(w(t, i)) + a*r(t, i) - log(E(exp(a*g(t)), y(t)))",
        "y is a law": "sum(w(n, i), i, 1, K) = 1",
        "collected at most 1": "g(t) <= 1",
        "no expert is better": "sum(r(t, i), t, 1, T) <= best",
        "one expert leads": "sum(leads(i), i, 1, K) = 1",
        "the leader is best": "best = sum(leads(i)*sum(r(t, i), t, 1, T), i, 1, K)",
        "x is a law": "sum(x(i), i, 1, K) = 1",
        "divergence": "div(n) = sum(h(i) - x(i)*log(w(n, i)), i, 1, K)",
    },
    settings=settings,
    read=read,
    outcomes={"transcript": lambda game: game.transcripts},
)
TUNED: Final = ADAPTIVE.narrowed(
    "multiplicative weights with a = sqrt(c log(K)/T)",
    {"tuned": "a**2*T = c*log(K)"},
    tuned_settings,
    {"c": Named(lambda game: game.factor, range="positive")},
)
