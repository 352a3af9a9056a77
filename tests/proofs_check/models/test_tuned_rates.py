"""The tuned rates, one event of each refutation, and what L2P releases at a small rate, in floating point."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import as_real, log
from dpassay.proofs_check.models.draws_of_halves import DRAWS_OF_HALVES, Cube
from dpassay.proofs_check.models.few_samples import FEW_SAMPLES, FEW_WEIGHTS
from dpassay.proofs_check.models.first_switch import FIRST_SWITCH, Box
from dpassay.proofs_check.models.tuned_rate import TUNED_RATE, Tuned, fake_switch, rate
from dpassay.proofs_check.models.two_lazy_games import Course
from dpassay.proofs_check.models.weighted_games import (
    Weighted,
    after,
    anew,
    chance,
    courses,
    is_before,
    keeps,
    law,
    least_delta,
    released,
    sample_loss,
    shift,
)
from dpassay.proofs_check.proof import facts
from dpassay.reference import lazy_to_private

ZERO, HALF, ONE, SMALL = Fraction(0), Fraction(1, 2), Fraction(1), Fraction(1, 20)
UP, DOWN, LEVEL = (ONE, ZERO), (ZERO, ONE), (ZERO, ZERO)
GAME = Weighted(((ZERO,), (ONE,)), (UP, LEVEL), (DOWN, LEVEL), ONE, ONE, SMALL, ZERO, SMALL, 1, ONE, Fraction(1, 100))
MODELS = [TUNED_RATE, FEW_SAMPLES, FEW_WEIGHTS, DRAWS_OF_HALVES, FIRST_SWITCH]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_the_facts_hold(model: Any) -> None:
    assert set(facts.tested(model)) == set(model.facts)


def test_the_rate() -> None:
    setting = Tuned(1000, 10, Fraction(1, 1000), 10**9)
    expected = 0.1 ** (2 / 3) / 10 / math.log(10**6)
    assert float(rate(setting)) == pytest.approx(expected)
    assert float(fake_switch(setting)) == pytest.approx(100 * expected)


def test_what_is_released_is_what_the_reference_releases() -> None:
    parameters = lazy_to_private.Parameters.read(
        learning_rate=SMALL, batch=1, fake_switch=GAME.fake_switch, rounds=2, experts=2
    )
    for which, rows in enumerate((GAME.first, GAME.second)):
        data = lazy_to_private.check_data([[str(loss) for loss in row] for row in rows], parameters)
        expected = sorted(float(weight) for _, weight in lazy_to_private.state_law(data, parameters).items())
        assert sorted(float(weight) for weight in released(GAME, which).values()) == pytest.approx(expected)


def test_the_coin_and_the_sample() -> None:
    rates = [float(keeps(GAME, which, 1, 0, 1)) for which in (0, 1)]
    assert rates == pytest.approx([math.exp(-0.15), math.exp(-0.05)])
    assert float(anew(GAME, 0, 1, 0, 1)) == pytest.approx(1 - rates[0] / 2)
    p = 1 / (1 + math.exp(0.05))
    q = 1 - p
    assert [float(sample_loss(GAME, 2, x)) for x in (0, 1)] == pytest.approx([math.log(p / q), math.log(q / p)])
    assert [is_before(GAME, s) for s in (1, 2)] == [0, 1]
    assert float(shift(GAME, 1)) == pytest.approx(0)
    assert float(shift(GAME, 2)) == pytest.approx(0)
    lifted = replace(GAME, first=((ONE, HALF), LEVEL), second=((ZERO, HALF), LEVEL))
    wholes = math.exp(-0.05) + math.exp(-0.025), 1 + math.exp(-0.025)
    assert float(shift(lifted, 2)) == pytest.approx(math.log(wholes[0] / wholes[1]))
    assert float(sample_loss(lifted, 2, 1)) == pytest.approx(math.log(wholes[1] / wholes[0]))


def test_a_step() -> None:
    """From the models 0 and 1 to 1 and 1: x is drawn anew, and y is kept, or drawn too."""
    new = 1 / (1 + math.exp(-0.05))
    drawn = float(anew(GAME, 0, 1, 0, 1)) * new
    start, kept, both = (Course((0, 1), (1, 1), (r,), (a,)) for r, a in ((0, 0), (1, 0), (1, 1)))
    assert float(chance(GAME, 0, 1, kept)) == pytest.approx(drawn * 0.5)
    assert float(chance(GAME, 0, 1, both)) == pytest.approx(drawn * 0.5 * new)
    assert float(sum(courses(GAME, 0).values(), as_real(ZERO))) == pytest.approx(1)
    assert float(after(GAME, 0, start)[both]) == pytest.approx(drawn * 0.5 * new)


def test_points_in_the_plane() -> None:
    """The weights are e^(-beta (losses + lambda |x|^2))."""
    points = ((ZERO, ZERO), (Fraction(3, 5), Fraction(4, 5)), (ONE, ZERO))
    losses = (ONE, ONE, Fraction(1, 2))
    row = (ONE, ZERO, Fraction(1, 2))
    game = replace(GAME, points=points, first=(losses, row), second=(row, row), diameter=Fraction(5, 4), lipschitz=ONE)
    game = replace(game, regularizer=Fraction(3), eta=Fraction(1, 50))
    squares = [float(sum(c**2 for c in point)) for point in points]
    weights = [math.exp(-0.05 * (float(a) + 3 * b)) for a, b in zip(losses, squares, strict=True)]
    assert [float(mass) for mass in law(game, 0, 2)] == pytest.approx([weight / sum(weights) for weight in weights])
    assert game.rate == Fraction(1, 16)
    assert float(sum(released(game, 1).values(), as_real(ZERO))) == pytest.approx(1)


def test_the_least_delta() -> None:
    laws = [{path: float(weight) for path, weight in released(GAME, which).items()} for which in (0, 1)]
    expected = math.fsum(max(0.0, p - 1.05 * laws[1][path]) for path, p in laws[0].items())
    assert float(least_delta(GAME, log(Fraction(21, 20)))) == pytest.approx(expected)


@pytest.mark.parametrize(
    "changes",
    [
        {"lipschitz": Fraction(1, 2)},
        {"diameter": Fraction(9, 10)},
        {"points": ((ZERO, ZERO), (Fraction(3, 5), Fraction(3, 5)))},
        {"regularizer": -ONE},
        {"eps": Fraction(2)},
        {"eta": Fraction(1, 5)},
        {"batch": 3},
        {"second": (DOWN, UP)},
    ],
    ids=str,
)
def test_what_is_no_setting(changes: dict[str, Any]) -> None:
    arguments = {**vars(GAME), **changes}
    with pytest.raises(ValueError, match="expected"):
        Weighted(**arguments)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Tuned(1000, 7, Fraction(1, 2), 10**9),
        lambda: Tuned(1000, 10, ONE, 10**9),
        lambda: Tuned(10**9, 1, Fraction(1, 2), 2),
        lambda: Cube(5, 2, Fraction(1, 4)),
        lambda: Box(1000, 2, 1, Fraction(1, 10**9), Fraction(2, 5), Fraction(49, 100)),
    ],
)
def test_what_is_no_setting_of_the_others(make: Any) -> None:
    with pytest.raises(ValueError, match="expected"):
        make()
