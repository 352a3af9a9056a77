"""What one report of algorithms 1 and 2 loses on a class of distributions, exactly, and the search for the worst class.

Source: "Online distribution learning with local private constraints": Algorithms 1 and 2, Lemmas 3 and 6, (3) and (7).

A setting is a learner, the calibration of its noise ("printed" or "corrected", see
`dpassay.reference.privatized_likelihood`), K, M, T and a budget. Which classes may be the worst is found in doubles
(`measures.report_screening`). Their losses are exact, or balls that are refined until they decide. The verdict is about
these classes: `kept` or `exceeded` is certain, `undecided` is what no precision tried has told. Algorithm 1 keeps
(epsilon, delta) also where its largest log-ratio l is above epsilon, if 1 - e^(epsilon - l) <= delta: no pair of labels
has more at e^epsilon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from dpassay.exact import Budget, Real, Scalar, Undecided, WorstPair, as_real, decide, hockey_stick_divergence, require
from dpassay.experiments.measures.report_screening import (
    Noise,
    Tables,
    all_classes,
    candidates,
    climb,
    losses,
    sizes,
    starts,
)
from dpassay.reference import private_exp3, private_wma
from dpassay.reference.privatized_likelihood import loss_of

Class = tuple[tuple[Fraction, ...], ...]

EXP3: Final = "private-exp3"
WMA: Final = "private-wma"
KEPT: Final = "kept"
EXCEEDED: Final = "exceeded"
UNDECIDED: Final = "undecided"

LAST_PRECISION: Final = 2048
"""Bits at which a comparison is given up."""

MOST_LABELS: Final = 4
"""Of those for which all pairs of labels are integrated, where the largest ratio does not settle (epsilon, delta)."""

MOST_AXES: Final = 2
"""Hypotheses up to which the delta of the worst pair is computed."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What decides the noise: the learner and its parameters, but for the class.

    Attributes:
        calibration: "printed" or "corrected".
        hypotheses: K.
        labels: M, at least 2.
        rounds: T, at least 2.
        budget: epsilon.
        delta: of `WMA`; None for `EXP3`.
    """

    calibration: str
    hypotheses: int
    labels: int
    rounds: int
    budget: Budget
    delta: Fraction | None = None

    def __post_init__(self) -> None:
        """Refuse what is no setting, and what has nothing to tell."""
        require(self.hypotheses >= 1, "hypotheses", self.hypotheses, "a whole number of at least 1")
        require(self.labels >= 2, "labels", self.labels, "a whole number of at least 2")
        require(self.rounds >= 2, "rounds", self.rounds, "a whole number of at least 2")
        require(self.delta is None or 0 < self.delta < 1, "delta", self.delta, "a number in (0, 1)")

    @property
    def learner(self) -> str:
        """Whose report it is."""
        return EXP3 if self.delta is None else WMA

    def parameters(self, table: Class) -> private_exp3.Parameters | private_wma.Parameters:
        """The parameters of the report on one class."""
        if self.delta is None:
            return private_exp3.Parameters(self.budget, table, self.rounds, self.calibration)
        return private_wma.Parameters(self.budget, self.delta, table, self.rounds, self.calibration)

    def noise(self) -> Noise:
        """What the screening needs."""
        parameters = self.parameters(((Fraction(1, self.labels),) * self.labels,) * self.hypotheses)
        rate = _rate(parameters)
        return Noise(self.rounds, float(as_real(rate)), self.delta is not None, self.calibration == "printed")


def _rate(parameters: private_exp3.Parameters | private_wma.Parameters) -> object:
    if isinstance(parameters, private_exp3.Parameters):
        return private_exp3.rate(parameters)
    return private_wma.rate(parameters)


def exact_exp_eps(hypotheses: int, rounds: int, calibration: str, rate: Fraction) -> Fraction | None:
    """The e^epsilon at which the rate of the noise of `EXP3` is this one; None where that is irrational."""
    base = (hypotheses if calibration == "printed" else hypotheses + 1) * rounds
    root = round(base ** (1 / rate.denominator))
    return Fraction(root**rate.numerator) if root**rate.denominator == base else None


# The two searches


@dataclass(frozen=True, slots=True)
class Found:
    """What may be the worst class, how many were tried, and the most integers N' of any of these."""

    tables: Sequence[Class]
    tried: int
    most_integers: int


