"""The kernel's evidence for the steps of all proofs: one file, an entry a statement, bound by its digest."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

FILE: Final = "evidence.json"


def digest(statement: Mapping[str, Any]) -> str:
    """What binds evidence to the statement that it is for."""
    return sha256(json.dumps(statement, sort_keys=True).encode()).hexdigest()


@dataclass
class Store:
    """Evidence by digests; ``used`` are those that were asked for."""

    entries: dict[str, Any]
    used: set[str] = field(default_factory=set)

    def __call__(self, statement: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return the evidence for a statement, if there is some."""
        self.used.add(digest(statement))
        return self.entries.get(digest(statement))


def read(text: str) -> Any:
    """Read JSON that all readers read in one way; ``ValueError`` for any other."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except RecursionError as error:
        raise ValueError(str(error)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse what readers of JSON read in different ways: of two entries of one name, which one counts?"""
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("an entry is given twice")
    return dict(pairs)


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")


def text_of(ledger: Path) -> str:
    """The text of the file of a ledger; empty where there is none, ``ValueError`` where it cannot be read."""
    path = ledger / FILE
    try:
        return path.read_text(encoding="utf-8") if path.is_file() else ""
    except (OSError, ValueError) as error:
        raise ValueError(f"{FILE}: expected a file that can be read ({error})") from None


def stored(text: str) -> Store:
    """Read the evidence of a ledger; ``ValueError`` where it is no JSON object."""
    try:
        entries = read(text or "{}")
    except ValueError as error:
        raise ValueError(f"{FILE}: expected JSON ({error})") from None
    if not isinstance(entries, dict):
        raise ValueError(f"{FILE}: expected a JSON object")
    return Store(entries)


@dataclass
class Searching:
    """Evidence that is looked for where there is none; ``found`` is what the file should hold."""

    known: Store
    look: Callable[[Mapping[str, Any]], Mapping[str, Any] | None]
    found: dict[str, Any] = field(default_factory=dict)

    def __call__(self, statement: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return the evidence for a statement, stored or found."""
        name = digest(statement)
        if name not in self.found:
            evidence = self.known(statement) or self.look(statement)
            if evidence is None:
                return None
            self.found[name] = json.loads(json.dumps(evidence))
        return self.found[name]  # type: ignore[no-any-return]  # evidence is a mapping


def dump(entries: Mapping[str, Any]) -> str:
    """The text of the file."""
    return json.dumps(dict(sorted(entries.items())), indent=1) + "\n"
