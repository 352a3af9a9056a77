"""Algorithms of limited switching, and the adversary whose losses stay the same for whole epochs.

Source: Asi, Koren, Liu and Talwar, "Private Online Learning via Lazy Algorithms", Section 4: Condition 4.1, the
construction in the proof of Theorem 4.2, and Lemma 4.4.

An algorithm of Condition 4.1 keeps its model, or draws a fresh one from a law mu_(t+1) that is a function of the losses
l_1, ..., l_t; it releases the rounds in which it draws, and what it draws. The condition says nothing of the rule by
which it decides to draw: here the rule may use the losses so far, what was released, and a private state.

Readings: the first model is a draw too, in round 1, from mu_1. A draw that gives the model of before is
released all the same. Rounds are numbered from 1, as in the source; models from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from dpassay.exact import (
    Dist,
    LogForm,
    Number,
    Real,
    as_fraction,
    as_positive_integer,
    binomial,
    hockey_stick_divergence,
    kl_divergence,
    log,
    renyi_divergence,
    require,
)
from dpassay.exact.entrance import explain_failures

NAME = "limited_switching"
ADJACENCY = "one_loss"
MOST_SEQUENCES = 1 << 12
"""Adversaries and lemmas that list all sequences of bits list no more than this."""

Losses: TypeAlias = tuple[tuple[Fraction, ...], ...]
"""One row a round: the loss of each model."""
Models: TypeAlias = tuple[int, ...]
Private: TypeAlias = Hashable


class Resampling(NamedTuple):
    """A round T_i, and the model Z_i that is drawn for it."""

    round: int
    model: int


Released: TypeAlias = tuple[Resampling, ...]
"""T_1, Z_1, ..., T_S, Z_S: all that an algorithm of Condition 4.1 releases."""

Fresh: TypeAlias = Callable[[Losses], Dist[int]]
"""The law mu_(t+1), from the losses l_1, ..., l_t."""
Rule: TypeAlias = Callable[[Losses, Released, Private], "Dist[tuple[bool, Private]]"]
"""Whether to draw a model for round t + 1, and the private state then, from l_1, ..., l_t, releases and the state."""

NOTHING: Dist[Private] = Dist.point(())


@dataclass(frozen=True)
class LimitedSwitching:
    """An online algorithm of Condition 4.1.

    ``fresh`` and ``rule`` are only ever given the losses of the rounds before, so it is online by construction.
    ``private`` is the law of the private state at the start.
    """

    rounds: int
    experts: int
    fresh: Fresh
    rule: Rule
    private: Dist[Private] = field(default_factory=lambda: NOTHING)

    def __post_init__(self) -> None:
        """Check the two sizes."""
        for name in ("rounds", "experts"):
            as_positive_integer(getattr(self, name), name)


def check_losses(data: object, rounds: int, experts: int) -> Losses:
    """Return a matrix of losses in [0, 1], one row a round."""
    given = isinstance(data, Sequence) and not isinstance(data, str) and len(data) == rounds
    require(given, "losses", repr(data), f"{rounds} rows, one a round")
    rows = tuple(tuple(as_fraction(entry, "losses") for entry in row) for row in data)  # type: ignore[attr-defined]
    right = all(len(row) == experts and all(0 <= entry <= 1 for entry in row) for row in rows)
    require(right, "losses", repr(data), f"rows of {experts} losses in [0, 1], one a model")
    return rows


def law(algorithm: LimitedSwitching, data: Iterable[Iterable[object]]) -> Dist[Released]:
    """The exact joint law of all that is released."""
    losses = check_losses(data, algorithm.rounds, algorithm.experts)
    first = fresh_law(algorithm, ())
    states: Dist[tuple[Released, Private]] = first.product(algorithm.private).map(
        lambda pair: ((Resampling(1, pair[0]),), pair[1])
    )
    for t in range(1, algorithm.rounds):
        states = states.bind(_round(algorithm, losses[:t]))
    return states.map(lambda state: state[0])


def fresh_law(algorithm: LimitedSwitching, past: Losses) -> Dist[int]:
    """The law mu_(t+1) after the losses ``past``, checked to be one of models."""
    mu = algorithm.fresh(past)
    require(
        set(mu.outcomes) <= set(range(algorithm.experts)), "fresh", repr(mu), f"a law on 0..{algorithm.experts - 1}"
    )
    return mu


def _round(
    algorithm: LimitedSwitching, past: Losses
) -> Callable[[tuple[Released, Private]], Dist[tuple[Released, Private]]]:
    """What happens between two rounds, after the losses ``past``."""
    mu, following = fresh_law(algorithm, past), len(past) + 1

    def step(state: tuple[Released, Private]) -> Dist[tuple[Released, Private]]:
        released, private = state

        def drawn(decision: tuple[bool, Private]) -> Dist[tuple[Released, Private]]:
            draws, after = decision
            if not draws:
                return Dist.point((released, after))
            return mu.map(lambda model: ((*released, Resampling(following, model)), after))

        return algorithm.rule(past, released, private).bind(drawn)

    return step


def played(released: Released, rounds: int) -> Models:
    """The models x_1, ..., x_T: each stays until the next is drawn."""
    drawn = dict(released)
    models: list[int] = []
    for t in range(1, rounds + 1):
        models.append(drawn[t] if t in drawn else models[-1])
    return tuple(models)


def played_law(algorithm: LimitedSwitching, data: Iterable[Iterable[object]]) -> Dist[Models]:
    """The exact joint law of x_1, ..., x_T."""
    return law(algorithm, data).map(lambda released: played(released, algorithm.rounds))


# Loss and regret


def loss_of(models: Models, losses: Losses) -> Fraction:
    """The loss of the models played."""
    return sum((row[x] for x, row in zip(models, losses, strict=True)), Fraction(0))


def expected_loss(algorithm: LimitedSwitching, data: Iterable[Iterable[object]]) -> Number:
    """The expected loss on losses that are fixed in advance."""
    losses = check_losses(data, algorithm.rounds, algorithm.experts)
    return played_law(algorithm, losses).expectation(lambda models: loss_of(models, losses))


def best_loss(losses: Losses) -> Fraction:
    """L*: the loss of the best single model."""
    return min(sum(column, Fraction(0)) for column in zip(*losses, strict=True))


def expected_regret(algorithm: LimitedSwitching, data: Iterable[Iterable[object]]) -> Number:
    """The expected loss above that of the best model."""
    losses = check_losses(data, algorithm.rounds, algorithm.experts)
    return expected_loss(algorithm, losses) - best_loss(losses)


def average(adversary: Dist[Losses], function: Callable[[Losses], Number]) -> Number:
    """The expected value of a function of an oblivious adversary's losses."""
    return adversary.expectation(function)


