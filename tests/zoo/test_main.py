"""The commands of the zoo, and the program that its page shows."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from zoo.__main__ import main
from zoo.cases import FOLDER, load

QUICK = ["run", "--largest", "500", "--cases", "lazy-no-fake-switches"]


def said(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code == code, result.output
    return result.output


def test_all_faults_are_listed() -> None:
    lines = said("list").splitlines()
    assert [line.partition(":")[0] for line in lines] == list(load())
    assert any("epsilon is inf" in line for line in lines)


def test_an_auditor_is_run_and_goes_on(tmp_path: Path) -> None:
    out = str(tmp_path / "results.jsonl")
    once = said(*QUICK, "--auditor", "dpassay-law", "--out", out)
    assert "dpassay-law: lazy-no-fake-switches: 250" in once
    assert said(*QUICK, "--auditor", "dpassay-law", "--out", out) == once


def test_the_program_of_the_page_is_an_auditor(tmp_path: Path) -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    path = tmp_path / "auditor.py"
    path.write_text(program)
    command = f"{sys.executable} {path}"
    assert "mine: bits-off-lattice: not by 500" in said(
        "run", "--largest", "500", "--cases", "bits-off-lattice", "--command", command, "--name", "mine"
    )
    assert "cannot tell: numbers only" in said("run", "--cases", "form-type", "--command", command)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(("--auditor", "nobody"), "auditor = 'nobody': expected one of"), (("--cases", "none"), "cases = 'none'")],
)
def test_what_is_not_there_is_refused(arguments: tuple[str, str], message: str) -> None:
    assert message in said("run", *arguments, code=2)
