"""One random log-likelihood of two point masses on two labels, clipped for the horizon T, and Laplace noise.

``ratio(k)`` is the largest ratio of the laws of the report of two labels where the noise has the scale k/eps. A
log-likelihood has the two values log((2 T - 1)/(4 T)) and log(1/(4 T)), a label gets the wrong one with probability
1/(2 T), and beyond both values the Laplace densities around them have the ratio (2 T - 1)^(eps/k).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.exact import Budget, as_real
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference import private_exp3


@dataclass(frozen=True)
class Masses:
    """T >= 2 and eps > 0."""

    rounds: int
    epsilon: Fraction

    def __post_init__(self) -> None:
        if self.rounds < 2:
            raise ValueError(f"rounds = {self.rounds}: expected at least 2")
        if not self.epsilon > 0:
            raise ValueError(f"epsilon = {self.epsilon}: expected more than 0")


@cache
def ratio(at: Masses, constant: Fraction) -> Any:
    """The largest ratio of the laws of the reports of two labels."""
    parameters = private_exp3.Parameters(Budget(epsilon=at.epsilon), "1,0;0,1", at.rounds)  # type: ignore[arg-type]  # read by it
    return as_real(private_exp3.worst_pair(parameters, at.epsilon / constant).ratio)


def settings() -> Iterator[Masses]:
    """Few rounds and many."""
    for rounds, epsilon in ((2, Fraction(1)), (9, Fraction(1, 2)), (30, Fraction(1)), (1000, Fraction(5, 4))):
        yield Masses(rounds, epsilon)


TWO_MASSES: Final = Model(
    "a noisy log-likelihood of two point masses",
    parameters={"T": "integer, 2 <= T", "eps": "real, 0 < eps"},
    variables={"k": "real, 0 < k"},
    quantities={"ratio": Named(ratio, {"k": "real, 0 < k"})},
    facts={
        "ratio": "ratio(k)*(exp(eps/k*log(2*T - 1)) + 2*T - 1) = (2*T - 1)*exp(eps/k*log(2*T - 1)) + 1",
    },
    settings=settings,
    read=lambda at: {"T": Fraction(at.rounds), "eps": at.epsilon},
)
