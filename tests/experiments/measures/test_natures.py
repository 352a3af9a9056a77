"""Natures: their classes, and labels and orders that are drawn as they say."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from dpassay.analysis.hadamard_class import HadamardClass
from dpassay.experiments.measures import natures
from dpassay.experiments.measures.natures import NATURES, Floats, Integers, Laws, Rounds, rounds_of, separation

HALF = Fraction(1, 2)


def laws(name: str, hypotheses: int = 8, seed: int = 1) -> Laws:
    return NATURES[name](hypotheses, 1000, HALF, np.random.default_rng(seed))


def rounds(found: Laws, truth: int, count: int, seed: int = 2) -> list[Rounds]:
    return list(rounds_of(found, truth, count, np.random.default_rng(seed)))


@pytest.mark.parametrize("name", NATURES)
@pytest.mark.parametrize("hypotheses", [4, 6, 16])
def test_rows_are_laws(name: str, hypotheses: int) -> None:
    found = laws(name, hypotheses)
    assert found.table.shape == (hypotheses, found.labels)
    assert found.table.min() >= 0
    assert found.table.sum(axis=1) == pytest.approx(1)
    assert (found.table == found.masses[:, found.kinds]).all()
    assert len(np.unique(found.table, axis=0)) == hypotheses


@pytest.mark.parametrize("hypotheses", [4, 6, 12, 16, 18])
def test_the_hadamard_class_is_that_of_the_reference(hypotheses: int) -> None:
    found = NATURES["hadamard"](hypotheses, 10_000, Fraction(1), np.random.default_rng(0))
    exact = HadamardClass(hypotheses // 2, Fraction(separation(hypotheses, 10_000, 1.0)))
    right, wrong = (
        np.array([[float(mass) for mass in row] for row in hard.table()])
        for hard in (exact, HadamardClass(hypotheses // 2, exact.a / 2))
    )
    assert found.labels == exact.order
    assert found.masses == pytest.approx(right, abs=1e-15)
    assert abs(found.masses - wrong).max() > 1e-4


def test_a_pair_of_few_rounds_has_nothing_in_common() -> None:
    assert separation(16, 10_000, 1.0) == pytest.approx(1.5 * (8 / 10_000) ** 0.5 / (2.718281828459045**0.5 - 1))
    assert separation(16, 2, 1.0) == 2
    found = NATURES["hadamard"](16, 2, Fraction(1), np.random.default_rng(0))
    assert (found.masses[::2] * found.masses[1::2] == 0).all()


def test_only_the_dirichlet_class_is_random() -> None:
    for name in NATURES:
        assert (laws(name, seed=1).masses == laws(name, seed=1).masses).all()
        assert (laws(name, seed=1).masses == laws(name, seed=2).masses).all() == (name != "dirichlet")


def test_many_labels_are_of_few_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    found = laws("many-labels")
    assert (found.labels, found.masses.shape) == (4096, (8, 8))
    monkeypatch.setattr(natures, "MANY_LABELS", 64)
    assert [laws("many-labels", count).labels for count in (10, 100)] == [60, 100]


def fits(counts: Integers, law: Floats) -> bool:
    """Chi-square at alpha = 1e-4; what is impossible is not seen at all."""
    possible = law > 0
    if counts[~possible].any():
        return False
    if possible.sum() == 1:
        return True
    return bool(stats.chisquare(counts[possible], law[possible] * counts.sum()).pvalue > 1e-4)


@pytest.mark.statistical
@pytest.mark.parametrize("name", NATURES)
def test_labels_have_the_law_of_the_truth(name: str) -> None:
    """At most 8 tests of each round's law, with a fixed seed: alpha = 8e-4. The next law is found out each time."""
    found = laws(name)
    (block,) = rounds(found, 3, 20_000)
    for law in np.unique(block.truths).tolist():
        counts = np.bincount(found.kinds[block.labels[block.truths == law]], minlength=len(found.copies))
        assert fits(counts, found.masses[law] * found.copies)
        assert not fits(counts, found.masses[(law + 1) % 8] * found.copies)


@pytest.mark.statistical
def test_labels_of_a_kind_are_alike() -> None:
    """Chi-square: alpha = 1e-4, with a fixed seed."""
    found = Laws(np.array([[0.25, 0.0, 0.25], [0.0, 0.5, 0.0]]), np.array([2, 2, 2]))
    (block,) = rounds(found, 0, 20_000)
    counts = np.bincount(block.labels, minlength=6)
    assert (counts[2:4] == 0).all()
    assert stats.chisquare(counts[[0, 1, 4, 5]]).pvalue > 1e-4


def test_orders_are_permutations_that_lead_to_the_truth() -> None:
    (block,) = rounds(laws("dirichlet"), 3, 500)
    assert block.orders is not None
    assert (np.sort(block.orders, axis=1) == np.arange(8)).all()
    assert (block.truths == block.orders[:, 3]).all()
    assert len(np.unique(block.truths)) == 8
    (still,) = rounds(laws("hadamard"), 3, 500)
    assert still.orders is None
    assert (still.truths == 3).all()


@pytest.mark.parametrize("name", NATURES)
def test_columns_and_means_are_those_of_each_table(name: str) -> None:
    found = laws(name)
    (block,) = rounds(found, 3, 20)
    weights = np.random.default_rng(4).random((20, 8))
    kinds = found.kinds[block.labels]
    for t, column, mean in zip(range(20), block.columns(found.masses, kinds), block.mixed(weights, found), strict=True):
        table = found.masses if block.orders is None else found.masses[block.orders[t]]
        assert (column == table[:, kinds[t]]).all()
        assert mean == pytest.approx(weights[t] @ table)


@pytest.mark.parametrize("name", NATURES)
def test_blocks_hold_all_rounds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(natures, "BLOCK", 100)
    parts = rounds(laws(name), 3, 130)
    assert [len(part.labels) for part in parts] == [12] * 10 + [10]
