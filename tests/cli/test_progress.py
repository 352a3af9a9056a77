"""What is shown while environments are made: spinners on a terminal, lines where there is none."""

from __future__ import annotations

import io
import sys

import pytest
from rich.console import Console

from dpassay.audit.answers.environments import Notify
from dpassay.cli import progress
from dpassay.cli.progress import environment_progress


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make stderr a terminal; not in a fixture, after which pytest sets it again."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    shown = Console(file=stream, force_terminal=True, width=100, color_system=None)
    monkeypatch.setattr(progress, "console", lambda **_: shown)
    return stream


def make(notify: Notify) -> None:
    notify("lib-1", "installing lib==1, numpy>=2")
    notify("lib-2", "ready")
    notify("lib-1", "made in 3 s")


def test_a_terminal_shows_what_is_installed_and_for_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = terminal(monkeypatch)
    with environment_progress() as notify:
        make(notify)
        notify("lib-3", "installing lib==3")
    text = stream.getvalue()
    assert "lib-3: installing lib==3 0:00:00" in text
    assert "lib-2: ready\n" in text
    assert "lib-1: made in 3 s\n" in text


def test_without_a_terminal_there_is_a_line_at_either_end(capsys: pytest.CaptureFixture[str]) -> None:
    with environment_progress() as notify:
        make(notify)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == ["lib-1: installing lib==1, numpy>=2", "lib-2: ready", "lib-1: made in 3 s"]


def test_quiet_says_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    stream = terminal(monkeypatch)
    with environment_progress(quiet=True) as notify:
        make(notify)
    assert stream.getvalue() == capsys.readouterr().out == ""
