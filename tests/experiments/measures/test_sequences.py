"""Oblivious sequences: what their names say, and steps of a hill climb that stay sequences."""

from __future__ import annotations

import numpy as np
import pytest

from dpassay.experiments.measures.sequences import SEQUENCES, Sequence, changed

SIZES = [(16, 2, 2), (16, 4, 5), (64, 32, 1000)]


@pytest.mark.parametrize("name", SEQUENCES)
@pytest.mark.parametrize(("rounds", "batch", "experts"), SIZES)
def test_sequences_fit_the_game(name: str, rounds: int, batch: int, experts: int) -> None:
    for seed in range(20):
        found = SEQUENCES[name](rounds, batch, experts, np.random.default_rng(seed))
        assert found.losses.shape == (rounds, len(found.copies))
        assert set(np.unique(found.losses)) <= {0, 1}
        assert found.copies.sum() == experts
        assert (found.copies > 0).all()


def test_what_the_names_say() -> None:
    rng = np.random.default_rng(0)
    make = {name: SEQUENCES[name](12, 3, 6, rng) for name in SEQUENCES}
    assert make["alternating"].text == "3x10 3x01 3x10 3x01"
    assert make["constant"].text == "12x01"
    assert make["single spike"].losses.sum() == 1
    assert make["leader-punishing"].text == "3x1000 3x0100 3x0010 3x0001"
    blocks = make["block-random"].losses.reshape(4, 3, -1)
    assert (blocks == blocks[:, :1]).all()
    quiet = make["a lead, then quiet"].losses
    assert quiet[:, 0].tolist() == sorted(quiet[:, 0].tolist(), reverse=True)
    assert not quiet[:, 1].any()


def test_the_leader_is_punished() -> None:
    found = SEQUENCES["leader-punishing"](40, 5, 9, np.random.default_rng(0))
    before = np.zeros(4)
    for block in found.losses.reshape(8, 5, 4):
        assert before[block[0].argmax()] == before.min()
        assert (block.sum(axis=0) == np.eye(4)[block[0].argmax()] * 5).all()
        before += block.sum(axis=0)


def test_steps_stay_sequences_and_change_something() -> None:
    rng = np.random.default_rng(1)
    start = SEQUENCES["alternating"](16, 4, 10, rng)
    kept = start.losses.copy(), start.copies.copy()
    found = [changed(start, 4, rng) for _ in range(200)]
    assert (start.losses == kept[0]).all()
    assert (start.copies == kept[1]).all()
    for one in found:
        assert one.losses.shape == (16, 2)
        assert set(np.unique(one.losses)) <= {0, 1}
        assert one.copies.sum() == 10
        assert (one.copies >= 0).all()
    assert len({one.losses.tobytes() + one.copies.tobytes() for one in found}) > 30


def test_text_of_runs() -> None:
    losses = np.array([[1, 0], [1, 0], [0, 0], [1, 0]], np.uint8)
    assert Sequence(losses, np.array([1, 1])).text == "2x10 1x00 1x10"
