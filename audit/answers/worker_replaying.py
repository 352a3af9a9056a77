"""Replaying: a pipeline is recorded on one input and replayed on its neighbor with the same answers, in many ways.

What is written down is, for each sequence of answers, what the two runs were asked for, and where they part.
"""

from __future__ import annotations

import json
import platform
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_drawing import check_memory, fresh, limit_memory, served
from .worker_faults import Channel, Fault, described, trace_of
from .worker_given import given_in
from .worker_imports import sources_of
from .worker_leaves import error_text
from .worker_libraries import wrap_libraries
from .worker_pairs import Ran, different, leaves_open, written_pair
from .worker_printed import Printed
from .worker_random import wrap_random
from .worker_recorder import Diverged, Recorder, TooLongError
from .worker_release import Released, differences, parts_of
from .worker_seeds import known_noise, repeated
from .worker_steering import all_one_way, away_from
from .worker_tables import released
from .worker_target import accepted, decoded, distribution_of, load, offered
from .worker_telling import told
from .worker_wrapped import wrap_numpy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MOST_REPEATED = 20
"""Parts of the release that differ and are looked at again; what differs beyond them is not compared."""

ITSELF = 4
"""Runs on either input that are replayed on it, as chance that nobody records shows in some of them."""

MOST_KNOWN = 4
"""Runs, on either input, in which noise that follows from a seed is looked for."""

