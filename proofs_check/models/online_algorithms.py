"""An online algorithm on d >= 2 models, and the largest regret that it has on losses of 0 and 1.

A setting is Hedge that draws in every round, with weights g^(-(sum of losses)). Another loss in one round moves the
exponents of later rounds by at most 2 ln g between any two models, so that it is eps^2-concentrated for eps^2 = (T - 1)
(ln g)^2/2.

In the first model the losses of models 0 and 1 in round t are (1 + x(t))/2 and (1 - x(t))/2 for fair signs x(t), all
others 1. ``u(t)`` and ``v(t)`` are the probabilities of models 0 and 1 in round t, ``loss(t)`` is the expected loss,
``best`` that of the better of both models, and ``far`` the distance from 0 that the sum of the signs reaches. ``F`` is
the law of the signs, ``N(t)`` that given the first t.

In the second model n rounds have losses, where n is the smaller of T and the whole part of 1/(sqrt(2) eps). In game k
the first k of them give loss 0 to model 0 alone, and the others to model 1 alone; ``a(k, t)`` is the probability of
model 1 in round t of game k, ``b(k, t)`` that of model 0, and ``kl(k)`` the KL divergence of what is played in game k
from that in game k + 1. ``play(k)`` is the law of what is played, ``L(k)`` the log of the ratio of its probabilities in
both games, and ``one(t)`` is 1 where model 1 is played in round t. ``least`` is the smaller of T and 1/(2 sqrt(2) eps).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any, Final

from dpassay.analysis.limited_switching import Losses, all_rows, best_loss
from dpassay.exact import Dist, Real, as_real, kl_divergence, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Signs = tuple[int, ...]
ZERO: Final = Fraction(0)


@dataclass(frozen=True)
class Hedge:
    """The numbers of rounds and of models, and g."""

    rounds: int
    experts: int
    growth: Fraction

    def __post_init__(self) -> None:
        if self.rounds < 1 or self.experts < 2:
            raise ValueError(f"rounds, experts = {self.rounds}, {self.experts}: expected at least 1 and 2")
        if not self.growth > 1:
            raise ValueError(f"growth = {self.growth}: expected a number above 1")

    @property
    def epsilon(self) -> Real:
        """The root of the number at which it is concentrated, and of that for two rounds where there is one alone."""
        return as_real(log(self.growth)) * as_real(Fraction(max(self.rounds - 1, 1), 2)).sqrt()

    def chances(self, past: Losses) -> Dist[int]:
        """The law of the next model."""
        sums = [sum((row[x] for row in past), ZERO) for x in range(self.experts)]
        return Dist.from_weights({x: self.growth ** -int(total) for x, total in enumerate(sums)})

    def expected(self, losses: Losses) -> list[Fraction]:
        """The expected loss of each round."""
        laws = [self.chances(losses[:t]) for t in range(len(losses))]
        return [
            sum((_rational(p.pmf(x)) * row[x] for x in p.outcomes), ZERO) for p, row in zip(laws, losses, strict=True)
        ]

    def with_others(self, first: int, second: int) -> tuple[Fraction, ...]:
        """The losses of models 0 and 1; all others are 1."""
        return (Fraction(first), Fraction(second), *[Fraction(1)] * (self.experts - 2))


def _rational(number: Any) -> Fraction:
    return Fraction(number)


@cache
def regret(hedge: Hedge) -> Fraction:
    """The largest regret on losses of 0 and 1."""
    games = product(all_rows(hedge.experts), repeat=hedge.rounds)
    return max(sum(hedge.expected(losses), ZERO) - best_loss(losses) for losses in games)


def settings() -> Iterator[Hedge]:
    """One to four rounds, two and three models, small and large rates."""
    for rounds, experts, growth in (
        (1, 2, "2"),
        (2, 2, "3/2"),
        (3, 2, "3/2"),
        (3, 2, "20"),
        (2, 3, "2"),
        (4, 2, "11/10"),
    ):
        yield Hedge(rounds, experts, Fraction(growth))


# Fair signs


def signs(hedge: Hedge) -> list[Signs]:
    """All signs."""
    return list(product((1, -1), repeat=hedge.rounds))


def losses_of(hedge: Hedge, course: Signs) -> Losses:
    """The losses of all rounds."""
    return tuple(hedge.with_others((1 + x) // 2, (1 - x) // 2) for x in course)


@cache
def _played(hedge: Hedge, t: int, past: Signs) -> Dist[int]:
    return hedge.chances(losses_of(hedge, past[: t - 1]))


def _chance(hedge: Hedge, model: int, t: int, course: Signs) -> Fraction:
    return _rational(_played(hedge, t, course[: t - 1]).pmf(model))


def _given(hedge: Hedge, t: int, past: Signs) -> Mapping[Signs, Fraction]:
    alike = [course for course in signs(hedge) if course[:t] == past[:t]]
    return dict.fromkeys(alike, Fraction(1, len(alike)))


SPACE: Final = "signs"
ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
BEFORE: Final = {"t": "integer, 0 <= t, t <= T - 1"}
REGRET: Final = Named(regret)
ONLINE: Final = Model(
    "an online algorithm on fair signs",
    parameters={"T": "integer, 1 <= T", "d": "integer, 2 <= d", "eps": "real, 0 < eps"},
    variables={"t": ROUND["t"], "j": "integer, 0 <= j, j <= T - 1", "i": "integer, 1 <= i, i <= j"},
    quantities={
        "regret": REGRET,
        "F": Named(lambda hedge: _given(hedge, 0, ()), space=SPACE, law=True),
        "N": Named(_given, BEFORE, SPACE, given=SPACE, law=True, mean_of="F"),
        "x": Named(lambda _, t, course: Fraction(course[t - 1]), ROUND, SPACE),
        "u": Named(lambda hedge, t, course: _chance(hedge, 0, t, course), ROUND, SPACE, range="at least 0"),
        "v": Named(lambda hedge, t, course: _chance(hedge, 1, t, course), ROUND, SPACE, range="at least 0"),
        "loss": Named(lambda hedge, t, course: hedge.expected(losses_of(hedge, course))[t - 1], ROUND, SPACE),
        "best": Named(lambda hedge, course: best_loss(losses_of(hedge, course)), space=SPACE),
        "far": Named(lambda _, course: Fraction(abs(sum(course))), space=SPACE, range="at least 0"),
    },
    facts={
        "a sign": "x(t)**2 = 1",
        "fair": "E(x(j + 1), N(j)) = 0",
        "the past": "E((x(i) - given(x(i)))**2, N(j)) = 0",
        "played before": "E((u(j + 1) - v(j + 1) - given(u(j + 1) - v(j + 1)))**2, N(j)) = 0",
        "a law": "u(t) + v(t) <= 1",
        "loss": "loss(t) = u(t)*(1 + x(t))/2 + v(t)*(1 - x(t))/2 + (1 - u(t) - v(t))",
        "distance": "far**2 = sum(x(t), t, 1, T)**2",
        "better of two": "best = T/2 - far/2",
        "largest regret": "sum(loss(t), t, 1, T) - best <= regret",
    },
    settings=settings,
    read=lambda hedge: {"T": Fraction(hedge.rounds), "d": Fraction(hedge.experts), "eps": hedge.epsilon},
    outcomes={SPACE: signs},
)


# Repeated losses


def _largest(hedge: Hedge) -> int:
    """The largest n <= T with n sqrt(2) eps <= 1."""
    square = hedge.epsilon * hedge.epsilon
    return max(n for n in range(hedge.rounds + 1) if _at_most(square * as_real(2 * n * n), 1))


def _at_most(number: Real, bound: int) -> bool:
    return bool(number.ball(128) <= bound)


def _game(hedge: Hedge, k: int) -> Losses:
    """The losses of game k."""
    first, second = hedge.with_others(0, 1), hedge.with_others(1, 0)
    number = _largest(hedge)
    rest = ((ZERO,) * hedge.experts,) * (hedge.rounds - number)
    return (*(first if t < k else second for t in range(number)), *rest)


@cache
def _in_game(hedge: Hedge, k: int, t: int) -> Dist[int]:
    return hedge.chances(_game(hedge, k)[: t - 1])


def divergence(hedge: Hedge, k: int) -> Real:
    """KL of what is played in game k and in game k + 1: the draws are independent."""
    terms = (
        as_real(kl_divergence(_in_game(hedge, k, t), _in_game(hedge, k + 1, t))) for t in range(1, hedge.rounds + 1)
    )
    return sum(terms, as_real(ZERO))


def plays(hedge: Hedge) -> list[tuple[int, ...]]:
    """All that may be played."""
    return list(product(range(hedge.experts), repeat=hedge.rounds))


@cache
def play_law(hedge: Hedge, k: int) -> Mapping[tuple[int, ...], Fraction]:
    """The law of what is played in game k: the draws are independent."""
    laws = [_in_game(hedge, k, t) for t in range(1, hedge.rounds + 1)]
    return {
        models: prod((_rational(p.pmf(x)) for p, x in zip(laws, models, strict=True)), start=Fraction(1))
        for models in plays(hedge)
    }


def play_loss(hedge: Hedge, k: int, models: tuple[int, ...]) -> Any:
    """The log of the ratio of its probabilities in game k and in game k + 1."""
    ratio = play_law(hedge, k)[models] / play_law(hedge, k + 1)[models]
    return as_real(log(ratio)) if ratio != 1 else ZERO


def _least(hedge: Hedge) -> Any:
    """The smaller of T and 1/(2 sqrt(2) eps)."""
    other = as_real(1) / (as_real(8).sqrt() * hedge.epsilon)
    return Fraction(hedge.rounds) if bool(other.ball(128) >= hedge.rounds) else other


def slow() -> Iterator[Hedge]:
    """The settings in which eps <= 1/sqrt(2)."""
    return (hedge for hedge in settings() if _largest(hedge) >= 1)


GAME: Final = {"k": "integer, 0 <= k, k <= n", "t": ROUND["t"]}
REPEATED: Final = Model(
    "an online algorithm on repeated losses",
    parameters={
        "T": "integer, 1 <= T",
        "d": "integer, 2 <= d",
        "eps": "real, 0 < eps, 2*eps**2 <= 1",
        "n": "integer, 1 <= n, n <= T",
    },
    variables={"k": "integer, 0 <= k, k <= n - 1", "t": "integer, 1 <= t, t <= n"},
    quantities={
        "regret": REGRET,
        "a": Named(lambda hedge, k, t: _rational(_in_game(hedge, k, t).pmf(1)), GAME),
        "b": Named(lambda hedge, k, t: _rational(_in_game(hedge, k, t).pmf(0)), GAME),
        "kl": Named(divergence, {"k": "integer, 0 <= k, k <= n - 1"}, range="at least 0"),
        "play": Named(play_law, {"k": "integer, 0 <= k, k <= n - 1"}, "plays", law=True),
        "L": Named(play_loss, {"k": "integer, 0 <= k, k <= n - 1"}, "plays"),
        "one": Named(lambda _, t, models: int(models[t - 1] == 1), ROUND, "plays", range="at least 0"),
        "least": Named(_least, range="at least 0"),
    },
    facts={
        "game k": "a(k, t) = E(one(t), play(k))",
        "game k + 1": "a(k + 1, t) = E(one(t)*exp(-L(k)), play(k))",
        "the other is a law": "E(exp(-L(k)), play(k)) = 1",
        "divergence": "kl(k) = E(L(k), play(k))",
        "0 or 1": "one(t) <= 1",
        "concentrated": "kl(k) <= eps**2",
        "a law": "a(n, t) + b(n, t) <= 1",
        "regret of the first game": "sum(1 - a(0, t), t, 1, n) <= regret",
        "regret of the last game": "sum(1 - b(n, t), t, 1, n) <= regret",
        "rounds with losses": "2*n**2*eps**2 <= 1",
        "no more of them": "(T - n)*(1 - 2*(n + 1)**2*eps**2) <= 0",
        "least, T": "least <= T",
        "least, rate": "8*least**2*eps**2 <= 1",
    },
    settings=slow,
    read=lambda hedge: {
        "T": Fraction(hedge.rounds),
        "d": Fraction(hedge.experts),
        "eps": hedge.epsilon,
        "n": Fraction(_largest(hedge)),
    },
    outcomes={"plays": plays},
)
