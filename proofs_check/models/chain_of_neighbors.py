"""An algorithm on m + 1 data sets, each of which differs from the next in one element.

``x(k, l)`` is the probability of event l on data set k, and delta one at which the algorithm is (eps, delta)-private
between any two that follow each other, in both directions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Law = tuple[Fraction, ...]


@dataclass(frozen=True)
class Chain:
    """The laws of the answer on at least two data sets, e^eps >= 1, and by how much delta is above the least one."""

    laws: tuple[Law, ...]
    exp_eps: Fraction
    slack: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if self.exp_eps < 1:
            raise ValueError(f"exp_eps = {self.exp_eps}: expected at least 1")
        if self.slack < 0:
            raise ValueError(f"slack = {self.slack}: expected at least 0")
        if len(self.laws) < 2 or len({len(law) for law in self.laws}) > 1:
            raise ValueError(f"laws = {self.laws}: expected two or more, of as many outcomes")
        if any(min(law) < 0 or sum(law) != 1 for law in self.laws):
            raise ValueError(f"laws = {self.laws}: expected probabilities that add up to 1")

    @property
    def delta(self) -> Fraction:
        """The least delta in both directions, what P has beyond e^eps Q added over the outcomes, and the slack."""
        pairs = (pair for neighbors in pairwise(self.laws) for pair in permutations(neighbors))
        return self.slack + max(
            sum((max(a - self.exp_eps * b, Fraction(0)) for a, b in zip(p, q, strict=True)), Fraction(0))
            for p, q in pairs
        )


def probability(chain: Chain, k: int, event: int) -> Fraction:
    """Event l holds the outcomes whose bit in l - 1 is 1."""
    return sum((p for y, p in enumerate(chain.laws[k]) if (event - 1) >> y & 1), Fraction(0))


def settings() -> Iterator[Chain]:
    """Chains of one to four changes, with the least delta 0 and above."""
    slopes: list[Any] = [("1/2", "1/3"), ("1/10", "3/10", "9/10"), ("1", "1/2", "1/4", "1/8"), ("1/5",) * 2]
    slopes += [("1/100", "3/200", "9/400", "27/800", "1/10"), ("0", "1"), ("1/3", "2/3", "1/3")]
    for chances in slopes:
        laws = tuple((Fraction(p), 1 - Fraction(p)) for p in chances)
        for exp_eps in (Fraction(1), Fraction(3, 2), Fraction(2)):
            yield Chain(laws, exp_eps)
    yield Chain(((Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1, 2))), Fraction(3, 2), Fraction(1, 5))
    third = Fraction(1, 3)
    yield Chain(
        ((third, third, third), (Fraction(1, 2), third, Fraction(1, 6)), (1 - third, Fraction(0), third)),
        Fraction(3, 2),
    )


def read(chain: Chain) -> dict[str, Any]:
    """m, N, eps and delta."""
    return {
        "m": Fraction(len(chain.laws) - 1),
        "N": Fraction(2 ** len(chain.laws[0])),
        "eps": as_real(log(chain.exp_eps)),
        "delta": chain.delta,
    }


EVENT: Final = "integer, 1 <= l, l <= N"
CHAIN: Final = Model(
    "a private algorithm along a chain of neighbors",
    parameters={
        "m": "integer, 1 <= m",
        "N": "integer, 1 <= N",
        "eps": "real, 0 <= eps",
        "delta": "real, 0 <= delta",
    },
    variables={"k": "integer, 0 <= k, k <= m - 1", "l": EVENT},
    quantities={"x": Named(probability, {"k": "integer, 0 <= k, k <= m", "l": EVENT}, range="at least 0")},
    facts={
        "private": "x(k, l) <= exp(eps)*x(k + 1, l) + delta",
        "private, back": "x(k + 1, l) <= exp(eps)*x(k, l) + delta",
    },
    settings=settings,
    read=read,
)
