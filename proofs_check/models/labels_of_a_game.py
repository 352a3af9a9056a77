"""The labels of a game with given noises, and the regret that its weights have: for SIMA-47.

Labels are drawn independently from the law of hypothesis s, the truth, and the weights are multiplied by p_j e^Lap: all
of them, or in Algorithm 2 that of an expert drawn uniformly. An outcome is the labels and these experts of all rounds
(0 for all experts); ``P`` is its law and ``after(t)`` that given the first t. ``w(t, j)`` is the weight
of hypothesis j before round t, of total 1, ``l(t, j)`` the log-likelihood of the label of round t, ``lm(t)`` that under
the mixture, and ``x(t, j)`` the noise, a multiple of log 2. ``kl(t, j)`` is KL(p_s, p_j), and ``klm(t)`` that from the
mixture: means, given the past, of the log of a quotient at the label of round t. A loss is -(l + x + d), with the
constant d = log M - c', and B is a bound of the expected regret of the losses against the truth: in Algorithm 1 there
is one for every course, in Algorithm 2 in the mean over the experts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any, Final

from dpassay.analysis.label_laws import kl
from dpassay.exact import as_real, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Course = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class LabelGame:
    """Laws of the labels, which hypothesis is true, and the noises.

    Args:
        laws: a law of the label for each hypothesis, with positive probabilities.
        truth: s, from 1.
        noises: a row a round, a whole number an expert: so many times log 2.
        shift: d.
        one_at_a_time: whether one expert is drawn and updated in each round, as in Algorithm 2.
    """

    laws: tuple[tuple[Fraction, ...], ...]
    truth: int
    noises: tuple[tuple[int, ...], ...]
    shift: Fraction = Fraction(-1)
    one_at_a_time: bool = False

    def __post_init__(self) -> None:
        if any(sum(law) != 1 or min(law) <= 0 for law in self.laws) or not 1 <= self.truth <= len(self.laws):
            raise ValueError(f"laws, truth = {self.laws}, {self.truth}: expected positive laws, one of them true")
        if not self.noises or any(len(row) != len(self.laws) for row in self.noises):
            raise ValueError(f"noises = {self.noises}: expected {len(self.laws)} in each round")


def law_after(at: LabelGame, t: int, past: Course) -> Mapping[Course, Fraction]:
    """The law of all rounds given the first t."""
    true, drawn = at.laws[at.truth - 1], experts(at)
    rest = product(product(range(len(true)), drawn), repeat=len(at.noises) - t)
    return {past[:t] + more: prod((true[y] / len(drawn) for y, _ in more), start=Fraction(1)) for more in rest}


def experts(at: LabelGame) -> range:
    """Those that may be drawn in a round, from 1, or 0 for all."""
    return range(1, len(at.laws) + 1) if at.one_at_a_time else range(1)


@cache
def weights(at: LabelGame, past: Course) -> tuple[Fraction, ...]:
    """The weights after some rounds, of total 1."""
    grown = [Fraction(1)] * len(at.laws)
    for (y, drawn), row in zip(past, at.noises, strict=False):
        for j, law in enumerate(at.laws):
            if drawn in {0, j + 1}:
                grown[j] *= law[y] * Fraction(2) ** row[j]
    return tuple(weight / sum(grown) for weight in grown)


@cache
def mixture(at: LabelGame, past: Course) -> tuple[Fraction, ...]:
    """The law of the next label under the weights."""
    columns = zip(*at.laws, strict=True)
    return tuple(sum(w * p for w, p in zip(weights(at, past), column, strict=True)) for column in columns)


@cache
def regret(at: LabelGame, course: Course) -> Any:
    """The regret of the losses against the truth."""
    total = as_real(Fraction(0))
    for t, row in enumerate(at.noises):
        losses = [
            -as_real(log(law[course[t][0]] * Fraction(2) ** x) + at.shift) for law, x in zip(at.laws, row, strict=True)
        ]
        mean = sum((as_real(w) * v for w, v in zip(weights(at, course[:t]), losses, strict=True)), as_real(Fraction(0)))
        total += mean - losses[at.truth - 1]
    return total


@cache
def bound(at: LabelGame) -> Fraction:
    """A rational number that the expected regret does not exceed, the best multiple of 1/16."""
    law = law_after(at, 0, ())
    mean = sum((as_real(p) * regret(at, course) for course, p in law.items()), as_real(Fraction(0)))
    return Fraction((mean.bounds()[1] * 16).__ceil__(), 16)


def outcomes(at: LabelGame) -> list[Course]:
    """All courses."""
    return list(law_after(at, 0, ()))


def settings() -> Iterator[LabelGame]:
    """One to three hypotheses on two or three labels, one or two rounds, without noise and with."""
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    two = ((3 * quarter, quarter), (quarter, 3 * quarter))
    yield LabelGame((two[0],), 1, ((0,), (2,)))
    yield LabelGame(two, 1, ((0, 0), (0, 0)))
    yield LabelGame(two, 2, ((1, -1), (0, 2)))
    yield LabelGame((*two, (half, half)), 3, ((0, 1, -1),))
    yield LabelGame(((half, quarter, quarter), (quarter, quarter, half)), 1, ((-1, 1), (2, 0)))
    yield LabelGame(two, 2, ((1, -1), (0, 2)), one_at_a_time=True)


CELL: Final = {"t": "integer, 1 <= t, t <= T", "j": "integer, 1 <= j, j <= K"}
ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
LABELS: Final = Model(
    "labels of a game with noise",
    parameters={"T": "integer, 1 <= T", "K": "integer, 1 <= K", "s": "integer, 1 <= s, s <= K", "B": "real"},
    variables=CELL,
    quantities={
        "P": Named(lambda at: law_after(at, 0, ()), space="labels", law=True),
        "after": Named(
            law_after, {"t": "integer, 0 <= t, t <= T - 1"}, "labels", given="labels", law=True, mean_of="P"
        ),
        "w": Named(lambda at, t, j, y: weights(at, y[: t - 1])[j - 1], CELL, "labels", range="positive"),
        "l": Named(lambda at, t, j, y: log(at.laws[j - 1][y[t - 1][0]]), CELL, "labels"),
        "lm": Named(lambda at, t, y: log(mixture(at, y[: t - 1])[y[t - 1][0]]), ROUND, "labels"),
        "x": Named(lambda at, t, j: log(Fraction(2) ** at.noises[t - 1][j - 1]), CELL),
        "kl": Named(lambda at, _, j: kl(at.laws[at.truth - 1], at.laws[j - 1]), CELL),
        "klm": Named(lambda at, t, y: kl(at.laws[at.truth - 1], mixture(at, y[: t - 1])), ROUND, "labels"),
        "d": Named(lambda at: at.shift),
    },
    facts={
        "weights": "sum(w(t, j), j, 1, K) = 1",
        "known": "E((w(t, j) - given(w(t, j)))**2, after(t - 1)) = 0",
        "mixture": "exp(lm(t)) = sum(w(t, j)*exp(l(t, j)), j, 1, K)",
        "divergence": "kl(t, j) = E(l(t, s) - l(t, j), after(t - 1))",
        "divergence of the mixture": "klm(t) = E(l(t, s) - lm(t), after(t - 1))",
        "regret": "E(sum(sum(w(t, j)*(-(l(t, j) + x(t, j) + d)), j, 1, K) + l(t, s) + x(t, s) + d, t, 1, T)) <= B",
    },
    settings=settings,
    read=lambda at: {
        "T": Fraction(len(at.noises)),
        "K": Fraction(len(at.laws)),
        "s": Fraction(at.truth),
        "B": bound(at),
    },
    outcomes={"labels": outcomes},
)
