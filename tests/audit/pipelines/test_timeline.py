"""The timeline: the two runs side by side, in 80 columns."""

from __future__ import annotations

from fractions import Fraction

from dpassay.audit.pipelines.timeline import loss_words, timeline, timeline_lines, value_words
from dpassay.audit.pipelines.traces import Asked, Call, Parting, Replay, Row, Site

F = Fraction
HERE = Site("/a/folder/with_a_very_long_name_of_a_file_in_it.py", 1234, "target")


def call(kind: str, *rows: Row, count: int = 1) -> Call:
    return Call(Asked(kind, {}, HERE, count, F(10), False), False, len(rows), rows, rows)


def replay(*calls: Call, recorded: int = 0, parting: Parting | None = None) -> Replay:
    return Replay("steered", recorded, calls, parting, ("", ""), frozenset())


ROW = Row(0, F(10), F(3), F(503), F(-1, 3))


def test_calls_are_counted_without_draws_and_losses_added() -> None:
    content = timeline(replay(call("draw of laplace"), call("laplace", ROW), call("laplace", ROW, count=1_000)))
    assert [each["number"] for each in content["calls"]] == [1, 2]
    assert content["calls"][0]["loss"] == "50"
    assert content["loss"] == "100"
    assert content["calls"][0]["data"] == "3"
    turned = timeline(replay(call("laplace", ROW), recorded=1))
    assert (turned["calls"][0]["data"], turned["calls"][0]["neighbor"]) == ("503", "3")


def test_lines_are_short_and_say_where_runs_part() -> None:
    asked = Asked("a kind with a name that is much too long for a line", {}, HERE, 1, None, False)
    parting = Parting(0, "end", "x" * 30, "the end", (asked, None))
    long = Row(0, F(10), tuple(F(1, k) for k in range(1, 9)), F(10) ** 400, "a text of an answer that is long")
    calls = call("choice", long, ROW), call("a kind of which nothing is known", ROW, count=10**6)
    lines = timeline_lines(timeline(replay(*calls, *[call("laplace", ROW)] * 300, parting=parting)))
    assert max(map(len, lines)) <= 78
    assert any("the runs part at call 1" in line for line in lines)
    assert any("more calls" in line for line in lines)
    assert any("unknown" in line for line in lines)


def test_values_are_rounded() -> None:
    assert value_words((F(1, 3), F(1), F(2), F(3))) == "(0.33333, 1, 2, ...)"
    assert value_words(float("nan")) == "nan"
    assert value_words(True) == "True"
    assert loss_words(None) == "infinite"
