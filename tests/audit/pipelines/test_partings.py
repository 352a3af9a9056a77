"""Where runs part: what is a leak for certain, and what a draw without an input may explain."""

from __future__ import annotations

from typing import Any

from dpassay.audit.answers.outcome import Origin
from dpassay.audit.pipelines.partings import partings
from dpassay.audit.pipelines.traces import Asked, Call, Parting, Replay, Replays, Site

HERE = Site("file.py", 3, "target")


def asked(kind: str = "laplace", sampling: bool = False) -> Asked:
    return Asked(kind, {}, HERE, 1, None, sampling)


def call(bare: bool) -> Call:
    return Call(asked(), bare, 0, (), ())


def replays(parting: Parting | None, *calls: Call, own: Parting | None = None, **more: Any) -> Replays:
    def made(found: Parting | None) -> Replay:
        return Replay("drawn", 0, calls, found, ("", ""), frozenset())

    constant = {"constant_calls": frozenset(), "constant_parts": frozenset(), "runs": 8} | more
    return Replays(made(own), (made(parting),), **constant, seconds=0.0, origin=Origin())


RELEASE = Parting(None, "[1]", "1", "2")
ENDING = Parting(0, "end", "laplace", "the end", (asked(), None))


def certain(found: Replays) -> list[tuple[str, bool]]:
    return [(finding.kind, finding.certain) for finding in partings(found)]


def test_what_no_draw_explains_is_certain() -> None:
    assert certain(replays(RELEASE, call(bare=False))) == [("release", True)]
    assert certain(replays(ENDING)) == [("control flow", True)]
    scale = Parting(0, "scale", "laplace", "laplace", (asked(), asked()))
    assert certain(replays(scale)) == [("parameter", True)]
    assert certain(replays(None)) == []


def test_what_a_draw_may_explain_is_open() -> None:
    assert certain(replays(RELEASE, call(bare=True))) == [("release", False)]
    assert certain(replays(ENDING, call(bare=True))) == [("control flow", False)]
    sample = Parting(0, "count", "shuffle", "shuffle", (asked("shuffle", True), asked("shuffle", True)))
    assert certain(replays(sample)) == [("parameter", False)]


def test_what_is_the_same_in_all_runs_is_certain_whatever_was_drawn() -> None:
    known = {"constant_parts": frozenset({"[1]"}), "constant_calls": frozenset({0})}
    assert certain(replays(RELEASE, call(bare=True), **known)) == [("release", True)]
    assert certain(replays(ENDING, call(bare=True), **known)) == [("control flow", True)]
    assert certain(replays(RELEASE, call(bare=True), **known, runs=3)) == [("release", False)]


def test_a_pipeline_that_is_not_a_function_is_open() -> None:
    (finding,) = partings(replays(RELEASE, own=RELEASE))
    assert (finding.kind, finding.certain) == ("state", False)
    assert "two runs on one input" in finding.words
