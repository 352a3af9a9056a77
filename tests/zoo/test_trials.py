"""The runner: sizes, repetitions, false alarms, results that go on where they were."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from zoo.auditor import Answer, Broken, Question
from zoo.cases import load
from zoo.trials import Effort, Results, Runner, summary, summary_line

CASE = load()["response-biased-coin"]
EFFORT = Effort(smallest=100, largest=800, repetitions=3, sibling_size=200, siblings=4, seconds=1e9)


class Counting:
    """Flags faults from a size on, and siblings where the seed is even; counts how often it is asked."""

    def __init__(self, least: int, alarms: bool = False) -> None:
        self.least, self.alarms, self.asked = least, alarms, list[tuple[str, int, int]]()

    def __call__(self, question: Question) -> Answer:
        self.asked.append((question.role, question.size, question.seed))
        if question.role == "sibling":
            return Answer(self.alarms, 0.5 + question.seed % 2)
        return Answer(question.size >= self.least, 2.0)


def ran(auditor: Any, results: Results | None = None, effort: Effort = EFFORT) -> tuple[Any, list[str]]:
    kept, lines = results or Results(), list[str]()
    Runner("x", auditor, effort, kept).run(CASE, lines.append)
    return summary("x", CASE.name, list(kept.trials.values()), effort), lines


def test_the_grid() -> None:
    assert EFFORT.sizes() == [100, 200, 400, 800]
    assert Effort(smallest=1_000, largest=4_000, ratio=1.5).sizes() == [1_000, 1_500, 2_250, 3_375]
    assert [Effort(repetitions=k).enough for k in (1, 3, 10, 20)] == [1, 3, 9, 18]


def test_a_fault_is_found_at_the_first_size_at_which_nearly_all_repetitions_flag() -> None:
    auditor = Counting(400)
    found, lines = ran(auditor)
    assert (found.found, found.tried, found.alarms, found.siblings) == (400, 400, 0, 4)
    assert [size for role, size, _ in auditor.asked if role == "fault"] == [100, 200, 400, 400, 400]
    assert len({seed for _, _, seed in auditor.asked}) == len(auditor.asked)
    assert len(lines) == 1
    assert "400" in lines[0]
    assert "0 of 4 siblings flagged" in lines[0]


def test_what_is_not_found_says_how_far_it_was_tried() -> None:
    found, lines = ran(Counting(10**9))
    assert (found.found, found.tried) == (None, 800)
    assert "not by 800" in lines[0]


def test_false_alarms_and_bounds_are_kept() -> None:
    found, _ = ran(Counting(100, alarms=True))
    assert found.alarms == found.siblings == 4
    assert set(found.bounds) <= {0.5, 1.5}


def test_nothing_larger_is_tried_when_the_time_is_over() -> None:
    found, _ = ran(Counting(10**9), effort=Effort(smallest=100, largest=800, siblings=1, seconds=-1.0))
    assert found.tried == 100


def test_who_cannot_tell_is_not_asked_for_long() -> None:
    asked = list[Question]()

    def silent(question: Question) -> Answer:
        asked.append(question)
        return Answer(None, note="no such answers")

    found, lines = ran(silent)
    assert len(asked) == EFFORT.siblings + 1
    assert found.why == "no such answers"
    assert summary_line(found) == lines[0] == f"x: {CASE.name}: cannot tell: no such answers"


@pytest.mark.parametrize("error", [Broken("it ended"), ValueError("odd\nlines")])
def test_whatever_an_auditor_does_is_a_result(error: Exception) -> None:
    def raises(_question: Question) -> Answer:
        raise error

    results = Results()
    found, _ = ran(raises, results)
    assert "\n" not in found.why
    assert found.why
    assert all(trial.failed for trial in results.trials.values())


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    path, auditor = tmp_path / "new" / "results.jsonl", Counting(400)
    first, _ = ran(auditor, Results(path))
    done = len(auditor.asked)
    text = path.read_text()
    assert len(text.splitlines()) == done
    path.write_text(text[:-30])  # the last line is broken off
    second, _ = ran(auditor, Results(path))
    assert replace(second, seconds=0.0, usual=None) == replace(first, seconds=0.0, usual=None)
    assert len(auditor.asked) == done + 1
    assert auditor.asked[-1] == auditor.asked[done - 1]
    assert len(path.read_text().splitlines()) == done


def test_other_effort_takes_up_what_it_shares(tmp_path: Path) -> None:
    path, auditor = tmp_path / "results.jsonl", Counting(400)
    ran(auditor, Results(path))
    before = len(auditor.asked)
    ran(auditor, Results(path), Effort(smallest=100, largest=800, repetitions=5, sibling_size=200, siblings=4))
    assert [size for _, size, _ in auditor.asked[before:]] == [400, 400]


def test_an_answer_that_was_kept_is_counted_with_what_it_took() -> None:
    found, _ = ran(lambda question: Answer(question.role == "fault", seconds=3.0))
    assert (found.found, found.usual, found.seconds) == (100, 3.0, 3.0)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"smallest": 300, "largest": 299}, "largest = 299: expected at least 300"),
        ({"repetitions": 0}, "repetitions = 0: expected a whole number of at least 1"),
        ({"siblings": -1}, "siblings = -1: expected a whole number of at least 1"),
        ({"seconds": float("nan")}, "seconds = nan: expected a number"),
    ],
)
def test_an_effort_that_leaves_nothing_to_try_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Effort(**given)


def test_a_file_of_results_keeps_levels_apart(tmp_path: Path) -> None:
    path, levels = tmp_path / "results.jsonl", []

    def telling(question: Question) -> Answer:
        levels.append(question.alpha)
        return Answer(question.alpha > 0.02)

    for alpha, found in ((0.05, 100), (0.01, None), (0.05, 100)):
        levels.clear()
        seen, _ = ran(telling, Results(path), replace(EFFORT, alpha=alpha))
        assert seen.found == found
    assert levels == []
