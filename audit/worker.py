"""Draw samples of one target, in a process of its own: `<python> worker.py request.json`.

This file stands alone: it needs Python 3.9, the standard library and numpy, and imports nothing of dpassay
(unless that is the target). `dpassay.audit.runner` writes the request and reads the answers: samples as .npy
files, everything else as JSON lines on a file descriptor of their own, since a target may print what it
likes. Whatever the target does becomes one "failed" message, or the end of this process.
"""

from __future__ import annotations

import contextlib
import difflib
import importlib
import importlib.metadata
import importlib.util
import inspect
import json
import os
import pkgutil
import platform
import random
import resource
import sys
import traceback
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    from numpy.typing import NDArray

CHUNKS = 64
LONGEST_MESSAGE = 300
LONGEST_TRACEBACK = 4_000
DEEPEST_TRACEBACK = 12
CHANNEL_CLOSED = 70
EXPONENTIALS = {"exp_eps": "epsilon", "exp_learning_rate": "learning_rate"}


class Fault(Exception):
    """Something wrong with the target: its ``kind``, a one-line ``message``, an exception's traceback."""

    def __init__(self, kind: str, message: str, trace: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.message = one_line(message)
        self.trace = trace


class Channel:
    """The way to the auditor: one JSON object a line. When it is closed there is nobody to work for."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._process = os.getpid()
        os.set_inheritable(descriptor, False)

    def send(self, event: str, **fields: object) -> None:
        """Write one message."""
        if os.getpid() != self._process:
            os._exit(0)  # a copy of this process that the target forked and forgot
        line = json.dumps({"event": event, **fields}).encode() + b"\n"
        try:
            while line:
                line = line[os.write(self._descriptor, line) :]
        except OSError:
            os._exit(CHANNEL_CLOSED)


def one_line(text: str) -> str:
    """Fold ``text`` into one line of bounded length."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_MESSAGE else line[: LONGEST_MESSAGE - 4] + " ..."


def described(error: BaseException) -> str:
    """Return "Type: message", even for an exception that cannot be printed."""
    try:
        message = str(error)
    except Exception:  # an exception's __str__ is the target's code
        message = "(its message cannot be printed)"
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def trace_of(error: BaseException) -> str:
    """Return the end of the traceback, without the frames of this file."""
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename == __file__:
        frames = frames.tb_next
    try:
        lines = traceback.format_exception(type(error), error, frames, limit=-DEEPEST_TRACEBACK)
    except Exception:  # it prints the exception
        return ""
    return "".join(lines)[-LONGEST_TRACEBACK:]


# Loading


def load(target: str) -> tuple[ModuleType, Callable[..., Any]]:
    """Return the module and the target of "package.module:callable" or "path/to/file.py:callable"."""
    place, _, name = target.rpartition(":")
    ours = Path(__file__).resolve().parent  # where a script's imports are looked up first
    sys.path[:] = [entry for entry in sys.path if Path(entry).resolve() != ours]
    try:
        module = load_file(Path(place)) if place.endswith(".py") else load_module(place)
        return module, find(module, place, name)
    except Fault:
        raise
    except BaseException as error:  # an import may raise anything, SystemExit too
        raise Fault("import", f"cannot import {place}: {described(error)}", trace_of(error)) from None


def load_file(path: Path) -> ModuleType:
    """Import the file, which sees its neighbors first, as a script does."""
    if not path.is_file():
        beside = [entry.name for entry in path.parent.glob("*.py")]
        raise Fault("import", f"no file {path}{nearest(path.name, beside)}")
    sys.path.insert(0, str(path.parent))
    name = f"_target_{path.stem}"  # not its bare name: textbook `opendp.py` would hide what it imports
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise Fault("import", f"cannot import {path}")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_module(name: str) -> ModuleType:
    """Import the module, first from the working directory, as `python -m` does."""
    sys.path.insert(0, str(Path.cwd()))
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise  # the target's module is there, but not one that it imports
        hint = nearest(error.name, siblings(error.name))
        raise Fault("import", f"no module {error.name!r}{hint}") from None


def siblings(name: str) -> list[str]:
    """Return the full names of the modules beside the module ``name``."""
    parent = name.rpartition(".")[0]
    if not parent:
        return [entry.name for entry in pkgutil.iter_modules()]
    path = getattr(sys.modules.get(parent), "__path__", [])
    return [f"{parent}.{entry.name}" for entry in pkgutil.iter_modules(path)]


def find(module: ModuleType, place: str, name: str) -> Callable[..., Any]:
    """Return the callable of that (possibly dotted) name."""
    found: Any = module
    for part in name.split("."):
        if not hasattr(found, part):
            known = [known for known, value in vars(found).items() if callable(value)]
            raise Fault("import", f"no {name!r} in {place}{nearest(part, known)}")
        found = getattr(found, part)
    if not callable(found):
        raise Fault("import", f"{name!r} in {place} is not callable but {type(found).__name__}")
    return found  # type: ignore[no-any-return]


def nearest(name: str, known: list[str]) -> str:
    """Return a hint such as " (did you mean 'laplace'?)", or nothing where no known name is near."""
    close = difflib.get_close_matches(name, known, n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def distribution_of(module: ModuleType) -> tuple[str | None, str | None]:
    """Return the distribution under audit and its version: an adapter's DISTRIBUTION, else the module's."""
    top = module.__name__.partition(".")[0]
    names = [getattr(module, "DISTRIBUTION", None)]
    with contextlib.suppress(Exception):  # not in Python 3.9
        names += importlib.metadata.packages_distributions().get(top, [])
    for name in [*names, top]:
        with contextlib.suppress(Exception):  # not installed, or installed without metadata
            return str(name), importlib.metadata.version(str(name))
    return None, None


# Arguments


def decoded(value: Any) -> Any:
    """Return the number, text or list that the request holds as [kind, content]."""
    kind, content = value
    if kind == "list":
        return [decoded(entry) for entry in content]
    if kind == "real":
        return float(Fraction(content))  # the nearest double
    if kind == "fraction":
        return Fraction(content)
    return int(content) if kind == "integer" else content


def offered(parameters: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters as the target may receive them: ``epsilon`` a float, ``exp_eps`` a Fraction, and so on."""
    values = {name: decoded(value) for name, value in parameters.items()}
    for raised, plain in EXPONENTIALS.items():
        if plain in values:
            values[plain] = float(values[plain])
        if raised in values:
            values[raised] = Fraction(parameters[raised][1])
    return values


def accepted(function: Callable[..., Any], parameters: dict[str, Any]) -> set[str]:
    """Return the names among ``size``, ``rng`` and the parameters that the target takes."""
    known = {"size", "rng", *parameters}
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # a built-in function without a signature
        return known - set(EXPONENTIALS)
    takes = list(signature.parameters.values())
    anything = any(entry.kind is entry.VAR_KEYWORD for entry in takes)
    first = {entry.name for entry in takes[:1] if entry.kind is entry.POSITIONAL_OR_KEYWORD}  # it gets the data
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    named = {entry.name for entry in takes if entry.kind in by_name} - first
    unwanted = {plain if raised in known & named else raised for raised, plain in EXPONENTIALS.items()}
    names = (known if anything else known & named) - unwanted
    check_call(signature, names, known)
    return names


def check_call(signature: inspect.Signature, names: set[str], known: set[str]) -> None:
    """Raise a ``Fault`` unless the target can be called with data and these names."""
    if "size" not in names:
        wanted = "expected target(data, *, size, rng, **parameters)"
        raise Fault("signature", f"target{signature} takes no argument 'size': {wanted}")
    try:
        signature.bind(None, **dict.fromkeys(names))
    except TypeError as error:
        offer = f"on offer: data, {', '.join(sorted(known))}"
        raise Fault("signature", f"target{signature} cannot be called: {error} ({offer})") from None


# Drawing


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


def call(function: Callable[..., Any], data: object, size: int, arguments: dict[str, Any]) -> NDArray[Any]:
    """Call the target once; whatever goes wrong becomes a ``Fault``."""
    try:
        return checked(function(data, size=size, **arguments), size)
    except Fault:
        raise
    except MemoryError as error:
        raise Fault("memory", f"the target ran out of memory: {described(error)}", trace_of(error)) from None
    except SystemExit as error:
        raise Fault("exit", f"the target called sys.exit({error.code!r})", trace_of(error)) from None
    except BaseException as error:  # KeyboardInterrupt too: the auditor's own never reaches this process
        raise Fault("raised", f"the target raised {described(error)}", trace_of(error)) from None


def checked(result: object, size: int) -> NDArray[Any]:
    """Return the outputs as int64 or float64, or raise a ``Fault`` that says what came and what should."""
    wanted = f"expected a numpy array of shape ({size},) or ({size}, k)"
    if not isinstance(result, np.ndarray):
        raise Fault("output", f"the target returned {type(result).__name__}: {wanted}")
    outputs = np.asarray(result)
    if outputs.ndim not in (1, 2) or outputs.shape[0] != size or 0 in outputs.shape:
        raise Fault("output", f"the target returned shape {outputs.shape}: {wanted}")
    if outputs.dtype.kind not in "biuf" or outputs.dtype.itemsize > 8:
        raise Fault("output", f"the target returned dtype {outputs.dtype}: expected integers or float64")
    return checked_floats(outputs) if outputs.dtype.kind == "f" else checked_integers(outputs)


def checked_floats(outputs: NDArray[Any]) -> NDArray[Any]:
    """Return finite outputs as float64."""
    bad = np.flatnonzero(~np.isfinite(outputs))
    if bad.size:
        first = f"the first is {outputs.flat[bad[0]]}, at index {bad[0]}"
        raise Fault("output", f"the target returned {bad.size} non-finite of {outputs.size} values: {first}")
    return outputs.astype(np.float64)


def checked_integers(outputs: NDArray[Any]) -> NDArray[Any]:
    """Return outputs that fit as int64."""
    if outputs.dtype == np.uint64 and outputs.max() > np.iinfo(np.int64).max:
        raise Fault("output", f"the target returned {outputs.max()}: expected integers below 2^63")
    return outputs.astype(np.int64)


class Drawing:
    """All draws of one request: ``done`` counts them over the datasets."""

    def __init__(self, request: dict[str, Any], function: Callable[..., Any], channel: Channel) -> None:
        self.request = request
        self.function = function
        self.channel = channel
        self.done = 0
        self.values = offered(request["parameters"])
        names = accepted(function, self.values)
        self.seeded = "rng" in names
        self.arguments = {name: self.values[name] for name in names - {"size", "rng"}}

    def dataset(self, index: int) -> None:
        """Draw all samples on one dataset and write them to its file."""
        collected = np.empty(0)
        start, samples = 0, self.request["samples"]
        for chunk, size in enumerate(chunk_sizes(samples)):
            outputs = self.chunk(index, chunk, size)
            if chunk == 0:
                collected = np.empty((samples, *outputs.shape[1:]), outputs.dtype)
            check_alike(outputs, collected)
            collected[start : start + size] = outputs
            start += size
            self.done += size
            self.channel.send("progress", done=self.done)
        save(Path(self.request["directory"]) / f"{index}.npy", collected)

    def chunk(self, dataset: int, chunk: int, size: int) -> NDArray[Any]:
        """Draw one chunk, on a fresh copy of the data."""
        rng = generator(self.request["seed"], dataset, chunk)
        arguments = {**self.arguments, "rng": rng} if self.seeded else self.arguments
        return call(self.function, decoded(self.request["datasets"][dataset]), size, arguments)


def check_alike(outputs: NDArray[Any], collected: NDArray[Any]) -> None:
    """Raise a ``Fault`` unless a chunk has the width and the type of those before it."""
    got, before = form(outputs), form(collected)
    if got != before:
        raise Fault("output", f"the target returned {got}: expected {before}, as in its first call")


def form(outputs: NDArray[Any]) -> str:
    """Return type and shape in words, with "size" for the number of draws."""
    return f"{outputs.dtype} of shape ({', '.join(['size', *map(str, outputs.shape[1:])])})"


def save(path: Path, outputs: NDArray[Any]) -> None:
    """Write the file under another name first, so that a file of the right name is whole."""
    partial = path.with_suffix(".part")
    with partial.open("wb") as file:
        np.save(file, outputs)
    partial.replace(path)


# The process


def limit_memory(limit: int) -> bool:
    """Limit the address space and forbid core files; tell whether the system accepted that."""
    try:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (OSError, ValueError):
        return False
    return True


def run(request: dict[str, Any], channel: Channel) -> None:
    """Load the target and draw from it on every dataset."""
    limited = limit_memory(request["memory_limit"])
    versions = {"python": platform.python_version(), "numpy": np.__version__}
    channel.send("started", origin={**versions, "memory_limited": limited})
    module, function = load(request["target"])
    drawing = Drawing(request, function, channel)
    distribution, version = distribution_of(module)
    origin = {"distribution": distribution, "version": version, "seeded": drawing.seeded}
    channel.send("loaded", origin=origin)
    for index in range(len(request["datasets"])):
        drawing.dataset(index)


def main(path: str) -> None:
    """Serve one request, and end at once: no thread that the target left behind keeps the process alive."""
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


if __name__ == "__main__":
    main(sys.argv[1])