LEAST_LENGTH = 1_000
FACTOR = 4
"""A run with steered answers is ended when it has so many calls, and so many times those of any other run."""


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
        heard: tuple[Recorder, Printed],
        generators: tuple[Seeds, Callable[[Any], Any]],
    ) -> None:
        self.request = request
        self.function = function
        self.channel = channel
        self.recorder, self.printed = heard
        self.seeds, self.make = generators
        values = offered(request["parameters"])
        names = accepted(function, values)
        self.takes_rng = "rng" in names
        self.arguments = {name: values[name] for name in names - {"size", "rng"}}
        self.done = 0
        self.forget()
        self.end = time.monotonic() + request["replay"]["seconds"]

    def forget(self) -> None:
        """Begin with two inputs of which nothing is known."""
        self.steady: set[str] = set()
        self.unsteady: set[str] = set()
        self.unknown: dict[str, None] = {}
        self.looks: list[tuple[int, int, Ran, set[int]]] = []
        self.longest = 0
        self.open = False
        self.endless: list[Any] | None = None

    def run(self, side: int, number: int, **how: Any) -> Ran:
        """Run the pipeline on one input."""
        self.seeds.begin(number)
        random.seed(self.seeds.next())
        np.random.seed(self.seeds.next())  # noqa: NPY002
        arguments = dict(self.arguments)
        if self.takes_rng:
            arguments["rng"] = self.make(self.seeds.next())
        data = fresh(decoded(self.request["datasets"][side]))
        raised, trace, release, endless = "", "", Released(), False
        with self.printed.caught(), self.recorder.run(**how):
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
                release = Released({"": f"raises {type(error).__name__}", ".message": error_text(error)})
        self.channel.end_copies()
        self.done += 1
        self.channel.send("progress", done=self.done)
        given = given_in(self.recorder) if self.request["replay"].get("given") else None
        self.unknown.update(dict.fromkeys([*release.unknown, *self.printed.unknown]))
        texts = {**release.texts, **self.printed.texts}
        return Ran(self.recorder.events, texts, raised, trace, self.recorder.parted, given, endless)

    def pairs(self) -> Iterator[dict[str, Any]]:
        """Yield each sequence of answers with what became of it on both inputs."""
        drawn: tuple[list[Ran], list[Ran]] = ([], [])
        self.forget()
        self.recorder.early = bool(self.request["replay"].get("early"))
        first = self.run(0, self.request["replay"]["drawn"])
        yield {"itself": self.itself(first)}
        for number in range(self.request["replay"]["drawn"]):
            for side in (0, 1):
                if number and self.late():
                    break
                ran = self.run(side, number)
                drawn[side].append(ran)
                self.longest = max(self.longest, len(ran.events))
                yield self.pair("drawn", side, ran, number)
        self.refuse_failure(drawn)
        for side in (0, 1):
            yield from self.steered(side)
        known = [found for side in (0, 1) for found in self.known(side, [*drawn[side], *[first][side:]])]
        plan = self.request["replay"].get("fresh")
        tells = told(self, plan) if plan and self.open else {"runs": 0, "events": []}
        yield {"told": tells, "endless": self.endless, "unknown": list(self.unknown), "known": known}

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
            yield self.written("steered", side, (first, second), 0)
        for name, sign in (("up", 1), ("down", -1)):
            if self.late():
                return
            first = self.steer(side, all_one_way(sign))
            if not first.endless:
                yield self.pair(name, side, first, 0)

    def steer(self, side: int, steering: Any) -> Ran:
        """Run the pipeline with answers that are steered; where these keep a loop going, it is ended."""
        first = self.run(side, 0, steering=steering, most=LEAST_LENGTH + FACTOR * self.longest)
        if first.endless:
            self.endless = list(first.events[-1].site)
        return first

    def replayed(self, first: Ran, side: int, number: int) -> Ran:
        """Replay the answers of a run."""
        return self.run(side, number, script=first.events)

    def itself(self, first: Ran) -> dict[str, Any]:
        """Return a run and its replay on its own input: the first in which they are not the same, or the last."""
        number = self.request["replay"]["drawn"]
        for side, more in ((side, more) for more in range(ITSELF) for side in (0, 1)):
            if (side, more) != (0, 0):
                if self.late():
                    break
                first = self.run(side, number + more)
            second = self.replayed(first, side, number + more)
            path = next(differences(first.release, second.release), None)
            written = written_pair("drawn", side, first, second, path)
            if second.parted or path is not None or different(first, second):
                break
        return written

    def pair(self, answers: str, side: int, first: Ran, number: int) -> dict[str, Any]:
        """Replay a run on the other input, and return what is written down of both."""
        return self.written(answers, side, (first, self.replayed(first, 1 - side, number)), number)

    def written(self, answers: str, side: int, pair: tuple[Ran, Ran], number: int) -> dict[str, Any]:
        """Return what is written down of a run and its replay."""
        first, second = pair
        if answers == "drawn" and any(event.source for event in first.events):
            self.looks.append((side, number, first, different(first, second)))
        path = None if second.parted else self.differing(first, second, side, number)
        found = written_pair(answers, side, first, second, path)
        self.open = self.open or leaves_open(found)
        return found

    def differing(self, first: Ran, second: Ran, side: int, number: int) -> str | None:
        """Return the first part in which two releases differ, and not two of one input, as those with a time stamp.

        What differs is told from that by repeating both runs, the second one first: a clock goes on.
        """
        for path in differences(first.release, second.release):
            if path not in self.steady and path not in self.unsteady:
                self.repeat((first, second), side, number, path)
            if path in self.steady:
                return path
        return None

    def repeat(self, pair: tuple[Ran, Ran], side: int, number: int, path: str) -> None:
        """Repeat a run and its replay, and take note whether a part of the release is the same again."""
        again = [self.run(of, number, script=pair[0].events) for of in (1 - side, side)][::-1]
        if len(self.steady) + len(self.unsteady) >= MOST_REPEATED:
            same = False
        else:
            same = all(
                one.parted is None and one.release.get(path) == ran.release.get(path) for one, ran in zip(again, pair)
            )
        if same:
            self.steady.add(path)
        else:
            self.unsteady.add(path)
            self.unknown[f"{path} (which differs between two runs on one input)".strip()] = None

    def known(self, side: int, runs: list[Ran]) -> Iterator[dict[str, Any]]:
        """Yield the looks at noise that follows from a seed, and does not hide what it should, on one input."""
        same = repeated(dict(enumerate(ran.events for ran in runs)))
        looks = [look for look in self.looks if look[0] == side and same & {event.source for event in look[2].events}]
        for _, number, ran, places in looks[:MOST_KNOWN]:
            replays = [self.run(of, number, script=ran.events).events for of in (side, 1 - side)]
            found = known_noise(ran.events, same, places.__contains__, (replays[0], replays[1]))
            if found is not None:
                event = ran.events[found.at]
                words = {"certain": found.certain, "differs": found.differs, "seed": found.seed}
                yield {"recorded": side, "at": found.at, "kind": event.kind, "site": list(event.site), **words}

    def late(self) -> bool:
        """Whether it is time to end."""
        return bool(time.monotonic() > self.end)

    def refuse_failure(self, drawn: tuple[list[Ran], list[Ran]]) -> None:
        """Raise a ``Fault`` where the target has done nothing but raise."""
        runs = [*drawn[0], *drawn[1]]
        if all(ran.raised for ran in runs):
            raise Fault("raised", f"the target raised {runs[0].raised}", runs[0].trace)


def begun(request: dict[str, Any], channel: Channel) -> Replaying:
    """Wrap the sources of chance, and load the target."""
    check_memory(request["memory_limit"])
    limited = limit_memory(request["memory_limit"])
    versions = {"python": platform.python_version(), "numpy": np.__version__}
    channel.send("started", origin={**versions, "memory_limited": limited})
    recorder, printed = Recorder(), Printed()
    seeds = Seeds(request["seed"])
    make = wrap_numpy(recorder, seeds.next)
    wrap_random(recorder)
    recorder.sources.loading = True
    before = set(sys.modules)
    module, function = load(request["place"], request["name"], request["is_file"])
    recorder.sources.loading = False
    wrap_libraries(recorder, request["replay"].get("primitives", []))
    work = Replaying(request, function, channel, (recorder, printed), (seeds, make))
    distribution, version = distribution_of(module)
    sources = sources_of(module, before)
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
