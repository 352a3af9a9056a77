"""Replaying: a pipeline is recorded on one input and replayed on its neighbor with the same answers, in many ways.

What is written down is, for each sequence of answers, what the two runs were asked for, and where they part.
"""

from __future__ import annotations

import json
import platform
import random
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_drawing import check_memory, fresh, limit_memory, served
from .worker_faults import Channel, Fault, described, trace_of
from .worker_given import given_in
from .worker_libraries import wrap_libraries
from .worker_pairs import MOST_DIFFERENT, compared, is_open, parting
from .worker_random import wrap_random
from .worker_recorder import Diverged, Event, Recorder, TooLongError
from .worker_release import difference, parts_of
from .worker_steering import all_one_way, away_from
from .worker_tables import released
from .worker_target import accepted, decoded, distribution_of, hashes, load, offered
from .worker_telling import told
from .worker_wrapped import wrap_numpy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LEAST_LENGTH = 1_000
FACTOR = 4
"""A run with steered answers is ended when it has so many calls, and so many times those of any other run."""


@dataclass
class Ran:
    """One run: its events, what was released, what was raised, and where it parted from its script."""

    events: list[Event]
    release: dict[str, str]
    raised: str = ""
    trace: str = ""
    parted: Diverged | None = None
    given: list[list[Any]] | None = None
    endless: bool = False


class Seeds:
    """The seeds of the generators of a run, those that the target makes without one among them."""

    def __init__(self, seed: int) -> None:
        self.words = [seed, 0, 0]

    def begin(self, number: int) -> None:
        """Begin with those of a run of that number."""
        self.words[1:] = [number, 0]

    def next(self) -> int:
        """Return the next one."""
        self.words[2] += 1
        return int(np.random.SeedSequence(self.words).generate_state(1)[0])


