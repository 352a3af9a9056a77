"""The two sums of Algorithm 2 without noise: T samples of the reference, each the ratio r(t) = P(x_t)/Pi(x_t).

A adds up log r(t), and B lambda (r(t) - 1). ``D`` is KL(Pi || P), ``J`` the sum of both divergences, ``V`` the variance
of r and ``L`` the mean of log^2 r; ``al`` and ``be`` are the largest r and the largest 1/r. ``variance(s)`` is the
variance of (B - s A)/T, for s = -1 (as printed) and s = 1. All of P is counted, and the noise has mean 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Final

from dpassay.exact import LogForm, Real, as_real, log
from dpassay.proofs_check.models.sensitivity_of_kl import Law, law, total
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Sums:
    """The reference, the law of the data, the number of samples and lambda."""

    pi: Law
    p: Law
    samples: int
    weight: Fraction

    def __post_init__(self) -> None:
        if len(self.pi) != len(self.p) or any(min(law) <= 0 or sum(law) != 1 for law in (self.pi, self.p)):
            raise ValueError(f"pi, p = {self.pi}, {self.p}: expected laws of full support on as many cells")
        if self.samples < 1 or self.weight < 0:
            raise ValueError(f"T, lambda = {self.samples}, {self.weight}: expected T from 1 and lambda from 0 on")

    @property
    def ratios(self) -> Law:
        """P(x)/Pi(x)."""
        return tuple(p / q for p, q in zip(self.p, self.pi, strict=True))


def divergence(at: Sums) -> LogForm:
    """KL(Pi || P)."""
    return total(log(1 / r) * q for q, r in zip(at.pi, at.ratios, strict=True))


def both_divergences(at: Sums) -> LogForm:
    """J, the mean of (r - 1) log r."""
    return total(log(r) * (q * (r - 1)) for q, r in zip(at.pi, at.ratios, strict=True))


def spread(at: Sums) -> Fraction:
    """V, the variance of r."""
    return sum((q * (r - 1) ** 2 for q, r in zip(at.pi, at.ratios, strict=True)), Fraction(0))


def squared_logs(at: Sums) -> Real:
    """L, the mean of log^2 r."""
    return sum((as_real(log(r)) ** 2 * q for q, r in zip(at.pi, at.ratios, strict=True)), as_real(0))


def variance(at: Sums, sign: Fraction | int) -> Real:
    """The variance of (B - s A)/T, the mean of T independent values."""
    mixed = as_real(both_divergences(at)) * (2 * sign * at.weight)
    one = spread(at) * at.weight**2 - mixed + sign**2 * (squared_logs(at) - as_real(divergence(at)) ** 2)
    return one / at.samples


def samples(at: Sums) -> list[tuple[int, ...]]:
    """The cells of all samples."""
    return list(product(range(len(at.pi)), repeat=at.samples))


def chances(at: Sums) -> dict[tuple[int, ...], Fraction]:
    """The law of the cells of all samples."""
    return {cells: prod((at.pi[x] for x in cells), start=Fraction(1)) for cells in samples(at)}


def settings() -> Iterator[Sums]:
    """One to three samples, two cells and three; lambda 0 and large; P and Pi equal; alpha below beta^2 and above."""
    yield Sums(law("1/3", "2/3"), law("1/2", "1/2"), 1, Fraction(1))
    yield Sums(law("1/4", "3/4"), law("4/5", "1/5"), 2, Fraction(4))
    yield Sums(law("1/2", "1/3", "1/6"), law("1/6", "1/3", "1/2"), 2, Fraction(1, 2))
    yield Sums(law("1/2", "1/2"), law("2/5", "3/5"), 3, Fraction(0))
    yield Sums(law("1/3", "2/3"), law("1/3", "2/3"), 1, Fraction(1))
    yield Sums(law("1/10", "9/10"), law("1/2", "1/2"), 1, Fraction(1))


def read(at: Sums) -> dict[str, Any]:
    """T and lambda."""
    return {"T": Fraction(at.samples), "lam": at.weight}


SAMPLE: Final = {"t": "integer, 1 <= t, t <= T"}
VALUE: Final = "lam*(r(t) - 1) - s*log(r(t))"
"""One of the T values of which (B - s A)/T is the mean."""
SUMS: Final = Model(
    "the two sums of a trusted aggregator",
    parameters={"T": "integer, 1 <= T", "lam": "real, 0 <= lam"},
    variables={**SAMPLE, "s": "real, -1 <= s, s <= 1"},
    quantities={
        "P": Named(chances, space="samples", law=True),
        "r": Named(lambda at, t, cells: at.ratios[cells[int(t) - 1]], SAMPLE, space="samples", range="positive"),
        "D": Named(divergence),
        "J": Named(both_divergences, range="at least 0"),
        "V": Named(spread, range="at least 0"),
        "L": Named(squared_logs, range="at least 0"),
        "al": Named(lambda at: max(at.ratios), range="positive"),
        "be": Named(lambda at: 1 / min(at.ratios), range="positive"),
        "most": Named(lambda at: max(*at.ratios, 1 / min(at.ratios) ** 2) - 1),
        "variance": Named(variance, {"s": "real, -1 <= s, s <= 1"}),
    },
    facts={
        "a ratio has mean 1": "E(r(t)) = 1",
        "divergence": "E(-log(r(t))) = D",
        "both divergences": "E((r(t) - 1)*log(r(t))) = J",
        "variance of a ratio": "E((r(t) - 1)**2) = V",
        "mean of squared logs": "E(log(r(t))**2) = L",
        "largest": "r(t) <= al",
        "largest inverse": "1 <= be*r(t)",
        "larger of the two": "be**2 - 1 <= most",
        "larger of the two, too": "al - 1 <= most",
        "mean of independent values": f"T*variance(s) = E(({VALUE})**2) - E({VALUE})**2",
    },
    settings=settings,
    read=read,
    outcomes={"samples": samples},
)
