"""What gives the answers of an audit, as a user names it: a function, a program, or a recording; one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dpassay.audit.answers.program import Program, read_program
from dpassay.audit.answers.recording import Recording, read_recording
from dpassay.audit.plan import Plan
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = ["Source", "fitting", "source_of"]

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


explain_failures(__name__)