def all_rows(experts: int) -> tuple[tuple[Fraction, ...], ...]:
    """All losses of 0 and 1, one a model."""
    return tuple(product((Fraction(0), Fraction(1)), repeat=experts))


def epochs(number: int, length: int, experts: int) -> Dist[Losses]:
    """The oblivious adversary of Theorem 4.2: in each epoch one loss from Bernoulli(1/2)^d, repeated B times."""
    for name, size in (("number", number), ("length", length), ("experts", experts)):
        as_positive_integer(size, name)
    require(number * experts < MOST_SEQUENCES.bit_length(), "number", number, f"{MOST_SEQUENCES} sequences at most")
    chosen = product(all_rows(experts), repeat=number)
    return Dist.uniform(tuple(row for row in rows for _ in range(length)) for rows in chosen)


# Algorithms


def at_fixed_rounds(rounds: int, experts: int, drawing: Iterable[int], fresh: Fresh) -> LimitedSwitching:
    """Draw a model for round 1, and for each of the given rounds."""
    chosen = frozenset(drawing)

    def rule(past: Losses, released: Released, private: Private) -> Dist[tuple[bool, Private]]:  # noqa: ARG001
        return Dist.point((len(past) + 1 in chosen, private))

    return LimitedSwitching(rounds, experts, fresh, rule)


