"""A learner that sees no report and predicts the mean of a class in every round.

``f(t, j, y)`` is the mass that member j of K gives label y of M in round t, ``mean(t, y)`` the prediction, and
``ratio`` is f over the mean where f is above 0 (elsewhere it does not matter). ``KL(t, j)`` is the divergence of a
member from the prediction, ``risk`` the largest sum of them over the T rounds, ``chosen(j)`` 1 at the first member
that has it. The risk of a class under any private scheme and the best learner, r_T, is at most that. eps is the level
of the scheme, m is min{(e^eps - 1)^2, 1}.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.analysis.hadamard_class import contraction
from dpassay.analysis.label_laws import average, kl
from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.numbers import place_of_largest
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Law = tuple[Fraction, ...]
NONE: Final = as_real(Fraction(0))


@dataclass(frozen=True)
class Class:
    """The laws of all members in each round, and e^eps."""

    rounds: tuple[tuple[Law, ...], ...]
    exp_eps: Fraction

    def __post_init__(self) -> None:
        if not self.rounds or len({len(laws) for laws in self.rounds}) > 1 or not self.rounds[0]:
            raise ValueError(f"rounds = {self.rounds}: expected at least one, with as many laws each")
        laws = [law for round_ in self.rounds for law in round_]
        if len({len(law) for law in laws}) > 1 or any(min(law) < 0 or sum(law) != 1 for law in laws):
            raise ValueError(f"rounds = {self.rounds}: expected probabilities that add up to 1, of as many labels")
        if self.exp_eps <= 1:
            raise ValueError(f"exp_eps = {self.exp_eps}: expected more than 1")


def constants(text: str, rounds: int, exp_eps: str) -> Class:
    """Return a class of constant functions, laws separated by semicolons."""
    laws = tuple(tuple(map(Fraction, law.split())) for law in text.split(";"))
    return Class((laws,) * rounds, Fraction(exp_eps))


@cache
def mean(at: Class, t: int) -> Any:
    """The prediction of a round."""
    return average(at.rounds[t - 1])


def ratio(at: Class, t: int, j: int, y: int) -> Fraction:
    """A member's mass over the mean; without mass a number that does not matter, such as 1 or K + 1."""
    mass = at.rounds[t - 1][j - 1][y - 1]
    if not mass:
        return Fraction(1 if y % 2 else 1 + len(at.rounds[t - 1]))
    return Fraction(mass / mean(at, t)[y - 1])


@cache
def divergence(at: Class, t: int, j: int) -> Real:
    """KL(t, j)."""
    return as_real(kl(at.rounds[t - 1][j - 1], mean(at, t)))


def total(at: Class, j: int) -> Real:
    """The sum over all rounds."""
    return sum((divergence(at, t, j) for t in range(1, len(at.rounds) + 1)), NONE)


@cache
def chosen(at: Class) -> int:
    """The first member with the largest sum."""
    return 1 + place_of_largest(total(at, j) for j in range(1, len(at.rounds[0]) + 1))


def settings() -> Iterator[Class]:
    """One to three members on two or three labels, and classes that change with the round."""
    yield constants("1 0; 0 1", 1, "1001/1000")
    yield constants("1/2 1/2; 1/3 2/3", 3, "3/2")
    yield constants("1 0 0; 0 1 0; 1/3 1/3 1/3", 2, "4")
    swapped = tuple(tuple(map(Fraction, law)) for law in ((0, 1), (1, 0)))
    yield constants("1/2 1/2", 2, "3/2")
    yield constants("1/3 2/3", 1, "4")
    yield Class((swapped, tuple(reversed(swapped)), ((Fraction(1), Fraction(0)),) * 2), Fraction(7, 3))


def read(at: Class) -> dict[str, Any]:
    """K, M, T and eps."""
    laws = at.rounds[0]
    numbers = {"K": len(laws), "M": len(laws[0]), "T": len(at.rounds)}
    return {**{name: Fraction(number) for name, number in numbers.items()}, "eps": as_real(log(at.exp_eps))}


ROUND: Final = "integer, 1 <= t, t <= T"
MEMBER: Final = "integer, 1 <= j, j <= K"
LABEL: Final = "integer, 1 <= y, y <= M"
OF_LABEL: Final = {"t": ROUND, "y": LABEL}
MASS: Final = {"t": ROUND, "j": MEMBER, "y": LABEL}
MEAN: Final = Model(
    "the mean of a class",
    parameters={"K": "integer, 1 <= K", "M": "integer, 1 <= M", "T": "integer, 1 <= T", "eps": "real, 0 < eps"},
    variables={**MASS, "i": "integer, 1 <= i, i <= K"},
    quantities={
        "m": Named(lambda at: Fraction(contraction(at.exp_eps)), range="positive"),  # type: ignore[arg-type]  # rational
        "f": Named(lambda at, t, j, y: at.rounds[t - 1][j - 1][y - 1], MASS, range="at least 0"),
        "mean": Named(lambda at, t, y: mean(at, t)[y - 1], OF_LABEL, range="at least 0"),
        "ratio": Named(ratio, MASS, range="positive"),
        "KL": Named(divergence, {"t": ROUND, "j": MEMBER}),
        "risk": Named(lambda at: total(at, chosen(at))),
        "chosen": Named(lambda at, j: Fraction(int(chosen(at) == j)), {"j": MEMBER}, range="at least 0"),
    },
    facts={
        "m": "m = (exp(eps) - 1)**2*[(exp(eps) - 1)**2 <= 1] + [1 < (exp(eps) - 1)**2]",
        "a law": "sum(f(t, j, y), y, 1, M) = 1",
        "prediction": "mean(t, y) = sum(f(t, j, y), j, 1, K)/K",
        "ratio": "f(t, j, y)*(f(t, j, y) - ratio(t, j, y)*mean(t, y)) = 0",
        "divergence": "KL(t, j) = sum(f(t, j, y)*log(ratio(t, j, y)), y, 1, M)",
        "one is chosen": "sum(chosen(j), j, 1, K) = 1",
        "the risk is its": "risk = sum(chosen(j)*sum(KL(t, j), t, 1, T), j, 1, K)",
    },
    settings=settings,
    read=read,
)
