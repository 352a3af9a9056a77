"""What the experiment on MWEM measures: errors of what is released, settings and plan."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.experiments.measures.mwem_errors import (
    INPUTS,
    MECHANISMS,
    OUTPUTS,
    WITHOUT_SIGMA,
    Plan,
    Settings,
    errors,
    measured,
    released_by,
)
from dpassay.experiments.measures.patient_queries import SIDE, WORKLOADS, covering, workload
from dpassay.fast.mwem_release import Release

SETTINGS = Settings("ranges", "projected_smooth_mwem", Fraction(1), 4, Fraction(1, 10), 2, 0)
SIZES: dict[str, Any] = {
    "epsilons": (Fraction(1, 2), Fraction(1), Fraction(2)),
    "rounds": (2, 3),
    "sigmas": (Fraction(1, 10), Fraction(1)),
    "runs": 2,
    "seed": 0,
}


@pytest.mark.parametrize("kind", WORKLOADS)
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_a_row_repeats_and_follows_its_seed(kind: str, mechanism: str) -> None:
    sigma = None if mechanism in WITHOUT_SIGMA else Fraction(1, 10)
    settings = replace(SETTINGS, kind=kind, mechanism=mechanism, sigma=sigma)
    row = measured(settings)
    assert tuple(row) == OUTPUTS
    assert tuple(settings.inputs) == INPUTS
    assert measured(settings) == row
    assert measured(replace(settings, seed=1)) != row
    assert 0 < float(row["largest_last"]) < 1
    assert float(row["mean_last"]) < float(row["largest_last"])


def test_errors_are_those_of_the_answers() -> None:
    """Of a distribution that is the data there is none; of one that is at a single cell they are counted by hand."""
    one = workload("ranges", 0)
    size = SIDE * SIDE
    data = np.bincount(one.points, minlength=size) / len(one.points)
    corner = np.eye(size)[0]
    found = errors(replace(SETTINGS, mechanism="mwem"), Release(np.zeros((1, 2), int), data, corner, data))
    assert found[0] == found[2]
    assert found[0][0] < 1e-12
    wrong = [abs(float(one.queries.row(j)[0]) - one.truths[j]) for j in range(one.queries.count)]
    assert found[1] == pytest.approx((max(wrong), sum(wrong) / len(wrong)))


def test_smooth_mwem_answers_with_the_nearest_query_of_the_cover() -> None:
    settings = replace(SETTINGS, kind="thresholds", mechanism="smooth_mwem", sigma=Fraction(1))
    one = workload("thresholds", 0)
    data = np.bincount(one.points, minlength=one.queries.domain) / len(one.points)
    released = Release(np.zeros((1, 2), int), data, data, data)
    kept, nearest = covering("thresholds", 0, Fraction(1))
    expected = np.abs(one.truths[kept[nearest]] - one.truths)
    assert errors(settings, released)[0] == pytest.approx((expected.max(), expected.mean()))
    assert errors(settings, released)[0][0] > 0
    assert errors(replace(settings, mechanism="projected_smooth_mwem"), released)[0][0] < 1e-12


def test_projected_releases_are_smooth() -> None:
    released = released_by(SETTINGS, 0)
    cap = 10 / (SIDE * SIDE)
    assert released.last.max() <= cap * (1 + 1e-9)
    free = released_by(replace(SETTINGS, mechanism="smooth_mwem", rounds=100), 0)
    assert free.last.max() > cap


def test_one_row_for_each_place_of_the_sweeps() -> None:
    settings = list(Plan(**SIZES).settings())
    assert len({tuple(one.inputs.values()) for one in settings}) == len(settings)
    places = {(one.epsilon, one.rounds, one.sigma) for one in settings if one.mechanism == "smooth_mwem"}
    half, one, two, tenth = Fraction(1, 2), Fraction(1), Fraction(2), Fraction(1, 10)
    assert places == {(half, 3, one), (one, 3, one), (two, 3, one), (one, 2, one), (one, 3, tenth)}
    plain = [(one.epsilon, one.rounds) for one in settings if (one.kind, one.mechanism) == ("ranges", "mwem")]
    assert plain == [(half, 3), (one, 3), (two, 3), (one, 2)]
    assert len(Plan(**SIZES).tasks()) == 2 * (5 + 5 + 4 + 4)


def test_many_rounds_are_not_gone_through_again() -> None:
    settings = list(Plan(**SIZES | {"rounds": (2, 3, 31)}).settings())
    rounds = {name: {one.rounds for one in settings if one.mechanism == name} for name in MECHANISMS}
    assert rounds["replayed_mwem"] == {2, 3}
    assert all(rounds[name] == {2, 3, 31} for name in MECHANISMS if name != "replayed_mwem")


def test_replayed_updates_fit_better() -> None:
    """At a budget so large that there is next to no noise."""
    plain = replace(SETTINGS, mechanism="mwem", sigma=None, epsilon=Fraction(1000), rounds=10, runs=3)
    plain_row, replayed = (measured(replace(plain, mechanism=name)) for name in WITHOUT_SIGMA)
    assert float(replayed["largest_last"]) < 0.7 * float(plain_row["largest_last"])


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("epsilons", {"epsilons": ()}),
        ("epsilons", {"epsilons": (Fraction(1), Fraction(1))}),
        ("epsilons", {"epsilons": (Fraction(10**7),)}),
        ("rounds", {"rounds": (0, 1)}),
        ("rounds", {"rounds": (3, 2)}),
        ("rounds", {"rounds": (10**5,)}),
        ("sigmas", {"sigmas": (Fraction(2),)}),
        ("sigmas", {"sigmas": (Fraction(1, 10**7),)}),
        ("runs", {"runs": 0}),
        ("seed", {"seed": -1}),
    ],
)
def test_bad_plans(name: str, changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"^{name} = .*expected"):
        Plan(**SIZES | changes)
