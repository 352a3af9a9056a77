"""What is said of accountants: every number in the files, and the verdict that follows."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from dpassay.audit.answers.accountants import Accountant, ask
from dpassay.audit.answers.compositions import CASES
from dpassay.audit.answers.outcome import Failure
from dpassay.audit.evidence.accounting import judge, questions_for
from dpassay.audit.held_to.composed import truth_of
from dpassay.audit.reports.accounting import Asked, lines_of, to_json, violation_text, write
from dpassay.audit.reports.accounting_plot import curves_of
from tests.audit.fake_accountants import GARBAGE, HERE, LOW, LOWER, RAISING, RIGHT

FEW = [case for case in CASES if case.name in ("Gaussian x 1", "Gaussian x 10")]
EVERY = (RIGHT, LOW, LOWER, RAISING, GARBAGE)


@cache
def asked() -> tuple[Asked, ...]:
    found = []
    for accountant in EVERY:
        for case in FEW:
            truth = truth_of(case)
            result = ask(accountant, case, questions_for(truth), HERE)
            answers = () if isinstance(result, Failure) else result.answers
            found.append(Asked(accountant, case, result, tuple(judge(a, accountant.side, truth) for a in answers), 0.1))
    return tuple(found)


def expecting(accountant: Accountant, expect: str) -> list[Asked]:
    changed = replace(accountant, expect=expect)
    return [replace(each, accountant=changed) for each in asked() if each.accountant is accountant]


@pytest.mark.parametrize(
    ("accountant", "passing", "flagged"), [(RIGHT, 0, 1), (LOW, 1, 0), (LOWER, 0, 1), (RAISING, 2, 2), (GARBAGE, 3, 1)]
)
def test_the_exit_code_says_whether_what_is_known_was_found(accountant: Accountant, passing: int, flagged: int) -> None:
    codes = [lines_of(expecting(accountant, expect))[0].exit_code for expect in ("pass", "flag")]
    assert codes == [passing, flagged]


def test_a_line_sums_up_one_accountant() -> None:
    right, low, lower, raising, garbage = lines_of(asked())
    assert right.counts["holds"] == sum(right.counts.values()) > 0
    assert right.ratios == pytest.approx((1.000001,) * 3, rel=1e-9)
    assert low.counts["violation"] == sum(low.counts.values())
    assert low.ratios == pytest.approx((0.99,) * 3, rel=1e-9)
    assert lower.counts["holds"] == sum(lower.counts.values())
    assert (len(raising.failures), raising.ratios, raising.seconds) == (2, None, None)
    assert garbage.counts["no answer"] == sum(garbage.counts.values())


def test_a_violation_carries_exact_numbers_and_a_program_that_shows_it() -> None:
    line = lines_of(asked())[1]
    worst, finding = line.violations[0]
    words = violation_text(worst, finding)
    assert repr(finding.answer.value) in words
    assert "0.01 of it missing" in words
    document = json.loads(json.dumps(to_json(asked(), 1)))
    entry = document["accountants"][1]["violations"][0]
    done = subprocess.run([sys.executable, "-I", "-c", entry["program"]], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == entry["answer"]
    assert float(entry["answer"]) < float(entry["truth_low"])


def test_the_files_hold_every_answer(tmp_path: Path) -> None:
    paths = write(asked(), tmp_path / "new", 1, b"<svg/>")
    assert [path.name for path in paths] == ["accountants.json", "accountants.csv", "accountants.svg"]
    rows = list(csv.DictReader(paths[1].read_text().splitlines()))
    document = json.loads(paths[0].read_text())
    assert len(rows) == len(document["answers"]) == sum(len(each.findings) for each in asked())
    assert {row["verdict"] for row in rows} == {"holds", "violation", "no answer"}
    for row in rows:
        if row["accountant"] == "low":
            assert float(row["answer"]) < float(row["truth_low"]) <= float(row["truth_high"])
    assert document["accountants"][3]["failures"][0]["kind"] == "raised"
    assert b"<svg" in paths[2].read_bytes()


def test_the_figure_is_of_the_epsilons() -> None:
    curves = curves_of(asked())
    assert set(curves) == {"Gaussian"}
    assert [rounds for rounds, _ in curves["Gaussian"]["low"]] == [1, 10]
    assert [ratio for _, ratio in curves["Gaussian"]["low"]] == pytest.approx([0.99, 0.99])


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="expected a folder"):
        write(asked(), tmp_path / "file" / "new", 1, b"")
