"""L2P over multiplicative weights at the rate of Theorem 3.10: B = 1/eps, and eta = min(eps0, eps)^(2/3)/T^(1/3).

``eps0`` is T^(-1/4) log^(3/4) d, ``least`` the smaller of eps0 and eps, and ``nats`` is log d, for d >= 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, Final

from dpassay.exact import as_real
from dpassay.proofs_check.models.lazy_experts import LAZY, Lazy, Pairs, rows, turns
from dpassay.proofs_check.models.printed_numbers import Printed
from dpassay.proofs_check.proof.densities import kept
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Masses = tuple[Any, ...]


@dataclass(frozen=True)
class RealLazy(Lazy):
    """L2P at a rate that need be neither rational nor the logarithm of a rational number."""

    def power(self, exponent: Fraction) -> Any:
        """e^(h exponent)."""
        return kept((self.eta * as_real(exponent)).exp())

    @cached_property
    def measured(self) -> tuple[Masses, ...]:
        """The normalized measures (4) before each round."""
        found, lost = [], [Fraction(0)] * self.experts
        for row in self.losses:
            weights = [self.power(min(lost) - loss) for loss in lost]
            whole = kept(sum(weights[1:], weights[0]))
            found.append(tuple(kept(weight / whole) for weight in weights))
            lost = [a + b for a, b in zip(lost, row, strict=True)]
        return tuple(found)

    @cached_property
    def played(self) -> tuple[Masses, ...]:
        """The laws of x_1, ..., x_n."""
        experts = range(self.experts)
        return tuple(tuple(kept(_sum(law[x, y] for y in experts)) for x in experts) for law in self.pairs)

    @cached_property
    def pairs(self) -> tuple[Pairs, ...]:
        """The laws of (x_s, y_s): lines 2 and 13 to 18 of Algorithm 1."""
        p, found = as_real(self.fake_switch), [self._both(lambda x, y: self.measured[0][x] * self.measured[0][y])]
        for s in range(1, self.batches):
            fresh, moved = self.measured[s * self.batch], self._moved(s, found[-1])
            masses = [_sum(moved[x, y] for y in range(self.experts)) for x in range(self.experts)]
            found.append(self._both(lambda x, y: (1 - p) * moved[x, y] + p * fresh[y] * masses[x]))  # noqa: B023  # bound at once
        return tuple(found)

    @cached_property
    def moved(self) -> tuple[Pairs, ...]:
        """The laws of (x_(s + 1), y_s)."""
        return tuple(self._moved(s, law) for s, law in enumerate(self.pairs[:-1], 1))

    def _moved(self, batch: int, law: Pairs) -> Pairs:
        """Lines 6 to 11 after a batch."""
        fresh, p = self.measured[batch * self.batch], as_real(self.fake_switch)
        keeps = self._both(lambda x, y: self.keeping(batch, x + 1, y + 1) * (1 - p) * law[x, y])
        drawn = [_sum(law[x, y] - keeps[x, y] for x in range(self.experts)) for y in range(self.experts)]
        return self._both(lambda x, y: keeps[x, y] + fresh[x] * drawn[y])

    def _both(self, mass: Callable[[int, int], Any]) -> Pairs:
        return {(x, y): kept(mass(x, y)) for x in range(self.experts) for y in range(self.experts)}

    def keeping(self, batch: int, x: int, y: int) -> Any:
        """Line 6 after a batch, all from 1: the probability of S = 1."""
        lost = self.batch_loss(batch, y) - self.batch_loss(batch, x)
        return self.power(min(Fraction(0), lost - 2 * self.batch))


def _sum(values: Any) -> Any:
    return sum(values, as_real(0))


@dataclass(frozen=True)
class AtPrintedRate(RealLazy):
    """Losses of at least two experts, B and p."""

    def __post_init__(self) -> None:
        if self.growth is not None or self.rate is not None or self.experts < 2:
            raise ValueError(
                f"losses = {self.losses}: expected two experts at least, and no rate besides the printed one"
            )
        Lazy(self.losses, self.batch, self.fake_switch, rate=Fraction(1))  # which checks the rest

    @cached_property
    def numbers(self) -> Printed:
        """T, d and eps, which is 1/B."""
        return Printed(len(self.losses), self.experts, Fraction(1, self.batch), Fraction(1, 2))

    @property
    def eta(self) -> Any:
        """The rate of Theorem 3.10."""
        return self.numbers.rate


def settings() -> Iterator[AtPrintedRate]:
    """eps above eps0 and below; two and three experts."""
    third = Fraction(1, 3)
    yield AtPrintedRate(rows((1, 0)), 1, third)
    yield AtPrintedRate(turns(2, 1), 2, third)
    yield AtPrintedRate(rows((1, 0), (1, 0), (1, 0)), 3, Fraction(1, 2))
    yield AtPrintedRate(rows((1, 0, third), (0, 1, third), (1, 1, 0), (third, 0, 1)), 2, third)


PRINTED_RATE: Final[Model] = LAZY.narrowed(
    "lazy-to-private at the rate of Theorem 3.10",
    {
        "batch size": "B*eps = 1",
        "experts": "nats = log(d)",
        "eps0": "log(eps0) = 3/4*log(nats) - log(n*B)/4",
        "least, first": "least <= eps0",
        "least, second": "least <= eps",
        "least of two": "(eps0 - least)*(eps - least) = 0",
        "rate": "log(h) = 2/3*log(least) - log(n*B)/3",
    },
    cache(lambda: tuple(settings())),
    {
        "eps": Named(lambda at: at.numbers.epsilon, range="positive"),
        "nats": Named(lambda at: at.numbers.nats, range="positive"),
        "eps0": Named(lambda at: at.numbers.first, range="positive"),
        "least": Named(lambda at: at.numbers.least, range="positive"),
    },
)
