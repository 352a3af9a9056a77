"""Tests are dealt out a group or a function at a time, each once, and what is done is forgotten."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import pytest_xdist_make_scheduler
from tools.scheduling import ByFunction

TESTS = [
    "tests/a.py::test_one[0]",
    "tests/a.py::test_two@shared",
    "tests/a.py::test_one[a::b@c]",
    "tests/a.py::test_three",
    "tests/b.py::test_one[0]",
    "tests/b.py::test_four[x]@shared",
]
SILENT = SimpleNamespace(loadscopesched=lambda *_: None, loadgroupsched=lambda *_: None)
UNITS = [[0, 2], [1, 5], [3], [4]]


class Node:
    """A process that is told which tests to run, and to end."""

    def __init__(self) -> None:
        self.gateway = SimpleNamespace(id="gw0")
        self.shutting_down = False
        self.told: list[list[int]] = []

    def send_runtest_some(self, indices: list[int]) -> None:
        self.told.append(indices)

    def shutdown(self) -> None:
        self.shutting_down = True


def scheduled() -> tuple[Any, Node]:
    config = SimpleNamespace(getvalue=lambda _: ["popen"], option=SimpleNamespace(loadscopereorder=False))
    scheduler, node = ByFunction(config, SILENT), Node()
    scheduler.add_node(node)
    scheduler.add_node_collection(node, TESTS)
    scheduler.schedule()
    return scheduler, node


def test_a_function_or_a_group_at_a_time() -> None:
    scheduler, node = scheduled()
    for done in (index for unit in UNITS for index in unit):
        scheduler.mark_test_complete(node, done)
    assert node.told == UNITS
    assert node.shutting_down
    assert scheduler.tests_finished


def test_what_is_done_is_forgotten_and_nothing_else() -> None:
    scheduler, node = scheduled()
    scheduler.mark_test_complete(node, 0)
    assert "tests/a.py::test_one" in scheduler.assigned_work[node]
    assert scheduler.has_pending
    scheduler.mark_test_complete(node, 2)
    assert "tests/a.py::test_one" not in scheduler.assigned_work[node]
    assert "shared" in scheduler.assigned_work[node]


@pytest.mark.parametrize(("dist", "ours"), [("loadgroup", True), ("load", False), ("worksteal", False), ("no", False)])
def test_other_ways_of_dealing_out_are_left_alone(dist: str, ours: bool) -> None:
    def value(name: str) -> Any:
        return dist if name == "dist" else ["popen"]

    config: Any = SimpleNamespace(getvalue=value, option=SimpleNamespace(loadscopereorder=False))
    assert isinstance(pytest_xdist_make_scheduler(config, SILENT), ByFunction) == ours
