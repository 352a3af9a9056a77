"""Tables of targets are read strictly: `targets/targets.toml` and `targets/blind.toml` have one form of their rows."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.reference import nearest

__all__ = [
    "ADAPTER",
    "Types",
    "check_row",
    "content_of",
    "megabytes_of",
    "requirements_of",
    "rows_of",
    "target_of_adapter",
]

Types = Mapping[str, tuple[type | tuple[type, ...], str]]
"""The type of each field of a row, and that in words."""

ADAPTER: Final = '"file.py:function" or "package.module:function"'

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")


def content_of(table: Path) -> dict[str, Any]:
    """Return what a table holds; ``ValueError`` where it cannot be read, or has keys that no table has."""
    try:
        content = tomllib.loads(table.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{table.name}: cannot be read: {error}") from None
    _check_keys(content, {"environments", "megabytes", "target"}, set(), table.name)
    return content


def requirements_of(content: Mapping[str, Any], table: Path) -> dict[str, tuple[str, ...]]:
    """Return what pip installs into each environment of a table."""
    environments = content.get("environments", {})
    for name, pins in environments.items():
        fit = bool(_NAME.fullmatch(name))
        require(fit, f"{table.name}: environment", repr(name), "letters, digits, dots, dashes, underscores")
        texts = isinstance(pins, list) and all(isinstance(pin, str) for pin in pins)
        require(texts, f"{table.name}: environment {name!r}", pins, "a list of requirements as texts")
    return {name: tuple(pins) for name, pins in environments.items()}


def megabytes_of(content: Mapping[str, Any], table: Path) -> dict[str, int]:
    """Return what environments of a table take on the disk, where it says so."""
    megabytes: dict[str, int] = content.get("megabytes", {})
    for name, size in megabytes.items():
        known = list(content.get("environments", {}))
        hint = f"one of {', '.join(known)}{nearest(name, known)}"
        require(name in known, f"{table.name}: megabytes", repr(name), hint)
        whole = type(size) is int and size > 0
        require(whole, f"{table.name}: megabytes of {name!r}", repr(size), "a whole number above 0")
    return megabytes


def rows_of(content: Mapping[str, Any], table: Path) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """Yield each row with the words for where it stands."""
    for number, row in enumerate(content.get("target", []), 1):
        where = f"{table.name}, target {number}"
        yield (f"{where} ({row['name']})" if "name" in row else where), row


def check_row(
    row: Mapping[str, Any],
    where: str,
    types: Types,
    optional: Iterable[str],
    environments: Iterable[str],
    *,
    expects: Sequence[str] = ("flag", "pass"),
) -> None:
    """Refuse a row with a field that is missing, unknown or of a wrong type, or in no known environment."""
    _check_keys(row, set(types), set(types) - set(optional), where)
    for key, value in row.items():
        kind, expected = types[key]
        kinds = kind if isinstance(kind, tuple) else (kind,)
        require(type(value) in kinds and value != "", f"{where}: {key}", repr(value), expected)
    known = list(environments)
    hint = f"one of {', '.join(known)}{nearest(row['environment'], known)}"
    require(row["environment"] in known, f"{where}: environment", repr(row["environment"]), hint)
    texts = all(isinstance(value, str) for value in row["parameters"].values())
    require(texts, f"{where}: parameters", row["parameters"], types["parameters"][1])
    require(row["expect"] in expects, f"{where}: expect", repr(row["expect"]), types["expect"][1])
    require(row.get("samples", 1) >= 1, f"{where}: samples", row.get("samples"), "at least 1")


def _check_keys(row: Mapping[str, Any], known: set[str], needed: set[str], where: str) -> None:
    for key in row:
        hint = f"one of {', '.join(sorted(known))}{nearest(key, sorted(known))}"
        require(key in known, f"{where}: key", repr(key), hint)
    missing = sorted(needed - set(row))
    optional = ", ".join(sorted(known - needed))
    expected = f"every key but {optional}" if optional else "every key"
    require(not missing, where, f"no {', '.join(missing)}", expected)


def target_of_adapter(adapter: str, where: str, folder: Path) -> str:
    """Return the adapter as the runner takes it: a file is one beside the table."""
    place, colon, function = adapter.partition(":")
    well_formed = bool(place and colon and function)
    require(well_formed, f"{where}: adapter", repr(adapter), ADAPTER)
    if not place.endswith(".py"):
        return adapter
    path = folder / place
    expected = f"a file beside the table{nearest(place, [entry.name for entry in folder.glob('*.py')])}"
    require(path.is_file(), f"{where}: adapter", repr(place), expected)
    return f"{path}:{function}"


explain_failures(__name__)
