"""Adapters of entry points pass on the budget, and bounds that are not of the data; with stand-ins for libraries."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from dpassay.audit.pipelines.entry_points import EntryPoint, load_entry_points
from tests.audit import fake_pipelines
from tests.audit.fake_libraries import Installed, adapter, install
from tests.audit.fake_pipelines import Called

FAKES: dict[str, Callable[[Called], Installed]] = {
    "datasynthesizer_pipelines": fake_pipelines.datasynthesizer,
    "diffprivlib_pipelines": fake_pipelines.diffprivlib,
    "opendp_pipelines": fake_pipelines.opendp,
    "pipeline_dp_pipelines": fake_pipelines.pipeline_dp,
    "python_dp_pipelines": fake_pipelines.pydp,
    "smartnoise_synth_pipelines": fake_pipelines.snsynth,
    "tmlt_core_pipelines": fake_pipelines.tmlt,
}
ENTRIES = list(load_entry_points().values())
BOUNDED = [entry for entry in ENTRIES if entry.environment.startswith("diffprivlib")]
OTHERS = [entry for entry in ENTRIES if entry not in BOUNDED]
TAKES_BUDGET = {
    "datasynthesizer_pipelines": ("describe",),
    "opendp_pipelines": ("binary_search_chain", "make_randomized_response_bool"),
    "pipeline_dp_pipelines": ("NaiveBudgetAccountant",),
    "python_dp_pipelines": ("LaplaceMechanism", "GaussianMechanism", "BoundedSum", "BoundedMean", "Count"),
    "smartnoise_synth_pipelines": ("create",),
    "tmlt_core_pipelines": ("AddLaplaceNoise", "AddGaussianNoise", "AddGeometricNoise"),
}
"""Of each adapter the calls that get the budget, as it is or as a scale."""
UNBOUNDED = ("diffprivlib-0.6.6-mean-without-bounds", "diffprivlib-0.6.6-count-nonzero")
BOUNDS = ("bounds", "range", "bounds_X", "data_norm")


def parts(entry: EntryPoint) -> tuple[str, str]:
    place, _, function = entry.target.rpartition(":")
    return place.rpartition("/")[2].removesuffix(".py"), function


def run(entry: EntryPoint, patch: pytest.MonkeyPatch, scale: int = 1) -> Called:
    called: Called = []
    name, function = parts(entry)
    install(patch, FAKES[name](called))
    data: Any = json.loads(entry.pairs[0].first.text)
    given = {key: scale * Fraction(text) for key, text in entry.parameters.items()}
    getattr(adapter(name), function)(data, **{key: float(value) for key, value in given.items()})
    return called


def texts(given: dict[str, Any]) -> dict[str, str]:
    """The arguments that are numbers or texts."""
    return {name: str(value) for name, value in given.items() if isinstance(value, float | str)}


@pytest.mark.parametrize("entry", OTHERS, ids=[entry.name for entry in OTHERS])
def test_twice_the_budget_is_another_call(entry: EntryPoint, monkeypatch: pytest.MonkeyPatch) -> None:
    takes = TAKES_BUDGET[parts(entry)[0]]
    one, two = ([texts(given) for name, given in run(entry, monkeypatch, scale) if name in takes] for scale in (1, 2))
    assert one
    assert one != two


@pytest.mark.parametrize("entry", BOUNDED, ids=[entry.name for entry in BOUNDED])
def test_the_budget_and_bounds_are_passed_on(entry: EntryPoint, monkeypatch: pytest.MonkeyPatch) -> None:
    ((_, given),) = run(entry, monkeypatch)
    assert given["epsilon"] == 1.0
    assert any(name in given for name in BOUNDS) == (entry.name not in UNBOUNDED)
    assert "random_state" not in given


def test_every_adapter_has_a_stand_in() -> None:
    names = {entry.target.rpartition(":")[0].rpartition("/")[2] for entry in load_entry_points().values()}
    assert names == {f"{name}.py" for name in FAKES}
