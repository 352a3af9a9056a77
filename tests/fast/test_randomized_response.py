"""The fast k-ary randomized response."""

import math
from fractions import Fraction
from typing import Any

import mpmath as mp
import numpy as np
import pytest

from dpassay.fast.randomized_response import probabilities, randomized_response, truth_or_gamble
from tests.fast.helpers import (
    ALPHA,
    BUDGET,
    COMMON,
    NOT_INTEGER,
    Case,
    N,
    check_shapes,
    counts_p_value,
    expect_error,
    generator,
)

VALID: dict[str, Any] = {"data": 1, "size": 5, "rng": generator(), "epsilon": 1.0, "categories": 4}
OWN: list[Case] = [
    *[("data", {"data": data}) for data in [*NOT_INTEGER, -1, 4]],
    *[("categories", {"categories": categories}) for categories in [*NOT_INTEGER, 1, 0, -3]],
]


def law(label: int, epsilon: float, categories: int) -> Any:
    """e^eps / (e^eps + k - 1) for the true label, 1 / (e^eps + k - 1) for the others."""
    weights = [math.exp(epsilon) if y == label else 1.0 for y in range(categories)]
    return np.array(weights) / (math.exp(epsilon) + categories - 1)


@pytest.mark.parametrize(("name", "changes"), COMMON + BUDGET + OWN)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(randomized_response, VALID | changes, name)


def test_shapes() -> None:
    check_shapes(randomized_response, VALID, np.int64)


@pytest.mark.parametrize("epsilon", [1e-6, 0.1, 1.0, 5.0, 50.0])
@pytest.mark.parametrize("categories", [2, 3, 100])
def test_probabilities(epsilon: float, categories: int) -> None:
    for label in (0, categories - 1):
        computed = probabilities(label, epsilon=epsilon, categories=categories)
        assert computed == pytest.approx(law(label, epsilon, categories), rel=1e-14)


@pytest.mark.parametrize("epsilon", [1e-12, 1e-6, 0.4, 1.0, 10.0, 90.0])
@pytest.mark.parametrize("categories", [2, 3, 100, 2**31])
def test_never_less_private_than_claimed(epsilon: float, categories: int) -> None:
    """With the double that is drawn with, the exact ratio is at most e^epsilon, and hardly less."""
    truth, gamble = (Fraction(p) for p in truth_or_gamble(epsilon, categories))
    gamble = 1 - truth if truth < gamble else gamble
    ratio = 1 + categories * (1 - gamble) / gamble
    with mp.workprec(200):
        loss = mp.log(mp.mpf(ratio.numerator) / ratio.denominator)
        assert epsilon * (1 - 1e-14) - 1e-14 * (truth > 0.5) < loss <= epsilon


@pytest.mark.statistical
@pytest.mark.parametrize(("epsilon", "categories"), [(1e-6, 3), (0.3, 2), (1.0, 4), (3.0, 50), (8.0, 3)])
@pytest.mark.parametrize("last", [False, True])
def test_law(epsilon: float, categories: int, last: bool) -> None:
    """alpha = 1e-4."""
    label = (categories - 1) * last
    answers = randomized_response(label, size=N, rng=generator(), epsilon=epsilon, categories=categories)
    assert counts_p_value(answers, law(label, epsilon, categories)) > ALPHA


@pytest.mark.statistical
def test_law_by_exp_eps() -> None:
    """alpha = 1e-4."""
    answers = randomized_response(0, size=N, rng=generator(), exp_eps="3/2", categories=3)
    assert counts_p_value(answers, [3 / 7, 2 / 7, 2 / 7]) > ALPHA


@pytest.mark.statistical
def test_tampered_twins_are_rejected() -> None:
    """Epsilon off by 10 %; lies that may tell the true label after all."""
    arguments: dict[str, Any] = {"size": N, "rng": generator(), "epsilon": 1.0, "categories": 4}
    scaled = randomized_response(1, **arguments | {"epsilon": 1.1})
    assert counts_p_value(scaled, law(1, 1.0, 4)) < ALPHA
    answers = randomized_response(1, **arguments)
    careless = np.where(answers == 1, 1, generator(2).integers(4, size=N))
    assert counts_p_value(careless, law(1, 1.0, 4)) < ALPHA


def test_an_epsilon_beyond_all_doubles_tells_the_truth() -> None:
    answers = randomized_response(2, size=1000, rng=generator(), epsilon=1e300, categories=3)
    assert (answers == 2).all()
    answers = randomized_response(2, size=1000, rng=generator(), epsilon=50, categories=2**31)
    assert (answers == 2).all()
