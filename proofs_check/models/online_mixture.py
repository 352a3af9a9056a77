"""Online learning of a law by the Bayes mixture on the laws of reports: K hypotheses on M labels, and T rounds.

A label of the truth, hypothesis ``i``, is reported as it is with probability c, and else as a uniform label. So a
report has the law c f_j + (1 - c)/M under hypothesis j; c = 1 is learning without privacy. Features are fixed, or each
is chosen by the reports before. An outcome is a sequence of reports that the truth allows.

``w(t, j)`` are the weights before round t, ``truth(t)`` that of the truth, ``likelihood(t)`` and ``predicted(t)`` the
probability of report t under the truth and under the mixture. ``kl(t)`` and ``tv(t)`` are the KL divergence and the
total variation of the law of the label from the prediction, and ``reported(t)`` is the KL divergence of the laws of the
report. ``after(t)`` is the law of everything given t reports. With privacy, ``f(t, j, y)`` is the probability of label
y in round t under hypothesis j, and ``guess(t, y)`` the one that is predicted; ``lf(t, y)`` and ``lg(t, y)`` are the
logs of f(t, i, y) and of that, and 0 for 0. ``told(t, y)`` and ``heard(t, y)`` are the laws of the report.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any, Final, cast

from dpassay.analysis.distribution_learners import BAYES, c_eta, mix
from dpassay.analysis.label_laws import Table, kl, read_table, tv
from dpassay.exact import as_real, log
from dpassay.proofs_check.models.clipped_draws import log_or_0
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Reports = tuple[int, ...]


@dataclass(frozen=True)
class Mixture:
    """A table for each round, the truth from 1 on, and e^eps of randomized response; none without privacy.

    Where features are ``chosen``, the table of a round is that whose number is the sum of the reports before.
    """

    tables: tuple[Table, ...]
    truth: int
    exp_eps: Fraction | None = None
    chosen: bool = False

    def __post_init__(self) -> None:
        if not self.tables or len({(len(table), len(table[0])) for table in self.tables}) > 1:
            raise ValueError(f"tables = {self.tables}: expected one or more, of one shape")
        if not 1 <= self.truth <= len(self.tables[0]):
            raise ValueError(f"truth = {self.truth}: expected one of {len(self.tables[0])} hypotheses")
        if self.exp_eps is not None and (self.exp_eps <= 1 or self.labels < 2):
            raise ValueError(f"exp_eps = {self.exp_eps}: expected more than 1, and two labels or more")

    @property
    def labels(self) -> int:
        """M."""
        return len(self.tables[0][0])

    @property
    def contraction(self) -> Fraction:
        """c."""
        return Fraction(1) if self.exp_eps is None else Fraction(cast("Fraction", c_eta(self.labels, self.exp_eps)))

    def table(self, t: int, reports: Reports) -> Table:
        """The table of round t."""
        return self.tables[sum(reports[: t - 1]) % len(self.tables) if self.chosen else t - 1]

    def kernel(self, t: int, reports: Reports) -> Table:
        """The laws of the report of round t."""
        c, uniform = self.contraction, Fraction(1, self.labels)
        return tuple(tuple(c * p + (1 - c) * uniform for p in row) for row in self.table(t, reports))


@cache
def sequences(at: Mixture) -> tuple[Reports, ...]:
    """Those that the truth allows."""
    every = product(range(at.labels), repeat=len(at.tables))
    return tuple(reports for reports in every if probability(at, reports) > 0)


def probability(at: Mixture, reports: Reports) -> Any:
    """That of the reports under the truth."""
    return prod((likelihood(at, t, reports) for t in range(1, len(reports) + 1)), start=Fraction(1))


def likelihood(at: Mixture, t: int, reports: Reports) -> Any:
    """The probability of report t under the truth."""
    return at.kernel(t, reports)[at.truth - 1][reports[t - 1]]


@cache
def law(at: Mixture) -> Mapping[Reports, Any]:
    """The law of all reports."""
    return {reports: probability(at, reports) for reports in sequences(at)}


@cache
def after(at: Mixture, t: int, past: Reports) -> Mapping[Reports, Any]:
    """The law given the first t reports."""
    alike = {reports: mass for reports, mass in law(at).items() if reports[:t] == past[:t]}
    return {reports: mass / sum(alike.values()) for reports, mass in alike.items()}


def weights(at: Mixture, t: int, reports: Reports) -> tuple[Any, ...]:
    """Those before round t, up to T + 1."""
    return _weights(at, t, reports[: t - 1])


@cache
def _weights(at: Mixture, t: int, past: Reports) -> tuple[Any, ...]:
    kernels = (*(at.kernel(s, past) for s in range(1, t)), at.tables[0])
    return BAYES.weights(kernels, past)


def predicted(at: Mixture, t: int, reports: Reports) -> Any:
    """The probability of report t under the mixture."""
    return mix(weights(at, t, reports), at.kernel(t, reports))[reports[t - 1]]


def chance(at: Mixture, t: int, j: int, y: int, reports: Reports) -> Any:
    """The probability of a label under a hypothesis."""
    return at.table(t, reports)[j - 1][y - 1]


def guess(at: Mixture, t: int, y: int, reports: Reports) -> Any:
    """The probability of a label that is predicted."""
    return mix(weights(at, t, reports), at.table(t, reports))[y - 1]


@cache
def _divergences(at: Mixture, t: int, past: Reports) -> tuple[Any, Any, Any]:
    table, kernel, w = at.table(t, past), at.kernel(t, past), _weights(at, t, past)
    row, prediction = table[at.truth - 1], mix(w, table)
    return (
        as_real(cast("Any", kl(row, prediction))),
        tv(row, prediction),
        as_real(cast("Any", kl(kernel[at.truth - 1], mix(w, kernel)))),
    )


def _divergence(which: int, number: str = "at least 0") -> Named:
    return Named(lambda at, t, reports: _divergences(at, t, reports[: t - 1])[which], ROUND, SPACE, range=number)


FEATURES: Final = {
    1: ("1/3,2/3", "1,0"),
    2: ("1,0;0,1", "3/4,1/4;1/4,3/4"),
    3: ("1,0,0;0,1,0;0,0,1", "1/2,1/2,0;0,1/2,1/2;1/3,1/3,1/3"),
}
"""For classes of so many hypotheses."""


def open_settings() -> Iterator[Mixture]:
    """One to three hypotheses without privacy, features that are fixed or chosen."""
    for size, texts in FEATURES.items():
        tables = tuple(map(read_table, texts))
        yield Mixture(tables, size)
        yield Mixture(tables, 1, chosen=True)
    yield Mixture(tuple(map(read_table, (*FEATURES[2], FEATURES[2][1]))), 1, chosen=True)


def private_settings() -> Iterator[Mixture]:
    """The same with randomized response."""
    for size, texts in FEATURES.items():
        for exp_eps in (Fraction(2), Fraction(99)):
            tables = tuple(map(read_table, texts))
            yield Mixture(tables, size, exp_eps)
            yield Mixture(tables[:1], 1, exp_eps)
    yield Mixture(tuple(map(read_table, FEATURES[2])), 1, Fraction(101, 100), chosen=True)


def settings() -> Iterator[Mixture]:
    """With and without privacy."""
    yield from open_settings()
    yield from private_settings()


def read(at: Mixture) -> dict[str, Any]:
    """K, M, T, i and c."""
    sizes = {"K": len(at.tables[0]), "M": at.labels, "T": len(at.tables), "i": at.truth}
    return {**{name: Fraction(size) for name, size in sizes.items()}, "c": at.contraction}


SPACE: Final = "reports"
ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
BEFORE: Final = {"t": "integer, 1 <= t, t <= T + 1"}
HYPOTHESIS: Final = {"j": "integer, 1 <= j, j <= K"}
PAST: Final = {"t": "integer, 0 <= t, t <= T - 1"}
MIXTURE: Final = Model(
    "the Bayes mixture on reports",
    parameters={
        "K": "integer, 1 <= K",
        "M": "integer, 1 <= M",
        "T": "integer, 1 <= T",
        "i": "integer, 1 <= i, i <= K",
        "c": "real, 0 < c, c <= 1",
    },
    variables={**ROUND, **HYPOTHESIS, "n": "integer, 1 <= n, n <= T + 1"},
    quantities={
        "P": Named(law, space=SPACE, law=True),
        "after": Named(after, PAST, SPACE, SPACE, law=True, mean_of="P"),
        "w": Named(
            lambda at, t, j, reports: weights(at, t, reports)[j - 1],
            {**BEFORE, **HYPOTHESIS},
            SPACE,
            range="at least 0",
        ),
        "truth": Named(lambda at, t, reports: weights(at, t, reports)[at.truth - 1], BEFORE, SPACE, range="positive"),
        "likelihood": Named(likelihood, ROUND, SPACE, range="positive"),
        "predicted": Named(predicted, ROUND, SPACE, range="positive"),
        "kl": _divergence(0),
        "tv": _divergence(1),
        "reported": _divergence(2),
    },
    facts={
        "uniform": "w(1, j) = 1/K",
        "weights": "sum(w(n, j), j, 1, K) = 1",
        "the truth": "truth(n) = w(n, i)",
        "Bayes": "truth(t + 1)*predicted(t) = truth(t)*likelihood(t)",
        "KL": "reported(t) = E(log(likelihood(t)) - log(predicted(t)), after(t - 1))",
    },
    settings=settings,
    read=read,
    outcomes={SPACE: sequences},
)
OPEN: Final = MIXTURE.narrowed("the Bayes mixture on labels", {"open": "kl(t) = reported(t)"}, open_settings)
LABEL: Final = {"y": "integer, 1 <= y, y <= M"}
PRIVATE: Final = replace(MIXTURE, variables={**MIXTURE.variables, **LABEL}, narrows=MIXTURE).narrowed(
    "the Bayes mixture on randomized response",
    {
        "contraction": "c = (exp(eps) - 1)/(exp(eps) + M - 1)",
        "a law": "sum(f(t, j, y), y, 1, M) = 1",
        "prediction": "guess(t, y) = sum(w(t, j)*f(t, j, y), j, 1, K)",
        "log of f": "f(t, i, y)*exp(lf(t, y)) = f(t, i, y)**2",
        "log of the prediction": "guess(t, y)*exp(lg(t, y)) = guess(t, y)**2",
        "divergence": "kl(t) = sum(f(t, i, y)*(lf(t, y) - lg(t, y)), y, 1, M)",
        "variation": "tv(t) = sum([guess(t, y) < f(t, i, y)]*(f(t, i, y) - guess(t, y)), y, 1, M)",
        "divergence of reports": "reported(t) = sum(told(t, y)*(log(told(t, y)) - log(heard(t, y))), y, 1, M)",
        "report": "told(t, y) = c*f(t, i, y) + (1 - c)/M",
        "report as predicted": "heard(t, y) = c*guess(t, y) + (1 - c)/M",
        "ratio": "E(predicted(t)/likelihood(t), after(t - 1)) = 1",
        "known": "E((1/truth(t) - given(1/truth(t)))**2, after(t - 1)) = 0",
    },
    private_settings,
    {
        "eps": Named(lambda at: as_real(log(cast("Fraction", at.exp_eps))), range="positive"),
        "f": Named(chance, {**ROUND, **HYPOTHESIS, **LABEL}, SPACE, range="at least 0"),
        "guess": Named(guess, {**ROUND, **LABEL}, SPACE, range="at least 0"),
        "lf": Named(lambda at, t, y, reports: log_or_0(chance(at, t, at.truth, y, reports)), {**ROUND, **LABEL}, SPACE),
        "lg": Named(lambda at, t, y, reports: log_or_0(guess(at, t, y, reports)), {**ROUND, **LABEL}, SPACE),
        "told": Named(
            lambda at, t, y, reports: at.kernel(t, reports)[at.truth - 1][y - 1],
            {**ROUND, **LABEL},
            SPACE,
            range="positive",
        ),
        "heard": Named(
            lambda at, t, y, reports: mix(weights(at, t, reports), at.kernel(t, reports))[y - 1],
            {**ROUND, **LABEL},
            SPACE,
            range="positive",
        ),
    },
)
