"""How a worker says what goes wrong: in one line, to the auditor, whatever the target does."""

from __future__ import annotations

import json
import os
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_MESSAGE = 300
LONGEST_TRACEBACK = 4_000
DEEPEST_TRACEBACK = 12
CHANNEL_CLOSED = 70
OURS = {str(path) for path in Path(__file__).parent.glob("worker*.py")}


class Fault(Exception):
    """Something wrong with the target: its ``kind``, a one-line ``message``, an exception's traceback."""

    def __init__(self, kind: str, message: str, trace: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.message = one_line(message)
        self.trace = trace


class Channel:
    """The way to the auditor: one JSON object a line. When it is closed there is nobody to work for."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._process = os.getpid()
        os.set_inheritable(descriptor, False)

    def end_copies(self) -> None:
        """End this process if it is a copy that the target forked and forgot."""
        if os.getpid() != self._process:
            os._exit(0)

    def send(self, event: str, **fields: object) -> None:
        """Write one message."""
        self.end_copies()
        line = json.dumps({"event": event, **fields}).encode() + b"\n"
        try:
            while line:
                line = line[os.write(self._descriptor, line) :]
        except OSError:
            os._exit(CHANNEL_CLOSED)


def one_line(text: str) -> str:
    """Fold ``text`` into one line of bounded length."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_MESSAGE else line[: LONGEST_MESSAGE - 4] + " ..."


def described(error: BaseException) -> str:
    """Return "Type: message", even for an exception that cannot be printed."""
    name = described_value(type(error).__name__, str)
    try:
        message = str(error)
    except BaseException:  # an exception's __str__ is the target's code
        message = "(its message cannot be printed)"
    return f"{name}: {message}" if message else name


def described_value(value: object, how: Callable[[Any], str] = repr) -> str:
    """Return a value as text, even if it cannot be printed."""
    try:
        return how(value)
    except BaseException:  # the target's code
        return f"({type(value).__name__})"


def trace_of(error: BaseException) -> str:
    """Return the end of the traceback, without the frames of this file."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename in OURS:
        frames = frames.tb_next
    try:
        lines = traceback.format_exception(type(error), error, frames, limit=-DEEPEST_TRACEBACK)
    except BaseException:  # it prints the exception
        return ""
    return "".join(lines)[-LONGEST_TRACEBACK:]
