"""The process of a target, from the auditor's side: started under a supervisor, and ended with all that it started.

Between the auditor and the target stands `dpassay.audit.answers.supervisor`, which outlives an auditor that is
killed. What a target may do is limited in time and memory, and in nothing else: it runs with the rights of whoever runs
the audit.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir
from typing import IO, Any, Final
from uuid import uuid4

from dpassay.exact.entrance import explain_failures

WORKER: Final = Path(__file__).with_name("worker.py")
SUPERVISOR: Final = Path(__file__).with_name("supervisor.py")
PATIENCE: Final = 30.0
"""Seconds for everything of a target to end; what cannot be killed is then left to its supervisor."""

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_MOST_READ = 1 << 12


class NotStartedError(Exception):
    """The target's process cannot be started; the message says why, in one line."""


class TargetProcess:
    """A worker under its supervisor.

    Attributes:
        python: the interpreter that it runs under.
        folder: what the worker writes into; it goes when this is closed.
        channel: the descriptor of what the worker says.
        lifeline: the socket to the supervisor; as long as it is open, the worker runs.
        code: the exit code of the worker, once nothing of it is left; a signal is negative.
        problem: why the worker could not be started, or watched.
    """

    def __init__(
        self, python: str, folder: Path, channel: int, lifeline: socket.socket, supervisor: subprocess.Popen[bytes]
    ) -> None:
        self.python = python
        self.folder = folder
        self.channel = channel
        self.lifeline = lifeline
        self.supervisor = supervisor
        self.code: int | None = None
        self.problem = ""
        self._group = 0
        self._line = b""

    @property
    def streams(self) -> dict[str, IO[bytes]]:
        """What the target prints."""
        found = {"stdout": self.supervisor.stdout, "stderr": self.supervisor.stderr}
        return {name: stream for name, stream in found.items() if stream is not None}

    @property
    def over(self) -> bool:
        """Whether the supervisor has nothing more to say."""
        return self.code is not None or bool(self.problem)

    def run(self, request: Mapping[str, Any], theirs: int) -> None:
        """Make the folder, write the request into it, and let the worker begin; ``theirs``: its end of the channel."""
        try:
            self.folder.mkdir(mode=0o700)
            (self.folder / "tmp").mkdir()
            content = {**request, "directory": str(self.folder), "channel": theirs}
            (self.folder / "request.json").write_text(json.dumps(content))
            self.lifeline.sendall(b"r")
        except OSError as error:
            raise NotStartedError(f"cannot begin in {self.folder}: {error.strerror or error}") from None

    def hear(self) -> None:
        """Take in what the supervisor says next; ``TimeoutError`` if the lifeline has a time limit."""
        try:
            chunk = self.lifeline.recv(_MOST_READ)
        except ConnectionError:
            chunk = b""
        *lines, self._line = (self._line + chunk).split(b"\n")
        for message in map(json.loads, lines):
            self._group = message.get("process", self._group)
            self.code = message.get("code", self.code)
            if "problem" in message:
                self.problem = f"cannot run {self.python}: {message['problem']}"
        if not chunk and not self.over:
            self.problem = "the process that watches over the target was killed"
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._group or self.supervisor.pid, signal.SIGKILL)

    def wait(self, patience: float) -> None:
        """Wait for the end of everything that the target started, at most so many seconds."""
        end = time.monotonic() + patience
        with suppress(TimeoutError):
            while not self.over and (left := end - time.monotonic()) > 0:
                self.lifeline.settimeout(left)
                self.hear()

    def end(self) -> None:
        """Kill everything that the target started, and wait for that."""
        with suppress(OSError):
            self.lifeline.sendall(b"k")
        self.wait(PATIENCE)

    def close(self) -> None:
        """Let the supervisor kill what is left, delete the folder and go; delete what it did not."""
        with suppress(OSError):
            self.lifeline.shutdown(socket.SHUT_RDWR)
        self.lifeline.close()
        with suppress(subprocess.TimeoutExpired):
            self.supervisor.wait(PATIENCE)
        for stream in self.streams.values():
            stream.close()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def target_process(request: Mapping[str, Any], python: str | Path) -> Iterator[TargetProcess]:
    """Start a worker on the request; at the end, however it comes, nothing of it is left.

    Raises:
        NotStartedError: there is no room for the request, or no process to be had.
    """
    with _pipe() as (read, write):
        process = _supervised(python, read.fileno(), write.fileno())
        try:
            process.run(request, write.fileno())
            write.close()  # so that the channel ends when the worker does
            yield process
        finally:
            process.close()


@contextmanager
def _pipe() -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    read, write = os.pipe()
    with os.fdopen(read, "rb", 0) as reader, os.fdopen(write, "wb", 0) as writer:
        yield reader, writer


def _supervised(python: str | Path, read: int, write: int) -> TargetProcess:
    """Start a supervisor, which waits for the word to start the worker.

    The folder has a name before there is a supervisor, and is made afterwards: so it goes whatever ends us.
    """
    ours, theirs = socket.socketpair()
    try:
        folder = Path(gettempdir()) / f"dpassay-{uuid4().hex[:16]}"
        ends = [str(theirs.fileno()), str(write), str(os.getpid())]
        worker = [str(python), "-u", "-X", "faulthandler", str(WORKER), str(folder / "request.json")]
        supervisor = subprocess.Popen(
            [sys.executable, "-I", "-S", str(SUPERVISOR), *ends, str(folder), *worker],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=[theirs.fileno(), write],
            start_new_session=True,
            env={**environment(python), "TMPDIR": str(folder / "tmp")},
        )
    except OSError as error:
        ours.close()
        raise NotStartedError(error.strerror or str(error)) from None
    finally:
        theirs.close()
    return TargetProcess(str(python), folder, read, ours, supervisor)


def environment(python: str | Path) -> dict[str, str]:
    """Return our environment without what is meant for our interpreter; one thread needs least memory."""
    found = {**dict.fromkeys(_ONE_THREAD, "1"), **os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    if str(python) != sys.executable:
        for name in ("PYTHONHOME", "PYTHONPATH"):
            found.pop(name, None)
    return found


explain_failures(__name__)
