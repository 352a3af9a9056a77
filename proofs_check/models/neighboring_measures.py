"""The measures of two sequences of losses that differ in round t0, and of those where that loss comes last.

A setting is two sequences as in ``measures``, and e^eta; delta_0 is one at which Assumption 3.1 holds for all sequences
of as many of these losses. ``p(g, t, l)`` is the probability of event l, a set of models, under the normalized measure
of round t, ``among(l, i)`` is 1 where model i is of that set and else 0, ``v(g, t, i)`` is the logarithm of the measure
of model i, and ``f(g, k, i)`` that of the factor of the loss of round k. For a > t0, ``swapped(g, a, l)``, ``vs(g, a,
i)`` and ``fs(g, a, k, i)`` are those of the sequence where the losses of the rounds t0 and a - 1 are swapped, in round
a; ``rest(a, l)`` is the probability one round before, the same for both sequences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.exact import LogForm, as_real, log
from dpassay.proofs_check.models.lazy_sampling import Law, least_delta
from dpassay.proofs_check.models.measures import Sequences
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Neighbors:
    """Sequences that differ in one round, numbered from 1; e^eta, and by how much delta_0 is above the least one."""

    sequences: Sequences
    changed: int
    exp_eta: Fraction
    slack: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        pairs = zip(self.sequences.first, self.sequences.second, strict=True)
        if any(a != b for t, (a, b) in enumerate(pairs, 1) if t != self.changed):
            raise ValueError(f"sequences = {self.sequences}: expected equal ones but for round {self.changed}")
        if not 1 <= self.changed <= len(self.sequences.first):
            raise ValueError(f"changed = {self.changed}: expected the number of a round")
        if not (self.exp_eta > 1 and self.slack >= 0 and self.delta_0 <= 1):
            raise ValueError("exp_eta, slack: expected e^eta above 1, and delta_0 of at most 1")

    @property
    def delta_0(self) -> Fraction:
        """The least one for all sequences of these losses, and the slack."""
        return (
            _least(self.sequences.start, self.sequences.factors, len(self.sequences.first), self.exp_eta) + self.slack
        )


def _law(start: Law, factors: tuple[Law, ...], losses: tuple[int, ...]) -> Law:
    """The normalized measure after these losses."""
    weights = list(start)
    for k in losses:
        weights = [w * factor for w, factor in zip(weights, factors[k], strict=True)]
    return tuple(w / sum(weights) for w in weights)


@cache
def _least(start: Law, factors: tuple[Law, ...], rounds: int, exp_eta: Fraction) -> Fraction:
    numbers = range(len(factors))
    return max(
        least_delta(_law(start, factors, past), _law(start, factors, (*past, last)), exp_eta)
        for length in range(rounds)
        for past in product(numbers, repeat=length)
        for last in numbers
    )


def swapped_losses(a: Neighbors, g: int, t: int) -> tuple[int, ...]:
    """The losses before round t, where those of the changed round and of round t - 1 are swapped."""
    losses = list(a.sequences.losses(g)[: t - 1])
    losses[a.changed - 1], losses[t - 2] = losses[t - 2], losses[a.changed - 1]
    return tuple(losses)


def probability(a: Neighbors, losses: tuple[int, ...], event: int) -> Fraction:
    """Of an event after these losses."""
    law = _law(a.sequences.start, a.sequences.factors, losses)
    return sum((mass for i, mass in enumerate(law, 1) if is_among(event, i)), Fraction(0))


def is_among(event: int, i: int) -> Fraction:
    """1 where the bit of model i in event - 1 is 1, and so the model of the event."""
    return Fraction((int(event) - 1) >> (int(i) - 1) & 1)


def log_factor(a: Neighbors, number: int, i: int) -> LogForm:
    """The logarithm of the factor of a loss."""
    return log(a.sequences.factors[number][i - 1])


def log_measure(a: Neighbors, losses: tuple[int, ...], i: int) -> LogForm:
    """The logarithm of the measure of model i after these losses."""
    return sum((log_factor(a, k, i) for k in losses), log(a.sequences.start[i - 1]))


def settings() -> Iterator[Neighbors]:
    """One to three models, two to four rounds, any round changed; with delta_0 = 0 and above."""
    one, half, third = Fraction(1), Fraction(1, 2), Fraction(1, 3)
    mild = ((one, Fraction(21, 20)), (Fraction(21, 20), one))
    strong = ((one, half), (Fraction(3, 4), Fraction(2)))
    three = ((one, half, third), (third, Fraction(2), one))
    small = Fraction(11, 10)
    for factors in (mild, strong):
        yield Neighbors(Sequences((half, half), factors, (0, 1), (1, 1)), 1, small)
        yield Neighbors(Sequences((one, third), factors, (1, 1, 0), (1, 0, 0)), 2, small)
    yield Neighbors(Sequences((half, third, one), three, (0, 1, 1, 0), (1, 1, 1, 0)), 1, small)
    yield Neighbors(Sequences((half, half), mild, (0, 0, 1), (0, 0, 0)), 3, Fraction(21, 20), Fraction(1, 100))


def read(a: Neighbors) -> dict[str, Any]:
    """T, d, N, t0, eta and d0."""
    models = len(a.sequences.start)
    return {
        "T": Fraction(len(a.sequences.first)),
        "d": Fraction(models),
        "N": Fraction(2**models),
        "t0": Fraction(a.changed),
        "eta": as_real(log(a.exp_eta)),
        "d0": a.delta_0,
    }


def _before(a: Neighbors, g: int, t: int) -> tuple[int, ...]:
    return a.sequences.losses(g)[: t - 1]


GAME: Final = {"g": "integer, 1 <= g, g <= 2"}
ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
LATER: Final = {"a": "integer, t0 + 1 <= a, a <= T"}
EVENT: Final = {"l": "integer, 1 <= l, l <= N"}
MODEL: Final = {"i": "integer, 1 <= i, i <= d"}
PAST: Final = {"k": "integer, 1 <= k, k <= T"}
NEIGHBORING: Final = Model(
    "measures of two sequences that differ in one loss",
    parameters={
        "T": "integer, 1 <= T",
        "d": "integer, 1 <= d",
        "N": "integer, 1 <= N",
        "t0": "integer, 1 <= t0, t0 <= T",
        "eta": "real, 0 < eta, eta <= 1/10",
        "d0": "real, 0 <= d0, d0 <= 1",
    },
    variables={**GAME, **ROUND, **LATER, **EVENT, **MODEL, **PAST, "h": "integer, 1 <= h, h <= a - 1"},
    quantities={
        "p": Named(
            lambda s, g, t, event: probability(s, _before(s, g, t), event),
            {**GAME, **ROUND, **EVENT},
            range="at least 0",
        ),
        "swapped": Named(
            lambda s, g, a, event: probability(s, swapped_losses(s, g, a), event),
            {**GAME, **LATER, **EVENT},
            range="at least 0",
        ),
        "rest": Named(
            lambda s, a, event: probability(s, swapped_losses(s, 1, a)[:-1], event),
            {**LATER, **EVENT},
            range="at least 0",
        ),
        "among": Named(lambda _, event, i: is_among(event, i), {**EVENT, **MODEL}, range="integer"),
        "v": Named(lambda s, g, t, i: log_measure(s, _before(s, g, t), i), {**GAME, **ROUND, **MODEL}),
        "vs": Named(lambda s, g, a, i: log_measure(s, swapped_losses(s, g, a), i), {**GAME, **LATER, **MODEL}),
        "f": Named(lambda s, g, k, i: log_factor(s, s.sequences.losses(g)[k - 1], i), {**GAME, **PAST, **MODEL}),
        "fs": Named(
            lambda s, g, a, h, i: log_factor(s, swapped_losses(s, g, a)[h - 1], i),
            {**GAME, **LATER, "h": "integer, 1 <= h, h <= a - 1", **MODEL},
        ),
    },
    facts={
        "normalized": "p(g, t, l)*sum(exp(v(g, t, j)), j, 1, d) = sum(among(l, j)*exp(v(g, t, j)), j, 1, d)",
        "normalized, swapped": "swapped(g, a, l)*sum(exp(vs(g, a, j)), j, 1, d) = "
        "sum(among(l, j)*exp(vs(g, a, j)), j, 1, d)",
        "log measure": "v(g, t, i) = v(g, 1, i) + sum(f(g, k, i), k, 1, t - 1)",
        "log measure, swapped": "vs(g, a, i) = v(g, 1, i) + sum(fs(g, a, h, i), h, 1, a - 1)",
        "first measure": "v(1, 1, i) = v(2, 1, i)",
        "one loss differs": "(k - t0)*(f(1, k, i) - f(2, k, i)) = 0",
        "elsewhere": "(h - t0)*(h - a + 1)*(fs(g, a, h, i) - f(g, h, i)) = 0",
        "there": "fs(g, a, t0, i) = f(g, a - 1, i)",
        "last": "fs(g, a, a - 1, i) = f(g, t0, i)",
        "stable": "swapped(g, a, l) <= exp(eta)*rest(a, l) + d0",
        "stable, back": "rest(a, l) <= exp(eta)*swapped(g, a, l) + d0",
    },
    settings=settings,
    read=read,
)
