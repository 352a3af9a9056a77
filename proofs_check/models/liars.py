"""Algorithm 1 on the class of liars, of which one is ahead of the truth before each round.

The truth f*, and copies of it (functions that differ at unused features), say (1/2, 1/2) in every round. For g < T and
s in {0, 1} there is a liar who says the same before round g, gives s the mass 3/4 in round g, and says (1, 0) ever
after. Here |S_0| = |S_1| = 2 and N' = 4 before round T (3 in round T). After round t - 1 the liar (t - 1, Y'_{t-1}) is
ahead of f* in log-likelihood by lambda = log of ((1 - 1/T) 3/8 + 1/(4T)) over ((1 - 1/T)/4 + 1/(4T)), but for noise,
and says (1, 0) in round t; whoever does not say (1, 0) then is not ahead of f*. With all noises below c' the total
weight of those is at most K e^(-x (lambda - 2 T c')), x = eta c, so p^[1] <= 1/(2T) + that, and KL(f*, p^) >= (1/2)
log(1/(4 p^[1])) in the rounds 2, ..., T, whatever the labels. In no round it is more than ln(T N'/M) <= ln(2 T).

``risk`` is the KL-risk over labels and noises, and ``chance`` the probability over the noises that the risk over the
labels alone is within (10). Both are enclosed: where (10) fails for all noises below c', it holds at most elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from flint import arb

from dpassay.exact import Real, as_real, log
from dpassay.exact.real import rational_ball
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Liars:
    """T >= 3, K >= 2 T - 1, eps, delta, gamma, which is ln T where it is not given, and the learning rate."""

    rounds: int
    experts: int
    epsilon: Fraction
    delta: Fraction = Fraction(1, 10)
    gamma: Fraction | None = None
    printed: bool = True

    def __post_init__(self) -> None:
        if self.rounds < 3:
            raise ValueError(f"rounds = {self.rounds}: expected at least 3")
        if self.experts < 2 * self.rounds - 1:
            raise ValueError(f"experts = {self.experts}: expected at least 2 T - 1")
        if not self.epsilon > 0 or not 0 < self.delta <= 1:
            raise ValueError(f"epsilon, delta = {self.epsilon}, {self.delta}: expected eps > 0 and delta in (0, 1]")
        if self.gamma is not None and self.gamma <= 0:
            raise ValueError(f"gamma = {self.gamma}: expected more than 0")


class Constants:
    """The constants of Algorithm 1 as balls: as printed, but for the rate, which may be sqrt(2 log K/T)."""

    def __init__(self, at: Liars) -> None:
        k, t, eps = arb(at.experts), arb(at.rounds), rational_ball(at.epsilon)
        self.experts, self.rounds, self.log_experts, self.log_all = k, t, k.log(), (k * t).log()
        roots = 2 * (2 * k * -rational_ball(at.delta).log()).sqrt() + (k * eps).sqrt()
        self.gamma = t.log() if at.gamma is None else rational_ball(at.gamma)
        self.noise = roots * self.log_all / eps * (self.gamma + self.log_all)
        self.normalization = 1 / (self.log_all + 2 * self.noise)
        self.tilt = (2 * (k if at.printed else 1) * self.log_experts / t).sqrt() * self.normalization
        self.regret = (2 * t * self.log_experts).sqrt()

    @property
    def least_risk(self) -> arb:
        """What is paid at least when all noises are below c', for every sequence of labels."""
        t = self.rounds
        lead = (((1 - 1 / t) * 3 / 8 + 1 / (4 * t)) / ((1 - 1 / t) / 4 + 1 / (4 * t))).log()
        honest = self.experts * (-self.tilt * (lead - 2 * t * self.noise)).exp()
        return -(t - 1) / 2 * (4 * (1 / (2 * t) + honest)).log()

    @property
    def right_of_10(self) -> arb:
        """The right side of (10), its noise terms at most 2 T c'."""
        return self.regret / self.normalization + 3 * self.log_all + 2 * self.rounds * self.noise

    @property
    def small(self) -> arb:
        """The probability that all noises are below c', each with 1 - e^-gamma/(KT)."""
        count = self.experts * self.rounds
        return (count * (-(-self.gamma).exp() / count).log1p()).exp()


def chance(at: Liars) -> Real:
    """Enclosed between 0 and 1, or what the noises leave that are not all below c'."""

    def enclosed() -> arb:
        known = Constants(at)
        above = known.least_risk > known.right_of_10
        return arb(0).union(1 - known.small if above else arb(1))

    return Real(enclosed)


def risk(at: Liars) -> Real:
    """Enclosed between what is paid where all noises are below c', and T ln(2 T)."""

    def enclosed() -> arb:
        known = Constants(at)
        floor = (known.small * known.least_risk).max(arb(0))
        return floor.union(known.rounds * (2 * known.rounds).log())

    return Real(enclosed)


def winning(n: int) -> Liars:
    """T = 10^n, K = T^4, eps = T^12, and gamma = ln T."""
    return Liars(10**n, 10 ** (4 * n), Fraction(10) ** (12 * n))


def settings() -> Iterator[Liars]:
    """Few rounds and many, with noise that matters and without."""
    yield Liars(10, 19, Fraction(1), gamma=Fraction(3))
    yield Liars(4000, 10**9, Fraction(10) ** 26, gamma=Fraction(3))
    yield Liars(4000, 10**9, Fraction(10) ** 26, gamma=Fraction(3), printed=False)
    yield from logarithmic_settings()


def logarithmic_settings() -> Iterator[Liars]:
    """Gamma is ln T."""
    yield Liars(10, 19, Fraction(1))
    yield winning(2)
    yield winning(6)


def read(at: Liars) -> dict[str, Any]:
    """K, T, eps, delta and gamma."""
    gamma = as_real(log(at.rounds)) if at.gamma is None else at.gamma
    sizes = {"K": Fraction(at.experts), "T": Fraction(at.rounds)}
    return {**sizes, "eps": at.epsilon, "delta": at.delta, "gamma": gamma}


LIARS: Final = Model(
    "Algorithm 1 on the class of liars",
    parameters={
        "K": "integer, 5 <= K",
        "T": "integer, 3 <= T",
        "eps": "real, 0 < eps",
        "delta": "real, 0 < delta, delta <= 1",
        "gamma": "real, 0 < gamma",
    },
    quantities={"chance": Named(chance), "risk": Named(risk)},
    settings=settings,
    read=read,
)
AT_LOG_T: Final = LIARS.narrowed(
    "Algorithm 1 on the class of liars, gamma = ln T", {"gamma": "gamma = log(T)"}, logarithmic_settings
)
