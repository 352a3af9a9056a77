"""The law of a leader after normal noise, in single precision, against the same in double precision and by sampling."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

import dpassay.experiments.measures.leaders as module
from dpassay.experiments.measures.leaders import FEW, kinds, leader_laws
from dpassay.fast.tree_perturbed_leader import leader_probabilities

Floats = NDArray[np.float64]


def scores(experts: int, spread: float) -> Floats:
    return np.random.default_rng(experts).random((700, experts)) * spread


def alone(experts: int) -> NDArray[np.int64]:
    return np.ones(experts, np.int64)


@pytest.mark.parametrize("experts", [1, 2, 16, FEW, FEW + 1, 300])
@pytest.mark.parametrize("spread", [0.0, 1.0, 6.0, 40.0])
def test_laws_are_those_in_double_precision(experts: int, spread: float) -> None:
    table = scores(experts, spread)
    assert np.abs(leader_laws(table, alone(experts)) - leader_probabilities(table)).max() < 1e-6


def test_two_experts_have_a_closed_form() -> None:
    lags = np.linspace(0, 12, 400)
    found = leader_laws(np.stack([lags, np.zeros(400)], axis=1), alone(2))[:, 0]
    assert np.abs(found - stats.norm.sf(lags / np.sqrt(2))).max() < 1e-6


def test_experts_that_are_alike_count_together() -> None:
    table = scores(6, 3.0)
    wide = table[:, [0, 1, 1, 2, 2, 2, 3, 4, 5]]
    found, expected = leader_laws(table, np.array([1, 2, 3, 1, 1, 1])), leader_probabilities(wide)
    together = np.stack([expected[:, kind].sum(axis=1) for kind in ([0], [1, 2], [3, 4, 5], [6], [7], [8])], axis=1)
    assert np.abs(found - together).max() < 1e-6
    assert np.abs(leader_laws(table, alone(6)) - together).max() > 0.1


def test_the_comparison_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too coarse a grid, or too small a lag that counts as hopeless, is found out."""
    table = scores(16, 6.0)
    for name, value in (("COARSE", tuple(np.arange(-6.0, 5.0, 1.0))), ("HOPELESS", 2.0)):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, value)
            slow = table.copy()
            slow[:, 3] += 2.5
            assert np.abs(leader_laws(slow, alone(16)) - leader_probabilities(slow)).max() > 1e-6


def test_kinds_are_those_of_equal_columns() -> None:
    table = np.array([[1.0, 2.0, 1.0, 2.0, 1.0], [0.0, 1.0, 0.0, 3.0, 0.0]])
    first, copies = kinds(table)
    assert sorted(zip(first.tolist(), copies.tolist(), strict=True)) == [(0, 3), (1, 1), (3, 1)]
