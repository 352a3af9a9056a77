"""Algorithm 1 on two games that differ in one round, with a measure that meets Assumption 3.1 with delta_0 = 0.

A setting is two games, of two models here, the growth of a weight at loss -1, e^eta, B, p and delta_1 = e^(-L); nothing
that is said depends on the number of models. n is the number of batches. ``delta(x)`` is the least delta at e^x of all
(x_s, y_s) and zeta_s, ``models(x)`` that of the models x_s alone. ``coin`` is the most that a bit R_s, whether x_s is
drawn anew, can lose given the past, and ``width`` the most by which the losses of one sample may differ. ``P`` is the
law, on the first game, of what all models, the bits R_s and the coins A_s tell: the loss ``Z``, the loss ``ZK`` where
only the first K = 3 T p L/B samples count, and the number ``N`` of samples after the first batch.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.models.multiplicative_weights import Rows
from dpassay.proofs_check.models.two_lazy_games import (
    Games,
    courses,
    least_delta,
    most_of_coin,
    played,
    released,
    width,
)
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


def _turns(rounds: int, changed: int) -> tuple[Rows, Rows]:
    """The losses take turns, and one of them is changed, from (0, 1) to (1, 0)."""
    zero, one = Fraction(0), Fraction(1)
    rows = [(zero, one), (one, zero)] * rounds
    first, second = (
        tuple(row if t == changed else rows[t - 1] for t in range(1, rounds + 1)) for row in (rows[0], rows[1])
    )
    return first, second


def weights_settings() -> Iterator[Games]:
    """Multiplicative weights: one to three batches, five of them, two of two rounds; both orders of the games."""
    small, half = Fraction(21, 20), Fraction(1, 2)
    for rounds, changed, batch, p, delta in (
        (1, 1, 1, half, Fraction(1, 3)),
        (2, 1, 1, half, Fraction(1, 10)),
        (3, 2, 1, half, Fraction(9, 10)),
        (4, 2, 2, Fraction(9, 10), Fraction(1, 20)),
    ):
        first, second = _turns(rounds, changed)
        yield Games(first, second, small, small, p, delta, batch)
    first, second = _turns(3, 1)
    yield Games(second, first, small, small, Fraction(4, 5), Fraction(1, 20))
    first, second = _turns(5, 4)
    yield Games(first, second, small, small, Fraction(1, 5), Fraction(1, 17))


def settings() -> Iterator[Games]:
    """Those, and weights that are faster than eta while their masses are balanced."""
    yield from weights_settings()
    for rounds, p in ((2, Fraction(1, 2)), (5, Fraction(1, 5))):
        first, second = _turns(rounds, max(1, rounds - 1))
        yield Games(first, second, Fraction(105, 100), Fraction(103, 100), p, Fraction(1, 17))


def read(games: Games) -> dict[str, Any]:
    """T, B, n, p, eta and L."""
    return {
        "T": Fraction(len(games.first)),
        "B": Fraction(games.batch),
        "n": Fraction(games.batches),
        "p": games.fake_switch,
        "eta": as_real(log(games.exp_eta)),
        "L": as_real(log(1 / games.delta_1)),
    }


K: Final = "(3*T*p*L/B)"
REAL: Final = {"x": "real"}
PRIVATE: Final = Model(
    "Algorithm 1 on two games, delta_0 = 0",
    parameters={
        "T": "integer, 1 <= T",
        "B": "integer, 1 <= B",
        "n": "integer, 1 <= n, n*B = T",
        "p": "real, 0 < p, p < 1",
        "eta": "real, 0 < eta",
        "L": "real, 0 < L",
    },
    variables={**REAL, "u": "real, 0 <= u"},
    quantities={
        "P": Named(courses, space="course", law=True),
        "Z": Named(lambda _, course: as_real(log(course.ratio)), space="course"),
        "ZK": Named(lambda _, course: as_real(log(course.first)), space="course"),
        "N": Named(lambda _, course: course.samples, space="course", range="at least 0"),
        "delta": Named(lambda games, x: least_delta(released(games), x), REAL),
        "models": Named(lambda games, x: least_delta(played(games), x), REAL),
        "coin": Named(most_of_coin),
        "width": Named(width),
    },
    facts={"two samples a batch": "N <= 2*(n - 1)"},
    settings=settings,
    read=read,
    outcomes={"course": courses},
)
PRIVATE_WEIGHTS: Final = PRIVATE.narrowed("Algorithm 1 with multiplicative weights on two games", {}, weights_settings)
