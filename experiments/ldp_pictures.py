"""Figures of the experiment on locally private online distribution learning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter, NullLocator

from dpassay.experiments.frame.runs import Row
from dpassay.experiments.ldp_risk import BAND, DELTA, Plan, is_bounded_below, tv_bound
from dpassay.figures.style import BLUE, FAINT, GREEN, INK, ORANGE, RED, add_caption, add_legend, styled

LEARNERS: Final = {
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

DOTTED: Final = (0, (1, 1.2))
DASHED: Final = (0, (6, 2))
DASH_DOTTED: Final = (0, (5, 1.5, 1, 1.5))

BOUNDS: Final = {
    "trivial": ("T log K", INK, DASHED),
    "theorem_4": ("theorem 4, constant 12", BLUE, DOTTED),
    "theorem_5": ("theorem 5, constant 6", ORANGE, DOTTED),
    "lower": ("theorem 3 from below, constant 3/40", INK, DASH_DOTTED),
    "non_private": ("log K", GREEN, DOTTED),
}
"""The label, color and style of each bound on the KL-risk."""

TV_BOUNDS: Final = ("theorem_4", "theorem_5")


@dataclass(frozen=True, slots=True)
class Measure:
    """A risk to be drawn: the columns of its mean and band in a summary, and the label of its axis."""

    mean: str
    low: str
    high: str
    label: str


KL: Final = Measure("mean_kl", "low_kl", "high_kl", "KL-risk in nats")
TV: Final = Measure("mean_tv", "low_tv", "high_tv", "average total variation")


def kl_figure(plan: Plan, rows: Sequence[Row]) -> Figure:
    """Draw the KL-risk with its bounds against T, K and epsilon, a row of panels for each nature.

    Args:
        plan: what was measured.
        rows: its summary.
    """
    return _figure(plan, rows, KL, _draw_kl_bounds, "")


def tv_figure(plan: Plan, rows: Sequence[Row]) -> Figure:
    """Draw the average total variation with its bounds against T, K and epsilon, a row of panels for each nature.

    Args:
        plan: what was measured.
        rows: its summary.
    """
    least = min(tv_bound(int(row["rounds"]), float(row[name])) for row in rows for name in TV_BOUNDS)
    told = f" Theorems 4 and 5 bound it by {least:.3g} or more here, with constants 12 and 6 and Pinsker's inequality."
    return _figure(plan, rows, TV, _draw_tv_bounds, told)


def _figure(
    plan: Plan,
    rows: Sequence[Row],
    measure: Measure,
    draw_bounds: Callable[[Axes, Sequence[Row], str], None],
    told: str,
) -> Figure:
    with styled():
        count = len(plan.natures)
        figure = Figure(figsize=(10.2, 1.4 + 2.45 * count), layout="constrained")
        grid = figure.subplots(count, 3, sharey="row", squeeze=False)
        for line, nature in zip(grid, plan.natures, strict=True):
            mine = [row for row in rows if row["nature"] == nature]
            for axes, (column, chosen) in zip(line, _sweeps(plan, mine).items(), strict=True):
                axes.grid()
                axes.set_xscale("log")
                if measure is KL:
                    axes.set_yscale("log")
                draw_bounds(axes, chosen, column)
                _draw_learners(axes, chosen, column, measure)
                _mark(axes, plan, column)
            line[0].set_ylabel(measure.label)
            line[0].set_title(_title(nature, mine), loc="left")
            if measure is TV:
                line[0].set_ylim(-0.03, 1.03)
        _name_sweeps(grid[-1], plan)
        add_legend(
            figure,
            grid.flat,
            5,
            [styles[0] for styles in LEARNERS.values()] + [styles[0] for styles in BOUNDS.values()],
        )
        add_caption(figure, _caption(plan) + told)
    return figure


def _sweeps(plan: Plan, rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows of each sweep, by the column that is swept."""

    def chosen(points: Iterable[tuple[float, int, int]]) -> list[Row]:
        wanted = set(points)
        return [row for row in rows if (float(row["epsilon"]), int(row["rounds"]), int(row["hypotheses"])) in wanted]

    middle = float(plan.middle)
    return {
        "rounds": chosen((middle, length, plan.hypotheses) for length in plan.lengths),
        "hypotheses": chosen((middle, plan.wide_rounds, size) for size in plan.sizes),
        "epsilon": chosen((float(epsilon), plan.rounds, plan.hypotheses) for epsilon in plan.epsilons),
    }


