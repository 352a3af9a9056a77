"""Strategies of Hypothesis for tables of a schema, and for pairs of neighbors."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.search.columns import users, values
from dpassay.audit.pipelines.search.schemas import Schema
from dpassay.exact.entrance import explain_failures

__all__ = ["Pair", "Table", "formed", "formed_pair", "neighbors", "tables"]

Table: TypeAlias = "list[tuple[Any, ...]]"
"""Rows, whose entries stand in the order of the columns."""
Calls: TypeAlias = "tuple[tuple[str, dict[str, Any]], ...]"
"""Methods in the order in which they are called, with their arguments."""


class Pair(NamedTuple):
    """Two neighboring tables, and what is called on them where the target is a class."""

    first: Table
    second: Table
    calls: Calls = ()


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
        known = [fixed] if fixed is not None else users(column)
        entries.append(st.sampled_from(known) if name == schema.user else values(column))
    return st.tuples(*entries)


def neighbors(schema: Schema) -> SearchStrategy[Pair]:
    """Return a strategy for two tables of a schema that are neighbors, and differ as the pipeline gets them."""
    how: dict[tuple[str, bool], Callable[[Schema], SearchStrategy[Pair]]] = {
        ("add-remove", False): _one_more,
        ("replace-one", False): _one_other,
        ("add-remove", True): _one_user_more,
        ("replace-one", True): _one_user_other,
    }
    pairs = how[schema.adjacency, schema.user is not None](schema)
    if schema.always:
        pairs = pairs.map(
            lambda pair: pair._replace(first=_beside(pair.first, schema), second=_beside(pair.second, schema))
        )
    if schema.calls:
        pairs = st.builds(lambda pair, calls: pair._replace(calls=tuple(calls)), pairs, _calls(schema))
    return pairs.filter(lambda pair: len({each.text for each in formed_pair(pair, schema)}) == 2)


def _calls(schema: Schema) -> SearchStrategy[list[tuple[str, dict[str, Any]]]]:
    each = [
        st.tuples(st.just(method), st.fixed_dictionaries({name: values(column) for name, column in arguments.items()}))
        for method, arguments in schema.calls.items()
    ]
    return st.lists(st.one_of(*each), min_size=1, max_size=schema.most_calls)


def _beside(table: Table, schema: Schema) -> Table:
    return [*schema.always, *table]


@st.composite
def _one_more(draw: DrawFn, schema: Schema) -> Pair:
    least, most = schema.rows
    rows = draw(_tables(schema, least, max(most - 1, least)))
    return Pair(rows, _with(draw, rows, draw(_row(schema))))


@st.composite
def _one_other(draw: DrawFn, schema: Schema) -> Pair:
    least, most = schema.rows
    rows = draw(_tables(schema, max(least - 1, 0), most - 1))
    place = len(rows) - draw(st.integers(0, len(rows)))
    first, second = draw(_row(schema)), draw(_row(schema))
    return Pair([*rows[:place], first, *rows[place:]], [*rows[:place], second, *rows[place:]])


@st.composite
def _one_user_more(draw: DrawFn, schema: Schema) -> Pair:
    names = list(schema.columns)
    at = names.index(str(schema.user))
    most = schema.rows[1]
    user = draw(st.sampled_from(users(schema.columns[str(schema.user)])))
    rows = [row for row in draw(_tables(schema, schema.rows[0], most)) if row[at] != user]
    full = rows
    for row in draw(st.lists(_row(schema, user), min_size=1, max_size=most)):
        full = _with(draw, full, row)
    return Pair(rows, full)


@st.composite
def _one_user_other(draw: DrawFn, schema: Schema) -> Pair:
    rows, full, _ = draw(_one_user_more(schema))
    user = next(row for row in full if row not in rows)[list(schema.columns).index(str(schema.user))]
    other = rows
    for row in draw(st.lists(_row(schema, user), min_size=1, max_size=schema.rows[1])):
        other = _with(draw, other, row)
    return Pair(full, other)


def _with(draw: DrawFn, rows: Table, row: tuple[Any, ...]) -> Table:
    place = len(rows) - draw(st.integers(0, len(rows)))
    return [*rows[:place], row, *rows[place:]]


# Forms


def formed_pair(pair: Pair, schema: Schema) -> tuple[Json, Json]:
    """Return two tables as the worker is given them, each with what is called on it."""
    first, second = (formed(table, schema) for table in pair[:2])
    if not schema.calls:
        return first, second
    calls = json.dumps(pair.calls)
    first, second = (Json(f'{{"table": {each.text}, "calls": {calls}}}') for each in (first, second))
    return first, second


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
