"""L2P over regularized multiplicative weights at the parameters of Theorem 3.12: linear losses by turns.

In one dimension, with d = L = D = 1, the set is [-1/2, 1/2], T = (2 j n)^4, delta = e^(-j) and eps = T^(-1/4), so that
B = 1/(2 eps log(1/delta)) = n. Batches of slope s and -s by turns, s = 1/sqrt(log T): odd ones cost nothing, and even
ones s B times the mean under the density in proportion to e^(b x - a x^2), b = beta s B = eta B/20 and a = beta lambda
= (log T)/20. ``reg`` is the regret, (T/2) s times that mean, for every point loses nothing in all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.models.densities import mean_of
from dpassay.proofs_check.models.reals import kept
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Turns:
    """N = n and j, whole numbers above 0."""

    n: int
    j: int

    def __post_init__(self) -> None:
        if min(self.n, self.j) < 1:
            raise ValueError(f"n, j = {self.n}, {self.j}: expected 1 or more of each")

    @property
    def root(self) -> int:
        """T^(1/4)."""
        return 2 * self.j * self.n

    @property
    def nats(self) -> Real:
        """Log T."""
        return as_real(log(self.root)) * 4

    @property
    def rate(self) -> Any:
        """eta = eps^(2/3)/(T^(1/3) log(T/delta)) = T^(-1/2)/log(T/delta)."""
        return kept(as_real(Fraction(1, self.root**2)) / (self.nats + self.j))

    def regret(self) -> Any:
        """(T/2) s times the mean."""
        return kept(
            mean_of(self.rate * Fraction(self.n, 20), self.nats / 20) * Fraction(self.root**4, 2) / self.nats.sqrt()
        )


def settings() -> Iterator[Turns]:
    """Small numbers, and large ones."""
    for n, j in ((1, 1), (2, 1), (10, 3), (10**6, 5)):
        yield Turns(n, j)


LINEAR_TURNS: Final = Model(
    "linear losses by turns at the parameters of Theorem 3.12",
    parameters={
        "T": "integer, 2 <= T",
        "B": "integer, 1 <= B",
        "eps": "real, 0 < eps",
        "delta": "real, 0 < delta, delta < 1",
        "eta": "real, 0 < eta",
        "p": "real, 0 < p, p < 1",
    },
    quantities={"reg": Named(Turns.regret)},
    facts={
        "batch size": "2*B*eps*log(1/delta) = 1",
        "rate": "eta*log(T/delta) = exp(2/3*log(eps) - log(T)/3)",
        "fake switches": "p = eta/eps",
    },
    settings=settings,
    read=lambda at: {
        "T": Fraction(at.root**4),
        "B": Fraction(at.n),
        "eps": Fraction(1, at.root),
        "delta": kept(as_real(-at.j).exp()),
        "eta": at.rate,
        "p": kept(at.rate * at.root),
    },
)
