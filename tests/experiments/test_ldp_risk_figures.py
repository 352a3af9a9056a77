"""Figures of the experiment on locally private distribution learning: they show the numbers of the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes

from dpassay.audit.reports import plots
from dpassay.experiments.frame.runs import Row
from dpassay.experiments.ldp_risk import BOUND_STYLES, STYLES, Plan, inputs_of, kl_figure, summary, tv_figure

PLAN = Plan(("hadamard", "dirichlet"), "corrected", (Fraction(1, 2), Fraction(1), Fraction(3)), 1000, 8, 16, 50, 3, 0)


def rows(plan: Plan = PLAN, factor: float = 1.0) -> list[Row]:
    """Return the summary of made-up runs: the KL-risk is T + K + the run, the total variation 1/K."""
    return summary(
        [
            {
                **inputs_of(settings),
                "kl_risk": str(factor * (settings.rounds + settings.hypotheses + settings.run)),
                "tv_risk": str(1 / settings.hypotheses),
                "truth_weight": "0.5",
            }
            for run in range(plan.runs)
            for settings in plan.settings(run)
        ]
    )


def shown(axes: Axes, label: str) -> tuple[list[float], list[float]]:
    (line,) = [line for line in axes.get_lines() if line.get_label() == label]
    x, y = (np.asarray(values, np.float64).tolist() for values in (line.get_xdata(), line.get_ydata()))
    return x, y


def labels(panels: Sequence[Axes]) -> set[Any]:
    return {line.get_label() for axes in panels for line in axes.get_lines()}


@pytest.mark.parametrize("count", [1, 2])
def test_a_row_of_panels_for_each_nature(count: int) -> None:
    plan = replace(PLAN, natures=PLAN.natures[:count])
    for draw in (kl_figure, tv_figure):
        figure = draw(plan, rows(plan))
        assert len(figure.axes) == 3 * count
        assert [axes.get_title(loc="left").split(":")[0] for axes in figure.axes[::3]] == list(plan.natures)


def test_lines_show_the_means() -> None:
    over_rounds, over_sizes, over_epsilon = kl_figure(PLAN, rows()).axes[:3]
    for label, *_ in STYLES.values():
        assert shown(over_rounds, label) == ([100, 316, 1000], [109, 325, 1009])
        assert shown(over_sizes, label) == ([4, 16], [55, 67])
        assert shown(over_epsilon, label) == ([0.5, 1, 3], [1009, 1009, 1009])
    over_sizes = tv_figure(PLAN, rows()).axes[1]
    assert shown(over_sizes, STYLES["bayes"][0]) == ([4, 16], [0.25, 0.0625])


def test_lines_show_the_bounds() -> None:
    found = rows()
    panel = kl_figure(PLAN, found).axes[0]
    wanted = {int(row["rounds"]): row for row in found if (row["epsilon"], row["hypotheses"]) == ("1.0", "8")}
    for name, (label, *_) in BOUND_STYLES.items():
        x, y = shown(panel, label)
        assert y == [float(wanted[int(length)][name]) for length in x]
        assert len(x) == 3


def test_the_lower_bound_is_drawn_for_its_class_only() -> None:
    panels = kl_figure(PLAN, rows()).axes
    lower = BOUND_STYLES["lower"][0]
    assert lower in labels(panels[:3])
    assert lower not in labels(panels[3:])
    printed = replace(PLAN, calibration="printed")
    assert lower in labels(kl_figure(printed, rows(printed)).axes[:3])  # that of randomized response


def test_a_bound_above_1_on_the_total_variation_is_told_and_not_drawn() -> None:
    figure = tv_figure(PLAN, rows())
    assert not {label for label, *_ in BOUND_STYLES.values()} & labels(figure.axes)
    assert "Theorems 4 and 5 bound it by" in figure.get_supxlabel()


def test_the_same_numbers_give_the_same_file(tmp_path: Path) -> None:
    plan = replace(PLAN, natures=PLAN.natures[:1])
    for name, factor in (("first", 1.0), ("second", 1.0), ("other", 2.0)):
        plots.save(kl_figure(plan, rows(plan, factor)), tmp_path / f"{name}.svg")
    first, second, other = ((tmp_path / f"{name}.svg").read_bytes() for name in ("first", "second", "other"))
    assert first == second != other
