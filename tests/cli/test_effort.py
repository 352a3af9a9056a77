"""What takes more than a minute is refused with an estimate, and what takes some seconds shows that it goes on."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from io import StringIO

import click
import pytest
from rich.console import Console

from dpassay.cli import effort
from dpassay.cli.effort import Effort, TooLong, bounded, duration, estimate, finish, steps
from dpassay.reference import composition, multiplicative_weights, randomized_response
from tests.cli.harness import run


class Clock:
    """A clock that goes on by so many seconds each time it is read."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def consumed(seconds_a_step: float, total: int, limit: float | None = 60) -> int:
    """Return how many steps are done before the rest is refused, or all."""
    work, done = Effort("profile x", limit, Clock(seconds_a_step)), 0
    try:
        for _ in work.steps(range(total), total):
            done += 1
    except TooLong:
        return done
    return done


def test_steps_are_refused_as_soon_as_their_pace_is_known() -> None:
    assert consumed(7, 11) == 1
    assert consumed(0.25, 1_000) == 5  # not before a second of work is done
    assert consumed(5, 11) == 11
    assert consumed(7, 11, limit=None) == 11


def test_the_refusal_is_one_line_with_an_estimate() -> None:
    work = Effort("profile x", 60, Clock(30))
    with pytest.raises(TooLong) as raised:
        list(work.steps(range(11), 11))
    words = "profile x would take more than a minute (about 6 minutes by the first 1 of 11 steps): add --force"
    assert raised.value.message == words
    assert raised.value.exit_code == 2


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.1, "1 s"),
        (40, "40 s"),
        (100, "2 minutes"),
        (7200, "2 hours"),
        (4 * 86400, "4 days"),
        (1e30, "more than a year"),
    ],
)
def test_duration(seconds: float, words: str) -> None:
    assert duration(seconds) == words


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer of processor time")
def test_the_limit_ends_what_no_estimate_foresaw() -> None:
    before = signal.getsignal(signal.SIGPROF)

    def endless() -> None:
        with bounded(Effort("law x", 0.05)):
            while True:
                pass

    with pytest.raises(TooLong, match="takes more than a minute"):
        endless()
    assert signal.getsignal(signal.SIGPROF) == before
    assert signal.getitimer(signal.ITIMER_PROF)[0] == 0
    with bounded(Effort("law x", None)):
        assert signal.getitimer(signal.ITIMER_PROF)[0] == 0


def shown(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> str:
    """What is said while the third of four steps waits for it, however busy the machine is."""
    screen = StringIO()
    monkeypatch.setattr(effort, "PATIENCE", 0.01)
    monkeypatch.setattr(effort, "console", lambda stderr: Console(file=screen, force_terminal=terminal))
    with bounded(Effort("law x")):
        for done in steps(range(4), 4):
            until = time.monotonic() + 0.2
            while done == 2 and ("2 of 4" not in screen.getvalue() if terminal else time.monotonic() < until):
                time.sleep(0.01)
    return screen.getvalue()


def test_progress_appears_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "law x: 2 of 4 steps, " in shown(monkeypatch, terminal=True)
    assert shown(monkeypatch, terminal=False) == ""


def test_no_progress_where_the_result_is_near(capsys: pytest.CaptureFixture[str]) -> None:
    with bounded(Effort("law x")):
        finish()
    assert capsys.readouterr().err == ""
    assert list(steps([1, 2], 2)) == [1, 2]


def test_an_interrupt_is_not_held_up() -> None:
    def interrupted() -> Iterator[int]:
        yield 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), bounded(Effort("law x")):
        list(steps(interrupted(), 2))


def test_estimates_grow_with_the_size() -> None:
    """With a clock of one second a reading, the small size takes one second."""
    labels = randomized_response.Parameters.read(epsilon=1, categories=50_000)
    assert estimate(randomized_response, labels, Clock(1)) == 50
    assert estimate(randomized_response, randomized_response.Parameters.read(epsilon=1, categories=9), Clock(1)) == 0
    rounds = composition.Parameters.read(epsilon=1, rounds=6_000)
    assert estimate(composition, rounds, Clock(1)) == 9
    transcripts = multiplicative_weights.Parameters.read(learning_rate="1/2", rounds=12, experts=2)
    assert estimate(multiplicative_weights, transcripts, Clock(1)) == 2**8


@pytest.mark.parametrize(
    "arguments",
    [
        ["profile", "composition", "-p", "epsilon=1/10", "-p", "rounds=1e5"],
        ["profile", "multiplicative_weights", "-p", "learning_rate=1/2", "-p", "rounds=900", "-p", "experts=2"],
    ],
)
def test_what_is_much_too_large_is_refused_at_once(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "would take more than a minute (about " in result.output
    assert result.output.strip().endswith("add --force")
    assert len(result.output.strip().splitlines()) == 1


def test_force_lifts_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "MOST_SECONDS", 0)
    common = ["profile", "composition", "-p", "epsilon=1/10", "-p", "rounds=2001"]
    assert run(*common).exit_code == 2
    assert run(*common, "--force").exit_code == 0
    assert isinstance(TooLong(""), click.ClickException)


def test_a_long_table_shows_the_outcomes_that_matter() -> None:
    common = ["law", "composition", "-p", "epsilon=1/10", "-p", "rounds=2000"]
    table, listed = run(*common), run(*common, "--json")
    shown = [int(cells[1]) for line in table.output.splitlines() if (cells := line.split("│"))[1:] and cells[1].strip()]
    assert len(shown) == 100
    assert 950 in shown  # the mean: 2000 / (1 + e^(1/10))
    assert "1901 more outcomes: --at shows" in table.output
    rows = json.loads(listed.output)["rows"]
    assert [row["outcome"] for row in rows] == [str(k) for k in range(2001)]
    assert rows[-1]["cumulative"] == {"decimal": "1", "exact": "1"}
