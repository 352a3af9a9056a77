"""The numbers of Theorem 4.2: T rounds, d models and eps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Sizes:
    """T and d of at least 1 and eps above 0."""

    rounds: int
    experts: int
    epsilon: Fraction

    def __post_init__(self) -> None:
        if min(self.rounds, self.experts) < 1 or self.epsilon <= 0:
            raise ValueError(f"{self}: expected rounds and experts of 1 or more and epsilon above 0")


def settings() -> Iterator[Sizes]:
    """Few and many rounds and models, small and large eps."""
    for rounds, experts in ((1, 1), (1, 3), (2, 1), (3, 2), (1000, 2), (10**5, 10), (10**12, 100)):
        yield Sizes(rounds, experts, Fraction(1))
        yield Sizes(rounds, experts, Fraction(1, 1000))


def read(sizes: Sizes) -> dict[str, Any]:
    """T, d and eps."""
    return {"T": Fraction(sizes.rounds), "d": Fraction(sizes.experts), "eps": sizes.epsilon}


THEOREM_42: Final = Model(
    "the numbers of Theorem 4.2",
    parameters={"T": "integer, 1 <= T", "d": "integer, 1 <= d", "eps": "real, 0 < eps"},
    settings=settings,
    read=read,
)
LARGE_EPS: Final = "100*sqrt(log(d*T)**3) <= T*eps"
"""eps >= 100 log^{3/2}(d T)/T."""
