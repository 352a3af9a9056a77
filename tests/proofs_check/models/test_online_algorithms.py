"""Hedge that draws in every round: regrets by the exact law of what is played."""

from __future__ import annotations

from fractions import Fraction

from dpassay.analysis.limited_switching import at_fixed_rounds, bit_losses, expected_regret
from dpassay.proofs_check.models.online_algorithms import Hedge, divergence, losses_of, regret, signs


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
