"""How much one locally private report really loses: the worst class of distributions, exactly.

Source: "Online distribution learning with local private constraints": Algorithms 1 and 2, Lemmas 3 and 6, (3) and (7).
What a setting and its verdict are stands in `measures.report_loss`. Two searches look for the class that loses most:

* `exhaustive`: all classes with masses that are multiples of 1/n. The budget is also so chosen that the rate of the
  noise is rational: then what is compared is rational, or a sum of roots, and equality would be seen, too.
* `searched`: a climb from classes in which many masses are tiny or just above a multiple of 1/M, on the same labels or
  on disjoint ones.

What the table shows is rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from time import perf_counter
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dpassay.exact import Budget, as_real, require
from dpassay.experiments.frame.checks import check_at_least
from dpassay.experiments.frame.drawing import curve, mark_decades, sweep_panel
from dpassay.experiments.frame.entries import rounded, ten_digits
from dpassay.experiments.frame.experiment import Experiment, Listing, Option
from dpassay.experiments.frame.runs import Row, Task, generator
from dpassay.experiments.measures.report_loss import (
    EXCEEDED,
    EXP3,
    KEPT,
    UNDECIDED,
    WMA,
    Found,
    Setting,
    delta_of_worst,
    exact_exp_eps,
    examined,
    searched,
    table_text,
    tried_all,
)
from dpassay.experiments.measures.report_screening import PROPOSALS
from dpassay.figures.style import BLUE, GREEN, INK, ORANGE, PINK, RED, SKY, add_caption, styled
from dpassay.reference import label_clipping

CALIBRATIONS: Final = ("printed", "corrected")
VERDICTS: Final = (KEPT, EXCEEDED, UNDECIDED)

INPUTS: Final = (
    *("learner", "calibration", "hypotheses", "labels", "rounds", "epsilon", "exp_eps", "delta"),
    *("search", "units", "steps", "seed"),
)
"""What decides a row; one of epsilon and exp_eps is empty."""

OUTPUTS: Final = (
    *("classes", "budget", "loss", "loss_over_budget", "exp_loss", "verdict", "delta_at_budget", "delta_over_delta"),
    *("first", "second", "integers", "most_found", "printed_integers", "corrected_integers", "table", "seconds"),
)
"""What is found: of the worst class the loss (exp_loss: e to it, where it is rational), the delta of the worst pair of
labels at e^epsilon, and N'; the most integers N' of any class tried, K M and K M + M - 1; and the masses."""

MOST_EXACT_LABELS: Final = 50
"""Of those whose search is repeated with rational rates: sums of as many roots as there are labels are compared."""

MOST_DISTANCES: Final = 10**7
"""In all steps of a climb together: larger classes get fewer steps."""

LARGEST_GRAIN: Final = 10**9


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
        check_at_least("steps", self.steps, 0)
        check_at_least("seed", self.seed, 0)
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
    budgets = (setting.budget.given_epsilon, setting.budget.given_exp_eps, setting.delta)
    own = (setting.learner, setting.calibration, setting.hypotheses, setting.labels, setting.rounds)
    values = (*own, *("" if value is None else value for value in budgets), search, units, steps, seed)
    return dict(zip(INPUTS, map(str, values), strict=True))


# Rows


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
        "budget": ten_digits(budget),
        "loss": ten_digits(worst.loss),
        "loss_over_budget": ten_digits(worst.loss / budget),
        "exp_loss": str(ratio) if isinstance(ratio, Fraction) else "",
        "verdict": verdict,
        **_deltas(setting, delta_of_worst(setting, worst)),
        "first": str(worst.pair.first),
        "second": str(worst.pair.second),
        "integers": str(label_clipping.integers(setting.parameters(worst.table))),
        "most_found": str(found.most_integers),
        "printed_integers": str(k * m),
        "corrected_integers": str(k * m + m - 1),
        "table": table_text(worst.table),
    }
    return {**row, "seconds": f"{perf_counter() - begun:.3f}"}


def _deltas(setting: Setting, delta: float | None) -> Row:
    """The columns of a delta, and of how many times the promised one it is."""
    if delta is None or setting.delta is None:
        return {"delta_at_budget": "", "delta_over_delta": ""}
    return {"delta_at_budget": f"{delta:.6g}", "delta_over_delta": f"{delta / float(setting.delta):.6g}"}


# The table

HEADINGS: Final = {
    "learner": "learner",
    "calibration": "noise",
    "search": "search",
    "hypotheses": "K",
    "labels": "M",
    "rounds": "T",
    "budget": "epsilon",
    "delta": "delta",
    "loss_over_budget": "loss / epsilon",
    "delta_over_delta": "delta(e^epsilon) / delta",
    "verdict": "budget",
    "integers": "N'",
    "printed_integers": "K M",
    "corrected_integers": "K M + M - 1",
}
"""The columns of the CSV that are printed, and their headings."""


def losses_table(rows: Sequence[Row]) -> Listing:
    """Show for each learner, noise, search and K the row that loses most in units of epsilon."""
    worst: dict[tuple[str, ...], Row] = {}
    for row in sorted(rows, key=lambda row: -float(row["loss_over_budget"])):
        worst.setdefault(tuple(row[column] for column in ("learner", "calibration", "search", "hypotheses")), row)
    caption = (
        "Each row: the class that loses most, of all M, T and budgets. exceeded: it certainly loses more than that."
    )
    keys = sorted(worst, key=lambda key: (*key[:3], int(key[3])))
    lines = [[_loss_entry(worst[key], column) for column in HEADINGS] for key in keys]
    headings = tuple(HEADINGS.values())
    return Listing("What a locally private report loses", headings, lines, caption, 4, WORDS)


WORDS: Final = frozenset(HEADINGS[column] for column in ("learner", "calibration", "search", "verdict"))


def _loss_entry(row: Row, column: str) -> str:
    return rounded(row[column], 6) if column in {"budget", "loss_over_budget", "delta_over_delta"} else row[column]


def _verdicts(rows: Sequence[Row]) -> list[str]:
    """Count the verdicts on each learner and noise."""
    lines = []
    for learner, calibration in product((EXP3, WMA), CALIBRATIONS):
        mine = [row["verdict"] for row in rows if (row["learner"], row["calibration"]) == (learner, calibration)]
        counts = ", ".join(f"{mine.count(verdict)} {verdict}" for verdict in VERDICTS)
        lines.append(f"{learner}, {calibration}: {counts}")
    return lines


# The figure

COLORS: Final = (ORANGE, BLUE, GREEN, RED, PINK, SKY)
STYLES: Final = {"printed": ("solid", "o"), "corrected": ((0, (4, 2)), "s")}
"""Printed calibrations are drawn in solid lines, corrected ones in dashed ones."""


def privacy_figure(plan: Plan, rows: Sequence[Row]) -> Figure:
    """Draw the largest losses found, in units of epsilon, against T and against epsilon."""
    found = [row for row in rows if row["search"] == "searched" and row["epsilon"]]
    exp3, wma = ([row for row in found if row["learner"] == learner] for learner in (EXP3, WMA))
    epsilon, least, largest = _middle(plan), min(plan.epsilons), max(plan.deltas)
    over_rounds = [row for row in exp3 if row["epsilon"] == str(epsilon)]
    over_epsilon = [row for row in exp3 if int(row["rounds"]) == plan.swept_rounds]
    few = [row for row in wma if (row["epsilon"], row["delta"]) == (str(least), str(largest))]
    with styled():
        figure = Figure(figsize=(10.6, 4.4), layout="constrained")
        panels = figure.subplots(1, 3)
        _draw_losses(panels[0], over_rounds, "rounds", plan.sizes)
        _draw_losses(panels[1], over_epsilon, "budget", plan.sizes)
        _draw_losses(panels[2], few, "rounds", plan.wma_sizes)
        for axes, learner, below in (
            (panels[0], "EXP3 (algorithm 2)", f"rounds T, at epsilon = {float(epsilon):g}"),
            (panels[1], "EXP3 (algorithm 2)", f"epsilon, at T = {plan.swept_rounds}"),
            (panels[2], "WMA (algorithm 1)", f"rounds T, at epsilon = {float(least):g}, delta = {float(largest):g}"),
        ):
            axes.set_title(f"private {learner}", loc="left")
            axes.set_xlabel(below)
        panels[0].set_ylabel("largest loss of a report / epsilon")
        add_caption(
            figure,
            "Each point: the class that loses most of all that were found. Solid: the noise as printed, dashed: as "
            "corrected. Private EXP3 promises that no point is above 1;\nprivate WMA may lose more than epsilon, with "
            "probabilities that keep the delta at epsilon below the one promised.",
        )
    return figure


def _middle(plan: Plan) -> Fraction:
    """The budget at which the losses are drawn against T: the second least."""
    return sorted(plan.epsilons)[min(1, len(plan.epsilons) - 1)]


def _draw_losses(axes: Axes, rows: Sequence[Row], column: str, sizes: Iterable[tuple[int, int]]) -> None:
    sweep_panel(axes)
    for color, size in zip(COLORS * 10, sizes, strict=False):
        mine = [row for row in rows if (int(row["hypotheses"]), int(row["labels"])) == size]
        for calibration, (style, marker) in STYLES.items():
            chosen = [row for row in mine if row["calibration"] == calibration]
            label = f"K = {size[0]}, M = {size[1]:,}" if calibration == "printed" else None
            x, y = curve(chosen, column, "loss_over_budget")
            axes.plot(x, y, color=color, linestyle=style, marker=marker, markersize=3, label=label)
    axes.axhline(1, color=INK, linewidth=0.8, zorder=1.2)
    axes.set_ylim(bottom=0)
    mark_decades(axes)
    axes.legend(loc="lower right" if column == "rounds" else "lower left", fontsize="x-small")


# The command

FAMILIES: Final = (
    *((1, 2, 1000), (1, 3, 100), (1, 4, 16), (1, 6, 12)),
    *((2, 2, 24), (2, 3, 8), (2, 4, 5), (3, 2, 12), (3, 3, 6)),
)
SWEPT_EPSILONS: Final = tuple(map(Fraction, ("0.001", "0.1", "0.5", "2", "8", "16")))


def make_plan(quick: bool, steps: int, seed: int, rounds: tuple[int, ...], epsilon: tuple[Fraction, ...]) -> Plan:
    """The plan that options ask for."""
    return Plan(
        families=((1, 3, 8), (2, 2, 6)) if quick else FAMILIES,
        family_rounds=(2, 4, 16, 1000),
        rates=(Fraction(1, 2), Fraction(1), Fraction(2)),
        family_epsilons=(Fraction("0.1"), Fraction(1), Fraction(4)),
        sizes=((1, 5), (2, 12)) if quick else ((1, 5), (1, 50), (1, 400), (2, 50), (3, 20), (10, 30)),
        rounds=tuple(sorted(rounds)),
        epsilons=epsilon,
        swept_rounds=10,
        swept_epsilons=(Fraction(4),) if quick else SWEPT_EPSILONS,
        wma_families=((1, 2, 6),) if quick else ((1, 3, 12), (2, 2, 12), (2, 3, 6)),
        wma_sizes=((1, 5),) if quick else ((1, 50), (2, 12), (3, 6)),
        wma_rounds=(2, 20) if quick else (2, 5, 20, 100, 10**4),
        deltas=(Fraction("0.000001"), Fraction("0.5"), Fraction("0.9")),
        steps=min(steps, 5) if quick else steps,
        seed=seed,
    )


def corrected_failures(rows: Iterable[Row]) -> int:
    """The number of rows in which the corrected calibration, or the corrected number of integers, is exceeded."""
    return sum(
        (row["calibration"] == "corrected" and row["verdict"] == EXCEEDED)
        or int(row["most_found"]) > int(row["corrected_integers"])
        for row in rows
    )


def failures(rows: Sequence[Row]) -> str | None:
    """What the command ends with, if there are such rows."""
    count = corrected_failures(rows)
    return f"the corrected calibration is exceeded in {count} of {len(rows)} rows" if count else None


EXPERIMENT: Final = Experiment(
    name="ldp-privacy",
    help="""Find the class for which a locally private report loses most, next to the budget that is promised.

    All small classes are tried, and larger ones are searched; the losses of the worst are exact, with the noise as
    printed and as corrected. Writes ldp-privacy.csv, which names these classes and the worst pair of labels, and a
    figure. What the table holds already is not searched again: an interrupted run goes on. Exit code 1 where the
    corrected noise loses more than the budget.
    """,
    options=(
        Option(name="steps", help="Of each climb; fewer where they would take long.", full=200),
        Option(name="seed", help="Decides all random classes and steps.", full=0),
        Option(
            name="rounds",
            help="The horizon T of the searches.",
            full=(2, 3, 5, 10, 20, 50, 100, 1000, 10**4, 10**6),
            quick=(2, 20, 1000),
        ),
        Option(
            name="epsilon",
            help="A budget of the searches; exact.",
            full=("0.01", "1", "4"),
            quick=("0.01", "1"),
            exact="E",
        ),
    ),
    plan=make_plan,
    inputs=INPUTS,
    outputs=OUTPUTS,
    report=lambda _plan, rows: [losses_table(rows), *_verdicts(rows)],
    figures=lambda plan, rows: {"ldp-privacy": privacy_figure(plan, rows)},
    failures=failures,
)
