"""L2P with multiplicative weights at the parameters of Theorem 3.10, T = m^3, eps = B = 1, on two sequences of losses.

The first loss charges one half of the models or the other, and no loss is suffered later; eps_0 >= 1, that is log d >=
m, so eta = 1/m. From round 3 on each model is drawn anew with probability at least r = 1 - e^(-2 eta), whatever p is
and whatever came before, and from the half that was not charged with probability 1/(1 + e^(-eta)). More draws only
help: an observer passes over each with a fixed probability. D counts the draws from one half less those from the other.
The event is that D exceeds m, as the models tell: they do not show a draw that repeats the model, of probability at
most 2/d. ``here`` is at most its probability on the one sequence and ``there`` at least that on the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from flint import arb, arb_poly

from dpassay.exact import LogForm, Real, log
from dpassay.exact.real import rational_ball
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Cube:
    """m, the number d of models, and delta."""

    root: int
    experts: int
    delta: Fraction

    def __post_init__(self) -> None:
        if self.root < 2 or self.experts % 2 or not log(self.experts) >= LogForm(self.root):
            raise ValueError(f"root, experts = {self.root}, {self.experts}: expected m >= 2 and an even d >= e^m")
        if not 0 < self.delta < 1:
            raise ValueError(f"delta = {self.delta}: expected a number between 0 and 1")


def walk(eta: arb, steps: int, p: Fraction, beyond: Fraction) -> tuple[arb, arb]:
    """P(D > beyond) and P(D < -beyond) after so many rounds, at the working precision."""
    drawn = 1 - rational_ball(1 - p) * (-2 * eta).exp()
    side = 1 / (1 + (-eta).exp())
    law = arb_poly([drawn * (1 - side), 1 - drawn, drawn * side]) ** steps
    first = int(beyond) + 1
    above, below = (sum((law[steps + sign * k] for k in range(first, steps + 1)), arb(0)) for sign in (1, -1))
    return above, below


def unseen(setting: Cube) -> Fraction:
    """At most so likely is it that a draw repeats the model."""
    return Fraction(2 * (setting.root**3 - 2), setting.experts)


def _draws(setting: Cube) -> tuple[arb, arb]:
    eta = 1 / rational_ball(Fraction(setting.root))
    return walk(eta, setting.root**3 - 2, Fraction(0), Fraction(setting.root))


def here(setting: Cube) -> Real:
    """At most the probability of the event on the one sequence."""
    return Real(lambda: _draws(setting)[0] - rational_ball(unseen(setting)))


def there(setting: Cube) -> Real:
    """At least the probability of the event on the other."""
    return Real(lambda: _draws(setting)[1] + rational_ball(unseen(setting)))


def settings() -> Iterator[Cube]:
    """8 and 27 rounds."""
    yield Cube(2, 10**6, Fraction(1, 4))
    yield Cube(3, 10**4, Fraction(1, 2))


def read(setting: Cube) -> dict[str, Any]:
    """T, d, eps and delta."""
    return {
        "T": Fraction(setting.root**3),
        "d": Fraction(setting.experts),
        "eps": Fraction(1),
        "delta": setting.delta,
    }


DRAWS_OF_HALVES: Final = Model(
    "draws from two halves of the models",
    parameters={
        "T": "integer, 8 <= T",
        "d": "integer, 2 <= d",
        "eps": "real, 0 < eps",
        "delta": "real, 0 < delta, delta < 1",
    },
    quantities={"here": Named(here), "there": Named(there)},
    settings=settings,
    read=read,
)
