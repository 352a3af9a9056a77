"""The numbers of successes in up to T independent trials with the probability p: ``count(m, v)`` is that of v in m."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Trials:
    """T and p."""

    trials: int
    p: Fraction

    def __post_init__(self) -> None:
        if self.trials < 0 or not 0 <= self.p <= 1:
            raise ValueError(f"trials, p = {self.trials}, {self.p}: expected 0 or more, and a probability")

    def count(self, m: int, v: int) -> Fraction:
        """The probability of v successes in m trials."""
        return comb(m, v) * self.p**v * (1 - self.p) ** (m - v) if 0 <= v <= m else Fraction(0)


def settings() -> Iterator[Trials]:
    """Up to three trials."""
    for trials, p in ((0, "1/2"), (1, "1/3"), (2, "0"), (2, "1"), (3, "1/4")):
        yield Trials(trials, Fraction(p))


COUNTS: Final = Model(
    "successes in independent trials",
    parameters={"T": "integer, 0 <= T", "p": "real, 0 <= p, p <= 1"},
    variables={
        "m": "integer, 0 <= m, m <= T",
        "n": "integer, 0 <= n, n <= T - 1",
        "v": "integer, 0 <= v, v <= T",
        "s": "real",
    },
    quantities={
        "count": Named(
            lambda at, m, v: at.count(int(m), int(v)),
            {"m": "integer, 0 <= m, m <= T", "v": "integer, -1 <= v, v <= T + 1"},
            range="at least 0",
        )
    },
    facts={
        "no trial": "count(0, 0) = 1",
        "none below 0": "count(m, -1) = 0",
        "none above m": "count(m, m + 1) = 0",
        "the last trial": "count(n + 1, v) = p*count(n, v - 1) + (1 - p)*count(n, v)",
    },
    settings=settings,
    read=lambda at: {"T": Fraction(at.trials), "p": at.p},
)
