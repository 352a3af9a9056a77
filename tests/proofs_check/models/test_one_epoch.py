"""Epochs of random losses, by enumeration and by the algorithms of limited switching."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import log

import pytest

from dpassay.analysis.limited_switching import average, best_loss, epochs
from dpassay.exact import as_real
from dpassay.proofs_check import registry
from dpassay.proofs_check.models.best_of_epochs import Epochs, best, central
from dpassay.proofs_check.models.draws_in_epochs import (
    Draws,
    all_answers,
    answer_chance,
    density,
    of_all,
    of_draw,
    share,
)
from dpassay.proofs_check.models.events import run
from dpassay.proofs_check.models.fake_switches import Switches
from dpassay.proofs_check.models.fake_switches import law as law_of_coins
from dpassay.proofs_check.models.lazy_rounds import Pair, rows
from dpassay.proofs_check.models.one_epoch import Epoch, law
from dpassay.proofs_check.models.one_round import opposed, released
from dpassay.proofs_check.models.spent_budget import History, bit
from dpassay.proofs_check.numbers import at_most

assert registry.CLAIMS  # which imports the models in an order in which they find each other
HALF = Fraction(1, 2)


@pytest.mark.parametrize(("number", "experts"), [(1, 2), (3, 2), (2, 3), (4, 1)])
def test_the_best_of_all_models(number: int, experts: int) -> None:
    assert best(Epochs(number, 2, experts)) == average(epochs(number, 2, experts), best_loss)


def test_a_central_coefficient() -> None:
    one = Epochs(3, 1, 2)
    assert [central(one, k) for k in (1, 2, 3)] == [HALF, Fraction(3, 8), Fraction(5, 16)]


def test_whoever_follows_a_response_keeps_what_seems_good() -> None:
    found = law(Epoch(2, (HALF, HALF), gap=HALF))
    lost = sum(weight * losses[kept - 1] for (losses, kept), weight in found.items() if kept)
    stays = sum(weight for (_, kept), weight in found.items() if kept)
    assert (stays, lost) == (HALF, Fraction(3, 16))


def test_coins_by_hand() -> None:
    found = law_of_coins(Switches(3, 1, Fraction(1, 3), HALF))
    fell = sum(weight for coins, weight in found.items() if all(not (a and f) for a, f in coins))
    assert fell == Fraction(5, 9) ** 2


def test_the_first_of_two_steps_of_both_runs() -> None:
    pair = Pair(rows("10", "00"), rows("01", "00"), Fraction(3, 2), 1, Fraction(1, 3))
    assert run(pair, 0) == {(0, 1): Fraction(4, 9), (1, 1): Fraction(5, 9)}


def test_a_bit_of_one_round() -> None:
    game = opposed(Fraction(51, 50), Fraction(51, 50), HALF)
    total = sum(released(game, 0, x, y, z) for x, y, z in product((1, 2, 3), (1, 2, 3), (0, 1)))
    stays = Fraction(50, 51) ** 2 * Fraction(51, 50) ** 2 / 4
    assert total == 1
    assert released(game, 0, 1, 2, 0) == stays * (1 / Fraction(101, 50)) ** 2


def test_a_spent_budget_leaves_no_coin() -> None:
    history = History(10, Fraction(1, 10), Fraction(1, 21), Fraction(31, 30), 8, 6)
    assert [bit(history, which, 0) for which in (0, 1)] == [Fraction(30, 31) ** 3, Fraction(30, 31)]


def test_draws_that_tell_of_two_epochs() -> None:
    alone = Draws((HALF,), Fraction(0), 2, 1, Fraction(1))
    both = Draws((HALF, HALF), Fraction(1, 4), 2, 1, Fraction(1))
    assert float(of_draw(alone, 1, 2)) == pytest.approx(float(of_all(alone, 1, 2)))
    assert float(of_draw(both, 1, 2)) < float(of_all(both, 1, 2))
    assert at_most(share(alone, 1), Fraction(7, 10))
    assert not at_most(share(alone, 1), HALF)


def test_the_least_epsilon_of_a_response() -> None:
    """The divergence of order 1, by hand; those of other orders are below as much for each unit of the order."""
    for gap in (Fraction(1, 100), HALF, Fraction(99, 100)):
        least = Draws((gap,), Fraction(0), 2, 1, None)
        p, q = (1 + float(gap)) / 2, (1 - float(gap)) / 2
        assert float(least.eps) ** 2 == pytest.approx((p - q) * log(p / q))
        assert float(share(least, 2)) == pytest.approx(float(least.eps) ** 2)
        for order in (Fraction(101, 100), Fraction(3, 2), Fraction(7), Fraction(1000)):
            assert at_most(of_all(least, 1, order), least.eps**2 * as_real(order))
            assert not at_most(of_draw(least, 1, order), Fraction(0))


def test_densities_of_all_answers() -> None:
    """With an echo the second draw tells of the first epoch too; all other answers are as likely on both."""
    draws = Draws((HALF, Fraction(1, 3)), Fraction(1, 4), 2, 1, Fraction(1))
    first, second = ({y: density(draws, which, 1, y) / 4 for y in all_answers(draws)} for which in (0, 1))
    assert sum(first.values()) == sum(second.values()) == 1
    assert first[1, 1] == Fraction(1, 4) * Fraction(1, 3)
    assert second[1, 1] == Fraction(5, 8) * Fraction(5, 12)
    assert sum(chance for y, chance in second.items() if y[0]) == answer_chance(draws, 1, 1, 1, 1) == Fraction(5, 8)
    moment = sum(p**2 / second[y] for y, p in first.items())
    assert float(of_all(draws, 1, 2)) == pytest.approx(log(moment))


def test_a_least_epsilon_is_known_of_one_response_alone() -> None:
    for gaps, echo in (((HALF, Fraction(1, 3)), Fraction(0)), ((HALF,), Fraction(1, 4))):
        with pytest.raises(ValueError, match="epsilon = None"):
            Draws(gaps, echo, 2, 1, None)


def test_three_models_tell_what_two_do() -> None:
    """The answers besides 0 are as likely as each other, so the divergences are those of whether an answer is 0."""
    two = Draws((HALF, Fraction(1, 3)), Fraction(1, 4), 2, 1, Fraction(1))
    three = replace(two, models=3)
    assert len(all_answers(three)) == 3**2
    assert answer_chance(three, 0, 1, 1, 2) == answer_chance(two, 0, 1, 1, 1) / 2
    for which in (0, 1):
        assert sum(density(three, which, 1, y) for y in all_answers(three)) == 3**2
    for order in (Fraction(1), Fraction(2), Fraction(7, 2)):
        assert float(of_all(three, 1, order)) == pytest.approx(float(of_all(two, 1, order)))
        assert float(of_draw(three, 1, order)) == pytest.approx(float(of_draw(two, 1, order)))
    with pytest.raises(ValueError, match="models = 1"):
        replace(two, models=1)
