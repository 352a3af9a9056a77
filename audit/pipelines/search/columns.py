"""A column of a table: its type, its bounds, and the edge values that may stand in it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened

__all__ = ["EDGES", "Column", "column_of", "infer_column", "users", "values"]

EDGES: Final[Mapping[str, tuple[str, ...]]] = {
    "real": ("outside", "infinite", "nan", "huge", "missing"),
    "integer": ("outside", "huge", "missing"),
    "category": ("unseen", "missing"),
    "boolean": ("missing",),
    "text": ("odd", "missing"),
}
"""Of each kind of columns the edge values that it may have."""

MISSING: Final = "missing"
MOST_CATEGORIES: Final = 20
HUGE_INTEGERS: Final = (2**31, -(2**31) - 1, 2**53 + 1, 2**63, -(2**63) - 1, 2**64, 10**30)
HUGE_REALS: Final = (1e300, -1e300, 5e-324, 2.0**53 + 2)
UNSEEN: Final = ("unseen", "")
ODD_TEXTS: Final = ("", "\x00", "a" * 300, "\U0001f600", "1e400")
USERS: Final = 3
"""So many users are tried."""
_NUMBERS: Final = ("real", "integer")


@dataclass(frozen=True, slots=True)
class Column:
    """A column.

    Attributes:
        kind: "real", "integer", "category", "boolean" or "text".
        low: the least value of a number within the bounds.
        high: the largest one.
        categories: of a "category".
        edges: what may stand there besides, of those that ``EDGES`` names for the kind.
    """

    kind: str
    low: float = 0
    high: float = 1
    categories: tuple[Any, ...] = ()
    edges: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what is no column."""
        require(self.kind in EDGES, "kind", shortened(self.kind, repr), f"one of {', '.join(EDGES)}")
        for name in ("low", "high") if self.kind in _NUMBERS else ():
            value = getattr(self, name)
            whole = isinstance(value, int) and not isinstance(value, bool)
            known = whole or (self.kind == "real" and isinstance(value, float) and math.isfinite(value))
            require(known, name, shortened(value, repr), "a finite number, of an integer column a whole one")
        require(self.low <= self.high, "high", self.high, f"at least low = {self.low}")
        need = self.kind == "category"
        require(bool(self.categories) == need, "categories", self.categories, "some of a category, and else none")
        for edge in self.edges:
            require(edge in EDGES[self.kind], "edges", shortened(edge, repr), f"of {', '.join(EDGES[self.kind])}")


def column_of(said: object, name: str = "column") -> Column:
    """Return a column as a schema says it: its kind alone, or a mapping of its attributes.

    Without ``edges`` it has all of its kind but missing values.

    Raises:
        ValueError: it is none.
    """
    given = {"kind": said} if isinstance(said, str) else said
    expected = "a kind, or a mapping with kind, low, high, categories and edges"
    require(isinstance(given, Mapping) and "kind" in given, name, shortened(said, repr), expected)
    entries = dict(given)  # type: ignore[call-overload]
    known = ("kind", "low", "high", "categories", "edges")
    for key, value in entries.items():
        require(key in known, f"{name}.{key}", shortened(value, repr), f"one of {', '.join(known)}")
    for key in ("categories", "edges"):
        listed = entries.get(key, ())
        require(isinstance(listed, list | tuple), f"{name}.{key}", shortened(listed, repr), "a list")
        entries[key] = tuple(listed)
    if "edges" not in given:  # type: ignore[operator]
        entries["edges"] = tuple(edge for edge in EDGES.get(entries["kind"], ()) if edge != MISSING)
    try:
        return Column(**entries)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def infer_column(entries: list[Any]) -> Column:
    """Return the column that some entries may come from; its bounds are those of the entries, and all edges are open.

    Entries that are None are missing values; where none is there, a missing value is no edge.
    """
    present = [entry for entry in entries if entry is not None]
    lost = len(present) < len(entries)
    found = _inferred(present) if present else column_of("real")
    return replace(found, edges=(*found.edges, MISSING)) if lost else found


def _kind_of(present: list[Any]) -> str:
    if all(isinstance(entry, bool) for entry in present):
        return "boolean"
    if all(isinstance(entry, int) for entry in present):
        return "integer"
    numbers = all(isinstance(entry, int | float) and not isinstance(entry, bool) for entry in present)
    return "real" if numbers else "category"


def _inferred(present: list[Any]) -> Column:
    kind = _kind_of(present)
    if kind in _NUMBERS:
        finite = [entry for entry in present if math.isfinite(entry)] or [0]
        return column_of({"kind": kind, "low": min(finite), "high": max(finite)})
    if kind == "boolean":
        return column_of(kind)
    seen = tuple(dict.fromkeys(map(str, present)))
    return column_of({"kind": kind, "categories": seen} if len(seen) <= MOST_CATEGORIES else "text")


# Values


def values(column: Column) -> SearchStrategy[Any]:
    """Return a strategy for the entries of a column: plain ones first, which is what a failure shrinks to."""
    edges = [st.sampled_from(found) for edge in column.edges if (found := _edge_values(column, edge))]
    return st.one_of(*_plain(column), *edges)


def _plain(column: Column) -> list[SearchStrategy[Any]]:
    if column.kind == "category":
        return [st.sampled_from(column.categories)]
    if column.kind == "boolean":
        return [st.booleans()]
    if column.kind == "text":
        return [st.text(max_size=8)]
    ends = st.sampled_from(tuple(dict.fromkeys((column.low, column.high))))
    if column.kind == "integer":
        return [st.integers(int(column.low), int(column.high)), ends]
    return [st.floats(float(column.low), float(column.high)), ends.map(float)]


def users(column: Column) -> list[Any]:
    """Return the users of a column that are tried."""
    if column.kind == "category":
        return list(column.categories[:USERS])
    return list(range(int(column.low), min(int(column.high), int(column.low) + USERS - 1) + 1))


def _edge_values(column: Column, edge: str) -> tuple[Any, ...]:
    """Return the values of one edge."""
    if edge == "outside":
        width = max(column.high - column.low, 1)
        found = (column.high + 1, column.low - 1, column.high + 1000 * width, column.low - 1000 * width)
        return tuple(map(float, found)) if column.kind == "real" else found
    if edge == "huge":
        return HUGE_INTEGERS if column.kind == "integer" else HUGE_REALS
    fixed: dict[str, tuple[Any, ...]] = {
        "infinite": (math.inf, -math.inf),
        "nan": (math.nan,),
        "missing": (None,),
        "odd": ODD_TEXTS,
        "unseen": tuple(text for text in UNSEEN if text not in column.categories),
    }
    return fixed[edge]


explain_failures(__name__)
