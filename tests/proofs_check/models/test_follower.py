"""The follower of a path: how often it is missed, computed by its exact law."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.analysis.limited_switching import follower, played_law
from dpassay.proofs_check.models.follower import Path, Repeated, all_coins, is_missed, repeated_loss, settings


@pytest.mark.parametrize("path", list(settings()))
def test_what_is_missed_has_the_law_of_the_algorithm(path: Path) -> None:
    rounds = len(path.desired)
    algorithm = follower(rounds, path.experts, lambda past, _: path.desired[len(past)])
    models = played_law(algorithm, [[0] * path.experts] * rounds)
    coins = all_coins(path)
    for t in range(1, rounds + 1):
        missed = sum((is_missed(path, t, drawn) for drawn in coins), Fraction(0)) / len(coins)
        assert missed == models.probability(lambda played, t=t: played[t - 1] != path.desired[t - 1])  # type: ignore[misc]


def test_the_loss_of_the_follower_of_the_leader_by_hand() -> None:
    """In round 2 a model of loss 1 is left for a uniform draw where another one has loss 0."""
    assert repeated_loss(Repeated(1, 2)) == Fraction(1, 2)
    assert repeated_loss(Repeated(2, 2)) == Fraction(1, 2) + Fraction(1, 4) + Fraction(1, 2) * Fraction(1, 4)
