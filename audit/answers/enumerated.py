"""The exact law of a target's code: every branch of its coins, as far as they were enumerated, in its own process.

What was not reached by then is a leftover mass, which is stated: the probability of an answer is at least the weight
that was found for it, and at most that and the leftover. `dpassay.audit.answers.worker_enumerating` is the other side.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Literal, get_args

from dpassay.audit.answers import request
from dpassay.audit.answers.outcome import Failure, Origin, make_plain
from dpassay.audit.answers.plain import plain_line
from dpassay.audit.answers.process import NotStartedError, target_process
from dpassay.audit.answers.request import Data
from dpassay.audit.answers.runner import DEFAULT_FIRST_TIME_LIMIT, DEFAULT_MEMORY_LIMIT, DEFAULT_TIME_LIMIT
from dpassay.audit.answers.watching import Progress, Run
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = [
    "DEFAULT_BRANCHES",
    "DEFAULT_LEFTOVER",
    "MOST_BRANCHES",
    "Enclosed",
    "Enumerated",
    "Value",
    "enumerate_target",
]

DEFAULT_BRANCHES: Final = 20_000
DEFAULT_LEFTOVER: Final = Fraction(1, 10**12)
MOST_BRANCHES: Final = 10**7

LARGEST_RATIO: Final = 10**12
"""To a claim of a larger e^epsilon laws are held when they are complete, and not before."""

Ended = Literal["all", "leftover", "decided", "branches", "time", "endless"]
Value = bool | int | float | str | bytes | Fraction | tuple[Any, ...] | None

_READ: Final[Mapping[str, Callable[[str], Value]]] = {
    "none": lambda _content: None,
    "bool": lambda content: content == "True",
    "int": int,
    "float": float.fromhex,
    "text": str,
    "bytes": bytes.fromhex,
    "fraction": Fraction,
}


@dataclass(frozen=True, slots=True)
class Enclosed:
    """The law of a target's answers on one input.

    Attributes:
        weights: of each answer the exact probability of the branches that lead to it. An answer is a text that is
            equal for equal answers; see `answer_value` and `answer_words`.
        leftover: the exact probability of the branches that were not gone into.
        branches: how many were.
        runs: how often the target was called.
        ended: why no more were: there are "all", or the leftover is small enough, or the claim is "decided", or the
            limit of branches or of time was reached, or the others do not end.
        notes: what is assumed of functions that were met, a sentence each.
        raised: the exceptions among the answers, with a message.
        joins: how many of the branches lead back to where the code has been before: they are added up as series.
    """

    weights: Mapping[str, Fraction]
    leftover: Fraction
    branches: int
    runs: int
    ended: Ended
    notes: tuple[str, ...] = ()
    raised: tuple[tuple[str, str], ...] = ()
    joins: int = 0


@dataclass(frozen=True, slots=True)
class Enumerated:
    """The laws of a target's code on each input."""

    laws: tuple[Enclosed, ...]
    seconds: float
    origin: Origin
    stdout: str = ""
    stderr: str = ""

    def __post_init__(self) -> None:
        """Make the target's text plain."""
        make_plain(self, "stdout", "stderr")


