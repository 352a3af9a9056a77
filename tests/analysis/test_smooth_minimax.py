"""The least regret of any learner: known values, the learner that has it, and programs that are tampered with."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from dpassay.analysis import smooth_minimax
from dpassay.analysis.linear_program import Optimum, is_optimal, maximize
from dpassay.analysis.smooth_minimax import learned_law, minimax_regret, round_program
from dpassay.analysis.smooth_online import learner_regret, regret
from tests.analysis.smooth_cases import HALF
from tests.reference.online_cases import ALL_OF_THREE, Rows, thresholds

CONSTANTS: Rows = ((1,), (-1,))
GAMES = [
    (thresholds(2), HALF, 4),
    (thresholds(3), Fraction(2, 5), 3),
    (((1, 1, -1), (1, -1, 1), (1, -1, 1)), Fraction(3, 4), 3),
    (ALL_OF_THREE[:5], Fraction(1), 2),
]


@pytest.mark.parametrize("rounds", range(1, 8))
def test_two_constants_have_a_known_value(rounds: int) -> None:
    """Against fair labels every learner errs in T/2 rounds, the better constant in E min(X, T - X); and no more."""
    fewest = sum(Fraction(comb(rounds, k) * min(k, rounds - k), 2**rounds) for k in range(rounds + 1))
    assert minimax_regret(CONSTANTS, Fraction(1), rounds).value == Fraction(rounds, 2) - fewest


def test_one_round_by_hand() -> None:
    """Thresholds on two points of which neither has more than 2/3: where all agree nothing is lost."""
    assert minimax_regret(thresholds(2), Fraction(3, 4), 1).value == HALF
    assert minimax_regret(((1, 1), (1, -1)), Fraction(3, 4), 1).value == HALF * Fraction(2, 3)
    assert minimax_regret(((1, 1),), Fraction(3, 4), 3).value == 0


@pytest.mark.parametrize(("rows", "sigma", "rounds"), GAMES)
def test_the_best_learner_has_this_regret(rows: Rows, sigma: Fraction, rounds: int) -> None:
    """Found from the adversary's side, and found again as the regret of the learner that comes with it."""
    best = minimax_regret(rows, sigma, rounds)
    assert learner_regret(rows, best.learner, sigma, rounds).value == best.value


@pytest.mark.parametrize(("rows", "sigma", "rounds"), GAMES)
def test_no_learner_has_less(rows: Rows, sigma: Fraction, rounds: int) -> None:
    best = minimax_regret(rows, sigma, rounds)
    for base in (Fraction(11, 10), Fraction(3, 2), Fraction(4)):
        assert regret(rows, range(len(rows)), sigma, rounds, base).value >= best.value

    def mixed(t: int, errors: tuple[int, ...]) -> list[Fraction]:
        """The best learner, a little less sure."""
        return [(9 * p + Fraction(1, len(rows))) / 10 for p in best.learner(t, errors)]

    assert learner_regret(rows, mixed, sigma, rounds).value >= best.value


def test_regret_falls_with_smoothness_and_grows_with_rounds() -> None:
    values = [minimax_regret(thresholds(3), sigma, 3).value for sigma in (Fraction(1, 3), Fraction(2, 3), Fraction(1))]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1]
    longer = [minimax_regret(thresholds(2), HALF, rounds).value for rounds in (1, 2, 3, 4, 5)]
    assert longer == sorted(longer)


def test_a_worse_law_in_one_state_is_found() -> None:
    """The best learner, but for a first draw that is sure."""
    rows, best = thresholds(2), minimax_regret(thresholds(2), HALF, 3)

    def rash(t: int, errors: tuple[int, ...]) -> tuple[Fraction, ...]:
        return best.learner(t, errors) if t else (Fraction(1), Fraction(0), Fraction(0))

    assert learner_regret(rows, rash, HALF, 3).value > best.value


def test_a_program_of_one_round() -> None:
    """Two constants, one round left: V + 1 is 1 whatever the label, and the learner errs half of the time."""
    best = minimax_regret(CONSTANTS, Fraction(1), 1)
    program = round_program(best.game, best.values[1], (0, 0, 0))
    optimum = maximize(program)
    assert is_optimal(program, optimum)
    assert optimum.value == 1 + HALF
    assert learned_law(best.game, optimum) == (HALF, HALF)
    assert not is_optimal(program, replace(optimum, multipliers=(Fraction(1), Fraction(0), *optimum.multipliers[2:])))


def test_multipliers_are_normalized() -> None:
    """They may sum to more than 1: the law is their shares; those behind the hypotheses' own are no part of it."""
    game = minimax_regret(CONSTANTS, Fraction(1), 1).game
    three, one = Fraction(3), Fraction(1)
    assert learned_law(game, Optimum((), (three, one, one, one), one)) == (Fraction(3, 4), Fraction(1, 4))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: minimax_regret([[0]], HALF, 1), "expected rows of -1 and 1, all of one length"),
        (lambda: minimax_regret(CONSTANTS, Fraction(2), 1), "sigma = 2: expected a number above 0 and at most 1"),
        (lambda: minimax_regret(CONSTANTS, HALF, 0), "rounds = 0: expected a whole number of at least 1"),
        (lambda: minimax_regret(CONSTANTS, HALF, 1).learner(0, (1, 0)), r"errors = \(1, 0\): expected errors that can"),
        (
            lambda: round_program(minimax_regret(CONSTANTS, HALF, 1).game, {}, (0, 0, 0)),
            r"after = \[\]: expected the value of each state that can follow \(0, 0, 0\)",
        ),
        (
            lambda: round_program(minimax_regret(CONSTANTS, HALF, 1).game, {(1, 0, 1): HALF}, (0, 0, 0)),
            r"after = \[\(1, 0, 1\)\]: expected the value of each state",
        ),
        (lambda: minimax_regret(CONSTANTS, HALF, 1).learner(1, (1, 0)), "expected errors that can come up after t = 1"),
    ],
)
def test_wrong_arguments_are_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]


def test_a_game_with_too_many_states_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smooth_minimax, "MOST_PROGRAMS", 6)
    assert minimax_regret(CONSTANTS, HALF, 3).value == Fraction(3, 4)
    with pytest.raises(ValueError, match="rounds = 4: expected a game of at most 6 states"):
        minimax_regret(CONSTANTS, HALF, 4)


def test_a_program_that_is_not_solved_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smooth_minimax, "maximize", lambda program: replace(maximize(program), value=Fraction(9)))
    with pytest.raises(ValueError, match=r"counts = \(.*\): expected a program that is solved"):
        minimax_regret(CONSTANTS, HALF, 2)
