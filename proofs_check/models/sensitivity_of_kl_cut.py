"""Two adjacent histograms whose counts may be 0, and the divergence with every P(x) below tau put to tau.

``h(i, x)`` is as in ``sensitivity_of_kl``, from 0 on; ``cut(i)`` is the sum of Pi(x) log(Pi(x)/max{P(x), tau}), which
is KL(Pi || P) where tau is at most the least P(x).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.models.sensitivity_of_kl import CELL, OF_HISTOGRAM, WHICH, Counts, Law, law, total
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class CutOff:
    """The reference, the first histogram and tau; a datum moves from cell 1 to cell 2."""

    pi: Law
    first: Counts
    tau: Fraction

    def __post_init__(self) -> None:
        if len(self.pi) != len(self.first) or min(self.pi) <= 0 or sum(self.pi) != 1:
            raise ValueError(f"pi, first = {self.pi}, {self.first}: expected a law of full support, and as many counts")
        if min(self.first) < 0 or self.first[0] < 1 or not 0 < self.tau <= 1:
            raise ValueError(f"first, tau = {self.first}, {self.tau}: expected counts, one to move, and tau in (0, 1]")

    @property
    def pair(self) -> tuple[Counts, Counts]:
        """Both histograms."""
        a, b, *rest = self.first
        return self.first, (a - 1, b + 1, *rest)

    @property
    def size(self) -> int:
        """The number of data."""
        return sum(self.first)


def cut(at: CutOff, i: int) -> LogForm:
    """The divergence, cut off."""
    shares = (max(Fraction(n, at.size), at.tau) for n in at.pair[int(i) - 1])
    return total(log(p / share) * p for p, share in zip(at.pi, shares, strict=True))


def settings() -> Iterator[CutOff]:
    """Counts of 0 and above; tau small and large."""
    yield CutOff(law("1/2", "1/2"), (1, 1), Fraction(1, 10))
    yield CutOff(law("1/4", "3/4"), (3, 0), Fraction(1, 5))
    yield CutOff(law("1/2", "1/3", "1/6"), (1, 0, 2), Fraction(1))


def read(at: CutOff) -> dict[str, Any]:
    """k, N and tau."""
    return {"k": Fraction(len(at.pi)), "N": Fraction(at.size), "tau": at.tau}


CUT_OFF: Final = Model(
    "two adjacent histograms, cut off",
    parameters={"k": "integer, 2 <= k", "N": "integer, 1 <= N", "tau": "real, 0 < tau, tau <= 1"},
    variables={"i": WHICH, "x": CELL},
    quantities={
        "pi": Named(lambda at, x: at.pi[x - 1], {"x": CELL}, range="positive"),
        "h": Named(lambda at, i, x: Fraction(at.pair[i - 1][x - 1]), {"i": WHICH, "x": CELL}, range="at least 0"),
        "cut": Named(cut, OF_HISTOGRAM),
    },
    facts={"size": "sum(h(i, x), x, 1, k) = N"},
    settings=settings,
    read=read,
)
