"""Running many small jobs in two processes, with a progress bar."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from types import TracebackType
from typing import Final, Self, TypeVar

from rich.console import Console
from rich.progress import track as rich_track

Job = TypeVar("Job")
Result = TypeVar("Result")

WORKERS: Final = 2
_ONE_THREAD: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class Pool:
    """Processes for jobs whose results do not depend on where or in what order they run: each job has its own seed.

    With ``workers = 0`` everything runs in this process, one after the other.
    """

    def __init__(self, console: Console, workers: int = WORKERS) -> None:
        self.console = console
        self.workers = workers
        self._executor: Executor | None = None

    def __enter__(self) -> Self:
        """Start nothing yet: the processes start with the first jobs."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the processes; after an error, without the jobs that have not begun."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=error is not None)

    def run(self, task: Callable[[Job], Result], jobs: Sequence[Job], label: str) -> list[Result]:
        """Return the result of each job, in the order of the jobs."""
        return list(self.track(self._results(task, jobs), label, len(jobs)))

    def track(self, items: Iterable[Job], label: str, total: int) -> Iterable[Job]:
        """Show on a terminal how many of the items are done."""
        hidden = not self.console.is_terminal
        return rich_track(items, label, total=total, console=self.console, transient=True, disable=hidden)

    def _results(self, task: Callable[[Job], Result], jobs: Sequence[Job]) -> Iterable[Result]:
        if not self.workers:
            return map(task, jobs)
        if self._executor is None:
            # The processes are as many as the cores: threads inside them would only get in each other's way.
            os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))
            self._executor = ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))
        return self._executor.map(task, jobs)
