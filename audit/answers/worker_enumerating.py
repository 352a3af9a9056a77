"""Enumerating: run the target in every branch of its coins, on each dataset, and write down the law of its answers.

Each branch is run three times: with numbers that are drawn as far as it asks, and with plain ones from either end of
what is left of them. A target whose answers differ between these depends on something else than its coins, or takes the
numbers that are not drawn for what they are not: that is a failure, and never a law.
"""

from __future__ import annotations

import json
import math
import platform
import sys
import time
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_called import Target
from .worker_chain import short, weights
from .worker_drawing import check_memory, limit_memory, served
from .worker_executed import Executed
from .worker_faults import Fault, described, trace_of
from .worker_forms import alike
from .worker_generator import install_numpy
from .worker_oracle import Oracle
from .worker_sources import install_python
from .worker_states import States
from .worker_target import distribution_of, load
from .worker_tree import DEEPEST, Cut, Exploring, Repeating, Search, Stop, Toss

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_faults import Channel

REPEATED = 200
"""So many branches on each dataset are run once more at the end, the last first."""

GRACE = 256
"""When little enough is left, as many branches more are gone into, at least these: there may be no others."""

EVERY = 50
"""Progress is told after so many runs."""

GROWTH = 1.2
"""What is left is estimated again after so many times as many runs."""

NEARLY = Fraction(1, 10**14)
"""What is left is not estimated more nearly."""

IN_EQUAL_STATES = "where the target's functions under way and all that they can reach are equal, it goes on equally"

TIME_SHARE, REPEATING_SHARE = 0.7, 0.9
"""Of the time limit: when no branch is begun any more, and when none is repeated."""


class Branch:
    """A way to an answer: its coins, its weight, the answer, and the exception that is one."""

    def __init__(self, run: Exploring, answer: str, error: BaseException | None) -> None:
        self.tosses = [Toss(coin.name, coin.size, coin.left) for coin in run.coins]
        self.weight = run.weight
        self.answer = answer
        self.error = error

    @property
    def is_single(self) -> bool:
        """Whether each coin shows one value."""
        return all(toss.values.size == 1 for toss in self.tosses)


class Enumeration:
    """The branches of a target on one dataset, as far as they were found."""

    def __init__(self, target: Target, oracle: Oracle, generator: Any, states: States | None = None) -> None:
        self.target = target
        self.oracle = oracle
        self.generator = generator
        self.states = states
        self.root = sys._getframe()
        self.search = Search() if states is None else Search(self.state, states.executed.paused)
        self.runs = 0
        self.left = Fraction(1)
        self.weights: dict[str, Fraction] = {}
        self.kept: list[Branch] = []
        self.notes: set[str] = set()
        self.errors: dict[str, BaseException] = {}
        self.branches = 0
        self.estimate, self.estimated = 1.0, 0

    def state(self, question: tuple[Any, ...]) -> bytes | None:
        """Return a digest of the state of the target that asks; for `Exploring.new_fork`, three calls below it."""
        return None if self.states is None else self.states.digest(sys._getframe(4), self.root, question)

    def warm(self) -> None:
        """Call the target before states are read, for what only a first call does, such as imports."""
        if self.states is None:
            return
        run = Exploring([], DEEPEST)
        answer, error = self.called(run)
        if run.stop is None:
            self.check(Branch(run, answer, error))
        self.states.begin()

    def step(self) -> None:
        """Go into the heaviest branch that waits."""
        run = self.search.next()
        self.runs += 1
        answer, error = self.called(run)
        self.notes |= run.notes
        if isinstance(run.stop, Cut):
            self.search.take(run)
            if self.states is not None and run.joined is not None:
                self.states.equal += 1
            if run.joined is not None and self.search.joins <= REPEATED:
                self.runs += 1
                self.called(Repeating(Branch(run, answer, error).tosses, last=False, goes_on=True))
            return
        branch = Branch(run, answer, error)
        self.check(branch)
        self.search.take(run, branch.answer)
        self.branches += 1
        self.left -= branch.weight
        self.weights[branch.answer] = self.weights.get(branch.answer, Fraction(0)) + branch.weight
        if branch.error is not None:
            self.errors.setdefault(branch.answer, branch.error)
        if len(self.kept) < REPEATED:
            self.kept.append(branch)

    def settle(self) -> None:
        """Add up what comes back to forks where the target was before, in fractions that are short."""
        self.weights = short(weights(self.search.first) if self.search.joins else self.weights)
        self.left = 1 - sum(self.weights.values(), Fraction(0))

    def is_below(self, goal: Fraction) -> bool:
        """Tell whether no more than so much is left, as nearly as that is known without `settle`."""
        if not self.search.joins:
            return self.left <= goal
        if self.runs >= GROWTH * self.estimated:
            self.estimate, self.estimated = 1 - sum(weights(self.search.first, exact=False).values()), self.runs
        return self.estimate <= max(goal, NEARLY)

    def called(self, run: Exploring | Repeating) -> tuple[str, BaseException | None]:
        """Call the target in a run; what stopped the run is raised also where the target caught it, but for a cut."""
        answer, error = "", None
        self.root = sys._getframe()
        watched = nullcontext() if self.states is None else self.states.executed.watched()
        with self.oracle.asked_by(run), watched:
            try:
                answer, error = self.target.answer(self.generator)
            except Stop as stop:
                run.stop = run.stop or stop
        if isinstance(run, Repeating):
            run.end()
        elif run.stop is None and run.passed < len(run.path):
            raise Fault(
                "coins",
                "the target depends on more than its input and the coins that are known: "
                "in the same branch it asked for fewer coins",
            )
        if run.stop is not None and not isinstance(run.stop, Cut):
            raise run.stop
        return answer, error

    def check(self, branch: Branch) -> None:
        """Run a branch with plain numbers: its answer is theirs, and it must be one."""
        answer, error = self.plain(branch, last=False)
        if not alike(answer, branch.answer):
            self.complain(branch, answer, error)
        branch.answer, branch.error = answer, error
        if not branch.is_single:
            other, error = self.plain(branch, last=True)
            if other != answer:
                self.complain(branch, other, error)

    def plain(self, branch: Branch, *, last: bool) -> tuple[str, BaseException | None]:
        """Return what a run with plain numbers answers."""
        self.runs += 1
        return self.called(Repeating(branch.tosses, last=last))

    def complain(self, branch: Branch, answer: str, error: BaseException | None) -> None:
        """Raise a ``Fault``: one branch has two answers."""
        told = branch.error or error
        reason = f" ({described(told)})" if told is not None else ""
        message = f"the same coins gave the answers {shown(branch.answer)} and {shown(answer)}{reason}"
        raise Fault("coins", f"the target depends on more than its input and the coins that are known: {message}")

    def repeat(self, end: float = math.inf) -> None:
        """Run branches once more in another order, until some time, for answers that depend on earlier calls."""
        for branch in reversed(self.kept):
            if time.monotonic() > end:
                return
            answer, error = self.plain(branch, last=True)
            if answer != branch.answer:
                self.complain(branch, answer, error)

    def content(self, ended: str) -> dict[str, Any]:
        """Return what is written down."""
        return {
            "weights": {answer: str(weight) for answer, weight in self.weights.items()},
            "leftover": str(self.left),
            "runs": self.runs,
            "branches": self.branches + self.search.joins,
            "ended": ended,
            "notes": sorted(self.notes | ({IN_EQUAL_STATES} if self.search.joins else set())),
            "joins": self.search.joins,
            "raised": {answer: described(error) for answer, error in self.errors.items()},
        }


