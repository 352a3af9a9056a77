"""Auditors that are programs: what is asked, what is read, and what a program may do wrong."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from zoo.auditor import Answer, Broken, Question
from zoo.cases import load
from zoo.programs import Program, read, written

SCRIPT = str(Path(__file__).with_name("auditor_program.py"))
CASES = load()


def question(name: str, size: int) -> Question:
    return Question(CASES[name], "fault", CASES[name].draw("fault", size, (1,)), 0.05, 7)


def test_a_program_is_asked_many_times_in_one_process() -> None:
    with Program([sys.executable, SCRIPT], 30) as program:
        assert program(question("rare-branch", 100)) == Answer(False, 0.5, "100")
        assert program(question("rare-branch", 2_000)) == Answer(True, 0.5, "2000")
        assert program(question("form-type", 200)) == Answer(True, None, "form-type")
        program.stop()
        assert program(question("rare-branch", 100)).flag is False


def test_what_is_asked(tmp_path: Path) -> None:
    asked = question("rare-branch", 50)
    request = json.loads(json.dumps(written(asked, tmp_path)))
    for path, answers in zip(request["samples"], asked.answers, strict=True):
        np.testing.assert_array_equal(np.load(path), answers)
    assert (request["epsilon"], request["delta"], request["alpha"]) == (asked.case.claimed, 0.0, 0.05)
    assert request["target"]["function"] == "one_in_1024"
    assert request["target"]["data"] == [0, 1]
    assert Path(request["target"]["file"]).is_file()
    readme = (Path(written.__code__.co_filename).parent / "README.md").read_text(encoding="utf-8")
    assert [name for name in request if f"`{name}`" not in readme] == []


@pytest.mark.parametrize(
    ("way", "message"),
    [
        ("text", "a line that is no JSON: 'not json'"),
        ("list", "no flag that is true, false or null"),
        ("word", "no flag that is true, false or null"),
        ("nan", "epsilon_lower = nan"),
        ("ends", "it ended: why it ended"),
    ],
)
def test_a_program_that_misbehaves_is_broken(way: str, message: str) -> None:
    with Program([sys.executable, SCRIPT, way], 30) as program, pytest.raises(Broken, match=message):
        program(question("rare-branch", 100))


def test_a_program_that_does_not_answer_in_time_is_broken_and_killed() -> None:
    with Program([sys.executable, SCRIPT, "sleeps"], 0.5) as program, pytest.raises(Broken, match="no answer in"):
        program(question("rare-branch", 100))


def test_a_program_that_is_not_there_is_broken() -> None:
    with Program(["/no/such/program"], 5) as program, pytest.raises(Broken, match="/no/such/program"):
        program(question("rare-branch", 100))


def test_a_program_may_say_that_it_cannot_tell() -> None:
    assert read('{"flag": null, "note": "no such answers"}') == Answer(None, None, "no such answers")
    assert read('{"flag": true, "epsilon_lower": Infinity}').epsilon_lower == float("inf")
