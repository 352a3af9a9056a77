"""Adapters of entry points pass on the budget, and bounds that are not of the data; with stand-ins for libraries."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from dpassay.audit.pipelines.entry_points import EntryPoint, load_entry_points
from tests.audit import fake_pipelines
from tests.audit.fake_libraries import Installed, adapter, install
from tests.audit.fake_pipelines import Called

FAKES: dict[str, Callable[[Called], Installed]] = {"diffprivlib_pipelines": fake_pipelines.diffprivlib}
ENTRIES = [entry for entry in load_entry_points().values() if entry.target.split("/")[-1].split(".")[0] in FAKES]
UNBOUNDED = ("diffprivlib-0.6.6-mean-without-bounds", "diffprivlib-0.6.6-count-nonzero")
BOUNDS = ("bounds", "range", "bounds_X", "data_norm")


def run(entry: EntryPoint, patch: pytest.MonkeyPatch) -> Called:
    called: Called = []
    place, _, function = entry.target.rpartition(":")
    name = place.rpartition("/")[2].removesuffix(".py")
    install(patch, FAKES[name](called))
    data: Any = json.loads(entry.pairs[0].first.text)
    getattr(adapter(name), function)(data, epsilon=1.0)
    return called


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry.name for entry in ENTRIES])
def test_the_budget_and_bounds_are_passed_on(entry: EntryPoint, monkeypatch: pytest.MonkeyPatch) -> None:
    ((_, given),) = run(entry, monkeypatch)
    assert given["epsilon"] == 1.0
    assert any(name in given for name in BOUNDS) == (entry.name not in UNBOUNDED)
    assert "random_state" not in given


def test_every_adapter_has_a_stand_in() -> None:
    names = {entry.target.rpartition(":")[0].rpartition("/")[2] for entry in load_entry_points().values()}
    assert names == {f"{name}.py" for name in FAKES}
