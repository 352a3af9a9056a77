"""`dpassay experiment`, run as a user would: what is written, what is not measured twice, and what is refused."""

from __future__ import annotations

import csv
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text

import dpassay.experiments.lazy_regret
from dpassay.exact import Budget
from dpassay.experiments import lazy_excess, lazy_privacy, ldp_privacy
from dpassay.experiments.frame.runs import DIGEST
from dpassay.experiments.lazy_regret import INPUTS, OUTPUTS, SUMMARY
from dpassay.experiments.measures import excess_bounds, report_loss
from dpassay.experiments.measures.rates import EXPONENT_COLUMNS
from dpassay.reference.mechanism import Guarantee
from tests.cli import harness

SMALL = ["--rounds", "512", "--experts", "4", "--epsilon", "1/2", "--epsilon", "1", "--adversary", "alternating"]
TABLES = {
    "lazy-regret-runs.csv": (*INPUTS, *OUTPUTS, DIGEST),
    "lazy-regret.csv": SUMMARY,
    "lazy-exponents.csv": EXPONENT_COLUMNS,
}
FIGURES = {"lazy-regret.png", "lazy-regret.svg", "lazy-exponents.png", "lazy-exponents.svg"}


def run(out: Path, *arguments: str) -> Result:
    """Run the command in this process."""
    return harness.run("experiment", "lazy-regret", "--out", out, *SMALL, *arguments, columns=None)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def lines(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def sketch(figure: Figure, path: Path) -> None:
    """Write the lines and words of a figure in place of the figure, which takes long to draw."""
    drawn = [np.asarray(line.get_xydata()).tolist() for line in figure.findobj(Line2D)]
    words = [text.get_text() for text in figure.findobj(Text)]
    path.write_text(f"{drawn} {words}", encoding="utf-8")


@pytest.fixture
def sketches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw no figure."""
    monkeypatch.setattr("dpassay.audit.reports.plots.save", sketch)


def test_writes_tables_and_figures(tmp_path: Path) -> None:
    result = run(tmp_path / "new" / "out", "--runs", "2")
    assert result.exit_code == 0, result.output
    found = contents(tmp_path / "new" / "out")
    assert set(found) == FIGURES | set(TABLES)
    for name, columns in TABLES.items():
        header, *rows = lines(tmp_path / "new" / "out" / name)
        assert tuple(header) == columns
        assert rows
        assert f"wrote {tmp_path / 'new' / 'out' / name}" in result.output
    # two epsilons in 512 rounds and one in 256, four algorithms, two runs
    assert len(lines(tmp_path / "new" / "out" / "lazy-regret-runs.csv")) == 1 + 3 * 4 * 2
    assert len(lines(tmp_path / "new" / "out" / "lazy-regret.csv")) == 1 + 3 * 4


@pytest.mark.usefixtures("sketches")
def test_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    run(whole, "--runs", "2")
    measured = dpassay.experiments.lazy_regret.measured
    done: list[object] = []

    def interrupted(settings: dpassay.experiments.lazy_regret.Settings) -> object:
        if len(done) == 7:
            raise KeyboardInterrupt
        done.append(settings)
        return measured(settings)

    with monkeypatch.context() as patch:
        patch.setattr("dpassay.experiments.lazy_regret.measured", interrupted)
        result = run(cut, "--runs", "2")
    assert result.exit_code == 130
    assert len(lines(cut / "lazy-regret-runs.csv")) == 1 + 7
    assert not (cut / "lazy-regret.csv").exists()
    result = run(cut, "--runs", "2")
    assert "24 runs: 17 to be measured, 7 are in" in result.output
    assert contents(cut) == contents(whole)


@pytest.mark.usefixtures("sketches")
def test_more_runs_add_to_what_is_there(tmp_path: Path) -> None:
    run(tmp_path, "--runs", "1")
    before = (tmp_path / "lazy-regret-runs.csv").read_text(encoding="utf-8")
    assert "24 runs: 12 to be measured" in run(tmp_path, "--runs", "2").output
    assert (tmp_path / "lazy-regret-runs.csv").read_text(encoding="utf-8").startswith(before)


@pytest.mark.usefixtures("sketches")
def test_a_seed_decides_everything(tmp_path: Path) -> None:
    for name, seed in (("first", "3"), ("second", "3"), ("other", "4")):
        run(tmp_path / name, "--runs", "1", "--seed", seed)
    assert contents(tmp_path / "first") == contents(tmp_path / "second")
    for name in ("lazy-regret.csv", "lazy-regret.svg"):
        assert contents(tmp_path / "first")[name] != contents(tmp_path / "other")[name]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--epsilon", "0"], "epsilons = 0, 1/2, 1: expected numbers above 0"),
        (["--epsilon", "much"], "epsilon = 'much'"),
        (["--epsilon", "1e-6"], "expected an epsilon so large that fake switches"),
        (["--experts", "1"], "experts = 1"),
        (["--runs", "0"], "runs = 0"),
        (["--runs", "99999999999999999999"], "runs = 99999999999999999999: expected an integer from 1 to 1000000"),
        (["--seed", "-1"], "seed = -1"),
        (["--rounds", "10"], "rounds = 10"),
        (["--adversary", "kind"], "Invalid value for '--adversary'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(tmp_path: Path, arguments: list[str], message: str) -> None:
    result = run(tmp_path, *arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output
    assert contents(tmp_path) == {}


def test_a_foreign_table_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "lazy-regret-runs.csv"
    path.write_text("mine\n", encoding="utf-8")
    result = run(tmp_path, "--runs", "1")
    assert result.exit_code == 2
    assert "expected a table of an earlier run" in result.output
    assert path.read_text(encoding="utf-8") == "mine\n"


def test_the_group_lists_the_experiments() -> None:
    listed = harness.run("experiment", "--help").output
    assert "lazy-regret" in listed
    assert "lazy-privacy" in listed
    assert "lazy-excess" in listed
    assert "ldp-privacy" in listed


SETTING = ["--experts", "2", "--exp-learning-rate", "3/2", "--fake-switch", "0.9", "--batch", "1"]


def run_privacy(out: Path, *arguments: str) -> Result:
    """Run the command in this process; so short a time is that of two batches."""
    command = ["experiment", "lazy-privacy", "--out", out, "--seconds", "1e-9", *SETTING, *arguments]
    return harness.run(*command, columns=None)


def test_privacy_writes_a_table_and_prints_it(tmp_path: Path) -> None:
    result = run_privacy(tmp_path / "new", "--fake-switch", "1/2")
    assert result.exit_code == 0, result.output
    header, first, second = lines(tmp_path / "new" / "lazy-privacy.csv")
    assert tuple(header) == (*lazy_privacy.INPUTS, *lazy_privacy.OUTPUTS, DIGEST)
    assert [row[:5] for row in (first, second)] == [["2", "3/2", "1/2", "1", "2"], ["2", "3/2", "9/10", "1", "2"]]
    row = dict(zip(header, second, strict=True))
    assert row["state_first"] == "0,1;0,0"
    assert row["state_second"] == "1,0;0,0"
    for text in ("2/p + 1", "corrected", "theorem 3.2", "3.222", "4.096", f"wrote {tmp_path / 'new'}"):
        assert text in result.output
    assert "3.222!" not in result.output


def test_privacy_shows_the_worst_pair_round_by_round(tmp_path: Path) -> None:
    result = run_privacy(tmp_path)
    assert "Round by round" in result.output
    assert "printed bounds that are exceeded" in result.output
    assert "The worst pair: " in result.output
    assert "d = 2, e^eta = 3/2, p = 9/10, B = 1, S = 2: 0,1;0,0 against 1,0;0,0" in " ".join(result.output.split())


def test_privacy_of_a_round_that_loses_more_than_is_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.experiments.lazy_privacy.corrected_hold", lambda *_: False)
    result = run_privacy(tmp_path)
    assert result.exit_code == 1
    assert "a round loses more than its corrected bound in 1 of 1 rows" in result.output


def test_privacy_is_not_measured_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run_privacy(tmp_path)
    before = contents(tmp_path)
    monkeypatch.delattr("dpassay.experiments.lazy_privacy.measured")
    again = run_privacy(tmp_path)
    assert (again.exit_code, again.output) == (first.exit_code, first.output)
    assert contents(tmp_path) == before


def test_privacy_marks_what_is_exceeded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three batches exceed the sum of (3); a wrong bound instead of the corrected one ends with exit code 1."""
    row = lazy_privacy.measured(lazy_privacy.Settings(2, Fraction(3, 2), Fraction(9, 10), 1), 3)
    monkeypatch.setattr("dpassay.experiments.lazy_privacy.measured", lambda setting, batches: row)
    result = run_privacy(tmp_path / "printed")
    assert result.exit_code == 0
    assert "4.222!" in result.output
    monkeypatch.undo()
    wrong = Guarantee("one_loss", Budget(exp_eps=Fraction(3, 2)))
    monkeypatch.setattr("dpassay.experiments.lazy_privacy.guarantee", lambda parameters: wrong)
    result = run_privacy(tmp_path / "wrong")
    assert result.exit_code == 1
    assert "1!" in result.output
    assert "a pair loses more than the corrected pure bound in 1 of 1 rows" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--experts", "1"], "experts = 1"),
        (["--exp-learning-rate", "1"], "exp_learning_rate = 1"),
        (["--fake-switch", "1"], "fake_switch = 1"),
        (["--fake-switch", "often"], "fake_switch = 'often'"),
        (["--batch", "0"], "batch = 0"),
        (["--seconds", "0"], "seconds = 0"),
    ],
)
def test_privacy_of_bad_input_is_one_line_and_exit_code_2(tmp_path: Path, arguments: list[str], message: str) -> None:
    result = run_privacy(tmp_path, *arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert contents(tmp_path) == {}


def test_a_foreign_privacy_table_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "lazy-privacy.csv"
    path.write_text("mine\n", encoding="utf-8")
    result = run_privacy(tmp_path)
    assert result.exit_code == 2
    assert "expected a table of an earlier run" in result.output
    assert path.read_text(encoding="utf-8") == "mine\n"


TINY = ["--quick", "--steps", "2", "--experts", "2", "--rounds", "64", "--batch", "2", "--learning-rate", "0.1"]


def run_excess(out: Path, *arguments: str) -> Result:
    """Run the command in this process."""
    return harness.run("experiment", "lazy-excess", "--out", out, *TINY, *arguments, columns=None)


def test_excess_writes_a_table_and_a_figure_and_prints_the_worst(tmp_path: Path) -> None:
    result = run_excess(tmp_path / "new")
    assert result.exit_code == 0, result.output
    assert set(contents(tmp_path / "new")) == {"lazy-excess.csv", "lazy-excess.png", "lazy-excess.svg"}
    header, *rows = lines(tmp_path / "new" / "lazy-excess.csv")
    assert tuple(header) == (*lazy_excess.INPUTS, *lazy_excess.OUTPUTS, DIGEST)
    assert {row[0] for row in rows} == {"exhaustive", "guided", "printed"}
    assert f"corrected bounds: all certainly hold in {len(rows)} of {len(rows)} rows" in result.output
    for text in ("ASI-11b", "ASI-33", "ASI-35", "T B^2 eta^2", f"wrote {tmp_path / 'new'}"):
        assert text in result.output


@pytest.mark.usefixtures("sketches")
def test_excess_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    first = run_excess(whole)

    def interrupted(*_: object) -> object:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("dpassay.experiments.lazy_excess.measured_by_search", interrupted)
        assert run_excess(cut).exit_code == 130
    kept = (cut / "lazy-excess.csv").read_text(encoding="utf-8")
    monkeypatch.setattr("dpassay.experiments.lazy_excess.measured_exhaustively", interrupted)
    assert run_excess(cut).exit_code == 0
    assert (cut / "lazy-excess.csv").read_text(encoding="utf-8").startswith(kept)
    assert contents(cut) == contents(whole)
    assert first.exit_code == 0


@pytest.mark.usefixtures("sketches")
def test_excess_ends_with_1_where_a_corrected_bound_is_exceeded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    halved = replace(excess_bounds.BOUNDS["linear"], value=lambda one: one.eta * one.rounds / 100)
    monkeypatch.setitem(excess_bounds.BOUNDS, "linear", halved)
    result = run_excess(tmp_path)
    assert result.exit_code == 1
    assert "a corrected bound is not seen to hold in" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--experts", "1"], "experts = 1"),
        (["--rounds", "63"], "rounds = 63"),
        (["--batch", "1"], "batch = 1"),
        (["--learning-rate", "0"], "learning_rate = 0"),
        (["--learning-rate", "fast"], "learning_rate = 'fast'"),
        (["--steps", "-1"], "steps = -1"),
        (["--seed", "-1"], "seed = -1"),
    ],
)
def test_excess_of_bad_input_is_one_line_and_exit_code_2(tmp_path: Path, arguments: list[str], message: str) -> None:
    result = run_excess(tmp_path, *arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert contents(tmp_path) == {}


def run_losses(out: Path, *arguments: str) -> Result:
    """Run the command in this process, on a page on which every heading has room."""
    command = ["experiment", "ldp-privacy", "--quick", "--rounds", "20", "--epsilon", "1", "--out", out]
    return harness.run(*command, *arguments, columns=200)


def test_losses_are_written_drawn_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = run_losses(tmp_path / "new", "--steps", "1")
    assert result.exit_code == 0, result.output
    assert set(contents(tmp_path / "new")) == {"ldp-privacy.csv", "ldp-privacy.png", "ldp-privacy.svg"}
    header, *rows = lines(tmp_path / "new" / "ldp-privacy.csv")
    assert tuple(header) == (*ldp_privacy.INPUTS, *ldp_privacy.OUTPUTS, DIGEST)
    assert {row[header.index("search")] for row in rows} == {"exhaustive", "searched"}
    for text in ("exceeded", "loss / epsilon", "private-exp3, corrected: ", ", 0 exceeded, 0 undecided", "K M + M - 1"):
        assert text in result.output
    before = contents(tmp_path / "new")
    monkeypatch.delattr("dpassay.experiments.ldp_privacy.measured")
    monkeypatch.setattr("dpassay.audit.reports.plots.save", sketch)
    again = run_losses(tmp_path / "new", "--steps", "1")
    assert (again.exit_code, again.output) == (0, result.output)
    assert contents(tmp_path / "new")["ldp-privacy.csv"] == before["ldp-privacy.csv"]


@pytest.mark.usefixtures("sketches")
def test_losses_end_with_1_where_the_corrected_noise_is_too_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dpassay.experiments.measures.report_loss.verdict_on", lambda *_: report_loss.EXCEEDED)
    result = run_losses(tmp_path, "--steps", "0")
    assert result.exit_code == 1
    assert "the corrected calibration is exceeded in" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rounds", "1"], "rounds = 1"),
        (["--epsilon", "0"], "epsilon = 0"),
        (["--epsilon", "little"], "epsilon = 'little'"),
        (["--steps", "-1"], "steps = -1"),
        (["--seed", "-1"], "seed = -1"),
    ],
)
def test_losses_of_bad_input_are_one_line_and_exit_code_2(tmp_path: Path, arguments: list[str], message: str) -> None:
    result = run_losses(tmp_path, *arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert contents(tmp_path) == {}
