"""Many pairs in one process of the target: it is started once, and again where a pair has ended it.

A target may keep a state between its calls. A run that is replayed on its own input shows that for each pair; and what
the search finds is audited again in a process of its own.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from dpassay.audit.answers.outcome import Failure
from dpassay.audit.answers.process import NotStartedError, TargetProcess, target_process
from dpassay.audit.answers.request import Data, encoded_data
from dpassay.audit.answers.watching import Run
from dpassay.audit.pipelines.run import ReplayPlan, asked_replays, read_replays, replay_request
from dpassay.audit.pipelines.traces import Replays
from dpassay.exact.entrance import explain_failures

__all__ = ["Session"]

_FAR = 1 << 30
"""More runs than any session makes."""


class Session:
    """A process that replays a target on one pair after the other.

    Attributes:
        starts: how often a process was started.
    """

    def __init__(self, target: str, parameters: Mapping[str, object], plan: ReplayPlan) -> None:
        self.target = target
        self.parameters = parameters
        self.plan = plan
        self.starts = 0
        self._stack = ExitStack()
        self._process: TargetProcess | None = None
        self._run: Run | None = None
        self._until: Callable[[Callable[[], bool]], Failure | None] | None = None
        self._pipe = -1
        self._asked = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def end(self) -> None:
        """End the process."""
        self._process = None
        self._stack.close()

    def replay(self, pair: tuple[Data, Data], plan: ReplayPlan | None = None) -> Replays | Failure:
        """Return what `dpassay.audit.pipelines.run.replay_target` does; ``plan``: how often, where not as at first."""
        plan = plan or self.plan
        try:
            if self._process is None:
                self._start(pair)
            return self._replayed(pair, plan)
        except NotStartedError as error:
            return Run(_FAR, (1, 1), None).failure("setup", str(error))

    def _start(self, pair: tuple[Data, Data]) -> None:
        wanted = {**replay_request(self.target, pair, self.parameters, self.plan), "search": True}
        limits = self.plan.first_time_limit, self.plan.time_limit
        self._run = Run(_FAR, (min(limits), self.plan.time_limit), None)
        process = self._stack.enter_context(target_process(wanted, self.plan.python or sys.executable))
        path = process.folder / "pairs"
        with suppress(FileExistsError):
            os.mkfifo(path, 0o600)
        self._pipe = os.open(path, os.O_RDWR)
        self._stack.callback(os.close, self._pipe)
        self._until = self._stack.enter_context(self._run.step_by_step(process))
        self._process = process
        self.starts += 1

    def _replayed(self, pair: tuple[Data, Data], plan: ReplayPlan) -> Replays | Failure:
        if self._process is None or self._run is None or self._until is None:
            raise NotStartedError("the process has ended")
        self._asked += 1
        folder = self._process.folder
        asked, found = folder / f"pair-{self._asked}.json", folder / f"replay-{self._asked}.jsonl"
        content = {"datasets": [encoded_data(data) for data in pair], "replay": asked_replays(plan)}
        try:
            asked.write_text(json.dumps(content))
            os.write(self._pipe, f"{self._asked}\n".encode())
            failure = self._until(found.exists) or self._read(found)
        except OSError as error:
            failure = self._run.failure("setup", f"cannot hand over a pair: {error.strerror or error}")
        if isinstance(failure, Failure) and not found.exists():
            self.end()
            return failure
        for path in (asked, found):
            path.unlink(missing_ok=True)
        return failure

    def _read(self, found: Path) -> Replays | Failure:
        """Return what the worker wrote: replays, or what went wrong on this pair."""
        run = self._run or Run(_FAR, (1, 1), None)
        if not found.exists():
            return run.failure("exit", "the target's process ended")
        try:
            first = json.loads(found.read_text().partition("\n")[0])
            if "message" in first:
                return run.failure(first["kind"], str(first["message"]), str(first["traceback"]))
            return read_replays(run, found)
        except (OSError, ValueError, KeyError, TypeError) as error:
            return run.failure("setup", f"cannot read the replays: {str(error) or type(error).__name__}")


explain_failures(__name__)
