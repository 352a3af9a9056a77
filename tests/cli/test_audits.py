"""`dpassay audit` and `audit-all`, run as a user would."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dpassay.cli import main
from dpassay.cli.audits import stem_of

LAPLACE = ["--mechanism", "laplace", "-p", "epsilon=1", "-p", "sensitivity=1"]


def run(*arguments: str) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(main, list(arguments))


def target(folder: Path, noise: str) -> str:
    """Write a target that adds noise, and return its name."""
    path = folder / "mine.py"
    path.write_text(
        "import numpy as np\n\ndef mine(data, *, size, rng, epsilon, sensitivity):\n"
        f"    return np.round((data + {noise}) * 2**30) / 2**30\n"
    )
    return f"{path}:mine"


@pytest.mark.parametrize(
    ("noise", "code"),
    [("rng.laplace(0, sensitivity / epsilon, size)", 0), ("rng.laplace(0, 0.5, size)", 1), ("1 / 0", 2)],
)
def test_exit_code_and_reports(tmp_path: Path, noise: str, code: int) -> None:
    result = run("audit", target(tmp_path, noise), *LAPLACE, "--samples", "20000", "--out", str(tmp_path / "out"))
    assert result.exit_code == code, result.output
    report = json.loads((tmp_path / "out" / "mine-mine.json").read_text())
    assert report["exit_code"] == code
    assert "<html" in (tmp_path / "out" / "mine-mine.html").read_text()
    assert not [p for p in (tmp_path / "out").iterdir() if p.suffix not in (".json", ".html")]


def test_the_last_line_says_what_could_have_been_found(tmp_path: Path) -> None:
    """20,000 answers are consistent, 10 inconclusive."""
    mine = target(tmp_path, "rng.laplace(0, sensitivity / epsilon, size)")
    result = run("audit", mine, *LAPLACE, "--samples", "20000", "--out", str(tmp_path))
    last = result.output.splitlines()[-1]
    assert last.startswith("  this audit would have found a scale ")
    assert last.endswith(" % too small with probability 0.9")
    report = json.loads((tmp_path / "mine-mine.json").read_text())
    assert report["power"]["words"] == last.strip()
    few = run("audit", mine, *LAPLACE, "--samples", "10", "--out", str(tmp_path))
    assert few.exit_code == 3
    assert few.output.startswith("INCONCLUSIVE")
    assert "could not have told the mechanism from itself at twice the epsilon" in " ".join(few.output.split())


def test_evidence_is_chosen(tmp_path: Path) -> None:
    mine = target(tmp_path, "rng.laplace(0, 0.5, size)")
    result = run("audit", mine, *LAPLACE, "--evidence", "values", "--samples", "20000", "--out", str(tmp_path))
    assert result.exit_code == 1
    report = json.loads((tmp_path / "mine-mine.json").read_text())
    assert report["plan"]["evidence"] == ["values"]
    assert "--evidence values" in report["command"]
    assert [name for name, found in report["evidence"]["certificates"].items() if found] == ["values"]


def test_built_in_target_of_our_own(tmp_path: Path) -> None:
    result = run("audit", "dpassay-laplace", "--samples", "20000", "--out", str(tmp_path))
    assert result.exit_code == 0, result.output


def test_audit_all_of_our_own(tmp_path: Path) -> None:
    result = run("audit-all", "--only", "dpassay-*aplace", "--samples", "20000", "--out", str(tmp_path), "--jobs", "1")
    assert result.exit_code == 0, result.output
    summary = json.loads((tmp_path / "summary.json").read_text())
    assert summary
    assert (tmp_path / "summary.html").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["audit", "m:f"], "--mechanism NAME"),
        (["audit", "opendp"], "target"),
        (["audit", "m:f", "--mechanism", "laplac"], "did you mean 'laplace'?"),
        (["audit", "m:f", *LAPLACE, "--alpha", "2"], "alpha"),
        (["audit", "m:f", *LAPLACE, "--alpha", "nan"], "alpha"),
        (["audit", "m:f", *LAPLACE, "--samples", "0"], "samples"),
        (["audit", "m:f", *LAPLACE, "--samples", "many"], "many"),
        (["audit", "m:f", *LAPLACE, "--delta", "0"], "delta"),
        (["audit", "m:f", *LAPLACE, "--time-limit", "0"], "time_limit"),
        (["audit", "m:f", *LAPLACE, "--data", "0", "--neighbor", "5"], "neighbors"),
        (["audit", "m:f", *LAPLACE, "--data", "0", "--neighbor", "0"], "data = 0, neighbor = 0"),
        (["audit", "m:f", *LAPLACE, "--evidence", "bit"], "did you mean 'bits'?"),
        (["audit", "dpassay-laplace", "-p", "epsilon=1"], "of its own"),
        (["audit-all", "--only", "nothing-*"], "pattern"),
        (["audit-all", "--jobs", "0"], "jobs"),
    ],
)
def test_mistakes_are_refused_before_anything_runs(arguments: list[str], words: str, tmp_path: Path) -> None:
    result = run(*arguments, "--out", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert words in result.output
    assert "Traceback" not in result.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("target_name", "stem"),
    [("a.b:f", "a.b-f"), ("x/y.py:f", "y-f"), ("opendp-0.16.0-laplace", "opendp-0.16.0-laplace")],
)
def test_stem(target_name: str, stem: str) -> None:
    assert stem_of(target_name) == stem
