"""The auditor's side of replays: run a pipeline in a process of its own, or say what went wrong."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from dpassay.audit.answers import request
from dpassay.audit.answers.outcome import Failure
from dpassay.audit.answers.plain import plain_line
from dpassay.audit.answers.process import NotStartedError, target_process
from dpassay.audit.answers.request import Data
from dpassay.audit.answers.runner import DEFAULT_FIRST_TIME_LIMIT, DEFAULT_MEMORY_LIMIT, DEFAULT_TIME_LIMIT
from dpassay.audit.answers.watching import Progress, Run
from dpassay.audit.pipelines.primitives import read_primitive
from dpassay.audit.pipelines.told import Fresh, read_told
from dpassay.audit.pipelines.traces import Replays, read_known, read_replay, read_site
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = [
    "DEFAULT_DRAWN",
    "DEFAULT_STEERED",
    "MOST_DRAWN",
    "ReplayPlan",
    "asked_replays",
    "read_replays",
    "replay_request",
    "replay_target",
]

DEFAULT_DRAWN: Final = 8
DEFAULT_STEERED: Final = 3
MOST_DRAWN: Final = 100_000
_TIME_SHARE: Final = 0.8
"""Of the time limit, after which no further run is begun."""


@dataclass(frozen=True, slots=True)
class ReplayPlan:
    """How a pipeline is replayed.

    Attributes:
        drawn: sequences of answers that are drawn, on each input.
        steered: how often answers are steered to where they tell most.
        seed: of the generators that the target is given, or makes without a seed.
        primitives: of the user's own, as `dpassay.audit.pipelines.primitives.read_primitive` reads them.
        python: the interpreter to run the target under; None for our own.
        time_limit: seconds for all.
        first_time_limit: seconds until the first run is over.
        memory_limit: bytes of address space.
        form: how the target takes a table that is given as rows: of an array or a data frame, its kind and columns.
        given: whether it is kept what each call of a generator gave, so that a script can repeat the runs.
        fresh: what decides which events of the release are counted in runs of their own; None for no such runs.
        early: whether noise counts as seen once anything is added to it, and not when it is looked at.
    """

    drawn: int = DEFAULT_DRAWN
    steered: int = DEFAULT_STEERED
    seed: int = 0
    primitives: tuple[str, ...] = ()
    python: str | None = None
    time_limit: float = DEFAULT_TIME_LIMIT
    first_time_limit: float = DEFAULT_FIRST_TIME_LIMIT
    memory_limit: int = DEFAULT_MEMORY_LIMIT
    form: Mapping[str, Any] | None = None
    early: bool = False
    given: bool = False
    fresh: Fresh | None = None

    @property
    def runs(self) -> int:
        """How many runs there are at most."""
        return 2 + 4 * self.drawn + 4 * (self.steered + 3)

    def __post_init__(self) -> None:
        """Refuse numbers of runs that make no sense."""
        for name, value in (("drawn", self.drawn), ("steered", self.steered)):
            known = isinstance(value, int) and not isinstance(value, bool)
            least = 1 if name == "drawn" else 0
            require(known and least <= value <= MOST_DRAWN, name, value, f"a whole number from {least} to {MOST_DRAWN}")


def replay_target(
    target: str,
    pair: Sequence[Data],
    parameters: Mapping[str, object],
    plan: ReplayPlan,
    progress: Progress | None = None,
) -> Replays | Failure:
    """Record the target on each of two inputs and replay it on the other.

    Raises:
        ValueError: an argument is outside its domain. What the target does is never an exception.
    """
    wanted = replay_request(target, pair, parameters, plan)
    run = Run(plan.runs, (min(plan.first_time_limit, plan.time_limit), plan.time_limit), progress)
    try:
        with target_process(wanted, plan.python or sys.executable) as process:
            failure = run.follow(process)
            return failure if failure is not None else read_replays(run, process.folder / "replay.jsonl")
    except NotStartedError as error:
        return run.failure("setup", str(error))
    except (OSError, ValueError, KeyError, TypeError) as error:
        return run.failure("setup", f"cannot read the replays: {str(error) or type(error).__name__}")


def replay_request(
    target: str, pair: Sequence[Data], parameters: Mapping[str, object], plan: ReplayPlan
) -> dict[str, Any]:
    """Return what a worker is asked for, in plain JSON types; ``ValueError`` for what makes no sense."""
    require(len(pair) == 2, "pair", len(pair), "two inputs")
    wanted = request.written(target, pair, parameters, samples=1, seed=plan.seed, memory_limit=plan.memory_limit)
    request.check_limit("time_limit", plan.time_limit)
    request.check_limit("first_time_limit", plan.first_time_limit)
    return {**wanted, "form": plan.form, "replay": asked_replays(plan)}


def asked_replays(plan: ReplayPlan) -> dict[str, Any]:
    """Return how a pair is replayed, in plain JSON types."""
    return {
        "drawn": plan.drawn,
        "steered": plan.steered,
        "early": plan.early,
        "given": plan.given,
        "fresh": None if plan.fresh is None else plan.fresh.asked,
        "seconds": min(plan.time_limit, 1e9) * _TIME_SHARE,
        "primitives": [read_primitive(text) for text in plan.primitives],
    }


def read_replays(run: Run, path: Path) -> Replays:
    """Read what the worker wrote; ``ValueError`` for what are no replays."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    last = lines[-1]
    endless = last["endless"]
    return Replays(
        read_replay(lines[0]["itself"]),
        tuple(map(read_replay, lines[1:-1])),
        read_told(last["told"]),
        None if endless is None else read_site(endless),
        run.seconds,
        run.origin,
        str(run.stdout),
        str(run.stderr),
        tuple(plain_line(text) for text in last.get("unknown", ())),
        tuple(map(read_known, last.get("known", ()))),
    )


explain_failures(__name__)
