"""L2P over multiplicative weights (Algorithm 1 with (4)), on losses in [0, 1] in n batches of B rounds: T = n B.

Round t = (s - 1) B + j is round j of batch s. ``mu(s, j, i)`` is the probability that the input algorithm plays expert
i there, and ``x(s, i)`` that L2P plays it in batch s. ``alone`` and ``lazy`` are their expected losses, ``best`` is the
loss of the best expert, and ``leads(i)`` is 1 for the first such expert. ``pair(s, u, v)`` is the probability that
x_s = u and y_s = v, ``moved(t, u, v)`` that of x_(t + 1) = u and y_t = v, and ``q(t, u, v)`` that of S = 1 in line 6
after batch t, with these models. ``z(s)`` is the law of the input algorithm's choice as batch s begins, ``L(s)`` the
loss of a choice in that batch, and ``Z(b)`` the sum of all weights after b batches. h stands for the rate eta.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, Final

from dpassay.exact import Dist, as_real, log
from dpassay.exact.dist import total
from dpassay.exact.markov_chain import Chain
from dpassay.proofs_check.proof.densities import kept
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference import lazy_to_private

Rows = tuple[tuple[Fraction, ...], ...]
Pairs = dict[tuple[int, int], Any]
"""The probabilities of two models, from 0."""


@dataclass(frozen=True)
class Lazy:
    """A row of losses a round, B, p, and the growth e^h, or the rate h."""

    losses: Rows
    batch: int
    fake_switch: Fraction
    growth: Fraction | None = None
    rate: Fraction | None = None

    def __post_init__(self) -> None:
        if (self.growth is None) == (self.rate is None):
            raise ValueError(f"growth = {self.growth}, rate = {self.rate}: expected one of them")
        if (self.growth is not None and self.growth <= 1) or (self.rate is not None and self.rate <= 0):
            raise ValueError(f"growth = {self.growth}, rate = {self.rate}: expected e^h above 1, or h above 0")
        if not self.losses or not self.losses[0] or len({len(row) for row in self.losses}) > 1:
            raise ValueError(f"losses = {self.losses}: expected a row a round, and a number an expert")
        if not all(0 <= loss <= 1 for row in self.losses for loss in row):
            raise ValueError(f"losses = {self.losses}: expected numbers in [0, 1]")
        if self.batch < 1 or len(self.losses) % self.batch:
            raise ValueError(f"batch = {self.batch}: expected a divisor of {len(self.losses)}")
        if not 0 < self.fake_switch < 1:
            raise ValueError(f"fake_switch = {self.fake_switch}: expected a number between 0 and 1")

    @property
    def experts(self) -> int:
        """The number d."""
        return len(self.losses[0])

    @property
    def batches(self) -> int:
        """The number n."""
        return len(self.losses) // self.batch

    def round(self, batch: int, place: int) -> int:
        """A round of a batch, in all rounds, from 0."""
        return (batch - 1) * self.batch + place - 1

    @property
    def eta(self) -> Any:
        """The rate h."""
        return self.rate if self.growth is None else kept(as_real(log(self.growth)))

    def parameters(self, batch: int) -> lazy_to_private.Parameters:
        """Those of L2P with batches of so many rounds."""
        named = {"learning_rate": self.rate} if self.growth is None else {"exp_learning_rate": self.growth}
        return lazy_to_private.Parameters.read(
            batch=batch, fake_switch=self.fake_switch, rounds=len(self.losses), experts=self.experts, **named
        )

    def power(self, exponent: Fraction) -> Any:
        """e^(h exponent)."""
        return self.parameters(1).rate.exp(exponent)

    @cached_property
    def played(self) -> tuple[tuple[Any, ...], ...]:
        """The laws of x_1, ..., x_n, by Algorithm 1 as a Markov chain."""
        return self._masses(lazy_to_private.marginals(self.losses, self.parameters(self.batch)))

    @cached_property
    def measured(self) -> tuple[tuple[Any, ...], ...]:
        """The normalized measures (4) before each round."""
        alone = self.parameters(1)
        return self._masses(lazy_to_private.normalized(a, alone) for a in lazy_to_private.measures(self.losses, alone))

    @cached_property
    def chain(self) -> Chain[lazy_to_private.State]:
        """Algorithm 1 as a Markov chain."""
        return lazy_to_private.chain(self.losses, self.parameters(self.batch))

    @cached_property
    def pairs(self) -> tuple[Pairs, ...]:
        """The laws of (x_s, y_s)."""
        return tuple(self._pairs(states.map(lambda state: (state.x, state.y))) for states in self.chain.marginals())

    @cached_property
    def moved(self) -> tuple[Pairs, ...]:
        """The laws of (x_(s + 1), y_s): lines 6 to 11."""
        found = []
        for law, kernel in zip(self.pairs[:-1], self.chain.kernels, strict=True):
            masses: dict[tuple[int, int], Any] = {}
            for (x, y), mass in law.items():
                for state, chance in kernel[lazy_to_private.State(x, y, 0)].items():
                    masses[state.x, y] = masses.get((state.x, y), Fraction(0)) + mass * chance
            found.append({pair: kept(mass) for pair, mass in masses.items()})
        return tuple(found)

    def keeping(self, batch: int, x: int, y: int) -> Any:
        """Line 6 after a batch, all from 1: the probability of S = 1."""
        parameters = self.parameters(self.batch)
        before, now = lazy_to_private.measures(self.losses, parameters)[batch - 1 : batch + 1]
        return kept(lazy_to_private.keeping(before, now, x - 1, y - 1, parameters))

    @staticmethod
    def _pairs(law: Dist[tuple[int, int]]) -> Pairs:
        return {pair: kept(mass) for pair, mass in law.items()}

    def _masses(self, laws: Iterable[Dist[int]]) -> tuple[tuple[Any, ...], ...]:
        return tuple(tuple(kept(law.pmf(x)) for x in range(self.experts)) for law in laws)

    def batch_loss(self, batch: int, expert: int) -> Fraction:
        """The loss of an expert in a batch, both from 1."""
        first = self.round(batch, 1)
        return sum((row[expert - 1] for row in self.losses[first : first + self.batch]), Fraction(0))

    @cached_property
    def totals(self) -> tuple[Fraction, ...]:
        """The loss of each expert."""
        return tuple(sum(column, Fraction(0)) for column in zip(*self.losses, strict=True))

    @property
    def leader(self) -> int:
        """The first expert of least loss, from 1."""
        return self.totals.index(min(self.totals)) + 1


def all_weights(at: Lazy, batches: int) -> Any:
    """The sum of all measures (4) after some batches."""
    past = [sum((at.batch_loss(s, i) for s in range(1, batches + 1)), Fraction(0)) for i in range(1, at.experts + 1)]
    return total(at.power(-loss) for loss in past)


@cache
def input_loss(at: Lazy) -> Any:
    """The expected loss of the input algorithm."""
    pairs = zip(at.measured, at.losses, strict=True)
    return kept(total(weight * loss for law, row in pairs for weight, loss in zip(law, row, strict=True)))


@cache
def lazy_loss(at: Lazy) -> Any:
    """The expected loss of L2P."""
    cells = ((s, i) for s in range(1, at.batches + 1) for i in range(1, at.experts + 1))
    return kept(total(at.played[s - 1][i - 1] * at.batch_loss(s, i) for s, i in cells))


def rows(*losses: tuple[int | Fraction, ...]) -> Rows:
    """A matrix of exact numbers."""
    return tuple(tuple(map(Fraction, row)) for row in losses)


def turns(batch: int, pairs: int, half: int = 1) -> Rows:
    """Batches that charge one half of the experts and the other by turns."""
    odd, even = (1,) * half + (0,) * half, (0,) * half + (1,) * half
    return rows(*(((odd,) * batch + (even,) * batch) * pairs))


def settings() -> Iterator[Lazy]:
    """One to three experts, one to four batches of one to three rounds; constant losses, and others; small rates."""
    third, half = Fraction(1, 3), Fraction(1, 2)
    yield Lazy(rows((1,), (half,)), 1, third, Fraction(2))
    yield Lazy(turns(2, 1), 2, third, Fraction(4))
    yield Lazy(turns(2, 1), 2, half, rate=Fraction(1, 100))
    yield Lazy(rows((1, 0), (1, 0), (1, 0)), 3, half, Fraction(81, 64))
    yield Lazy(rows((1, 0), (1, 0), (1, 0), (1, 0)), 1, half, Fraction(9, 4))
    yield Lazy(rows((1, 0, half), (0, 1, third), (1, 1, 0), (third, 0, half)), 2, third, Fraction(5))
    yield Lazy(turns(1, 1, 2), 1, half, Fraction(3, 2))
    yield Lazy(turns(3, 1), 3, Fraction(9, 10), Fraction(21, 20))


def read(at: Lazy) -> dict[str, Any]:
    """n, B, d, h and p."""
    return {
        "n": Fraction(at.batches),
        "B": Fraction(at.batch),
        "d": Fraction(at.experts),
        "h": at.eta,
        "p": at.fake_switch,
    }


EXPERT: Final = {"i": "integer, 1 <= i, i <= d"}
BATCH: Final = {"s": "integer, 1 <= s, s <= n"}
ROUND: Final = {**BATCH, "j": "integer, 1 <= j, j <= B"}
CELL: Final = {**ROUND, **EXPERT}
AFTER: Final = {"b": "integer, 0 <= b, b <= n"}
STEP: Final = {"t": "integer, 1 <= t, t <= n - 1"}
MODELS: Final = {"u": "integer, 1 <= u, u <= d", "v": "integer, 1 <= v, v <= d"}
PAST: Final = "(sum(sum(l(r, u, {i}), u, 1, B), r, 1, s - 1) + sum(l(s, u, {i}), u, 1, j - 1))"
"""The losses of an expert before round j of batch s."""
BATCH_LOSS: Final = "sum(l(s, j, i), j, 1, B)"
TOTAL: Final = "sum(sum(l(s, j, i), j, 1, B), s, 1, n)"
FACTOR: Final = "exp(-h*sum(l(t, j, {u}), j, 1, B))"
"""The ratio of the measures (4) of a model after a batch and before."""
QUOTIENT: Final = f"exp(-2*B*h)*{FACTOR.format(u='u')}/{FACTOR.format(u='v')}"
LAZY: Final = Model(
    "lazy-to-private over multiplicative weights",
    parameters={
        "n": "integer, 1 <= n",
        "B": "integer, 1 <= B",
        "d": "integer, 1 <= d",
        "h": "real, 0 < h",
        "p": "real, 0 < p, p < 1",
    },
    variables={**CELL, **AFTER, **STEP, **MODELS},
    quantities={
        "l": Named(lambda at, s, j, i: at.losses[at.round(s, j)][i - 1], CELL, range="at least 0"),
        "mu": Named(lambda at, s, j, i: at.measured[at.round(s, j)][i - 1], CELL, range="positive"),
        "x": Named(lambda at, s, i: at.played[s - 1][i - 1], {**BATCH, **EXPERT}, range="at least 0"),
        "pair": Named(
            lambda at, s, u, v: at.pairs[s - 1].get((u - 1, v - 1), Fraction(0)),
            {**BATCH, **MODELS},
            range="at least 0",
        ),
        "moved": Named(
            lambda at, t, u, v: at.moved[t - 1].get((u - 1, v - 1), Fraction(0)), {**STEP, **MODELS}, range="at least 0"
        ),
        "q": Named(lambda at, t, u, v: at.keeping(t, u, v), {**STEP, **MODELS}, range="at least 0"),
        "lazy": Named(lazy_loss),
        "alone": Named(input_loss),
        "best": Named(lambda at: min(at.totals)),
        "z": Named(lambda at, s: dict(enumerate(at.measured[at.round(s, 1)], 1)), BATCH, "expert", law=True),
        "L": Named(lambda at, s, i: at.batch_loss(s, i), BATCH, "expert"),
        "Z": Named(all_weights, AFTER, range="positive"),
        "leads": Named(lambda at, i: Fraction(int(i == at.leader)), EXPERT, range="at least 0"),
    },
    facts={
        "at most 1": "l(s, j, i) <= 1",
        "measure": f"mu(s, j, i)*sum(exp(-h*{PAST.format(i='k')}), k, 1, d) = exp(-h*{PAST.format(i='i')})",
        "line 2": "pair(1, u, v) = mu(1, 1, u)*mu(1, 1, v)",
        "line 6": f"q(t, u, v) = {QUOTIENT}*[{QUOTIENT} <= 1] + [1 < {QUOTIENT}]",
        "lines 7 to 11": "moved(t, u, v) = (1 - p)*q(t, u, v)*pair(t, u, v) + "
        "mu(t + 1, 1, u)*sum((1 - (1 - p)*q(t, k, v))*pair(t, k, v), k, 1, d)",
        "lines 13 to 18": "pair(t + 1, u, v) = (1 - p)*moved(t, u, v) + p*mu(t + 1, 1, v)*sum(moved(t, u, k), k, 1, d)",
        "played": "x(s, i) = sum(pair(s, i, v), v, 1, d)",
        "lazy loss": f"lazy = sum(sum(x(s, i)*{BATCH_LOSS}, i, 1, d), s, 1, n)",
        "input loss": "alone = sum(sum(sum(mu(s, j, i)*l(s, j, i), i, 1, d), j, 1, B), s, 1, n)",
        "mean loss": f"E(L(s), z(s)) = sum(mu(s, 1, i)*{BATCH_LOSS}, i, 1, d)",
        "mean weight": f"E(exp(-h*L(s)), z(s)) = sum(mu(s, 1, i)*exp(-h*{BATCH_LOSS}), i, 1, d)",
        "all weights": "Z(b) = sum(exp(-h*sum(sum(l(s, j, i), j, 1, B), s, 1, b)), i, 1, d)",
        "whole loss, low": "0 <= L(s)",
        "whole loss, high": "L(s) <= B",
        "no expert is better": f"best <= {TOTAL}",
        "one expert leads": "sum(leads(i), i, 1, d) = 1",
        "the leader is best": f"best = sum(leads(i)*{TOTAL}, i, 1, d)",
    },
    settings=cache(lambda: tuple(settings())),
    read=read,
    outcomes={"expert": lambda at: range(1, at.experts + 1)},
)
