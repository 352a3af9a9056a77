"""The commands of the zoo, and the program that its page shows."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from zoo.__main__ import CASES, SMALL, main
from zoo.cases import FOLDER, Case, load
from zoo.trials import FULL, Effort

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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--repetitions", "0"), "'--repetitions': 0 is not in the range x>=1"),
        (("--siblings", "0"), "'--siblings': 0 is not in the range x>=1"),
        (("--largest", "249"), "largest = 249: expected at least 250, the smallest size"),
        (("--seconds", "0"), "'--seconds': 0.0 is not in the range x>0"),
        (("--seconds", "nan"), "seconds = nan: expected a number"),
        (("--cases", "none"), "cases = 'none'"),
    ],
)
def test_an_effort_that_cannot_be_made_is_refused(arguments: tuple[str, str], message: str) -> None:
    assert message in said("peers", *arguments, code=2)


def test_the_effort_of_a_comparison_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[tuple[int, Effort]]()

    def compare(cases: list[Case], effort: Effort, *_rest: object) -> str:
        asked.append((len(cases), effort))
        return "the page"

    monkeypatch.setattr("zoo.comparison.compare", compare)
    given = ("--repetitions", "5", "--siblings", "3", "--largest", "16000", "--seconds", "7.5")
    for cases in ((), ("--cases", "all"), ("--cases", "form-nan"), ("--full",), ("--full", "--cases", "form-nan")):
        assert said("peers", *cases, *given) == "the page\n"
    few = len(CASES.split(","))
    assert [count for count, _ in asked] == [few, len(load()), 1, len(load()), 1]
    for _, effort in asked:
        assert (effort.repetitions, effort.siblings, effort.largest, effort.seconds) == (5, 3, 16_000, 7.5)
        assert effort.enough == 5
    assert [effort.sibling_size for _, effort in asked] == [SMALL.sibling_size] * 3 + [FULL.sibling_size] * 2
    assert said("peers") == "the page\n"
    assert asked[-1] == (few, SMALL)
