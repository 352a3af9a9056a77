"""Batches drawn on a Dask cluster that is there already: each is a task, and a lost worker costs its batches alone.

`distributed` is an extra (``pip install "dpassay[distributed]"``) and imported here alone. The workers need our version
of dpassay. A target that is a file is not sent: it has to be at the same path there, on a shared disk or as a copy, and
every worker checks that it has the SHA-256 of ours; so modules beside it are found, too. Of modules that are installed,
and of programs, the parts are compared with one another when they are put together.

A batch whose worker is lost is drawn again on another one, a few times. What the target itself does, a crash too, is no
loss of a worker, and not tried again. Whoever connects to a scheduler trusts it: Dask sends Python objects.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Self

import dpassay
from dpassay.audit.answers.batches import Pending, Task, UnwantedError
from dpassay.audit.answers.outcome import Failure, Origin
from dpassay.audit.answers.parts import Part, drawn_part
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = ["Cluster", "Errand", "run_errand"]

CONNECT: Final = 10.0
"""Seconds for a scheduler to answer."""

_LOOK: Final = 1.0
"""Seconds between two looks whether a batch is still wanted."""


@dataclass(frozen=True, slots=True)
class Errand:
    """A task as it is sent: with our version, the SHA-256 of the target's file, and the limits in seconds."""

    task: Task
    version: str
    sha256: str | None
    limits: tuple[float, float]
    key: str


class Refusal(ValueError):
    """A worker that is not as ours, in one line."""


class Cluster:
    """A crew of the workers of a Dask cluster."""

    def __init__(self, scheduler: str, limits: tuple[float, float], dask: Any = None) -> None:
        self.scheduler = scheduler
        self.limits = limits
        self.dask = dask or imported(scheduler)
        self.begin = time.monotonic()
        self.client: Any = None
        self._futures: list[Any] = []

    def __enter__(self) -> Self:
        """Connect."""
        expected = "the address of a Dask scheduler with workers"
        try:
            self.client = self.dask.Client(self.scheduler, timeout=CONNECT, set_as_default=False)
            workers = len(self.client.nthreads())
        except (OSError, ValueError, ImportError) as error:  # its TimeoutError is an OSError
            why = " ".join(str(error).split()) or type(error).__name__
            raise ValueError(f"scheduler = {self.scheduler!r}: expected {expected} ({why:.200})") from None
        if not workers:
            self.__exit__()
        require(workers > 0, "scheduler", repr(self.scheduler), f"{expected}: it has none")
        return self

    def submit(self, task: Task, told: Callable[[int], None]) -> Pending:
        """Send a batch; ``told`` hears of it when it is there."""
        left = max(self.limits[1] - (time.monotonic() - self.begin), 0.0)
        key = f"dpassay-{task_digest(task)}-{time.monotonic_ns()}"
        limits = (min(self.limits[0], left), left)
        errand = Errand(task, dpassay.__version__, file_digest(task.request), limits, key)
        first = -len(self._futures)  # the first batches first
        future = self.client.submit(run_errand, errand, key=key, pure=False, priority=first)
        self._futures.append(future)
        return _Sent(self, future, told)

    def __exit__(self, *_error: object) -> None:
        """Call off what is not done, and go; the workers end what they run within seconds."""
        with suppress(Exception):
            self.client.cancel(self._futures, force=True)
        with suppress(Exception):
            self.client.close(timeout=CONNECT)


class _Sent:
    """A batch on its way."""

    def __init__(self, crew: Cluster, future: Any, told: Callable[[int], None]) -> None:
        self.crew, self.future, self.told = crew, future, told

    def done(self) -> bool:
        """Tell whether it came back, or cannot be had."""
        return bool(self.future.done())

    def result(self) -> Part:
        """Return it; what Dask itself makes of it is a failure of the setup, or a ``ValueError`` about the cluster."""
        killed = getattr(self.crew.dask, "KilledWorker", ())
        try:
            part: Part = self.future.result(timeout=CONNECT)
        except killed as error:
            lost = f"the cluster lost every worker that drew a batch ({' '.join(str(error).split()):.200})"
            return Part((), Failure("setup", lost, 0.0, 0, Origin()), Origin())
        except Exception as error:
            why = str(error) if isinstance(error, Refusal) else f"{type(error).__name__}: {error}"
            expected = f"workers with dpassay {dpassay.__version__}"
            text = " ".join(why.split())
            raise ValueError(f"scheduler = {self.crew.scheduler!r}: expected {expected} ({text:.300})") from None
        self.told(part.delivered)
        return part


def imported(scheduler: str) -> ModuleType:
    """Return `distributed`; ``ValueError`` says how to get it."""
    try:
        return import_module("distributed")
    except ImportError:
        expected = 'distributed beside it (pip install "dpassay[distributed]")'
        raise ValueError(f"scheduler = {scheduler!r}: expected {expected}") from None


def task_digest(task: Task) -> str:
    """Return a short digest of what is asked."""
    return sha256(repr(sorted(task.request.items())).encode()).hexdigest()[:16]


def file_digest(request: Mapping[str, Any]) -> str | None:
    """Return the SHA-256 of the target's file; None where it is none, or cannot be read."""
    if not request.get("is_file"):
        return None
    with suppress(OSError):
        return sha256(Path(request["place"]).read_bytes()).hexdigest()
    return None


# On the workers


def run_errand(errand: Errand) -> Part:
    """Draw a batch, on a worker of the cluster.

    Raises:
        Refusal: dpassay or the target's file is another one here.
    """
    if errand.version != dpassay.__version__:
        raise Refusal(f"a worker has {dpassay.__version__}")
    place, own = errand.task.request.get("place"), file_digest(errand.task.request)
    if own != errand.sha256:
        what = "another file" if own else "no file"
        raise Refusal(f"a worker has {what} at {place}: expected that of the SHA-256 {errand.sha256}")
    looked = time.monotonic()

    def progress(_drawn: int, _total: int) -> None:
        nonlocal looked
        if time.monotonic() - looked > _LOOK:
            looked = time.monotonic()
            if unwanted(errand.key):
                raise UnwantedError

    return drawn_part(errand.task.request, errand.task.python or sys.executable, errand.limits, progress)


def unwanted(key: str) -> bool:
    """Tell whether the worker that we are on was told to drop the task that runs."""
    try:
        state = import_module("distributed").get_worker().state.tasks.get(key)
    except (ImportError, ValueError):  # not on a worker
        return False
    return state is None or state.state in ("cancelled", "released", "forgotten")


explain_failures(__name__)
