"""Two models, and weights e^(-w (sum of losses)) with w above eta, while their masses are balanced; B = 1.

A setting is eta, w/eta, p, L = log(1/delta_1), T and a number k of changes. As long as the masses are nearly equal a
round changes them by at most e^(+-eta), so Assumption 3.1 holds with delta_0 = 0 for all losses. ``part(x)`` is the
least delta at e^x of (x_1, y_1), (x_2, y_2) and zeta_1, a part of the sequence of all (x_s, y_s) and zeta_s, where loss
1 is (1, 0) in one game and (0, 1) in the other. ``changes(x)`` is P(O) - e^x Q(O) for the event O that the models
played change in each of the first k + 1 rounds and that the model of round k + 1 is the first one, where that one loses
in rounds 1, ..., k, and in round k + 1 it or the other one does. Later losses are 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from flint import arb

from dpassay.exact import Budget, Real, as_real
from dpassay.proofs_check.models.multiplicative_weights import Rows
from dpassay.proofs_check.numbers import at_most, below
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference import lazy_to_private as l2p

ZERO, ONE = Fraction(0), Fraction(1)


class Faster:
    """Multiplicative weights whose own rate is ``factor`` times eta: what it is told is eta alone."""

    def __init__(self, factor: Fraction) -> None:
        self.factor = factor

    def first(self, models: int) -> l2p.Exponents:
        """Return log nu_1: all models weigh 1."""
        return (ZERO,) * models

    def step(self, losses: Rows) -> l2p.Exponents:
        """Return minus the losses, times the factor."""
        return tuple(-self.factor * sum(column, ZERO) for column in zip(*losses, strict=True))


def is_stable(eta: Fraction, factor: Fraction, rounds: int) -> bool:
    """Assumption 3.1 with delta_0 = 0, for two models and all losses in [0, 1].

    A model of mass m changes by 1/(m + (1 - m) e^{w u}) with w = factor eta and u in [-1, 1] the difference of the
    losses. That is furthest from 1 at u = -1 and u = 1 and at the least m, which is 1/(1 + e^{w T}).
    """
    rate = as_real(factor * eta)
    least = as_real(1) / ((rate * rounds).exp() + 1)
    up, down = (as_real(1) / (least + (as_real(1) - least) * (rate * u).exp()) for u in (-1, 1))
    return at_most(up, as_real(eta).exp()) and at_most((as_real(0) - as_real(eta)).exp(), down)


@dataclass(frozen=True)
class Fast:
    """Eta, the rate of the weights over eta, p, L, the number of rounds, and that of changes."""

    eta: Fraction
    factor: Fraction
    fake_switch: Fraction
    log_inverse: Fraction
    rounds: int
    changes: int = 0

    def __post_init__(self) -> None:
        if not (0 < self.eta <= Fraction(1, 10) and self.factor > 0 and 0 < self.fake_switch < 1):
            raise ValueError("eta, factor, fake_switch: expected eta in (0, 1/10], a factor above 0, and p in (0, 1)")
        if self.log_inverse <= 0 or self.changes < 0 or self.rounds < self.changes + 2:
            raise ValueError("log_inverse, changes, rounds: expected L above 0, and two rounds more than changes")
        if not is_stable(self.eta, self.factor, self.rounds):
            raise ValueError(f"factor = {self.factor}: expected Assumption 3.1 with delta_0 = 0")


def part(a: Fast, x: Any) -> Real:
    """The least delta at e^x of the models of two batches and the bit between them."""
    parameters = l2p.Parameters(Budget(epsilon=a.eta), 1, a.fake_switch, 2, 2)
    rest = (ZERO, ZERO)
    laws = (l2p.state_law((row, rest), parameters, Faster(a.factor)) for row in ((ONE, ZERO), (ZERO, ONE)))
    p_law, q_law = laws
    growth, found = as_real(x).exp(), as_real(0)
    for path, weight in p_law.items():
        other = as_real(q_law.pmf(path)) * growth
        if below(other, as_real(weight)):
            found = found + as_real(weight) - other
    return found


def changing_games(changes: int) -> tuple[Rows, Rows]:
    """Model 0 loses in rounds 1, ..., k; in round k + 1 it loses, or model 1 does. Later losses are 0."""
    first, rest = ((ONE, ZERO),) * changes, (ZERO, ZERO)
    return (*first, (ONE, ZERO), rest), (*first, (ZERO, ONE), rest)


def _probability_of_changes(a: Fast, rows: Rows) -> Real:
    """Pr[x_1, ..., x_(k+2) alternate and x_(k+1) = 0], with filters for y."""
    parameters = l2p.Parameters(Budget(epsilon=a.eta), 1, a.fake_switch, len(rows), 2)
    chain = l2p.chain(rows, parameters, Faster(a.factor))
    first = a.changes % 2

    def evaluate() -> arb:
        weights = {state: as_real(mass).evaluate() for state, mass in chain.initial.items() if state.x == first}
        for place, kernel in enumerate(chain.kernels, start=1):
            following: dict[l2p.State, arb] = {}
            for state, weight in weights.items():
                for after, probability in kernel[state].items():
                    if after.x == (first + place) % 2:
                        share = weight * as_real(probability).evaluate()
                        following[after] = following.get(after, arb(0)) + share
            weights = following
        return sum(weights.values(), arb(0))

    return Real(evaluate)


def excess_of_changes(a: Fast, x: Any) -> Real:
    """P(O) - e^x Q(O) for the event of all changes."""
    p, q = (_probability_of_changes(a, rows) for rows in changing_games(a.changes))
    return p - q * as_real(x).exp()


def settings() -> Iterator[Fast]:
    """A few rounds, weights as fast as eta and faster."""
    for factor, rounds in ((ONE, 3), (Fraction(3, 2), 4)):
        yield Fast(Fraction(1, 50), factor, Fraction(1, 3), ONE, rounds, rounds - 2)


def read(a: Fast) -> dict[str, Any]:
    """T, p, eta and L."""
    return {"T": Fraction(a.rounds), "p": a.fake_switch, "eta": a.eta, "L": a.log_inverse}


REAL: Final = {"x": "real"}
FAST_WEIGHTS: Final = Model(
    "weights faster than eta",
    parameters={
        "T": "integer, 1 <= T",
        "p": "real, 0 < p, p < 1",
        "eta": "real, 0 < eta, eta <= 1/10",
        "L": "real, 0 < L",
    },
    variables=REAL,
    quantities={"part": Named(part, REAL), "changes": Named(excess_of_changes, REAL)},
    settings=settings,
    read=read,
)
