"""Whether a statement can be read at all: where it cannot, that it is rejected says nothing about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from dpassay.proofs_check.kernel import Rejected, box
from dpassay.proofs_check.kernel.expressions import parse
from dpassay.proofs_check.kernel.finite import FAMILIES, PROPERTIES
from dpassay.proofs_check.kernel.interval import Interval
from dpassay.proofs_check.kernel.rejected import insist

ENTRIES: Final = {
    "identity": {"left", "right"},
    "sign": {"expression", "variable", "interval", "relation"},
    "nonnegative": {"expression", "where", "relation"},
    "inequality": {"expression", "variable", "interval", "relation"},
    "box": {"expression", "box"},
    "exhaustive": {"property", "family"},
    "counterexample": {"property"},
}


def complaint(statement: Mapping[str, Any]) -> str | None:
    """Tell what is wrong with the form of a statement; ``None`` where nothing is."""
    try:
        kind = statement.get("kind")
        insist(kind in ENTRIES, f"{kind!r} is no kind of statement")
        insist(
            set(statement) == {"kind", *ENTRIES[str(kind)]}, f"the entries {sorted(statement)} are not those of {kind}"
        )
        for name, value in statement.items():
            READERS.get(name, str)(value)
    except Rejected as rejection:
        return str(rejection)
    return None


def _one_of(known: Mapping[str, Any] | set[str], name: str) -> None:
    insist(name in known, f"{name!r} is not one of {', '.join(sorted(known))}")


def _parse_all(texts: list[str]) -> None:
    for text in texts:
        parse(text)


READERS: Final[dict[str, Callable[[Any], Any]]] = {
    "left": parse,
    "right": parse,
    "expression": parse,
    "where": _parse_all,
    "interval": Interval.read,
    "relation": lambda name: _one_of({">", ">="}, name),
    "box": box.read,
    "property": lambda name: _one_of(PROPERTIES, name),
    "family": lambda name: _one_of(FAMILIES, name),
}
