"""Hedge that draws in every round: regrets by the exact law of what is played."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpassay.analysis.limited_switching import at_fixed_rounds, bit_losses, expected_regret
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.online_algorithms import (
    REPEATED,
    Hedge,
    divergence,
    losses_of,
    play_law,
    play_loss,
    plays,
    regret,
    signs,
)
from dpassay.proofs_check.proof import facts


def test_the_regret_is_that_of_the_algorithm() -> None:
    hedge = Hedge(2, 2, Fraction(3, 2))
    algorithm = at_fixed_rounds(2, 2, [2], hedge.chances)
    games = [expected_regret(algorithm, losses) for losses in bit_losses(2, 2)]
    assert regret(hedge) == max(games)
    for course in signs(hedge):
        losses = losses_of(hedge, course)
        assert sum(hedge.expected(losses)) - min(sum(column) for column in zip(*losses, strict=True)) <= regret(hedge)


def test_one_change_stays_below_the_budget() -> None:
    hedge = Hedge(3, 2, Fraction(3, 2))
    budget = (hedge.epsilon * hedge.epsilon).ball(80)
    assert divergence(hedge, 0).ball(80) <= budget
    assert not divergence(hedge, 0).ball(80) <= budget / 10


def test_what_is_played() -> None:
    """In round 1 both models are as likely; after the loss (0, 1), or (1, 0), the odds are e^eta to 1."""
    hedge = Hedge(2, 2, Fraction(3, 2))
    assert len(plays(hedge)) == 4
    half = Fraction(1, 2)
    first, second = half * Fraction(2, 5), half * Fraction(3, 5)
    assert sorted(play_law(hedge, 0).values()) == [first, first, second, second]
    assert play_loss(hedge, 0, (0, 0)).ball(64).overlaps((-play_loss(hedge, 0, (0, 1))).ball(64))


@pytest.mark.parametrize(
    "wrong",
    [
        "a(k + 1, t) = E(one(t), play(k))",
        "a(k, t) = E(one(t)*exp(-L(k)), play(k))",
        "E(exp(L(k)), play(k)) = 1",
        "kl(k) = -E(L(k), play(k))",
        "one(t) = 1",
    ],
)
def test_a_wrong_fact_is_refused(wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(REPEATED, facts={"wrong": wrong}))