class Replaying:
    """The runs of one request."""

    def __init__(
        self,
        request: dict[str, Any],
        function: Callable[..., Any],
        channel: Channel,
        recorder: Recorder,
        generators: tuple[Seeds, Callable[[Any], Any]],
    ) -> None:
        self.request = request
        self.function = function
        self.channel = channel
        self.recorder = recorder
        self.seeds, self.make = generators
        values = offered(request["parameters"])
        names = accepted(function, values)
        self.takes_rng = "rng" in names
        self.arguments = {name: values[name] for name in names - {"size", "rng"}}
        self.done = 0
        self.longest = 0
        self.open = False
        self.endless: list[Any] | None = None
        self.end = time.monotonic() + request["replay"]["seconds"]

    def run(self, side: int, number: int, **how: Any) -> Ran:
        """Run the pipeline on one input."""
        self.seeds.begin(number)
        random.seed(self.seeds.next())
        np.random.seed(self.seeds.next())  # noqa: NPY002
        arguments = dict(self.arguments)
        if self.takes_rng:
            arguments["rng"] = self.make(self.seeds.next())
        data = fresh(decoded(self.request["datasets"][side]))
        raised, trace, release, endless = "", "", {}, False
        with self.recorder.run(**how):
            try:
                found = released(self.function, data, arguments, self.request.get("form"))
                self.recorder.over = True
                release = parts_of(found)
            except Diverged:
                pass
            except MemoryError as error:
                raise Fault("memory", f"the target ran out of memory: {described(error)}", trace_of(error)) from None
            except TooLongError as error:
                if "most" not in how:
                    raise Fault("output", f"the target makes {error}") from None
                endless = True
            except BaseException as error:
                raised, trace = described(error), trace_of(error)
                release = {"": f"raises {type(error).__name__}"}
        self.channel.end_copies()
        self.done += 1
        self.channel.send("progress", done=self.done)
        given = given_in(self.recorder) if self.request["replay"].get("given") else None
        return Ran(self.recorder.events, release, raised, trace, self.recorder.parted, given, endless)

    def pairs(self) -> Iterator[dict[str, Any]]:
        """Yield each sequence of answers with what became of it on both inputs."""
        drawn: tuple[list[Ran], list[Ran]] = ([], [])
        self.recorder.early = bool(self.request["replay"].get("early"))
        self.longest, self.open, self.endless = 0, False, None
        yield self.itself()
        for number in range(self.request["replay"]["drawn"]):
            for side in (0, 1):
                if number and self.late():
                    break
                first = self.run(side, number)
                drawn[side].append(first)
                self.longest = max(self.longest, len(first.events))
                yield self.pair("drawn", side, first, self.replayed(first, 1 - side, number))
        self.refuse_failure(drawn)
        for side in (0, 1):
            yield from self.steered(side)
        plan = self.request["replay"].get("fresh")
        tells = told(self, plan) if plan and self.open else {"runs": 0, "events": []}
        yield {"told": tells, "endless": self.endless}

    def steered(self, side: int) -> Iterator[dict[str, Any]]:
        """Yield sequences that are steered away from the other input, and far up and down."""
        first = self.run(side, 0)
        second = self.replayed(first, 1 - side, 0)
        for _ in range(self.request["replay"]["steered"]):
            if self.late():
                return
            first = self.steer(side, away_from(second.events))
            if first.endless:
                break
            second = self.replayed(first, 1 - side, 0)
            yield self.pair("steered", side, first, second)
        for name, sign in (("up", 1), ("down", -1)):
            if self.late():
                return
            first = self.steer(side, all_one_way(sign))
            if not first.endless:
                yield self.pair(name, side, first, self.replayed(first, 1 - side, 0))

    def steer(self, side: int, steering: Any) -> Ran:
        """Run the pipeline with answers that are steered; where these keep a loop going, it is ended."""
        first = self.run(side, 0, steering=steering, most=LEAST_LENGTH + FACTOR * self.longest)
        if first.endless:
            self.endless = list(first.events[-1].site)
        return first

    def replayed(self, first: Ran, side: int, number: int) -> Ran:
        """Replay the answers of a run."""
        return self.run(side, number, script=first.events)

    def itself(self) -> dict[str, Any]:
        """Return what becomes of a run that is replayed on its own input: it must be the same."""
        first = self.run(0, 0)
        return {"itself": self.pair("drawn", 0, first, self.replayed(first, 0, 0))}

    def late(self) -> bool:
        """Whether it is time to end."""
        return bool(time.monotonic() > self.end)

    def refuse_failure(self, drawn: tuple[list[Ran], list[Ran]]) -> None:
        """Raise a ``Fault`` where the target has done nothing but raise."""
        runs = [*drawn[0], *drawn[1]]
        if all(ran.raised for ran in runs):
            raise Fault("raised", f"the target raised {runs[0].raised}", runs[0].trace)

    def pair(self, answers: str, side: int, first: Ran, second: Ran) -> dict[str, Any]:
        """Return what is written down of a recorded run and its replay."""
        shared = min(len(first.events), len(second.events))
        found = None if second.parted else difference(first.release, second.release)
        events = [compared(one, other) for one, other in zip(first.events[:shared], second.events[:shared])]
        parted = parting(first, second, shared)
        self.open = self.open or bool(found or parted or any(map(is_open, events)))
        return {
            "answers": answers,
            "recorded": side,
            "events": events,
            "parted": parted,
            "release": found and {"path": found[0], "first": found[1], "second": found[2]},
            "raised": [first.raised, second.raised],
            "given": [first.given, second.given],
            "shown": sorted({text for text in first.release.values() if len(text) <= 30})[:MOST_DIFFERENT],
        }


def begun(request: dict[str, Any], channel: Channel) -> Replaying:
    """Wrap the sources of chance, and load the target."""
    check_memory(request["memory_limit"])
    limited = limit_memory(request["memory_limit"])
    versions = {"python": platform.python_version(), "numpy": np.__version__}
    channel.send("started", origin={**versions, "memory_limited": limited})
    recorder = Recorder()
    seeds = Seeds(request["seed"])
    make = wrap_numpy(recorder, seeds.next)
    wrap_random(recorder)
    module, function = load(request["place"], request["name"], request["is_file"])
    wrap_libraries(recorder, request["replay"].get("primitives", []))
    work = Replaying(request, function, channel, recorder, (seeds, make))
    distribution, version = distribution_of(module)
    sources = hashes([getattr(module, "__file__", None) or ""])
    origin = {"distribution": distribution, "version": version, "seeded": work.takes_rng, "sources": sources}
    channel.send("loaded", origin=origin)
    return work


def write(work: Replaying, path: Path) -> None:
    """Replay, and write down what is found, a line each."""
    with path.open("w") as file:
        for found in work.pairs():
            file.write(json.dumps(found) + "\n")


def run(request: dict[str, Any], channel: Channel) -> None:
    """Replay the target on the two inputs of a request."""
    write(begun(request, channel), Path(request["directory"]) / "replay.jsonl")


def main(path: str) -> None:
    """Serve one request."""
    served(path, run)
