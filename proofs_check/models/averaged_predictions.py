"""A learner on constant functions whose predictions are averaged: (17).

A class of K laws f(j) on M labels, T rounds; ``pi(t, j, y)`` is the prediction of round t for label y, after the
reports of all rounds, an outcome (round t sees those before it); it is above 0 on every label, where it is 0 the
divergence may be infinite. F(j) is the law of the reports where the labels have law f(j). ``ent(j)`` is the sum of
f(j) log f(j) over the labels that have a mass, ``kl(j, t)`` the divergence of f(j) from the prediction of round t,
``mean(y)`` the average prediction and ``batch(j)`` the divergence of f(j) from it. ``risk`` is the largest expected
sum of the kl(j, t) over the class, ``worst`` the largest expected batch(j), and ``chosen(j)`` is 1 at the first j that
has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from math import prod
from typing import Final

from dpassay.exact import Real, as_real, log
from dpassay.exact.real import maximum
from dpassay.proofs_check.numbers import place_of_largest
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Reports = tuple[int, ...]
NONE: Final = as_real(Fraction(0))


@dataclass(frozen=True)
class Learner:
    """Laws on the labels, the truth of randomized response on the labels, T, and the pull of a report.

    The prediction is uniform at first; each report adds ``pull`` times its label to it.
    """

    laws: tuple[tuple[Fraction, ...], ...]
    rounds: int
    truth: Fraction
    pull: Fraction

    def __post_init__(self) -> None:
        if self.rounds < 1 or not self.laws:
            raise ValueError(f"rounds, laws = {self.rounds}, {self.laws}: expected one or more of each")
        if any(min(law) < 0 or sum(law) != 1 or len(law) != self.labels for law in self.laws):
            raise ValueError(f"laws = {self.laws}: expected probabilities that add up to 1, of as many labels")
        if not 1 < self.truth * self.labels < self.labels:
            raise ValueError(f"truth = {self.truth}: expected a probability between 1/M and 1")
        if self.pull < 0:
            raise ValueError(f"pull = {self.pull}: expected at least 0")

    @property
    def labels(self) -> int:
        """M."""
        return len(self.laws[0])


def sequences(at: Learner) -> tuple[Reports, ...]:
    """The reports of all rounds, labels from 1."""
    return tuple(product(range(1, at.labels + 1), repeat=at.rounds))


def reported(at: Learner, j: int, label: int) -> Fraction:
    """The probability of a report, where the labels have law f(j)."""
    mass, lie = at.laws[j - 1][label - 1], (1 - at.truth) / (at.labels - 1)
    return mass * at.truth + (1 - mass) * lie


@cache
def law(at: Learner, j: int) -> Mapping[Reports, Fraction]:
    """F(j)."""
    return {y: prod((reported(at, j, label) for label in y), start=Fraction(1)) for y in sequences(at)}


@cache
def prediction(at: Learner, t: int, label: int, past: Reports) -> Fraction:
    """The mass of a label in round t after the reports before it."""
    return (1 + at.pull * past.count(label)) / (at.labels + at.pull * (t - 1))


def average(at: Learner, label: int, reports: Reports) -> Fraction:
    """The mean prediction."""
    rounds = range(1, at.rounds + 1)
    return sum((prediction(at, t, label, reports[: t - 1]) for t in rounds), Fraction(0)) / at.rounds


def divergence(at: Learner, j: int, masses: tuple[Fraction, ...]) -> Real:
    """That of f(j) from a prediction."""
    pairs = zip(at.laws[j - 1], masses, strict=True)
    return sum((as_real(p) * as_real(log(p / e)) for p, e in pairs if p), NONE)


@cache
def of_round(at: Learner, j: int, t: int, past: Reports) -> Real:
    """kl(j, t)."""
    return divergence(at, j, tuple(prediction(at, t, y, past) for y in range(1, at.labels + 1)))


@cache
def of_batch(at: Learner, j: int, reports: Reports) -> Real:
    """batch(j)."""
    return divergence(at, j, tuple(average(at, y, reports) for y in range(1, at.labels + 1)))


def mean_batch(at: Learner, j: int) -> Real:
    """The expectation of batch(j)."""
    return sum((as_real(p) * of_batch(at, j, y) for y, p in law(at, j).items()), NONE)


@cache
def cost(at: Learner, j: int) -> Real:
    """The expected sum of the kl(j, t)."""
    rounds = range(1, at.rounds + 1)
    return sum((as_real(p) * of_round(at, j, t, y[: t - 1]) for y, p in law(at, j).items() for t in rounds), NONE)


@cache
def chosen(at: Learner) -> int:
    """The first j of the largest expected batch(j)."""
    return 1 + place_of_largest(mean_batch(at, j) for j in range(1, len(at.laws) + 1))


def settings() -> Iterator[Learner]:
    """One to three laws on two or three labels, one to three rounds."""
    for laws, rounds, truth, pull in (
        ("0 1", 2, "3/4", "1"),
        ("1/2 1/2; 1/6 5/6", 3, "2/3", "2"),
        ("0 1; 1/3 2/3", 1, "2/3", "1"),
        ("1 0 0; 0 1/2 1/2; 1/3 1/3 1/3", 2, "1/2", "1/2"),
        ("1 0; 0 1", 3, "9/10", "0"),
        ("1/5 4/5; 4/5 1/5", 2, "9/10", "5"),
    ):
        rows = tuple(tuple(map(Fraction, row.split())) for row in laws.split(";"))
        yield Learner(rows, rounds, Fraction(truth), Fraction(pull))


def read(at: Learner) -> dict[str, Fraction]:
    """K, M and T."""
    return {"K": Fraction(len(at.laws)), "M": Fraction(at.labels), "T": Fraction(at.rounds)}


MEMBER: Final = "integer, 1 <= j, j <= K"
LABEL: Final = "integer, 1 <= y, y <= M"
ROUND: Final = "integer, 1 <= t, t <= T"
REPORTS: Final = "reports"
AVERAGED: Final = Model(
    "a learner whose predictions are averaged",
    parameters={"K": "integer, 1 <= K", "M": "integer, 1 <= M", "T": "integer, 1 <= T"},
    variables={"j": MEMBER, "y": LABEL, "t": ROUND},
    quantities={
        "F": Named(law, {"j": MEMBER}, space=REPORTS, law=True),
        "f": Named(lambda at, j, y: at.laws[j - 1][y - 1], {"j": MEMBER, "y": LABEL}, range="at least 0"),
        "pi": Named(
            lambda at, t, y, reports: prediction(at, t, y, reports[: t - 1]),
            {"t": ROUND, "y": LABEL},
            space=REPORTS,
            range="positive",
        ),
        "mean": Named(average, {"y": LABEL}, space=REPORTS, range="positive"),
        "ent": Named(
            lambda at, j: sum((as_real(p) * as_real(log(p)) for p in at.laws[j - 1] if p), NONE), {"j": MEMBER}
        ),
        "kl": Named(
            lambda at, j, t, reports: of_round(at, j, t, reports[: t - 1]), {"j": MEMBER, "t": ROUND}, space=REPORTS
        ),
        "batch": Named(of_batch, {"j": MEMBER}, space=REPORTS),
        "risk": Named(lambda at: reduce(maximum, (cost(at, j) for j in range(1, len(at.laws) + 1)))),
        "worst": Named(lambda at: mean_batch(at, chosen(at))),
        "chosen": Named(lambda at, j: Fraction(int(chosen(at) == j)), {"j": MEMBER}, range="at least 0"),
    },
    facts={
        "average": "mean(y) = sum(pi(t, y), t, 1, T)/T",
        "divergence": "kl(j, t) = ent(j) - sum(f(j, y)*log(pi(t, y)), y, 1, M)",
        "divergence of the average": "batch(j) = ent(j) - sum(f(j, y)*log(mean(y)), y, 1, M)",
        "the largest risk": "E(sum(kl(j, t), t, 1, T), F(j)) <= risk",
        "one is chosen": "sum(chosen(j), j, 1, K) = 1",
        "the worst is chosen": "worst = sum(chosen(j)*E(batch(j), F(j)), j, 1, K)",
    },
    settings=settings,
    read=read,
    outcomes={REPORTS: sequences},
)
