"""The report of an entry point has its pairs, what was drawn, and the files of the pair that got furthest."""

from __future__ import annotations

from typing import Any

import pytest

from dpassay.audit.answers.outcome import Origin
from dpassay.audit.pipelines.entry_runs import EntryResult
from dpassay.audit.reports.entry_report import FORMAT, entry_command, entry_json, origin_of
from tests.audit.pipelines.test_entry_runs import entry, found, searched
from tests.audit.report_cases import NOON


@pytest.mark.parametrize("function", ["mean", "failing"])
def test_the_report_names_the_file_that_was_replayed(function: str) -> None:
    result = found(function, "replaced")
    report: dict[str, Any] = entry_json(result, created=NOON)
    assert (report["format"], report["created"]) == (FORMAT, "2026-11-21T12:00:00+00:00")
    assert [each["name"] for each in report["source"]["files"]] == ["entries.py"]
    assert report["plan"]["seed"] == result.plan.seed == 0
    assert [pair["what"] for pair in report["pairs"]] == ["replaced"]


def test_a_search_is_reported_with_its_pair_and_the_command_repeats_it() -> None:
    result = searched("unclipped")
    report: dict[str, Any] = entry_json(result, created=NOON)
    assert report["search"]["verdict"] == "violation"
    assert result.found is not None
    assert report["search"]["pair"] == [result.found[0].first.text, result.found[0].second.text]
    assert entry_command(result) == "dpassay replay-all --only unclipped --seed 0 --search"
    assert entry_json(found("mean", "replaced"))["search"] is None


def test_of_one_that_is_not_installed_no_file_is_known() -> None:
    missing = EntryResult(entry("mean", "replaced"), (), "no network")
    assert origin_of(missing) == Origin()
    assert entry_json(missing)["source"]["files"] == []
    assert entry_command(missing) == "dpassay replay-all --only mean --seed 0"
