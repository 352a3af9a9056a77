"""Targets that leave something running, each of which says in a file of its own when that runs."""

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

Array = Any

LONG = 3_600.0


def linger(name: str) -> None:
    """Say that this process runs, and stay."""
    (Path(os.environ["READY"]) / name).touch()
    time.sleep(LONG)


def sleeps(data: object, size: int) -> Array:
    linger("sleeps")


def forks(data: object, size: int) -> Array:
    if not os.fork():
        linger("forked")
    linger("forks")


def escapes(data: object, size: int) -> Array:
    """Leave a process that has no parent, no session and no descriptor of ours, and that hears no signal."""
    if not os.fork():
        os.setsid()
        if os.fork():
            os._exit(0)
        os.setsid()
        os.closerange(0, 256)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        os.chdir("/")
        linger("escaped")
    linger("escapes")


def forks_and_escapes(data: object, size: int) -> Array:
    if not os.fork():
        linger("forked")
    escapes(data, size)


def escapes_and_returns(data: object, size: int) -> Array:
    """Leave such a process behind, with a temporary folder, and answer."""
    ready = Path(os.environ["READY"])
    if size == 1 and not os.fork():
        os.setsid()
        if not os.fork():
            os.setsid()
            linger("escaped")
        os._exit(0)
    while not (ready / "escaped").exists():
        time.sleep(0.01)
    return [0.0] * size


def kills_its_supervisor(data: object, size: int) -> Array:
    os.kill(os.getppid(), signal.SIGKILL)
    linger("orphan")


def forks_in_a_chain(data: object, size: int) -> Array:
    """Fork, end and leave all to the child, a hundred times, each time in a new session."""
    if not os.fork():
        for _ in range(100):
            if os.fork():
                os._exit(0)
            os.setsid()
        linger("chain")
    linger("chains")


def leaves_files(data: object, size: int) -> Array:
    """Leave a folder that cannot be entered among the temporary ones."""
    import tempfile

    folder = Path(tempfile.mkdtemp())
    (folder / "inner").mkdir()
    (folder / "inner" / "file").touch()
    (folder / "inner").chmod(0)
    sys.stdout.write(str(folder))
    return [0.0] * size
