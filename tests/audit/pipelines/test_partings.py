"""Where runs part: open, however it looks, unless the release tells; and what else leaves a verdict open."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpassay.audit.answers.outcome import Origin
from dpassay.audit.pipelines.partings import partings
from dpassay.audit.pipelines.traces import Asked, Call, Parting, Replay, Replays, Row, Site

HERE = Site("file.py", 3, "target")
ROW = Row(0, Fraction(1), Fraction(0), Fraction(1), Fraction(2))


def asked(kind: str = "laplace", sampling: bool = False) -> Asked:
    return Asked(kind, {}, HERE, 1, None, sampling)


def call(kind: str = "laplace", bare: bool = False, sampling: bool = False, **more: Any) -> Call:
    return Call(asked(kind, sampling), bare, 0, more.pop("rows", ()), (), **more)


def replays(parting: Parting | None, *calls: Call, own: Parting | None = None, endless: Site | None = None) -> Replays:
    def made(found: Parting | None, calls: tuple[Call, ...] = calls) -> Replay:
        return Replay("drawn", 0, calls, found, ("", ""), frozenset())

    same = tuple(replace(call, rows=(), different=0) for call in calls)
    return Replays(made(own, same), (made(parting),), (), endless, seconds=0.0, origin=Origin())


RELEASE = Parting(None, "[1]", "1", "2")
ENDING = Parting(0, "end", "laplace", "the end", (asked(), None))
SCALE = Parting(0, "scale", "laplace", "laplace", (asked(), asked()))


def certain(found: Replays, told: str = "") -> list[tuple[str, bool]]:
    return [(finding.kind, finding.certain) for finding in partings(found, told)]


def test_a_parting_alone_is_open() -> None:
    for parting, kind in ((RELEASE, "release"), (ENDING, "control flow"), (SCALE, "parameter")):
        assert certain(replays(parting, call())) == [(kind, False)]
        assert certain(replays(parting)) == [(kind, False)]
    assert certain(replays(None, call())) == []


def test_a_parting_is_a_violation_where_the_release_tells() -> None:
    for parting, kind in ((RELEASE, "release"), (ENDING, "control flow"), (SCALE, "parameter")):
        (finding,) = partings(replays(parting, call(bare=True)), "it is 3 in all runs")
        assert (finding.kind, finding.certain) == (kind, True)
        assert finding.words.endswith("; and it is 3 in all runs")
    assert certain(replays(None, call()), "it is 3") == [("release", True)]


def test_an_open_parting_says_why() -> None:
    words = [next(partings(replays(RELEASE, each))).words for each in (call("coin"), call(bare=True))]
    assert "`dpassay audit --exact --epsilon`" in words[0]
    assert "a draw without an input" in words[1]
    sample = Parting(0, "count", "shuffle", "shuffle", (asked("shuffle", True), asked("shuffle", True)))
    assert "adds no noise" in next(partings(replays(sample))).words
    assert "may not be released" in next(partings(replays(ENDING))).words


def test_numbers_that_are_used_in_a_way_that_is_not_recorded_are_open() -> None:
    assert certain(replays(None, call(bare=True))) == [("use", False)]
    assert certain(replays(None, Call(asked("uniform"), False, 0, (), ()))) == [("use", False)]
    assert certain(replays(None, Call(asked("uniform"), False, 1, (ROW,), (ROW,)))) == []
    assert certain(replays(None, call(bare=True, last=True))) == []
    assert certain(replays(None, call("draw of laplace", bare=True))) == []


def test_what_chooses_is_open_where_nothing_else_tells() -> None:
    order = call("shuffle", bare=True, sampling=True)
    assert certain(replays(None, order)) == [("use", False)]
    assert certain(replays(None, order, call(rows=(ROW,)))) == []


def test_a_comparison_that_the_neighbor_contradicts_and_a_loop_without_an_end_are_open() -> None:
    assert certain(replays(None, call(excluded=True))) == [("bounds", False)]
    assert certain(replays(None, call(), endless=HERE)) == [("loop", False)]


def test_a_pipeline_that_is_not_a_function_is_open() -> None:
    (finding,) = partings(replays(RELEASE, own=RELEASE))
    assert (finding.kind, finding.certain) == ("state", False)
    assert "two runs on one input" in finding.words


def test_inputs_that_differ_on_one_input_are_a_state_or_chance() -> None:
    found = replays(None, call(rows=(ROW,)))
    assert certain(found) == []
    itself = replace(found.itself, calls=(call(), call("normal", rows=(ROW,))))
    (finding,) = partings(replace(found, itself=itself), "it is 3")
    assert (finding.kind, finding.certain, finding.at) == ("state", False, 1)
    assert "hand other inputs to normal at file.py:3 in target" in finding.words
