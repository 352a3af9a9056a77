"""Entry points are replayed on all their pairs; the worst trace and the smallest pair are told."""

from __future__ import annotations

import json
import math
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit.answers.environments import OWN, Environment, load_requirements, prepare
from dpassay.audit.held_to.inputs import read_data
from dpassay.audit.pipelines.entry_points import TABLE, EntryPoint, Pair, load_entry_points
from dpassay.audit.pipelines.entry_runs import EntryResult, cost_text, replay_entry
from dpassay.audit.pipelines.partings import Finding
from dpassay.audit.pipelines.search.schemas import read_schema
from dpassay.audit.pipelines.traces import Replays
from dpassay.audit.reports.entry_report import entry_json
from tests.audit.pipelines import entries

HERE = Environment(OWN, Path(sys.executable))
ROOT = Path(__file__).parents[3]
PAIRS = {"replaced": ([0, 0, 1], [0, 0, 0]), "outside": ([9], [0]), "far outside": ([90, 1], [0, 1])}


def entry(function: str, *pairs: str, **more: Any) -> EntryPoint:
    inputs = ((what, *(read_data(data, "data", finite=False) for data in PAIRS[what])) for what in pairs)
    said: dict[str, Any] = {"expect": "violation", "means": "known", "why": "by hand", "epsilon": "1", **more}
    target = f"{Path(entries.__file__)}:{function}"
    tried = tuple(Pair(*each) for each in inputs)
    return EntryPoint(function, OWN, target, {"epsilon": "1"}, "a mean", "its text", "one replaced", tried, **said)


@cache
def found(function: str, *pairs: str) -> EntryResult:
    return replay_entry(entry(function, *pairs), HERE)


def test_the_worst_trace_and_the_smallest_pair_are_told() -> None:
    result = found("unclipped", "far outside", "outside", "replaced")
    assert (result.verdict, result.cost, result.exit_code) == ("violation", "90", 0)
    assert result.shown is not None
    assert result.shown[0].what == "outside"


def test_what_holds_costs_the_claim_and_no_more() -> None:
    result = found("mean", "replaced", "outside")
    assert (result.verdict, result.cost, result.exit_code) == ("no violation found", "1", 1)


def test_a_leak_through_control_flow_has_no_finite_cost() -> None:
    result = found("counting", "replaced")
    assert (result.verdict, result.cost) == ("violation", "infinite")


@pytest.mark.parametrize(("replayed", "cost"), [(False, "9"), (True, "infinite")])
def test_counts_of_a_release_alone_make_no_cost_infinite(replayed: bool, cost: str) -> None:
    result = found("unclipped", "outside")
    ((pair, one),) = result.tried
    assert isinstance(one.found, Replays)
    told = Finding(
        "release", True, "the release is 1 in 325 of 1829 runs", one.found.pairs[0] if replayed else None, None
    )
    assert replace(result, tried=((pair, replace(one, findings=(told, *one.findings))),)).cost == cost


def test_what_adds_no_noise_is_left_open_and_what_cannot_run_is_said() -> None:
    assert found("flipped", "replaced").verdict == "undecided"
    assert found("shuffled", "replaced").verdict == "violation"
    failed = found("failing", "replaced")
    assert (failed.verdict, failed.exit_code, failed.cost) == ("could not run", 2, "")
    assert "no answer" in entry_json(failed)["pairs"][0]["failure"]


def test_a_missing_environment_is_no_verdict() -> None:
    result = replay_entry(entry("mean", "replaced"), Environment("lib", None, "no network"))
    assert (result.verdict, result.exit_code, result.shown, result.problem) == ("not installed", 2, None, "no network")


def test_a_claim_with_delta_has_its_cost_in_delta() -> None:
    result = replay_entry(entry("unclipped", "outside", delta="1e-3"), HERE)
    assert result.verdict == "violation"
    assert result.cost.startswith("delta 0.98")
    exact = 1 - math.exp((1 - 9) / 2)
    assert float(result.cost.split()[1]) == pytest.approx(exact, abs=1e-3)


NUMBERS = read_schema(
    {
        "form": "list",
        "adjacency": "replace-one",
        "rows": [1, 3],
        "columns": {"value": {"kind": "real", "low": 0, "high": 1, "edges": ["outside"]}},
    }
)


@cache
def searched(function: str) -> EntryResult:
    return replay_entry(entry(function, "replaced", schema=NUMBERS), HERE, search=True, examples=20)


def test_a_search_finds_what_the_pairs_of_the_row_do_not_and_makes_it_small() -> None:
    """The values of the pair lie between the bounds."""
    assert found("unclipped", "replaced").verdict == "no violation found"
    result = searched("unclipped")
    assert (result.verdict, result.exit_code) == ("violation", 0)
    assert result.found is not None
    assert result.shown == result.found
    assert {result.found[0].first.text, result.found[0].second.text} == {"[0.0]", "[2.0]"}
    assert result.cost == "2"


def test_a_search_is_the_same_with_the_same_seed() -> None:
    again = replay_entry(entry("unclipped", "replaced", schema=NUMBERS), HERE, search=True, examples=20)
    first = searched("unclipped").searched
    assert first is not None
    assert again.searched is not None
    assert (again.searched.pair, again.searched.examples, again.searched.first) == (
        first.pair,
        first.examples,
        first.first,
    )


def test_a_search_that_finds_nothing_leaves_the_verdict_of_the_pairs() -> None:
    result = searched("mean")
    assert (result.verdict, result.found, result.cost) == ("no violation found", None, "1")
    assert result.searched is not None
    assert result.searched.examples >= 10


def test_a_row_may_ask_for_fewer_pairs() -> None:
    result = replay_entry(entry("mean", "replaced", schema=NUMBERS, examples=3), HERE, search=True)
    assert result.searched is not None
    assert result.searched.examples <= 3


def test_what_a_search_leaves_open_leaves_the_row_open() -> None:
    result = searched("flipped")
    assert result.verdict == "undecided"
    assert len(result.judged) == 2


def test_a_row_without_a_schema_is_not_searched() -> None:
    assert replay_entry(entry("mean", "replaced"), HERE, search=True).searched is None


def test_the_report_holds_all() -> None:
    result = found("unclipped", "far outside", "outside", "replaced")
    report = json.loads(json.dumps(entry_json(result)))
    assert [pair["cost"] for pair in report["pairs"]] == ["90", "9", "1"]
    assert report["claimed"] == {"epsilon": "1"}
    assert cost_text(result.tried[1][1]) == "9"


ENVIRONMENTS = sorted(load_requirements(TABLE))


@pytest.mark.thirdparty
@pytest.mark.xdist_group("environments")
@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_the_table_holds_with_the_libraries_themselves(environment: str) -> None:
    made = prepare([environment], ROOT / ".venvs", table=TABLE)[environment]
    for row in load_entry_points().values():
        if row.environment == environment:
            result = replay_entry(row, made)
            assert result.exit_code == 0, (row.name, result.verdict, result.problem)
