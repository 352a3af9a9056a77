"""Following a run: what a worker says, what its target prints, and when its time is up."""

from __future__ import annotations

import json
import os
import selectors
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, get_args

from dpassay.audit.answers.outcome import LONGEST_TEXT, Failure, FailureKind, Origin
from dpassay.audit.answers.process import TargetProcess
from dpassay.exact.entrance import explain_failures

Progress = Callable[[int, int], None]
"""Called with the draws so far and their total, several times a second; if it raises, that ends the run."""

CHANNEL_CLOSED: Final = 70
LAST_WORDS: Final = 5.0
"""Seconds for a process that has closed its channel to end."""

_TICK = 0.2
_LONGEST_LINE = 1 << 16
_LAST_READS = 4
_YES_OR_NO = ("seeded", "memory_limited")
_EVENTS = ("started", "loaded", "progress", "done", "failed")


class Tail:
    """The last of a stream."""

    def __init__(self) -> None:
        self._bytes = b""

    def add(self, chunk: bytes) -> None:
        """Take in what comes next."""
        self._bytes = (self._bytes + chunk)[-LONGEST_TEXT:]

    def __str__(self) -> str:
        return self._bytes.decode(errors="replace").strip()


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the worker's."""

    event: str
    kind: FailureKind = "output"
    message: str = ""
    traceback: str = ""
    done: int = 0
    origin: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, line: bytes) -> Message:
        """Return the message of one line; ``ValueError`` or ``TypeError`` if it is none of the worker's."""
        try:
            message = cls(**json.loads(line))
        except RecursionError:
            raise ValueError("nested too deeply") from None
        texts = (message.event, message.kind, message.message, message.traceback)
        well_formed = all(isinstance(text, str) for text in texts) and type(message.done) is int
        known = message.event in _EVENTS and message.kind in get_args(FailureKind)
        if not (well_formed and known and isinstance(message.origin, dict) and _fits(message.origin)):
            raise ValueError("not a message of the worker's")
        return message


def _fits(origin: Mapping[str, Any]) -> bool:
    kinds = {entry.name: bool if entry.name in _YES_OR_NO else str for entry in fields(Origin)}
    plain = {name: value for name, value in origin.items() if name != "sources"}
    sources = origin.get("sources", [])
    pairs = isinstance(sources, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in sources)
    texts = pairs and all(isinstance(text, str) for pair in sources for text in pair)
    return texts and all(name in kinds and isinstance(value, kinds[name] | None) for name, value in plain.items())


