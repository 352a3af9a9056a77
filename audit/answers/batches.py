"""Drawing the answers of one audit in batches, several at a time: here in as many processes, or on a Dask cluster.

A batch is a run of consecutive chunks on all inputs, drawn by one process of the target. Which batches there are
depends on the number of answers alone, and they are put together in the order of their numbers. So the answers, and
all that is said of them, are the same whatever the number of workers. They are those of one process, too, unless the
target carries something over from one call to the next: then each batch begins anew.

A batch comes as its answers. The comparison with a law could do with counts of cells; evidence of bits, of forms and of
learned events needs the answers as they are, so these are the statistic that merges.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final, Protocol, Self

from dpassay.audit.answers.outcome import Failure, Origin
from dpassay.audit.answers.parts import Part, drawn_part
from dpassay.audit.answers.watching import Progress
from dpassay.audit.answers.worker_drawing import chunk_sizes
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = ["MOST_BATCHES", "MOST_WORKERS", "Crew", "Keeper", "Pending", "Task", "Workers", "batches", "drawn_parts"]

SMALL_BATCH: Final = 10_000
"""Answers on each input for which another process of the target is worth its start."""

FEW_BATCHES: Final = 8
MOST_BATCHES: Final = 64
MOST_WORKERS: Final = 1_000

_TICK: Final = 0.05
_GRACE: Final = 60.0
"""Seconds behind the time limit after which a batch that says nothing is given up."""


def batches(samples: int) -> list[range]:
    """Return the numbers of the chunks of each batch: all chunks, in their order, about as many answers in each.

    There are 8 to 64 of them, one for each 10,000 answers; never more than there are answers.
    """
    wanted = max(FEW_BATCHES, min(MOST_BATCHES, samples // SMALL_BATCH))
    found: list[range] = []
    first = answers = 0
    for number, size in enumerate(chunk_sizes(samples)):
        answers += size
        if answers * wanted >= samples * (len(found) + 1):
            found.append(range(first, number + 1))
            first = number + 1
    return found


@dataclass(frozen=True, slots=True)
class Task:
    """A batch as it is handed to a worker.

    Attributes:
        request: what the worker's process is asked, with the numbers of its chunks.
        python: the interpreter to run the target under; None for the worker's own.
    """

    request: Mapping[str, Any]
    python: str | None


class Pending(Protocol):
    """A part that is being drawn, or waits for that."""

    def done(self) -> bool:
        """Tell whether it is there, or cannot be had."""

    def result(self) -> Part:
        """Return it."""


class Crew(Protocol):
    """Who draws parts; at its end, however that comes, nothing goes on being drawn."""

    def submit(self, task: Task, told: Callable[[int], None]) -> Pending:
        """Have a batch drawn; ``told`` hears how many answers there are, and raises where they are not wanted."""

    def __enter__(self) -> Self:
        """Get ready."""

    def __exit__(self, *_error: object) -> None:
        """End all that is being drawn."""


class Keeper(Protocol):
    """Where parts are kept until the report stands."""

    def load(self, request: Mapping[str, Any]) -> Part | None:
        """Return the part that a request asks for, if it is there and whole."""

    def save(self, request: Mapping[str, Any], part: Part) -> None:
        """Keep a part."""


@dataclass(frozen=True, slots=True)
class Workers:
    """Who draws the batches of an audit.

    Attributes:
        count: how many processes of the target at a time.
        scheduler: the address of the scheduler of a Dask cluster, which then decides that.
        keeper: where batches that are done are kept.
    """

    count: int = 1
    scheduler: str | None = None
    keeper: Keeper | None = None

    def __post_init__(self) -> None:
        """Refuse what is no number of workers."""
        whole = isinstance(self.count, int) and not isinstance(self.count, bool)
        fits = whole and 1 <= self.count <= MOST_WORKERS
        require(fits, "workers", self.count, f"a whole number from 1 to {MOST_WORKERS}")

    def __str__(self) -> str:
        return self.scheduler or str(self.count)

    def crew(self, limits: tuple[float, float]) -> Crew:
        """Return who draws, within so many seconds until the first answer of each batch, and for everything."""
        if self.scheduler is None:
            return Threads(self.count, limits)
        from dpassay.audit.answers.cluster import Cluster  # distributed is an extra

        return Cluster(self.scheduler, limits)


class Threads(AbstractContextManager["Threads"]):
    """A crew of threads, each of which runs one process of the target at a time."""

    def __init__(self, count: int, limits: tuple[float, float]) -> None:
        self.first_limit, self.limit = limits
        self.begin = time.monotonic()
        self._ended = threading.Event()
        self._pool = ThreadPoolExecutor(count)

    def submit(self, task: Task, told: Callable[[int], None]) -> Pending:
        """Have a batch drawn as soon as a thread is free."""
        return self._pool.submit(self._drawn, task, told)

    def __exit__(self, *_error: object) -> None:
        """End the processes that run, and wait for that."""
        self._ended.set()
        self._pool.shutdown(cancel_futures=True)

    def _drawn(self, task: Task, told: Callable[[int], None]) -> Part:
        def progress(drawn: int, _total: int) -> None:
            if self._ended.is_set():
                raise UnwantedError
            told(drawn)

        left = max(self.limit - (time.monotonic() - self.begin), 0.0)
        return drawn_part(task.request, task.python or sys.executable, (min(self.first_limit, left), left), progress)


class UnwantedError(Exception):
    """A batch is not wanted any more; raised in the thread that draws it."""


def drawn_parts(
    request: Mapping[str, Any],
    python: str | None,
    limits: tuple[float, float],
    workers: Workers,
    progress: Progress | None,
) -> list[Part]:
    """Draw all batches, and return the parts in their order up to the first with a failure.

    A failure ends what comes behind it; what comes before it goes on, and may fail, too: so the failure is the same
    whichever batch was the fastest.

    Args:
        request: what a run that draws all would be asked.
        python: the interpreter to run the target under; None for the worker's own.
        limits: the seconds until the first answer of each batch, and for everything.
        workers: who draws.
        progress: called in this thread.
    """
    spans = batches(request["samples"])
    tasks = [Task({**request, "chunks": [span.start, span.stop]}, python) for span in spans]
    drawing = _Drawing(tasks, workers.keeper, limits[1])
    total = request["samples"] * len(request["datasets"])
    if drawing.missing:
        with workers.crew(limits) as crew:
            drawing.submit(crew)
            while drawing.goes_on():
                if progress is not None:
                    progress(drawing.drawn, total)
                time.sleep(_TICK)
    if progress is not None:
        progress(drawing.drawn, total)
    return list(drawing.parts())


class _Drawing:
    """The parts that are there, and those that are being drawn."""

    def __init__(self, tasks: Sequence[Task], keeper: Keeper | None, limit: float) -> None:
        self.tasks = tasks
        self.keeper = keeper
        self.limit = limit
        self.begin = time.monotonic()
        self.end = len(tasks)
        self.pending: dict[int, Pending] = {}
        self.counts = dict.fromkeys(range(len(tasks)), 0)
        self.found: dict[int, Part] = {}
        for number, task in enumerate(tasks):
            if keeper is not None and (part := keeper.load(task.request)) is not None:
                self.take(number, part)

    @property
    def missing(self) -> list[int]:
        """The batches that are wanted and not there."""
        return [number for number in range(self.end) if number not in self.found]

    @property
    def drawn(self) -> int:
        """How many answers there are by now, over all inputs."""
        return sum(self.counts.values())

    def take(self, number: int, part: Part) -> None:
        """Take in a part; behind one with a failure no others are wanted."""
        self.found[number] = part
        self.counts[number] = part.delivered
        if part.failure is not None:
            self.end = min(self.end, number + 1)

    def submit(self, crew: Crew) -> None:
        """Have all that is missing drawn, the first batches first."""
        for number in self.missing:
            self.pending[number] = crew.submit(self.tasks[number], self.told(number))

    def told(self, number: int) -> Callable[[int], None]:
        """Return what hears how far a batch is."""

        def hear(drawn: int) -> None:
            if number >= self.end:
                raise UnwantedError
            self.counts[number] = drawn

        return hear

    def goes_on(self) -> bool:
        """Take in the parts that are done; tell whether others are wanted."""
        for number in self.missing:
            if number < self.end and self.pending[number].done():
                part = self.pending[number].result()
                if self.keeper is not None and part.failure is None:
                    self.keeper.save(self.tasks[number].request, part)
                self.take(number, part)
        if self.missing and time.monotonic() - self.begin > self.limit + _GRACE:
            self.take(self.missing[0], self.given_up())
        return bool(self.missing)

    def given_up(self) -> Part:
        """Return the part of a batch of which nothing is heard."""
        seconds = time.monotonic() - self.begin
        message = f"the time limit of {self.limit:g} s is over, and a batch has not come back"
        return Part((), Failure("timeout", message, seconds, 0, Origin()), Origin())

    def parts(self) -> Iterator[Part]:
        """Yield the parts in their order, up to the first with a failure."""
        for number in range(self.end):
            yield self.found[number]


explain_failures(__name__)
