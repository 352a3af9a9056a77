"""Ending in order when a signal says so: what is at work is cleaned up, here and in the processes of a pool."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, connection, parent_process
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE: Final = 20.0
"""Seconds in which a process of a pool may clean up; what a target left is then cleaned up by its supervisor."""

_SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into ``SystemExit`` with 128 and their number, as shells count; but not one ignored."""
    if threading.current_thread() is not threading.main_thread():  # only there can signals be handled
        yield
        return
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    heard = {number: handler for number, handler in before.items() if handler not in (signal.SIG_IGN, None)}
    for number in heard:
        signal.signal(number, _exit)
    try:
        yield
    finally:
        for number, handler in heard.items():
            signal.signal(number, handler)


def _exit(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


@contextmanager
def process_pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Run a pool whose processes end with this one, however it ends; at an exception at once.

    What is submitted to it goes through `contained`.
    """
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, initializer=_end_with_parent)
    try:
        yield pool
    except BaseException:
        _end(set(active_children()) - others)
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


def contained(function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """Call a function in a process of a pool: where a signal ends the call, end the process, not only the call."""
    try:
        return function(*arguments, **named)
    except SystemExit as error:
        os._exit(error.code if isinstance(error.code, int) else 1)


def _end(processes: Iterable[BaseProcess]) -> None:
    """Let processes clean up and end; kill those that do not."""
    for process in processes:
        process.terminate()
    end = time.monotonic() + PATIENCE
    for process in processes:
        process.join(max(0, end - time.monotonic()))
        process.kill()
        process.join()


def _end_with_parent() -> None:
    """Prepare a process of the pool: an interrupt from the keyboard is its parent's, and it ends when that is gone."""
    signal.signal(signal.SIGINT, lambda _number, _frame: None)
    for number in _SIGNALS:
        signal.signal(number, _exit)
    threading.Thread(target=_watch_parent, daemon=True).start()


def _watch_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
        time.sleep(PATIENCE)
        os._exit(128 + signal.SIGTERM)
