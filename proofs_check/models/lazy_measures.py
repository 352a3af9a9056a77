"""Any measures under the first item of Assumption 3.1, any laws of the models that are played, n batches of B rounds.

``mu(s, j, i)`` is the normalized measure before round j of batch s, nu-bar_s at j = 1, and ``x(s, i)`` the law nu-hat_s
of x_s. ``lazy`` and ``alone`` are the expected losses of L2P and of the input algorithm. D^delta0 <= h says that
neither law has more than delta0 of an event beyond e^h times what the other has (see ``close_laws``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.models.close_laws import Law, beyond
from dpassay.proofs_check.models.lazy_experts import Rows, rows
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Measures:
    """Losses, the law before each round, the law of the model of each batch, e^h and delta0."""

    losses: Rows
    laws: tuple[Law, ...]
    played: tuple[Law, ...]
    growth: Fraction
    delta0: Fraction

    def __post_init__(self) -> None:
        experts = len(self.losses[0]) if self.losses else 0
        if not experts or not all(len(row) == experts and 0 <= min(row) <= max(row) <= 1 for row in self.losses):
            raise ValueError(f"losses = {self.losses}: expected rows of equally many numbers in [0, 1]")
        if len(self.laws) != len(self.losses) or not self.played or len(self.losses) % len(self.played):
            raise ValueError(f"laws, played = {self.laws}, {self.played}: expected a law a round, and a law a batch")
        if not all(len(law) == experts and min(law) >= 0 and sum(law) == 1 for law in (*self.laws, *self.played)):
            raise ValueError(f"laws, played = {self.laws}, {self.played}: expected laws on {experts} experts")
        if not self.growth > 1 or not 0 <= self.delta0 <= 1:
            raise ValueError(f"growth, delta0 = {self.growth}, {self.delta0}: expected above 1, and in [0, 1]")
        for first, second in pairwise(self.laws):
            if max(beyond(first, second, self.growth), beyond(second, first, self.growth)) > self.delta0:
                raise ValueError(f"delta0 = {self.delta0}: expected what one law may have beyond e^h times the next")

    @property
    def batch(self) -> int:
        """B."""
        return len(self.losses) // len(self.played)

    def round(self, s: int, j: int) -> int:
        """A round of a batch, in all rounds, from 0."""
        return (s - 1) * self.batch + j - 1

    def lazy_loss(self) -> Fraction:
        """What is expected where each batch is played with one model."""
        played = (self.played[t // self.batch] for t in range(len(self.losses)))
        return self._expected(played)

    def input_loss(self) -> Fraction:
        """What is expected of the measures."""
        return self._expected(self.laws)

    def _expected(self, laws: Iterable[Law]) -> Fraction:
        pairs = zip(laws, self.losses, strict=True)
        return sum((p * loss for law, row in pairs for p, loss in zip(law, row, strict=True)), Fraction(0))


def _law(*weights: int) -> Law:
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


def settings() -> Iterator[Measures]:
    """One to three experts, batches of up to three rounds; delta0 = 0, and above; the measure, or another law."""
    far = (_law(1, 0), _law(2, 1), _law(1, 2))
    yield Measures(rows((1,), (0,)), (_law(1),) * 2, (_law(1),), Fraction(3, 2), Fraction(0))
    yield Measures(rows((1, 0), (1, 0)), (_law(2, 1), _law(1, 2)), (_law(2, 1),), Fraction(2), Fraction(0))
    yield Measures(rows((1, 0), (1, 0), (1, 0)), far, (_law(1, 0),), Fraction(3, 2), Fraction(1, 3))
    yield Measures(rows((1, 0), (0, 1), (1, 0)), far, (_law(0, 1), _law(2, 1), _law(2, 3)), Fraction(2), Fraction(1, 2))
    half = Fraction(1, 2)
    three = (_law(1, 1, 1), _law(1, 2, 1), _law(2, 2, 1), _law(2, 1, 1))
    yield Measures(
        rows((1, 0, half), (1, 0, 0), (half, 1, 0), (1, 1, 0)),
        three,
        (_law(1, 1, 2), _law(2, 2, 1)),
        Fraction(3, 2),
        Fraction(1, 6),
    )


def read(at: Measures) -> dict[str, Any]:
    """n, B, d, h and delta0."""
    return {
        "n": Fraction(len(at.played)),
        "B": Fraction(at.batch),
        "d": Fraction(len(at.losses[0])),
        "h": as_real(log(at.growth)),
        "delta0": at.delta0,
    }


EXPERT: Final = {"i": "integer, 1 <= i, i <= d"}
BATCH: Final = {"s": "integer, 1 <= s, s <= n"}
CELL: Final = {**BATCH, "j": "integer, 1 <= j, j <= B", **EXPERT}
BATCH_LOSS: Final = "sum(l(s, j, i), j, 1, B)"
_CLOSE: Final = "sum([exp(h)*{q} < {p}]*({p} - exp(h)*{q}), i, 1, d) <= delta0"
MEASURES: Final = Model(
    "measures under Assumption 3.1",
    parameters={
        "n": "integer, 1 <= n",
        "B": "integer, 1 <= B",
        "d": "integer, 1 <= d",
        "h": "real, 0 < h",
        "delta0": "real, 0 <= delta0, delta0 <= 1",
    },
    variables={**CELL, "k": "integer, 1 <= k, k <= B - 1"},
    quantities={
        "l": Named(lambda at, s, j, i: at.losses[at.round(s, j)][i - 1], CELL, range="at least 0"),
        "mu": Named(lambda at, s, j, i: at.laws[at.round(s, j)][i - 1], CELL, range="at least 0"),
        "x": Named(lambda at, s, i: at.played[s - 1][i - 1], {**BATCH, **EXPERT}, range="at least 0"),
        "lazy": Named(Measures.lazy_loss),
        "alone": Named(Measures.input_loss),
        "best": Named(lambda at: min(sum(column, Fraction(0)) for column in zip(*at.losses, strict=True))),
    },
    facts={
        "at most 1": "l(s, j, i) <= 1",
        "a law": "sum(mu(s, j, i), i, 1, d) = 1",
        "close": _CLOSE.format(p="mu(s, k, i)", q="mu(s, k + 1, i)"),
        "close, back": _CLOSE.format(p="mu(s, k + 1, i)", q="mu(s, k, i)"),
        "lazy loss": f"lazy = sum(sum(x(s, i)*{BATCH_LOSS}, i, 1, d), s, 1, n)",
        "input loss": "alone = sum(sum(sum(mu(s, j, i)*l(s, j, i), i, 1, d), j, 1, B), s, 1, n)",
    },
    settings=settings,
    read=read,
)
