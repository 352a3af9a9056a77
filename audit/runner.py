"""The auditor's side of a target's process: start it, watch it, return samples or what went wrong.

`draw` never raises for anything that the target does: a target that raises, hangs, exits, crashes, fills the
memory or returns something else than samples gives a `Failure` with one line to print. The other side of the
process is `dpassay.audit.worker`.
"""

from __future__ import annotations

import json
import math
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Literal

import numpy as np
from numpy.typing import NDArray

from dpassay.exact import Budget, as_fraction, require
from dpassay.reference import EXPONENTIALS

Entry = int | Fraction | float
Data = Entry | Sequence[Entry] | Sequence[Sequence[Entry]]
"""What a target gets: an int as it is, the float nearest a ``Fraction``, a list of floats for a sequence.

A sequence of rows becomes a list of lists, in which ints stay ints.
"""

Progress = Callable[[int, int], None]
"""Called with the draws so far and their total, several times a second; if it raises, that ends the run."""

FailureKind = Literal[
    "setup",  # the worker did not start: the interpreter, its numpy, the disk
    "import",  # the target is not there, or its module cannot be imported
    "signature",  # the target takes other arguments
    "raised",
    "exit",  # the target ended the process
    "crash",  # a signal ended it
    "timeout",
    "memory",
    "output",  # what it returned are not samples
]

