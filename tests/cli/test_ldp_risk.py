"""`dpassay experiment ldp-risk`: what it writes, what is not measured twice, what is refused, and contradictions."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from click.testing import Result

import dpassay.experiments.ldp_risk
from dpassay.experiments.frame.runs import DIGEST
from dpassay.experiments.ldp_risk import INPUTS, OUTPUTS, SUMMARY
from dpassay.experiments.measures.risk import Settings
from tests.cli import harness

SMALL = ["--rounds", "100", "--hypotheses", "4", "--most-hypotheses", "4", "--wide-rounds", "50", "--epsilon", "1"]
RUNS = 2 * 5  # two points, five learners
FIGURES = {f"ldp-risk-{risk}.{kind}" for risk in ("kl", "tv") for kind in ("png", "svg")}


def run(out: Path, *arguments: str, nature: str = "hadamard") -> Result:
    """Run the command in this process."""
    command = ["experiment", "ldp-risk", "--out", out, "--nature", nature, *SMALL, *arguments]
    return harness.run(*command, columns=None)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def lines(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_writes_tables_and_figures(tmp_path: Path) -> None:
    out = tmp_path / "new" / "out"
    result = run(out, "--runs", "2", "--nature", "many-labels")
    assert result.exit_code == 0, result.output
    assert set(contents(out)) == {"ldp-risk-runs.csv", "ldp-risk.csv", *FIGURES}
    for name, columns, count in (
        ("ldp-risk-runs.csv", (*INPUTS, *OUTPUTS, DIGEST), 2 * 2 * RUNS),
        ("ldp-risk.csv", SUMMARY, 2 * RUNS),
    ):
        header, *rows = lines(out / name)
        assert tuple(header) == columns
        assert len(rows) == count
        assert f"wrote {out / name}" in result.output
    assert "theorem 5 is below T log K from about T = " in result.output
    assert f"bounds: 0 contradicted by the means of {2 * RUNS} settings" in result.output


@pytest.fixture
def plain_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Save the title of a figure in place of the figure, which takes long to draw."""
    saving = "dpassay.audit.reports.plots.save"
    monkeypatch.setattr(saving, lambda figure, path: path.write_text(figure.get_supxlabel()))


@pytest.mark.usefixtures("plain_figures")
def test_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    run(whole, "--runs", "2")
    measured = dpassay.experiments.ldp_risk.measured
    done: list[object] = []

    def interrupted(settings: Settings) -> object:
        if len(done) == 7:
            raise KeyboardInterrupt
        done.append(settings)
        return measured(settings)

    with monkeypatch.context() as patch:
        patch.setattr("dpassay.experiments.ldp_risk.measured", interrupted)
        assert run(cut, "--runs", "2").exit_code == 130
    assert len(lines(cut / "ldp-risk-runs.csv")) == 1 + 7
    assert not (cut / "ldp-risk.csv").exists()
    assert "20 runs: 13 to be measured, 7 are in" in run(cut, "--runs", "2").output
    assert contents(cut) == contents(whole)


@pytest.mark.usefixtures("plain_figures")
def test_both_calibrations_have_their_place_in_one_table(tmp_path: Path) -> None:
    run(tmp_path, "--runs", "1")
    before = lines(tmp_path / "ldp-risk-runs.csv")
    result = run(tmp_path, "--runs", "1", "--calibration", "printed")
    assert result.exit_code == 0, result.output
    assert "10 runs: 4 to be measured, 6 are in" in result.output  # the other learners have no calibration
    after = lines(tmp_path / "ldp-risk-runs.csv")
    assert after[: len(before)] == before
    assert {row[INPUTS.index("calibration")] for row in after[len(before) :]} == {"printed"}


@pytest.mark.usefixtures("plain_figures")
def test_a_seed_decides_everything(tmp_path: Path) -> None:
    for name, seed in (("first", "3"), ("second", "3"), ("other", "4")):
        run(tmp_path / name, "--runs", "1", "--seed", seed)
    assert contents(tmp_path / "first") == contents(tmp_path / "second")
    assert contents(tmp_path / "first")["ldp-risk.csv"] != contents(tmp_path / "other")["ldp-risk.csv"]


@pytest.mark.usefixtures("plain_figures")
def test_a_contradiction_is_told_and_ends_with_exit_code_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "dpassay.experiments.measures.risk_bounds.trivial_bound", lambda rounds, hypotheses: 1e-3 * rounds
    )
    result = run(tmp_path, "--runs", "5", nature="point-masses")
    assert result.exit_code == 1
    assert "contradicted beyond chance: trivial (point-masses, uniform, 1.0, 100, 4)" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--epsilon", "0"], "epsilons = 0, 1: expected numbers above 0"),
        (["--epsilon", "much"], "epsilon = 'much'"),
        (["--hypotheses", "5"], "hypotheses = 5"),
        (["--most-hypotheses", "3"], "most_hypotheses = 3"),
        (["--wide-rounds", "1"], "wide_rounds = 1"),
        (["--runs", "0"], "runs = 0"),
        (["--runs", "99999999999999999999"], "runs = 99999999999999999999: expected an integer from 1 to 1000000"),
        (["--seed", "-1"], "seed = -1"),
        (["--rounds", "10"], "rounds = 10"),
        (["--nature", "kind"], "Invalid value for '--nature'"),
        (["--calibration", "mended"], "Invalid value for '--calibration'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(tmp_path: Path, arguments: list[str], message: str) -> None:
    result = run(tmp_path, *arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output
    assert contents(tmp_path) == {}


def test_a_foreign_table_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "ldp-risk-runs.csv"
    path.write_text("mine\n", encoding="utf-8")
    result = run(tmp_path, "--runs", "1")
    assert result.exit_code == 2
    assert "expected a table of an earlier run" in result.output
    assert path.read_text(encoding="utf-8") == "mine\n"
