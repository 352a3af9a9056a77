"""What gives the answers: there is one source, and the plan fits it."""

from __future__ import annotations

from typing import Any

import pytest

from dpassay.audit.answers.program import Program
from dpassay.audit.answers.recording import Recording, read_recording
from dpassay.audit.plan import Plan
from dpassay.audit.sources import fitting, source_of

RECORDED = ([0, 1, 0, 1, 1], [0, 0, 1, 0])


def test_each_source_is_read() -> None:
    assert source_of("mine.py:noise") == "mine.py:noise"
    assert source_of(None, "./noise -x") == Program(("./noise", "-x"))
    assert isinstance(source_of(None, None, RECORDED), Recording)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((None, None, None), "target = nothing: expected one of target, command, samples_from"),
        (("a:b", "./noise", None), "target = target and command: expected one of"),
        ((None, "./noise", RECORDED), "target = command and samples_from: expected one of"),
    ],
)
def test_there_is_one_source(given: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        source_of(*given)


def test_of_a_recording_all_answers_are_taken() -> None:
    plan = Plan(seed=3, alpha=0.05)
    assert fitting(plan, read_recording(RECORDED), 1) == Plan(samples=4, seed=3, alpha=0.05)
    assert fitting(plan, Program(("./noise",)), 2) == fitting(plan, "a:b", 2) == plan


@pytest.mark.parametrize(
    ("plan", "pairs", "message"),
    [
        ({"samples": 100}, 1, "samples = 100: expected nothing: the answers are recorded, and nothing is run"),
        ({"time_limit": 5.0}, 1, "time_limit = 5.0: expected nothing"),
        ({"memory_limit": 1 << 30}, 1, "memory_limit = 1073741824: expected nothing"),
        ({"sequential": True}, 1, "sequential = True: expected nothing: the answers are recorded"),
        ({"python": "python3"}, 1, "python = 'python3': expected nothing: the answers are recorded"),
        ({}, 2, "data = 2 pairs of inputs: expected one: the answers were recorded on one"),
    ],
)
def test_what_means_nothing_for_a_recording_is_refused(plan: dict[str, Any], pairs: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fitting(Plan(**plan), read_recording(RECORDED), pairs)


def test_a_program_has_no_interpreter() -> None:
    with pytest.raises(ValueError, match="python = 'python3': expected nothing: a program is started as it is"):
        fitting(Plan(python="python3"), Program(("./noise",)), 1)