WORKER = Path(__file__).with_name("worker.py")
DEFAULT_TIME_LIMIT = 120.0
DEFAULT_FIRST_TIME_LIMIT = 60.0
DEFAULT_MEMORY_LIMIT = 4 << 30
CHANNEL_CLOSED = 70
_TICK = 0.2
_LONGEST_LINE = 1 << 16
_TAIL = 8_192
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True, slots=True)
class Origin:
    """What drew the samples: the distribution that holds the target, where known, the interpreter, its numpy.

    ``seeded``: the target takes ``rng``: the same seed gives the same samples if it uses no other source.
    ``memory_limited``: the system enforces the memory limit. ``None``: the run did not get that far.
    """

    distribution: str | None = None
    version: str | None = None
    python: str | None = None
    numpy: str | None = None
    seeded: bool | None = None
    memory_limited: bool | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """One array for each dataset, of shape (samples,) or (samples, k), int64 or float64.

    ``seed``: what they were drawn with: chunk j of dataset i comes from ``SeedSequence((seed, i, j))``.
    ``stdout``, ``stderr``: the last of what the target printed.
    """

    arrays: tuple[NDArray[Any], ...]
    seed: int
    seconds: float
    origin: Origin
    stdout: str = ""
    stderr: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong with a target, in one line.

    ``traceback``: of the target's own frames, where an exception told us.
    ``drawn``: how many samples, over all datasets, it had delivered by then.
    """

    kind: FailureKind
    message: str
    seconds: float
    drawn: int
    origin: Origin
    traceback: str = ""
    stdout: str = ""
    stderr: str = ""


def draw(
    target: str,
    datasets: Sequence[Data],
    parameters: Mapping[str, object],
    *,
    samples: int,
    seed: int,
    python: str | Path = sys.executable,
    time_limit: float = DEFAULT_TIME_LIMIT,
    first_time_limit: float = DEFAULT_FIRST_TIME_LIMIT,
    memory_limit: int = DEFAULT_MEMORY_LIMIT,
    progress: Progress | None = None,
) -> Samples | Failure:
    """Draw ``samples`` outputs of the target on each dataset, in a process of its own.

    Args:
        target: "package.module:callable" or "path/to/file.py:callable".
        datasets: the inputs; see ``Data``.
        parameters: rationals as int, ``Fraction`` or string (a budget is ``epsilon`` or ``exp_eps``); text; rows.
        samples: the number of outputs for each dataset, at least 1.
        seed: a non-negative integer.
        python: the interpreter to run the target under; it needs numpy.
        time_limit: the seconds for everything, the import included.
        first_time_limit: the seconds until the first output.
        memory_limit: the bytes of address space.
        progress: see ``Progress``.

    Raises:
        ValueError: an argument is outside its domain. What the target does is never an exception.
    """
    _check_numbers(samples, seed, time_limit, first_time_limit, memory_limit)
    request = {
        "target": _resolved(target),
        "datasets": [_encoded_data(data) for data in datasets],
        "parameters": _encoded_parameters(parameters),
        "samples": samples,
        "seed": seed,
        "memory_limit": memory_limit,
    }
    require(len(datasets) > 0, "datasets", "none", "at least one")
    limits = (min(first_time_limit, time_limit), time_limit)
    with TemporaryDirectory(prefix="dpassay-", ignore_cleanup_errors=True) as directory:
        run = _Run({**request, "directory": directory}, limits, progress)
        try:
            with _process(run, python) as process:
                failure = run.follow(process)
        except _NotStartedError as error:
            failure = run.failure("setup", f"cannot run {python}: {error}")
        return failure or run.samples()


# The request


def _check_numbers(samples: int, seed: int, *limits: float) -> None:
    require(_is_int(samples) and samples >= 1, "samples", samples, "an integer of at least 1")
    require(_is_int(seed) and seed >= 0, "seed", seed, "a non-negative integer")
    for name, limit in zip(("time_limit", "first_time_limit", "memory_limit"), limits, strict=True):
        require(limit > 0, name, limit, "a number above 0")


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _resolved(target: str) -> str:
    """Return the target with the path of a file made absolute."""
    place, colon, name = target.rpartition(":")
    expected = '"package.module:callable" or "path/to/file.py:callable"'
    require(bool(place and colon and name), "target", repr(target), expected)
    return f"{Path(place).absolute()}:{name}" if place.endswith(".py") else target


def _encoded_data(data: Data) -> list[object]:
    """Return [kind, content] as the worker reads it."""
    if isinstance(data, Sequence) and not isinstance(data, str):
        return ["list", [_encoded_entry(value) for value in data]]
    return _encoded_number(data)


def _encoded_entry(entry: object) -> list[object]:
    """Return a number of a sequence, or one of its rows."""
    if isinstance(entry, Sequence) and not isinstance(entry, str):
        return ["list", [_encoded_number(value) for value in entry]]
    return _encoded_real(entry)


def _encoded_number(value: object) -> list[object]:
    return ["integer", str(value)] if isinstance(value, int) else _encoded_real(value)


def _encoded_real(value: object) -> list[object]:
    return ["real", str(_exact(value, "data"))]


def _exact(value: object, name: str) -> Fraction:
    """Return the rational that ``value`` is (a float included), if there is a float near it."""
    if isinstance(value, float):
        require(math.isfinite(value), name, value, "a finite number")
        return Fraction(value)
    exact = as_fraction(value, name)
    require(abs(exact) <= sys.float_info.max, name, str(value)[:60], "a number in the range of a float")
    return exact


def _encoded_parameters(parameters: Mapping[str, object]) -> dict[str, list[object]]:
    """Return [kind, content] for each parameter; with ``exp_eps``, ``epsilon`` is on offer too, and so on."""
    encoded = {name: _encoded_parameter(name, value) for name, value in parameters.items()}
    for raised, plain in EXPONENTIALS.items():
        if raised in encoded:
            exact = as_fraction(parameters[raised], raised)
            logarithm = float(Budget(parameters.get(plain), exact, names=(plain, raised)).epsilon)
            encoded |= {plain: ["real", str(Fraction(logarithm))], raised: ["real", str(exact)]}
    return encoded


def _encoded_parameter(name: str, value: object) -> list[object]:
    if isinstance(value, list | tuple):
        return ["list", [_encoded_entry_of_table(entry) for entry in value]]
    if isinstance(value, str) and not _is_rational(value):
        return ["text", value]
    exact = _exact(value, name)
    return ["integer" if exact.denominator == 1 else "real", str(exact)]


def _encoded_entry_of_table(entry: object) -> list[object]:
    """Return a row, or a number, which is a fraction where no double is equal to it: so rows keep their sum."""
    if isinstance(entry, list | tuple):
        return ["list", [_encoded_entry_of_table(value) for value in entry]]
    exact = _exact(entry, "parameters")
    if isinstance(entry, int):
        return ["integer", str(exact)]
    return ["real" if Fraction(float(exact)) == exact else "fraction", str(exact)]


def _is_rational(text: str) -> bool:
    try:
        as_fraction(text, "text")
    except ValueError:
        return False
    return True


# The process


class _NotStartedError(Exception):
    """The interpreter cannot be run."""


@contextmanager
def _process(run: _Run, python: str | Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start the worker in a process group of its own; kill the whole group at the end, however it comes."""
    with _pipe() as (ours, theirs):
        run.channel = ours.fileno()
        process = _started(run.request, python, theirs.fileno())
        theirs.close()  # so that the channel ends when the worker does
        try:
            yield process
        finally:
            _kill_group(process)


