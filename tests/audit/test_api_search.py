"""`search_neighbors` and `assert_private`: what they return, what a failing test shows, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import dpassay.audit
from dpassay.audit import NotPrivateError, SearchResult, assert_private, search_neighbors
from tests.mutants import planted

FILE = Path(planted.__file__)
SCHEMA = {
    "form": "list",
    "columns": {"x": {"kind": "real", "low": 0, "high": 10, "edges": ["outside"]}},
    "rows": [0, 3],
}
PURE = {"epsilon": 1}


def test_a_search_has_a_result() -> None:
    found = search_neighbors(f"{FILE}:sum_not_clipped", SCHEMA, PURE, epsilon=1, examples=50)
    assert isinstance(found, SearchResult)
    assert (found.verdict, found.report.verdict) == ("violation", "violation")
    assert found.replay is not None
    assert found.replay.verdict == "violation"
    assert any(line.startswith("neighbor: [") for line in found.lines)
    assert "violation" in repr(found)


def test_a_private_pipeline_passes_and_another_one_fails() -> None:
    assert assert_private(f"{FILE}:sum_clipped", SCHEMA, PURE, epsilon=1, examples=20).exit_code == 0
    with pytest.raises(NotPrivateError, match="the trace costs epsilon") as raised:
        assert_private(f"{FILE}:sum_not_clipped", SCHEMA, PURE, epsilon=1, examples=50)
    assert isinstance(raised.value, AssertionError)
    assert raised.value.result.verdict == "violation"


def test_three_lines_are_a_test_of_pytest(tmp_path: Path) -> None:
    (tmp_path / "schema.json").write_text(json.dumps(SCHEMA))
    lines = [
        "from dpassay.audit import assert_private",
        "def test_{0}():",
        f"    assert_private('{FILE}:{{0}}', 'schema.json', {{{{'epsilon': 1}}}}, epsilon=1, examples=20)",
    ]
    for name in ("sum_clipped", "sum_not_clipped"):
        (tmp_path / f"test_{name}.py").write_text("\n".join(lines).format(name) + "\n")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
        str(tmp_path),
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "1 failed, 1 passed" in done.stdout, done.stdout
    assert "neighbor: [" in done.stdout


def test_the_package_offers_it() -> None:
    assert dpassay.audit.assert_private is assert_private
    assert {"assert_private", "search_neighbors", "SearchResult", "NotPrivateError"} <= set(dir(dpassay.audit))