def shown(answer: str) -> str:
    """Return a short text of an answer."""
    return answer if len(answer) <= 60 else f"{answer[:57]}..."  # of a message of one line


class Enumerating:
    """All datasets of one request."""

    def __init__(self, request: dict[str, Any], channel: Channel, oracle: Oracle, generator: Any) -> None:
        self.request = request
        self.channel = channel
        self.oracle = oracle
        self.generator = generator
        self.wanted = request["exact"]
        self.begin = time.monotonic()
        self.done = 0

    def run(self, function: Callable[..., Any]) -> None:
        """Enumerate on each dataset, run branches of all again, and write the laws."""
        targets = [Target(function, self.request, place, self.oracle) for place in range(len(self.request["datasets"]))]
        states = States(Executed(), (Oracle, Exploring, Target))
        laws = [Enumeration(target, self.oracle, self.generator, states) for target in targets]
        try:
            ended = [self.enumerated(law, dataset) for dataset, law in enumerate(laws)]
            for place, law in enumerate(reversed(laws), 1):
                law.repeat(self.end(REPEATING_SHARE, TIME_SHARE, place / len(laws)))
        except Stop as stop:
            raise Fault("coins", str(stop)) from None
        for dataset, law in enumerate(laws):
            self.refuse_failure(law)
            path = Path(self.request["directory"]) / f"{dataset}-law.json"
            path.write_text(json.dumps(law.content(ended[dataset])))

    def end(self, share: float, before: float, part: float) -> float:
        """Return when so large a part is over of the time between two shares of the limit."""
        return self.begin + float(self.wanted["seconds"]) * (before + (share - before) * part)

    def enumerated(self, found: Enumeration, dataset: int) -> str:
        """Go into branches until a limit is reached, and add up; return which limit."""
        ended = self.explored(found, dataset)
        found.settle()
        if ended == "branches" and not found.search:
            return "all" if found.left == 0 else "endless"
        return ended

    def explored(self, found: Enumeration, dataset: int) -> str:
        """Go into branches until a limit is reached; return which."""
        end = self.end(TIME_SHARE, 0.0, (dataset + 1) / len(self.request["datasets"]))
        goal, small = Fraction(self.wanted["leftover"]), 0
        found.warm()
        for branch in range(self.wanted["branches"]):
            if not found.search:
                break
            small = small or (branch if found.is_below(goal) else 0)
            if small and branch >= small + max(small, GRACE):
                return "leftover"
            if branch and time.monotonic() > end:
                return "leftover" if small else "time"
            found.step()
            self.done += 1
            self.channel.end_copies()
            if branch % EVERY == 0:
                self.channel.send("progress", done=self.done)
        return "branches"

    def refuse_failure(self, found: Enumeration) -> None:
        """Raise a ``Fault`` where the target has done nothing but raise."""
        if found.errors and set(found.weights) <= set(found.errors):
            error = next(iter(found.errors.values()))
            raise Fault("raised", f"the target raised {described(error)}", trace_of(error))


def run(request: dict[str, Any], channel: Channel) -> None:
    """Take the place of every source of chance, load the target, and enumerate its coins."""
    check_memory(request["memory_limit"])
    limited = limit_memory(request["memory_limit"])
    versions = {"python": platform.python_version(), "numpy": np.__version__}
    channel.send("started", origin={**versions, "memory_limited": limited})
    oracle = Oracle()
    install_python(oracle)
    generator = install_numpy(oracle)
    module, function = load(request["place"], request["name"], request["is_file"])
    work = Enumerating(request, channel, oracle, generator)
    distribution, version = distribution_of(module)
    channel.send("loaded", origin={"distribution": distribution, "version": version, "seeded": True})
    work.run(function)


def main(path: str) -> None:
    """Serve one request."""
    served(path, run)
