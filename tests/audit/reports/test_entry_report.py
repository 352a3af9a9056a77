"""The report of an entry point has its pairs, what was drawn, and the files of the pair that got furthest."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit.answers.outcome import Origin
from dpassay.audit.pipelines.entry_points import EntryPoint
from dpassay.audit.pipelines.entry_runs import EntryResult
from dpassay.audit.reports import entry_report
from dpassay.audit.reports.entry_report import FORMAT, entry_command, entry_json, kept_json, origin_of
from tests.audit.pipelines.test_entry_runs import NUMBERS, entry, found, searched
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


# Reports that are kept


def kept(folder: Path, result: EntryResult) -> Path:
    path = folder / "kept.json"
    path.write_text(json.dumps(entry_json(result)))
    return path


def test_a_report_is_read_back_with_what_the_table_says_of_its_verdict_now(tmp_path: Path) -> None:
    result = found("unclipped", "outside")
    path = kept(tmp_path, result)
    read = kept_json(path, result.entry, seed=0, search=False)
    assert read == json.loads(path.read_text())
    other = replace(result.entry, expect="undecided", means="open", why="of late")
    read = kept_json(path, other, seed=0, search=False)
    assert read is not None
    assert (read["expected"], read["means"], read["why"], read["exit_code"]) == ("undecided", "open", "of late", 1)


PAIRED = entry("unclipped", "outside")
OTHERS = {
    "another claim": replace(PAIRED, epsilon="2"),
    "another environment": replace(PAIRED, environment="other"),
    "another function": replace(PAIRED, target=PAIRED.target.replace("unclipped", "mean")),
    "another pair": entry("unclipped", "replaced"),
    "other parameters": replace(PAIRED, parameters={"epsilon": "3"}),
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_a_report_of_other_replays_is_not_taken(tmp_path: Path, other: EntryPoint) -> None:
    path = kept(tmp_path, found("unclipped", "outside"))
    assert kept_json(path, PAIRED, seed=0, search=False) is not None
    assert kept_json(path, other, seed=0, search=False) is None


def test_neither_is_one_of_other_code_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A law that is mended may change any verdict."""
    path = kept(tmp_path, found("unclipped", "outside"))
    monkeypatch.setattr(entry_report, "code_digest", lambda: "of a law that was mended")
    assert kept_json(path, PAIRED, seed=0, search=False) is None


def test_neither_is_one_of_another_seed_or_search(tmp_path: Path) -> None:
    result = searched("unclipped")
    path = kept(tmp_path, result)
    assert kept_json(path, result.entry, seed=0, search=True) is not None
    assert kept_json(path, result.entry, seed=1, search=True) is None
    assert kept_json(path, result.entry, seed=0, search=False) is None
    assert kept_json(path, replace(result.entry, examples=7), seed=0, search=True) is None
    assert kept_json(path, replace(result.entry, schema=replace(NUMBERS, rows=(1, 2))), seed=0, search=True) is None


def test_what_could_not_run_is_tried_again(tmp_path: Path) -> None:
    failed, missing = found("failing", "replaced"), EntryResult(PAIRED, (), "no network")
    assert kept_json(kept(tmp_path, failed), failed.entry, seed=0, search=False) is None
    assert kept_json(kept(tmp_path, missing), PAIRED, seed=0, search=False) is None


@pytest.mark.parametrize("text", ["", "[]", "null", "{}", '{"format": 1}', "[" * 5000, "\x00"])
def test_what_is_no_report_is_not_taken(tmp_path: Path, text: str) -> None:
    (tmp_path / "kept.json").write_text(text)
    assert kept_json(tmp_path / "kept.json", PAIRED, seed=0, search=False) is None
    assert kept_json(tmp_path, PAIRED, seed=0, search=False) is None
    assert kept_json(tmp_path / "missing.json", PAIRED, seed=0, search=False) is None
