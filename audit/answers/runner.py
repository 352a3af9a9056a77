"""The auditor's side of a target: draw samples of it in a process of its own, or say what went wrong.

`draw` never raises for anything that the target does: a target that raises, hangs, exits, crashes, fills the
memory or returns something else than samples gives a `Failure` with one line to print. The other side of the
process is `dpassay.audit.answers.worker`, and between the two stands `dpassay.audit.answers.supervisor`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from dpassay.audit.answers import request
from dpassay.audit.answers.chunks import UNREADABLE, Drawn, collect
from dpassay.audit.answers.outcome import Failure, Samples
from dpassay.audit.answers.process import NotStartedError, TargetProcess, target_process
from dpassay.audit.answers.program import Program
from dpassay.audit.answers.request import Data
from dpassay.audit.answers.watching import Progress, Run
from dpassay.exact.entrance import explain_failures

__all__ = ["DEFAULT_FIRST_TIME_LIMIT", "DEFAULT_MEMORY_LIMIT", "DEFAULT_TIME_LIMIT", "FEWEST", "draw"]

DEFAULT_TIME_LIMIT: Final = 120.0
DEFAULT_FIRST_TIME_LIMIT: Final = 60.0
DEFAULT_MEMORY_LIMIT: Final = 4 << 30

FEWEST: Final = 4
"""Fewer answers than this on a dataset are not samples, where the time limit cut them short."""


def draw(
    target: str | Program,
    datasets: Sequence[Data],
    parameters: Mapping[str, object],
    *,
    samples: int,
    seed: int,
    python: str | Path = sys.executable,
    time_limit: float = DEFAULT_TIME_LIMIT,
    first_time_limit: float = DEFAULT_FIRST_TIME_LIMIT,
    memory_limit: int = DEFAULT_MEMORY_LIMIT,
    progress: Progress | None = None,
) -> Samples | Failure:
    """Draw ``samples`` outputs of the target on each dataset, in a process of its own.

    A target with an argument ``size`` is called with it and returns an array, or a list, of that many answers. One
    without is called once for each answer.

    Args:
        target: "package.module:callable" or "path/to/file.py:callable", or a program.
        datasets: the inputs; see ``Data``.
        parameters: rationals as int, ``Fraction`` or string (a budget is ``epsilon`` or ``exp_eps``); text; rows.
        samples: the number of outputs for each dataset, from 1 to 10^9.
        seed: a non-negative integer.
        python: the interpreter to run the target under; it needs numpy.
        time_limit: the seconds for everything, the import included. When it is over, what was drawn by then are the
            samples, if they are at least ``FEWEST`` on each dataset.
        first_time_limit: the seconds until the first output.
        memory_limit: the bytes of address space, at least 64 MiB.
        progress: see ``Progress``.

    Raises:
        ValueError: an argument is outside its domain. What the target does is never an exception.
    """
    wanted = request.written(target, datasets, parameters, samples=samples, seed=seed, memory_limit=memory_limit)
    request.check_limit("time_limit", time_limit)
    request.check_limit("first_time_limit", first_time_limit)
    run = Run(samples * len(datasets), (min(first_time_limit, time_limit), time_limit), progress)
    try:
        with target_process(wanted, python) as process:
            found = run.follow(process)
            failure = None if found is None else _explained(found, target)
            if failure is not None and failure.kind != "timeout":
                return failure
            return _collected(run, process, wanted, failure)
    except NotStartedError as error:
        return run.failure("setup", str(error))


def _explained(failure: Failure, target: str | Program) -> Failure:
    """Say of a program that ended what it said last, and of one that has not answered at all what is mostly wrong."""
    last = failure.stderr.rpartition("\n")[2].strip()
    if isinstance(target, Program) and failure.kind == "exit" and last:
        return replace(failure, message=f"{failure.message}; its last words: {last}")
    if isinstance(target, Program) and failure.kind == "timeout" and not failure.drawn:
        return replace(failure, message=f"{failure.message} (does the program flush its output after each answer?)")
    return failure


def _collected(run: Run, process: TargetProcess, wanted: Mapping[str, Any], late: Failure | None) -> Samples | Failure:
    """Return what the worker has written, all of it or what it had by the time limit."""
    samples = wanted["samples"]
    try:
        drawn = collect(process.folder, len(wanted["datasets"]))
    except (*UNREADABLE, MemoryError) as error:
        return late or run.failure("setup", f"cannot read the samples: {str(error) or type(error).__name__}")
    if late is not None and min(drawn.counts) < FEWEST:
        return late
    if late is None and set(drawn.counts) != {samples}:
        counts = _series(drawn.counts)
        return run.failure("setup", f"cannot read the samples: {counts} of {samples:,} are there")
    if not drawn.numeric:
        return run.failure("output", f"the target returned {drawn.form_names[0]}: expected numbers, or rows of numbers")
    return Samples(
        drawn.arrays,
        wanted["seed"],
        run.seconds,
        run.origin,
        stdout=str(run.stdout),
        stderr=str(run.stderr),
        shortfall=_shortfall(run, drawn, samples),
        form_names=drawn.form_names,
        form_codes=drawn.form_codes,
    )


def _shortfall(run: Run, drawn: Drawn, samples: int) -> str:
    if set(drawn.counts) == {samples}:
        return ""
    return f"the time limit of {run.limit:g} s came after {_series(drawn.counts)} of {samples:,} answers"


def _series(counts: Sequence[int]) -> str:
    """Return "1,000 and 900"."""
    return " and ".join(f"{count:,}" for count in counts)


explain_failures(__name__)
