"""`dpassay audit`, run as a user would."""

from __future__ import annotations

import errno
import json
import os
import signal
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from dpassay.audit.answers.environments import Environment, load_targets
from dpassay.audit.assess import Plan, Subject, assess, claim_of
from dpassay.audit.evidence import power
from dpassay.audit.evidence.directions import laws_of
from dpassay.audit.held_to.subject import Claim, Resolved
from dpassay.cli import verdicts
from dpassay.exact import Budget
from dpassay.properties.cells import pair_cells
from dpassay.reference import Guarantee
from tests.cli import harness
from tests.cli.harness import printed_to
from tests.once import jointly_once, known

ROOT = Path(__file__).parents[2]
LAPLACE = ["--mechanism", "laplace", "-p", "epsilon=1", "-p", "sensitivity=1"]
STEM = "mine-mine-as-laplace-epsilon=1-sensitivity=1"
run = partial(harness.run, columns=100)
RIGHT, WRONG, BROKEN = "rng.laplace(0, sensitivity / epsilon, size)", "rng.laplace(0, 0.5, size)", "1 / 0"


def target(folder: Path, noise: str = RIGHT) -> str:
    """Write a target that adds noise, and return its name."""
    path = folder / "mine.py"
    path.write_text(
        "import numpy as np\n\ndef mine(data, *, size, rng, epsilon, sensitivity):\n"
        f"    return np.round((data + {noise}) * 2**30) / 2**30\n"
    )
    return f"{path}:mine"


POWERS: dict[str, power.Power] = {}


@pytest.fixture(autouse=True)
def _powers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute once what an audit of the same plan could have found: it does not depend on the answers."""

    def remembered(resolved: Resolved, claim: Claim, cells: Any, **plan: Any) -> power.Power:
        key = f"{resolved.mechanism.NAME} {resolved.parameters} {resolved.pair} {claim} {plan}"
        if key not in POWERS:
            POWERS[key] = power.power_of(resolved, claim, cells, **plan)
        return POWERS[key]

    monkeypatch.setattr("dpassay.audit.assess.power_of", remembered)


@pytest.fixture(autouse=True)
def _once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute once what does not depend on the answers either: the cells of the laws, and the draws under them."""
    monkeypatch.setattr("dpassay.audit.assess.pair_cells", known(pair_cells))
    monkeypatch.setattr("dpassay.audit.assess.laws_of", known(laws_of))
    monkeypatch.setattr("dpassay.properties.joint_statistics.simulated_statistics", jointly_once)


