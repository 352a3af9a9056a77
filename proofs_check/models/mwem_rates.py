"""The numbers in the error bounds of Smooth MWEM and of Projected Smooth MWEM.

``n`` records, VC dimension ``d``, ``T`` rounds, ``eps`` and delta, and a sigma below 1: ``L`` is log(1/sigma), and
``ell`` is log(1/delta). So log(2 n/sigma) is log(2 n) + L.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import as_real, require
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Numbers:
    """n, d, T, eps, sigma and delta."""

    records: int
    dimension: int
    rounds: int
    epsilon: Fraction
    sigma: Fraction
    delta: Fraction

    def __post_init__(self) -> None:
        """Check the domains."""
        for name in ("records", "dimension", "rounds"):
            require(getattr(self, name) >= 1, name, getattr(self, name), "at least 1")
        require(self.epsilon > 0, "epsilon", self.epsilon, "a number above 0")
        for name in ("sigma", "delta"):
            require(0 < getattr(self, name) < 1, name, getattr(self, name), "a number between 0 and 1")


def settings() -> Iterator[Numbers]:
    """Few records and many, one round and more, sigma and delta small and near 1."""
    for records, rounds, epsilon in product((1, 1000), (1, 4), (Fraction(1, 10), Fraction(1), Fraction(8))):
        yield Numbers(records, 1, rounds, epsilon, Fraction(1, 2), Fraction(1, 3))
        yield Numbers(records, 3, rounds, epsilon, Fraction(1, 10**6), Fraction(1, 10**3))
        yield Numbers(records, 2, rounds, epsilon, Fraction(99, 100), Fraction(9, 10))
    yield Numbers(1, 3, 4, Fraction(1), Fraction(1, 10**6), Fraction(1, 2))
    yield Numbers(1, 1, 1, Fraction(1, 2), Fraction(1, 2), Fraction(1, 2))
    for delta in (Fraction(1, 2), Fraction(1, 3)):
        yield Numbers(10**6, 1, 10**4, Fraction(4), Fraction(1, 2), delta)
    for records, rounds, epsilon in ((100, 4, Fraction(1)), (100, 9, Fraction(4)), (1000, 29, Fraction(3))):
        yield Numbers(records, 3, rounds, epsilon, Fraction(1, 10), Fraction(1, 3))


def read(at: Numbers) -> dict[str, Any]:
    """n, d, T, eps, log(1/sigma) and log(1/delta)."""
    return {
        "n": Fraction(at.records),
        "d": Fraction(at.dimension),
        "T": Fraction(at.rounds),
        "eps": at.epsilon,
        "L": as_real(1 / at.sigma).log(),
        "ell": as_real(1 / at.delta).log(),
    }


RATES: Final = Model(
    "the numbers of the error bounds of Smooth MWEM",
    parameters={
        "n": "integer, 1 <= n",
        "d": "integer, 1 <= d",
        "T": "integer, 1 <= T",
        "eps": "real, 0 < eps",
        "L": "real, 0 < L",
        "ell": "real, 0 < ell",
    },
    settings=settings,
    read=read,
)