def follower(
    rounds: int, experts: int, desired: Callable[[Losses, Private], int], private: Dist[Private] = NOTHING
) -> LimitedSwitching:
    """Follow any online algorithm, with fresh models that are uniform whatever the losses are.

    ``desired`` is the model that the other algorithm plays next, from the losses so far and its own private state. The
    follower keeps its model where it is the desired one, and draws a uniform one elsewhere: so it is in the family of
    Condition 4.1, and all that it knows of the losses is in the rounds in which it draws.
    """

    def uniform(past: Losses) -> Dist[int]:  # noqa: ARG001  # a constant function of the losses
        return Dist.uniform(range(experts))

    def rule(past: Losses, released: Released, state: Private) -> Dist[tuple[bool, Private]]:
        return Dist.point((released[-1].model != desired(past, state), state))

    return LimitedSwitching(rounds, experts, uniform, rule, private)


# Privacy


def are_neighbors(first: Losses, second: Losses) -> bool:
    """Neighbors differ in the losses of one round."""
    return len(first) == len(second) and sum(a != b for a, b in zip(first, second, strict=True)) <= 1


def divergence(
    algorithm: LimitedSwitching, first: Iterable[Iterable[object]], second: Iterable[Iterable[object]], order: int
) -> LogForm | Real | None:
    """The Renyi divergence of whole order (1 is KL) of all that is released; None where it is infinite."""
    p, q = law(algorithm, first), law(algorithm, second)
    return kl_divergence(p, q) if order == 1 else renyi_divergence(p, q, order)


# Lemma 4.4, of any algorithm that sees all losses before it answers with T models

Batch: TypeAlias = Callable[[Losses], Dist[Models]]


def repeated_loss(answer: Batch, rounds: int, experts: int) -> Number:
    """The expected loss where one loss from Bernoulli(1/2)^d is repeated in all rounds."""

    def of(losses: Losses) -> Number:
        return answer(losses).expectation(lambda models: loss_of(models, losses))

    return average(epochs(1, rounds, experts), of)


def bit_losses(rounds: int, experts: int) -> Iterator[Losses]:
    """All matrices of losses 0 and 1."""
    require(rounds * experts < MOST_SEQUENCES.bit_length(), "rounds", rounds, f"{MOST_SEQUENCES} matrices at most")
    return iter(product(all_rows(experts), repeat=rounds))


def least_delta(answer: Batch, rounds: int, experts: int, exp_eps: Number) -> Any:
    """The least delta at e^eps over all neighbors of losses 0 and 1, in both directions."""
    laws = {losses: answer(losses) for losses in bit_losses(rounds, experts)}
    pairs = {
        (repr(laws[losses]), repr(laws[changed])): (laws[losses], laws[changed])
        for losses in laws
        for changed in _changed(losses)
    }
    return max((hockey_stick_divergence(p, q, exp_eps) for p, q in pairs.values()), default=Fraction(0))


def _changed(losses: Losses) -> Iterator[Losses]:
    """All other losses 0 and 1 in one of the rounds."""
    for t, row in enumerate(losses):
        yield from ((*losses[:t], other, *losses[t + 1 :]) for other in all_rows(len(row)) if other != row)


def repeated_loss_bound(rounds: int, experts: int, exp_eps: Fraction, delta: Fraction) -> LogForm:
    """Lemma 4.4 as printed: T (1/2 - T eps/2) - T^2 d delta/2, with eps = log ``exp_eps``."""
    T, d = rounds, experts
    return (log(exp_eps) * Fraction(-T * T, 2)) + (Fraction(T, 2) - Fraction(T * T * d, 2) * delta)


def best_of_two(epochs_played: int) -> Fraction:
    """E min(X, Y) for two independent Bin(E, 1/2), the loss of the better of two models in units of an epoch's length.

    It is (E - E|X - Y|)/2, and X + E - Y is Bin(2E, 1/2), whose mean absolute deviation is E binomial(2E, E)/4^E.
    """
    E = as_positive_integer(epochs_played, "epochs_played")
    return Fraction(E, 2) * (1 - Fraction(binomial(2 * E, E), 1 << (2 * E)))


explain_failures(__name__)
