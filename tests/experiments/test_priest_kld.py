"""The experiment on private estimates of KL divergence: plan, rows, table and figures."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpassay.experiments import the_experiment
from dpassay.experiments.measures.private_kl import CALIBRATIONS, MODELS, NONE, errors, truths
from dpassay.experiments.priest_kld import (
    INPUTS,
    LAMBDAS,
    OUTPUTS,
    Plan,
    Settings,
    at,
    best_lambda,
    figures,
    measured,
    report,
)
from tests.cli import harness

PLAN = Plan((5, 20, 174), (Fraction(1, 2), Fraction(1), Fraction(6)), 0.05, 10, 0.001, 2, 0)


@pytest.fixture(scope="module")
def rows() -> list[Any]:
    return [{**task.inputs, **task.compute()} for task in PLAN.tasks()]


def test_a_row_is_what_is_measured() -> None:
    settings = Settings("Trusted", "printed", Fraction(3, 10), Fraction(1, 2), 0.05, PLAN.how(20))
    assert tuple(settings.inputs) == INPUTS
    row = measured(settings)
    assert tuple(row) == OUTPUTS
    found, truth = errors("Trusted", "printed", PLAN.how(20), 0.3, epsilon=0.5, delta=0.05), truths(0, 0.001)
    assert float(row["divergence_mean"]) == pytest.approx(truth.mean())
    assert float(row["divergence_min"]) == pytest.approx(truth.min())
    assert float(row["divergence_max"]) == pytest.approx(truth.max())
    assert float(row["mse_mean"]) == pytest.approx(found.squared.mean())
    assert float(row["mse_min"]) == pytest.approx(found.squared[truth.argmin()])
    assert float(row["mse_max"]) == pytest.approx(found.squared[truth.argmax()])
    assert float(row["noise_max"]) == pytest.approx(found.noise[truth.argmax()] / truth.max())


def test_inputs_name_all_that_decides_a_row() -> None:
    settings = Settings("Dist", "corrected", Fraction(3, 10), Fraction(1, 2), 0.05, PLAN.how(20))
    changes: list[dict[str, Any]] = [
        {"model": "TAgg"},
        {"calibration": "printed"},
        {"weight": Fraction(1)},
        {"epsilon": Fraction(1)},
        {"delta": 0.1},
        {"how": PLAN.how(5)},
        *({"how": replace(PLAN.how(20), **{name: 3})} for name in ("draws", "runs", "seed")),
        {"how": replace(PLAN.how(20), floor=0.01)},
    ]
    told = [tuple(replace(settings, **change).inputs.values()) for change in changes]
    assert len({*told, tuple(settings.inputs.values())}) == len(changes) + 1


def test_the_plan_is_a_sweep_over_epsilon_and_one_over_clients(rows: list[Any]) -> None:
    assert (
        len(rows) == len(LAMBDAS) * (3 + 6 * (3 + 2 + 2)) == len({tuple(row[name] for name in INPUTS) for row in rows})
    )
    assert PLAN.middle == 20
    assert PLAN.three == (Fraction(1), Fraction(6))
    wide = Plan((5,), tuple(Fraction(k) for k in range(1, 8)), 0.05, 10, 0.001, 2, 0)
    assert wide.three == tuple(map(Fraction, (4, 6, 7)))
    assert wide.wide == tuple(map(Fraction, (1, 4, 7)))
    assert {row["lambda"] for row in rows} >= {"0", "0.1", "1", "2"}
    assert {(row["model"], row["calibration"]) for row in rows} == {
        (NONE, ""),
        *((model, calibration) for model in MODELS for calibration in CALIBRATIONS),
    }


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


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sampled": ()}, "sampled = : expected numbers from 1 to 174"),
        ({"sampled": (0, 5)}, "sampled = 0, 5: expected numbers from 1 to 174"),
        ({"sampled": (5, 175)}, "sampled = 5, 175: expected numbers from 1 to 174"),
        ({"epsilons": ()}, "epsilons = : expected numbers above 0"),
        ({"epsilons": (Fraction(0),)}, "epsilons = 0: expected numbers above 0"),
        ({"epsilons": (Fraction(101),)}, "epsilons = 101: expected numbers of at most 100"),
        ({"delta": 0.0}, "delta = 0.0: expected a number strictly between 0 and 1"),
        ({"delta": 1.0}, "delta = 1.0: expected a number strictly between 0 and 1"),
        ({"floor": 0.0}, "floor = 0.0: expected a number above 0 and at most 1"),
        ({"floor": float("nan")}, "floor = nan: expected a number above 0 and at most 1"),
        ({"draws": 0}, "draws = 0: expected an integer of at least 1"),
        ({"draws": 10**5}, "draws = 100000: expected at most 100000 / runs"),
        ({"runs": 0}, "runs = 0: expected an integer from 1"),
        ({"seed": -1}, "seed = -1: expected an integer of at least 0"),
    ],
)
def test_what_cannot_be_measured_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(PLAN, **changes)


@pytest.mark.slow
def test_the_command_writes_a_table_and_figures(tmp_path: Path) -> None:
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
