"""The experiment on the regret of lazy-to-private: runs, plan, summary and figures."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.experiments.lazy_regret import INPUTS, OUTPUTS, SUMMARY, Plan, Settings, losses, measured, summary
from dpassay.experiments.measures.adversaries import ADVERSARIES
from dpassay.experiments.measures.regret import (
    DELTA,
    PARAMETERS,
    expected_tree_regrets,
    hedge_parameters,
)
from tests.experiments.oracles import slow_expected_regret

SETTINGS = Settings("stochastic", "lazy-to-private", Fraction(1, 5), 1024, 4, 0, 0)
PLAN = Plan(("stochastic", "alternating"), (Fraction(1, 10), Fraction(1, 2)), 1024, 4, 2, 0)


@pytest.mark.parametrize("adversary", ADVERSARIES)
@pytest.mark.parametrize("algorithm", PARAMETERS)
def test_a_run_repeats_and_follows_its_seed(adversary: str, algorithm: str) -> None:
    settings = replace(SETTINGS, adversary=adversary, algorithm=algorithm)
    row = measured(settings)
    assert tuple(row) == OUTPUTS
    assert measured(settings) == row
    others = [measured(replace(settings, run=run, seed=seed)) for run, seed in ((1, 0), (2, 0), (0, 1), (0, 2))]
    assert any(other != row for other in others)
    assert float(row["regret"]) <= settings.rounds
    assert 0 <= int(row["drawn_anew"]) < settings.rounds


def test_a_run_of_many_blocks_reports_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = measured(SETTINGS)
    monkeypatch.setattr("dpassay.experiments.measures.adversaries.BLOCK", 4 * 5 * 8)  # a whole number of bytes of bits
    assert len(list(losses(SETTINGS))) == 26
    cut = measured(replace(SETTINGS, algorithm="hedge"))
    table = np.concatenate(list(losses(SETTINGS)))
    rate = hedge_parameters(Fraction(1, 5), DELTA, 1024, 4).learning_rate
    assert float(cut["expected_regret"]) == pytest.approx(slow_expected_regret(table, rate, 1), rel=1e-9)
    assert cut["drawn_anew"] == "1023"
    assert whole["regret"] != "nan"


@pytest.mark.parametrize("algorithm", PARAMETERS)
def test_regret_is_that_of_the_losses_of_the_run(algorithm: str) -> None:
    settings = replace(SETTINGS, algorithm=algorithm)
    table = np.concatenate(list(losses(settings)))
    played = settings.parameters
    if algorithm == "tree-leader":
        expected = next(expected_tree_regrets([table], played))
    else:
        expected = slow_expected_regret(table, played.learning_rate, played.batch)
    row = measured(settings)
    assert float(row["expected_regret"]) == pytest.approx(expected, rel=1e-9)
    best = table.sum(axis=0).min()
    assert table.min(axis=1).sum() - best <= float(row["regret"]) <= table.max(axis=1).sum() - best


def test_all_algorithms_meet_the_same_losses() -> None:
    tables = [np.concatenate(list(losses(replace(SETTINGS, algorithm=name)))) for name in PARAMETERS]
    assert all((table == tables[0]).all() for table in tables)
    other = np.concatenate(list(losses(replace(SETTINGS, epsilon=Fraction(1, 2)))))
    assert (other == tables[0]).all()
    assert (np.concatenate(list(losses(replace(SETTINGS, run=1)))) != tables[0]).any()


def test_inputs_name_all_that_decides_a_run() -> None:
    row = SETTINGS.inputs
    assert tuple(row) == INPUTS
    changes: list[dict[str, Any]] = [
        {"adversary": "alternating"},
        {"algorithm": "hedge"},
        {"epsilon": Fraction(1, 3)},
        {"rounds": 2048},
        {"experts": 5},
        {"seed": 1},
        {"run": 1},
    ]
    assert all(replace(SETTINGS, **change).inputs != row for change in changes)


def test_plan_sweeps_epsilon_and_rounds() -> None:
    settings = PLAN.settings(1)
    points = {(each.epsilon, each.rounds) for each in settings}
    half, tenth = Fraction(1, 2), Fraction(1, 10)
    assert points == {(tenth, 1024), (half, 1024), (half, 512), (half, 256)}
    assert len(settings) == len(set(settings)) == 2 * 4 * 4
    assert len(PLAN.tasks()) == 2 * len(settings)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"adversaries": ()}, "adversaries = : expected some of stochastic"),
        ({"adversaries": ("kind",)}, "adversaries = kind"),
        ({"adversaries": ("stochastic", "stochastic")}, "each once"),
        ({"epsilons": ()}, "epsilons = "),
        ({"epsilons": (Fraction(0),)}, "epsilons = 0: expected numbers above 0"),
        ({"epsilons": (Fraction(1), Fraction(1, 2))}, "epsilons = 1, 1/2"),
        ({"epsilons": (Fraction(1, 10**6),)}, "epsilon = 1/1000000: expected an epsilon so large"),
        ({"rounds": 255}, "rounds = 255"),
        ({"experts": 1}, "experts = 1"),
        ({"runs": 0}, "runs = 0"),
        ({"seed": -1}, "seed = -1"),
    ],
)
def test_what_cannot_be_measured_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(PLAN, **change)


def test_summary_has_a_row_for_each_setting() -> None:
    every = [settings for run in range(3) for settings in PLAN.settings(run)]
    rows = [
        {**settings.inputs, "regret": str(settings.run), "expected_regret": "1.5", "drawn_anew": "7"}
        for settings in every
    ]
    found = summary(rows)
    assert len(found) == len(PLAN.settings(0))
    for row in found:
        assert tuple(row) == SUMMARY
        assert (row["runs"], row["mean_regret"], row["mean_expected_regret"]) == ("3", "1.0", "1.5")
        assert (float(row["low_regret"]), float(row["high_regret"])) == pytest.approx((0.2, 1.8))
    rate = 32 * math.sqrt(math.log(4)) + 1024 ** (1 / 3) * math.log(4) / 0.1 ** (2 / 3)
    assert float(found[0]["rate"]) == pytest.approx(rate)
