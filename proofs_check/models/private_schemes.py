"""A learner of a class of K hypotheses for T rounds, with a privatization of labels: Algorithms 1 and 2.

With one hypothesis it is predicted, in one round the mean of all, and no report is needed. Elsewhere labels are clipped
and their noisy log-likelihoods are reported. The risk is exact in the first two rounds, so settings have no more.

``risk`` is the KL-risk of one truth and ``distance`` the average total variation, ``leak`` how much a report tells: the
least epsilon of Algorithm 2, and the least delta at eps of Algorithm 1. Of the risk, ``kept`` comes from the noises
that are all below c'(log T), and ``lost`` from others; ``clipped`` is what the KL divergences of the clipped laws add
to ``kept`` in place of those of the labels. The last three are known up to enclosures: the chance that a noise is not
below c' is exact, and KL divergences are at most those of single hypotheses, for they are convex.

For Algorithm 1 with the printed rate, ``induced`` is the KL-risk of the clipped laws over all noises. With F(u) = (1/x)
ln sum_j e^(x u_j), x = eta c, S_t the sum of the noises of t rounds, u_t that of the log-likelihoods, and F_t(u) = E
F(u + S_t), ``drift(t)`` is the mean of (F_t - F_{t-1})(u_t), and ``bend(k)`` that of the Bregman remainder of F_k from
u_k to u_{k+1}. All of them are enclosed, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from typing import Any, Final, cast

from dpassay.analysis.label_laws import average, kl, tv
from dpassay.analysis.two_round_risk import candidates, exp3_risk, tuning, tuning_of, wma_risk
from dpassay.exact import Budget, Real, as_real, log
from dpassay.exact.real import maximum, working_precision
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference import private_exp3, private_wma
from dpassay.reference.label_clipping import Table, as_table

PRECISION: Final = 80
"""Bits of the enclosures of integrals."""
PURE, MIXED, PRINTED = "Algorithm 2", "Algorithm 1", "Algorithm 1 with the printed rate"


@dataclass(frozen=True)
class Scheme:
    """An algorithm, a class at the features of round 1, the truth from 1 on, T, e^eps and delta.

    ``later`` is the class at the features of round 2, where they are others; features are fixed in advance.
    Algorithm 2 has log((K + 1) T) for log(KT), and Algorithm 1 the learning rate sqrt(2 log K/T), but where it is that
    with the printed rate. There labels without mass under any hypothesis are dropped: they own no integers.
    """

    algorithm: str
    hypotheses: Table
    truth: int
    rounds: int
    exp_eps: Fraction
    delta: Fraction = Fraction(1, 10)
    later: Table | None = None

    def __post_init__(self) -> None:
        if self.algorithm not in {PURE, MIXED, PRINTED}:
            raise ValueError(f"algorithm = {self.algorithm!r}: expected one of two, or the first with the printed rate")
        as_table(self.hypotheses, "hypotheses")
        if not 1 <= self.truth <= len(self.hypotheses):
            raise ValueError(f"truth = {self.truth}: expected one of {len(self.hypotheses)} hypotheses")
        if self.rounds not in {1, 2}:
            raise ValueError(f"rounds = {self.rounds}: expected one or two, whose risk is known")
        if self.later is not None and (self.rounds != 2 or len(as_table(self.later, "later")) != len(self.hypotheses)):
            raise ValueError(f"later = {self.later}: expected as many hypotheses, and two rounds")
        if not self.exp_eps > 1 or not 0 < self.delta < 1:
            raise ValueError(f"exp_eps, delta = {self.exp_eps}, {self.delta}: expected eps > 0 and delta in (0, 1)")

    @property
    def reports(self) -> bool:
        """Whether there is anything to report."""
        return len(self.hypotheses) > 1 and self.rounds > 1

    @property
    def laws(self) -> tuple[Table, ...]:
        """The hypotheses on the labels that are not dropped, for each round."""
        tables = (self.hypotheses, self.later or self.hypotheses)[: self.rounds]
        if self.algorithm == PURE:
            return tables
        return tuple(tuple(zip(*filter(any, zip(*table, strict=True)), strict=True)) for table in tables)

    @property
    def by_round(self) -> tuple[Any, ...]:
        """The parameters of the reports of all rounds."""
        budget = Budget(exp_eps=self.exp_eps)
        if self.algorithm == PURE:
            return tuple(private_exp3.Parameters(budget, table, self.rounds) for table in self.laws)
        return tuple(private_wma.Parameters(budget, self.delta, table, self.rounds, "printed") for table in self.laws)

    @property
    def parameters(self) -> Any:
        """Those of the first report."""
        return self.by_round[0]


def _divergence(at: Scheme, kind: Any) -> Real:
    measure: Any = kl if kind == "kl" else tv
    return (
        as_real(measure(at.hypotheses[at.truth - 1], average(at.hypotheses))) if len(at.hypotheses) > 1 else as_real(0)
    )


@cache
def risk(at: Scheme, kind: Any = "kl") -> Real:
    """The KL-risk, or the average total variation: an integral, enclosed once."""
    with working_precision(PRECISION):
        enclosed = _risk(at, kind).evaluate()
    return Real(lambda: enclosed)


def _risk(at: Scheme, kind: Any) -> Real:
    if not at.reports:
        return _divergence(at, kind)
    (given, second), truth = at.by_round, at.truth - 1
    if at.algorithm == PURE:
        return exp3_risk(given, second, truth, tuning_of(private_exp3, given), kind)
    if at.algorithm == PRINTED:
        return wma_risk(given, second, truth, tuning_of(private_wma, given), kind)
    slower = private_wma.Parameters(given.budget, given.delta, given.hypotheses, given.rounds)
    c, noise = private_wma.normalization(given), private_wma.largest_noise(given)
    constants = tuning(private_wma.scale(given), private_wma.step_size(slower), c, noise, len(given.hypotheses[0]))
    return wma_risk(given, second, truth, constants, kind)


@cache
def leak(at: Scheme) -> Real:
    """How much the report of a round tells, at most."""
    if not at.reports:
        return as_real(0)
    if at.algorithm == PURE:
        return reduce(maximum, (as_real(private_exp3.privacy_loss(given)) for given in at.by_round))
    return reduce(maximum, (as_real(cast("Any", private_wma.delta(given))) for given in at.by_round))


def _most(at: Scheme, rows: Iterable[Any]) -> Real:
    """The sum over the rounds of the largest KL divergence of a law from a prediction."""
    return sum(
        (
            reduce(maximum, (as_real(cast("Any", kl(row, other))) for other in candidates(given)))
            for row, given in zip(rows, at.by_round, strict=True)
        ),
        as_real(0),
    )


@cache
def _chance_of_loss(at: Scheme) -> Real:
    """That one of the KT noises is not below (log T + log K + log T) times the scale."""
    sizes = len(at.hypotheses) * at.rounds
    return as_real(1 - (1 - Fraction(1, sizes * at.rounds)) ** sizes)


def _between(low: Callable[[], Real], high: Callable[[], Real]) -> Real:
    return Real(lambda: low().evaluate().union(high().evaluate()))


@cache
def lost(at: Scheme) -> Real:
    """Enclosed between 0 and the chance of it times the largest KL divergences."""
    if not at.reports:
        return as_real(0)
    return _between(
        lambda: as_real(0), lambda: _chance_of_loss(at) * _most(at, [laws[at.truth - 1] for laws in at.laws])
    )


@cache
def kept(at: Scheme) -> Real:
    """The rest of the risk."""
    return risk(at) - lost(at)


@cache
def clipped(at: Scheme) -> Real:
    """Enclosed between 0 and the largest KL divergences of the clipped truth."""
    if not at.reports:
        return as_real(0)
    rows = [candidates(given)[at.truth - 1] for given in at.by_round]
    return _between(lambda: as_real(0), lambda: _most(at, rows))


@cache
def drift(at: Scheme, _: int) -> Real:
    """Enclosed between 0 and the mean of the largest of K exponential variables, for no sum grows by more."""
    largest = sum((Fraction(1, k) for k in range(1, len(at.hypotheses) + 1)), Fraction(0))
    return _between(lambda: as_real(0), lambda: private_wma.scale(at.parameters) * largest)


@cache
def bend(at: Scheme, _: int) -> Real:
    """Enclosed between 0 and the width of the interval of all log-likelihoods of a round."""
    return _between(lambda: as_real(0), lambda: as_real(log((len(at.hypotheses) + 1) * at.rounds)))


ONE, TWO = "1/3,2/3", ("3/4,1/4;1/4,3/4", "1,0;0,1")
THREE: Final = "1/3,1/3,1/3;1,0,0;1/2,1/2,0"


def _settings(algorithm: str, budgets: tuple[Fraction, ...]) -> Iterator[Scheme]:
    """Two rounds and two hypotheses, other features in the second round, one hypothesis, and one round."""
    for text, exp_eps in product(TWO, budgets):
        yield Scheme(algorithm, as_table(text, "hypotheses"), 2, 2, exp_eps)
    first, later = (as_table(text, "hypotheses") for text in (TWO[1], "1/2,1/3,1/6;1/4,1/4,1/2"))
    yield Scheme(algorithm, first, 1, 2, budgets[0], later=later)
    yield Scheme(algorithm, as_table(ONE, "hypotheses"), 1, 2, budgets[0])
    yield Scheme(algorithm, as_table(THREE, "hypotheses"), 1, 1, budgets[0])
    if algorithm != PURE:
        yield Scheme(algorithm, as_table("1/2,0,1/2;1,0,0", "hypotheses"), 2, 2, budgets[0])


def read(at: Scheme) -> dict[str, Any]:
    """K, T, eps and delta."""
    sizes = {"K": Fraction(len(at.hypotheses)), "T": Fraction(at.rounds)}
    return {**sizes, "eps": as_real(at.parameters.budget.epsilon), "delta": at.delta}


SIZES: Final = {
    "K": "integer, 1 <= K",
    "T": "integer, 1 <= T",
    "eps": "real, 0 < eps",
    "delta": "real, 0 < delta, delta <= 1",
}
QUANTITIES: Final = {
    "risk": Named(risk),
    "distance": Named(lambda at: risk(at, "tv"), range="at least 0"),
    "leak": Named(leak),
    "kept": Named(kept),
    "lost": Named(lost),
    "clipped": Named(clipped),
}


def _model(algorithm: str, *budgets: Fraction) -> Model:
    return Model(
        f"a private scheme: {algorithm}",
        SIZES,
        quantities=QUANTITIES,
        facts={"parts": "risk = kept + lost"},
        settings=lambda: _settings(algorithm, budgets),
        read=read,
    )


ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
ROUNDS_BEFORE: Final = {"k": "integer, 0 <= k, k <= T - 1"}
ALGORITHM_2: Final = _model(PURE, Fraction(101, 100), Fraction(20))
ALGORITHM_1: Final = _model(MIXED, Fraction(101, 100), Fraction(20))
WITH_PRINTED_RATE: Final = Model(
    f"a private scheme: {PRINTED}",
    SIZES,
    {**ROUND, **ROUNDS_BEFORE},
    {"risk": Named(risk), "induced": Named(clipped), "drift": Named(drift, ROUND), "bend": Named(bend, ROUNDS_BEFORE)},
    settings=lambda: (at for at in _settings(PRINTED, (Fraction(101, 100), Fraction(2))) if at.reports),
    read=read,
)
