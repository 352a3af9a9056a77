"""Inputs of pipelines: JSON, files, and numbers that are not finite; those of a claim alone: `test_alone.py`."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from dpassay.audit.held_to.inputs import read_data, read_data_text


def test_objects_and_texts() -> None:
    assert json.loads(read_data({"a": [1, None]}, "data", finite=False).text) == {"a": [1, None]}
    assert json.loads(read_data(np.array([[1.5, 2.0]]), "data", finite=False).text) == [[1.5, 2.0]]
    assert json.loads(read_data_text("1, 2", "data", finite=False).text) == [1, 2]
    assert math.isnan(json.loads(read_data_text("[1, NaN]", "data", finite=False).text)[1])
    assert read_data(float("inf"), "data", finite=False).text == "Infinity"


def test_files(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text("age,name\n3,x\nnan,\n")
    rows = json.loads(read_data_text(str(table), "data", finite=False).text)
    assert rows[:2] == [["age", "name"], [3, "x"]]
    assert math.isnan(rows[2][0])
    assert rows[2][1] is None
    np.save(tmp_path / "array.npy", np.array([1.0, np.nan]))
    assert math.isnan(json.loads(read_data_text(str(tmp_path / "array.npy"), "data", finite=False).text)[1])
    (tmp_path / "list.json").write_text("[1]")
    assert read_data_text(str(tmp_path / "list.json"), "data", finite=False).text == "[1]"


@pytest.mark.parametrize("text", ["", "x", "[1", "missing.csv"])
def test_what_is_no_input_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^neighbor = .*expected"):
        read_data_text(text, "neighbor", finite=False)


def test_what_json_has_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^data = .*expected numbers"):
        read_data({1, 2}, "data", finite=False)
    broken = tmp_path / "broken.json"
    broken.write_text("[1,")
    with pytest.raises(ValueError, match=r"^data = .*expected json data"):
        read_data_text(str(broken), "data", finite=False)
