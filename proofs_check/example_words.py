"""What stands in an example, in words, so that it can be checked by hand: read from ``by_hand/``, a file a source.

A file has a table for each property that a counterexample breaks, under the property's name (or under a claim's id and
that name, where claims break it at several examples), and for each claim that is refuted as a formula, under its id:

* ``entries``: of the instance, or of the setting, by name;
* ``names``: with a claim, the letters and quantities of its formula, as they are called, such as ``keep(t)``;
* ``told``: how the numbers that are compared follow from these;
* ``like``: another table, or several, whose entries and names hold here, too, where nothing else is said;
* ``of``: what identifies the example that ``told`` is about (``mark``), so that no text outlives its example.

No verdict depends on any of it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).resolve().parent / "by_hand"
ALL: Final = "all"
"""The table that every other one of its file is like."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one example."""

    entries: Mapping[str, str]
    names: Mapping[str, str]
    told: str
    of: str


def words_of(prefix: str, name: str) -> Words:
    """Return the words of a property, or of a claim, of the source with a prefix; none where there are none."""
    tables = tables_of(prefix)
    chain = list(_chain(tables, name))
    entries, names = ({} if not chain else _merged(chain, key) for key in ("entries", "names"))
    own = tables.get(name, {})
    return Words(entries, names, str(own.get("told", "")).strip(), str(own.get("of", "")))


def name_of(prefix: str, claim: str, property: str) -> str:  # noqa: A002  # the name that it has everywhere
    """Return the name of the table for a property that a claim breaks."""
    own = f"{claim} {property}"
    return own if own in tables_of(prefix) else property


@cache
def tables_of(prefix: str) -> Mapping[str, Any]:
    """Return the file of a source."""
    path = FOLDER / f"{prefix}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _chain(tables: Mapping[str, Any], name: str) -> Iterator[Mapping[str, Any]]:
    """Yield a table, those that it is like, and the one that all are like."""
    waiting, seen = [name], set[str]()
    while waiting:
        found = waiting.pop(0)
        if found in seen or found not in tables:
            continue
        seen.add(found)
        yield tables[found]
        like = tables[found].get("like", [])
        waiting += [like] if isinstance(like, str) else like
    yield tables.get(ALL, {})


def _merged(chain: list[Mapping[str, Any]], key: str) -> dict[str, str]:
    return {name: text for table in reversed(chain) for name, text in table.get(key, {}).items()}


def mark(example: object) -> str:
    """Return what identifies an instance, or the text of a setting."""
    return sha256(json.dumps(example, sort_keys=True).encode()).hexdigest()[:8]
