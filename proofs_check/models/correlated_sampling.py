"""Correlated sampling along laws: a model is kept with a probability proportional to the ratio of the laws.

A setting is the laws of T rounds, the probability p of a fake switch, and a constant a round. ``m(t, i)`` is the
probability of model i under the law of round t, ``x(t, i)`` that of the lazy iterate, ``C(t)`` the constant and
``keep(t, i)`` the parameter C m(t + 1, i)/m(t, i) of the coin that keeps model i; a model that has no mass is never
there to be kept, and keeps nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Law = tuple[Fraction, ...]


@dataclass(frozen=True)
class Sampling:
    """The laws of all rounds, p, and the constants; a new law has mass only where the old one has."""

    laws: tuple[Law, ...]
    fake_switch: Fraction
    constants: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if not 0 <= self.fake_switch <= 1:
            raise ValueError(f"fake_switch = {self.fake_switch}: expected a probability")
        if len({len(law) for law in self.laws}) != 1 or any(min(law) < 0 or sum(law) != 1 for law in self.laws):
            raise ValueError(f"laws = {self.laws}: expected probabilities of as many models that add up to 1")
        if len(self.constants) != len(self.laws) - 1 or min(self.constants, default=Fraction(0)) < 0:
            raise ValueError(f"constants = {self.constants}: expected one of at least 0 for each round but the last")
        for constant, (old, new) in zip(self.constants, pairwise(self.laws), strict=True):
            if any(constant * b > a > 0 or b > a == 0 for a, b in zip(old, new, strict=True)):
                raise ValueError(f"constant = {constant}: expected that it times the ratio is a probability")


def keep(s: Sampling, t: int, i: int) -> Fraction:
    """The parameter of the coin that keeps model i in round t."""
    old, new = s.laws[t - 1][i - 1], s.laws[t][i - 1]
    return s.constants[t - 1] * new / old if old else Fraction(0)


def iterate(s: Sampling, t: int, i: int) -> Fraction:
    """The probability that the lazy iterate of round t is model i."""
    law = list(s.laws[0])
    for u in range(1, t):
        kept = [(1 - s.fake_switch) * mass * keep(s, u, j) for j, mass in enumerate(law, 1)]
        law = [k + (1 - sum(kept)) * new for k, new in zip(kept, s.laws[u], strict=True)]
    return law[i - 1]


def settings() -> Iterator[Sampling]:
    """One to three models and rounds; with p = 0 and 1, with constants 0 and as large as can be."""
    half, third, sixth = Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)
    laws = ((half, third, sixth), (third, third, third), (half, half, Fraction(0)))
    yield Sampling(((Fraction(1),),), Fraction(0), ())
    yield Sampling(((half, half), (Fraction(1), Fraction(0))), third, (half,))
    for p in (Fraction(0), third, Fraction(1)):
        yield Sampling(laws, p, (half, Fraction(2, 3)))
        yield Sampling(laws, p, (Fraction(1, 9), Fraction(0)))


def read(s: Sampling) -> dict[str, Any]:
    """T, d and p."""
    return {"T": Fraction(len(s.laws)), "d": Fraction(len(s.laws[0])), "p": s.fake_switch}


AT: Final = {"t": "integer, 1 <= t, t <= T", "i": "integer, 1 <= i, i <= d"}
BEFORE: Final = {"t": "integer, 1 <= t, t <= T - 1"}
DRAWN: Final = "1 - sum((1 - p)*x(u, j)*keep(u, j), j, 1, d)"
SAMPLING: Final = Model(
    "correlated sampling along laws",
    parameters={"T": "integer, 1 <= T", "d": "integer, 1 <= d", "p": "real, 0 <= p, p <= 1"},
    variables={**AT, "u": "integer, 1 <= u, u <= T - 1"},
    quantities={
        "m": Named(lambda s, t, i: s.laws[t - 1][i - 1], AT, range="at least 0"),
        "x": Named(iterate, AT, range="at least 0"),
        "keep": Named(keep, {**AT, **BEFORE}, range="at least 0"),
        "C": Named(lambda s, t: s.constants[t - 1], BEFORE, range="at least 0"),
    },
    facts={
        "first": "x(1, i) = m(1, i)",
        "next": f"x(u + 1, i) = (1 - p)*x(u, i)*keep(u, i) + ({DRAWN})*m(u + 1, i)",
        "kept": "m(u, i)*keep(u, i) = C(u)*m(u + 1, i)",
        "law": "sum(m(t, i), i, 1, d) = 1",
    },
    settings=settings,
    read=read,
)
