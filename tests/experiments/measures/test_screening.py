"""Largest likelihood ratios in doubles, against those of the reference."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

import dpassay.experiments.measures.screening as module
from dpassay.exact import as_fraction
from dpassay.experiments.lazy_privacy import Settings
from dpassay.experiments.measures.neighbor_losses import changes, neighbors
from dpassay.experiments.measures.screening import Rules, candidates, largest_ratios
from dpassay.reference.lazy_to_private import VIEWS, largest_ratio

SETTINGS = [
    (Settings(2, Fraction(3, 2), Fraction(1, 2), 1), 4),
    (Settings(3, Fraction(101, 100), Fraction(1, 10), 1), 2),
    (Settings(2, Fraction(3, 2), Fraction(9, 10), 2), 3),
]


def ratios(setting: Settings, batches: int, view: str, batch: int | None = None) -> list[float]:
    every = list(changes(setting.experts, setting.batch, batches))
    first, second = (np.array(sums) for sums in zip(*((one.first, one.second) for one in every), strict=True))
    rate, fake = math.log(setting.exp_learning_rate), float(setting.fake_switch)
    rules = Rules(rate, batch or setting.batch, fake, setting.experts)
    return [float(ratio) for ratio in largest_ratios(first, second, rules, view)]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(("setting", "batches"), SETTINGS)
def test_ratios_are_those_of_the_reference(setting: Settings, batches: int, view: str) -> None:
    parameters = setting.parameters(batches)
    pairs = neighbors(setting.experts, setting.batch, batches)
    exact = [float(as_fraction(largest_ratio(*pair, parameters, view), "ratio")) for pair in pairs]
    assert ratios(setting, batches, view) == pytest.approx(exact, rel=1e-12)


def test_other_rules_give_other_ratios() -> None:
    setting, batches = SETTINGS[0]
    assert ratios(setting, batches, "state", batch=2) != pytest.approx(ratios(setting, batches, "state"), rel=1e-3)


def test_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    setting, batches = SETTINGS[0]
    whole = [ratios(setting, batches, view) for view in VIEWS]
    monkeypatch.setattr(module, "CHUNK", 100)
    assert [ratios(setting, batches, view) for view in VIEWS] == whole


def test_candidates_are_all_that_may_be_the_largest() -> None:
    assert candidates(np.array([1.0, 2.0, 2.0 - 1e-12, 1.999, 2.0 - 1e-8])) == [1, 2]