def _curve(rows: Iterable[Row], column: str, *names: str) -> list[np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """The swept numbers and some columns, in order."""
    ordered = sorted(rows, key=lambda row: float(row[column]))
    return [np.array([float(row[name]) for row in ordered]) for name in (column, *names)]


def _draw_learners(axes: Axes, rows: Sequence[Row], column: str, measure: Measure) -> None:
    """Draw the mean and the band of each learner."""
    for learner, (label, color, marker, size, width) in LEARNERS.items():
        mine = [row for row in rows if row["learner"] == learner]
        x, mean, low, high = _curve(mine, column, measure.mean, measure.low, measure.high)
        axes.fill_between(x, low, high, color=color, alpha=0.14, linewidth=0)
        axes.plot(x, mean, color=color, marker=marker, markersize=size, linewidth=width, label=label)


def _draw_kl_bounds(axes: Axes, rows: Sequence[Row], column: str) -> None:
    """Draw the bounds; the lower one where it speaks of the class."""
    for name, (label, color, style) in BOUNDS.items():
        of_class = [row for row in rows if is_bounded_below(row) and row[name]] if name == "lower" else rows
        mine = {row[column]: row for row in of_class}  # a bound is the same for all learners
        x, y = _curve(mine.values(), column, name)
        if len(x) > 0:
            axes.plot(x, y, color=color, linestyle=style, linewidth=1.1, label=label, zorder=2.5)


def _draw_tv_bounds(axes: Axes, rows: Sequence[Row], column: str) -> None:
    """Draw what follows from theorems 4 and 5, where it says anything."""
    for name in TV_BOUNDS:
        label, color, style = BOUNDS[name]
        mine = {row[column]: row for row in rows}
        x, rounds, kl = _curve(mine.values(), column, "rounds", name)
        y = [tv_bound(int(length), bound) for length, bound in zip(rounds, kl, strict=True)]
        if min(y) < 1:
            axes.plot(x, y, color=color, linestyle=style, linewidth=1.1, label=label, zorder=2.5)


def _mark(axes: Axes, plan: Plan, column: str) -> None:
    """Name what was measured on the abscissa, where it fits."""
    axes.xaxis.set_minor_locator(NullLocator())
    if column == "rounds":
        axes.xaxis.set_major_locator(LogLocator(10))
        axes.xaxis.set_minor_formatter(NullFormatter())
    else:
        places = plan.sizes if column == "hypotheses" else [float(epsilon) for epsilon in plan.epsilons]
        axes.set_xticks(places, [f"{place:g}" for place in places])


def _title(nature: str, rows: Sequence[Row]) -> str:
    sizes = {(int(row["labels"]), int(row["hypotheses"])) for row in rows}
    labels = {count for count, _ in sizes}
    few = "M = K" if all(count == size for count, size in sizes) else "M of about K"
    told = f"M = {labels.pop():,}" if len(labels) == 1 else few
    return f"{TITLES[nature]}, {told} labels"


def _name_sweeps(line: Sequence[Axes], plan: Plan) -> None:
    size, middle = f"K = {plan.hypotheses}", f"epsilon = {float(plan.middle):g}"
    line[0].set_xlabel(f"rounds T, at {size}, {middle}")
    line[1].set_xlabel(f"hypotheses K, at T = {plan.wide_rounds:,}, {middle}")
    line[2].set_xlabel(f"epsilon, at T = {plan.rounds:,}, {size}")


def _caption(plan: Plan) -> str:
    low, high = (f"{100 * level:g}" for level in BAND)
    return (
        f"Calibration of the private algorithms: {plan.calibration}; private WMA at delta = {DELTA:g}. Lines: means of "
        f"{plan.runs} runs, each with a true hypothesis of its own.\n"
        f"Bands: from the {low} % to the {high} % quantile of the runs."
    )
