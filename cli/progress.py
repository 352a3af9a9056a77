"""What is shown on stderr while something runs: bars on a terminal, and lines where there is none."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from dpassay.audit.answers.environments import Notify
from dpassay.cli.options import console

_COUNTED = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
_TIMED = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())


@contextmanager
def progress_bar(label: str, total: int, *, quiet: bool = False) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar where stderr is a terminal; the callback takes what is done and of how much."""
    hidden = quiet or not sys.stderr.isatty()
    with Progress(*_COUNTED, console=console(stderr=True), disable=hidden) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def shifted(progress: Callable[[int, int], None], before: int, total: int) -> Callable[[int, int], None]:
    """Return the progress of one audit among several."""
    return lambda done, _of: progress(before + done, total)


@contextmanager
def environment_progress(*, quiet: bool = False) -> Iterator[Notify]:
    """Show which environments are made: on a terminal what is installed, and for how long; else a line at either end.

    The callback takes the name of an environment and a line about it, from several threads.
    """
    if quiet:
        yield lambda _name, _line: None
    elif not sys.stderr.isatty():
        yield say
    else:
        with Progress(*_TIMED, console=console(stderr=True), transient=True) as bar:
            yield _Spinners(bar)


def say(name: str, line: str) -> None:
    """Print a line of progress on stderr."""
    click.echo(f"{name}: {line}", err=True)


class _Spinners:
    """A spinner for each environment that is being made, and a line for each that is ready."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._running: dict[str, TaskID] = {}

    def __call__(self, name: str, line: str) -> None:
        if name not in self._running and line.startswith("installing "):
            self._running[name] = self._bar.add_task(f"{name}: {line}", total=None)
            return
        if name in self._running:
            self._bar.remove_task(self._running.pop(name))
        self._bar.console.print(f"{name}: {line}", markup=False, soft_wrap=True)
