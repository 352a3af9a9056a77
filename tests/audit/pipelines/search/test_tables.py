"""Neighbors: two tables of a schema that differ in one row, or in the rows of one user, and in nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, find, given, settings

from dpassay.audit.pipelines.search.schemas import Schema, read_schema
from dpassay.audit.pipelines.search.tables import Pair, formed, neighbors, tables

COLUMNS = {"user": {"kind": "integer", "low": 0, "high": 9, "edges": []}, "x": "real"}
QUICK = settings(database=None, max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))


def schema(**more: Any) -> Schema:
    return read_schema({"columns": COLUMNS, "rows": [0, 4], **more})


def texts(table: Any) -> list[str]:
    return list(map(repr, table))


def one_row_more(pair: Pair) -> bool:
    few, many = (texts(table) for table in pair[:2])
    return any(few == many[:place] + many[place + 1 :] for place in range(len(many)))


def one_row_other(pair: Pair) -> bool:
    first, second = (texts(table) for table in pair[:2])
    return len(first) == len(second) and sum(x != y for x, y in zip(first, second, strict=True)) == 1


def of_one_user(pair: Pair) -> bool:
    def others(table: Any, user: Any) -> list[str]:
        return texts(row for row in table if row[0] != user)

    users = {row[0] for table in pair[:2] for row in table}
    return any(others(pair[0], user) == others(pair[1], user) for user in users)


CASES = [
    (schema(), one_row_more),
    (schema(adjacency="replace-one"), one_row_other),
    (schema(user="user"), of_one_user),
    (schema(user="user", adjacency="replace-one"), of_one_user),
]


@pytest.mark.parametrize(("given_schema", "holds"), CASES, ids=["row", "other row", "user", "other user"])
def test_neighbors_are_neighbors_and_differ(given_schema: Schema, holds: Any) -> None:
    @QUICK
    @given(neighbors(given_schema))
    def check(pair: Pair) -> None:
        assert holds(pair)
        assert formed(pair[0], given_schema).text != formed(pair[1], given_schema).text

    check()


KEPT = [[9, 0.5], [8, float("nan")]]


@pytest.mark.parametrize(
    ("given_schema", "holds"),
    [
        (schema(always=KEPT), one_row_more),
        (schema(adjacency="replace-one", always=KEPT), one_row_other),
        (schema(user="user", always=KEPT), of_one_user),
    ],
    ids=["row", "other row", "user"],
)
def test_rows_that_always_stand_there_stand_in_both_tables(given_schema: Schema, holds: Any) -> None:
    @QUICK
    @given(neighbors(given_schema))
    def check(pair: Pair) -> None:
        assert [texts(table[:2]) for table in pair[:2]] == [texts(map(tuple, KEPT))] * 2
        assert holds(pair)

    check()
    few = find(neighbors(schema(always=KEPT)), lambda pair: len(pair.first) == 2, settings=QUICK)
    assert len(few.second) == 3


@pytest.mark.parametrize("place", [0, 1])
def test_a_check_tells_other_pairs_from_neighbors(place: int) -> None:
    """Those of a user are more than those of a row."""
    far = ([(0, 1.0), (1, 2.0)], [(2, 1.0), (3, 2.0)])
    assert not any(holds(far) for _, holds in CASES)
    several = find(neighbors(CASES[2][0]), lambda pair: len(pair[1]) > len(pair[0]) + 1, settings=QUICK)
    assert not CASES[place][1](several[:2])


@pytest.mark.parametrize("least", [0, 2])
def test_rows_are_as_many_as_they_may_be(least: int) -> None:
    bounded = schema(rows=[least, 3], duplicates=False)

    @QUICK
    @given(tables(bounded))
    def check(table: Any) -> None:
        assert least <= len(table) <= 3

    check()
    assert len(find(tables(bounded), lambda table: len(table) == least, settings=QUICK)) == least


def test_a_row_may_stand_there_twice() -> None:
    table = find(tables(schema()), lambda rows: len(rows) == 2 and repr(rows[0]) == repr(rows[1]), settings=QUICK)
    assert len(table) == 2


ROWS = [(1, 0.5), (2, float("nan"))]


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("lists", "[[1, 0.5], [2, NaN]]"),
        ("rows", '[{"user": 1, "x": 0.5}, {"user": 2, "x": NaN}]'),
        ("columns", '{"user": [1, 2], "x": [0.5, NaN]}'),
        ("array", "[[1, 0.5], [2, NaN]]"),
    ],
)
def test_a_table_has_the_form_that_is_asked_for(form: str, text: str) -> None:
    assert formed(ROWS, schema(form=form)).text == text
    assert json.loads(text)


def test_a_list_has_no_rows() -> None:
    one = read_schema({"columns": {"x": "real"}, "form": "list"})
    assert formed([(1.0,), (2.0,)], one).text == "[1.0, 2.0]"
