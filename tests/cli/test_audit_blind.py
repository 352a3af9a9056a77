"""`dpassay audit-blind`, run as a user would, with targets of our own in the place of libraries."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from dpassay.audit.answers.environments import OWN, Environment
from dpassay.audit.blind import BlindTarget, load_blind_targets
from dpassay.cli import audit_blind
from tests.cli import harness

SOURCE = """
def shown(data, *, rng, epsilon, iterations):
    return int(max(data))

def hidden(data, *, rng, epsilon, iterations):
    return int(rng.integers(10))
"""


@pytest.fixture
def targets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, BlindTarget]:
    """One target that shows its largest value, and one that shows nothing."""
    (tmp_path / "mine.py").write_text(SOURCE)
    spec = replace(next(iter(load_blind_targets().values())), environment=OWN, samples=400)
    own = {
        name: replace(spec, name=name, target=f"{tmp_path / 'mine.py'}:{name}", expect=expect)
        for name, expect in (("shown", "flag"), ("hidden", "pass"))
    }
    monkeypatch.setattr(audit_blind, "load_blind_targets", lambda: own)
    here = {OWN: Environment(OWN, Path(sys.executable))}
    monkeypatch.setattr(audit_blind, "prepared", lambda _rows, _root: here)
    return own


def run(*arguments: str | Path) -> Result:
    return harness.run("audit-blind", *arguments)


@pytest.mark.usefixtures("targets")
def test_findings_are_printed_with_their_certificates_and_written(tmp_path: Path) -> None:
    result = run("--out", tmp_path / "reports")
    assert result.exit_code == 0, result.output
    assert "shown: violation" in result.output
    assert "hidden: no violation found" in result.output
    assert "320 of 320" in " ".join(result.output.split())
    assert max(map(len, result.output.splitlines())) <= 80
    report = json.loads((tmp_path / "reports" / "shown.json").read_text())
    assert report["certificate"]["epsilon_lower"] > 2
    # the rest is for rare answers, and for types and shapes
    assert report["certificate"]["alpha"] == pytest.approx(0.005 * 3 / 4 * 48 / 49)


def test_what_is_not_as_known_is_said_in_the_exit_code(
    tmp_path: Path, targets: dict[str, BlindTarget], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = {"hidden": replace(targets["hidden"], expect="flag")}
    monkeypatch.setattr(audit_blind, "load_blind_targets", lambda: other)
    result = run("--out", tmp_path / "reports")
    assert result.exit_code == 1
    assert "hidden: no violation found (expected: flag)" in result.output


def test_the_targets_are_listed(targets: dict[str, BlindTarget]) -> None:
    claimed = str(targets["shown"].epsilon)
    assert run("--list").output.splitlines() == [f"shown   {claimed}  flag", f"hidden  {claimed}  pass"]


@pytest.mark.usefixtures("targets")
def test_a_report_that_cannot_be_written_is_a_line_and_no_end(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    (folder / "hidden.json").mkdir(parents=True)
    result = run("--only", "hid*", "--out", folder)
    assert result.exit_code == 0
    assert "Error: no report" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("--only", "nobody"), "only = "), (("--alpha", "2"), "alpha = "), (("--seed", "-1"), "seed = ")],
)
def test_bad_input_is_one_line(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    result = run(*arguments, "--out", tmp_path)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output


def test_targets_are_chosen_by_pattern_in_whatever_case() -> None:
    names = [spec.name for spec in audit_blind.selected(load_blind_targets().values(), ())]
    assert names == list(load_blind_targets())
    assert audit_blind.selected(load_blind_targets().values(), ("OPENDP-*",))[0].name.startswith("opendp-")
