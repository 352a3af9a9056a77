"""What the privacy of lazy-to-private costs in regret, measured.

Source: Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms": theorem 3.10 with its proof, and
table 1. Four algorithms for prediction from d experts in T rounds play against the adversaries in
`measures.adversaries`:

* "lazy-to-private": algorithm 1 over multiplicative weights, with the parameters in the proof of theorem 3.10.
* "dartboard": the shrinking dartboard with fake switches, without batches, with parameters that give the rate
  T^(1/3) log(d) / epsilon of table 1. The source prints no parameters for it; these follow the form of the others.
* "tree-leader": follow the perturbed leader with the noise of a binary tree, which table 1 names for few experts. The
  noise is at least what zero-concentrated privacy asks for, and at least sqrt(T / m) at each of the up to m nodes
  of a prefix: what follow the perturbed leader plays with without privacy, up to a constant.
* "hedge": multiplicative weights without privacy, with the learning rate sqrt(8 ln(d) / T).

Whether a choice of parameters is private is not the subject here: those of lazy-to-private are taken as they are
printed. Those of the tree's leader are private by a bound with all its constants; the algorithms are not compared at
equal proven privacy.
How expected regrets are computed stands in `measures.regret`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from fractions import Fraction
from functools import partial
from itertools import chain, tee
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from dpassay.experiments.frame.checks import check_at_least, check_increasing, check_names, check_runs
from dpassay.experiments.frame.drawing import curve, mark_decades, mark_places, scale_around, sweep_panel
from dpassay.experiments.frame.entries import BAND, band_in_words, by_setting
from dpassay.experiments.frame.experiment import Experiment, Known, Option, Summary
from dpassay.experiments.frame.runs import Row, Task, generator
from dpassay.experiments.measures.adversaries import ADVERSARIES, Floats
from dpassay.experiments.measures.rates import EXPONENT_COLUMNS, RATES, exponent_rows, exponents, few_experts
from dpassay.experiments.measures.regret import (
    DELTA,
    PARAMETERS,
    Parameters,
    expected_regrets,
    expected_tree_regrets,
    lazy_parameters,
    played,
)
from dpassay.figures.style import BLUE, GRAY, GREEN, INK, ORANGE, RED, add_caption, add_legend, styled

INPUTS: Final = (
    *("adversary", "algorithm", "epsilon", "delta", "rounds", "experts", "seed", "run"),
    *("learning_rate", "batch", "fake_switch"),
)
"""What decides a run: the columns of `Settings` and of the parameters that follow from them."""

OUTPUTS: Final = ("regret", "expected_regret", "drawn_anew")
"""The regret of a run; its expectation over the coins, given the losses; how many models were drawn after the first.

The tree's leader draws noise and no models: for it, how often the leader changed."""

SUMMARY: Final = (
    *(column for column in INPUTS if column != "run"),
    *("runs", "mean_regret", "low_regret", "high_regret", "mean_expected_regret", "mean_drawn_anew", "rate"),
)
"""The columns of a summary: means over runs, the ends of the band, and the printed rate without its constant."""

SHORTEST: Final = 256
"""The sweep over rounds halves them no further."""

MOST_HALVINGS: Final = 7

PRINTED: Final[Mapping[str, Callable[[int, int, float], float]]] = {
    "lazy-to-private": RATES["lazy_printed"].value,
    "dartboard": RATES["predecessor"].value,
    "tree-leader": few_experts,
    "hedge": RATES["non_private"].value,
}
"""The rate that is printed for each."""


# What is measured


