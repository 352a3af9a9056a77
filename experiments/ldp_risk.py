"""What local privacy costs when distributions are learned online, measured.

Source: Sima, Wu, Milenkovic and Szpankowski, "Online distribution learning with local private constraints" (2024):
algorithms 1 and 2, theorems 3 to 6, section 3. The five learners of `measures.risk` meet the natures in
`measures.natures`. The true hypothesis is uniform in each run, and the class of "dirichlet" is drawn anew. The bounds
that are drawn are those of `measures.risk_bounds`, among them the trivial T log K, which the mean of the class meets.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dpassay.exact import decimal_text, require
from dpassay.experiments.frame.checks import check_at_least, check_increasing, check_names, check_runs
from dpassay.experiments.frame.drawing import curve, mark_decades, mark_places, sweep_panel
from dpassay.experiments.frame.entries import BAND, band_in_words, by_setting, rounded
from dpassay.experiments.frame.experiment import Experiment, Listing, Option, Summary
from dpassay.experiments.frame.runs import Row, Task
from dpassay.experiments.measures import risk_bounds
from dpassay.experiments.measures.natures import NATURES
from dpassay.experiments.measures.risk import CALIBRATIONS, DELTA, LEARNERS, Settings, labels_of, played
from dpassay.figures.style import BLUE, FAINT, GREEN, INK, ORANGE, RED, add_caption, add_legend, styled

Point = tuple[Fraction, int, int]  # epsilon, T and K

INPUTS: Final = (
    *("nature", "learner", "calibration", "epsilon", "delta", "rounds", "hypotheses", "labels", "seed", "run"),
    *("learning_rate", "noise_scale"),
)
"""What decides a run: `Settings`, and what follows from them; a column is empty where a learner has no such thing."""

OUTPUTS: Final = ("kl_risk", "tv_risk", "truth_weight")
"""The KL-risk; the average total variation; the weight of the true hypothesis in the end."""

SUMMARY: Final = (
    *(column for column in INPUTS if column != "run"),
    *("runs", "mean_kl", "low_kl", "high_kl", "most_error", "beats_uniform"),
    *("mean_tv", "low_tv", "high_tv", "mean_truth_weight"),
    *risk_bounds.BOUNDS,
)
"""The columns of a summary: means over runs, the ends of the bands, how far off the mean can be, and the bounds.

