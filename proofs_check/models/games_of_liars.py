"""Algorithm 1 on the class of liars, run for every sequence of labels: see the model ``liars``.

Which noises below c' cost the least is not known, so all that depends on them is enclosed: every noise is anywhere
between -c' and c'. The game is run for at most ``MOST_ROUNDS`` rounds. For more the enclosures of ``risk`` and ``met``
rest on what is proved: where all noises are below c' the risk is at least ``Constants.least_risk`` (``cost_of_liars``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from flint import arb

from dpassay.exact import Real
from dpassay.exact.real import rational_ball, working_precision
from dpassay.reference import label_clipping
from dpassay.reference import privatized_likelihood as learner

PRECISION: Final = 128
"""Bits of a game that is run."""
MOST_ROUNDS: Final = 8
Labels = tuple[int, ...]


@dataclass(frozen=True)
class Liars:
    """T >= 3, K >= 2 T - 1, eps, delta, and gamma, which is ln T where it is not given."""

    rounds: int
    experts: int
    epsilon: Fraction
    delta: Fraction = Fraction(1, 10)
    gamma: Fraction | None = None

    def __post_init__(self) -> None:
        if self.rounds < 3:
            raise ValueError(f"rounds = {self.rounds}: expected at least 3")
        if self.experts < 2 * self.rounds - 1:
            raise ValueError(f"experts = {self.experts}: expected at least 2 T - 1")
        if not self.epsilon > 0 or not 0 < self.delta <= 1:
            raise ValueError(f"epsilon, delta = {self.epsilon}, {self.delta}: expected eps > 0 and delta in (0, 1]")
        if self.gamma is not None and self.gamma <= 0:
            raise ValueError(f"gamma = {self.gamma}: expected more than 0")

    @property
    def kinds(self) -> range:
        """All kinds, from 1."""
        return range(1, 2 * self.rounds)


class Constants:
    """The constants of Algorithm 1 as balls: as printed, but for the rate, which may be sqrt(2 log K/T)."""

    def __init__(self, at: Liars, *, printed: bool = True) -> None:
        k, t, eps = arb(at.experts), arb(at.rounds), rational_ball(at.epsilon)
        self.experts, self.rounds, self.log_experts, self.log_all = k, t, k.log(), (k * t).log()
        roots = 2 * (2 * k * -rational_ball(at.delta).log()).sqrt() + (k * eps).sqrt()
        self.gamma = t.log() if at.gamma is None else rational_ball(at.gamma)
        self.scale = roots * self.log_all / eps
        self.noise = self.scale * (self.gamma + self.log_all)
        self.normalization = 1 / (self.log_all + 2 * self.noise)
        self.tilt = (2 * (k if printed else 1) * self.log_experts / t).sqrt() * self.normalization
        self.regret = (2 * t * self.log_experts).sqrt()

    @property
    def least_risk(self) -> arb:
        """What is paid at least when all noises are below c', for every sequence of labels."""
        t = self.rounds
        honest = self.experts * (-self.tilt * ((arb(3) / 2 - 1 / (2 * t)).log() - 2 * t * self.noise)).exp()
        return -(t - 1) / 2 * (4 * (1 / (2 * t) + honest)).log()

    @property
    def right_of_10(self) -> arb:
        """The right side of (10), its noise terms at most 2 T c'."""
        return self.regret / self.normalization + 3 * self.log_all + 2 * self.rounds * self.noise

    @property
    def one_small(self) -> arb:
        """The probability that one noise is below c'."""
        return 1 - (-self.gamma).exp() / (self.experts * self.rounds)

    @property
    def all_small(self) -> arb:
        """The probability that all noises are below c'."""
        count = self.experts * self.rounds
        return (count * (-(-self.gamma).exp() / count).log1p()).exp()


def real(value: arb) -> Real:
    """A real that is enclosed once."""
    return Real(lambda: value)


# the class


