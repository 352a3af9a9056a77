"""The classes of the leaves of a tree are one call, an empty leaf among them, and its splits are another one."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from dpassay.audit import replay
from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.run import ReplayPlan, replay_target
from dpassay.audit.pipelines.traces import Replays
from tests.audit.answers import forests

FILE = Path(forests.__file__)
F = Fraction
FULL, EMPTY = [[0, 0], [1, 1]], [[0, 0]]
"""At the bounds of the split: each record has a leaf of its own, whatever is drawn."""


def replays(function: str, first: str, second: str) -> Replays:
    found = replay_target(f"{FILE}:{function}", (Json(first), Json(second)), {}, ReplayPlan(drawn=3, steered=1))
    assert isinstance(found, Replays), found
    assert found.itself.parting is None
    return found


def test_an_empty_leaf_is_one_of_equal_counts() -> None:
    found = replays("tree", "[[0, 0], [1, 1]]", "[[0, 0]]")
    assert all(pair.parting is None for pair in found.pairs)
    splits, leaves = found.pairs[0].calls
    assert (splits.asked.kind, splits.asked.sampling, splits.bare) == ("diffprivlib splits", True, False)
    assert (leaves.asked.kind, leaves.asked.count) == ("dpassay permute_and_flip", 2)
    (row,) = leaves.rows
    assert (row.first, row.second, row.unit) == ((F(0), F(1)), (F(0), F(0)), ("epsilon", 2, "sensitivity", 1))


def test_a_record_that_is_added_costs_epsilon_and_twice_that_breaks_it() -> None:
    assert replay(f"{FILE}:tree", FULL, EMPTY, epsilon=1).verdict == "no violation found"
    assert replay(f"{FILE}:tree", FULL, EMPTY, epsilon="9/10").verdict == "violation"
    assert replay(f"{FILE}:twice_the_budget", FULL, EMPTY, epsilon=1).verdict == "violation"


def test_which_leaf_is_empty_makes_no_parting() -> None:
    found = replays("tree", "[[0, 0]]", "[[1, 0]]")
    assert all(pair.parting is None for pair in found.pairs)
    assert len(found.pairs[0].calls[1].rows) == 2


def test_splits_that_are_not_released_may_hide_what_a_leaf_tells() -> None:
    """A label replaced costs 1.49 in its leaf; in the right one, where it is in half of the runs, log(.658 / .342)."""
    first, second = [[0.5, 0]], [[0.5, 1]]
    hidden = replay(f"{FILE}:tree", first, second, epsilon=1)
    assert hidden.verdict == "undecided"
    assert [finding.kind for finding in hidden.findings] == ["cost"]
    told = replay(f"{FILE}:tree", first, second, epsilon="1/8")
    assert told.verdict == "violation"
    assert told.findings[0].kind == "release"


def test_bounds_that_are_found_in_the_data_make_the_runs_part() -> None:
    found = replays("bounds_of_data", "[[0, 0], [1, 1]]", "[[0, 0], [2, 1]]")
    assert {pair.parting and pair.parting.respect for pair in found.pairs} == {"bounds"}


def test_a_seed_of_the_program_hides_nothing() -> None:
    assert replay(f"{FILE}:seeded", FULL, EMPTY, epsilon=2).verdict == "violation"


def test_another_mechanism_for_the_leaves_has_no_law() -> None:
    found = replays("other_mechanism", "[[0, 0], [1, 1]]", "[[0, 0]]")
    assert found.pairs[0].calls[1].asked.kind == "diffprivlib leaves"
