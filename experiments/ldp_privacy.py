"""How much one locally private report really loses: the worst class of distributions, exactly.

Source: "Online distribution learning with local private constraints": Algorithms 1 and 2, Lemmas 3 and 6, (3) and (7).

A setting is a learner, the calibration of its noise ("printed" or "corrected", see
`dpassay.reference.privatized_likelihood`), K, M, T and a budget. Two searches look for the class that loses most:

* `exhaustive`: all classes with masses that are multiples of 1/n. The budget is also so chosen that the rate of the
  noise is rational: then what is compared is rational, or a sum of roots, and equality would be seen, too.
* `searched`: a climb from classes in which many masses are tiny or just above a multiple of 1/M, on the same labels or
  on disjoint ones.

Which classes may be the worst is found in doubles (`measures.report_screening`). Their losses are exact, or
balls that are refined until they decide; what the table shows is rounded. The verdict is about these classes: `kept` or
`exceeded` is certain, `undecided` is what no precision tried has told. Algorithm 1 keeps (epsilon, delta) also where
its largest log-ratio l is above epsilon, if 1 - e^(epsilon - l) <= delta: no pair of labels has more at e^epsilon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from time import perf_counter
from typing import Final

import numpy as np

from dpassay.exact import Budget, Real, Scalar, Undecided, WorstPair, as_real, decide, hockey_stick_divergence, require
from dpassay.experiments.frame.runs import Row, Task, generator
from dpassay.experiments.measures.report_screening import (
    PROPOSALS,
    Noise,
    Tables,
    all_classes,
    candidates,
    climb,
    losses,
    sizes,
    starts,
)
from dpassay.reference import label_clipping, private_exp3, private_wma
from dpassay.reference.privatized_likelihood import loss_of

Class = tuple[tuple[Fraction, ...], ...]

EXP3: Final = "private-exp3"
WMA: Final = "private-wma"
CALIBRATIONS: Final = ("printed", "corrected")
KEPT: Final = "kept"
EXCEEDED: Final = "exceeded"
UNDECIDED: Final = "undecided"
VERDICTS: Final = (KEPT, EXCEEDED, UNDECIDED)

INPUTS: Final = (
    "learner",
    "calibration",
    "hypotheses",
    "labels",
    "rounds",
    "epsilon",
    "exp_eps",
    "delta",
    "search",
    "units",
    "steps",
    "seed",
)
"""What decides a row; one of epsilon and exp_eps is empty."""

OUTPUTS: Final = (
    "classes",
    "budget",
    "loss",
    "loss_over_budget",
    "exp_loss",
    "verdict",
    "delta_at_budget",
    "delta_over_delta",
    "first",
    "second",
    "integers",
    "most_found",
    "printed_integers",
    "corrected_integers",
    "table",
    "seconds",
)
"""What is found: of the worst class the loss (exp_loss: e to it, where it is rational), the delta of the worst pair of
labels at e^epsilon, and N'; the most integers N' of any class tried, K M and K M + M - 1; and the masses."""

LAST_PRECISION: Final = 2048
"""Bits at which a comparison is given up."""

MOST_LABELS: Final = 4
"""Of those for which all pairs of labels are integrated, where the largest ratio does not settle (epsilon, delta)."""

MOST_AXES: Final = 2
"""Hypotheses up to which the delta of the worst pair is computed."""

MOST_EXACT_LABELS: Final = 50
"""Of those whose search is repeated with rational rates: sums of as many roots as there are labels are compared."""

MOST_DISTANCES: Final = 10**7
"""In all steps of a climb together: larger classes get fewer steps."""

LARGEST_GRAIN: Final = 10**9


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

    def inputs(self) -> Row:
        """Its columns."""
        epsilon, exp_eps = self.budget.given_epsilon, self.budget.given_exp_eps
        own = (self.learner, self.calibration, self.hypotheses, self.labels, self.rounds)
        shown = ("" if value is None else value for value in (epsilon, exp_eps, self.delta))
        return dict(zip(INPUTS, map(str, (*own, *shown)), strict=False))


def _rate(parameters: private_exp3.Parameters | private_wma.Parameters) -> object:
    if isinstance(parameters, private_exp3.Parameters):
        return private_exp3.rate(parameters)
    return private_wma.rate(parameters)


def exact_exp_eps(hypotheses: int, rounds: int, calibration: str, rate: Fraction) -> Fraction | None:
    """The e^epsilon at which the rate of the noise of `EXP3` is this one; None where that is irrational."""
    base = (hypotheses if calibration == "printed" else hypotheses + 1) * rounds
    root = round(base ** (1 / rate.denominator))
    return Fraction(root**rate.numerator) if root**rate.denominator == base else None


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is measured.

    Attributes:
        families: K, M and n of the classes that are all tried, with masses that are multiples of 1/n.
        family_rounds: T for them.
        rates: rates of the noise of `EXP3` everywhere, where these belong to a rational e^epsilon.
        family_epsilons: budgets for them.
        sizes: K and M of the classes of `EXP3` that are searched.
        rounds: T of the searches.
        epsilons: budgets of the searches.
        swept_rounds: T of searches over `swept_epsilons`.
        swept_epsilons: more budgets at that T.
        wma_families: K, M and n of the classes of `WMA` that are all tried.
        wma_sizes: K and M of those that are searched.
        wma_rounds: T for `WMA`.
        deltas: for `WMA`.
        steps: the most steps of a climb.
        seed: decides all proposals.
    """

    families: Sequence[tuple[int, int, int]]
    family_rounds: Sequence[int]
    rates: Sequence[Fraction]
    family_epsilons: Sequence[Fraction]
    sizes: Sequence[tuple[int, int]]
    rounds: Sequence[int]
    epsilons: Sequence[Fraction]
    swept_rounds: int
    swept_epsilons: Sequence[Fraction]
    wma_families: Sequence[tuple[int, int, int]]
    wma_sizes: Sequence[tuple[int, int]]
    wma_rounds: Sequence[int]
    deltas: Sequence[Fraction]
    steps: int
    seed: int

    def __post_init__(self) -> None:
        """Refuse what cannot be measured, before anything is."""
        require(self.steps >= 0, "steps", self.steps, "a whole number of at least 0")
        require(self.seed >= 0, "seed", self.seed, "a whole number of at least 0")
        for k, m, n in (*self.families, *self.wma_families):
            require(k >= 1 and m >= 2 and n >= m, "families", f"{k}, {m}, {n}", "K >= 1, M >= 2 and n >= M")
        self.tasks()

    def tasks(self) -> list[Task]:
        """All rows to be measured."""
        return [*self._exp3(), *self._wma()]

    def _exp3(self) -> Iterator[Task]:
        for (k, m, units), rounds, calibration in product(self.families, self.family_rounds, CALIBRATIONS):
            for budget in (*self._exact_budgets(k, rounds, calibration), *map(Budget, self.family_epsilons)):
                yield _exhaustive(Setting(calibration, k, m, rounds, budget), units)
        swept = product([self.swept_rounds], self.swept_epsilons)
        points = dict.fromkeys([*product(self.rounds, self.epsilons), *swept])
        for (k, m), (rounds, epsilon), calibration in product(self.sizes, points, CALIBRATIONS):
            yield self._searched(Setting(calibration, k, m, rounds, Budget(epsilon)))
        for (k, m), rounds, calibration in product(self.sizes, self.rounds, CALIBRATIONS):
            if m <= MOST_EXACT_LABELS:
                for budget in self._exact_budgets(k, rounds, calibration):
                    yield self._searched(Setting(calibration, k, m, rounds, budget))

    def _exact_budgets(self, hypotheses: int, rounds: int, calibration: str) -> Iterator[Budget]:
        found = (exact_exp_eps(hypotheses, rounds, calibration, rate) for rate in self.rates)
        return (Budget(exp_eps=exp_eps) for exp_eps in found if exp_eps is not None)

    def _wma(self) -> Iterator[Task]:
        rest = list(product(self.wma_rounds, self.epsilons, self.deltas, CALIBRATIONS))
        for (k, m, units), (rounds, epsilon, delta, calibration) in product(self.wma_families, rest):
            yield _exhaustive(Setting(calibration, k, m, rounds, Budget(epsilon), delta), units)
        for (k, m), (rounds, epsilon, delta, calibration) in product(self.wma_sizes, rest):
            yield self._searched(Setting(calibration, k, m, rounds, Budget(epsilon), delta))

    def _searched(self, setting: Setting) -> Task:
        entries = (
            setting.labels ** (setting.hypotheses + 1) if setting.delta else setting.hypotheses * setting.labels**2
        )
        steps = min(self.steps, MOST_DISTANCES // (PROPOSALS * entries))
        grain = min(1000 * setting.rounds, LARGEST_GRAIN)
        inputs = _inputs(setting, "searched", setting.labels * grain, steps, self.seed)
        rng = partial(generator, *inputs.values())
        return Task(inputs, lambda: measured(setting, lambda: searched(setting, grain, steps, rng())))


def _exhaustive(setting: Setting, units: int) -> Task:
    inputs = _inputs(setting, "exhaustive", units, "", "")
    return Task(inputs, lambda: measured(setting, lambda: tried_all(setting, units)))


def _inputs(setting: Setting, search: str, units: int, steps: int | str, seed: int | str) -> dict[str, str]:
    return {**setting.inputs(), "search": search, "units": str(units), "steps": str(steps), "seed": str(seed)}


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
    return Examined(table, pair, as_real(loss_of(pair)), _verdict(setting, parameters, pair.ratio))


def _verdict(setting: Setting, parameters: private_exp3.Parameters | private_wma.Parameters, ratio: Scalar) -> str:
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


def measured(setting: Setting, search: Callable[[], Found]) -> Row:
    """The outputs of one row, from the classes that may be the worst."""
    begun = perf_counter()
    found = search()
    losers = [examined(setting, table) for table in found.tables]
    worst = max(losers, key=lambda one: float(one.loss))
    verdicts = {one.verdict for one in losers}
    verdict = next(name for name in (EXCEEDED, UNDECIDED, KEPT) if name in verdicts)
    budget, ratio = as_real(setting.budget.epsilon), worst.pair.ratio
    k, m = setting.hypotheses, setting.labels
    row = {
        "classes": str(found.tried),
        "budget": _shown(budget),
        "loss": _shown(worst.loss),
        "loss_over_budget": _shown(worst.loss / budget),
        "exp_loss": str(ratio) if isinstance(ratio, Fraction) else "",
        "verdict": verdict,
        **_deltas(setting, worst),
        "first": str(worst.pair.first),
        "second": str(worst.pair.second),
        "integers": str(label_clipping.integers(setting.parameters(worst.table))),
        "most_found": str(found.most_integers),
        "printed_integers": str(k * m),
        "corrected_integers": str(k * m + m - 1),
        "table": table_text(worst.table),
    }
    return {**row, "seconds": f"{perf_counter() - begun:.3f}"}


def _deltas(setting: Setting, worst: Examined) -> Row:
    """The delta of the worst pair of labels at e^epsilon; 0 where its largest ratio is not above e^epsilon."""
    columns = ("delta_at_budget", "delta_over_delta")
    parameters = setting.parameters(worst.table)
    if not isinstance(parameters, private_wma.Parameters) or setting.hypotheses > MOST_AXES:
        return dict.fromkeys(columns, "")
    if float(worst.loss) <= float(as_real(setting.budget.epsilon)):
        return dict.fromkeys(columns, "0")
    laws = [private_wma.law(label, parameters) for label in (worst.pair.first, worst.pair.second)]
    delta = as_real(hockey_stick_divergence(laws[0], laws[1], setting.budget.exp_eps)).ball(96)
    middle = float(delta.mid())
    return dict(zip(columns, (f"{middle:.6g}", f"{middle / float(parameters.delta):.6g}"), strict=True))


def _shown(value: Real) -> str:
    return f"{float(value):.10g}"


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


def corrected_failures(rows: Iterable[Row]) -> int:
    """The number of rows in which the corrected calibration, or the corrected number of integers, is exceeded."""
    return sum(
        (row["calibration"] == "corrected" and row["verdict"] == EXCEEDED)
        or int(row["most_found"]) > int(row["corrected_integers"])
        for row in rows
    )
