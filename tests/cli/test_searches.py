"""`dpassay replay TARGET --schema FILE`, run as a user would."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from dpassay.audit.pipelines.search.scripts import shows
from tests.cli import harness
from tests.mutants import planted

PLANTED = Path(planted.__file__)
COLUMN = {"kind": "real", "low": 0, "high": 10, "edges": ["outside"]}
SCHEMA = {"form": "list", "columns": {"x": COLUMN}, "rows": [0, 3]}
CLAIM = ["-p", "epsilon=1", "--epsilon", "1", "--examples", "40"]
run = partial(harness.run, columns=80)


@pytest.fixture
def schema(tmp_path: Path) -> str:
    path = tmp_path / "schema.json"
    path.write_text(json.dumps(SCHEMA))
    return str(path)


def test_a_fault_is_found_and_its_script_is_written(tmp_path: Path, schema: str) -> None:
    out = tmp_path / "out"
    done = run("replay", f"{PLANTED}:sum_not_clipped", *CLAIM, "--schema", schema, "--out", out)
    assert done.exit_code == 1, done.output
    assert done.output.startswith("VIOLATION: ")
    assert "neighbor: [" in done.output
    assert {path.suffix for path in out.iterdir()} == {".html", ".json", ".py"}
    (script,) = out.glob("*.py")
    assert shows(script.read_text())


def test_a_correct_one_is_not_flagged(tmp_path: Path, schema: str) -> None:
    done = run("replay", f"{PLANTED}:sum_clipped", *CLAIM, "--schema", schema, "--json", "--out", tmp_path)
    found = json.loads(done.stdout)
    assert (done.exit_code, found["verdict"], found["pair"]) == (0, "no violation found", None)
    quiet = run("replay", f"{PLANTED}:sum_clipped", *CLAIM, "--schema", schema, "--quiet", "--out", tmp_path)
    assert (quiet.exit_code, quiet.output) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--epsilon", "1", "--schema", "nowhere.json"], "schema = nowhere.json"),
        (["--epsilon", "1", "--schema", "SCHEMA", "--data", "1"], "--data and --neighbor, and not both"),
        (["--epsilon", "1", "--schema", "SCHEMA", "--examples", "0"], "examples = "),
        (["--schema", "SCHEMA"], "epsilon = nothing"),
    ],
)
def test_mistakes_are_one_line(tmp_path: Path, schema: str, arguments: list[str], said: str) -> None:
    given = [schema if word == "SCHEMA" else word for word in arguments]
    done = run("replay", f"{PLANTED}:sum_clipped", *given, "--out", tmp_path)
    assert done.exit_code == 2
    assert said in done.output
    assert "Traceback" not in done.output
