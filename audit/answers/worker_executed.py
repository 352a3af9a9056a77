"""What a target's code has run so far, and what it could have changed by that, beyond its own variables.

A hidden number can only have been changed by code that ran, through a name that stands in this code: a global one, or
an attribute. So these names are where hidden numbers are looked for. Code that reaches things in another way, or that
uses what is not known to keep nothing, is not trusted, and then no two states of it are taken for one.
"""

from __future__ import annotations

import builtins
import dis
import os
import sys
from contextlib import contextmanager
from functools import cache
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_oracle import STANDARD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OWN = os.path.dirname(os.path.abspath(__file__)) + os.sep  # noqa: PTH100, PTH120  # the beginning of a name
NUMPY = os.path.dirname(np.__file__) + os.sep  # noqa: PTH120  # as above
PACKAGES = ("site-packages", "dist-packages")

ALLOWED = (
    "__future__", "_abc", "_collections_abc", "_random", "abc", "builtins", "cmath", "collections.abc", "dataclasses",
    "enum", "fractions", "functools", "itertools", "math", "numbers", "numpy", "random", "secrets", "typing",
    "warnings",
)  # fmt: skip
"""Modules that a target may use: what they keep is looked at, or no name that is allowed changes it."""

FORBIDDEN = frozenset((
    # by which code reaches what it has no name for
    "__import__", "breakpoint", "compile", "delattr", "dir", "eval", "exec", "getattr", "globals", "input", "locals",
    "memoryview", "open", "setattr", "vars",
    "__builtins__", "__bases__", "__closure__", "__code__", "__defaults__", "__delattr__", "__dict__",
    "__getattribute__",
    "__getstate__", "__globals__", "__kwdefaults__", "__reduce__", "__reduce_ex__", "__setattr__", "__setstate__",
    "__subclasses__", "ag_frame", "cell_contents", "cr_frame", "f_back", "f_locals", "gi_frame", "tb_frame", "tb_next",
    # of sources of chance
    "bit_generator", "get_state", "getstate", "seed", "set_state", "setstate", "spawn",
    # of what libraries keep
    "catch_warnings", "clear_overloads", "filterwarnings", "get_overloads", "onceregistry", "overload", "register",
    "resetwarnings", "seterrobj", "showwarning", "simplefilter", "update_abstractmethods", "update_wrapper", "wraps",
    "add_docstring", "add_newdoc", "ctypes", "ctypeslib", "errstate", "frombuffer", "memmap", "printoptions",
    "setbufsize", "set_default_printstyle", "set_printoptions", "set_string_function", "seterr", "seterrcall",
    "setflags",
    # of what is written on functions and classes, and is not read from there
    "__annotations__", "__doc__", "__set_name__", "get_type_hints",
    # by which code sees where in memory a thing lies, how much it takes, or what lay there before
    "__array_interface__", "__array_struct__", "__hash__", "__repr__", "__sizeof__", "ascii", "empty", "empty_like",
    "hash", "id", "repr",
))  # fmt: skip
"""Names by which code reaches things that are not looked at."""

GLOBAL = ("LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL", "DELETE_GLOBAL", "STORE_NAME", "DELETE_NAME")
STORING = ("STORE_ATTR", "DELETE_ATTR")
DEFINING = ("LOAD_NAME", "STORE_NAME")
OF_CLASSES = ("__annotations__", "__doc__", "__hash__", "__repr__")
HARMLESS_EVENTS = frozenset(("builtins.id", "object.__getattr__", "sys._getframe"))
MISSING = object()


