"""The leader of noisy sums: its law and regret, by sampling normal noise."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import log
from random import Random

import pytest

from dpassay.exact import as_real
from dpassay.proofs_check.models.noisy_tree import (
    Tree,
    begin,
    largest_noise,
    leads,
    misses,
    other,
    plays,
    regret,
    settings,
    told,
    waits,
)

TREES = list(settings())


@pytest.mark.parametrize("tree", TREES[1:4])
def test_the_leader_by_sampling(tree: Tree) -> None:
    coins, deviation, number = Random(0), float(tree.variance) ** 0.5, 20000
    for t in (1, tree.rounds):
        sums = [float(sum(row[i] for row in tree.losses[: t - 1])) for i in (0, 1)]
        noisy = ([total + coins.gauss(0, deviation) for total in sums] for _ in range(number))
        found = sum(a < b for a, b in noisy) / number
        first = leads(tree, t, 1)
        assert found == pytest.approx(float(as_real(first).ball(80)), abs=0.02)


def test_without_losses_before_nothing_is_known() -> None:
    """With one round both models are as likely, and the regret is 1/2."""
    assert plays(TREES[0], 1, 1) == plays(TREES[0], 1, 2)
    assert float(regret(TREES[0]).ball(80)) == pytest.approx(0.5)
    assert begin(TREES[2], 3) == 3
    assert told(TREES[5], 2) == 0


def test_the_follower_by_sampling() -> None:
    """Three blocks of two rounds: uniform draws until one is the leader of the block."""
    tree, coins, number = TREES[6], Random(1), 20000
    found = dict.fromkeys(range(1, 6), 0)
    for _ in range(number):
        played = leader = 0
        for t in range(1, 6):
            if begin(tree, t) == t:
                first = float(as_real(leads(tree, t, 1)).ball(80))
                leader, played = 1 if coins.random() < first else 2, 0
            played = played if played == leader else coins.choice((1, 2))
            found[t] += played == 1
    for t, times in found.items():
        assert times / number == pytest.approx(float(as_real(plays(tree, t, 1)).ball(80)), abs=0.02)
        assert waits(tree, t) == Fraction(1, 2 if t in {2, 4} else 1)
        others = sum((as_real(other(tree, t, i)) for i in (1, 2)), as_real(0))
        assert float(others.ball(80)) == pytest.approx(float(waits(tree, t)) / 2)


def test_more_rounds_than_leaves() -> None:
    with pytest.raises(ValueError, match="T <= 2"):
        replace(TREES[6], levels=2)
    with pytest.raises(ValueError, match="in the last one"):
        replace(TREES[6], changed=4)
    assert told(TREES[6], 2) == 0


def test_a_divergence_of_two_rounds_in_a_block() -> None:
    """Four rounds in blocks of two: the second block tells (z), and then whether it was the leader."""
    tree = TREES[2]
    p, q = (float(as_real(leads(tree, 3, 1, which)).ball(80)) for which in (0, 1))
    moments = sum(a**2 / b for a, b in ((p, q), (1 - p, 1 - q)))
    assert float(told(tree, 2).ball(80)) < log(moments) + 1e-9


def test_three_models_by_sampling() -> None:
    """Any of them leads; uniform draws until one is the leader. The largest of three normal variables."""
    tree, coins, number = TREES[7], Random(2), 20000
    played, missed = dict.fromkeys((1, 2, 3), 0), 0
    for _ in range(number):
        leader, drawn = coins.choice((1, 2, 3)), 0
        for _ in range(3):
            drawn = drawn if drawn == leader else coins.choice((1, 2, 3))
        played[drawn] += 1
        missed += drawn != leader
    assert missed / number == pytest.approx(float(misses(tree, 3)), abs=0.02)
    for model, times in played.items():
        assert times / number == pytest.approx(float(as_real(plays(tree, 3, model)).ball(80)), abs=0.02)
    deviation = float(tree.variance) ** 0.5
    largest = sum(max(coins.gauss(0, deviation) for _ in range(3)) for _ in range(number)) / number
    assert largest == pytest.approx(float(largest_noise(tree).ball(80)), rel=0.03)
    assert float(tree.variance) == pytest.approx(tree.levels * tree.levels * 3 / (2 * float(tree.epsilon) ** 2))


def test_three_models_that_do_not_lose_the_same() -> None:
    with pytest.raises(ValueError, match="equal ones of three models"):
        replace(TREES[7], losses=(*TREES[7].losses[:2], TREES[7].row))
    with pytest.raises(ValueError, match="those of two models, or of three"):
        replace(TREES[0], row=(Fraction(0),) * 3)