def tried_all(setting: Setting, units: int) -> Found:
    """All classes, but for the orders of hypotheses and labels; "printed": those with a mass for every label."""
    tables = all_classes(setting.hypotheses, setting.labels, units)
    found = losses(tables, setting.noise())
    spoken = tables[np.isfinite(found)]
    different = {tuple(sorted(zip(*tables[place].tolist(), strict=True))): place for place in candidates(found)}
    most = int(sizes(spoken).sum(axis=1).max())
    return Found([_exact(tables[place]) for place in different.values()], len(spoken), most)


def searched(setting: Setting, grain: int, steps: int, rng: np.random.Generator) -> Found:
    """The class that a climb ends with."""
    first, noise = starts(setting.hypotheses, setting.labels, grain, rng), setting.noise()
    most = [0]

    def objective(tables: Tables) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        found = losses(tables, noise)
        spoken = tables[np.isfinite(found)]
        most[0] = max([most[0], *sizes(spoken).sum(axis=1).tolist()]) if len(spoken) else most[0]
        return found

    best, tried = climb(first, objective, steps, rng)
    return Found([_exact(best)], tried, most[0])


def _exact(table: Tables) -> Class:
    total = int(table[0].sum())
    return tuple(tuple(Fraction(int(units), total) for units in row) for row in table)


# One class, exactly


@dataclass(frozen=True, slots=True)
class Examined:
    """The loss of a class: the worst pair of labels, its log-ratio in units of the budget, and what is certain."""

    table: Class
    pair: WorstPair
    loss: Real
    verdict: str


def examined(setting: Setting, table: Class) -> Examined:
    """The exact loss of one class, held against the budget."""
    parameters = setting.parameters(table)
    module: Callable[..., WorstPair] = private_wma.worst_pair if setting.delta else private_exp3.worst_pair
    pair = module(parameters)
    return Examined(table, pair, as_real(loss_of(pair)), verdict_on(setting, parameters, pair.ratio))


def verdict_on(setting: Setting, parameters: private_exp3.Parameters | private_wma.Parameters, ratio: Scalar) -> str:
    """Return whether a ratio of probabilities is within the budget, where that is decided."""
    try:
        if _at_most(ratio, setting.budget.exp_eps):
            return KEPT
        if not isinstance(parameters, private_wma.Parameters):
            return EXCEEDED
        if _at_most(as_real(ratio) * (1 - parameters.delta), setting.budget.exp_eps):
            return KEPT
        if setting.labels > MOST_LABELS or setting.hypotheses > MOST_AXES:
            return UNDECIDED
        return KEPT if _at_most(private_wma.delta(parameters), parameters.delta) else EXCEEDED
    except Undecided:
        return UNDECIDED


def _at_most(value: Scalar, bound: Scalar) -> bool:
    if isinstance(value, Real) or isinstance(bound, Real):
        return decide(as_real(value) <= as_real(bound), LAST_PRECISION)
    return value <= bound


def delta_of_worst(setting: Setting, worst: Examined) -> float | None:
    """The delta of the worst pair of labels at e^epsilon; None where it is not computed.

    It is 0 where the largest ratio is not above e^epsilon.
    """
    parameters = setting.parameters(worst.table)
    if not isinstance(parameters, private_wma.Parameters) or setting.hypotheses > MOST_AXES:
        return None
    if float(worst.loss) <= float(as_real(setting.budget.epsilon)):
        return 0.0
    laws = [private_wma.law(label, parameters) for label in (worst.pair.first, worst.pair.second)]
    delta = as_real(hockey_stick_divergence(laws[0], laws[1], setting.budget.exp_eps)).ball(96)
    return float(delta.mid())


# Classes as texts


LONGEST_RUN: Final = 3


def table_text(table: Class) -> str:
    """The masses, rows separated by semicolons: as a class is read, but that "n*x" stands for n labels of mass x."""
    return ";".join(",".join(_runs(row)) for row in table)


def _runs(row: Sequence[Fraction]) -> Iterator[str]:
    start = 0
    for end in range(1, len(row) + 1):
        if end == len(row) or row[end] != row[start]:
            count = end - start
            yield from [f"{count}*{row[start]}"] if count > LONGEST_RUN else [str(row[start])] * count
            start = end


def class_of(text: str) -> Class:
    """The class that `table_text` has written."""
    return tuple(tuple(mass for part in row.split(",") for mass in _masses(part)) for row in text.split(";"))


def _masses(part: str) -> list[Fraction]:
    count, _, mass = part.rpartition("*")
    return [Fraction(mass)] * int(count or 1)
