"""The experiment on the risk of local privacy: runs, plan, summary and contradictions."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.experiments.frame.runs import Row
from dpassay.experiments.ldp_risk import INPUTS, OUTPUTS, SUMMARY, Plan, inputs_of, measured, summary
from dpassay.experiments.measures import risk_bounds
from dpassay.experiments.measures.natures import NATURES
from dpassay.experiments.measures.risk import LEARNERS, Settings
from dpassay.experiments.measures.risk_bounds import (
    contradicted,
    trivial_bound,
)

SETTINGS = Settings("hadamard", "private-exp3", "corrected", Fraction(1), 200, 8, 0, 0)
PLAN = Plan(("hadamard", "dirichlet"), "corrected", (Fraction(1, 2), Fraction(1), Fraction(3)), 1000, 8, 16, 50, 2, 0)


@pytest.mark.parametrize("nature", NATURES)
@pytest.mark.parametrize("learner", LEARNERS)
def test_a_run_repeats_and_follows_its_seed(nature: str, learner: str) -> None:
    settings = replace(SETTINGS, nature=nature, learner=learner)
    row = measured(settings)
    assert tuple(row) == OUTPUTS
    assert measured(settings) == row
    others = [measured(replace(settings, run=run, seed=seed)) for run, seed in ((1, 0), (2, 0), (0, 1), (0, 2))]
    silent = learner in {"uniform", "bayes"} and nature in {"point-masses", "many-labels"}
    assert any(other != row for other in others) != silent
    assert 0 <= float(row["tv_risk"]) <= 1


def test_inputs_name_all_that_decides_a_run() -> None:
    row = inputs_of(SETTINGS)
    assert tuple(row) == INPUTS
    changes: list[dict[str, Any]] = [
        {"nature": "dirichlet"},
        {"learner": "private-wma"},
        {"calibration": "printed"},
        {"epsilon": Fraction(1, 3)},
        {"rounds": 300},
        {"hypotheses": 6},
        {"seed": 1},
        {"run": 1},
    ]
    assert all(inputs_of(replace(SETTINGS, **change)) != row for change in changes)
    bayes = replace(SETTINGS, learner="bayes")
    assert inputs_of(bayes) == inputs_of(replace(bayes, calibration="printed"))


def test_plan_sweeps_rounds_sizes_and_epsilon() -> None:
    assert PLAN.lengths == [100, 316, 1000]
    assert PLAN.sizes == [4, 16]
    points = {(float(epsilon), rounds, size) for epsilon, rounds, size in PLAN.points()}
    assert points == {(1, 100, 8), (1, 316, 8), (1, 1000, 8), (1, 50, 4), (1, 50, 16), (0.5, 1000, 8), (3, 1000, 8)}
    assert len(PLAN.points()) == len(points)
    settings = PLAN.settings(1)
    assert len(settings) == len(set(settings)) == 2 * len(points) * len(LEARNERS)
    assert len(PLAN.tasks()) == 2 * len(settings)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"natures": ()}, "natures = : expected some of hadamard"),
        ({"natures": ("kind",)}, "natures = kind"),
        ({"natures": ("hadamard", "hadamard")}, "each once"),
        ({"calibration": "mended"}, "calibration = mended"),
        ({"epsilons": ()}, "epsilons = "),
        ({"epsilons": (Fraction(0),)}, "epsilons = 0: expected numbers above 0"),
        ({"epsilons": (Fraction(1), Fraction(1, 2))}, "epsilons = 1, 1/2"),
        ({"rounds": 99}, "rounds = 99"),
        ({"wide_rounds": 1}, "wide_rounds = 1"),
        ({"hypotheses": 7}, "hypotheses = 7: expected an even integer"),
        ({"most_hypotheses": 2}, "most_hypotheses = 2"),
        ({"runs": 0}, "runs = 0"),
        ({"seed": -1}, "seed = -1"),
    ],
)
def test_what_cannot_be_measured_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(PLAN, **change)


def made_up(risks: dict[str, list[float]], plan: Plan = PLAN) -> list[Row]:
    """Return the summary of made-up runs: the risks of each learner, run by run."""
    return summary(
        [
            {**inputs_of(each), "kl_risk": str(risks[each.learner][each.run]), "tv_risk": "0.25", "truth_weight": "0.5"}
            for run in range(plan.runs)
            for each in plan.settings(run)
        ]
    )


USUAL = {
    "private-wma": [60.0, 70.0],
    "private-exp3": [80.0, 90.0],
    "randomized-response": [40.0, 60.0],
    "bayes": [1.0, 1.5],
    "uniform": [65.0, 65.0],
}


def test_summary_has_a_row_for_each_setting() -> None:
    found = made_up(USUAL)
    assert len(found) == len(PLAN.settings(0))
    by_learner = {row["learner"]: row for row in found}
    for learner, (first, second) in USUAL.items():
        row = by_learner[learner]
        assert tuple(row) == SUMMARY
        assert (row["runs"], row["mean_tv"], row["mean_truth_weight"]) == ("2", "0.25", "0.5")
        assert float(row["mean_kl"]) == (first + second) / 2
        low, high = first + 0.1 * (second - first), first + 0.9 * (second - first)
        assert (float(row["low_kl"]), float(row["high_kl"])) == pytest.approx((low, high))
    assert [by_learner[learner]["beats_uniform"] for learner in LEARNERS] == ["1", "0", "2", "2", "0"]
    assert float(by_learner["uniform"]["trivial"]) == pytest.approx(trivial_bound(1000, 8))
    one = made_up(USUAL, replace(PLAN, runs=1))
    assert {row["most_error"] for row in one} == {"inf"}


def test_the_error_of_a_mean_is_that_of_student() -> None:
    rows = made_up({**USUAL, "bayes": [1.0, 3.0]})
    error = next(float(row["most_error"]) for row in rows if row["learner"] == "bayes")
    assert error == pytest.approx(1 / math.tan(math.pi * risk_bounds.ALPHA))  # Cauchy's law, and a standard error of 1


def test_contradictions_are_found() -> None:
    """Without noise each mean is certain."""
    plan = replace(PLAN, natures=("hadamard",), rounds=100)

    def names(**risks: float) -> set[tuple[str, str]]:
        every = {**dict.fromkeys(LEARNERS, 50.0), "bayes": 1.0, **risks}
        rows = made_up({name: [risk, risk] for name, risk in every.items()}, plan)
        return {(row["learner"], name) for row in rows for name in contradicted(row)}

    assert names() == set()
    assert names(bayes=2.5) == {("bayes", "non_private")}
    assert names(uniform=1e4) == {("uniform", "trivial")}
    assert names(**{"private-wma": 1e9}) == {("private-wma", "theorem_4")}
    assert names(**{"private-exp3": 1e9, "randomized-response": 0.0}) == {
        ("private-exp3", "theorem_5"),
        ("randomized-response", "lower"),
        ("randomized-response", "sharp_lower"),
    }
    assert names(**{"private-wma": 0.0}) == set()  # it is not purely private
    plan = replace(plan, natures=("dirichlet",))
    assert names(**{"private-exp3": 0.0}) == set()
    plan = replace(plan, natures=("hadamard",), calibration="printed")
    assert names(**{"private-exp3": 0.0, "private-wma": 1e9}) == set()
