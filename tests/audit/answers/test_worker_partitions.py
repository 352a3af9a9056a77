"""Which partitions are kept is one call, read as a coin for each that is in one of two inputs."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from dpassay.audit import replay
from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.run import ReplayPlan, replay_target
from dpassay.audit.pipelines.traces import Replays
from tests.audit.answers import partitions

FILE = Path(partitions.__file__)
F = Fraction
ONE, OTHER = '[["a"], ["b"], ["b"]]', '[["a"], ["a"]]'


def found(function: str) -> Replays:
    plan = ReplayPlan(drawn=20, steered=1)
    replays = replay_target(f"{FILE}:{function}", (Json(ONE), Json(OTHER)), {}, plan)
    assert isinstance(replays, Replays), replays
    return replays


def test_a_partition_that_is_not_there_is_a_coin_that_never_comes() -> None:
    """The stand-in keeps a partition of n rows with a probability of n / 4."""
    replays = found("kept")
    assert all(pair.parting is None for pair in (replays.itself, *replays.pairs))
    answers = set()
    for pair in replays.turned(0):
        (call,) = pair.calls
        assert (call.asked.kind, call.asked.count, call.different) == ("coin", 2, 2)
        assert [(row.first, row.second) for row in call.rows] == [(F(1, 4), F(1, 2)), (F(1, 2), F(0))]
        answers.add(tuple(row.answer for row in call.rows))
    assert len(answers) == 4


def test_the_claim_is_held_to_the_coins() -> None:
    """A partition of one row is kept with probability 1/4, which is delta where it is the whole difference."""
    pair = [["a"], ["b"]], [["a"]]
    target = f"{FILE}:kept"
    assert replay(target, *pair, epsilon=1, delta="1/4").verdict == "no violation found"
    assert replay(target, *pair, epsilon=1, delta="6/25").verdict == "violation"


def test_what_else_is_released_of_a_partition_is_compared() -> None:
    """Of a partition of two rows in place of one that number is released."""
    verdict = replay(f"{FILE}:sizes", [["a"], ["b"], ["b"]], [["a"], ["b"]], epsilon=1, delta="1/4").verdict
    assert verdict == "violation"


def test_a_choice_of_unknown_shares_has_no_law() -> None:
    """It is no coin that can never come: nobody knows how likely either partition is."""
    calls = [call for pair in found("kept_otherwise").pairs for call in pair.calls]
    assert {call.asked.kind for call in calls} == {"kept partitions of unknown shares"}
    verdict = replay(f"{FILE}:kept_otherwise", [["a"]], [["a"], ["b"]], epsilon=1, delta="1/4").verdict
    assert verdict == "undecided"


def test_another_filter_is_none_of_partitions() -> None:
    assert all(not pair.calls for pair in found("filtered").pairs)
