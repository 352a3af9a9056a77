"""The experiment on private estimates of KL divergence: table, figures and command."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure

from dpassay.experiments import the_experiment
from dpassay.experiments.measures.kl_plan import INPUTS, LAMBDAS, Plan
from dpassay.experiments.measures.private_kl import CALIBRATIONS, MODELS, NONE
from dpassay.experiments.priest_kld import at, best_lambda, figures, report
from tests.cli import harness

PLAN = Plan((5, 20, 174), (Fraction(1, 2), Fraction(1), Fraction(6)), 0.05, 10, 0.001, 2, 0)


@pytest.fixture(scope="module")
def rows() -> list[Any]:
    return [{**task.inputs, **task.compute()} for task in PLAN.tasks()]


def test_the_best_lambda_has_the_least_error(rows: list[Any]) -> None:
    here = at(rows, sampled=20, epsilon=Fraction(1, 2))
    for model in MODELS:
        mine = [row for row in here if (row["model"], row["calibration"]) == (model, "corrected")]
        least = min(mine, key=lambda row: float(row["mse_mean"]))
        assert best_lambda(here, model, "corrected") == least["lambda"]


def test_rows_without_noise_are_at_every_epsilon(rows: list[Any]) -> None:
    for epsilon in PLAN.epsilons:
        here = at(rows, sampled=20, epsilon=epsilon)
        assert sum(row["model"] == NONE for row in here) == len(LAMBDAS)
        assert {row["epsilon"] for row in here} == {"", f"{float(epsilon):g}"}


def test_the_table_shows_printed_beside_corrected(rows: list[Any]) -> None:
    words, listing = report(PLAN, rows)
    assert isinstance(words, str)
    assert "over the 90 pairs" in words
    assert not isinstance(listing, str)
    assert [tuple(line[:2]) for line in listing.rows] == [
        (NONE, ""),
        *((model, calibration) for model in MODELS for calibration in CALIBRATIONS),
    ]
    real = {tuple(line[:2]): line[-1] for line in listing.rows}
    assert [real[model, "corrected"] for model in MODELS] == ["0.05"] * 3
    assert real["TAgg", "printed"] == "1"


def test_figures_show_every_curve(rows: list[Any]) -> None:
    drawn = figures(PLAN, rows)
    assert list(drawn) == [f"priest-kld-{name}" for name in ("lambda", "epsilon", "noise", "clients")]
    lines = {name: [len(axes.get_lines()) for axes in figure.axes] for name, figure in drawn.items()}
    assert lines["priest-kld-lambda"] == [7] * 6
    assert lines["priest-kld-epsilon"] == [6, 6, 6, 7, 7, 7]
    assert lines["priest-kld-noise"] == [6, 6, 6]
    assert lines["priest-kld-clients"] == [7, 7, 0, 6, 6, 6]


def test_a_curve_is_the_numbers_of_its_rows(rows: list[Any]) -> None:
    axes = figures(PLAN, rows)["priest-kld-lambda"].axes[1]
    (line,) = (one for one in axes.get_lines() if one.get_label() == "Dist, corrected")
    mine = [
        row for row in at(rows, sampled=20, epsilon=1) if (row["model"], row["calibration"]) == ("Dist", "corrected")
    ]
    assert list(line.get_xdata()) == pytest.approx([k / 10 for k in range(21)])
    assert list(line.get_ydata()) == pytest.approx([float(row["mse_mean"]) for row in mine])


@pytest.mark.slow
def test_the_command_writes_a_table_and_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All figures are drawn once, as "svg": drawing is what takes the time, and is the same for "png"."""
    draw = Figure.savefig
    monkeypatch.setattr(Figure, "savefig", lambda *args, **how: draw(*args, **how) if how["format"] == "svg" else None)
    small = ["--quick", "--runs", "1", "--draws", "5", "--sampled", "9", "--epsilon", "1"]
    result = harness.run("experiment", "priest-kld", "--out", tmp_path, *small, columns=None)
    assert result.exit_code == 0, result.output
    names = {
        f"priest-kld-{name}.{kind}" for name in ("lambda", "epsilon", "noise", "clients") for kind in ("png", "svg")
    }
    assert {path.name for path in tmp_path.iterdir()} == {"priest-kld.csv", *names}
    assert the_experiment("priest-kld").inputs == INPUTS


def test_without_scikit_learn_the_command_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.experiments.measures.digit_pairs.load_digits", _no_images)
    result = harness.run("experiment", "priest-kld", "--out", tmp_path, "--seed", "12345", columns=None)
    assert result.exit_code == 2
    assert "scikit-learn = not installed" in result.output


def _no_images() -> None:
    raise ValueError("scikit-learn = not installed: expected it")
