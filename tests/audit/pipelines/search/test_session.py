"""One process replays many pairs, as one process each would; what one pair ends is started again for the next."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dpassay.audit.answers.outcome import Failure
from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.run import ReplayPlan, replay_target
from dpassay.audit.pipelines.search.session import Session
from dpassay.audit.pipelines.traces import Replays
from tests.audit.pipelines import recorded
from tests.audit.pipelines.search import behaving

RECORDED, FILE = Path(recorded.__file__), Path(behaving.__file__)
PLAN = ReplayPlan(drawn=1, steered=1, time_limit=20.0)


def pair(first: Any, second: Any) -> tuple[Json, Json]:
    return Json(json.dumps(first)), Json(json.dumps(second))


def test_a_session_says_what_a_process_of_its_own_says() -> None:
    pairs = [pair(1.0, 2.0), pair(3.0, 3.5), pair(1.0, 2.0)]
    with Session(f"{RECORDED}:added", {}, PLAN) as session:
        found = [session.replay(each) for each in pairs]
        assert session.starts == 1
    for each, replays in zip(pairs, found, strict=True):
        alone = replay_target(f"{RECORDED}:added", each, {}, PLAN)
        assert isinstance(alone, Replays)
        assert isinstance(replays, Replays)
        assert replays.pairs == alone.pairs


def test_what_is_raised_on_one_pair_ends_nothing() -> None:
    with Session(f"{FILE}:raising_above_five", {}, PLAN) as session:
        failure = session.replay(pair(6.0, 7.0))
        assert isinstance(failure, Failure)
        assert (failure.kind, "KeyError" in failure.message) == ("raised", True)
        assert isinstance(session.replay(pair(1.0, 2.0)), Replays)
        assert session.starts == 1


def test_a_process_that_a_pair_ends_is_started_again() -> None:
    with Session(f"{FILE}:exiting_above_five", {}, PLAN) as session:
        assert isinstance(session.replay(pair(1.0, 2.0)), Replays)
        failure = session.replay(pair(1.0, 7.0))
        assert isinstance(failure, Failure)
        assert failure.kind == "exit"
        assert isinstance(session.replay(pair(1.0, 2.0)), Replays)
        assert session.starts == 2


def test_a_pair_that_takes_too_long_is_a_failure_of_that_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of which a look takes forty seconds."""
    ticks = count(step=40)
    monkeypatch.setattr("dpassay.audit.answers.watching.time", SimpleNamespace(monotonic=lambda: float(next(ticks))))
    plan = ReplayPlan(drawn=1, steered=0, time_limit=500.0, first_time_limit=500.0)
    with Session(f"{FILE}:sleeping_above_five", {}, plan) as session:
        failure = session.replay(pair(1.0, 7.0))
        assert isinstance(failure, Failure)
        assert failure.kind == "timeout"


def test_a_target_that_is_not_there_is_told() -> None:
    with Session(f"{FILE}:nothing", {}, PLAN) as session:
        failure = session.replay(pair(1.0, 2.0))
    assert isinstance(failure, Failure)
    assert failure.kind == "import"


def test_a_generator_is_as_of_a_process_of_its_own_whatever_came_before() -> None:
    with Session(f"{RECORDED}:modern", {}, PLAN) as session:
        first, _, third = (session.replay(pair(x, x + 1)) for x in (1.0, 5.0, 1.0))
    assert isinstance(first, Replays)
    assert isinstance(third, Replays)
    assert first.pairs == third.pairs


@pytest.mark.parametrize(("form", "said"), [("array", "ndarray (2,)"), ("frame", "DataFrame (2, 1)")])
def test_a_table_comes_in_the_form_that_is_asked_for(form: str, said: str) -> None:
    if form == "frame":
        pytest.importorskip("pandas")
    plan = ReplayPlan(drawn=1, steered=0, form={"kind": form, "columns": ["x"], "library": "pandas"})
    with Session(f"{FILE}:type_of_table", {}, plan) as session:
        found = session.replay(pair([[1.0], [2.0]], [[1.0], [2.5]]))
    assert isinstance(found, Replays)
    assert repr(said) in found.itself.shown
