"""Exact losses of MWEM on a small instance: against a law that is worked out otherwise, and what they say."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import pytest

from dpassay.experiments.measures.mwem_losses import CALIBRATIONS, COLUMNS, NAMES, ROUNDS, VALUES, rows, worst_loss
from tests.fast.mwem_cases import Box, law


def box(data: tuple[int, ...], values: str, calibration: str) -> Box:
    """One round at epsilon = 1."""
    low, width = (0, 1) if values == "{0, 1}" else (-1, 2)
    spent = width if calibration == "corrected" else 1
    return Box(
        data=data,
        queries=((1, low, low), (low, 1, low)),
        grain=1,
        choice=1 / 4 / spent,
        noise=1 / 2 / spent,
        ends=(low * len(data), len(data)),
        rounds=1,
        offered=(0, 1),
    )


@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("calibration", CALIBRATIONS)
def test_one_round_over_all_neighbors_of_three_points(values: str, calibration: str) -> None:
    found = 0.0
    laws = {data: law(box(data, values, calibration)) for data in product(range(3), repeat=3)}
    for first, second in product(laws, repeat=2):
        if sum(a != b for a, b in zip(first, second, strict=True)) == 1:
            ratios = [math.log(mass / laws[second][output]) for output, mass in laws[first].items()]
            found = max(found, *ratios)
    assert float(worst_loss("mwem", values, calibration, 1)) == pytest.approx(found, rel=1e-9)


def test_only_the_printed_calibration_spends_more_than_it_claims() -> None:
    table: list[Any] = list(rows())
    assert [tuple(row) for row in table] == [COLUMNS] * (len(NAMES) * len(VALUES) * len(CALIBRATIONS) * len(ROUNDS))
    for row in table:
        wide = (row["values"], row["calibration"]) == ("{-1, 1}", "printed")
        assert (float(row["loss"]) > float(row["epsilon"])) is wide
        assert 0.5 <= float(row["loss_over_epsilon"]) <= 2
