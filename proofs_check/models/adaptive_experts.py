"""Multiplicative weights where rewards may depend on earlier choices: two rules for rewards that differ in one round.

A setting is two rules, e^a > 1 and a set of experts. A rule gives the row of a round's rewards for every sequence of
earlier choices; a matrix that is fixed in advance is a rule that looks at no choice. A transcript is the choices of
all rounds, and ``choice(t, i)`` is 1 where expert i is the choice of round t, else 0. Given the choices before round
t, expert i is chosen with probability ``w(t, i)`` under the first rule and ``w2(t, i)`` under the second, and then
gets ``r(t, i)`` or ``r2(t, i)``. ``p`` and ``p2`` are the probabilities of a transcript, ``P`` and ``P2`` its laws.
``differs(t)`` is 1 in the round in which the rules differ, ``chosen(i)`` is 1 for the experts of the set, and
``event`` is 1 for the transcripts of any set of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any, Final

from dpassay.exact import log
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
from dpassay.reference import multiplicative_weights


@dataclass(frozen=True, eq=False)
class Rules:
    """Two rules for rewards in [0, 1] that differ in one round at most.

    Args:
        rounds: T.
        experts: K.
        first: the row of rewards after some choices, numbers from 1 to K.
        second: the same of the other rule.
        growth: e^a, above 1.
        chosen: a set of experts, as an event of one round.
        event: a set of transcripts.
    """

    rounds: int
    experts: int
    first: Rule
    second: Rule
    growth: Fraction
    chosen: frozenset[int]
    event: frozenset[Choices] = frozenset()

    def __post_init__(self) -> None:
        insist_on_sizes(self.rounds, self.experts)
        if not self.growth > 1:
            raise ValueError(f"growth = {self.growth}: expected e^a above 1")
        if not self.chosen <= set(range(1, self.experts + 1)):
            raise ValueError(f"chosen = {sorted(self.chosen)}: expected experts from 1 to {self.experts}")
        unknown = self.event - set(transcripts(self))
        if unknown:
            raise ValueError(f"event with {sorted(unknown)}: expected transcripts of {self.rounds} rounds")
        for name, rule in (("first", self.first), ("second", self.second)):
            for past in histories(self.rounds, self.experts):
                insist_on_row(f"{name}{past}", rule(past), self.experts)
        if len(self.changed) > 1:
            raise ValueError(f"the rules differ in rounds {sorted(self.changed)}: expected one round at most")

    @property
    def changed(self) -> set[int]:
        """The rounds in which the rules differ."""
        return {len(past) + 1 for past in histories(self.rounds, self.experts) if self.first(past) != self.second(past)}


@cache
def rows(rules: Rules, which: int, choices: Choices) -> tuple[Row, ...]:
    """The rewards of all rounds on a transcript."""
    rule = (rules.first, rules.second)[which]
    return tuple(rule(choices[:t]) for t in range(rules.rounds))


@cache
def laws(matrix: tuple[Row, ...], growth: Fraction) -> tuple[Any, ...]:
    """The laws of the choices of all rounds on a matrix of rewards."""
    parameters = multiplicative_weights.Parameters.read(
        rounds=len(matrix), experts=len(matrix[0]), exp_learning_rate=growth
    )
    return multiplicative_weights.round_laws(matrix, parameters)


def weights(rules: Rules, which: int, choices: Choices) -> tuple[Any, ...]:
    """The laws of the choices of all rounds, each given the earlier choices of a transcript."""
    return laws(rows(rules, which, choices), rules.growth)


@cache
def probability(rules: Rules, which: int, choices: Choices) -> Any:
    """The probability of a transcript: the product of those of its choices, each given the earlier ones."""
    given = weights(rules, which, choices)
    return prod((law.pmf(i - 1) for law, i in zip(given, choices, strict=True)), start=Fraction(1))


def transcripts(rules: Rules) -> Iterator[Choices]:
    """The choices of all rounds."""
    return sequences(rules.rounds, rules.experts)


@cache
def transcript_law(rules: Rules, which: int) -> Mapping[Choices, Any]:
    """The law of the transcript."""
    return {choices: probability(rules, which, choices) for choices in transcripts(rules)}


def happens(rules: Rules, choices: Choices) -> Fraction:
    """Tell whether a transcript is one of the event."""
    return Fraction(int(choices in rules.event))


ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)


def vote(voters: int, payments: int, growth: Fraction) -> Rules:
    """Round 1 pays expert 2 or 1, the voters' rounds nobody; then expert 2 is paid if all voters chose it, else 1.

    The event is that expert 2 is chosen in the last round, and that of a round that it is chosen there.
    """

    def row(past: Choices, paid: Row) -> Row:
        if not past:
            return paid
        if len(past) <= voters:
            return (ZERO, ZERO)
        return (ZERO, ONE) if set(past[1 : 1 + voters]) == {2} else (ONE, ZERO)

    def first(past: Choices) -> Row:
        return row(past, (ONE, ZERO))

    def second(past: Choices) -> Row:
        return row(past, (ZERO, ONE))

    rounds = voters + payments + 2
    event = frozenset(choices for choices in sequences(rounds, 2) if choices[-1] == 2)
    return Rules(rounds, 2, second, first, growth, frozenset({2}), event)


def _fixed(first: tuple[Row, ...], second: tuple[Row, ...], growth: Fraction, *event: Choices) -> Rules:
    """Two matrices, and the first expert as the event of a round."""
    rules = by_round(*first), by_round(*second)
    return Rules(len(first), len(first[0]), *rules, growth, frozenset({1}), frozenset(event))


def one_round() -> Rules:
    """One round that pays the one expert or the other."""
    return _fixed(((ONE, ZERO),), ((ZERO, ONE),), Fraction(2), (1,))


def one_against_all(experts: int, growth: Fraction) -> Rules:
    """Round 1 pays expert 1 alone, or all others; the event is that expert 1 is chosen in round 2."""
    alone, others = (ONE, *(ZERO,) * (experts - 1)), (ZERO, *(ONE,) * (experts - 1))
    return _fixed((alone, alone), (others, alone), growth, *((i, 1) for i in range(1, experts + 1)))


def settings() -> Iterator[Rules]:
    """Matrices of one to three experts, two of them equal, a vote, and a step so small that 2 a T <= 1."""
    yield one_round()
    yield _fixed(((ONE,), (ZERO,)), ((ZERO,), (ZERO,)), Fraction(2), (1, 1))
    yield _fixed(((ZERO, ZERO), (ONE, HALF)), ((ZERO, ZERO), (ONE, HALF)), Fraction(3), (2, 1), (2, 2))
    yield _fixed(((ONE, ZERO), (HALF, ONE)), ((ZERO, ONE), (HALF, ONE)), Fraction(4), (1, 1))
    yield _fixed(
        ((ONE, ONE), (ONE, ZERO), (ZERO, ONE)),
        ((ONE, ONE), (ZERO, ONE), (ZERO, ONE)),
        Fraction(3, 2),
        (1, 1, 1),
        (1, 2, 2),
        (2, 1, 2),
    )
    yield _fixed(((ONE, ZERO, ZERO), (HALF, ZERO, ONE)), ((ZERO, ONE, ONE), (HALF, ZERO, ONE)), Fraction(4), (3, 1))
    yield vote(1, 1, Fraction(3))
    yield _fixed(((ZERO, ONE),), ((ONE, ZERO),), Fraction(3, 2), (1,))


def read(rules: Rules) -> dict[str, Any]:
    """T, K and a."""
    return {"T": Fraction(rules.rounds), "K": Fraction(rules.experts), "a": log(rules.growth).as_real()}


ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
CELL: Final = {**ROUND, "i": "integer, 1 <= i, i <= K"}
SPACE: Final = "transcript"


def _weight(which: int) -> Named:
    return Named(lambda rules, t, i, y: weights(rules, which, y)[t - 1].pmf(i - 1), CELL, SPACE, range="positive")


def _reward(which: int) -> Named:
    return Named(lambda rules, t, i, y: rows(rules, which, y)[t - 1][i - 1], CELL, SPACE, range="at least 0")


def _probability(which: int) -> Named:
    return Named(lambda rules, y: probability(rules, which, y), {}, SPACE, range="positive")


def _law(which: int) -> Named:
    return Named(lambda rules: transcript_law(rules, which), space=SPACE, law=True)


def _is_chosen(rules: Rules, i: int) -> Fraction:
    return Fraction(int(i in rules.chosen))


ADAPTIVE: Final = Model(
    "multiplicative weights on two rules for rewards",
    parameters={"T": "integer, 1 <= T", "K": "integer, 1 <= K", "a": "real, 0 < a"},
    variables={**CELL, "u": "integer, 1 <= u, u <= T - 1", "m": "integer, 0 <= m, m <= T"},
    quantities={
        "P": _law(0),
        "P2": _law(1),
        "w": _weight(0),
        "w2": _weight(1),
        "r": _reward(0),
        "r2": _reward(1),
        "p": _probability(0),
        "p2": _probability(1),
        "choice": Named(lambda _, t, i, y: Fraction(int(y[t - 1] == i)), CELL, SPACE, range="at least 0"),
        "differs": Named(lambda rules, t: Fraction(int(t in rules.changed)), ROUND, range="at least 0"),
        "chosen": Named(_is_chosen, {"i": CELL["i"]}, range="at least 0"),
        "event": Named(happens, {}, SPACE, range="at least 0"),
    },
    facts={
        "first": "w(1, i) = 1/K",
        "first, second rule": "w2(1, i) = 1/K",
        "update": "w(u + 1, i)*sum(w(u, j)*exp(a*r(u, j)), j, 1, K) = w(u, i)*exp(a*r(u, i))",
        "update, second rule": "w2(u + 1, i)*sum(w2(u, j)*exp(a*r2(u, j)), j, 1, K) = w2(u, i)*exp(a*r2(u, i))",
        "one choice": "sum(choice(t, i), i, 1, K) = 1",
        "transcript": "log(p) = sum(sum(choice(t, i)*log(w(t, i)), i, 1, K), t, 1, T)",
        "transcript, second rule": "log(p2) = sum(sum(choice(t, i)*log(w2(t, i)), i, 1, K), t, 1, T)",
        "laws": "E(event) = E(event*p/p2, P2)",
        "one row, up": "r(t, i) - r2(t, i) <= differs(t)",
        "one row, down": "r2(t, i) - r(t, i) <= differs(t)",
        "one round": "sum(differs(t), t, 1, m) <= 1",
    },
    settings=settings,
    read=read,
    outcomes={SPACE: transcripts},
)
