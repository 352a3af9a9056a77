"""The page of replayed entry points: a row for each, what it was tried on, and the committed one is of this table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from dpassay.audit.answers.environments import Environment
from dpassay.audit.pipelines.entry_points import TABLE, Meaning, load_entry_points
from dpassay.audit.pipelines.entry_runs import EXAMPLES, replay_entry
from dpassay.audit.reports.entry_page import HEAD, MEANINGS, claimed_text, page
from dpassay.audit.reports.entry_report import entry_json
from tests.audit.pipelines.test_entry_runs import HERE, entry, searched

ROOT = Path(__file__).parents[3]
COMMITTED = ROOT / "docs" / "pipelines.md"


@pytest.fixture(scope="module")
def reports() -> list[dict[str, Any]]:
    broken = replay_entry(entry("unclipped", "outside", "replaced"), HERE)
    missing = replay_entry(entry("mean", "replaced"), Environment("lib", None, "no network"))
    return [entry_json(broken), entry_json(missing)]


def rows(text: str) -> dict[str, list[str]]:
    """Return the cells of each row of the table by the name of the entry point."""
    lines = [line for line in text.splitlines() if line.startswith("| [`")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {re.findall(r"`(.*?)`", row[0])[0]: row for row in cells}


def test_a_row_says_claim_cost_verdict_and_meaning(reports: list[dict[str, Any]]) -> None:
    found = rows(page(reports))
    assert found["unclipped"][1:] == ["epsilon = 1", "one replaced", "9", "not searched", "violation", "**known**"]
    assert found["mean"][3:6] == ["not computed", "not searched", "not installed"]


def test_what_a_search_shrank_stands_in_the_row_and_below() -> None:
    result = searched("unclipped")
    text = page([entry_json(result), entry_json(searched("mean"))])
    assert result.found is not None
    pair = f"`{result.found[0].first.text}` and `{result.found[0].second.text}`"
    assert rows(text)["unclipped"][4] == pair
    assert f"Smallest pair that breaks it, of 2 (found by the search): {pair}." in text
    assert "tables of 1 to 3 rows, of which a row is replaced. Number " in text
    assert re.fullmatch(r"none in \d+ pairs", rows(text)["mean"][4])


def test_a_violation_that_only_the_audit_of_an_open_pair_shows_has_no_number() -> None:
    late = entry_json(searched("unclipped"))
    late["search"]["first"] = None
    assert "It left one of them open, and the audit of that one shows the violation." in page([late])


def test_below_stands_the_smallest_pair_that_breaks_the_claim(reports: list[dict[str, Any]]) -> None:
    text = page(reports)
    assert "Smallest pair that breaks it, of 2 (outside): `[9]` and `[0]`." in text
    assert "The trace costs epsilon = 9, above the claimed 1" in text


def test_every_meaning_is_explained() -> None:
    assert set(MEANINGS) == set(get_args(Meaning))
    head = TABLE.read_text()
    assert all(f"#                {name}: " in head or f"means        {name}: " in head for name in MEANINGS)


def test_the_committed_page_is_of_this_table() -> None:
    assert COMMITTED.read_text().startswith(HEAD.format(examples=EXAMPLES))
    found = rows(COMMITTED.read_text())
    entries = load_entry_points()
    assert list(found) == list(entries)
    for name, known in entries.items():
        _, claim, adjacency, cost, shrunk, verdict, means = found[name]
        assert (claim, adjacency, means) == (claimed_text(known.said), known.adjacency, f"**{known.means}**")
        assert verdict == known.expect
        assert cost
        assert (shrunk == "not searched") == (known.schema is None), name
        assert shrunk.startswith("`") == (known.expect == "violation"), name
    assert all(known.why in COMMITTED.read_text() for known in entries.values())
