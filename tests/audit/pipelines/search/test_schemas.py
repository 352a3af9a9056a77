"""Schemas: from mappings and files, inferred of tables in all forms, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpassay.audit.pipelines.search.schemas import Schema, infer_schema, read_schema

AGES = {"age": {"kind": "integer", "low": 0, "high": 120}, "name": "text"}
TOML = """
form = "columns"
adjacency = "replace-one"
user = "age"
rows = [1, 4]
[columns.age]
kind = "integer"
low = 0
high = 120
[columns]
name = "text"
"""


def test_a_schema_of_a_mapping_and_of_files_is_one(tmp_path: Path) -> None:
    said = {"columns": AGES, "form": "columns", "adjacency": "replace-one", "user": "age", "rows": [1, 4]}
    found = read_schema(said)
    assert (list(found.columns), found.rows, found.needs) == (["age", "name"], (1, 4), None)
    (tmp_path / "s.json").write_text(json.dumps(said))
    text = TOML.replace('[columns]\nname = "text"', '[columns.name]\nkind = "text"')
    (tmp_path / "s.toml").write_text(text)
    assert read_schema(tmp_path / "s.json") == read_schema(str(tmp_path / "s.toml")) == found
    assert read_schema(found) is found
    assert found.words == "tables of 1 to 4 rows, of which all rows of one age are replaced"


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (3, "^schema = 3: expected a mapping, or a .json or .toml file"),
        ("table.csv", "^schema = 'table.csv': expected a .json or .toml file"),
        ("nowhere.json", r"^schema = nowhere.json: expected a file that can be read"),
        ({"columns": AGES, "rowz": 3}, "^schema = 'rowz': expected of columns"),
        ({}, "^columns = None: expected a mapping"),
        ({"columns": {}}, "^columns = none: expected at least one"),
        ({"columns": AGES, "form": "cube"}, "^form = 'cube': expected one of list"),
        ({"columns": AGES, "form": "list"}, "^columns = 2: expected one, in a table of the form 'list'"),
        ({"columns": AGES, "adjacency": "near"}, "^adjacency = 'near': expected one of add-remove"),
        ({"columns": AGES, "user": "x"}, "^user = 'x': expected the name of a column"),
        ({"columns": AGES, "user": "name"}, "^user = a text column: expected one of integers"),
        ({"columns": AGES, "rows": [3, 2]}, "^rows = .*expected two whole numbers"),
        ({"columns": AGES, "rows": 3}, "^rows = 3: expected two whole numbers"),
        ({"columns": AGES, "duplicates": 1}, "^duplicates = 1: expected true or false"),
        ({"columns": AGES, "always": 3}, "^always = 3: expected a list of rows"),
        ({"columns": AGES, "always": [[1]]}, r"^always = \(1,\): expected rows of 2 entries"),
        ({"columns": AGES, "always": [[1, "a"]], "user": "age"}, "expected rows of a age that is not tried"),
    ],
)
def test_what_is_no_schema_is_refused(said: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_schema(said)


def test_rows_that_always_stand_there_are_told_and_may_be_those_of_a_user_that_is_not_tried() -> None:
    found = read_schema({"columns": AGES, "always": [[9, "a"], [9, "b"]], "user": "age", "rows": [0, 2]})
    assert found.always == ((9, "a"), (9, "b"))
    assert "tables of 0 to 2 rows, beside 2 that always stand there, of which all rows of one age" in found.words


def test_a_file_that_is_no_toml_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text("columns = [")
    with pytest.raises(ValueError, match=r"^schema = .*expected toml"):
        read_schema(tmp_path / "s.toml")


class Frame:
    """What is asked of a data frame."""

    columns = ("a", "b")

    def to_dict(self) -> dict[str, list[Any]]:
        return {"a": [1, 2], "b": ["x", "y"]}

    def to_numpy(self) -> Any:
        return np.array([[1, "x"], [2, "y"]], object)


@pytest.mark.parametrize(
    ("example", "form", "kinds"),
    [
        ([1.5, 2.5], "list", ["real"]),
        ([[1, 0.5], [2, 0.5]], "lists", ["integer", "real"]),
        ([{"a": 1, "b": "x"}, {"a": 2, "b": "y"}], "rows", ["integer", "category"]),
        ({"a": [1, 2], "b": [True, False]}, "columns", ["integer", "boolean"]),
        (np.array([1, 2]), "array", ["integer"]),
        (np.array([[1.0, 2.0]]), "array", ["real", "real"]),
        (Frame(), "frame", ["integer", "category"]),
    ],
)
def test_a_schema_is_inferred_of_any_form(example: Any, form: str, kinds: list[str]) -> None:
    found = infer_schema(example, adjacency="replace-one")
    assert (found.form, [column.kind for column in found.columns.values()]) == (form, kinds)
    assert found.adjacency == "replace-one"


@pytest.mark.parametrize("example", [[], 3, "text", {}, [[1], [1, 2]]])
def test_what_is_no_table_is_refused(example: Any) -> None:
    with pytest.raises(ValueError, match=r"^example = "):
        infer_schema(example)


def test_a_schema_may_be_made_of_its_parts() -> None:
    with pytest.raises(ValueError, match=r"^rows"):
        Schema({"x": read_schema({"columns": {"x": "real"}}).columns["x"]}, rows=(0, 0))
