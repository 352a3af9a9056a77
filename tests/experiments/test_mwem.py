"""The experiment on MWEM and its smooth forms: table, figures and command."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure

from dpassay.experiments import the_experiment
from dpassay.experiments.measures import mwem_losses
from dpassay.experiments.measures.mwem_errors import INPUTS, MECHANISMS, Plan
from dpassay.experiments.mwem import at, figures, losses_figure, report
from tests.cli import harness

PLAN = Plan(
    (Fraction(1, 2), Fraction(1), Fraction(5)), (2, 3, 6), (Fraction(1, 50), Fraction(1, 10), Fraction(1)), 2, 0
)


@pytest.fixture(scope="module")
def rows() -> list[Any]:
    return [{**task.inputs, **task.compute()} for task in PLAN.tasks()]


def test_rows_of_a_sweep(rows: list[Any]) -> None:
    here = at(rows, PLAN, free="epsilon", workload="ranges")
    assert sorted((row["mechanism"], row["epsilon"]) for row in here) == sorted(
        (mechanism, epsilon) for mechanism in MECHANISMS for epsilon in ("0.5", "1", "5")
    )
    assert {(row["rounds"], row["sigma"]) for row in here} == {("3", "0.1"), ("3", "")}
    assert [row["mechanism"] for row in at(rows, PLAN, free="sigma", workload="ranges")].count("mwem") == 1


def test_the_table_shows_every_mechanism(rows: list[Any]) -> None:
    first, second, listing = report(PLAN, rows)
    assert str(first).startswith("thresholds: the uniform distribution is off by up to 0.311")
    assert str(second).startswith("ranges: ")
    assert not isinstance(listing, str)
    assert [line[0] for line in listing.rows] == ["thresholds"] * 4 + ["ranges"] * 4
    assert {len(line) for line in listing.rows} == {len(listing.headings)}


def test_figures_show_every_curve(rows: list[Any]) -> None:
    drawn = figures(PLAN, rows)
    assert list(drawn) == [f"mwem-{name}" for name in ("epsilon", "rounds", "sigma")]
    lines = {name: [len(axes.get_lines()) for axes in figure.axes] for name, figure in drawn.items()}
    assert lines == {"mwem-epsilon": [13] * 4, "mwem-rounds": [13] * 4, "mwem-sigma": [14] * 4}


def test_a_curve_is_the_numbers_of_its_rows(rows: list[Any]) -> None:
    axes = figures(PLAN, rows)["mwem-rounds"].axes[3]
    (line,) = (one for one in axes.get_lines() if one.get_label() == "projected smooth MWEM, $D_T$")
    mine = [row for row in rows if (row["workload"], row["mechanism"]) == ("ranges", "projected_smooth_mwem")]
    values = {row["rounds"]: float(row["mean_last"]) for row in mine if (row["epsilon"], row["sigma"]) == ("1", "0.1")}
    assert list(line.get_xdata()) == [2, 3, 6]
    assert list(line.get_ydata()) == pytest.approx([values[rounds] for rounds in ("2", "3", "6")])


def test_the_figure_of_losses_has_a_bar_for_each_row() -> None:
    table = list(mwem_losses.rows())
    panels = losses_figure(table).axes
    assert [len(axes.patches) for axes in panels] == [12, 12]
    lengths = [float(bar.get_width()) for axes in panels for bar in axes.patches]  # type: ignore[attr-defined]
    assert sorted(lengths) == pytest.approx(sorted(float(row["loss_over_epsilon"]) for row in table))


@pytest.mark.slow
def test_the_command_writes_a_table_and_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All figures are drawn once, as "svg": drawing is what takes the time, and is the same for "png"."""
    draw = Figure.savefig
    monkeypatch.setattr(Figure, "savefig", lambda *args, **how: draw(*args, **how) if how["format"] == "svg" else None)
    small = ["--quick", "--runs", "1", "--rounds", "2", "--sigma", "0.1", "--epsilon", "1"]
    result = harness.run("experiment", "mwem", "--out", tmp_path, *small, columns=None)
    assert result.exit_code == 0, result.output
    names = {f"mwem-{name}.{kind}" for name in ("epsilon", "rounds", "sigma") for kind in ("png", "svg")}
    names |= {f"mwem-losses.{kind}" for kind in ("csv", "png", "svg")}
    assert {path.name for path in tmp_path.iterdir()} == {"mwem.csv", *names}
    assert the_experiment("mwem").inputs == INPUTS


def test_without_scikit_learn_the_command_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.experiments.measures.patient_queries.load_patients", _no_table)
    result = harness.run("experiment", "mwem", "--out", tmp_path, "--seed", "12345", columns=None)
    assert result.exit_code == 2
    assert "scikit-learn = not installed" in result.output


def _no_table() -> None:
    raise ValueError("scikit-learn = not installed: expected it")
