"""An algorithm that sees T losses at once and answers with T models, where one random loss is repeated.

The loss of each of d models is 0 or 1, and all N = 2^d losses are as likely. ``x(l, t, k)`` is the probability that
loss l of the model of round t is 1 where the first k rounds have the complement of loss l and the others loss l; delta
is one at which the algorithm is (eps, delta)-private between any losses that differ in one round. Loss l has
the bits of l - 1, so its complement is loss N + 1 - l.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.analysis.limited_switching import Losses, Models, least_delta, repeated_loss
from dpassay.exact import Dist, as_real, log
from dpassay.proofs_check.limited_switching import leader
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Batch:
    """One model for all rounds: that of the smallest loss with probability ``truth``, and else a uniform one.

    With a ``table`` there are two models, and entry D + T is the probability of model 0 where its loss is smaller by D.
    Round t answers with the model ``turning`` (t - 1) further on. ``slack`` is what delta is above the least one.
    """

    rounds: int
    experts: int
    exp_eps: Fraction
    truth: Fraction = Fraction(0)
    table: tuple[Fraction, ...] = ()
    turning: int = 0
    slack: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if min(self.rounds, self.experts) < 1:
            raise ValueError(f"rounds, experts = {self.rounds}, {self.experts}: expected 1 or more of each")
        if self.exp_eps < 1:
            raise ValueError(f"exp_eps = {self.exp_eps}: expected at least 1")
        if self.slack < 0:
            raise ValueError(f"slack = {self.slack}: expected at least 0")
        if not all(0 <= p <= 1 for p in (self.truth, *self.table)):
            raise ValueError(f"truth, table = {self.truth}, {self.table}: expected probabilities")
        if self.table and (self.experts, len(self.table)) != (2, 2 * self.rounds + 1):
            raise ValueError(f"table = {self.table}: expected two models, and 2 T + 1 entries")

    def answer(self, losses: Losses) -> Dist[Models]:
        """The law of the T models."""
        if self.table:
            ahead = sum((row[1] - row[0] for row in losses), Fraction(0))
            first = self.table[int(ahead) + len(losses)]
            return Dist({self._models(0): first, self._models(1): 1 - first})
        mixed = [(self.truth, Dist.point(leader(losses))), (1 - self.truth, Dist.uniform(range(self.experts)))]
        return Dist.mixture(mixed).map(self._models)

    def _models(self, first: int) -> Models:
        """The models of all rounds."""
        return tuple((first + self.turning * t) % self.experts for t in range(self.rounds))


def bits(batch: Batch, number: int) -> tuple[Fraction, ...]:
    """Loss l of all models."""
    return tuple(Fraction((number - 1) >> model & 1) for model in range(batch.experts))


@cache
def law(batch: Batch, number: int, changed: int) -> Dist[Models]:
    """The law of the answer where the first rounds have the complement of a loss, and the others the loss."""
    row = bits(batch, number)
    return batch.answer((tuple(1 - b for b in row),) * changed + (row,) * (batch.rounds - changed))


@cache
def probability(batch: Batch, number: int, t: int, changed: int) -> Any:
    """x(l, t, k)."""
    row = bits(batch, number)
    return law(batch, number, changed).expectation(lambda models: row[models[t - 1]])


@cache
def expected_loss(batch: Batch) -> Any:
    """The expected loss over all rounds, of the algorithm and of the random loss."""
    return repeated_loss(batch.answer, batch.rounds, batch.experts)


@cache
def delta(batch: Batch) -> Fraction:
    """The least delta over all neighbors, and the slack."""
    return batch.slack + Fraction(least_delta(batch.answer, batch.rounds, batch.experts, batch.exp_eps))


def settings() -> Iterator[Batch]:
    """One to three models and rounds; tables and noisy leaders."""
    for exp_eps in (Fraction(1), Fraction(3, 2), Fraction(4)):
        for a, b in product((Fraction(0), Fraction(1, 2), Fraction(1)), repeat=2):
            yield Batch(1, 2, exp_eps, table=(a, Fraction(1, 2), b))
        yield Batch(2, 2, exp_eps, table=tuple(map(Fraction, ("0", "1/3", "1/2", "2/3", "1"))))
        for rounds, experts in ((1, 1), (1, 3), (3, 1), (2, 2)):
            for truth in (Fraction(0), Fraction(1, 5), Fraction(1)):
                yield Batch(rounds, experts, exp_eps, truth)
        yield Batch(2, 2, exp_eps, Fraction(1, 5), turning=1)
        yield Batch(2, 2, exp_eps, Fraction(1), turning=1, slack=Fraction(1, 10))


def read(batch: Batch) -> dict[str, Any]:
    """T, d, N, eps and delta."""
    return {
        "T": Fraction(batch.rounds),
        "d": Fraction(batch.experts),
        "N": Fraction(2**batch.experts),
        "eps": as_real(log(batch.exp_eps)),
        "delta": delta(batch),
    }


LOSS: Final = "integer, 1 <= l, l <= N"
ROUND: Final = "integer, 1 <= t, t <= T"
BATCHES: Final = Model(
    "one random loss, repeated",
    parameters={
        "T": "integer, 1 <= T",
        "d": "integer, 1 <= d",
        "N": "integer, 1 <= N",
        "eps": "real, 0 <= eps",
        "delta": "real, 0 <= delta",
    },
    variables={"l": LOSS, "t": ROUND, "k": "integer, 0 <= k, k <= T - 1"},
    quantities={
        "x": Named(probability, {"l": LOSS, "t": ROUND, "k": "integer, 0 <= k, k <= T"}),
        "loss": Named(expected_loss),
    },
    facts={
        "private": "1 - x(l, t, k) <= exp(eps)*(1 - x(l, t, k + 1)) + delta",
        "private, back": "x(l, t, k + 1) <= exp(eps)*x(l, t, k) + delta",
        "complement": "x(l, t, T) = 1 - x(N + 1 - l, t, 0)",
        "loss": "loss = sum(sum(x(l, t, 0), l, 1, N)/N, t, 1, T)",
    },
    settings=settings,
    read=read,
)