def turn(_: Liars, kind: int) -> Fraction:
    """The round of its lie; T for the truth."""
    return Fraction((kind + 1) // 2)


def size(at: Liars, kind: int) -> Fraction:
    """How many functions are of a kind."""
    return Fraction(at.experts - 2 * at.rounds + 2 if kind == 2 * at.rounds - 1 else 1)


def says(at: Liars, t: int, kind: int) -> label_clipping.Row:
    """The law of the label of round t under a kind."""
    lies, half = turn(at, kind), Fraction(1, 2)
    if t > lies:
        return Fraction(1), Fraction(0)
    if t < lies or kind == 2 * at.rounds - 1:
        return half, half
    lie = Fraction(3, 4)
    return (lie, 1 - lie) if kind % 2 else (1 - lie, lie)


@cache
def clipping(at: Liars, t: int) -> label_clipping.Parameters:
    """That of round t: copies of a function change nothing."""
    return label_clipping.Parameters(tuple(says(at, t, kind) for kind in at.kinds), at.rounds, "printed")


def sequences(at: Liars) -> tuple[Labels, ...]:
    """All labels of the rounds before the last."""
    return _sequences(at.rounds)


@cache
def _sequences(rounds: int) -> tuple[Labels, ...]:
    return tuple(product((0, 1), repeat=rounds - 1))


@cache
def law(at: Liars) -> Mapping[Labels, Fraction]:
    """Both parts have the same size before the last round, so all clipped labels are as likely."""
    return dict.fromkeys(sequences(at), Fraction(1, 2 ** (at.rounds - 1)))


def likelihood(at: Liars, t: int, kind: int, labels: Labels) -> Fraction:
    """p(t, j)."""
    return label_clipping.likelihoods(clipping(at, t))[kind - 1][labels[t - 1]]


def share(at: Liars, n: int) -> Fraction:
    """The part of all integers that the second label owns."""
    return Fraction(label_clipping.sizes(clipping(at, n))[1], label_clipping.integers(clipping(at, n)))


# the game


def noise(at: Liars) -> arb:
    """Anything between -c' and c'."""
    most = Constants(at).noise
    return (-most).union(most)


@cache
def exponents(at: Liars, labels: Labels) -> tuple[arb, ...]:
    """The logs of the weights after so many labels, before they are divided by their sum."""
    with working_precision(PRECISION):
        if not labels:
            return tuple(rational_ball(size(at, kind) / at.experts).log() for kind in at.kinds)
        before, t, tilt, any_noise = exponents(at, labels[:-1]), len(labels), Constants(at).tilt, noise(at)
        logs = [rational_ball(likelihood(at, t, kind, labels)).log() + any_noise for kind in at.kinds]
        return tuple(e + tilt * v for e, v in zip(before, logs, strict=True))


@cache
def weights(at: Liars, labels: Labels) -> tuple[arb, ...]:
    """Those after so many labels: one grows with its own exponent, and falls as others grow."""
    with working_precision(PRECISION):
        grown = exponents(at, labels)
        low, high = [e.lower() for e in grown], [e.upper() for e in grown]
        return tuple(
            _part(low[j], high[:j] + high[j + 1 :]).union(_part(high[j], low[:j] + low[j + 1 :]))
            for j in range(len(grown))
        )


def _part(own: arb, others: list[arb]) -> arb:
    return 1 / (1 + sum(((e - own).exp() for e in others), arb(0)))


def norm(at: Liars, labels: Labels) -> arb:
    """The log of what all weights are divided by after the last of so many labels."""
    with working_precision(PRECISION):
        steps = [a - b for a, b in zip(exponents(at, labels), exponents(at, labels[:-1]), strict=True)]
        grown = (w * step.exp() for w, step in zip(weights(at, labels[:-1]), steps, strict=True))
        return sum(grown, arb(0)).log()


@cache
def predicted(at: Liars, labels: Labels) -> tuple[arb, arb]:
    """What is predicted after so many labels."""
    with working_precision(PRECISION):
        answer: Any = learner.prediction(list(map(real, weights(at, labels))), clipping(at, len(labels) + 1))
        return answer[0].evaluate(), answer[1].evaluate()


@cache
def divergence(at: Liars, labels: Labels) -> arb:
    """KL(f*, p^) after so many labels; it is at least 0."""
    with working_precision(PRECISION):
        first, second = predicted(at, labels)
        return (-((2 * first).log() + (2 * second).log()) / 2).max(arb(0))


@cache
def paid(at: Liars) -> arb:
    """The risk over the labels where all noises are below c'."""
    with working_precision(PRECISION):
        pasts = [labels[:n] for labels in sequences(at) for n in range(at.rounds)]
        return sum((divergence(at, past) for past in pasts), arb(0)) / len(sequences(at))


def met(at: Liars) -> Real:
    """Enclosed between 0 and 1, or what the noises leave that are not all below c'."""

    def enclosed() -> arb:
        known = Constants(at)
        above = _least(at, known) > known.right_of_10
        return arb(0).union(1 - known.all_small if above else arb(1))

    return Real(enclosed)


def _least(at: Liars, known: Constants) -> arb:
    """The least risk over the labels where all noises are below c'."""
    return paid(at) if at.rounds <= MOST_ROUNDS else known.least_risk


def risk(at: Liars) -> Real:
    """Enclosed between what is paid where all noises are below c', and T ln(2 T); no round costs more than ln(2 T)."""

    def enclosed() -> arb:
        known = Constants(at)
        floor = (known.all_small * _least(at, known)).max(arb(0))
        return floor.union(known.rounds * (2 * known.rounds).log())

    return Real(enclosed)
