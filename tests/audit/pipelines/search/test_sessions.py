"""Several releases from one budget: methods are called in any order, and all that they release is held to the claim."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit import SearchResult, search_neighbors
from dpassay.audit.pipelines.search.schemas import read_schema
from tests.audit.pipelines.search import sessions

FILE = Path(sessions.__file__)
SPENT = {"epsilon": {"kind": "category", "categories": [0.25, 0.5, 1.0], "edges": []}}
SCHEMA: dict[str, Any] = {
    "form": "list",
    "columns": {"x": {"kind": "real", "low": 0, "high": 1, "edges": ["outside"]}},
    "rows": [0, 3],
    "calls": {"sum": SPENT, "count": SPENT},
    "most_calls": 4,
}


@cache
def searched(name: str) -> SearchResult:
    return search_neighbors(f"{FILE}:{name}", SCHEMA, {"epsilon": 1}, epsilon=1, examples=100)


def test_a_budget_that_is_kept_is_not_flagged() -> None:
    found = searched("Budgeted")
    assert (found.verdict, found.examples >= 20) == ("no violation found", True)
    assert found.share == pytest.approx(1)


@pytest.mark.parametrize("name", ["SpentAfterwards", "CountedForNothing", "ChargedByData"])
def test_a_budget_that_is_overspent_is_found_with_the_calls_that_do(name: str) -> None:
    found = searched(name)
    assert found.verdict == "violation"
    first, second = map(json.loads, found.pair)
    assert first["calls"] == second["calls"]
    assert 1 <= len(first["calls"]) <= 3
    assert first["table"] != second["table"]
    assert found.script is not None


def test_the_calls_are_those_that_it_takes() -> None:
    """Half of the budget and then all of it; nothing shorter overspends where the sum alone is asked for."""
    schema = {**SCHEMA, "calls": {"sum": SPENT}}
    found = search_neighbors(f"{FILE}:SpentAfterwards", schema, {"epsilon": 1}, epsilon=1, examples=100)
    calls = json.loads(found.pair[0])["calls"]
    assert [name for name, _ in calls] == ["sum", "sum"]
    assert sum(given["epsilon"] for _, given in calls) > 1


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"calls": 3}, "^calls = 3: expected a mapping of methods"),
        ({"calls": {"sum": 3}}, "^calls = .*expected a mapping of methods"),
        ({"calls": {"sum": {"x": "cube"}}}, "^calls.sum.x: kind = 'cube'"),
        ({"most_calls": 0}, "^most_calls = 0: expected a whole number from 1"),
    ],
)
def test_calls_that_make_no_sense_are_refused(more: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_schema({**SCHEMA, **more})
