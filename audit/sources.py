"""What gives the answers of an audit: a function, a program, or a recording, as a user names it; and its answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from dpassay.audit.answers.outcome import Failure, Samples
from dpassay.audit.answers.program import Program, read_program
from dpassay.audit.answers.recording import Recording, read_recording
from dpassay.audit.answers.request import Data
from dpassay.audit.answers.runner import draw
from dpassay.audit.answers.watching import Progress
from dpassay.audit.plan import Plan
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = ["Source", "answers_of", "fitting", "source_of"]

Source = str | Program | Recording
"""A text: a function, or the name of a built-in target."""


def source_of(
    target: str | None, command: str | Sequence[str] | None = None, samples_from: Sequence[object] | None = None
) -> Source:
    """Return what gives the answers.

    Raises:
        ValueError: there is nothing, or more than one; or the command or the recording is none.
    """
    given = {"target": target, "command": command, "samples_from": samples_from}
    names = [name for name, value in given.items() if value is not None]
    require(len(names) == 1, "target", " and ".join(names) or "nothing", f"one of {', '.join(given)}")
    if command is not None:
        return read_program(command)
    return read_recording(samples_from) if samples_from is not None else str(target)


def fitting(plan: Plan, source: Source, pairs: int) -> Plan:
    """Return the plan for a source: of a recording, all answers are taken.

    Raises:
        ValueError: the plan asks for what means nothing there, or there is more than one pair of inputs.
    """
    if isinstance(source, str):
        return plan
    program = isinstance(source, Program)
    why = "a program is started as it is" if program else "the answers are recorded, and nothing is run"
    require(plan.python is None, "python", repr(plan.python), f"nothing: {why}")
    if not isinstance(source, Recording):
        return plan
    for name in ("samples", "time_limit", "memory_limit", "sequential", "workers"):
        value = getattr(plan, name)
        require(value == getattr(Plan(), name), name, value, f"nothing: {why}")
    require(pairs == 1, "data", f"{pairs} pairs of inputs", "one: the answers were recorded on one")
    return replace(plan, samples=min(source.sizes))


def answers_of(
    source: Source,
    pair: Sequence[Data],
    parameters: Mapping[str, object],
    plan: Plan,
    progress: Progress | None = None,
    *,
    lines: bool = False,
) -> Samples | Failure:
    """Return the answers on two inputs, drawn as a plan says, or those that are recorded.

    Args:
        source: what gives them; no name of a built-in target.
        pair: the two inputs.
        parameters: what a function or a program gets besides them.
        plan: how many, with which seed, and the limits.
        progress: see ``Progress``.
        lines: whether answers may be of any kind.
    """
    if isinstance(source, Recording):
        return source.samples(plan.seed)
    interpreter: dict[str, Any] = {} if plan.python is None else {"python": plan.python}
    return draw(
        source,
        pair,
        parameters,
        samples=plan.samples,
        seed=plan.seed,
        **interpreter,
        time_limit=plan.time_limit,
        first_time_limit=plan.first_time_limit,
        memory_limit=plan.memory_limit,
        workers=plan.workers,
        progress=progress,
        lines=lines,
    )


explain_failures(__name__)
