"""Libraries that were tried for a row of the table of entry points and have none: `targets/tried.toml` says why."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dpassay.audit.answers.environments import TARGETS
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = ["TABLE", "Tried", "load_tried"]

TABLE: Final = TARGETS / "tried.toml"


@dataclass(frozen=True, slots=True)
class Tried:
    """A library, with its version where it has been installed, and what came of it, in words."""

    library: str
    found: str


def load_tried(table: Path = TABLE) -> tuple[Tried, ...]:
    """Return what was tried; ``ValueError`` names an entry that is malformed."""
    try:
        content = tomllib.loads(table.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{table.name}: cannot be read: {error}") from None
    require(set(content) <= {"tried"}, table.name, ", ".join(content), "entries [[tried]] alone")
    return tuple(_tried(entry, f"{table.name}, entry {place}") for place, entry in enumerate(content["tried"], 1))


def _tried(entry: object, where: str) -> Tried:
    known = isinstance(entry, dict) and set(entry) == {"library", "found"}
    require(known, where, repr(entry), "the texts library and found")
    texts = {str(name): text for name, text in dict(entry).items()}  # type: ignore[call-overload]
    require(all(isinstance(text, str) and text for text in texts.values()), where, repr(entry), "texts")
    return Tried(**texts)


explain_failures(__name__)