@contextmanager
def _pipe() -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    read, write = os.pipe()
    with os.fdopen(read, "rb", 0) as reader, os.fdopen(write, "wb", 0) as writer:
        yield reader, writer


def _started(request: dict[str, Any], python: str | Path, channel: int) -> subprocess.Popen[bytes]:
    """Write the request down and start the worker on it."""
    path = Path(request["directory"]) / "request.json"
    path.write_text(json.dumps({**request, "channel": channel}))
    try:
        return subprocess.Popen(
            [python, "-u", "-X", "faulthandler", WORKER, path],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=[channel],
            start_new_session=True,
            env=_environment(python),
        )
    except OSError as error:
        raise _NotStartedError(error.strerror or str(error)) from None


def _environment(python: str | Path) -> dict[str, str]:
    """Return our environment without what is meant for our interpreter; one thread needs least memory."""
    environment = {**dict.fromkeys(_ONE_THREAD, "1"), **os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    if str(python) != sys.executable:
        for name in ("PYTHONHOME", "PYTHONPATH"):
            environment.pop(name, None)
    return environment


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill the worker and whatever it started, and leave no zombie."""
    with suppress(ProcessLookupError, PermissionError):  # all gone, or only zombies are left
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


class _Tail:
    """The last of a stream."""

    def __init__(self) -> None:
        self._bytes = b""

    def add(self, chunk: bytes) -> None:
        self._bytes = (self._bytes + chunk)[-_TAIL:]

    def __str__(self) -> str:
        return self._bytes.decode(errors="replace").strip()


@dataclass(frozen=True, slots=True)
class _Message:
    """One message of the worker's."""

    event: str
    kind: FailureKind = "output"
    message: str = ""
    traceback: str = ""
    done: int = 0
    origin: dict[str, Any] = field(default_factory=dict)


class _Run:
    """What is known of one run: filled from the worker's messages until it ends in samples or a failure."""

    def __init__(self, request: dict[str, Any], limits: tuple[float, float], progress: Progress | None) -> None:
        self.request = request
        self.first_limit, self.limit = limits
        self.progress = progress or (lambda _drawn, _total: None)
        self.total = request["samples"] * len(request["datasets"])
        self.begin = time.monotonic()
        self.channel = -1
        self.drawn = 0
        self.origin = Origin()
        self.ending: _Message | None = None
        self.tails = {"stdout": _Tail(), "stderr": _Tail()}
        self._line = b""

    # Watching

    def follow(self, process: subprocess.Popen[bytes]) -> Failure | None:
        """Read everything the process says until it has an outcome, and return the failure if it is one."""
        with selectors.DefaultSelector() as selector:
            self._register(selector, process)
            while self.ending is None:
                late = self._late()
                if late is not None:
                    return late
                exited = process.poll() is not None  # asked before reading, or its last words might be missed
                busy = self._read(selector, 0.0 if exited else _TICK)
                self.progress(self.drawn, self.total)
                closed = all(key.data != "channel" for key in selector.get_map().values())
                if self.ending is None and (closed or (exited and not busy)):
                    return self._unfinished(process)
            self._read(selector, 0.0)  # what it printed last
        return self._judged(self.ending)

    def _register(self, selector: selectors.BaseSelector, process: subprocess.Popen[bytes]) -> None:
        streams = {"stdout": process.stdout, "stderr": process.stderr, "channel": self.channel}
        for name, stream in streams.items():
            if stream is not None:
                selector.register(stream, selectors.EVENT_READ, name)

    def _read(self, selector: selectors.BaseSelector, timeout: float) -> bool:
        """Read once from whatever has something to say; tell whether anything had."""
        busy = False
        for key, _ in selector.select(timeout):
            chunk = os.read(key.fd, _LONGEST_LINE)
            if not chunk:
                selector.unregister(key.fileobj)
            elif key.data == "channel":
                self._hear(chunk)
            else:
                self.tails[key.data].add(chunk)
            busy = busy or bool(chunk)
        return busy

    def _hear(self, chunk: bytes) -> None:
        """Take in the messages that the chunk completes; the first that ends the run counts."""
        *lines, self._line = (self._line + chunk).split(b"\n")
        try:
            for line in lines:
                self._take(_Message(**json.loads(line)))
            if len(self._line) <= _LONGEST_LINE:
                return
        except (ValueError, TypeError):  # not JSON, or not one of the worker's messages
            pass
        self.ending = _Message("failed", "output", "the target wrote into the auditor's channel")

    def _take(self, message: _Message) -> None:
        self.drawn = max(self.drawn, message.done)
        self.origin = replace(self.origin, **message.origin)
        if message.event in ("done", "failed") and self.ending is None:
            self.ending = message

    # Endings

    def failure(self, kind: FailureKind, message: str, traceback: str = "") -> Failure:
        """Return the failure with all that is known of the run."""
        printed = {name: str(tail) for name, tail in self.tails.items()}
        return Failure(kind, message, self._seconds(), self.drawn, self.origin, traceback, **printed)

    def samples(self) -> Samples | Failure:
        """Return what the worker has written."""
        directory = Path(self.request["directory"])
        try:
            arrays = tuple(self._array(directory / f"{i}.npy") for i in range(len(self.request["datasets"])))
        except (OSError, ValueError) as error:
            return self.failure("setup", f"cannot read the samples: {error}")
        printed = {name: str(tail) for name, tail in self.tails.items()}
        return Samples(arrays, self.request["seed"], self._seconds(), self.origin, **printed)

    def _array(self, path: Path) -> NDArray[Any]:
        array: NDArray[Any] = np.load(path, allow_pickle=False)
        if len(array) != self.request["samples"] or array.dtype not in (np.int64, np.float64):
            raise ValueError(f"{path.name} holds {array.dtype} of shape {array.shape}")
        return array

    def _seconds(self) -> float:
        return time.monotonic() - self.begin

    def _late(self) -> Failure | None:
        """Return the failure of a run out of time."""
        seconds = self._seconds()
        if seconds > self.limit:
            done = f"{self.drawn} of {self.total} samples drawn"
            return self.failure("timeout", f"the time limit of {self.limit:g} s is over: {done}")
        if seconds > self.first_limit and not self.drawn:
            return self.failure("timeout", f"no output within the first {self.first_limit:g} s")
        return None

    def _judged(self, ending: _Message) -> Failure | None:
        if ending.event == "done":
            return None
        return self.failure(ending.kind, ending.message, ending.traceback)

    def _unfinished(self, process: subprocess.Popen[bytes]) -> Failure:
        """Return the failure of a process that ended, or closed its channel, without a last message."""
        try:
            code = process.wait(_TICK)
        except subprocess.TimeoutExpired:
            code = CHANNEL_CLOSED
        if self.origin == Origin():
            last = str(self.tails["stderr"]).rpartition("\n")[2]
            return self.failure("setup", f"the worker did not start (exit code {code}){last and f': {last}'}")
        if code == CHANNEL_CLOSED:
            return self.failure("exit", "the target closed the channel between worker and auditor")
        if code < 0:
            return self.failure("crash", f"the target's process was killed by {_signal_name(-code)}")
        return self.failure("exit", f"the target ended its process with exit code {code}")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
