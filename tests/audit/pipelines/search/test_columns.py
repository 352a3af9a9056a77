"""Columns: what they refuse, what is inferred of entries, and that each edge value is met, and no other."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

from dpassay.audit.pipelines.search.columns import EDGES, Column, column_of, infer_column, values

REAL = {"kind": "real", "low": -1, "high": 2}
WHOLE = {"kind": "integer", "low": 3, "high": 5}


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (3, "^x = 3: expected a kind, or a mapping"),
        ({"low": 1}, "^x = .*expected a kind, or a mapping"),
        ("complex", "^x: kind = 'complex': expected one of real"),
        ({**REAL, "low": 3}, "^x: high = 2: expected at least low = 3"),
        ({**REAL, "low": math.nan}, "^x: low = nan: expected a finite number"),
        ({**WHOLE, "low": 3.5}, "^x: low = 3.5: expected a finite number, of an integer column a whole one"),
        ({**REAL, "edges": ["unseen"]}, "^x: edges = 'unseen': expected of outside"),
        ({**REAL, "edges": "nan"}, "^x.edges = 'nan': expected a list"),
        ({**REAL, "width": 2}, "^x.width = 2: expected one of kind"),
        ({"kind": "category"}, "^x: categories = .*expected some of a category"),
        ({**REAL, "categories": ["a"]}, "^x: categories = .*expected some of a category, and else none"),
    ],
)
def test_what_is_no_column_is_refused(said: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        column_of(said, "x")


def test_without_edges_all_but_missing_values_are_meant() -> None:
    assert column_of(REAL).edges == ("outside", "infinite", "nan", "huge")
    assert column_of("boolean").edges == ()


@pytest.mark.parametrize(
    ("entries", "column"),
    [
        ([1, 3], column_of({"kind": "integer", "low": 1, "high": 3})),
        ([1, 2.5], column_of({"kind": "real", "low": 1, "high": 2.5})),
        ([True, False], column_of("boolean")),
        (["b", "a", "b"], column_of({"kind": "category", "categories": ["b", "a"]})),
        ([math.nan, 4.0], column_of({"kind": "real", "low": 4.0, "high": 4.0})),
        ([f"name {n}" for n in range(30)], column_of("text")),
        ([], column_of("real")),
    ],
)
def test_a_column_is_inferred(entries: list[Any], column: Column) -> None:
    assert infer_column(entries) == column


def test_a_missing_entry_makes_missing_values_an_edge() -> None:
    assert "missing" in infer_column([1, None]).edges
    assert "missing" not in infer_column([1]).edges


MET: dict[str, Callable[[Any], bool]] = {
    "outside": lambda x: x is not None and math.isfinite(x) and 5 < abs(x) < 1e6,
    "infinite": lambda x: x is not None and math.isinf(x),
    "nan": lambda x: x is not None and math.isnan(x),
    "huge": lambda x: x is not None and 1e6 < abs(x) < math.inf,
    "unseen": lambda x: x == "unseen",
    "missing": lambda x: x is None,
    "odd": lambda x: x == "",
}
BASES: dict[str, dict[str, Any]] = {
    "real": REAL,
    "integer": WHOLE,
    "category": {"kind": "category", "categories": ["a"]},
}


@pytest.mark.parametrize(("kind", "edge"), [(kind, edge) for kind, edges in EDGES.items() for edge in edges])
def test_an_edge_is_met_where_it_is_wanted_and_nowhere_else(kind: str, edge: str) -> None:
    base = BASES.get(kind, {"kind": kind})
    met = MET[edge]
    wanted = values(column_of({**base, "edges": [edge]}))
    assert met(find(wanted, met, settings=settings(database=None, max_examples=500)))

    @settings(database=None, max_examples=60, suppress_health_check=list(HealthCheck))
    @given(values(column_of({**base, "edges": []})).filter(lambda x: x != ""))
    def never(x: Any) -> None:
        assert not met(x)

    never()


@settings(database=None, max_examples=100)
@given(st.data(), st.integers(-9, 9), st.integers(0, 9))
def test_plain_numbers_lie_within_the_bounds(data: st.DataObject, low: int, width: int) -> None:
    for kind in ("integer", "real"):
        column = column_of({"kind": kind, "low": low, "high": low + width, "edges": []})
        assert low <= data.draw(values(column)) <= low + width
