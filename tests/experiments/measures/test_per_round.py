"""What each round loses on a pair, against a computation from the algorithm's coins; and bounds that can fail."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from dpassay.experiments.measures.per_round import ROUND_BOUNDS, Rounds, corrected_hold, exceeded, rounds_of
from dpassay.reference.lazy_to_private import Parameters
from dpassay.reference.multiplicative_weights import Matrix


def parameters(rounds: int, fake_switch: str = "1/2", rate: str = "3/2", batch: int = 1) -> Parameters:
    return Parameters.read(
        exp_learning_rate=rate, batch=batch, fake_switch=fake_switch, rounds=rounds, experts=len(FIRST[0])
    )


def matrix(*rows: tuple[int, ...]) -> Matrix:
    return tuple(tuple(map(Fraction, row)) for row in rows)


FIRST, SECOND = matrix((0, 1), (1, 0), (1, 0), (0, 0)), matrix((1, 0), (1, 0), (1, 0), (0, 0))


def coins(
    losses: Matrix, step: int, growth: float, p: float, models: tuple[int, int]
) -> dict[tuple[int, int, int], float]:
    """The law of (x, y, zeta) after a step with batches of one round, from lines 6 to 18."""
    x, y = models
    lost = [float(sum(row[i] for row in losses[: step + 1])) for i in range(2)]
    weights = [growth**-one for one in lost]
    nu = [weight / sum(weights) for weight in weights]
    bias = growth ** (-2 - float(losses[step][x] - losses[step][y]))
    law: dict[tuple[int, int, int], float] = {}
    for real, fake, partner, new_x, new_y in product((0, 1), repeat=5):
        weight = (bias if real else 1 - bias) * (1 - p if fake else p) * (1 - p if partner else p)
        anew = not (real and fake)
        after = (new_x if anew else x, new_y if not partner else y, int(anew or not partner))
        weight *= (nu[new_x] if anew else 0.5) * (nu[new_y] if not partner else 0.5)
        law[after] = law.get(after, 0.0) + weight
    return law


def slow_rounds(growth: float, p: float) -> list[float]:
    """Kept, drawn, after, later."""
    largest = [1.0] * 4
    for step, x, y in product(range(3), (0, 1), (0, 1)):
        first, second = (coins(data, step, growth, p, (x, y)) for data in (FIRST, SECOND))
        bits = [[sum(w for key, w in law.items() if key[2] == zeta) for zeta in (0, 1)] for law in (first, second)]
        for key, weight in first.items():
            if step == 0:
                ratio = bits[0][key[2]] / bits[1][key[2]]
                largest[key[2]] = max(largest[key[2]], ratio, 1 / ratio)
            ratio = (weight / bits[0][key[2]]) / (second[key] / bits[1][key[2]])
            place = 2 if step == 0 else 3
            largest[place] = max(largest[place], ratio, 1 / ratio)
    return largest


@pytest.mark.parametrize(("rate", "fake_switch"), [("3/2", "1/2"), ("101/100", "9/10"), ("2", "1/10")])
def test_rounds_are_those_of_the_coins(rate: str, fake_switch: str) -> None:
    found = rounds_of((FIRST, SECOND), parameters(4, fake_switch, rate))
    expected = slow_rounds(float(Fraction(rate)), float(Fraction(fake_switch)))
    assert [float(found.kept), float(found.drawn), float(found.after), float(found.later)] == pytest.approx(expected)
    assert found.change == max(found.kept, found.drawn)
    assert found.all_later == max(found.after, found.later)


def test_rounds_of_a_change_in_the_last_batch_that_counts() -> None:
    late = matrix((0, 0), (0, 0), (0, 1), (0, 0)), matrix((0, 0), (0, 0), (1, 0), (0, 0))
    found = rounds_of(late, parameters(4))
    assert found.later == 1 < found.after


def test_a_batch_of_two_rounds() -> None:
    """The change of a single round moves the coin by e^(2 eta), whatever the batch."""
    found = rounds_of((FIRST, SECOND), parameters(4, batch=2))
    assert found.kept == Fraction(3, 2) ** 2
    assert found.later == 1


def test_which_bounds_are_exceeded() -> None:
    """With many fake switches the coins hide well, and two new models lose more than the proof says."""
    p = parameters(4, "9/10", "3/2")
    texts = exceeded(rounds_of((FIRST, SECOND), p), p)
    assert "s = s_0 + 1: eta" in texts
    assert "s > s_0 + 1: eta" in texts
    assert "s = s_0: 2 eta/p" not in texts
    assert corrected_hold(rounds_of((FIRST, SECOND), p), p)


@pytest.mark.parametrize("place", range(len(ROUND_BOUNDS)))
def test_every_bound_is_the_one_that_it_says_and_can_fail(place: int) -> None:
    p, eta = parameters(4, "1/4", "3/2"), math.log(1.5)
    stay = 0.75
    after = 4 * eta + math.log((1 - stay * 1.5**-3) / (1 - stay * 1.5**-1))
    bounds = [8 * eta, 2 * eta, math.log(1 + (1.5**2 - 1) * 4), eta, eta, 2 * eta, 4 * eta, after, 4 * eta]
    one = ROUND_BOUNDS[place]
    calm = Rounds(*[Fraction(1)] * 4)
    assert one.holds(calm, p)
    names = [
        name for name in ("kept", "drawn", "after", "later") if one.ratio(replace(calm, **{name: Fraction(2)})) > 1
    ]
    for name in names:
        for shift, holds in ((-1e-6, True), (1e-6, False)):
            ratio = Fraction(math.exp(bounds[place] + shift))
            assert one.holds(replace(calm, **{name: ratio}), p) == holds
    assert names


def test_a_corrected_bound_can_fail() -> None:
    p = parameters(4)
    right = rounds_of((FIRST, SECOND), p)
    assert corrected_hold(right, p)
    assert not corrected_hold(replace(right, later=Fraction(3, 2) ** 4 + 1), p)
