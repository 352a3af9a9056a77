"""Drawing: one chunk of answers after the other, on each dataset in turn, each written down as it comes."""

from __future__ import annotations

import json
import os
import platform
import random
import resource
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_answers import Answers, array_answers, single_answers
from .worker_faults import Channel, Fault, described, described_value, trace_of
from .worker_imports import sources_of
from .worker_lines import Lines, array_of_any, singles_of_any
from .worker_program import Program
from .worker_target import accepted, decoded, distribution_of, load, offered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CHUNKS = 64
ROOM = 32 << 20
"""What a worker needs besides its modules."""

LARGEST_LIMIT = 2**62


def chunk_sizes(samples: int) -> Iterator[int]:
    """Yield sizes that add up to ``samples``: 1, 2, 4, ... up to about a 64th of all.

    They depend on ``samples`` alone and not on the clock, so that a seed reproduces a run on any machine.
    """
    size, left, largest = 1, samples, -(-samples // CHUNKS)
    while left:
        size = min(size, largest, left)
        yield size
        left -= size
        size *= 2


def generator(seed: int, dataset: int, chunk: int) -> np.random.Generator:
    """Return the generator of one chunk, and seed the global ones from it for a target that uses those."""
    sequence = np.random.SeedSequence((seed, dataset, chunk))
    word = int(sequence.generate_state(1)[0])
    random.seed(word)
    np.random.seed(word)  # noqa: NPY002
    return np.random.Generator(np.random.PCG64(sequence))


class Drawing:
    """All draws of one request: ``done`` counts them over the datasets."""

    def __init__(self, request: dict[str, Any], function: Callable[..., Any], channel: Channel) -> None:
        self.request = request
        self.function = function
        self.channel = channel
        self.done = 0
        values = offered(request["parameters"])
        names = accepted(function, values)
        self.seeded = "rng" in names
        self.vectorized = "size" in names
        self.arguments = {name: values[name] for name in names - {"size", "rng"}}
        self.first_forms: dict[int, str] = {}
        any_kind = self.any_kind = request.get("lines", False)
        self.of_singles: Callable[[list[object]], Answers | Lines] = singles_of_any if any_kind else single_answers
        self.of_array: Callable[[object, int], Answers | Lines] = array_of_any if any_kind else array_answers

    def run(self) -> None:
        """Draw all chunks, or those asked for, so that at any time the datasets have about as many; write down each."""
        sizes = list(chunk_sizes(self.request["samples"]))
        for chunk in range(*self.request.get("chunks", (0, len(sizes)))):
            size = sizes[chunk]
            for dataset in range(len(self.request["datasets"])):
                answers = self.chunk(dataset, chunk, size)
                self.channel.end_copies()
                self.check_size(answers, size)
                self.keep(dataset, chunk, answers)
                self.done += size
                self.channel.send("progress", done=self.done)

    def keep(self, dataset: int, chunk: int, answers: Answers | Lines) -> None:
        """Write down one chunk, where the auditor looks for it."""
        save(Path(self.request["directory"]) / f"{dataset}-{chunk}.npz", answers)

    def chunk(self, dataset: int, chunk: int, size: int) -> Answers | Lines:
        """Draw one chunk; whatever goes wrong becomes a ``Fault``."""
        rng = generator(self.request["seed"], dataset, chunk)
        arguments = {**self.arguments, "rng": rng} if self.seeded else self.arguments
        data = decoded(self.request["datasets"][dataset])
        try:
            if not self.vectorized:
                return self.of_singles([self.function(fresh(data), **arguments) for _ in range(size)])
            result = self.function(data, size=size, **arguments)
            self.check_form(dataset, result)
            return self.of_array(result, size)
        except Fault:
            raise
        except MemoryError as error:
            raise Fault("memory", f"the target ran out of memory: {described(error)}", trace_of(error)) from None
        except SystemExit as error:
            code = described_value(error.code)
            raise Fault("exit", f"the target called sys.exit({code})", trace_of(error)) from None
        except BaseException as error:  # KeyboardInterrupt too: the auditor's own never reaches this process
            raise Fault("raised", f"the target raised {described(error)}", trace_of(error)) from None

    def check_form(self, dataset: int, result: object) -> None:
        """Raise a ``Fault`` unless the result is like the one of the first call on a dataset, or may be of any kind."""
        if self.any_kind:
            return
        got = container(result)
        before = self.first_forms.setdefault(dataset, got)
        if got != before:
            raise Fault("output", f"the target returned {got}: expected {before}, as in its first call")

    def check_size(self, answers: Answers | Lines, size: int) -> None:
        """Raise a ``Fault`` if all answers like these need more room than the target may take."""
        room = answers.values.nbytes // size * self.request["samples"]
        if room > self.request["memory_limit"]:
            wide = f"{self.request['samples']} answers as large as these take {room >> 20} MiB"
            raise Fault("memory", f"cannot keep the samples: {wide}, more than the memory limit")


def fresh(data: Any) -> Any:
    """Return a copy of what the request holds, which a target may change."""
    if isinstance(data, dict):
        return {key: fresh(entry) for key, entry in data.items()}
    return [fresh(entry) for entry in data] if isinstance(data, list) else data


def container(result: object) -> str:
    """Return in words what holds the answers of one call; of an array type and shape, with "size" for their number."""
    if isinstance(result, np.ndarray):
        return f"{result.dtype} of shape ({', '.join(['size', *map(str, result.shape[1:])])})"
    return type(result).__name__


def save(path: Path, answers: Answers | Lines) -> None:
    """Write the file under another name first, so that a file of the right name is whole."""
    partial = path.with_suffix(".part")
    content: dict[str, Any] = {"values": answers.values, "names": np.array(answers.names), "codes": answers.codes}
    if isinstance(answers, Lines):
        text = "\n".join(answers.lines).encode("ascii")
        content = {**content, "lines": np.frombuffer(text, np.uint8), "places": answers.places}
    with partial.open("wb") as file:
        np.savez(file, **content)
    partial.replace(path)


# The process


def limit_memory(limit: int) -> bool:
    """Limit the address space and forbid core files; tell whether the system accepted that."""
    try:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        limit = min(limit, LARGEST_LIMIT if hard == resource.RLIM_INFINITY else hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (OSError, ValueError):
        return False
    return True


def check_memory(limit: int) -> None:
    """Raise a ``Fault`` where the limit is below what Python and numpy have taken by now."""
    least = -(-(address_space() + ROOM) >> 20)
    if limit < least << 20:
        raise Fault("setup", f"memory_limit = {limit >> 20} MiB: Python and numpy alone need at least {least} MiB here")


def address_space() -> int:
    """Return the bytes of address space that this process has, or 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except (OSError, ValueError):
        return 0


def run(request: dict[str, Any], channel: Channel) -> None:
    """Load the target and draw from it on every dataset."""
    check_memory(request["memory_limit"])
    limited = limit_memory(request["memory_limit"])
    versions = {"python": platform.python_version(), "numpy": np.__version__}
    channel.send("started", origin={**versions, "memory_limited": limited})
    if "command" in request:
        draw_from_program(request, channel)
        return
    before = set(sys.modules)
    module, function = load(request["place"], request["name"], request["is_file"])
    drawing = Drawing(request, function, channel)
    distribution, version = distribution_of(module)
    sources = sources_of(module, before)
    origin = {"distribution": distribution, "version": version, "seeded": drawing.seeded, "sources": sources}
    channel.send("loaded", origin=origin)
    drawing.run()


def draw_from_program(request: dict[str, Any], channel: Channel) -> None:
    """Start the program and draw from it on every dataset."""
    any_kind = request.get("lines", False)
    program = Program(request["command"], offered(request["parameters"]), any_kind=any_kind)
    channel.send("loaded", origin={"seeded": True, "sources": program.sources})
    Drawing(request, program, channel).run()
    program.close()


def main(path: str) -> None:
    """Serve one request."""
    served(path, run)


def served(path: str, run: Callable[[dict[str, Any], Channel], None]) -> None:
    """Do the work of a request, and end at once: no thread that the target left behind keeps the process alive."""
    request = json.loads(Path(path).read_text())
    channel = Channel(request["channel"])
    reserve = [bytes(4 << 20)]  # to report with, after a target that left no memory
    try:
        run(request, channel)
        channel.send("done")
    except (Fault, MemoryError, OSError) as error:
        reserve.clear()
        fault = error if isinstance(error, Fault) else own_fault(error)
        channel.send("failed", kind=fault.kind, message=fault.message, traceback=fault.trace)
    os._exit(0)


def own_fault(error: BaseException) -> Fault:
    """Return what to report when this file itself, not the target, found no memory or no room on the disk."""
    kind = "memory" if isinstance(error, MemoryError) else "setup"
    return Fault(kind, f"cannot keep the samples: {described(error)}")
