"""Enumerating: run the target in every branch of its coins, on each dataset, and write down the law of its answers."""

from __future__ import annotations

import json
import platform
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_called import Target
from .worker_deciding import goals, is_decided
from .worker_drawing import check_memory, limit_memory, served
from .worker_enumeration import Enumeration
from .worker_executed import Executed
from .worker_faults import Fault, described, trace_of
from .worker_generator import install_numpy
from .worker_imports import sources_of
from .worker_oracle import Oracle
from .worker_sources import install_python
from .worker_states import States
from .worker_target import distribution_of, load
from .worker_tree import Exploring, Stop

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_faults import Channel

GRACE = 256
"""When little enough is left, as many branches more are gone into, at least these: there may be no others."""

EVERY = 50
"""Progress is told after so many runs."""

TIME_SHARE, REPEATING_SHARE = 0.7, 0.9
"""Of the time limit: when no branch is begun any more, and when none is repeated."""


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
        own = Oracle, Exploring, Target
        laws = [Enumeration(each, self.oracle, self.generator, States(Executed(), own)) for each in targets]
        try:
            ended = self.enumerated(laws)
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

    def enumerated(self, laws: list[Enumeration]) -> list[str]:
        """Go into branches of all until the claim is decided or limits are reached, and add up; return which limits."""
        claim, ended = self.wanted.get("claim"), []
        *first, last = goals(Fraction(self.wanted["leftover"]), claim)
        for goal in first:
            for dataset in range(len(laws)):
                self.explored(laws, dataset, goal, is_last=False)
            if is_decided([law.near() for law in laws], claim):
                ended = ["decided"] * len(laws)
                break
        else:
            ended = [self.explored(laws, dataset, last, is_last=True) for dataset in range(len(laws))]
        for law in laws:
            law.settle()
        return [self.ending(law, limit) for law, limit in zip(laws, ended)]

    def ending(self, law: Enumeration, limit: str) -> str:
        """Return why no more branches were gone into."""
        if law.search or limit not in ("branches", "decided"):
            return limit
        return "all" if law.left == 0 else "endless"

    def explored(self, laws: list[Enumeration], dataset: int, goal: Fraction, *, is_last: bool) -> str:
        """Go into branches until so little is left, or a limit is reached; return which."""
        found, begin, small = laws[dataset], time.monotonic(), 0
        end = self.end(TIME_SHARE, 0.0, (dataset + 1) / len(laws)) + sum(law.spent for law in laws[dataset + 1 :])
        found.warm()
        try:
            while found.search and found.steps < self.wanted["branches"]:
                small = small or (found.steps if found.is_below(goal) else 0)
                if small and found.steps >= small + (max(small, GRACE) if is_last else 0):
                    return "leftover"
                if found.steps and time.monotonic() > end:
                    return "leftover" if small else "time"
                self.step(found)
            return "branches"
        finally:
            found.spent += time.monotonic() - begin

    def step(self, found: Enumeration) -> None:
        """Go into one branch, and say so from time to time."""
        found.step()
        self.done += 1
        self.channel.end_copies()
        if found.steps % EVERY == 1:
            self.channel.send("progress", done=self.done)

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
    before = set(sys.modules)
    module, function = load(request["place"], request["name"], request["is_file"])
    work = Enumerating(request, channel, oracle, generator)
    distribution, version = distribution_of(module)
    sources = sources_of(module, before)
    origin = {"distribution": distribution, "version": version, "seeded": True, "sources": sources}
    channel.send("loaded", origin=origin)
    work.run(function)


def main(path: str) -> None:
    """Serve one request."""
    served(path, run)
