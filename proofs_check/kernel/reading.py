"""How statements and evidence are read: every entry has its reader, and there are no entries but these.

A reader takes what JSON holds and returns what that stands for, or raises ``Rejected``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from dpassay.proofs_check.kernel.expressions import FUNCTIONS
from dpassay.proofs_check.kernel.rejected import Rejected, insist

Reader: TypeAlias = Callable[[Any], Any]
Entries: TypeAlias = Mapping[str, Reader]


def entries(node: Any, required: Entries, optional: Entries | None = None) -> dict[str, Any]:
    """Read an object that has the required entries, and perhaps optional ones; those that it has not are left out."""
    insist(isinstance(node, Mapping), f"{node!r} is not an object")
    readers = {**required, **(optional or {})}
    told = ", ".join(f"{name!r}{'' if name in required else ' (optional)'}" for name in readers) or "none"
    insist(set(required) <= set(node) <= set(readers), f"the entries are {', '.join(map(repr, node))}; expected {told}")
    return {name: _entry(name, read, node[name]) for name, read in readers.items() if name in node}


def _entry(name: str, read: Reader, value: Any) -> Any:
    try:
        return read(value)
    except Rejected as rejection:
        raise Rejected(f"{name}: {rejection}") from rejection


def unread(node: Any) -> Any:
    """Leave a part to the step that it is for."""
    return node


def one_of(*known: str) -> Reader:
    """Read one of a few words."""

    def read(text: Any) -> Any:
        insist(text in known, f"{text!r} is not one of {', '.join(known)}")
        return text

    return read


def listed(reader: Reader) -> Reader:
    """Read a list."""

    def read(node: Any) -> list[Any]:
        insist(isinstance(node, list), f"{node!r} is not a list")
        return [reader(part) for part in node]

    return read


def by_variable(reader: Reader) -> Reader:
    """Read an object with an entry for each of some variables."""

    def read(node: Any) -> dict[str, Any]:
        insist(isinstance(node, Mapping), f"{node!r} is not an object")
        return {variable(name): reader(part) for name, part in node.items()}

    return read


def pair(first: Reader, second: Reader) -> Reader:
    """Read a list of two."""

    def read(node: Any) -> tuple[Any, Any]:
        insist(isinstance(node, list | tuple) and len(node) == 2, f"{node!r} is not a pair")
        return first(node[0]), second(node[1])

    return read


def variable(name: Any) -> str:
    """Read the name of a variable."""
    insist(isinstance(name, str) and name.isidentifier() and name not in FUNCTIONS, f"{name!r} is no variable")
    return str(name)
