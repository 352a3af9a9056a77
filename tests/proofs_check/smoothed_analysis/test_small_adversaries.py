"""The best smooth adversary of small games, against values worked out by hand and against a plain enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from dpassay.analysis.smooth_adversary import adaptive
from dpassay.proofs_check.smoothed_analysis.small_adversaries import (
    budget_of,
    eps_of,
    largest_total,
    meets_lemma,
    sigma_of,
    small_games,
    uniform_totals,
)

Game = dict[str, Any]
PAIR: Game = {"functions": [[1, 0], [0, 1]], "kept": 2, "rounds": 2}


def by_strategies(game: Game) -> Fraction:
    """The largest mean of the largest total, over all ways to keep points in round 1, and after each point."""
    functions, kept = game["functions"], game["kept"]
    points = range(len(functions[0]))
    choices = list(combinations(points, kept))
    best = Fraction(0)
    for first in choices:
        for then in product(choices, repeat=len(points)):
            mean = sum(Fraction(max(f[x] + f[y] for f in functions), kept * kept) for x in first for y in then[x])
            best = max(best, Fraction(mean))
    return best


@pytest.mark.parametrize("game", [game for game in small_games() if game["rounds"] == 2], ids=str)
def test_the_best_adversary_is_that_of_all_strategies(game: Game) -> None:
    assert largest_total(game) == by_strategies(game)


@pytest.mark.parametrize(
    ("change", "mean"),
    [
        ({}, Fraction(3, 2)),
        ({"rounds": 1}, 1),
        ({"kept": 1}, 2),
        ({"functions": [[1, 0]]}, 1),
        ({"rounds": 3}, Fraction(9, 4)),
    ],
)
def test_means_by_hand(change: Game, mean: Fraction) -> None:
    assert largest_total({**PAIR, **change}) == mean


def test_of_uniform_points_no_history_helps() -> None:
    assert uniform_totals(PAIR) == {(2, 0): Fraction(1, 4), (1, 1): Fraction(1, 2), (0, 2): Fraction(1, 4)}
    assert uniform_totals({**PAIR, "kept": 1}) == {(2, 0): 1}


def test_the_numbers_of_a_game() -> None:
    game = {"functions": [[1, 0, 0], [1, 1, 0]], "kept": 2, "rounds": 3}
    assert (eps_of(game), sigma_of(game), budget_of(game)) == (Fraction(2, 3), Fraction(2, 3), Fraction(3))
    assert meets_lemma(game)
    assert not meets_lemma({**game, "kept": 1})
    assert not meets_lemma({"functions": [[1, 0], [0, 1]], "kept": 2, "rounds": 1})


@pytest.mark.parametrize("game", list(small_games()), ids=str)
def test_the_best_adversary_is_that_of_the_analysis(game: Game) -> None:
    assert largest_total(game) == adaptive(game["functions"], sigma_of(game), game["rounds"]).value
