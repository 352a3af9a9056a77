"""Finding the target, and what it can be given."""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import importlib
import importlib.util
import inspect
import pkgutil
import sys
from fractions import Fraction
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .worker_faults import Fault, described, trace_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import ModuleType

FILE = "_target_"
"""A module that is a file has its name behind this: the bare one of `opendp.py` would hide what it imports."""

EXPONENTIALS = {"exp_eps": "epsilon", "exp_learning_rate": "learning_rate"}

# Loading


def load(place: str, name: str, is_file: bool) -> tuple[ModuleType, Callable[..., Any]]:
    """Return the module, which is a file or has a name, and the target of that name in it."""
    try:
        module = load_file(Path(place)) if is_file else load_module(place)
        return module, find(module, place, name)
    except Fault:
        raise
    except BaseException as error:  # an import may raise anything, SystemExit too
        raise Fault("import", f"cannot import {place}: {described(error)}", trace_of(error)) from None


def load_file(path: Path) -> ModuleType:
    """Import the file, which sees its neighbors first, as a script does."""
    if not path.is_file():
        raise Fault("import", no_file(path))
    sys.path.insert(0, str(path.parent))
    name = f"{FILE}{path.stem}"
    loader = SourceFileLoader(name, str(path))  # also of a file whose name ends in .PY
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    if spec is None:
        raise Fault("import", f"cannot import {path}")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def no_file(path: Path) -> str:
    """Say that there is no such file, and what is there instead."""
    if path.is_dir():
        return f"{path} is a directory: expected a file"
    if path.exists():
        return f"{path} is no regular file"
    if not path.parent.is_dir():
        return f"no file {path}: there is no directory {path.parent}"
    return f"no file {path}{nearest(path.name, [entry.name for entry in path.parent.glob('*.[pP][yY]')])}"


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
    folded = {other.casefold(): other for other in reversed(known)}
    close = difflib.get_close_matches(name.casefold(), folded, n=1)
    return f" (did you mean {folded[close[0]]!r}?)" if close else ""


def distribution_of(module: ModuleType) -> tuple[str | None, str | None]:
    """Return the distribution under audit and its version: an adapter's DISTRIBUTION, else the module's."""
    named = getattr(module, "DISTRIBUTION", None)
    top = module.__name__.partition(".")[0]
    if named is None and top.startswith(FILE):
        return None, None
    from importlib import metadata  # takes long to load

    def names() -> Iterator[object]:
        """Yield what may be the name; all that is installed is looked through only for a module's."""
        yield named
        if not top.startswith(FILE):
            with contextlib.suppress(Exception):  # not in Python 3.9
                yield from metadata.packages_distributions().get(top, [])
            yield top

    for name in names():
        with contextlib.suppress(Exception):  # not installed, or installed without metadata
            return str(name), metadata.version(str(name))
    return None, None


def hashes(places: Iterable[str]) -> list[list[str]]:
    """Return the name and the SHA-256 of each of these that is a file that can be read."""
    found = []
    for place in places:
        with contextlib.suppress(OSError, ValueError), open(place, "rb") as file:  # noqa: PTH123  # any text
            digest = hashlib.sha256()
            while piece := file.read(1 << 20):
                digest.update(piece)
            found.append([Path(place).name, digest.hexdigest()])
    return found


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
    """Return the names among ``size``, ``rng`` and the parameters that the target takes.

    One that does not take ``size`` returns one answer a call.
    """
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
    first = next(iter(signature.parameters.values()), None)
    if first is not None and first.name == "size" and first.kind is first.POSITIONAL_OR_KEYWORD:
        wanted = "expected target(data, *, size, rng, **parameters)"
        raise Fault("signature", f"target{signature} takes no data before 'size': {wanted}")
    try:
        signature.bind(None, **dict.fromkeys(names))
    except TypeError as error:
        offer = f"on offer: data, {', '.join(sorted(known))}"
        raise Fault("signature", f"target{signature} cannot be called: {error} ({offer})") from None