class Executed:
    """The code that was run since a moment, and the names in it.

    ``suspect``: why its states are not compared; empty while there is no reason.
    """

    def __init__(self) -> None:
        self.known: dict[tuple[int, int], tuple[CodeType, dict[str, Any]]] = {}
        self.suspect = ""
        self.globals: dict[tuple[int, str], tuple[dict[str, Any], str]] = {}
        self.attributes: set[str] = set()
        self.stored: set[str] = set()
        self.watching = False

    def forget(self) -> None:
        """Begin anew."""
        self.known.clear()
        self.globals.clear()
        self.attributes.clear()
        self.stored.clear()
        self.suspect = ""

    def trace(self, frame: FrameType, _event: str, _argument: Any) -> None:
        """Take note of a call: what `sys.settrace` takes."""
        found = id(frame.f_code), id(frame.f_globals)  # equal code may have other names for other things
        if found not in self.known:
            self.known[found] = frame.f_code, frame.f_globals
            if not is_library(frame.f_code.co_filename):
                self.read(frame.f_code, frame.f_globals)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Take note of what is run inside the block, and of what the interpreter says that it does beyond that."""
        if not WATCHING:
            WATCHING.append(self)
            sys.addaudithook(take_note)
        WATCHING[:] = [self]
        before = sys.gettrace()
        sys.settrace(self.trace)
        self.watching = True
        try:
            yield
        finally:
            self.watching = False
            sys.settrace(before)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Take no note inside the block, which is of our own."""
        self.watching = False
        sys.settrace(None)
        try:
            yield
        finally:
            sys.settrace(self.trace)
            self.watching = True

    def read(self, code: CodeType, names: dict[str, Any]) -> None:
        """Take note of the names in a code."""
        for found in dis.get_instructions(code):
            name = str(found.argval)
            if found.opname in GLOBAL:
                self.globals[id(names), name] = names, name
            elif found.opname == "IMPORT_NAME":
                self.globals[id(sys.modules), name] = sys.modules, name
                self.suspect = self.suspect or ("" if is_allowed(name) else f"import {name}")
            elif found.opcode in dis.hasname:
                self.attributes.add(name)
                self.stored |= {name} if found.opname in STORING else set()
            else:
                continue
            if is_forbidden(name, found.opname):
                self.suspect = self.suspect or f"the name {name} in {code.co_name}"

    def roots(self) -> Iterator[Any]:
        """Yield what the global names stand for."""
        for names, name in self.globals.values():
            yield names.get(name, getattr(builtins, name, MISSING))


WATCHING: list[Executed] = []
"""Who takes note at present: a hook cannot be taken away."""


def take_note(event: str, _arguments: tuple[Any, ...]) -> None:
    """Take note of an event: what `sys.addaudithook` takes."""
    if event not in HARMLESS_EVENTS and WATCHING[0].watching:
        found = WATCHING[0]
        found.suspect = found.suspect or f"the event {event}"


@cache
def is_library(file: str) -> bool:
    """Tell whether a file is of the standard library, of numpy, or of the worker."""
    if file.startswith("<frozen "):
        return True
    if file.startswith((NUMPY, OWN)):
        return True
    return file.startswith(STANDARD) and not any(f"{os.sep}{name}{os.sep}" in file for name in PACKAGES)


def is_forbidden(name: str, operation: str) -> bool:
    """Tell whether an instruction may not use a name: but a class may say of itself what it is."""
    if operation in STORING:
        return name in FORBIDDEN or (name.startswith("__") and name.endswith("__"))
    return name in FORBIDDEN and not (operation in DEFINING and name in OF_CLASSES)


def is_allowed(module: str) -> bool:
    """Tell whether a target may use a module, or it is of the worker."""
    return module.startswith(f"{__package__}.") or any(
        module == name or module.startswith(f"{name}.") for name in ALLOWED
    )


def home(value: Callable[..., Any] | type) -> str | None:
    """Return the module of the library in which a function or a class stands under its name; ``None``: in no such."""
    module = getattr(value, "__module__", None)
    if not isinstance(module, str) or not is_library_module(module):
        return None
    code = getattr(value, "__code__", None)
    if code is not None and not is_library(code.co_filename):
        return None
    found: Any = sys.modules.get(module)
    for name in value.__qualname__.split("."):
        found = getattr(found, name, None)
    return module if found is value else None


def is_library_module(name: str) -> bool:
    """Tell whether a module is of the standard library, numpy or the worker."""
    first = name.partition(".")[0]
    return first == "numpy" or first in sys.stdlib_module_names or name.startswith(f"{__package__}.")
