"""Calls of every public function of a room with wrong types, and what may come of them.

A call may return, or raise ``ValueError``, or ``Undecided`` where the exact rooms say so. Anything else is an internal
error, and so is a call that takes longer than anyone waits. Three things are Python's own protocol and stay as they
are: the wrong number of arguments is no part of this, operators raise ``TypeError`` (``Dist + None``), and so does the
truth value of a ``Comparison``; names that begin with an underscore are not called.
"""

from __future__ import annotations

import collections.abc
import importlib
import inspect
import pkgutil
import random
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import Any, Literal, Union, get_args, get_origin

import numpy as np

from dpassay.exact import Budget, Dist, LogForm, Real, Undecided, as_real, log
from dpassay.exact.entrance import hint_of

SECONDS = 20
"""Of the processor, so that a busy machine does not matter; no call here takes a tenth of it."""

WRONG: dict[str, Callable[[], object]] = {
    "None": lambda: None,
    "''": lambda: "",
    "'x'": lambda: "x",
    "-1": lambda: -1,
    "0": lambda: 0,
    "0.5": lambda: 0.5,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "True": lambda: True,
    "[]": list,
    "[None]": lambda: [None],
    "{}": dict,
    "object": object,
    "lambda": lambda: lambda *_: None,
    "bytes": lambda: b"x",
    "10**400": lambda: 10**400,
    "zero": lambda: Fraction(0),
    "budget": lambda: Budget(epsilon=1),
    "dist": lambda: Dist.point("x"),
    "class": lambda: int,
}

COUNTS = frozenset(
    {
        "alpha",
        "cells",
        "count",
        "digits",
        "factor",
        "exponent",
        "inputs",
        "j",
        "largest",
        "last_precision",
        "length",
        "members",
        "most_boxes",
    }
    | {"multiple", "order", "outcome", "rounds", "rows", "size", "start"}
)
"""Where 10^400 is right, and takes as long to compute with as it is large: such a number is no wrong type."""

FUNCTIONS = frozenset({"lambda", "class"})
"""Where a function is asked for, these are ones: what they return or raise is the caller's own affair."""

Examples = Mapping[str, Callable[[], object]]
"""Right arguments by their name, or by "function.name" where one function needs another one."""


@dataclass(frozen=True)
class Entry:
    """A public callable: where it stands, what it takes, and examples of arguments by name."""

    name: str
    call: Callable[..., Any]
    parameters: tuple[str, ...]
    examples: Examples
    functions: frozenset[str] = frozenset()
    """The arguments that are functions."""

    def right(self) -> dict[str, object]:
        return {name: self.examples[name]() for name in self.parameters}


class Hanging(BaseException):
    """A call did not end."""


def _alarm(_signal: int, _frame: FrameType | None) -> None:
    raise Hanging


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    before = signal.signal(signal.SIGVTALRM, _alarm)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def outcome(entry: Entry, arguments: Mapping[str, object]) -> str | None:
    """Return what is wrong with a call, None where nothing is."""
    try:
        with limited(SECONDS):
            result = entry.call(**arguments)
            if isinstance(result, Iterator):
                list(islice(result, 3))
    except (ValueError, Undecided) as error:
        return None if str(error) else f"{type(error).__name__} without a word"
    except Hanging:
        return f"takes more than {SECONDS} seconds"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def wrong_calls(entry: Entry, wrong: Sequence[str] = tuple(WRONG)) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield calls with one argument wrong, and with all of them."""
    for value in wrong:
        huge = value == "10**400" and not COUNTS.isdisjoint(entry.parameters)
        for name in entry.parameters:
            if not (huge and name in COUNTS) and not (value in FUNCTIONS and name in entry.functions):
                yield f"{name} = {value}", {**entry.right(), name: WRONG[value]()}
        if len(entry.parameters) > 1 and not huge:
            yield f"all = {value}", {name: WRONG[value]() for name in entry.parameters}


def faults(entry: Entry, wrong: Sequence[str] = tuple(WRONG)) -> list[str]:
    """Return a line for each internal error."""
    found = ((words, outcome(entry, arguments)) for words, arguments in wrong_calls(entry, wrong))
    return [f"{entry.name}({words}): {what}" for words, what in found if what]


# What is public


def modules(room: str) -> list[ModuleType]:
    """Return the modules of a room that others use: of ``exact`` the package itself, whose ``__all__`` is the door."""
    package = importlib.import_module(f"dpassay.{room}")
    names = [f"{room}.markov_chain", f"{room}.markov_loss"] if room == "exact" else _inner(room)
    return [package, *(importlib.import_module(f"dpassay.{name}") for name in names)]


def _inner(package: str) -> Iterator[str]:
    """Yield the modules of a package and of the packages in it, but for targets, which import what others wrote."""
    for info in pkgutil.iter_modules(importlib.import_module(f"dpassay.{package}").__path__, f"{package}."):
        if info.name not in ("audit.accountants", "audit.targets"):
            yield info.name
            yield from _inner(info.name) if info.ispkg else ()


def public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the functions and classes that a module offers: its own, and all that the package ``exact`` lists."""
    is_door = module.__name__ == "dpassay.exact"
    for name in getattr(module, "__all__", None) or [name for name in vars(module) if not name.startswith("_")]:
        value = getattr(module, name)
        if isinstance(value, FunctionType | type) and (
            is_door or value.__module__ == module.__name__ or name in MEMBERS
        ):
            yield name, value