`beats_uniform` is the number of runs in which the KL-risk is less than that of "uniform" on the same labels."""

SHORTEST: Final = 100
"""The sweep over rounds goes down to about so many."""

SMALLEST_CLASS: Final = 4


def inputs_of(settings: Settings) -> Row:
    """What decides a run, by column."""
    constants = settings.scheme
    delta = DELTA if settings.learner == "private-wma" else ""
    sizes = (settings.rounds, settings.hypotheses, labels_of(settings.nature, settings.hypotheses))
    values = (
        *(settings.nature, settings.learner, "" if constants is None else settings.calibration),
        *(float(settings.epsilon), delta, *sizes, settings.seed, settings.run),
        *(("", "") if constants is None else (constants.learning_rate, constants.noise.scale)),
    )
    return dict(zip(INPUTS, map(str, values), strict=True))


def measured(settings: Settings) -> Row:
    """Play one game, and return its outputs by column."""
    return dict(zip(OUTPUTS, map(str, astuple(played(settings))), strict=True))


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole experiment: sweeps over the rounds and over K at the middle epsilon, and one over epsilon.

    Attributes:
        natures: names in `NATURES`.
        calibration: of the private learners.
        epsilons: the budgets, from the smallest to the largest.
        rounds: the most rounds, and those of the sweep over epsilon.
        hypotheses: K in the sweeps over the rounds and over epsilon; even.
        most_hypotheses: the largest K; the sweep over K goes down from there in steps of 4; even.
        wide_rounds: the rounds of the sweep over K.
        runs: the number of runs.
        seed: decides all classes, labels and reports.

    Raises:
        ValueError: an argument is outside its domain.
    """

    natures: tuple[str, ...]
    calibration: str
    epsilons: tuple[Fraction, ...]
    rounds: int
    hypotheses: int
    most_hypotheses: int
    wide_rounds: int
    runs: int
    seed: int

    def __post_init__(self) -> None:
        check_names("natures", self.natures, NATURES)
        require(self.calibration in CALIBRATIONS, "calibration", self.calibration, "'corrected' or 'printed'")
        check_increasing("epsilons", self.epsilons)
        check_at_least("rounds", self.rounds, SHORTEST)
        check_at_least("wide_rounds", self.wide_rounds, 2)
        for name, size in (("hypotheses", self.hypotheses), ("most_hypotheses", self.most_hypotheses)):
            fits = size >= SMALLEST_CLASS and size % 2 == 0
            require(fits, name, size, f"an even integer of at least {SMALLEST_CLASS}")
        check_runs(self.runs)
        check_at_least("seed", self.seed, 0)
        for settings in self.settings(0):  # what cannot be played is refused before anything is
            _ = settings.scheme

    @property
    def middle(self) -> Fraction:
        """The epsilon of the sweeps over the rounds and over K."""
        return self.epsilons[len(self.epsilons) // 2]

    @property
    def lengths(self) -> list[int]:
        """The numbers of rounds of the sweep over rounds, from the smallest to the largest: half a decade apart."""
        steps = int(2 * math.log10(self.rounds / SHORTEST) + 1e-9)
        return [round(self.rounds / 10 ** (k / 2)) for k in reversed(range(steps + 1))]

    @property
    def sizes(self) -> list[int]:
        """The values of K of the sweep over K, from the smallest to the largest."""
        steps = int(math.log(self.most_hypotheses / SMALLEST_CLASS, 4) + 1e-9)
        return sorted({self.most_hypotheses // 4**k // 2 * 2 for k in range(steps + 1)})

    def sweeps(self) -> dict[str, list[Point]]:
        """The points of each sweep, by the column that is swept."""
        return {
            "rounds": [(self.middle, length, self.hypotheses) for length in self.lengths],
            "hypotheses": [(self.middle, self.wide_rounds, size) for size in self.sizes],
            "epsilon": [(epsilon, self.rounds, self.hypotheses) for epsilon in self.epsilons],
        }

    def points(self) -> list[Point]:
        """The points of all sweeps, each once."""
        return list(dict.fromkeys(chain.from_iterable(self.sweeps().values())))

    def settings(self, run: int) -> list[Settings]:
        """All settings of one run."""
        return [
            Settings(nature, learner, self.calibration, *point, self.seed, run)
            for nature in self.natures
            for point in self.points()
            for learner in LEARNERS
        ]

    def tasks(self) -> list[Task]:
        """All that is to be measured, run by run: after an interrupt each setting has about as many runs."""
        every = chain.from_iterable(self.settings(run) for run in range(self.runs))
        return [Task(inputs_of(settings), partial(measured, settings)) for settings in every]


# Summaries


def summary(rows: Sequence[Row]) -> list[Row]:
    """One row for all runs of a setting, in the order of their first run."""
    ignorant = {_game(row): float(row["kl_risk"]) for row in rows if row["learner"] == "uniform"}
    return [
        dict(zip(SUMMARY, (*key, *_statistics(group, ignorant), *_bounds(group[0])), strict=True))
        for key, group in by_setting(rows, INPUTS).items()
    ]


def _game(row: Row) -> tuple[str, ...]:
    """What decides the class, the truth and the labels of a run, and more."""
    return tuple(row[column] for column in ("nature", "epsilon", "rounds", "hypotheses", "seed", "run"))


def _statistics(rows: Sequence[Row], ignorant: Mapping[tuple[str, ...], float]) -> tuple[str, ...]:
    kl, tv, weight = (np.array([float(row[column]) for row in rows]) for column in OUTPUTS)
    better = sum(float(row["kl_risk"]) < ignorant[_game(row)] * (1 - risk_bounds.SLACK) for row in rows)
    of_kl = (kl.mean(), *np.quantile(kl, BAND), risk_bounds.most_error(kl))
    of_tv = (tv.mean(), *np.quantile(tv, BAND), weight.mean())
    return (
        str(len(rows)),
        *(str(float(value)) for value in of_kl),
        str(better),
        *(str(float(value)) for value in of_tv),
    )


def _bounds(row: Row) -> list[str]:
    found = risk_bounds.bounds(int(row["rounds"]), int(row["hypotheses"]), float(row["epsilon"]), DELTA)
    return ["" if value is None else str(value) for value in found.values()]


# The table


def risk_table(plan: Plan, rows: Sequence[Row]) -> Listing:
    """Show the mean risks of the sweep over epsilon."""
    caption = (
        f"Mean KL-risks over {plan.runs} runs at T = {plan.rounds:,}, K = {plan.hypotheses}, calibration: "
        f"{plan.calibration}. *: in each run less than what the mean of the class loses, which hears nothing (uniform)."
    )
    lines = []
    for nature in plan.natures:
        for epsilon in plan.epsilons:
            point = (nature, str(float(epsilon)), str(plan.rounds), str(plan.hypotheses))
            columns = ("nature", "epsilon", "rounds", "hypotheses")
            mine = {row["learner"]: row for row in rows if tuple(row[column] for column in columns) == point}
            any_row = mine["uniform"]
            risks = (_risk_entry(mine[learner]) for learner in LEARNERS)
            upper = (rounded(any_row[name], 3) for name in ("trivial", "theorem_4", "theorem_5"))
            lines.append((nature, any_row["labels"], decimal_text(epsilon, 6), *risks, *upper))
    headings = ("nature", "M", "epsilon", *LEARNERS, "T log K", "theorem 4", "theorem 5")
    return Listing("The risk of locally private distribution learning", headings, lines, caption, 3, ("nature",))


def _risk_entry(row: Row) -> str:
    return f"{rounded(row['mean_kl'], 4)}{'*' if row['beats_uniform'] == row['runs'] else ' '}"


# The figures

STYLES: Final = {
    "uniform": ("mean of the class, hears nothing", FAINT, "", 0.0, 5.0),
    "private-wma": ("private WMA (algorithm 1)", BLUE, "o", 4.5, 1.3),
    "private-exp3": ("private EXP3 (algorithm 2)", ORANGE, "s", 3.0, 1.3),
    "randomized-response": ("randomized response", RED, "D", 3.5, 1.3),
    "bayes": ("Bayes, not private", GREEN, "^", 4.0, 1.3),
}
"""The label, color, marker, its size and the width of the line of each learner; the first is beneath the others."""

TITLES: Final = {
    "hadamard": "hadamard: the class of the lower bound",
    "dirichlet": "dirichlet: random laws in a new order each round",
    "point-masses": "point-masses: a label a hypothesis",
    "many-labels": "many-labels: disjoint supports",
}

DOTTED, DASHED, DASH_DOTTED = (0, (1, 1.2)), (0, (6, 2)), (0, (5, 1.5, 1, 1.5))

BOUND_STYLES: Final = {
    "trivial": ("T log K", INK, DASHED),
    "theorem_4": ("theorem 4, constant 12", BLUE, DOTTED),
    "theorem_5": ("theorem 5, constant 6", ORANGE, DOTTED),
    "lower": ("theorem 3 from below, constant 3/40", INK, DASH_DOTTED),
    "non_private": ("log K", GREEN, DOTTED),
}
"""The label, color and style of each bound on the KL-risk."""

TV_BOUNDS: Final = ("theorem_4", "theorem_5")
RISKS: Final = {"kl": "KL-risk in nats", "tv": "average total variation"}


def kl_figure(plan: Plan, rows: Sequence[Row]) -> Figure:
    """Draw the KL-risk with its bounds against T, K and epsilon, a row of panels for each nature."""
    return _figure(plan, rows, "kl", "")


def tv_figure(plan: Plan, rows: Sequence[Row]) -> Figure:
    """Draw the average total variation with its bounds against T, K and epsilon, a row of panels for each nature."""
    least = min(risk_bounds.tv_bound(int(row["rounds"]), float(row[name])) for row in rows for name in TV_BOUNDS)
    told = f" Theorems 4 and 5 bound it by {least:.3g} or more here, with constants 12 and 6 and Pinsker's inequality."
    return _figure(plan, rows, "tv", told)


def _figure(plan: Plan, rows: Sequence[Row], risk: str, told: str) -> Figure:
    with styled():
        count = len(plan.natures)
        figure = Figure(figsize=(10.2, 1.4 + 2.45 * count), layout="constrained")
        grid = figure.subplots(count, 3, sharey="row", squeeze=False)
        for line, nature in zip(grid, plan.natures, strict=True):
            mine = [row for row in rows if row["nature"] == nature]
            for axes, (column, points) in zip(line, plan.sweeps().items(), strict=True):
                chosen = [row for row in mine if _is_at(row, points)]
                sweep_panel(axes)
                if risk == "kl":
                    axes.set_yscale("log")
                _draw_bounds(axes, chosen, column, risk)
                _draw_learners(axes, chosen, column, risk)
                _mark(axes, plan, column)
            line[0].set_ylabel(RISKS[risk])
            line[0].set_title(_title(nature, mine), loc="left")
            if risk == "tv":
                line[0].set_ylim(-0.03, 1.03)
        size, middle = f"K = {plan.hypotheses}", f"epsilon = {float(plan.middle):g}"
        grid[-1, 0].set_xlabel(f"rounds T, at {size}, {middle}")
        grid[-1, 1].set_xlabel(f"hypotheses K, at T = {plan.wide_rounds:,}, {middle}")
        grid[-1, 2].set_xlabel(f"epsilon, at T = {plan.rounds:,}, {size}")
        labels = [style[0] for style in STYLES.values()] + [style[0] for style in BOUND_STYLES.values()]
        add_legend(figure, grid.flat, 5, labels)
        add_caption(figure, _caption(plan) + told)
    return figure


def _is_at(row: Row, points: Sequence[Point]) -> bool:
    """Tell whether a row is one of some points."""
    place = float(row["epsilon"]), int(row["rounds"]), int(row["hypotheses"])
    return any((float(epsilon), length, size) == place for epsilon, length, size in points)


def _draw_learners(axes: Axes, rows: Sequence[Row], column: str, risk: str) -> None:
    """Draw the mean and the band of each learner."""
    for learner, (label, color, marker, size, width) in STYLES.items():
        mine = [row for row in rows if row["learner"] == learner]
        x, mean, low, high = curve(mine, column, f"mean_{risk}", f"low_{risk}", f"high_{risk}")
        axes.fill_between(x, low, high, color=color, alpha=0.14, linewidth=0)
        axes.plot(x, mean, color=color, marker=marker, markersize=size, linewidth=width, label=label)


def _draw_bounds(axes: Axes, rows: Sequence[Row], column: str, risk: str) -> None:
    """Draw the bounds: the lower one where it speaks of the class, and on the total variation those below 1."""
    for name, (label, color, style) in BOUND_STYLES.items():
        of_class = [row for row in rows if risk_bounds.is_bounded_below(row) and row[name]] if name == "lower" else rows
        mine = {row[column]: row for row in of_class}.values()  # a bound is the same for all learners
        x, rounds, y = curve(mine, column, "rounds", name)
        if risk == "tv":
            y = np.array([risk_bounds.tv_bound(int(length), bound) for length, bound in zip(rounds, y, strict=True)])
        if len(x) > 0 and (risk == "kl" or (name in TV_BOUNDS and min(y) < 1)):
            axes.plot(x, y, color=color, linestyle=style, linewidth=1.1, label=label, zorder=2.5)


def _mark(axes: Axes, plan: Plan, column: str) -> None:
    """Name what was measured on the abscissa, where it fits."""
    if column == "rounds":
        mark_decades(axes, between=False)
    else:
        mark_places(axes, plan.sizes if column == "hypotheses" else [float(epsilon) for epsilon in plan.epsilons])


def _title(nature: str, rows: Sequence[Row]) -> str:
    sizes = {(int(row["labels"]), int(row["hypotheses"])) for row in rows}
    labels = {count for count, _ in sizes}
    few = "M = K" if all(count == size for count, size in sizes) else "M of about K"
    told = f"M = {labels.pop():,}" if len(labels) == 1 else few
    return f"{TITLES[nature]}, {told} labels"


def _caption(plan: Plan) -> str:
    return (
        f"Calibration of the private algorithms: {plan.calibration}; private WMA at delta = {DELTA:g}. Lines: means of "
        f"{plan.runs} runs, each with a true hypothesis of its own.\nBands: {band_in_words()} of the runs."
    )


# The command


def report(plan: Plan, rows: Sequence[Row]) -> Iterator[Listing | str]:
    """Show the mean risks, from where bounds are useful, and how many bounds are contradicted."""
    yield risk_table(plan, rows)
    size, epsilon = plan.hypotheses, float(plan.middle)
    for name, rounds in risk_bounds.useful_from(size, epsilon, DELTA).items():
        yield f"{name} is below T log K from about T = {rounds:.2g} on, at K = {size}, epsilon = {epsilon:g}"
    yield f"bounds: {len(risk_bounds.contradictions(rows))} contradicted by the means of {len(rows)} settings"


EXPERIMENT: Final = Experiment(
    name="ldp-risk",
    help="""Measure the risk of locally private online distribution learning, against T, K and epsilon, next to
    the bounds.

    Writes ldp-risk-runs.csv (each run), ldp-risk.csv (means, bands and bounds), and figures of the KL-risk and of the
    average total variation. What ldp-risk-runs.csv holds already is not measured again: an interrupted run goes on, and
    more runs add to it. Exit code 1 where a mean contradicts a bound beyond chance.
    """,
    options=(
        Option(name="runs", help="Runs of each setting, each with a truth of its own.", full=8, quick=3),
        Option(name="seed", help="Decides all classes, truths, labels and reports.", full=0),
        Option(name="rounds", help="The most rounds T.", full=10**5, quick=1000),
        Option(name="hypotheses", help="K against T and epsilon; even.", full=16, quick=8),
        Option(name="most-hypotheses", help="The largest K; even.", full=1024, quick=16),
        Option(name="wide-rounds", help="T against K.", full=1000, quick=200),
        Option(
            name="epsilon",
            help="A budget; an exact decimal or fraction.",
            full=("0.1", "0.3", "1", "3", "10"),
            quick=("0.3", "1", "3"),
            exact="E",
        ),
        Option(name="nature", help="What draws the labels.", full=tuple(NATURES), choices=tuple(NATURES)),
        Option(name="calibration", help="Of algorithms 1 and 2.", full=CALIBRATIONS[0], choices=CALIBRATIONS),
    ),
    plan=lambda _quick, *, nature, epsilon, **sizes: Plan(natures=nature, epsilons=epsilon, **sizes),
    inputs=INPUTS,
    outputs=OUTPUTS,
    summary=Summary(SUMMARY, summary),
    report=report,
    figures=lambda plan, rows: {"ldp-risk-kl": kl_figure(plan, rows), "ldp-risk-tv": tv_figure(plan, rows)},
    failures=lambda rows: (
        f"contradicted beyond chance: {', '.join(found)}" if (found := risk_bounds.contradictions(rows)) else None
    ),
)
