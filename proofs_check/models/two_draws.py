"""Two independent draws for one pair of neighbors, of which both tell.

``rho(k)`` is eps_k^2, the least number such that the divergence of order a of draw k is at most a rho(k) for all a >=
1: the supremum of D_a/a. Both draws together are V-concentrated, where V = eps^2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.exact import Dist, Real, as_real, max_divergence
from dpassay.proofs_check.limited_switching import is_concentrated, renyi
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Bits = tuple[Fraction, Fraction]
"""The probabilities of answer 0, on the losses and on the neighbor."""
ORDERS: Final = (1, 2, 3, 4)


@dataclass(frozen=True)
class TwoDraws:
    """Both draws, V, and the number T of rounds of the game."""

    first: Bits
    second: Bits
    rho: Fraction
    rounds: int

    def __post_init__(self) -> None:
        if self.rounds < 2 or not all(0 < p < 1 for p in (*self.first, *self.second)):
            raise ValueError(f"{self}: expected rounds of 2 or more, and probabilities between 0 and 1")
        (p, q), (r, s) = laws(self.first), laws(self.second)
        if not is_concentrated(p.product(r), q.product(s), self.rho):
            raise ValueError(f"rho = {self.rho}: expected one at which both draws are concentrated")


def laws(bits: Bits) -> tuple[Dist[int], Dist[int]]:
    """Those of one draw."""
    p, q = (Dist({0: bit, 1: 1 - bit}) for bit in bits)
    return p, q


@cache
def share(draws: TwoDraws, k: int) -> Real:
    """rho(k), enclosed: it is at least D_a/a at some orders, and D_a/a is at most the largest loss."""
    pair = laws(draws.first if k == 1 else draws.second)
    most = as_real(max_divergence(*pair)).evaluate()
    found = as_real(renyi(*pair, 1)).evaluate()
    for order in ORDERS[1:]:
        found = found.max((as_real(renyi(*pair, order)) / as_real(order)).evaluate())
    ball = found.union(most)
    return Real(lambda: ball)


def settings() -> Iterator[TwoDraws]:
    """A response beside a rare leak, and two responses."""
    response = (Fraction(3, 4), Fraction(1, 4))
    yield TwoDraws(response, (Fraction(1, 100), Fraction(1, 10**4)), Fraction(111, 100), 10**5)
    yield TwoDraws(response, (Fraction(2, 3), Fraction(1, 2)), Fraction(3), 10)


def read(draws: TwoDraws) -> dict[str, Any]:
    """T, d and V; two models."""
    return {"T": Fraction(draws.rounds), "d": Fraction(2), "V": draws.rho}


DRAW: Final = {"k": "integer, 1 <= k, k <= 2"}
TWO_DRAWS: Final = Model(
    "two draws for one pair of neighbors",
    parameters={"T": "integer, 2 <= T", "d": "integer, 1 <= d", "V": "real, 0 < V"},
    variables=DRAW,
    quantities={"rho": Named(share, DRAW, range="at least 0")},
    settings=settings,
    read=read,
)