MEMBERS = ("check_data", "law", "are_neighbors", "neighbors", "guarantee", "sample")
"""What a mechanism's module offers even where another module defines it."""


def entries(module: ModuleType, own: Examples) -> Iterator[Entry]:
    """Yield all that can be called of a module: functions, classes, and methods of an example of each class."""
    place = module.__name__.removeprefix("dpassay.")
    for name, value in public(module):
        if not isinstance(value, type):
            yield _entry(f"{place}.{name}", value, value, own)
        elif not getattr(value, "_is_protocol", False) and not issubclass(value, BaseException):
            yield _entry(f"{place}.{name}", value, value.__init__, own)
            yield from _methods(f"{place}.{name}", value, own)


def _methods(name: str, kind: type, own: Examples) -> Iterator[Entry]:
    for method, value in vars(kind).items():
        if method.startswith("_"):
            continue
        if isinstance(value, classmethod | staticmethod):
            yield _entry(f"{name}.{method}", getattr(kind, method), value.__func__, own)
        elif isinstance(value, FunctionType) and kind in {**INSTANCES, **EXAMPLES}:
            yield _entry(f"{name}.{method}", getattr({**EXAMPLES, **INSTANCES}[kind](), method), value, own)


INSTANCES: dict[type, Callable[[], Any]] = {}
"""For each class with methods, an object whose methods are called."""


def _entry(name: str, call: Callable[..., Any], function: Callable[..., Any], own: Examples) -> Entry:
    named = inspect.signature(call).parameters.values()
    taken = [one for one in named if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]
    short = name.rpartition(".")[2]
    examples = {one.name: own.get(f"{short}.{one.name}") or own.get(one.name) or _maker(function, one) for one in taken}
    functions = frozenset(one.name for one in taken if "Callable" in str(_hint(function, one.name)))
    return Entry(name, call, tuple(one.name for one in taken), examples, functions)


def _maker(function: Callable[..., Any], parameter: inspect.Parameter) -> Callable[[], object]:
    if parameter.default is not parameter.empty:
        return lambda: parameter.default
    return lambda: example(_hint(function, parameter.name))


def _hint(function: Callable[..., Any], name: str) -> Any:
    """Return the type of an argument; of ``__init__`` that a class inherits from ``object`` there is none."""
    return Any if function is object.__init__ else hint_of(function, name)


def example(hint: Any) -> Any:
    """Return a small value of an annotated type."""
    if isinstance(hint, str):  # an alias inside of an alias
        hint = EXACT_ALIASES[hint]
    kind = get_origin(hint) or hint
    if isinstance(kind, type) and kind in {**EXAMPLES, **INSTANCES}:
        return {**EXAMPLES, **INSTANCES}[kind]()
    if getattr(kind, "_is_protocol", False):
        return PROTOCOLS[kind]() if kind in PROTOCOLS else None
    return _compound(kind, get_args(hint))


def _compound(kind: Any, parts: tuple[Any, ...]) -> Any:
    """Return a value of an annotation with parts, None where it has none."""
    if not parts or not isinstance(kind, type):
        return example(parts[0]) if kind is Union else parts[0] if kind is Literal else None
    if kind is tuple:
        return (example(parts[0]),) * 2 if parts[-1] is Ellipsis else tuple(map(example, parts))
    if kind is collections.abc.Callable:
        return lambda *_, **__: example(parts[-1])
    if issubclass(kind, Mapping):
        return {example(parts[0]): example(parts[1])}
    return [example(parts[0])] * 2 if issubclass(kind, Iterable) and kind is not frozenset else example(parts[0])


EXACT_ALIASES: dict[str, Any] = {"Fraction | ExpNumber": Fraction, "LogForm | Real": LogForm, "Number | Real": Fraction}

PROTOCOLS: dict[type, Callable[[], Any]] = {}
"""For a protocol, something that has its members."""


EXAMPLES: dict[Any, Callable[[], Any]] = {
    int: lambda: 2,
    bool: lambda: True,
    float: lambda: 0.25,
    str: lambda: "text",
    object: lambda: Fraction(1, 2),
    Fraction: lambda: Fraction(1, 2),
    Real: lambda: as_real(1),
    LogForm: lambda: log(2),
    Budget: lambda: Budget(exp_eps=2),
    Dist: lambda: Dist({0: Fraction(1, 2), 1: Fraction(1, 2)}),
    Path: lambda: Path("file"),
    np.ndarray: lambda: np.array([1, 2]),
    np.random.Generator: lambda: np.random.default_rng(0),
    random.Random: lambda: random.Random(0),
}