def enumerate_target(
    target: str,
    datasets: Sequence[Data],
    parameters: Mapping[str, object],
    *,
    branches: int = DEFAULT_BRANCHES,
    leftover: Fraction = DEFAULT_LEFTOVER,
    claim: tuple[Fraction, Fraction] | None = None,
    python: str | Path = sys.executable,
    time_limit: float = DEFAULT_TIME_LIMIT,
    first_time_limit: float = DEFAULT_FIRST_TIME_LIMIT,
    memory_limit: int = DEFAULT_MEMORY_LIMIT,
    progress: Progress | None = None,
) -> Enumerated | Failure:
    """Run the target in every branch of its coins, the heaviest first, in a process of its own.

    Its ``rng`` is a numpy generator, or where it is annotated so a ``random.Random``; ``coin``, where it takes one, is
    a plain callable: ``coin(n)`` is uniform on range(n). What it draws from ``random``, ``secrets``, ``os.urandom`` and
    ``numpy.random`` is enumerated too. A target with an argument ``size`` is called with 1.

    Args:
        target: "package.module:callable" or "path/to/file.py:callable".
        datasets: the inputs.
        parameters: as `dpassay.audit.answers.runner.draw` takes them.
        branches: how many to go into on each input, at most.
        leftover: when no more than this is left, that is enough.
        claim: e^epsilon, nearly, and delta, of which it is enough if the laws on the two inputs decide them; with none
            they are looked into to the end.
        python: the interpreter to run the target under; it needs numpy.
        time_limit: the seconds for everything. A run that is still under way then is a failure.
        first_time_limit: the seconds until the first branch has been run.
        memory_limit: the bytes of address space.
        progress: called with the branches so far, and how many there are at most.

    Raises:
        ValueError: an argument is outside its domain. What the target does is never an exception.
    """
    require(1 <= branches <= MOST_BRANCHES, "branches", branches, f"a whole number from 1 to {MOST_BRANCHES}")
    require(0 <= leftover < 1, "leftover", leftover, "a number in [0, 1)")
    wanted = request.written(target, datasets, parameters, samples=1, seed=0, memory_limit=memory_limit)
    request.check_limit("time_limit", time_limit)
    request.check_limit("first_time_limit", first_time_limit)
    wanted["exact"] = {"branches": branches, "leftover": str(leftover), "seconds": min(time_limit, 1e9)}
    if claim is not None and claim[0] <= LARGEST_RATIO and len(datasets) == 2:
        wanted["exact"]["claim"] = {"ratio": float(claim[0]), "delta": float(claim[1])}
    run = Run(branches * len(datasets), (min(first_time_limit, time_limit), time_limit), progress)
    try:
        with target_process(wanted, python) as process:
            failure = run.follow(process)
            if failure is not None:
                return replace(failure, message=failure.message.replace("samples drawn", "branches run"))
            laws = tuple(_law(process.folder / f"{place}-law.json") for place in range(len(datasets)))
    except NotStartedError as error:
        return run.failure("setup", str(error))
    except (OSError, ValueError, KeyError, TypeError) as error:
        return run.failure("setup", f"cannot read the laws: {str(error) or type(error).__name__}")
    return Enumerated(laws, run.seconds, run.origin, str(run.stdout), str(run.stderr))


def _law(path: Path) -> Enclosed:
    """Read what the worker wrote; ``ValueError`` for what is no law."""
    found = json.loads(path.read_text())
    weights = {plain_line(answer, len(answer) + 4): Fraction(text) for answer, text in found["weights"].items()}
    left = Fraction(found["leftover"])
    complete = all(weight > 0 for weight in weights.values()) and left >= 0 and sum(weights.values(), left) == 1
    if not complete or found["ended"] not in get_args(Ended):
        raise ValueError("weights that do not add up to 1")
    return Enclosed(
        weights,
        left,
        int(found["branches"]),
        int(found["runs"]),
        found["ended"],
        tuple(map(plain_line, found["notes"])),
        tuple((plain_line(answer), plain_line(message)) for answer, message in found["raised"].items()),
        int(found["joins"]),
    )


# Answers


def answer_value(answer: str) -> tuple[str, Value]:
    """Return of which kind an answer is, and the answer; of one that was raised, its type."""
    return _value(json.loads(answer))


def _value(form: list[Any]) -> tuple[str, Value]:
    kind, content = form
    if kind == "list":
        return kind, tuple(_value(entry)[1] for entry in content)
    return (kind, str(content)) if kind == "raised" else (kind, _READ[kind](content))


def answer_words(answer: str) -> str:
    """Return an answer as a reader finds it."""
    kind, value = answer_value(answer)
    if kind == "raised":
        return f"raises {value!s}"
    return repr(value) if kind != "fraction" else str(value)


explain_failures(__name__)
