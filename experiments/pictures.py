"""Figures of the experiments."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator, SymmetricalLogLocator
from numpy.typing import NDArray

from dpassay.experiments.frame.runs import Row
from dpassay.experiments.lazy_excess import BOUNDS
from dpassay.experiments.lazy_regret import BAND, Plan
from dpassay.figures.style import BLUE, GRAY, GREEN, INK, ORANGE, RED, add_caption, add_legend, styled

Floats = NDArray[np.float64]

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

DECADES: Final = 3
"""How many decades an axis of regrets has above the part around 0 that is linear, if it has one."""


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
            _regret_scale(line, mine)
            _mark_epsilons(line[0], [float(epsilon) for epsilon in plan.epsilons])
            _mark_lengths(line[1], plan.lengths)
            _draw_slopes(line[1], mine, plan)
        grid[-1, 0].set_xlabel(f"epsilon, in T = {plan.rounds:,} rounds")
        grid[-1, 1].set_xlabel(f"rounds T, at epsilon = {float(plan.middle):g}")
        add_legend(figure, [grid[0, 1]], 6)
        add_caption(figure, _caption(plan))
    return figure


def _caption(plan: Plan) -> str:
    low, high = (f"{100 * level:g}" for level in BAND)
    return (
        f"{plan.experts} experts, {plan.runs} runs, each with losses of its own. "
        "Lines: the mean of the expected regret given the losses.\n"
        f"Bands: from the {low} % to the {high} % quantile of the regret of a run. Where it can be negative, "
        "the axis is linear around 0."
    )


def _draw_panel(axes: Axes, rows: Sequence[Row], column: str) -> None:
    """Draw the mean and the band of each algorithm."""
    axes.grid()
    axes.set_xscale("log")
    for algorithm, (label, color, marker, markersize) in ALGORITHMS.items():
        mine = sorted((row for row in rows if row["algorithm"] == algorithm), key=lambda row: float(row[column]))
        x, low, high, mean = (
            np.array([float(row[name]) for row in mine])
            for name in (column, "low_regret", "high_regret", "mean_expected_regret")
        )
        axes.fill_between(x, low, high, color=color, alpha=0.12, linewidth=0)
        for edge in (low, high):
            axes.plot(x, edge, color=color, alpha=0.5, linewidth=0.6)
        axes.plot(x, mean, color=color, marker=marker, markersize=markersize, label=label)


def _regret_scale(line: Iterable[Axes], rows: Sequence[Row]) -> None:
    """Choose a logarithmic axis, or, where a band reaches below 0, one that is linear around 0."""
    means, lows, highs = (
        np.array([float(row[name]) for row in rows]) for name in ("mean_expected_regret", "low_regret", "high_regret")
    )
    low, high = float(min(lows.min(), means.min())), float(max(highs.max(), means.max(), 1.0))
    linear = 10.0 ** max(0, math.ceil(math.log10(high)) - DECADES)
    for axes in line:
        if low > 0:
            axes.set_yscale("log")
            axes.set_ylim(low / 1.6, high * 1.6)
        else:
            axes.set_yscale("symlog", linthresh=linear, linscale=0.5)
            axes.set_ylim(1.6 * min(low, -linear), 1.6 * high)
            axes.yaxis.set_major_locator(SymmetricalLogLocator(base=10, linthresh=linear))
            axes.axhline(0, color=INK, linewidth=0.6, zorder=1.2)


def _mark_epsilons(axes: Axes, epsilons: Sequence[float]) -> None:
    axes.set_xticks(list(epsilons), [f"{epsilon:g}" for epsilon in epsilons])
    axes.xaxis.set_minor_locator(NullLocator())


def _mark_lengths(axes: Axes, lengths: Sequence[int]) -> None:
    """Name powers of two as such, if the most rounds are one."""
    if all(length.bit_count() == 1 for length in lengths):
        axes.set_xticks(list(lengths), [f"$2^{{{length.bit_length() - 1}}}$" for length in lengths])
        axes.xaxis.set_minor_locator(NullLocator())
    else:
        axes.xaxis.set_major_locator(LogLocator(10))
        axes.xaxis.set_minor_formatter(NullFormatter())


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


EXCESS_PANELS: Final = (
    ("guided", "excess", "learning_rate", ("asi_11", "linear"), "learning rate eta", "excess / bound"),
    ("guided", "quotient", "batch", ("asi_11b", "sharp"), "rounds in a batch, B", "regret or excess / bound"),
    ("printed", "regret", "rounds", ("asi_33", "asi_35", "asi_33_corrected"), "rounds T", "regret / bound"),
)
"""The search, its goal, the abscissa, the bounds, and the labels of each panel of the figure on the excess."""

EXCESS_TITLES: Final = (
    "what batches add, at worst",
    "the whole regret, constant before all",
    "theorem 3.10 at epsilon = T^(-1/4)",
)

BOUND_STYLES: Final = {
    "asi_11": (RED, "o", "solid"),
    "asi_11b": (RED, "o", "solid"),
    "asi_33": (RED, "o", "solid"),
    "asi_35": (ORANGE, "D", "solid"),
    "linear": (BLUE, "s", (0, (5, 2))),
    "sharp": (BLUE, "s", (0, (5, 2))),
    "asi_33_corrected": (BLUE, "s", (0, (5, 2))),
}
"""Printed bounds are drawn in solid lines, corrected ones in dashed ones."""


def excess_figure(rows: Sequence[Row]) -> Figure:
    """Draw the largest quotients of what is lost by what is printed, and by what is proved in its place.

    Args:
        rows: those of the experiment on the excess.
    """
    with styled():
        figure = Figure(figsize=(10.2, 3.9), layout="constrained")
        panels = figure.subplots(1, len(EXCESS_PANELS))
        for axes, title, panel in zip(panels, EXCESS_TITLES, EXCESS_PANELS, strict=True):
            search, goal, column, names, *_ = panel
            mine = [row for row in rows if (row["search"], row["goal"]) == (search, goal)]
            _draw_quotients(axes, mine, column, names)
            if column == "batch":
                batches = sorted({int(row[column]) for row in mine})
                axes.set_xticks(batches, list(map(str, batches)))
                axes.xaxis.set_minor_locator(NullLocator())
            axes.set_title(title, loc="left")
            axes.set_xlabel(panel[4])
            axes.set_ylabel(panel[5])
        add_caption(
            figure,
            "Each point: the largest quotient found over all numbers of experts and all other sizes, "
            "the O() of the source at constant 1.\nA bound holds, for some constant, where its line stays bounded.",
        )
    return figure


def _draw_quotients(axes: Axes, rows: Sequence[Row], column: str, names: Sequence[str]) -> None:
    axes.grid()
    axes.set_xscale("log")
    axes.set_yscale("log")
    for name in names:
        color, marker, style = BOUND_STYLES[name]
        largest: dict[float, float] = {}
        for row in rows:
            place = float(Fraction(row[column]))
            largest[place] = max(largest.get(place, 0.0), float(row[f"over_{name}"]))
        x = sorted(largest)
        bound = BOUNDS[name]
        label = f"{bound.claim}: {bound.formula}"
        axes.plot(
            x, [largest[place] for place in x], color=color, marker=marker, linestyle=style, markersize=4, label=label
        )
    axes.axhline(1, color=INK, linewidth=0.6, zorder=1.2)
    low, high = axes.get_ylim()
    axes.set_ylim(low, high * (high / low) ** 0.25)  # room for the legend
    axes.legend(loc="upper left", fontsize="x-small")
