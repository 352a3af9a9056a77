"""L2P over regularized multiplicative weights at the parameters of Theorem 3.12: linear losses by turns.

In one dimension, with d = L = D = 1, the set is [-1/2, 1/2], T = 2 B^4, delta = 1/e and eps = 1/(2 B), so that the
printed number of rounds in a batch, 1/(2 eps log(1/delta)), is B. There are 2 B^3 batches, of slope s and -s by turns,
with s = 1/(1 + log T); every point loses nothing in all. ``l`` is log T and ``L`` log(T/delta); ``eta``, ``lam`` and
``beta`` are the printed numbers.

A law on an interval cannot be run through Algorithm 1. A batch changes the logarithm of the ratio of the measures (5)
of x and y by beta s B |x - y|, so where tilt = beta s B is at most 2 B eta the quotient in line 6 is at most 1: then x
is kept with a probability in proportion to what its measure is multiplied by, and x_s follows the normalized measure.
``reg``, the regret, is then B^3 times what a pair of batches costs under it, ``odd`` and ``even``: odd batches begin at
a symmetric law and cost nothing, and even ones s B times the mean ``M`` under the density in proportion to e^(tilt x -
curve x^2), where curve = beta lambda. ``Z`` is the integral of that: of its derivative by the fundamental theorem, and
on [-r, r] at least the length times the least value.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from flint import arb

from dpassay.exact import Real, as_real, log, normal_cdf
from dpassay.exact.real import decide
from dpassay.proofs_check.proof.densities import kept, mean_of
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Turns:
    """B."""

    batch: int

    def __post_init__(self) -> None:
        if self.batch < 1:
            raise ValueError(f"batch = {self.batch}: expected 1 or more")

    @property
    def rounds(self) -> int:
        """T."""
        return 2 * self.batch**4

    @cached_property
    def nats(self) -> Any:
        """Log T."""
        return kept(as_real(log(self.rounds)))

    @cached_property
    def rate(self) -> Any:
        """eta = eps^(2/3)/(T^(1/3) log(T/delta))."""
        power = (as_real(log(Fraction(1, 2 * self.batch))) * Fraction(2, 3) - self.nats / 3).exp()
        return kept(power / (self.nats + 1))

    @cached_property
    def regularization(self) -> Any:
        """Lambda."""
        first, second = as_real(self.rounds).sqrt(), self.nats.sqrt() / self.rate
        return kept(second if decide(first < second) else first)

    @cached_property
    def beta(self) -> Any:
        """Beta."""
        return kept(self.rate * self.rate * self.regularization / 20)

    @cached_property
    def slope(self) -> Any:
        """s."""
        return kept(1 / (self.nats + 1))

    @cached_property
    def tilt(self) -> Any:
        """Beta s B."""
        return kept(self.beta * self.slope * self.batch)

    @cached_property
    def curve(self) -> Any:
        """Beta lambda."""
        return kept(self.beta * self.regularization)

    @cached_property
    def mean(self) -> Any:
        """M."""
        return kept(mean_of(self.tilt, self.curve))

    def integral(self) -> Any:
        """Z, by the normal distribution."""
        center, scale = self.tilt / (self.curve * 2), (self.curve * 2).sqrt()
        ends = [(as_real(Fraction(sign, 2)) - center) * scale for sign in (-1, 1)]
        inside = normal_cdf(ends[1]) - normal_cdf(ends[0])
        return kept((self.tilt * center / 2).exp() * inside * (Real(arb.pi) * 2).sqrt() / scale)

    def even(self) -> Any:
        """The cost of an even batch."""
        return kept(self.mean * self.slope * self.batch)

    def regret(self) -> Any:
        """That of B^3 pairs of batches: tilt is at most 2 B eta for all B."""
        return kept(self.even() * self.batch**3)


T: Final = "2*B**4"
EPS: Final = "1/(2*B)"
DELTA: Final = "exp(-1)"
LINEAR_TURNS: Final = Model(
    "linear losses by turns at the parameters of Theorem 3.12",
    parameters={"B": "integer, 1 <= B"},
    variables={"r": "real, 0 <= r, r <= 1/2"},
    quantities={
        "l": Named(lambda at: at.nats, range="positive"),
        "L": Named(lambda at: kept(at.nats + 1), range="positive"),
        "eta": Named(lambda at: at.rate, range="positive"),
        "lam": Named(lambda at: at.regularization, range="positive"),
        "beta": Named(lambda at: at.beta, range="positive"),
        "s": Named(lambda at: at.slope, range="positive"),
        "tilt": Named(lambda at: at.tilt, range="positive"),
        "curve": Named(lambda at: at.curve, range="positive"),
        "M": Named(lambda at: at.mean),
        "Z": Named(Turns.integral, range="positive"),
        "odd": Named(lambda _: Fraction(0)),
        "even": Named(Turns.even),
        "reg": Named(Turns.regret),
    },
    facts={
        "log T": f"l = log({T})",
        "log of T over delta": f"L = log({T}/{DELTA})",
        "rate": f"eta*L = exp(2/3*log({EPS}) - l/3)",
        "lambda, first": f"sqrt({T}) <= lam",
        "lambda, second": "sqrt(l)/eta <= lam",
        "larger of two": f"(sqrt({T}) - lam)*(sqrt(l)/eta - lam) = 0",
        "beta": "beta = eta**2*lam/20",
        "slope": "s*(1 + l) = 1",
        "tilt": "tilt = beta*s*B",
        "curve": "curve = beta*lam",
        "by parts": "(tilt - 2*curve*M)*Z = exp(tilt/2 - curve/4) - exp(-tilt/2 - curve/4)",
        "part of the integral": "2*r*exp(-tilt*r - curve*r**2) <= Z",
        "odd batches": "odd = 0",
        "even batches": "even = s*B*M",
        "regret where x follows": "[tilt <= 2*B*eta]*(reg - B**3*(odd + even)) = 0",
    },
    settings=lambda: map(Turns, (1, 3, 1000, 10**22, 10**30)),
    read=lambda at: {"B": Fraction(at.batch)},
)
