"""Games against smooth adversaries: values, plans, symmetries, and bounds that any value has to meet."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpassay.analysis import smooth_game
from dpassay.analysis.smooth_game import MOST_ROUNDS, Cell, Counts, Game, added, in_order, interchangeable, solve
from dpassay.analysis.smooth_laws import SmoothLaws
from tests.analysis.smooth_cases import HALF

COIN = Game(SmoothLaws(2, Fraction(2, 3)), (Cell(1, ((0,),)), Cell(1, ((1,),))), 3)
"""Of two points none has more than 3/4."""
LABELED = Game(SmoothLaws(2, HALF), (Cell(1, ((0, 1), (1, 0))), Cell(1, ((0, 0), (1, 1)))), 2)
"""Errors of two hypotheses that disagree at the first point alone, under either label."""


def test_a_sum_by_hand() -> None:
    assert solve(COIN, lambda counts: Fraction(counts[0])).value == 3 * Fraction(3, 4)
    assert solve(COIN, lambda counts: Fraction(counts[0] == 3)).value == Fraction(3, 4) ** 3
    assert solve(COIN, lambda counts: Fraction(0 < counts[0] < 3)).value == 1 - HALF * 0 - Fraction(1, 4) ** 2


def test_a_reward_in_each_round_is_a_payoff_of_their_sum() -> None:
    """Of two rounds of labeled points, against a learner that always plays the first hypothesis."""
    summed = solve(LABELED, lambda counts: Fraction(counts[0] - min(counts)))
    paid = solve(LABELED, lambda counts: Fraction(-min(counts)), lambda _, step: Fraction(step[0]))
    assert summed.value == paid.value == 2


def test_the_plan_attains_the_value() -> None:
    """What the plan is paid, summed over all that can be drawn."""
    for game in (COIN, LABELED):
        solution = solve(game, lambda counts: Fraction(max(counts) ** 2))

        def paid(t: int, counts: Counts, game: Game = game, solution: object = solution) -> Fraction:
            if t == game.rounds:
                return Fraction(max(counts) ** 2)
            law, steps = solution.plan(t, counts)  # type: ignore[attr-defined]
            assert sum(law) == 1
            assert all(p <= cap for p, cap in zip(law, game.caps, strict=True))
            return sum((p * paid(t + 1, added(counts, s)) for p, s in zip(law, steps, strict=True)), Fraction(0))

        assert paid(0, game.start) == solution.value


def test_no_law_beats_a_value() -> None:
    """Weak duality: p v <= l + sum cap (v - l)^+ for any l, and some l gives the value itself."""
    solution = solve(COIN, lambda counts: Fraction(counts[0] == 2))
    for t in range(COIN.rounds):
        for k in range(t + 1):
            after = [solution.at(t + 1, (k,)), solution.at(t + 1, (k + 1,))]
            bounds = [
                level + sum(cap * max(v - level, Fraction(0)) for v, cap in zip(after, COIN.caps, strict=True))
                for level in after
            ]
            assert solution.at(t, (k,)) == min(bounds)


def test_a_game_may_be_long() -> None:
    assert replace(COIN, rounds=MOST_ROUNDS).rounds == 10_000


def test_interchangeable_counts() -> None:
    def cells(*columns: tuple[int, Counts]) -> list[Cell]:
        return [Cell(points, (column,)) for points, column in columns]

    assert interchangeable(cells((1, (1, 0, 0)), (1, (0, 1, 0)), (1, (0, 0, 1))), range(3)) == [(0, 1, 2)]
    assert interchangeable(cells((2, (1, 0, 0)), (1, (0, 1, 0)), (1, (0, 0, 1))), range(3)) == [(0,), (1, 2)]
    assert interchangeable(cells((1, (0, 0)), (1, (0, 1)), (1, (1, 1))), range(2)) == [(0,), (1,)]
    assert interchangeable(LABELED.cells, (0, 1)) == [(0, 1)]
    assert in_order((1, 5, 2, 7), [(0, 2), (1, 3)]) == (2, 7, 1, 5)


def test_a_payoff_that_is_not_symmetric_is_found() -> None:
    with pytest.raises(ValueError, match=r"payoff = .*: expected the same at both, by symmetry"):
        solve(LABELED, lambda counts: Fraction(counts[0]), groups=[(0, 1)])
    assert solve(LABELED, lambda counts: Fraction(sum(counts)), groups=[(0, 1)]).value == 2 * 2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: replace(COIN, rounds=0), "rounds = 0: expected a whole number of at least 1"),
        (lambda: replace(COIN, rounds=MOST_ROUNDS + 1), "rounds = 10001: expected at most 10000"),
        (lambda: solve(COIN, lambda _: Fraction(0)).at(4, (0,)), r"counts = \(0,\): expected counts that can come up"),
        (lambda: solve(COIN, lambda _: Fraction(0)).at(-1, (0,)), r"counts = \(0,\): expected counts that can come up"),
        (lambda: replace(COIN, cells=COIN.cells[:1]), "expected 2 points in all, those of the domain"),
        (
            lambda: replace(COIN, cells=(Cell(2, ((0,), (0, 1))),)),
            "expected one or more steps in each, all of one length",
        ),
        (lambda: solve(COIN, lambda _: Fraction(0)).at(1, (2,)), r"counts = \(2,\): expected counts that can come up"),
        (lambda: replace(COIN, cells=(*COIN.cells[:1], Cell(1, ()))), "expected one or more steps in each"),
        (
            lambda: solve(COIN, lambda _: Fraction(0)).plan(1, (2,)),
            r"counts = \(2,\): expected counts that can come up",
        ),
        (lambda: solve(COIN, lambda _: Fraction(0)).plan(3, (0,)), "t = 3: expected at most 2"),
        (
            lambda: solve(COIN, lambda _: 0.5),  # type: ignore[return-value]
            "payoff = 0.5: expected an int, a Fraction or a string",
        ),
    ],
)
def test_wrong_arguments_are_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]


def test_a_game_with_too_many_states_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smooth_game, "MOST_STATES", 10)
    assert solve(COIN, lambda counts: Fraction(counts[0])).value == Fraction(9, 4)
    with pytest.raises(ValueError, match="rounds = 4: expected a game of at most 10 states"):
        solve(replace(COIN, rounds=4), lambda counts: Fraction(counts[0]))
