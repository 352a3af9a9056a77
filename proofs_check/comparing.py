"""Two versions of the ledger beside one another: which verdicts changed, what came and what went."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

COMPARED: Final = ("statement", "preconditions", "corrected_by")
"""What is told of a record besides its verdict; an id must never change its meaning."""


@dataclass(frozen=True, slots=True)
class Change:
    """What two ledgers say of one claim; None where one of them has no record of it."""

    id: str
    old: str | None
    new: str | None
    also: tuple[str, ...] = ()
    """Entries of ``COMPARED`` that differ."""

    @property
    def is_of_verdict(self) -> bool:
        """Whether the verdict is another one, or is there in one of them alone."""
        return self.old != self.new


def records_of(files: Mapping[str, bytes]) -> dict[str, dict[str, Any]]:
    """Return the records among the files of a ledger, by the ids of their claims: those that have a verdict."""
    found = {}
    for name, content in files.items():
        try:
            record = json.loads(content)
        except ValueError as error:
            raise ValueError(f"ledger = {name}: expected JSON ({error})") from None
        if isinstance(record, dict) and isinstance(record.get("verdict"), str):
            found[name.removesuffix(".json")] = record
    return found


def changes(old: Mapping[str, Mapping[str, Any]], new: Mapping[str, Mapping[str, Any]]) -> list[Change]:
    """Return what differs between two ledgers, by id."""
    found = []
    for name in sorted({*old, *new}):
        before, after = old.get(name, {}), new.get(name, {})
        also = tuple(entry for entry in COMPARED if before and after and before.get(entry) != after.get(entry))
        change = Change(name, before.get("verdict"), after.get("verdict"), also)
        if change.is_of_verdict or also:
            found.append(change)
    return found