@dataclass(frozen=True, slots=True)
class Settings:
    """One run of one algorithm.

    Attributes:
        adversary: a name in `ADVERSARIES`; for the batches of lazy-to-private at this epsilon.
        algorithm: a name in `PARAMETERS`.
        epsilon: the budget, above 0.
        rounds: T.
        experts: d, 2 or more.
        seed: of the whole experiment.
        run: the number of the run, from 0.
    """

    adversary: str
    algorithm: str
    epsilon: Fraction
    rounds: int
    experts: int
    seed: int
    run: int

    @property
    def parameters(self) -> Parameters:
        """What the algorithm plays with."""
        return PARAMETERS[self.algorithm](self.epsilon, DELTA, self.rounds, self.experts)

    @property
    def inputs(self) -> Row:
        """What decides the run, by column."""
        sizes = (self.rounds, self.experts, self.seed, self.run)
        values = (self.adversary, self.algorithm, float(self.epsilon), DELTA, *sizes, *astuple(self.parameters))
        return dict(zip(INPUTS, map(str, values), strict=True))


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole experiment: a sweep over epsilon in the most rounds, and one over rounds at the middle epsilon.

    Attributes:
        adversaries: names in `ADVERSARIES`.
        epsilons: the budgets, from the smallest to the largest.
        rounds: the most rounds.
        experts: the number of experts.
        runs: the number of runs, each with losses of its own.
        seed: decides all losses and coins.

    Raises:
        ValueError: an argument is outside its domain.
    """

    adversaries: tuple[str, ...]
    epsilons: tuple[Fraction, ...]
    rounds: int
    experts: int
    runs: int
    seed: int

    def __post_init__(self) -> None:
        check_names("adversaries", self.adversaries, ADVERSARIES)
        check_increasing("epsilons", self.epsilons)
        check_at_least("rounds", self.rounds, SHORTEST)
        check_at_least("experts", self.experts, 2)
        check_runs(self.runs)
        check_at_least("seed", self.seed, 0)
        for settings in self.settings(0):  # what cannot be played is refused before anything is
            _ = settings.parameters

    @property
    def middle(self) -> Fraction:
        """The epsilon of the sweep over rounds."""
        return self.epsilons[len(self.epsilons) // 2]

    @property
    def lengths(self) -> list[int]:
        """The numbers of rounds of the sweep over rounds, from the smallest to the largest."""
        halved = [self.rounds >> k for k in range(MOST_HALVINGS + 1)]
        return [length for length in reversed(halved) if length >= SHORTEST]

    def settings(self, run: int) -> list[Settings]:
        """All settings of one run."""
        points = [(epsilon, self.rounds) for epsilon in self.epsilons]
        points += [(self.middle, length) for length in self.lengths if length != self.rounds]
        return [
            Settings(adversary, algorithm, epsilon, length, self.experts, self.seed, run)
            for adversary in self.adversaries
            for epsilon, length in points
            for algorithm in PARAMETERS
        ]

    def tasks(self) -> list[Task]:
        """All that is to be measured, run by run: after an interrupt each setting has about as many runs."""
        every = chain.from_iterable(self.settings(run) for run in range(self.runs))
        return [Task(settings.inputs, partial(measured, settings)) for settings in every]


def measured(settings: Settings) -> Row:
    """Play one game, and return its outputs by column."""
    here, there = tee(losses(settings))
    rng = generator("coins", *_seeds(settings), settings.algorithm, str(settings.epsilon))
    expectation = expected_tree_regrets if settings.algorithm == "tree-leader" else expected_regrets
    games = played(settings.algorithm, settings.parameters, here, rng)
    for state in zip(games, expectation(there, settings.parameters), strict=True):
        last = state  # both go on block by block, so that `tee` holds one block and not all
    (regret, drawn), expected = last
    return dict(zip(OUTPUTS, (str(regret), str(expected), str(drawn)), strict=True))


def losses(settings: Settings) -> Iterator[Floats]:
    """The losses of a run: the same for all algorithms, and for each epsilon if the adversary knows no batches."""
    batch = lazy_parameters(settings.epsilon, DELTA, settings.rounds, settings.experts).batch
    rng = generator("losses", *_seeds(settings))
    return ADVERSARIES[settings.adversary](settings.experts, settings.rounds, batch, rng)


def _seeds(settings: Settings) -> tuple[int | str, ...]:
    return settings.seed, settings.adversary, settings.rounds, settings.experts, settings.run


# Summaries


def summary(rows: Sequence[Row]) -> list[Row]:
    """One row for all runs of a setting, in the order of their first run."""
    return [
        dict(zip(SUMMARY, (*key, *_statistics(group), _rate(group[0])), strict=True))
        for key, group in by_setting(rows, INPUTS).items()
    ]


def _statistics(rows: Sequence[Row]) -> tuple[str, ...]:
    regret, expected, drawn = (np.array([float(row[column]) for row in rows]) for column in OUTPUTS)
    low, high = np.quantile(regret, BAND)
    return (str(len(rows)), *(str(float(value)) for value in (regret.mean(), low, high, expected.mean(), drawn.mean())))


def _rate(row: Row) -> str:
    rate = PRINTED[row["algorithm"]]
    return str(rate(int(row["rounds"]), int(row["experts"]), float(row["epsilon"])))


# Figures

ALGORITHMS: Final = {
    "lazy-to-private": ("lazy-to-private", BLUE, "o", 5.5),
    "dartboard": ("shrinking dartboard", RED, "s", 3.5),
    "tree-leader": ("tree-perturbed leader", ORANGE, "D", 3.5),
    "hedge": ("Hedge, not private", GREEN, "^", 4.0),
}
"""The label, color, marker and size of each algorithm; the first is to be seen beneath the second."""

TITLES: Final = {
    "stochastic": "independent losses, one expert better",
    "alternating": "batches hurt one half, then the other",
    "block-random": "random batches, nothing to learn",
}
"""What each adversary does."""


def regret_figure(plan: Plan, rows: Sequence[Row]) -> Figure:
    """Draw regret against epsilon and against the number of rounds, a row of panels for each adversary.

    Args:
        plan: what was measured.
        rows: its summary.
    """
    with styled():
        count = len(plan.adversaries)
        figure = Figure(figsize=(8.4, 0.9 + 2.55 * count), layout="constrained")
        grid = figure.subplots(count, 2, sharey="row", squeeze=False)
        for line, adversary in zip(grid, plan.adversaries, strict=True):
            mine = [row for row in rows if row["adversary"] == adversary]
            over_epsilon = [row for row in mine if int(row["rounds"]) == plan.rounds]
            over_rounds = [row for row in mine if float(row["epsilon"]) == float(plan.middle)]
            _draw_panel(line[0], over_epsilon, "epsilon")
            _draw_panel(line[1], over_rounds, "rounds")
            line[0].set_ylabel("regret")
            line[0].set_title(f"{adversary}: {TITLES[adversary]}", loc="left")
            scale_around(line, *_reach(mine))
            mark_places(line[0], [float(epsilon) for epsilon in plan.epsilons])
            _mark_lengths(line[1], plan.lengths)
            _draw_slopes(line[1], mine, plan)
        grid[-1, 0].set_xlabel(f"epsilon, in T = {plan.rounds:,} rounds")
        grid[-1, 1].set_xlabel(f"rounds T, at epsilon = {float(plan.middle):g}")
        add_legend(figure, [grid[0, 1]], 6)
        add_caption(figure, _caption(plan))
    return figure


def _caption(plan: Plan) -> str:
    return (
        f"{plan.experts} experts, {plan.runs} runs, each with losses of its own. "
        "Lines: the mean of the expected regret given the losses.\n"
        f"Bands: {band_in_words()} of the regret of a run. Where it can be negative, the axis is linear around 0."
    )


def _draw_panel(axes: Axes, rows: Sequence[Row], column: str) -> None:
    """Draw the mean and the band of each algorithm."""
    sweep_panel(axes)
    for algorithm, (label, color, marker, markersize) in ALGORITHMS.items():
        mine = [row for row in rows if row["algorithm"] == algorithm]
        x, low, high, mean = curve(mine, column, "low_regret", "high_regret", "mean_expected_regret")
        axes.fill_between(x, low, high, color=color, alpha=0.12, linewidth=0)
        for edge in (low, high):
            axes.plot(x, edge, color=color, alpha=0.5, linewidth=0.6)
        axes.plot(x, mean, color=color, marker=marker, markersize=markersize, label=label)


def _reach(rows: Sequence[Row]) -> tuple[float, float]:
    """The lowest and the highest value that is drawn; the latter is 1 or more."""
    means, lows, highs = (
        [float(row[name]) for row in rows] for name in ("mean_expected_regret", "low_regret", "high_regret")
    )
    return min(*lows, *means), max(*highs, *means, 1.0)


def _mark_lengths(axes: Axes, lengths: Sequence[int]) -> None:
    """Name powers of two as such, if the most rounds are one."""
    if all(length.bit_count() == 1 for length in lengths):
        mark_places(axes, lengths, [f"$2^{{{length.bit_length() - 1}}}$" for length in lengths])
    else:
        mark_decades(axes)


def _draw_slopes(axes: Axes, rows: Sequence[Row], plan: Plan) -> None:
    """Draw thin lines of slope 1/2 and 2/3 for comparison, through the first point of Hedge and of lazy-to-private."""
    x = np.array(plan.lengths, dtype=np.float64)
    shortest = [row for row in rows if int(row["rounds"]) == plan.lengths[0]]
    for algorithm, slope, style, label in (
        ("hedge", 1 / 2, (0, (1, 1.5)), "slope 1/2"),
        ("lazy-to-private", 2 / 3, (0, (5, 2)), "slope 2/3"),
    ):
        start = [float(row["mean_expected_regret"]) for row in shortest if row["algorithm"] == algorithm]
        if start and start[0] > 0:
            y = start[0] * (x / x[0]) ** slope
            axes.plot(x, y, color=GRAY, linestyle=style, linewidth=0.9, label=label, zorder=1.5)


def exponents_figure(rows: Sequence[Mapping[str, Fraction]]) -> Figure:
    """Draw the exponents of the rates as in figure 1(c): regret T^beta at epsilon = T^-alpha, for d = T.

    Args:
        rows: alpha and the exponent of each rate.
    """
    with styled():
        figure = Figure(figsize=(5.8, 4.4), layout="constrained")
        axes = figure.subplots()
        axes.grid()
        columns = {name: np.array([float(row[name]) for row in rows]) for name in rows[0]}
        alpha = columns["alpha"]
        best_before = np.minimum(columns["predecessor"], columns["predecessor_footnote"])
        solid, dashed, dotted = "solid", (0, (5, 2)), (0, (1, 1.2))
        axes.plot(alpha, columns["predecessor"], color=ORANGE, linestyle=dotted, label="predecessor, main algorithm")
        axes.plot(alpha, best_before, color=ORANGE, linestyle=solid, label="predecessor, better of two")
        axes.plot(alpha, columns["lazy_printed"], color=BLUE, linestyle=dashed, label="lazy-to-private, as printed")
        axes.plot(alpha, columns["lazy_corrected"], color=BLUE, linestyle=solid, label="lazy-to-private, corrected")
        axes.plot(alpha, columns["non_private"], color=GREEN, linestyle=solid, label="not private")
        for corner, words in ((1 / 6, "1/6"), (1 / 4, "1/4")):
            axes.plot([corner], [1 / 2], "o", color=INK, markersize=4, zorder=4)
            axes.annotate(words, (corner, 1 / 2), (0, -12), textcoords="offset points", ha="center", fontsize=8)
        axes.set_xlim(0, 1)
        axes.set_ylim(0.4, 1.02)
        axes.set_xlabel(r"$\alpha$, where $\epsilon = T^{-\alpha}$")
        axes.set_ylabel(r"$\beta$, where the regret is $T^{\beta}$")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
        axes.set_title("Exponents of the regret for d = T experts, logarithms ignored", loc="left")
        axes.legend(loc="upper left", fontsize="small")
    return figure


# The command


EXPERIMENT: Final = Experiment(
    name="lazy-regret",
    help="""Measure the regret of lazy-to-private and three other algorithms, against epsilon and the rounds.

    Writes lazy-regret-runs.csv (each run), lazy-regret.csv (means and bands) and a figure of these, and
    lazy-exponents.csv with a figure: the exponents of the rates that are printed, and of a corrected one. What
    lazy-regret-runs.csv holds already is not measured again: an interrupted run goes on, and more runs add to it.
    """,
    options=(
        Option(name="runs", help="Runs of each setting, each with losses of its own.", full=16, quick=4),
        Option(name="seed", help="Decides all losses and coins.", full=0),
        Option(name="rounds", help="The most rounds.", full=2**18, quick=2**12),
        Option(name="experts", help="The number of experts.", full=16, quick=8),
        Option(
            name="epsilon",
            help="A budget; an exact decimal or fraction.",
            full=("0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"),
            quick=("0.05", "0.2", "1"),
            exact="E",
        ),
        Option(name="adversary", help="Whose losses.", full=tuple(ADVERSARIES), choices=tuple(ADVERSARIES)),
    ),
    plan=lambda _quick, *, adversary, epsilon, **sizes: Plan(adversary, epsilon, **sizes),
    inputs=INPUTS,
    outputs=OUTPUTS,
    summary=Summary(SUMMARY, summary),
    known=Known("lazy-exponents", EXPONENT_COLUMNS, exponent_rows, lambda: exponents_figure(exponents())),
    figures=lambda plan, rows: {"lazy-regret": regret_figure(plan, rows)},
)
