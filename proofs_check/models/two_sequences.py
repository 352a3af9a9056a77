"""L2P over multiplicative weights on two experts, on two sequences of T = 2 B m losses: by turns, and always the same.

``turns`` is the regret where m pairs of batches of B rounds charge expert 1 and then expert 2, ``same`` that where
expert 1 always pays 1 and expert 2 nothing. ``worst`` is the larger of the two, and so at most the supremum over all
losses. Two terms of the eps of Theorem 3.2 are at most ``eps``, with ``l`` for log(1/delta1). h stands for eta.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.exact.real import decide
from dpassay.proofs_check.models.lazy_experts import Lazy, lazy_loss, rows
from dpassay.proofs_check.models.lazy_experts import turns as by_turns
from dpassay.proofs_check.proof.densities import kept
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Sequences:
    """B, m, e^h, p and log(1/delta1); eps is the least, times 1 + ``slack``."""

    batch: int
    pairs: int
    growth: Fraction
    fake_switch: Fraction
    nats: Fraction
    slack: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if self.pairs < 1 or self.nats <= 0 or self.slack < 0:
            raise ValueError(f"{self}: expected a pair of batches, a number above 0, and one that is not below")
        Lazy(by_turns(self.batch, self.pairs), self.batch, self.fake_switch, self.growth)  # which checks the rest

    @property
    def rounds(self) -> int:
        """T."""
        return 2 * self.batch * self.pairs

    @cached_property
    def rate(self) -> Any:
        """The rate h."""
        return kept(as_real(log(self.growth)))

    @cached_property
    def epsilon(self) -> Any:
        """The larger of the two terms, and the slack."""
        first = self.rate * (2 / self.fake_switch)
        second = self.rate * as_real(6 * self.rounds * self.fake_switch / self.batch).sqrt() * self.nats
        return kept((second if decide(first < second) else first) * (1 + self.slack))

    def regret(self, *, same: bool) -> Any:
        """That of L2P on one of the sequences."""
        losses = rows(*((1, 0),) * self.rounds) if same else by_turns(self.batch, self.pairs)
        at = Lazy(losses, self.batch, self.fake_switch, self.growth)
        return lazy_loss(at) - min(at.totals)

    @cached_property
    def worst(self) -> Any:
        """The larger regret."""
        return max(self.regret(same=True), self.regret(same=False))


def settings() -> Iterator[Sequences]:
    """One to three rounds in a batch, small rates and large ones, many coins and few."""
    for batch, pairs in ((1, 1), (2, 1), (1, 2)):
        for growth, nats in ((Fraction(1001, 1000), 5), (Fraction(2), 1), (Fraction(20), 5), (Fraction(3), 9)):
            yield Sequences(batch, pairs, growth, Fraction(1, 2 * batch), Fraction(nats, 2))
    yield Sequences(3, 2, Fraction(3, 2), Fraction(9, 10), Fraction(1), Fraction(1, 2))


SEQUENCES: Final = Model(
    "two sequences of losses",
    parameters={
        "B": "integer, 1 <= B",
        "m": "integer, 1 <= m",
        "h": "real, 0 < h",
        "p": "real, 0 < p, p < 1",
        "l": "real, 0 < l",
        "eps": "real, 0 < eps",
    },
    quantities={
        "turns": Named(lambda at: at.regret(same=False)),
        "same": Named(lambda at: at.regret(same=True)),
        "worst": Named(lambda at: at.worst),
    },
    facts={
        "first term": "2*h/p <= eps",
        "second term": "6*(2*B*m)*h**2*p*l**2/B <= eps**2",
        "by turns": "turns <= worst",
        "always the same": "same <= worst",
    },
    settings=cache(lambda: tuple(settings())),
    read=lambda at: {
        "B": Fraction(at.batch),
        "m": Fraction(at.pairs),
        "h": at.rate,
        "p": at.fake_switch,
        "l": at.nats,
        "eps": at.epsilon,
    },
)
