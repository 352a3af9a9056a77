"""All sequences of a small game, against the reference and by listing."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from flint import arb

from dpassay.exact import as_real, log
from dpassay.exact.real import working_precision
from dpassay.experiments.measures.excess import enclosed
from dpassay.experiments.measures.excess_games import Exact, Game, all_sequences, check_by_reference, worst_sequences
from dpassay.experiments.measures.sequences import SEQUENCES
from tests.experiments.oracles import slow_costs

GAME = Game(2, 4, 2, Fraction(3, 2))


@pytest.mark.parametrize("game", [GAME, Game(2, 3, 3, Fraction(4)), Game(3, 2, 2, Fraction(101, 100))])
def test_all_sequences_have_the_losses_of_the_reference(game: Game) -> None:
    found = list(all_sequences(game))
    assert len(found) == (2**game.experts - 1) ** game.rounds
    for one in found:
        check_by_reference(one, game)


def test_the_worst_of_all_sequences_by_listing() -> None:
    """Rows of ones, which are not tried, cost nothing more."""
    game = Game(2, 4, 2, Fraction(3, 2))
    tried, worst = worst_sequences(game)
    assert tried == 81
    every = [
        slow_costs([list(row) for row in rows], math.log(1.5), 2)
        for rows in product(product((0, 1), repeat=2), repeat=4)
    ]
    assert float(worst["excess"].excess) == pytest.approx(max(a - b for a, b in every), rel=1e-12)
    assert float(worst["regret"].regret) == pytest.approx(max(a for a, _ in every), rel=1e-12)
    added = 4 * 4 * math.log(1.5) ** 2
    best = worst["quotient"]
    assert float(best.regret) / (float(best.input_regret) + added) == pytest.approx(
        max(a / (b + added) for a, b in every)
    )


def test_another_loss_than_the_reference_has_is_an_error() -> None:
    one = next(one for one in all_sequences(GAME) if one.excess)
    with pytest.raises(ArithmeticError, match="the reference has other regrets"):
        check_by_reference(replace(one, by_batches=one.by_batches + Fraction(1, 10**9)), GAME)


def test_exact_regrets_are_differences() -> None:
    one = Exact(((1, 0), (1, 0)), Fraction(3, 2), Fraction(5, 4))
    assert (one.excess, one.regret, one.input_regret) == (Fraction(1, 4), Fraction(3, 2), Fraction(5, 4))


def test_log_of_the_rate_is_the_rate() -> None:
    """The exhaustive search is given e^eta; its balls are those of the same game."""
    sequence = SEQUENCES["alternating"](4, 2, 2, np.random.default_rng(0))
    with working_precision(128):
        one = enclosed(sequence, as_real(log(Fraction(3, 2))), 2)
        assert one.excess.overlaps(arb(1) * 5 / 26)
        assert not one.excess.overlaps(arb(1) * 6 / 26)
