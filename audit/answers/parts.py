"""What one process of a target drew, a part of the answers or all of them; and parts put together.

A chunk of answers has its generator from the seed, the dataset and its own number. So which process draws it makes no
difference to a target whose answers depend on its arguments alone, and parts are put together in the order of their
numbers, whatever the order in which they came.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from pathlib import Path
from typing import Any, Final

import numpy as np

from dpassay.audit.answers.chunks import UNREADABLE, Chunk, Drawn, chunks_of, put_together
from dpassay.audit.answers.outcome import LONGEST_TEXT, Failure, FailureKind, Origin, Samples
from dpassay.audit.answers.process import NotStartedError, TargetProcess, target_process
from dpassay.audit.answers.watching import Progress, Run
from dpassay.audit.answers.worker_drawing import chunk_sizes
from dpassay.exact.entrance import explain_failures

__all__ = ["FEWEST", "Part", "chunk_range", "drawn_part", "joined"]

FEWEST: Final = 4
"""Fewer answers than this on a dataset are not samples, where the time limit cut them short."""

CHANCE: Final = 128.0
"""Bits of surprise that are no chance."""

SAME_STATE: Final = "it starts from the same state in each, whatever the seed (one process draws all without workers)"


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """What one process drew.

    Attributes:
        chunks: of each dataset, in their order.
        failure: why there are no more; None where all that were asked for are there.
        origin: what drew them.
        stdout: the last of what the target printed.
        stderr: the same.
    """

    chunks: tuple[tuple[Chunk, ...], ...]
    failure: Failure | None
    origin: Origin
    stdout: str = ""
    stderr: str = ""

    @property
    def delivered(self) -> int:
        """How many answers there are, over all datasets."""
        return sum(map(len, chain(*self.chunks))) if self.failure is None else self.failure.drawn


def chunk_range(request: Mapping[str, Any]) -> range:
    """Return the numbers of the chunks that a request asks for."""
    return range(*request.get("chunks", (0, len(list(chunk_sizes(request["samples"]))))))


def drawn_part(
    request: Mapping[str, Any], python: str | Path, limits: tuple[float, float], progress: Progress | None
) -> Part:
    """Run a target in a process of its own, and return what it drew.

    Args:
        request: what `dpassay.audit.answers.request.written` gives; with ``chunks``, the first number and the one after
            the last, only these.
        python: the interpreter to run the target under.
        limits: the seconds until the first answer, and for everything.
        progress: see ``Progress``.
    """
    sizes = list(chunk_sizes(request["samples"]))
    expected = sum(sizes[chunk] for chunk in chunk_range(request))
    run = Run(expected * len(request["datasets"]), limits, progress)
    try:
        with target_process(request, python) as process:
            found = run.follow(process)
            failure = None if found is None else _explained(found, is_program="command" in request)
            if failure is not None and failure.kind != "timeout":
                return _part(run, (), failure)
            return _collected(run, process, request, expected, failure)
    except NotStartedError as error:
        return _part(run, (), run.failure("setup", str(error)))


def _part(run: Run, chunks: tuple[tuple[Chunk, ...], ...], failure: Failure | None) -> Part:
    return Part(chunks, failure, run.origin, str(run.stdout), str(run.stderr))


def _explained(failure: Failure, *, is_program: bool) -> Failure:
    """Say of a program that ended what it said last, and of one that has not answered at all what is mostly wrong."""
    last = failure.stderr.rpartition("\n")[2].strip()
    if is_program and failure.kind == "exit" and last:
        return replace(failure, message=f"{failure.message}; its last words: {last}")
    if is_program and failure.kind == "timeout" and not failure.drawn:
        return replace(failure, message=f"{failure.message} (does the program flush its output after each answer?)")
    return failure


def _collected(
    run: Run, process: TargetProcess, request: Mapping[str, Any], expected: int, late: Failure | None
) -> Part:
    """Return what the worker has written, all of it or what it had by the time limit."""
    first, datasets = chunk_range(request).start, range(len(request["datasets"]))
    try:
        chunks = tuple(tuple(chunks_of(process.folder, dataset, first)) for dataset in datasets)
    except (*UNREADABLE, MemoryError) as error:
        why = f"cannot read the samples: {str(error) or type(error).__name__}"
        return _part(run, (), late or run.failure("setup", why))
    counts = [sum(map(len, row)) for row in chunks]
    if late is None and set(counts) != {expected}:
        why = f"cannot read the samples: {_series(counts)} of {expected:,} are there"
        return _part(run, (), run.failure("setup", why))
    return _part(run, chunks, late)


# Parts put together


def joined(parts: Sequence[Part], request: Mapping[str, Any], limit: float, seconds: float) -> Samples | Failure:
    """Return the answers of all parts, in their order, as those of one run; or the first failure among them.

    Args:
        parts: in the order of their chunks; after one with a failure there is none.
        request: as of a run that draws all.
        limit: the seconds for everything.
        seconds: what it took.
    """
    printed = _printed(part.stdout for part in parts), _printed(part.stderr for part in parts)
    drawn, late = sum(part.delivered for part in parts), parts[-1].failure
    if late is not None and late.kind != "timeout":
        return replace(late, seconds=seconds, drawn=drawn, stdout=printed[0], stderr=printed[1])

    def failure(kind: FailureKind, message: str) -> Failure:
        return Failure(kind, message, seconds, drawn, parts[0].origin, "", *printed)

    if misfit := _misfit(parts):
        return failure(*misfit)
    datasets = range(len(request["datasets"]))
    try:
        rows = [[chunk for part in parts if part.chunks for chunk in part.chunks[dataset]] for dataset in datasets]
        found = put_together(rows, any_form=bool(request.get("lines")))
    except MemoryError as error:
        return failure("setup", f"cannot read the samples: {str(error) or type(error).__name__}")
    if late is not None and min(found.counts) < FEWEST:
        return failure("timeout", _too_late(late, request, limit, drawn)) if len(parts) > 1 else late
    if not found.numeric and not found.lines:
        return failure("output", f"the target returned {found.form_names[0]}: expected numbers, or rows of numbers")
    return Samples(
        found.arrays,
        request["seed"],
        seconds,
        parts[0].origin,
        *printed,
        shortfall=_shortfall(found, request["samples"], limit),
        form_names=found.form_names,
        form_codes=found.form_codes,
        lines=found.lines,
        places=found.places,
    )


def _misfit(parts: Sequence[Part]) -> tuple[FailureKind, str] | None:
    """Return why parts are not those of one run, if so: of what kind that is, and what is to be said."""
    if len({part.origin for part in parts if part.failure is None}) > 1:
        return "setup", f"the parts of the answers are of different origins: {_difference(parts)}"
    repeated = max(map(_repeated, parts[1:], parts[2:]), default=0)
    if repeated:
        return "output", f"two processes of the target gave the same {repeated:,} answers: {SAME_STATE}"
    return None


def _repeated(one: Part, other: Part) -> int:
    """Return with how many equal answers two parts begin, where that is no chance; else 0.

    Two sequences of m independent answers are equal with probability s^m, where s is that of two equal answers: it is
    taken for chance unless s^m, with s as it is among these answers, is below 2^-128.
    """
    if not (one.chunks and other.chunks and one.chunks[0] and other.chunks[0]):
        return 0
    first, second = one.chunks[0][0].values, other.chunks[0][0].values
    if first is None or second is None or first.shape[1:] != second.shape[1:]:
        return 0
    size = min(len(first), len(second))
    if not np.array_equal(first[:size], second[:size]):
        return 0
    _, counts = np.unique(first[:size], axis=0, return_counts=True)
    bits = -size * math.log2(float(np.sum((counts / size) ** 2)))
    return size if bits > CHANCE else 0


def _printed(texts: Iterable[str]) -> str:
    """Return the last of what was printed, in the order of the parts."""
    return "\n".join(filter(None, texts))[-LONGEST_TEXT:]


def _difference(parts: Sequence[Part]) -> str:
    """Return in words where the origins differ: two Pythons, two versions of the target's file."""
    for name in (entry.name for entry in fields(Origin)):
        values = dict.fromkeys(getattr(part.origin, name) for part in parts if part.failure is None)
        if len(values) > 1:
            first, second = list(values)[:2]
            return f"{name} {first} and {second}"
    return "none"


def _too_late(late: Failure, request: Mapping[str, Any], limit: float, drawn: int) -> str:
    """Return why there are too few answers: of a part that is not the only one, with the numbers of all parts."""
    total = request["samples"] * len(request["datasets"])
    return f"the time limit of {limit:g} s is over: {drawn} of {total} samples drawn" if drawn else late.message


def _shortfall(drawn: Drawn, samples: int, limit: float) -> str:
    if set(drawn.counts) == {samples}:
        return ""
    return f"the time limit of {limit:g} s came after {_series(drawn.counts)} of {samples:,} answers"


def _series(counts: Sequence[int]) -> str:
    """Return "1,000 and 900"."""
    return " and ".join(f"{count:,}" for count in counts)


explain_failures(__name__)
