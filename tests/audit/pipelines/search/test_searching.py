"""Every planted fault is found by search alone, on a smallest pair, and no correct pipeline is flagged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit import search_neighbors
from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.run import ReplayPlan
from dpassay.audit.pipelines.search.judging import Judge
from dpassay.audit.pipelines.search.schemas import read_schema
from dpassay.audit.pipelines.search.searching import search_pairs
from dpassay.audit.pipelines.search.session import Session
from dpassay.audit.pipelines.told import FOUND, Fresh, spent
from tests.audit.pipelines import test_planted
from tests.audit.pipelines.search import behaving
from tests.audit.pipelines.search.searched import CASES, FILE, PURE, integers, numbers, searched

HERE = Path(behaving.__file__)
ENDED_AT = {"five_rounds": 2, "sum_not_clipped": 8}
"""Of the second pipeline while a pair that breaks the claim is being made smaller."""


def test_all_planted_pipelines_are_searched() -> None:
    assert {fault: case[:2] for fault, case in CASES.items()} == {
        fault: case[:2] for fault, case in test_planted.CASES.items()
    }


@pytest.mark.parametrize("fault", CASES)
def test_a_fault_is_found_without_neighbors(fault: str) -> None:
    found = searched(fault, fault)
    assert (found.verdict, found.exit_code) == ("violation", 1)
    assert 1 <= found.first <= found.examples
    assert found.starts == 1


@pytest.mark.parametrize("fault", CASES)
def test_the_correct_one_is_not_flagged_on_any_pair(fault: str) -> None:
    found = searched(CASES[fault][0], fault)
    assert (found.verdict, found.exit_code, found.headline) == ("no violation found", 0, found.headline)
    assert found.examples >= 20


@pytest.mark.parametrize(
    ("fault", "smallest"),
    [
        ("sum_not_clipped", ([], [11.0])),
        ("mean_with_nan", ([], [float("nan")])),
        ("counts_by_class_found", ([], ["a"])),
        ("five_rounds_as_if_by_roots", ([], [1.0])),
    ],
)
def test_a_failure_shrinks_to_the_smallest_pair(fault: str, smallest: tuple[Any, Any]) -> None:
    assert repr([json.loads(table) for table in searched(fault, fault).pair]) == repr(list(smallest))


def test_each_time_that_events_are_counted_has_a_smaller_share_of_the_error() -> None:
    """On every pair of them the runs part, so that events are counted, and each pair is judged once."""
    pairs = [(Json("[]"), Json(text)) for text in ('["a"]', '["b"]', '["a", "a"]', '["a"]')]
    with Session(f"{FILE}:counts_by_class_found", {"epsilon": 1}, ReplayPlan()) as session:
        given: list[Fresh] = []
        kept = session.replay

        def noted(pair: Any, plan: ReplayPlan | None = None) -> Any:
            given.extend([plan.fresh] if plan is not None and plan.fresh is not None else [])
            return kept(pair, plan)

        session.replay = noted  # type: ignore[method-assign]
        judge = Judge(session, {"epsilon": 1})
        assert {judge.judge(pair).verdict for pair in pairs} == {"violation"}
    assert [fresh.share for fresh in given] == [spent(number) for number in (1, 2, 3)]
    assert judge.counted == 3
    assert 2 * FOUND + sum(fresh.share for fresh in given) < 1


def test_the_pair_that_is_found_has_its_own_share_of_the_error() -> None:
    given = {"epsilon": 1}
    found = search_pairs(
        f"{FILE}:counts_by_class_found",
        given,
        given,
        read_schema(CASES["counts_by_class_found"][3]),
        ReplayPlan(),
        examples=20,
    )
    assert found.assessment is not None
    assert found.assessment.plan.fresh is not None
    assert found.assessment.plan.fresh.share == FOUND


def test_the_search_is_guided_towards_larger_loss() -> None:
    """Of sums of numbers in [0, 100] only those near the end break a claim that holds up to 99.9."""
    schema = numbers(0, 100, rows=[0, 2])
    found = search_neighbors(f"{FILE}:five_rounds", schema, {"epsilon": 1}, epsilon="99.9", examples=200)
    assert found.verdict == "violation"


def test_a_pair_that_only_a_state_breaks_leaves_the_verdict_open() -> None:
    found = search_neighbors(f"{HERE}:remembering", numbers(0, 1), PURE, epsilon=1, examples=50)
    assert found.verdict == "undecided"


@pytest.mark.parametrize(("name", "said"), [("always_raising", "KeyError"), ("nothing", "no 'nothing'")])
def test_what_cannot_be_run_is_told(name: str, said: str) -> None:
    found = search_neighbors(f"{HERE}:{name}", numbers(0, 1), epsilon=1, examples=5)
    assert (found.verdict, found.exit_code) == ("could not run", 2)
    assert said in found.headline


def test_no_pair_is_tried_after_the_time_is_over() -> None:
    schema = read_schema(numbers(0, 1))
    found = search_pairs(f"{FILE}:five_rounds", PURE, PURE, schema, ReplayPlan(), seconds=1e-9)
    assert (found.examples, found.verdict) == (0, "no violation found")


@pytest.mark.parametrize("pipeline", ["five_rounds", "sum_not_clipped"])
def test_a_signal_ends_the_search(pipeline: str) -> None:
    """Hypothesis takes the SystemExit that a signal becomes for one more failure, and goes on."""
    tried: list[int] = []

    def told(done: int, _total: int) -> None:
        tried.append(done)
        if len(tried) == ENDED_AT[pipeline]:
            raise SystemExit(143)

    schema = read_schema(numbers(0, 1, "outside"))
    with pytest.raises(SystemExit, match="143"):
        search_pairs(f"{FILE}:{pipeline}", PURE, PURE, schema, ReplayPlan(), progress=told)
    assert len(tried) == ENDED_AT[pipeline]


def test_a_schema_without_neighbors_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^schema = tables of .*: expected some pair of neighbors"):
        search_neighbors(f"{FILE}:five_rounds", integers(1, 1, adjacency="replace-one"), PURE, epsilon=1)


@pytest.mark.parametrize("examples", [0, True, "3"])
def test_examples_that_make_no_sense_are_refused(examples: Any) -> None:
    with pytest.raises(ValueError, match=r"^examples = "):
        search_neighbors(f"{FILE}:five_rounds", numbers(0, 1), PURE, epsilon=1, examples=examples)
