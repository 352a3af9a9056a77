"""The plan of the experiment on private estimates of KL divergence, and what a row of it is."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.experiments.measures.kl_plan import INPUTS, LAMBDAS, OUTPUTS, Plan, Settings, measured
from dpassay.experiments.measures.private_kl import CALIBRATIONS, MODELS, NONE, errors, truths

PLAN = Plan((5, 20, 174), (Fraction(1, 2), Fraction(1), Fraction(6)), 0.05, 10, 0.001, 2, 0)


def test_a_row_is_what_is_measured() -> None:
    settings = Settings("Trusted", "printed", Fraction(3, 10), Fraction(1, 2), 0.05, PLAN.how(20))
    assert tuple(settings.inputs) == INPUTS
    row = measured(settings)
    assert tuple(row) == OUTPUTS
    found, truth = errors("Trusted", "printed", PLAN.how(20), 0.3, epsilon=0.5, delta=0.05), truths(0, 0.001)
    assert float(row["divergence_mean"]) == pytest.approx(truth.mean())
    assert float(row["divergence_min"]) == pytest.approx(truth.min())
    assert float(row["divergence_max"]) == pytest.approx(truth.max())
    assert float(row["mse_mean"]) == pytest.approx(found.squared.mean())
    assert float(row["mse_min"]) == pytest.approx(found.squared[truth.argmin()])
    assert float(row["mse_max"]) == pytest.approx(found.squared[truth.argmax()])
    assert float(row["noise_max"]) == pytest.approx(found.noise[truth.argmax()] / truth.max())


def test_inputs_name_all_that_decides_a_row() -> None:
    settings = Settings("Dist", "corrected", Fraction(3, 10), Fraction(1, 2), 0.05, PLAN.how(20))
    changes: list[dict[str, Any]] = [
        {"model": "TAgg"},
        {"calibration": "printed"},
        {"weight": Fraction(1)},
        {"epsilon": Fraction(1)},
        {"delta": 0.1},
        {"how": PLAN.how(5)},
        *({"how": replace(PLAN.how(20), **{name: 3})} for name in ("draws", "runs", "seed")),
        {"how": replace(PLAN.how(20), floor=0.01)},
    ]
    told = [tuple(replace(settings, **change).inputs.values()) for change in changes]
    assert len({*told, tuple(settings.inputs.values())}) == len(changes) + 1


def test_the_plan_is_a_sweep_over_epsilon_and_one_over_clients() -> None:
    rows = [task.inputs for task in PLAN.tasks()]
    assert (
        len(rows) == len(LAMBDAS) * (3 + 6 * (3 + 2 + 2)) == len({tuple(row[name] for name in INPUTS) for row in rows})
    )
    assert PLAN.middle == 20
    assert PLAN.three == (Fraction(1), Fraction(6))
    wide = Plan((5,), tuple(Fraction(k) for k in range(1, 8)), 0.05, 10, 0.001, 2, 0)
    assert wide.three == tuple(map(Fraction, (4, 6, 7)))
    assert wide.wide == tuple(map(Fraction, (1, 4, 7)))
    assert {row["lambda"] for row in rows} >= {"0", "0.1", "1", "2"}
    assert {(row["model"], row["calibration"]) for row in rows} == {
        (NONE, ""),
        *((model, calibration) for model in MODELS for calibration in CALIBRATIONS),
    }


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sampled": ()}, "sampled = : expected numbers from 1 to 174"),
        ({"sampled": (0, 5)}, "sampled = 0, 5: expected numbers from 1 to 174"),
        ({"sampled": (5, 175)}, "sampled = 5, 175: expected numbers from 1 to 174"),
        ({"epsilons": ()}, "epsilons = : expected numbers above 0"),
        ({"epsilons": (Fraction(0),)}, "epsilons = 0: expected numbers above 0"),
        ({"epsilons": (Fraction(101),)}, "epsilons = 101: expected numbers of at most 100"),
        ({"delta": 0.0}, "delta = 0.0: expected a number strictly between 0 and 1"),
        ({"delta": 1.0}, "delta = 1.0: expected a number strictly between 0 and 1"),
        ({"floor": 0.0}, "floor = 0.0: expected a number above 0 and at most 1"),
        ({"floor": float("nan")}, "floor = nan: expected a number above 0 and at most 1"),
        ({"draws": 0}, "draws = 0: expected an integer of at least 1"),
        ({"draws": 10**5}, "draws = 100000: expected at most 100000 / runs"),
        ({"runs": 0}, "runs = 0: expected an integer from 1"),
        ({"seed": -1}, "seed = -1: expected an integer of at least 0"),
    ],
)
def test_what_cannot_be_measured_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(PLAN, **changes)
