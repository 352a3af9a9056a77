"""Figures of the experiment on regret: they show the numbers of the tables, and come out the same each time."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from dpassay.audit.reports import plots
from dpassay.experiments.frame.runs import Row
from dpassay.experiments.lazy_regret import ALGORITHMS, Plan, exponents_figure, regret_figure, summary
from dpassay.experiments.measures.rates import exponents

PLAN = Plan(("stochastic", "block-random"), (Fraction(1, 10), Fraction(1, 2)), 1024, 4, 3, 0)


def rows(offset: float = 100.0, plan: Plan = PLAN) -> list[Row]:
    """Return the summary of made-up runs: regrets grow with the run, around an offset."""
    return summary(
        [
            {
                **settings.inputs,
                "regret": str(offset + 10 * settings.run - 10),
                "expected_regret": str(offset + settings.rounds / 1024),
                "drawn_anew": "1",
            }
            for run in range(plan.runs)
            for settings in plan.settings(run)
        ]
    )


@pytest.mark.parametrize("count", [1, 2])
def test_a_row_of_panels_for_each_adversary(count: int) -> None:
    plan = Plan(PLAN.adversaries[:count], PLAN.epsilons, 1024, 4, 3, 0)
    figure = regret_figure(plan, rows(plan=plan))
    assert len(figure.axes) == 2 * count
    assert [axes.get_title(loc="left").split(":")[0] for axes in figure.axes[::2]] == list(plan.adversaries)


def test_lines_show_the_means() -> None:
    over_epsilon, over_rounds = regret_figure(PLAN, rows()).axes[:2]
    for axes, x, y in ((over_epsilon, [0.1, 0.5], [101, 101]), (over_rounds, [256, 512, 1024], [100.25, 100.5, 101])):
        shown = {line.get_label(): line for line in axes.get_lines()}
        for label, *_ in ALGORITHMS.values():
            assert np.asarray(shown[label].get_xdata()).tolist() == x
            assert np.asarray(shown[label].get_ydata()).tolist() == y


@pytest.mark.parametrize(("offset", "scale"), [(100.0, "log"), (5.0, "symlog")])
def test_a_band_below_zero_makes_the_axis_linear_around_zero(offset: float, scale: str) -> None:
    for axes in regret_figure(PLAN, rows(offset)).axes:
        assert axes.get_yscale() == scale
        low, high = axes.get_ylim()
        assert low < offset - 8 < offset + 8 < high


def test_rounds_that_are_no_powers_of_two_can_be_drawn(tmp_path: Path) -> None:
    plan = Plan(("alternating",), (Fraction(1),), 1500, 3, 1, 0)
    plots.save(regret_figure(plan, rows(plan=plan)), tmp_path / "regret.png")
    assert (tmp_path / "regret.png").read_bytes().startswith(b"\x89PNG")


def test_exponents_show_each_rate() -> None:
    (axes,) = exponents_figure(exponents()).axes
    shown = {line.get_label(): np.asarray(line.get_ydata(), np.float64) for line in axes.get_lines()}
    columns = {name: np.array([float(row[name]) for row in exponents()]) for name in exponents()[0]}
    assert (shown["lazy-to-private, as printed"] == columns["lazy_printed"]).all()
    assert (shown["lazy-to-private, corrected"] == columns["lazy_corrected"]).all()
    assert (shown["predecessor, better of two"] <= shown["predecessor, main algorithm"]).all()
    assert (shown["not private"] == 0.5).all()


def test_the_same_numbers_give_the_same_file(tmp_path: Path) -> None:
    for name in ("first.svg", "second.svg"):
        plots.save(regret_figure(PLAN, rows()), tmp_path / name)
    plots.save(regret_figure(PLAN, rows(200.0)), tmp_path / "other.svg")
    first, second, other = ((tmp_path / f"{name}.svg").read_bytes() for name in ("first", "second", "other"))
    assert first == second != other
