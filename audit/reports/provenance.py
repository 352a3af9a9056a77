"""What every report says of how it came about: when, by which versions, from which answers, and what went wrong."""

from __future__ import annotations

import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import numpy as np

import dpassay
from dpassay.audit.answers.outcome import Failure, Origin, Samples
from dpassay.audit.answers.program import Program
from dpassay.audit.answers.recording import Recording
from dpassay.exact.entrance import explain_failures

__all__ = ["SCHEMA", "failure", "moment", "not_tested", "of", "recorded_words", "run", "source", "versions"]

SCHEMA: Final = Path(__file__).with_name("provenance.schema.json")
"""Of what `of` returns, and of nothing else that a report holds."""

NOT_TESTED: Final = (
    "other inputs, other pairs of neighbors and other parameters",
    "whether answers depend on one another or on earlier calls",
    "whether the random numbers can be predicted",
    "timing, memory and other side channels",
)

RECORDED: Final = (
    "how the recorded answers were drawn: on which inputs, whether independently, and whether all of them are here"
)

_SHOWN: Final = 16
"""Digits of a hash in a sentence."""


def of(
    target: str | Program | Recording, origin: Origin, command: str, created: datetime | None = None
) -> dict[str, Any]:
    """Return what every report holds: when it was made, where the answers come from, the command, and the versions.

    Args:
        target: what was audited.
        origin: what drew the answers.
        command: the shell command that repeats the audit.
        created: the time to note; by default now.
    """
    return {
        "created": moment(created),
        "source": source(target, origin),
        "command": command,
        "versions": versions(origin),
    }


def moment(created: datetime | None) -> str:
    """Return a time, or the present one, as reports write it."""
    return (created or datetime.now(UTC)).astimezone(UTC).isoformat(timespec="seconds")


def versions(origin: Origin) -> dict[str, Any]:
    """Return the versions of the auditor, and of what drew the answers."""
    target = {name: getattr(origin, name) for name in ("distribution", "version", "python", "numpy")}
    own = {"dpassay": dpassay.__version__, "python": platform.python_version(), "numpy": np.__version__}
    return {**own, "target": target}


def source(target: str | Program | Recording, origin: Origin) -> dict[str, Any]:
    """Return where the answers come from: of what kind that is, and its files with their hashes."""
    kinds = {Recording: "recording", Program: "program"}
    files = [{"name": name, "sha256": digest} for name, digest in origin.sources]
    return {"kind": kinds.get(type(target), "function"), "files": files, "words": recorded_words(target)}


def recorded_words(target: str | Program | Recording) -> str:
    """Say of recorded answers where they are, and what was not checked; of others nothing."""
    if not isinstance(target, Recording):
        return ""
    files = " and ".join(
        f"{len(part.answers):,} in {part.name} (sha256 {part.sha256[:_SHOWN]})" for part in target.parts
    )
    made = "; these are arrays, as numpy.save writes them" if any(part.in_memory for part in target.parts) else ""
    return f"recorded answers: {files}{made}; how they were drawn, and whether independently, was not checked"


def not_tested(target: str | Program | Recording) -> list[str]:
    """Return what no audit of such a target looks at."""
    return [RECORDED, *NOT_TESTED] if isinstance(target, Recording) else list(NOT_TESTED)


def run(drawn: Samples | Failure) -> dict[str, Any]:
    """Return what the run took, and what the target printed."""
    return {
        "seconds": drawn.seconds,
        "shortfall": "" if isinstance(drawn, Failure) else drawn.shortfall,
        "seeded": drawn.origin.seeded,
        "memory_limited": drawn.origin.memory_limited,
        "stdout": drawn.stdout,
        "stderr": drawn.stderr,
    }


def failure(drawn: Samples | Failure) -> dict[str, Any] | None:
    """Return why there are no answers; None where there are."""
    if not isinstance(drawn, Failure):
        return None
    return {name: getattr(drawn, name) for name in ("kind", "message", "drawn", "traceback")}


explain_failures(__name__)
