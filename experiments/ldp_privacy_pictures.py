"""The figure of the experiment on what a locally private report loses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter

from dpassay.experiments.frame.runs import Row
from dpassay.experiments.ldp_privacy import EXP3, WMA, Plan
from dpassay.figures.style import BLUE, GREEN, INK, ORANGE, PINK, RED, SKY, add_caption, styled

COLORS: Final = (ORANGE, BLUE, GREEN, RED, PINK, SKY)
STYLES: Final = {"printed": ("solid", "o"), "corrected": ((0, (4, 2)), "s")}
"""Printed calibrations are drawn in solid lines, corrected ones in dashed ones."""


def privacy_figure(plan: Plan, rows: Sequence[Row]) -> Figure:
    """Draw the largest losses found, in units of epsilon, against T and against epsilon.

    Args:
        plan: what was measured.
        rows: its rows.
    """
    searched = [row for row in rows if row["search"] == "searched" and row["epsilon"]]
    exp3, wma = ([row for row in searched if row["learner"] == learner] for learner in (EXP3, WMA))
    epsilon, least, largest = _middle(plan), min(plan.epsilons), max(plan.deltas)
    swept = [row for row in exp3 if int(row["rounds"]) == plan.swept_rounds]
    with styled():
        figure = Figure(figsize=(10.6, 4.4), layout="constrained")
        panels = figure.subplots(1, 3)
        _draw(panels[0], [row for row in exp3 if row["epsilon"] == str(epsilon)], "rounds", plan.sizes)
        _draw(panels[1], swept, "budget", plan.sizes)
        few = [row for row in wma if (row["epsilon"], row["delta"]) == (str(least), str(largest))]
        _draw(panels[2], few, "rounds", plan.wma_sizes)
        panels[0].set_title("private EXP3 (algorithm 2)", loc="left")
        panels[1].set_title("private EXP3 (algorithm 2)", loc="left")
        panels[2].set_title("private WMA (algorithm 1)", loc="left")
        panels[0].set_xlabel(f"rounds T, at epsilon = {float(epsilon):g}")
        panels[1].set_xlabel(f"epsilon, at T = {plan.swept_rounds}")
        panels[2].set_xlabel(f"rounds T, at epsilon = {float(least):g}, delta = {float(largest):g}")
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


def _draw(axes: Axes, rows: Sequence[Row], column: str, sizes: Iterable[tuple[int, int]]) -> None:
    axes.grid()
    axes.set_xscale("log")
    for color, size in zip(COLORS * 10, sizes, strict=False):
        mine = [row for row in rows if (int(row["hypotheses"]), int(row["labels"])) == size]
        for calibration, (style, marker) in STYLES.items():
            points = sorted(
                (float(row[column]), float(row["loss_over_budget"]))
                for row in mine
                if row["calibration"] == calibration
            )
            label = f"K = {size[0]}, M = {size[1]:,}" if calibration == "printed" else None
            x, y = ([point[axis] for point in points] for axis in (0, 1))
            axes.plot(x, y, color=color, linestyle=style, marker=marker, markersize=3, label=label)
    axes.axhline(1, color=INK, linewidth=0.8, zorder=1.2)
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(LogLocator(10))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.legend(loc="lower right" if column == "rounds" else "lower left", fontsize="x-small")
