"""Strategies of Hypothesis for tables of a schema, and for pairs of neighbors."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.search.columns import Column, values
from dpassay.audit.pipelines.search.schemas import Schema
from dpassay.exact.entrance import explain_failures

__all__ = ["Pair", "Table", "formed", "neighbors", "tables"]

Table: TypeAlias = "list[tuple[Any, ...]]"
"""Rows, whose entries stand in the order of the columns."""
Pair: TypeAlias = "tuple[Table, Table]"

USERS = 3
"""So many users are tried."""


def tables(schema: Schema) -> SearchStrategy[Table]:
    """Return a strategy for the tables of a schema."""
    return _tables(schema, schema.rows[0], schema.rows[1])


@st.composite
def _tables(draw: DrawFn, schema: Schema, least: int, most: int) -> Table:
    rows = draw(st.lists(_row(schema), min_size=least, max_size=most))
    if schema.duplicates and 0 < len(rows) < most and draw(st.booleans()):
        rows.append(rows[0])
    return rows


def _row(schema: Schema, fixed: Any = None) -> SearchStrategy[tuple[Any, ...]]:
    """Return a strategy for rows; ``fixed``: the user whose row it is."""
    entries = []
    for name, column in schema.columns.items():
        known = [fixed] if fixed is not None else _users(column)
        entries.append(st.sampled_from(known) if name == schema.user else values(column))
    return st.tuples(*entries)


def _users(column: Column) -> list[Any]:
    if column.kind == "category":
        return list(column.categories[:USERS])
    return list(range(int(column.low), min(int(column.high), int(column.low) + USERS - 1) + 1))


def neighbors(schema: Schema) -> SearchStrategy[Pair]:
    """Return a strategy for two tables of a schema that are neighbors, and differ as the pipeline gets them."""
    how: dict[tuple[str, bool], Callable[[Schema], SearchStrategy[Pair]]] = {
        ("add-remove", False): _one_more,
        ("replace-one", False): _one_other,
        ("add-remove", True): _one_user_more,
        ("replace-one", True): _one_user_other,
    }
    pairs = how[schema.adjacency, schema.user is not None](schema)
    return pairs.filter(lambda pair: formed(pair[0], schema).text != formed(pair[1], schema).text)


@st.composite
def _one_more(draw: DrawFn, schema: Schema) -> Pair:
    least, most = schema.rows
    rows = draw(_tables(schema, least, max(most - 1, least)))
    return rows, _with(draw, rows, draw(_row(schema)))


@st.composite
def _one_other(draw: DrawFn, schema: Schema) -> Pair:
    least, most = schema.rows
    rows = draw(_tables(schema, max(least - 1, 0), most - 1))
    place = len(rows) - draw(st.integers(0, len(rows)))
    first, second = draw(_row(schema)), draw(_row(schema))
    return [*rows[:place], first, *rows[place:]], [*rows[:place], second, *rows[place:]]


@st.composite
def _one_user_more(draw: DrawFn, schema: Schema) -> Pair:
    names = list(schema.columns)
    at = names.index(str(schema.user))
    most = schema.rows[1]
    user = draw(st.sampled_from(_users(schema.columns[str(schema.user)])))
    rows = [row for row in draw(_tables(schema, schema.rows[0], most)) if row[at] != user]
    full = rows
    for row in draw(st.lists(_row(schema, user), min_size=1, max_size=most)):
        full = _with(draw, full, row)
    return rows, full


@st.composite
def _one_user_other(draw: DrawFn, schema: Schema) -> Pair:
    rows, full = draw(_one_user_more(schema))
    user = next(row for row in full if row not in rows)[list(schema.columns).index(str(schema.user))]
    other = rows
    for row in draw(st.lists(_row(schema, user), min_size=1, max_size=schema.rows[1])):
        other = _with(draw, other, row)
    return full, other


def _with(draw: DrawFn, rows: Table, row: tuple[Any, ...]) -> Table:
    place = len(rows) - draw(st.integers(0, len(rows)))
    return [*rows[:place], row, *rows[place:]]


# Forms


def formed(table: Sequence[tuple[Any, ...]], schema: Schema) -> Json:
    """Return a table as the worker is given it; of an array and a frame the rows, of which it makes them."""
    names = list(schema.columns)
    content: Any = [list(row) for row in table]
    if schema.form == "list":
        content = [row[0] for row in table]
    elif schema.form == "rows":
        content = [dict(zip(names, row, strict=True)) for row in table]
    elif schema.form == "columns":
        content = {name: [row[place] for row in table] for place, name in enumerate(names)}
    return Json(json.dumps(content))


explain_failures(__name__)
