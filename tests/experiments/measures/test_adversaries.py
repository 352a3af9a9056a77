"""Adversaries: the losses that they promise, in blocks of whole batches."""

from __future__ import annotations

import numpy as np
import pytest

from dpassay.experiments.measures import adversaries
from dpassay.experiments.measures.adversaries import ADVERSARIES, Floats

SHAPES = [(16, 1000, 1), (3, 997, 10), (2, 7, 100), (5, 1, 1), (64, 5000, 7)]


def blocks(name: str, experts: int, rounds: int, batch: int, seed: int = 1) -> list[Floats]:
    return list(ADVERSARIES[name](experts, rounds, batch, np.random.default_rng(seed)))


def losses(name: str, experts: int, rounds: int, batch: int, seed: int = 1) -> Floats:
    return np.concatenate(blocks(name, experts, rounds, batch, seed))


@pytest.mark.parametrize("name", ADVERSARIES)
@pytest.mark.parametrize(("experts", "rounds", "batch"), SHAPES)
def test_blocks_hold_all_rounds_in_whole_batches(
    name: str, experts: int, rounds: int, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = losses(name, experts, rounds, batch)
    monkeypatch.setattr(adversaries, "BLOCK", 600)
    parts = blocks(name, experts, rounds, batch)
    assert all(len(part) % batch == 0 for part in parts[:-1])
    assert all(part.dtype == np.float64 and set(np.unique(part)) <= {0.0, 1.0} for part in parts)
    assert np.concatenate(parts).shape == whole.shape == (rounds, experts)


@pytest.mark.parametrize("name", ADVERSARIES)
def test_a_seed_decides_the_losses(name: str) -> None:
    assert (losses(name, 16, 300, 5) == losses(name, 16, 300, 5)).all()
    assert (losses(name, 16, 300, 5) != losses(name, 16, 300, 5, seed=2)).any()


@pytest.mark.statistical
def test_stochastic_has_one_better_expert() -> None:
    """Each mean is within 5 standard errors: alpha = 16 * 6e-7, with a fixed seed."""
    rounds = 40_000
    means = np.sort(losses("stochastic", 16, rounds, 3).mean(axis=0))
    error = 5 * 0.5 / np.sqrt(rounds)
    assert abs(means[0] - 0.25) < error
    assert (np.abs(means[1:] - 0.5) < error).all()
    assert abs(means[1] - 0.25) > error  # another one would be found out


def test_stochastic_losses_are_independent_of_batches() -> None:
    assert (losses("stochastic", 4, 500, 1) == losses("stochastic", 4, 500, 10)).all()


def test_alternating_hurts_one_half_and_then_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adversaries, "BLOCK", 12)
    table = losses("alternating", 4, 15, 3)
    first = table[0]
    assert first.sum() == 2
    expected = [first] * 3 + [1 - first] * 3 + [first] * 3 + [1 - first] * 3 + [np.zeros(4)] * 3
    assert (table == np.array(expected)).all()


@pytest.mark.parametrize(("experts", "rounds", "batch"), SHAPES)
def test_alternating_leaves_all_experts_equal(experts: int, rounds: int, batch: int) -> None:
    total = losses("alternating", experts, rounds, batch).sum(axis=0)
    assert (total == rounds // (2 * batch) * batch).all()


@pytest.mark.statistical
def test_block_random_is_fair_and_constant_in_a_batch() -> None:
    """The mean is within 5 standard errors: alpha = 6e-7, with a fixed seed."""
    table = losses("block-random", 8, 20_003, 10)
    starts = table[::10]
    assert (table == np.repeat(starts, 10, axis=0)[:20_003]).all()
    assert abs(starts.mean() - 0.5) < 5 * 0.5 / np.sqrt(starts.size)
    assert (starts[1:] != starts[:-1]).any(axis=0).all()
