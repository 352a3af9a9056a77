"""A clock for the auditor that a test can put forward: so no test waits for a limit, or misses it on a busy machine."""

import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest

LIMIT = 500.0
"""Seconds that no test takes."""


class Clock:
    """The time as the auditor sees it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        monkeypatch.setattr("dpassay.audit.answers.watching.time", SimpleNamespace(monotonic=self.now))

    def now(self) -> float:
        return time.monotonic() + self.ahead

    def strike(self, when: Callable[[int], bool]) -> Callable[[int, int], None]:
        """Return a progress that lets the time limit pass as soon as something is so, given what is drawn."""

        def progress(drawn: int, _total: int) -> None:
            self.ahead = 2 * LIMIT if when(drawn) else self.ahead

        return progress
