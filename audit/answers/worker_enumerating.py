"""Enumerating: run the target in every branch of its coins, on each dataset, and write down the law of its answers.

Each branch is run three times: with numbers that are drawn as far as it asks, and with plain ones from either end of
what is left of them. A target whose answers differ between these depends on something else than its coins, or takes the
numbers that are not drawn for what they are not: that is a failure, and never a law.
"""

from __future__ import annotations

import inspect
import json
import platform
import random
import time
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_drawing import check_memory, fresh, limit_memory, served
from .worker_faults import Fault, described, described_value, trace_of
from .worker_forms import alike, canonical, one_answer, raised
from .worker_generator import install_numpy
from .worker_oracle import Oracle
from .worker_sources import install_python, whole
from .worker_target import accepted, decoded, distribution_of, load, offered
from .worker_tree import Cut, Exploring, Repeating, Search, Stop, Toss

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_faults import Channel

REPEATED = 200
"""So many branches on each dataset are run once more at the end, the last first."""

GRACE = 256
"""When little enough is left, as many branches more are gone into, at least these: there may be no others."""

EVERY = 50
"""Progress is told after so many runs."""

TIME_SHARE = 0.9
"""Of the time limit; what is left is for starting and reading."""


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


class Target:
    """The target on one dataset, called for one answer."""

    def __init__(self, function: Callable[..., Any], request: dict[str, Any], dataset: int, oracle: Oracle) -> None:
        self.function = function
        self.data = request["datasets"][dataset]
        self.oracle = oracle
        values = offered(request["parameters"])
        own = named(function)
        names = accepted(function, {**values, "coin": None} if "coin" in own else values)
        self.arguments = {name: values[name] for name in names if name in values}
        self.takes = names
        self.wants_random = "rng" in own and "random.Random" in str(own["rng"].annotation).replace("numpy.random", "")

    def answer(self, generator: Any) -> tuple[str, BaseException | None]:
        """Return the text of the answer, or of what was raised; must be called while a run is under way."""
        arguments = dict(self.arguments)
        if "rng" in self.takes:
            arguments["rng"] = random.Random() if self.wants_random else generator
        if "coin" in self.takes:
            arguments["coin"] = lambda size: whole(self.oracle, "coin()", size)
        data = fresh(decoded(self.data))
        try:
            if "size" in self.takes:
                return canonical(one_answer(self.function(data, size=1, **arguments))), None
            return canonical(self.function(data, **arguments)), None
        except (Fault, Stop):
            raise
        except MemoryError as error:
            raise Fault("memory", f"the target ran out of memory: {described(error)}", trace_of(error)) from None
        except SystemExit as error:
            message = f"the target called sys.exit({described_value(error.code)})"
            raise Fault("exit", message, trace_of(error)) from None
        except Exception as error:
            return raised(error), error


def named(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """Return the parameters that a target has by name."""
    try:
        return dict(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return {}


class Enumeration:
    """The branches of a target on one dataset, as far as they were found."""

    def __init__(self, target: Target, oracle: Oracle, generator: Any) -> None:
        self.target = target
        self.oracle = oracle
        self.generator = generator
        self.search = Search()
        self.runs = 0
        self.left = Fraction(1)
        self.weights: dict[str, Fraction] = {}
        self.kept: list[Branch] = []
        self.notes: set[str] = set()
        self.errors: dict[str, BaseException] = {}
        self.branches = 0

    def step(self) -> None:
        """Go into the heaviest branch that waits."""
        run = self.search.next()
        self.runs += 1
        answer, error = self.called(run)
        self.notes |= run.notes
        self.search.take(run)
        if isinstance(run.stop, Cut):
            return
        branch = Branch(run, answer, error)
        self.check(branch)
        self.branches += 1
        self.left -= branch.weight
        self.weights[branch.answer] = self.weights.get(branch.answer, Fraction(0)) + branch.weight
        if branch.error is not None:
            self.errors.setdefault(branch.answer, branch.error)
        if len(self.kept) < REPEATED:
            self.kept.append(branch)

    def called(self, run: Exploring | Repeating) -> tuple[str, BaseException | None]:
        """Call the target in a run; what stopped the run is raised also where the target caught it, but for a cut."""
        answer, error = "", None
        with self.oracle.asked_by(run):
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

    def repeat(self) -> None:
        """Run branches once more in another order, for answers that depend on earlier calls."""
        for branch in reversed(self.kept):
            answer, error = self.plain(branch, last=True)
            if answer != branch.answer:
                self.complain(branch, answer, error)

    def content(self, ended: str) -> dict[str, Any]:
        """Return what is written down."""
        return {
            "weights": {answer: str(weight) for answer, weight in self.weights.items()},
            "leftover": str(self.left),
            "runs": self.runs,
            "branches": self.branches,
            "ended": ended,
            "notes": sorted(self.notes),
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
        laws = [Enumeration(target, self.oracle, self.generator) for target in targets]
        try:
            ended = [self.enumerated(law, dataset) for dataset, law in enumerate(laws)]
            for law in reversed(laws):
                law.repeat()
        except Stop as stop:
            raise Fault("coins", str(stop)) from None
        for dataset, law in enumerate(laws):
            self.refuse_failure(law)
            path = Path(self.request["directory"]) / f"{dataset}-law.json"
            path.write_text(json.dumps(law.content(ended[dataset])))

    def enumerated(self, found: Enumeration, dataset: int) -> str:
        """Go into branches until a limit is reached; return which."""
        count = len(self.request["datasets"])
        end = self.begin + self.wanted["seconds"] * TIME_SHARE * (dataset + 1) / count
        goal, small = Fraction(self.wanted["leftover"]), 0
        for branch in range(self.wanted["branches"]):
            if not found.search:
                return "all" if found.left == 0 else "endless"
            small = small or (branch if found.left <= goal else 0)
            if small and branch >= small + max(small, GRACE):
                return "leftover"
            if branch and time.monotonic() > end:
                return "leftover" if small else "time"
            found.step()
            self.done += 1
            self.channel.end_copies()
            if branch % EVERY == 0:
                self.channel.send("progress", done=self.done)
        return "all" if found.left == 0 else "branches" if found.search else "endless"

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