@pytest.fixture
def _unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw no figure: nobody looks at the pages."""
    monkeypatch.setattr("dpassay.audit.reports.plots.svg", lambda _figure, name: f"<svg id='{name}'></svg>")


@pytest.mark.parametrize(("noise", "code"), [(RIGHT, 0), (WRONG, 1), (BROKEN, 2)])
def test_exit_code_and_reports(tmp_path: Path, noise: str, code: int) -> None:
    result = run("audit", target(tmp_path, noise), *LAPLACE, "--samples", "4e3", "--out", str(tmp_path / "out"))
    assert result.exit_code == code, result.output
    report = json.loads((tmp_path / "out" / f"{STEM}.json").read_text())
    assert report["exit_code"] == code
    assert "<html" in (tmp_path / "out" / f"{STEM}.html").read_text()
    assert not [p for p in (tmp_path / "out").iterdir() if p.suffix not in (".json", ".html")]
    assert f"{STEM}.html" in result.stdout


@pytest.mark.usefixtures("_unseen")
def test_the_last_line_says_what_could_have_been_found(tmp_path: Path) -> None:
    """20,000 answers are consistent, 10 inconclusive."""
    result = run("audit", target(tmp_path), *LAPLACE, "--samples", "2e4", "--out", str(tmp_path / "out"))
    last = result.output.splitlines()[-1]
    assert last.startswith("  this audit would have found a scale ")
    assert last.endswith(" % too small with probability 0.9")
    report = json.loads((tmp_path / "out" / f"{STEM}.json").read_text())
    assert report["power"]["words"] == last.strip()
    few = run("audit", target(tmp_path), *LAPLACE, "--samples", "10", "--out", str(tmp_path / "out"))
    assert few.exit_code == 3
    assert few.output.startswith("INCONCLUSIVE")
    assert "could not have told the mechanism from itself at twice the epsilon" in " ".join(few.output.split())


@pytest.mark.usefixtures("_unseen")
def test_evidence_is_chosen(tmp_path: Path) -> None:
    chosen = ["--evidence", "values", "--samples", "2e4", "--out", str(tmp_path / "out")]
    result = run("audit", target(tmp_path, WRONG), *LAPLACE, *chosen)
    assert result.exit_code == 1
    report = json.loads((tmp_path / "out" / f"{STEM}.json").read_text())
    assert report["plan"]["evidence"] == ["values"]
    assert "--evidence values" in report["command"]
    assert [name for name, found in report["evidence"]["certificates"].items() if found] == ["values"]


@pytest.mark.usefixtures("_unseen")
def test_an_audit_stops_early(tmp_path: Path) -> None:
    chosen = ["--sequential", "--samples", "2e4", "--out", str(tmp_path / "out")]
    result = run("audit", target(tmp_path, WRONG), *LAPLACE, *chosen)
    assert result.exit_code == 1
    assert "of at most 20,000 answers on each input were enough" in " ".join(result.output.split())
    report = json.loads((tmp_path / "out" / f"{STEM}.json").read_text())
    assert report["evidence"]["samples"][0] < 5_000
    refused = run("audit", target(tmp_path, WRONG), *LAPLACE, *chosen, "--evidence", "values")
    assert (refused.exit_code, "expected law alone" in " ".join(refused.output.split())) == (2, True)


@pytest.mark.usefixtures("_unseen")
def test_two_audits_of_one_target_have_two_reports(tmp_path: Path) -> None:
    for changes in ([], ["--data", "1", "--neighbor", "0"]):
        run("audit", target(tmp_path, BROKEN), *LAPLACE, *changes, "--samples", "10", "--out", str(tmp_path / "out"))
    names = sorted(path.stem for path in (tmp_path / "out").glob("*.json"))
    assert names == [STEM, f"{STEM}-data=1-neighbor=0"]


def test_built_in_target_of_our_own_whatever_the_case(tmp_path: Path) -> None:
    result = run("audit", "DPassay-Laplace", "--samples", "2000", "--out", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("CONSISTENT: dpassay-laplace as laplace\n")
    report = json.loads((tmp_path / "dpassay-laplace.json").read_text())
    again = run(*report["command"].split()[1:], "--out", str(tmp_path / "again"), "--json")
    repeated = json.loads(again.stdout)
    for content in (report, repeated):
        del content["created"], content["run"]["seconds"], content["command"]
    assert repeated == report


def test_environments_are_made_where_the_user_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    roots = []

    def prepare(names: list[str], root: Path | None, notify: Any) -> dict[str, Environment]:
        roots.append(root)
        notify(names[0], "installing things")
        return {names[0]: Environment(names[0], None, "no network")}

    monkeypatch.setattr("dpassay.audit.asked.prepare", prepare)
    for options in ([], ["--environments", str(tmp_path / "made")], ["--quiet"]):
        result = run("audit", "opendp-0.16.0-float-laplace", *options, "--out", str(tmp_path / "out"))
        assert result.exit_code == 2
        lines = [] if "--quiet" in options else ["opendp-0.16.0: installing things"]
        expected = "Error: environment = opendp-0.16.0: expected one that can be installed: no network"
        assert result.stderr.splitlines() == [*lines, expected]
    assert roots == [None, tmp_path / "made", None]


# What is printed


@pytest.mark.usefixtures("_unseen")
def test_json_is_the_report_and_nothing_else(tmp_path: Path) -> None:
    result = run("audit", target(tmp_path), *LAPLACE, "--samples", "4e3", "--out", str(tmp_path / "out"), "--json")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout == (tmp_path / "out" / f"{STEM}.json").read_text()


@pytest.mark.usefixtures("_unseen")
@pytest.mark.parametrize(("noise", "code"), [(WRONG, 1), (BROKEN, 2)])
def test_quiet_leaves_it_to_the_exit_code(tmp_path: Path, noise: str, code: int) -> None:
    arguments = ["audit", target(tmp_path, noise), *LAPLACE, "--samples", "4e3", "--out", str(tmp_path / "out")]
    result = run(*arguments, "--quiet")
    assert (result.exit_code, result.output) == (code, "")
    assert (tmp_path / "out" / f"{STEM}.json").exists()


def test_the_list_has_a_line_for_each_target_within_80_columns() -> None:
    result = run("audit", "--list", columns=20)
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines()]
    assert rows == [[spec.name, spec.mechanism, spec.expect] for spec in load_targets().values()]
    assert max(map(len, result.stdout.splitlines())) <= 80


RESPONSE = "dpassay.fast.randomized_response:randomized_response"


def test_no_number_is_rounded_to_certainty(capsys: pytest.CaptureFixture[str]) -> None:
    subject = Subject(RESPONSE, "randomized_response", {"epsilon": "1e-5", "categories": "2"}, ("1", "0"))
    result = assess(subject, Plan(samples=100, alpha=1e-6))
    claim = claim_of(Guarantee("any_pair", Budget("1e-400")), None)
    verdicts.show_verdict(replace(result, claim=claim))
    text = " ".join(capsys.readouterr().out.split())
    assert "with 99.999951 % confidence (claimed 1e-400)" in text
    assert "claim: (epsilon = 1e-400, delta = 0)-differential privacy" in text
    assert "inputs: 1 and 0" in text
    assert "confidence 1" not in text


def test_what_the_target_is_called_is_no_markup(tmp_path: Path) -> None:
    (tmp_path / "[red]odd").mkdir()
    name = target(tmp_path / "[red]odd", BROKEN)
    result = run("audit", name, *LAPLACE, "--samples", "10", "--out", str(tmp_path / "out"), columns=400)
    assert result.stdout.splitlines()[0] == f"COULD NOT RUN: {name} as laplace"


# Disks that are full


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk on which no report has room."""

    def no_room(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", no_room)


@pytest.mark.usefixtures("full", "_unseen")
@pytest.mark.parametrize(("noise", "code"), [(RIGHT, 0), (WRONG, 1)])
def test_a_full_disk_loses_the_report_and_no_verdict(tmp_path: Path, noise: str, code: int) -> None:
    result = run("audit", target(tmp_path, noise), *LAPLACE, "--samples", "4e3", "--out", str(tmp_path / "out"))
    assert result.exit_code == code
    assert result.stdout.startswith(("CONSISTENT", "VIOLATION", "COULD NOT RUN")[code])
    assert "report: " not in result.stdout
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: no report: path = ")
    assert line.endswith("(No space left on device)")
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.usefixtures("full", "_unseen")
def test_a_full_disk_loses_no_table(tmp_path: Path) -> None:
    arguments = ["-m", "laplace", "-p", "epsilon=1", "-p", "sensitivity=1", "-p", "sensitivity=2", "--samples", "4e3"]
    result = run("audit", target(tmp_path), *arguments, "--out", str(tmp_path / "out"))
    assert result.exit_code == 0
    assert "CONSISTENT: 2 of 2 audits" in result.stdout
    assert result.stderr.count("Error: no report: ") == len(result.stderr.splitlines()) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_output_that_nothing_takes_is_one_line_and_no_verdict() -> None:
    with Path("/dev/full").open("w") as full_device:
        expected = "Error: output: expected a place that can be written (No space left on device)"
        assert printed_to(full_device, "audit", "--list") == (2, f"{expected}\n")
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as unread:
        assert printed_to(unread, "audit", "--list") == (128 + signal.SIGPIPE, "")


# Grids

EXAMPLE = f"{ROOT / 'examples' / 'ignored_sensitivity.py'}:laplace"


def grid(folder: Path, *arguments: str, columns: int = 300) -> Result:
    """Audit the example that ignores its sensitivity."""
    options = ["-m", "laplace", "-p", "epsilon=1", "--samples", "4e3", "--out", str(folder / "out")]
    return run("audit", EXAMPLE, *options, *arguments, columns=columns)


@pytest.mark.usefixtures("_unseen")
def test_an_ignored_sensitivity_is_found_only_at_2(tmp_path: Path) -> None:
    assert grid(tmp_path, "-p", "sensitivity=1").exit_code == 0
    result = grid(tmp_path, "-p", "sensitivity=1", "-p", "sensitivity=2")
    assert result.exit_code == 1
    first, second = (line.split() for line in result.stdout.splitlines() if line[:1].isdigit())
    assert (first[0], second[0]) == ("1", "2")
    assert "consistent" in first
    assert "violation" in second
    assert "VIOLATION: 1 of 2 audits; exit code 1" in result.stdout
    assert "sensitivity = 2, inputs = 0 and 2: privacy: by a set of values, with 99.76 % confidence" in result.stdout
    reports = sorted(path.name for path in (tmp_path / "out").glob("*.json"))
    stem = "ignored_sensitivity-laplace-as-laplace-epsilon=1-sensitivity"
    assert reports == [f"{stem}=1.json", f"{stem}=2.json"]


@pytest.mark.usefixtures("_unseen")
def test_json_of_a_grid_is_a_list_and_alpha_is_shared(tmp_path: Path) -> None:
    pairs = ["--data", "0", "--neighbor", "1", "--data", "1", "--neighbor", "0"]
    result = grid(
        tmp_path, "-p", "sensitivity=2", "-p", "sensitivity=1", *pairs, "--alpha", "0.02", "--json", "--samples", "500"
    )
    reports = json.loads(result.stdout)
    assert result.exit_code == max(each["exit_code"] for each in reports)
    assert result.stderr == ""
    assert [each["plan"]["alpha"] for each in reports] == [0.02 / 4] * 4
    asked = [(each["subject"]["parameters"]["sensitivity"]["exact"], each["subject"]["data"]) for each in reports]
    assert [sensitivity for sensitivity, _ in asked] == ["2", "2", "1", "1"]
    assert [data[0]["exact"] for _, data in asked] == ["0", "1", "0", "1"]
    again = run(*reports[0]["command"].split()[1:], "--out", str(tmp_path / "again"), "--quiet")
    assert (again.exit_code, again.output) == (reports[0]["exit_code"], "")


@pytest.mark.parametrize("columns", [20, 80, 120])
def test_no_table_of_a_grid_breaks_a_name_or_a_number(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    pairs = (("0", "1"), ("123456789", "123456790"))
    subjects = [Subject("no:target", "laplace", {"epsilon": "1", "sensitivity": "1"}, pair) for pair in pairs]
    result = assess(subjects[0], Plan(samples=10))
    verdicts.show_grid([replace(result, subject=each, resolved=each.resolve()) for each in subjects])
    table = capsys.readouterr().out.splitlines()
    rows = [line.split()[:3] for line in table if " and " in line and ":" not in line]
    assert rows == [[first, "and", second] for first, second in pairs]
    assert "COULD NOT RUN: 2 of 2 audits" in " ".join(" ".join(table).split())
    if columns >= 80:
        assert max(len(line) for line in table if not line.startswith("  * ")) <= columns


@pytest.mark.usefixtures("_unseen")
def test_what_cannot_run_in_a_grid_is_a_row(tmp_path: Path) -> None:
    result = grid(
        tmp_path,
        *("-p", "sensitivity=1", "--data", "0", "--neighbor", "1"),
        *("--data", "1e17", "--neighbor", "100000000000000001"),
    )
    assert result.exit_code == 2
    assert "COULD NOT RUN: 1 of 2 audits; exit code 2" in result.stdout
    assert "times finer than the scale of the noise" in result.stdout


@pytest.mark.usefixtures("_unseen")
def test_a_quiet_grid_leaves_its_reports(tmp_path: Path) -> None:
    result = grid(tmp_path, "-p", "sensitivity=1", "-p", "sensitivity=2", "--quiet")
    assert (result.exit_code, result.output) == (1, "")
    assert len(list((tmp_path / "out").glob("*.html"))) == 2
