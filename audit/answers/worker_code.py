"""The parts of functions and of classes: what they do, what they close over, and what was written to them."""

from __future__ import annotations

import sys
from types import CodeType, FunctionType, GetSetDescriptorType, MemberDescriptorType
from typing import TYPE_CHECKING, Any

from .worker_leaves import Said, digest, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    Parts = Iterator[tuple[str, Any]]

HEAP = 1 << 9
"""The flag of a type that was not there before the program."""


def of_function(function: Any) -> Parts:
    """Yield what a function is: its code, its defaults, what it closes over and what was written to it."""
    yield "", Said(f"{function.__module__}.{function.__qualname__}")
    yield ".code", Said(code_text(function.__code__))
    yield from ((".defaults", function.__defaults__), (".keywords", function.__kwdefaults__))
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        empty = not hasattr(cell, "cell_contents")
        yield f".{name}", Said("empty") if empty else cell.cell_contents
    yield from ((f".{name}", entry) for name, entry in sorted(vars(function).items()))


def code_text(code: CodeType) -> str:
    """Return a digest of code: what it does and with which constants, and not where it stands."""
    constants = [code_text(each) if isinstance(each, CodeType) else constant_text(each) for each in code.co_consts]
    return digest(repr([code.co_code.hex(), constants, code.co_names, code.co_varnames, code.co_freevars]))


def constant_text(value: Any) -> str:
    """Return a text of a constant; the order of a set is none."""
    return repr(sorted(map(repr, value))) if isinstance(value, frozenset) else f"{type(value).__name__} {value!r}"


def of_class(kind: type) -> Parts:
    """Yield the name of a class, and what one that was made while the target ran holds."""
    yield "", Said(name_of(kind))
    if is_made(kind):
        yield from ((f".{name}", entry) for name, entry in sorted(vars(kind).items()) if is_content(name, entry))
        yield from ((f".base{place}", base) for place, base in enumerate(kind.__bases__))


def is_made(kind: type) -> bool:
    """Tell whether a class may have been made while the target ran: its module has none of its name."""
    found: Any = sys.modules.get(kind.__module__)
    for name in kind.__qualname__.split("."):
        found = getattr(found, name, None)
    return bool(kind.__flags__ & HEAP) and found is not kind


def is_content(name: str, entry: Any) -> bool:
    """Tell whether an entry of a class is one that its author wrote."""
    if isinstance(entry, (FunctionType, property, staticmethod, classmethod)):
        return True
    hidden = name.startswith("__") and name.endswith("__")
    return not hidden and name != "_abc_impl" and not isinstance(entry, (MemberDescriptorType, GetSetDescriptorType))