class Run:
    """What is known of one run: filled from the worker's messages until it ends."""

    def __init__(self, total: int, limits: tuple[float, float], progress: Progress | None) -> None:
        self.first_limit, self.limit = limits
        self.progress = progress or (lambda _drawn, _total: None)
        self.total = total
        self.begin = time.monotonic()
        self.drawn = 0
        self.origin = Origin()
        self.ending: Message | None = None
        self.stdout, self.stderr = Tail(), Tail()
        self._line = b""

    # Watching

    def follow(self, process: TargetProcess) -> Failure | None:
        """Read everything the process says until it has an outcome, end it, and return the failure if it is one."""
        with selectors.DefaultSelector() as selector:
            self._register(selector, process)
            failure = self._watched(selector, process)
            process.end()
            for _ in range(_LAST_READS):  # what it printed last
                self._read(selector, process, 0.0)
        return self._judged() if failure is None else replace(failure, stdout=str(self.stdout), stderr=str(self.stderr))

    @contextmanager
    def step_by_step(self, process: TargetProcess) -> Iterator[Callable[[Callable[[], bool]], Failure | None]]:
        """Yield a function that reads what the process says until a condition holds, or returns why it never will."""
        with selectors.DefaultSelector() as selector:
            self._register(selector, process)

            def until(done: Callable[[], bool]) -> Failure | None:
                self.begin, self.drawn = time.monotonic(), 0
                return self._watched(selector, process, done) or self._judged()

            yield until

    def _watched(
        self, selector: selectors.BaseSelector, process: TargetProcess, done: Callable[[], bool] = lambda: False
    ) -> Failure | None:
        """Watch until the worker says how it ended, or is done; otherwise return what happened instead."""
        while self.ending is None and not done():
            late = self._late()
            if late is not None:
                return late
            over = process.over  # asked before reading, or its last words might be missed
            busy = self._read(selector, process, 0.0 if over else _TICK)
            self.progress(self.drawn, self.total)
            closed = all(key.data != "channel" for key in selector.get_map().values())
            if self.ending is None and (closed or (over and not busy)):
                return self._unfinished(process)
        return None

    def _register(self, selector: selectors.BaseSelector, process: TargetProcess) -> None:
        for name, stream in process.streams.items():
            selector.register(stream, selectors.EVENT_READ, name)
        selector.register(process.channel, selectors.EVENT_READ, "channel")
        selector.register(process.lifeline, selectors.EVENT_READ, "lifeline")

    def _read(self, selector: selectors.BaseSelector, process: TargetProcess, timeout: float) -> bool:
        """Read once from whatever has something to say; tell whether anything had."""
        busy = False
        for key, _ in selector.select(timeout):
            if key.data == "lifeline":
                process.hear()
                if process.over:
                    selector.unregister(key.fileobj)
                continue
            chunk = os.read(key.fd, _LONGEST_LINE)
            if not chunk:
                selector.unregister(key.fileobj)
            elif key.data == "channel":
                self._hear(chunk)
            else:
                (self.stdout if key.data == "stdout" else self.stderr).add(chunk)
            busy = busy or bool(chunk)
        return busy

    def _hear(self, chunk: bytes) -> None:
        """Take in the messages that the chunk completes; the first that ends the run counts."""
        *lines, self._line = (self._line + chunk).split(b"\n")
        try:
            for line in lines:
                self._take(Message.read(line))
            if len(self._line) <= _LONGEST_LINE:
                return
        except (ValueError, TypeError):  # not JSON, or not one of the worker's messages
            pass
        self.ending = Message("failed", "output", "the target wrote into the auditor's channel")

    def _take(self, message: Message) -> None:
        self.drawn = min(max(self.drawn, message.done), self.total)
        self.origin = replace(self.origin, **message.origin)
        if message.event in ("done", "failed") and self.ending is None:
            self.ending = message

    # Endings

    def failure(self, kind: FailureKind, message: str, traceback: str = "") -> Failure:
        """Return the failure with all that is known of the run."""
        printed = str(self.stdout), str(self.stderr)
        return Failure(kind, message, self.seconds, self.drawn, self.origin, traceback, *printed)

    @property
    def seconds(self) -> float:
        """The time since the beginning."""
        return time.monotonic() - self.begin

    def _late(self) -> Failure | None:
        """Return the failure of a run out of time."""
        seconds = self.seconds
        if seconds > self.limit:
            done = f"{self.drawn} of {self.total} samples drawn"
            return self.failure("timeout", f"the time limit of {self.limit:g} s is over: {done}")
        if seconds > self.first_limit and not self.drawn:
            return self.failure("timeout", f"no output within the first {self.first_limit:g} s")
        return None

    def _judged(self) -> Failure | None:
        if self.ending is None or self.ending.event == "done":
            return None
        return self.failure(self.ending.kind, self.ending.message, self.ending.traceback)

    def _unfinished(self, process: TargetProcess) -> Failure:
        """Return the failure of a process that ended, or closed its channel, without a last message."""
        process.wait(LAST_WORDS)
        if process.problem:
            kind: FailureKind = "setup" if self.origin == Origin() else "crash"
            return self.failure(kind, process.problem)
        code = CHANNEL_CLOSED if process.code is None else process.code
        if self.origin == Origin():
            last = str(self.stderr).rpartition("\n")[2]
            return self.failure("setup", f"the worker did not start (exit code {code}){last and f': {last}'}")
        if code == CHANNEL_CLOSED:
            return self.failure("exit", "the target closed the channel between worker and auditor")
        if code < 0:
            return self.failure("crash", f"the target's process was killed by {signal_name(-code)}")
        return self.failure("exit", f"the target ended its process with exit code {code}")


def signal_name(number: int) -> str:
    """Return "SIGKILL" and the like."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


explain_failures(__name__)
