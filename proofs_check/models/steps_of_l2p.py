"""One step of L2P, Algorithm 1, from any state, on two sequences of losses that agree in the first q batches.

``l(s, j)`` is the loss of model j in batch s, and ``nu(s, j)`` the measure before that batch, (4) of the source;
``mu(s, j)`` is the normalized one. In a state with the models x and y of batch s, line 6 keeps x with probability
``keep(s, x, y)``, and with 1 - p where no fake switch happens; ``next(s, x, y, j)`` is the probability that the model
of batch s + 1 is j. ``l2``, ``nu2`` and ``mu2`` are those of the second sequence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.exact import Dist, as_real, log
from dpassay.exact.markov_chain import Chain
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference import lazy_to_private
from dpassay.reference.lazy_to_private import Parameters, State

Rows = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Lazy:
    """Two matrices of losses, e^eta, the length of a batch and p."""

    losses: Rows
    others: Rows
    growth: Fraction
    batch: int = 1
    fake_switch: Fraction = Fraction(1, 4)

    def __post_init__(self) -> None:
        if [len(row) for row in self.losses] != [len(row) for row in self.others]:
            raise ValueError(f"others = {self.others}: expected as many rows and entries as in the losses")
        for rows in (self.losses, self.others):
            lazy_to_private.check_data(rows, self.parameters)

    @property
    def parameters(self) -> Parameters:
        """Those of the mechanism."""
        return Parameters.read(
            exp_learning_rate=self.growth,
            batch=self.batch,
            fake_switch=self.fake_switch,
            rounds=len(self.losses),
            experts=len(self.losses[0]),
        )

    def rows(self, which: int) -> Rows:
        """The losses of one of the two sequences."""
        return (self.losses, self.others)[which]

    @property
    def alike(self) -> int:
        """The number q of batches before the first one that differs."""
        pairs = zip(*(lazy_to_private.batches(self.rows(which), self.parameters) for which in (0, 1)), strict=True)
        return next((s for s, (a, b) in enumerate(pairs) if a != b), self.parameters.batches)


def loss(lazy: Lazy, which: int, s: int, model: int) -> Fraction:
    """The loss of a model in a batch."""
    return sum(
        (row[model - 1] for row in lazy_to_private.batches(lazy.rows(which), lazy.parameters)[s - 1]), Fraction(0)
    )


def measure(lazy: Lazy, which: int, s: int, model: int) -> Any:
    """nu_s of a model."""
    return lazy.parameters.rate.exp(lazy_to_private.measures(lazy.rows(which), lazy.parameters)[s - 1][model - 1])


@cache
def fresh(lazy: Lazy, which: int, s: int) -> Dist[int]:
    """The normalized measure."""
    parameters = lazy.parameters
    return lazy_to_private.normalized(lazy_to_private.measures(lazy.rows(which), parameters)[s - 1], parameters)


@cache
def _chain(lazy: Lazy) -> Chain[State]:
    return lazy_to_private.chain(lazy.losses, lazy.parameters)


def following(lazy: Lazy, s: int, x: int, y: int, model: int) -> Any:
    """The probability of the model of batch s + 1 in a state of batch s."""
    states = Dist(_chain(lazy).kernels[s - 1][State(x - 1, y - 1, 0)])
    return states.map(lambda state: state.x).pmf(model - 1)


def keeping(lazy: Lazy, s: int, x: int, y: int) -> Any:
    """Line 6."""
    measures = lazy_to_private.measures(lazy.losses, lazy.parameters)
    return lazy_to_private.keeping(measures[s - 1], measures[s], x - 1, y - 1, lazy.parameters)


def settings() -> Iterator[Lazy]:
    """Two and three batches of one and two rounds, two and three models."""

    def rows(*texts: str) -> Rows:
        return tuple(tuple(map(Fraction, text.split(","))) for text in texts)

    first = rows("1,0", "0,1", "1,1/2")
    yield Lazy(first, first, Fraction(3, 2))
    yield Lazy(first, rows("1,0", "1,0", "1,1/2"), Fraction(2), fake_switch=Fraction(1, 10))
    yield Lazy(rows("1,0,0", "0,1,1"), rows("0,0,1", "0,1,1"), Fraction(3, 2))
    yield Lazy(rows("1,0", "1,1", "0,1"), rows("1,0", "1,1", "1,1"), Fraction(3), batch=2)
    yield Lazy(rows("1", "0"), rows("1", "1"), Fraction(2))


def read(lazy: Lazy) -> dict[str, Any]:
    """S, d, q, eta and p."""
    return {
        "S": Fraction(lazy.parameters.batches),
        "d": Fraction(lazy.parameters.experts),
        "q": Fraction(lazy.alike),
        "eta": as_real(log(lazy.growth)),
        "p": lazy.fake_switch,
    }


BATCH: Final = "integer, 1 <= s, s <= S"
STEP: Final = "integer, 1 <= s, s <= S - 1"
MODEL: Final = {name: f"integer, 1 <= {name}, {name} <= d" for name in ("x", "y", "j")}
AT_BATCH: Final = {"s": BATCH, "j": MODEL["j"]}


def _of_both(name: str, of: Any, **more: Any) -> dict[str, Named]:
    """A quantity of both sequences."""
    return {
        f"{name}{suffix}": Named(lambda lazy, s, j, which=which: of(lazy, which, s, j), AT_BATCH, **more)
        for which, suffix in enumerate(("", "2"))
    }


L2P: Final = Model(
    "a step of L2P",
    parameters={
        "S": "integer, 2 <= S",
        "d": "integer, 1 <= d",
        "q": "integer, 0 <= q, q <= S",
        "eta": "real, 0 < eta",
        "p": "real, 0 < p, p < 1",
    },
    variables={"s": STEP, **MODEL, "i": "integer, 1 <= i, i <= q"},
    quantities={
        **_of_both("l", loss),
        **_of_both("nu", measure, range="positive"),
        **_of_both("mu", lambda lazy, which, s, j: fresh(lazy, which, s).pmf(j - 1)),
        "same": Named(lambda _, x, j: Fraction(int(x == j)), {"x": MODEL["x"], "j": MODEL["j"]}),
        "keep": Named(keeping, {"s": STEP, "x": MODEL["x"], "y": MODEL["y"]}, range="at least 0"),
        "next": Named(following, {"s": STEP, **MODEL}),
    },
    facts={
        "line 6": "keep(s, x, y) <= 1",
        "lines 7 to 11": "next(s, x, y, j) = (1 - p)*keep(s, x, y)*same(x, j)"
        " + (1 - (1 - p)*keep(s, x, y))*mu(s + 1, j)",
        "normalized": "mu(s + 1, j)*sum(nu(s + 1, k), k, 1, d) = nu(s + 1, j)",
        "normalized, others": "mu2(s + 1, j)*sum(nu2(s + 1, k), k, 1, d) = nu2(s + 1, j)",
        "first": "nu(1, j) = 1",
        "first, others": "nu2(1, j) = 1",
        "update": "nu(s + 1, j) = nu(s, j)*exp(-eta*l(s, j))",
        "update, others": "nu2(s + 1, j) = nu2(s, j)*exp(-eta*l2(s, j))",
        "alike": "l(i, j) = l2(i, j)",
    },
    settings=settings,
    read=read,
)
