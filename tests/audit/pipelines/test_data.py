"""Inputs of pipelines: JSON, files, and numbers that are not finite."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from dpassay.audit.pipelines.data import read_input, read_input_text


def test_objects_and_texts() -> None:
    assert json.loads(read_input({"a": [1, None]}, "data").text) == {"a": [1, None]}
    assert json.loads(read_input(np.array([[1.5, 2.0]]), "data").text) == [[1.5, 2.0]]
    assert json.loads(read_input_text("1, 2", "data").text) == [1, 2]
    assert math.isnan(json.loads(read_input_text("[1, NaN]", "data").text)[1])
    assert read_input(float("inf"), "data").text == "Infinity"


def test_files(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text("age,name\n3,x\nnan,\n")
    rows = json.loads(read_input_text(str(table), "data").text)
    assert rows[:2] == [["age", "name"], [3, "x"]]
    assert math.isnan(rows[2][0])
    assert rows[2][1] is None
    np.save(tmp_path / "array.npy", np.array([1.0, np.nan]))
    assert math.isnan(json.loads(read_input_text(str(tmp_path / "array.npy"), "data").text)[1])
    (tmp_path / "list.json").write_text("[1]")
    assert read_input_text(str(tmp_path / "list.json"), "data").text == "[1]"


@pytest.mark.parametrize("text", ["", "x", "[1", "missing.csv"])
def test_what_is_no_input_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^neighbor = .*expected"):
        read_input_text(text, "neighbor")


def test_what_json_has_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^data = .*expected numbers"):
        read_input({1, 2}, "data")
    broken = tmp_path / "broken.json"
    broken.write_text("[1,")
    with pytest.raises(ValueError, match=r"^data = .*expected json data"):
        read_input_text(str(broken), "data")
