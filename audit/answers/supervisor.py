"""Stand between an auditor and a target: start the target, and end it and all that it started.

`<python> -I -S supervisor.py <lifeline> <channel> <auditor's process> <folder> <command ...>`. It needs the standard
library alone. The lifeline is a socket to the auditor. One byte comes: "r", run the command; "k", kill it. JSON lines
go: {"process": ...}, and when nothing of the target is left {"code": ...}, or {"problem": ...}. When the lifeline is
closed, and when the auditor is gone, however it ended, everything is killed and the folder is deleted.

On Linux no descendant escapes: this process is their subreaper, to which those are handed whose parents have ended,
and the command itself is killed if this process is (by the parent-death signal). Only what runs with other rights, or
forks faster than /proc can be read, lives on, and then this process lives on and keeps trying. On other systems the
command's process group is killed: a descendant that starts a session of its own is not found.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
LINUX = sys.platform == "linux"
TICK = 1.0
LONGEST_PAUSE = 0.5


def prctl(option: int, value: int) -> None:
    """Set an option of this process, where the system has such."""
    if LINUX:
        _LIBC.prctl(option, ctypes.c_ulong(value), 0, 0, 0)


_LIBC = ctypes.CDLL(None)  # loaded before any fork


class Supervisor:
    """One command, and the way to whoever wants it run."""

    def __init__(self, lifeline: int, channel: int, auditor: int, folder: Path) -> None:
        self.lifeline = lifeline
        self.channel = channel
        self.auditor = auditor
        self.folder = folder
        self.wake = wake_descriptor()
        self.group = 0
        self.code: int | None = None

    def serve(self, command: list[str]) -> None:
        """Run the command when told to, and wait until it ends, or is to end; then until we are to go."""
        if self.next_order() != b"r" or not self.start(command):
            return
        order = None
        while order is None and self.code is None:
            order = self.order()
            self.reap()
        self.kill()
        self.tell(code=self.code)
        while order != b"":
            order = self.next_order()

    def start(self, command: list[str]) -> bool:
        """Start the command in a session of its own; tell whether that went well."""
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                pass_fds=[self.channel],
                start_new_session=True,
                preexec_fn=dying_with(os.getpid()),  # noqa: PLW1509  # this process has one thread
            )
        except (OSError, ValueError) as error:
            self.tell(problem=getattr(error, "strerror", None) or str(error))
            return False
        finally:
            self.let_go()
        self.group = process.pid
        process.returncode = 0  # it is waited for in `reap`
        self.tell(process=process.pid)
        return True

    def let_go(self) -> None:
        """Close what the command writes to, so that the auditor sees when it has no writer left."""
        os.close(self.channel)
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in (1, 2):
            os.dup2(nothing, descriptor)

    def tell(self, **message: object) -> None:
        """Write one line to the auditor, if there still is one."""
        with suppress(OSError):
            os.write(self.lifeline, json.dumps(message).encode() + b"\n")

    def next_order(self) -> bytes:
        """Wait for a byte from the auditor; none means that it is gone."""
        while (order := self.order()) is None:
            self.reap()
        return order

    def order(self) -> bytes | None:
        """Wait for a while; return the byte that came, b"" when the auditor is gone, ``None`` when neither is so."""
        ready, _, _ = select.select([self.lifeline, self.wake], [], [], TICK)
        if self.wake in ready:
            os.read(self.wake, 4096)
        if self.lifeline in ready:
            try:
                return os.read(self.lifeline, 1)
            except OSError:
                return b""
        return b"" if os.getppid() != self.auditor else None

    def kill(self) -> None:
        """Kill everything that this process has started, or was handed, and return when nothing is left."""
        pause = 0.001
        if self.code is None:  # afterwards the number of the group may be another's
            kill(os.killpg, self.group)
        while self.reap():
            for process in descendants(os.getpid()):
                kill(os.kill, process)
            select.select([self.wake], [], [], pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def reap(self) -> bool:
        """Take note of children that have ended; tell whether there are others."""
        with suppress(ChildProcessError):
            while True:
                process, status = os.waitpid(-1, os.WNOHANG)
                if not process:
                    return True
                if process == self.group:
                    self.code = os.waitstatus_to_exitcode(status)
                    kill(os.killpg, self.group)
        return False


def kill(how: Callable[[int, int], None], number: int) -> None:
    """Kill a process or a group, unless it is gone or not ours to kill."""
    with suppress(ProcessLookupError, PermissionError):
        if number > 0:
            how(number, signal.SIGKILL)


def dying_with(parent: int) -> Callable[[], None]:
    """Return what a new child does first: see to it that it is killed when its parent ends."""

    def prepare() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    return prepare


def descendants(ancestor: int) -> Iterator[int]:
    """Yield the processes below a process, those nearest to it first."""
    children: dict[int, list[int]] = {}
    for process, parent in processes():
        children.setdefault(parent, []).append(process)
    found = [ancestor]
    for process in found:
        below = children.get(process, [])
        found += below
        yield from below


def processes() -> Iterator[tuple[int, int]]:
    """Yield each process with its parent, as far as the system has /proc."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):  # gone just now
            fields = path.read_bytes().rpartition(b")")[2].split()
            yield int(path.parent.name), int(fields[1])


def wake_descriptor() -> int:
    """Return a descriptor with something to read after each end of a child."""
    read, write = os.pipe()
    os.set_blocking(read, False)
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    return read


def remove(folder: Path) -> None:
    """Delete a folder, also where a folder in it may not be written to."""
    shutil.rmtree(folder, ignore_errors=True)
    for place, below, _ in os.walk(folder):
        for path in (Path(place), *(Path(place) / name for name in below)):
            with suppress(OSError):
                if not path.is_symlink():
                    path.chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)


def ended(_number: int, _frame: object) -> None:
    """End this process as its auditor's end does."""
    sys.exit(0)


def main(lifeline: str, channel: str, auditor: str, folder: str, *command: str) -> None:
    """Serve one auditor; see the top of this file."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    supervisor = Supervisor(int(lifeline), int(channel), int(auditor), Path(folder))
    ends = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
    for number in ends:
        signal.signal(number, ended)
    try:
        supervisor.serve(list(command))
    finally:
        for number in ends:
            signal.signal(number, signal.SIG_IGN)
        supervisor.kill()
        remove(supervisor.folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
