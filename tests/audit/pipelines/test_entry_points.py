"""The table of entry points is read strictly, says what each row means, and agrees with the other tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dpassay.audit import blind
from dpassay.audit.answers import environments
from dpassay.audit.pipelines.entry_points import TABLE, load_entry_points
from dpassay.audit.pipelines.search.schemas import read_schema

ROOT = Path(__file__).parents[3]
LEAST = 20
MINE = """
[environments]
own = []
[[target]]
name = "mine"
environment = "own"
adapter = "mine.py:mean"
parameters = { epsilon = "1" }
release = "a mean"
epsilon = "1"
claim = "its text"
adjacency = "one record replaced"
pairs = [{ what = "not a number", first = [nan], second = [0] }]
schema = { form = "list", columns = { value = "real" } }
expect = "violation"
means = "known"
why = "by hand"
"""


def table(folder: Path, text: str) -> Path:
    (folder / "mine.py").write_text("def mean(data, epsilon): return 0\n")
    path = folder / "mine.toml"
    path.write_text(text)
    return path


def test_a_row_is_read(tmp_path: Path) -> None:
    (entry,) = load_entry_points(table(tmp_path, MINE)).values()
    assert (entry.name, entry.expect, entry.means, entry.epsilon, entry.rho) == ("mine", "violation", "known", "1", "")
    (pair,) = entry.pairs
    assert (pair.what, pair.first.text, pair.second.text) == ("not a number", "[NaN]", "[0]")
    assert entry.claimed(entry.pairs[0]).epsilon == 1
    assert (entry.said, entry.schema) == ({"epsilon": "1"}, read_schema({"form": "list", "columns": {"value": "real"}}))


def test_a_row_may_have_no_schema(tmp_path: Path) -> None:
    text = "\n".join(line for line in MINE.splitlines() if not line.startswith("schema"))
    (entry,) = load_entry_points(table(tmp_path, text)).values()
    assert entry.schema is None


def test_a_row_may_ask_for_fewer_pairs(tmp_path: Path) -> None:
    (entry,) = load_entry_points(table(tmp_path, MINE)).values()
    (fewer,) = load_entry_points(table(tmp_path, f"{MINE}examples = 12\n")).values()
    assert (entry.examples, fewer.examples) == (None, 12)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('means = "known"', 'means = "unknown"', r"means = 'unknown': expected one of holds"),
        ('expect = "violation"', 'expect = "flag"', "expect = 'flag'"),
        ('why = "by hand"', "", "no why"),
        ('epsilon = "1"\nclaim', 'epsilon = "-1"\nclaim', "epsilon = '?-1'?: expected a number from 0"),
        ('epsilon = "1"\nclaim', "claim", "epsilon = nothing"),
        ("second = [0]", "third = [0]", "tables with what, first and second"),
        ('pairs = [{ what = "not a number", first = [nan], second = [0] }]', "pairs = []", "at least one"),
        ("second = [0]", "second = [nan]", "two inputs that differ"),
        ('form = "list"', 'form = "cube"', r"target 1 \(mine\): schema: form = 'cube': expected one of list"),
        ('expect = "v', 'examples = 0\nexpect = "v', "examples = 0: expected a number of pairs, at least 1"),
        ('expect = "v', 'examples = "7"\nexpect = "v', "examples"),
        ('environment = "own"', 'environment = "other"', "environment = 'other'"),
        ("mine.py:mean", "other.py:mean", "a file beside the table"),
    ],
)
def test_a_malformed_row_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in MINE
    with pytest.raises(ValueError, match=message):
        load_entry_points(table(tmp_path, MINE.replace(old, new)))


def test_a_name_stands_once(tmp_path: Path) -> None:
    twice = MINE + MINE[MINE.index("[[target]]") :]
    with pytest.raises(ValueError, match="a name that no other target has"):
        load_entry_points(table(tmp_path, twice))


def test_there_are_twenty_entry_points_of_libraries_or_more() -> None:
    assert len({entry.target for entry in load_entry_points().values()}) >= LEAST


def test_what_it_means_fits_what_is_expected() -> None:
    for entry in load_entry_points().values():
        broken = entry.means in ("finding", "known", "documented", "adjacency")
        assert (entry.expect == "violation") == broken or entry.means == "trace", entry.name
        assert (entry.means == "holds") == (entry.expect == "no violation found"), entry.name
        assert entry.target.rpartition(":")[0].endswith(".py")


def test_a_finding_has_its_page_and_what_is_known_its_thread() -> None:
    for entry in load_entry_points().values():
        named = re.findall(r"docs/findings/([\w-]+)\.md", entry.why)
        assert bool(named) == (entry.means == "finding"), entry.name
        assert all((ROOT / "docs" / "findings" / f"{name}.md").is_file() for name in named)
        if entry.means == "known":
            assert re.search(r"https://github\.com/\S+|its own text", entry.why), entry.name


NEIGHBORS = {
    ("one record replaced", "replace-one", False),
    ("one record added or removed", "add-remove", False),
    ("all rows of one user added or removed", "add-remove", True),
}


def test_neighbors_that_are_searched_are_those_of_the_claim() -> None:
    for entry in load_entry_points().values():
        if entry.schema is not None:
            assert (entry.adjacency, entry.schema.adjacency, entry.schema.user is not None) in NEIGHBORS, entry.name


def test_every_row_is_searched() -> None:
    assert [entry.name for entry in load_entry_points().values() if entry.schema is None] == []


def test_environments_of_one_name_are_the_same_in_all_tables() -> None:
    mine = environments.load_requirements(TABLE)
    others = {**environments.load_requirements(environments.TABLE), **environments.load_requirements(blind.TABLE)}
    shared = set(mine) & set(others)
    assert shared
    assert {name: others[name] for name in shared} == {name: mine[name] for name in shared}
