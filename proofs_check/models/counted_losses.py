"""Algorithm 1 with B = 1 on a class of losses of which only the number that count matters, where all count.

The losses are all functions with values 0 and 1. One counts where it is 1 for model 0, and then multiplies the measure
of model i by e^(eta step(i)), whatever the round; so Assumption 3.1 for all sequences of losses is about one path of
laws, T steps long. A setting is the exponents of the first measure and the steps, e^eta, delta_0, p, delta_1 = e^(-L)
and T. ``tv(s)`` is the total variation between the law of x_s and nu_s.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, Final

from flint import arb, ctx

from dpassay.exact import Real, as_real, log
from dpassay.exact.real import rational_ball, working_precision
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

BITS_A_ROUND: Final = 2
"""What enclosures of a joint law lose in a round, at most."""


@dataclass(frozen=True)
class Counted:
    """The exponents of e^eta in the first measure and in the factor of a loss that counts, and the parameters."""

    start: tuple[int, ...]
    step: tuple[int, ...]
    exp_eta: Fraction
    delta_0: Fraction
    fake_switch: Fraction
    delta_1: Fraction
    rounds: int

    def __post_init__(self) -> None:
        if not self.start or len(self.start) != len(self.step) or self.rounds < 1:
            raise ValueError(
                f"start, step = {self.start}, {self.step}: expected an exponent a model, in a round or more"
            )
        if not (self.exp_eta > 1 and 0 < self.fake_switch < 1 and 0 < self.delta_1 < 1 and 0 <= self.delta_0 <= 1):
            raise ValueError("exp_eta, fake_switch, delta_1, delta_0: expected e^eta above 1, and probabilities")
        if not is_stable(self.start, self.step, self.exp_eta, self.delta_0, self.rounds):
            raise ValueError(f"delta_0 = {self.delta_0}: expected Assumption 3.1 for all sequences of losses")


def weights(start: tuple[int, ...], step: tuple[int, ...], growth: Fraction, count: int) -> list[int]:
    """Whole weights of the measure after ``count`` losses that count."""
    powers = [first + count * more for first, more in zip(start, step, strict=True)]
    least, most = min(powers), max(powers)
    return [growth.numerator ** (power - least) * growth.denominator ** (most - power) for power in powers]


def _is_near(before: list[int], now: list[int], growth: Fraction, delta: Fraction) -> bool:
    """Whether D^delta <= log growth both ways, for the laws with these weights; in whole numbers."""
    a, b = growth.numerator, growth.denominator
    total = sum(before) * sum(now) * b
    excesses = (
        sum(max(0, b * v * sum(second) - a * w * sum(first)) for v, w in zip(first, second, strict=True))
        for first, second in ((before, now), (now, before))
    )
    return all(excess * delta.denominator <= delta.numerator * total for excess in excesses)


@cache
def is_stable(start: tuple[int, ...], step: tuple[int, ...], growth: Fraction, delta: Fraction, rounds: int) -> bool:
    """Assumption 3.1 for all sequences of ``rounds`` losses: only the number of losses that count matters."""
    measures = [weights(start, step, growth, count) for count in range(rounds + 1)]
    return all(_is_near(*pair, growth, delta) for pair in pairwise(measures))


def _joint_after(a: Counted, laws: list[list[arb]]) -> list[list[arb]]:
    """The joint law of (x_s, y_s) by line 6 to 18, where all losses count; ``laws`` are those of rounds 1, ..., s."""
    models, p = range(len(a.step)), rational_ball(a.fake_switch)
    keep = [[rational_ball(min(Fraction(1), a.exp_eta ** (a.step[x] - a.step[y] - 2))) for y in models] for x in models]
    joint = [[a * b for b in laws[0]] for a in laws[0]]
    for law in laws[1:]:
        kept = [[(1 - p) * keep[x][y] * joint[x][y] for y in models] for x in models]
        drawn = [sum((joint[x][y] - kept[x][y] for x in models), arb(0)) for y in models]
        before = [[kept[x][y] + law[x] * drawn[y] for y in models] for x in models]
        joint = [[(1 - p) * mass + p * sum(row, arb(0)) * law[y] for y, mass in enumerate(row)] for row in before]
    return joint


def distance(a: Counted, s: int) -> Real:
    """The total variation between the law of x_s and the normalized nu_s, where all losses count."""
    exact = [weights(a.start, a.step, a.exp_eta, count) for count in range(s)]

    def evaluate() -> arb:
        with working_precision(ctx.prec + BITS_A_ROUND * s):
            laws = [[arb(mass) / sum(masses) for mass in masses] for masses in exact]
            marginal = [sum(row, arb(0)) for row in _joint_after(a, laws)]
            return sum((abs(mass - ideal) for mass, ideal in zip(marginal, laws[-1], strict=True)), arb(0)) / 2

    return Real(evaluate)


STAGES: Final = Counted(
    (0, -120, -360, 0),
    (0, 1, 2, -1),
    Fraction(11, 10),
    Fraction(1, 990000),
    Fraction(1, 500),
    Fraction(999, 1000),
    700,
)
"""Three models that follow each other as leaders, for 120 rounds, and a fourth that is half of the mass at first."""


def settings() -> Iterator[Counted]:
    """Two and three models in a few rounds."""
    yield Counted((0, 0), (0, 1), Fraction(11, 10), Fraction(0), Fraction(1, 2), Fraction(1, 2), 3)
    yield Counted((0, -1, -4), (0, 1, 2), Fraction(21, 20), Fraction(1, 20), Fraction(1, 3), Fraction(3, 4), 4)


def read(a: Counted) -> dict[str, Any]:
    """T, eta, d0, p and L."""
    return {
        "T": Fraction(a.rounds),
        "eta": as_real(log(a.exp_eta)),
        "d0": a.delta_0,
        "p": a.fake_switch,
        "L": as_real(log(1 / a.delta_1)),
    }


ROUND: Final = {"s": "integer, 1 <= s, s <= T"}
COUNTED: Final = Model(
    "Algorithm 1 where losses are counted",
    parameters={
        "T": "integer, 1 <= T",
        "eta": "real, 0 < eta, eta <= 1/10",
        "d0": "real, 0 <= d0, d0 <= 1",
        "p": "real, 0 < p, p < 1",
        "L": "real, 0 < L",
    },
    variables=ROUND,
    quantities={"tv": Named(distance, ROUND)},
    settings=settings,
    read=read,
)
