"""How long a computation may take: what would take more than a minute is refused beforehand, the rest shows progress.

Three nets, from early to late: an estimate from the same computation at a small size, timed now on this machine; an
extrapolation once some of several equal steps are done; and a limit on the processor's time. ``--force`` lifts all.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import wraps
from time import monotonic, process_time
from typing import Any, Final, TypeVar

import click

from dpassay.cli.options import console, read_parameters
from dpassay.reference import Mechanism, MechanismParameters, mechanism

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

MOST_SECONDS: Final = 60.0
PATIENCE: Final = 2.0
"""Seconds until something is said of how far a computation is."""
EARLIEST_EXTRAPOLATION: Final = 1.0
"""Seconds of work from which an extrapolation is trusted."""
_HAS_TIMER: Final = hasattr(signal, "setitimer") and hasattr(signal, "SIGPROF")


class TooLong(click.ClickException):
    """A computation that would take more than a minute: one line on stderr and exit code 2."""

    exit_code = 2


def duration(seconds: float) -> str:
    """Return a length of time in words: "40 s", "3 minutes", "5 hours", "more than a year"."""
    for unit, size, most in (("s", 1, 90), ("minutes", 60, 90), ("hours", 3600, 48), ("days", 86400, 366)):
        if seconds < most * size:
            return f"{max(1, round(seconds / size))} {unit}"
    return "more than a year"


@dataclass(slots=True)
class Effort:
    """One computation: what it is called, how long it may take (None: any time), and how far it is.

    ``clock`` tells the processor's time, in seconds.
    """

    words: str
    limit: float | None = MOST_SECONDS
    clock: Callable[[], float] = process_time
    begun: float = 0
    done: int = 0
    total: int = 0
    finished: threading.Event = field(default_factory=threading.Event)

    def steps(self, items: Iterable[T], total: int) -> Iterator[T]:
        """Yield the items, which take about equally long; refuse the rest where all of them would take too long."""
        start, self.done, self.total = self.clock(), 0, total
        for item in items:
            yield item
            self.done += 1
            spent = self.clock() - start
            if spent > EARLIEST_EXTRAPOLATION and self.done < total:
                before = start - self.begun
                self.allow(before + spent / self.done * total, f"by the first {self.done} of {total} steps")

    def allow(self, seconds: float, reason: str) -> None:
        """Refuse what takes so long."""
        if self.limit is not None and seconds > self.limit:
            raise TooLong(
                f"{self.words} would take more than a minute (about {duration(seconds)} {reason}): add --force"
            )

    def stop(self) -> None:
        """Refuse what has taken too long already."""
        reached = f", after {self.done} of {self.total} steps" if self.total else ""
        raise TooLong(f"{self.words} takes more than a minute (stopped{reached}): add --force")

    def report(self, seconds: float) -> str:
        """Say how far it is, so many seconds after it began."""
        if not self.done or self.done >= self.total:
            return f"{self.words}: computing, {duration(seconds)} so far"
        return f"{self.words}: {self.done} of {self.total} steps, {duration(seconds)} so far"


_CURRENT: ContextVar[Effort | None] = ContextVar("effort", default=None)


def steps(items: Iterable[T], total: int) -> Iterator[T]:
    """Yield the steps of the computation at hand, of which there are so many."""
    effort = _CURRENT.get()
    return iter(items) if effort is None else effort.steps(items, total)


def finish() -> None:
    """Say that the result is about to be printed: no more progress."""
    effort = _CURRENT.get()
    if effort is not None:
        effort.finished.set()


@contextmanager
def bounded(effort: Effort) -> Iterator[Effort]:
    """Limit and show the effort of what is done inside the block."""
    effort.begun = effort.clock()
    token = _CURRENT.set(effort)
    teller = threading.Thread(target=_tell, args=(effort, monotonic()), daemon=True)
    teller.start()
    try:
        with _alarm(effort):
            yield effort
    finally:
        effort.finished.set()
        teller.join()
        _CURRENT.reset(token)


@contextmanager
def _alarm(effort: Effort) -> Iterator[None]:
    """Stop the block when the processor has worked on it for too long; where there is no such timer, never."""
    if effort.limit is None or not _HAS_TIMER or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, lambda *_: effort.stop())
    signal.setitimer(signal.ITIMER_PROF, effort.limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _tell(effort: Effort, begun: float) -> None:
    """Show how far the computation is while it lasts, on a terminal; a file or a pipe gets the result alone."""
    if effort.finished.wait(PATIENCE) or not (terminal := console(stderr=True)).is_terminal:
        return
    with terminal.status(effort.report(monotonic() - begun)) as status:
        while not effort.finished.wait(0.2):
            status.update(effort.report(monotonic() - begun))


# Estimates from a small size


def estimate(spec: Mechanism, parameters: Any, clock: Callable[[], float] = process_time) -> float:
    """Return about how many seconds two laws of the mechanism and their divergences take; 0 where nothing is known."""
    growth = spec.GROWTH
    if growth is None:
        return 0
    size, given = growth.small(parameters), getattr(parameters, growth.parameter)
    if size >= given or (growth.most is not None and given > growth.most):
        return 0
    spec.check_data(next(spec.neighbors(parameters))[0], parameters)
    start = clock()
    _sample_of_work(spec, replace(parameters, **{growth.parameter: size}))
    try:
        return (clock() - start) * float(growth.factor(parameters, size))
    except OverflowError:
        return float("inf")


def _sample_of_work(spec: Mechanism, parameters: MechanismParameters) -> None:
    from dpassay.exact import hockey_stick_divergence

    first, second = next(spec.neighbors(parameters))
    laws = [spec.law(spec.check_data(data, parameters), parameters) for data in (first, second)]
    float(hockey_stick_divergence(laws[0], laws[1], 2))


def force_option(function: F) -> F:
    """Add the option --force, and limit the effort of the command without it."""

    @click.option("--force", is_flag=True, help="Compute it even if it takes more than a minute.")
    @wraps(function)
    def limited(*args: Any, force: bool, **options: Any) -> Any:
        name = options["name"]
        with bounded(Effort(f"{function.__name__} {name}", None if force else MOST_SECONDS)) as effort:
            if not force:
                _estimate_first(effort, name, options["params"])
            return function(*args, **options)

    return limited  # type: ignore[return-value]  # it takes one more option


def _estimate_first(effort: Effort, name: str, params: tuple[str, ...]) -> None:
    """Refuse what a small size says will take too long; mistakes are left to the command."""
    try:
        spec = mechanism(name)
        seconds = estimate(spec, spec.Parameters.read(read_parameters(params)))
    except (ValueError, ArithmeticError):
        return
    effort.allow(seconds, "by the time of a small size")
