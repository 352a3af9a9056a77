"""Which true values are neighbors of mechanisms that add noise: those at most one sensitivity apart, either way."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dpassay.reference import MECHANISMS

PARAMETERS = {
    "laplace": {"epsilon": "1", "sensitivity": "3"},
    "gaussian": {"epsilon": "1", "delta": "1e-5", "sensitivity": "3"},
    "discrete_laplace": {"epsilon": "1", "sensitivity": "3"},
    "discrete_gaussian": {"sigma_squared": "1", "sensitivity": "3"},
}


@pytest.mark.parametrize("name", PARAMETERS)
def test_values_are_neighbors_up_to_the_sensitivity(name: str) -> None:
    mechanism = MECHANISMS[name]
    parameters = mechanism.Parameters.read(PARAMETERS[name])
    for first, second in product(range(-5, 6), repeat=2):
        assert mechanism.are_neighbors(first, second, parameters) == (max(first, second) - min(first, second) <= 3)


@pytest.mark.parametrize("name", ["laplace", "gaussian"])
def test_neighbors_of_real_values_are_the_furthest(name: str) -> None:
    parameters = MECHANISMS[name].Parameters.read({**PARAMETERS[name], "sensitivity": "5/2"})
    assert list(MECHANISMS[name].neighbors(parameters)) == [(0, Fraction(5, 2)), (0, Fraction(-5, 2))]
    assert MECHANISMS[name].are_neighbors(Fraction(-1), Fraction(3, 2), parameters)
    assert not MECHANISMS[name].are_neighbors(Fraction(-1), Fraction(8, 5), parameters)


@pytest.mark.parametrize("name", ["discrete_laplace", "discrete_gaussian"])
def test_neighbors_of_integers_are_at_every_distance_the_furthest_first(name: str) -> None:
    parameters = MECHANISMS[name].Parameters.read(PARAMETERS[name])
    assert list(MECHANISMS[name].neighbors(parameters)) == [(0, 3), (0, -3), (0, 2), (0, -2), (0, 1), (0, -1)]


@pytest.mark.parametrize("name", ["exponential", "permute_and_flip"])
def test_neighbors_of_scores_set_one_candidate_against_seven(name: str) -> None:
    """Scores of 0, 1 and 2 sensitivities in turn: the first falls and the others rise, or the first alone rises."""
    parameters = MECHANISMS[name].Parameters.read({"epsilon": "1", "sensitivity": "1/2"})
    scores = [Fraction(k, 2) for k in (0, 1, 2, 0, 1, 2, 0, 1)]
    against = [Fraction(k, 2) for k in (-1, 2, 3, 1, 2, 3, 1, 2)]
    alone = [Fraction(1, 2), *scores[1:]]
    found = [(list(first), list(second)) for first, second in MECHANISMS[name].neighbors(parameters)]
    assert found == [(scores, against), (scores, alone)]


@pytest.mark.parametrize(
    ("sigma_squared", "in_range"),
    [("1/1000000000000", True), ("1/1000000000001", False), ("1000000000000", True), ("1000000000001", False)],
)
def test_the_ends_of_the_range_of_sigma_belong_to_it(sigma_squared: str, in_range: bool) -> None:
    read: Any = MECHANISMS["discrete_gaussian"].Parameters.read
    given = {"sigma_squared": sigma_squared, "sensitivity": "1"}
    if in_range:
        assert read(given).sigma_squared == Fraction(sigma_squared)
    else:
        with pytest.raises(ValueError, match=r"^sigma_squared = [^\n]*: expected a number from 10\^-12 to 10\^12$"):
            read(given)


@pytest.mark.parametrize("name", ["laplace", "gaussian"])
def test_samples_are_multiples_of_two_to_the_minus_64_and_of_no_larger_power(name: str) -> None:
    mechanism: Any = MECHANISMS[name]
    parameters = mechanism.Parameters.read(PARAMETERS[name])
    drawn = [mechanism.sample(Fraction(0), parameters, random.Random(seed)) for seed in range(12)]
    assert max(sample.denominator for sample in drawn) == 2**64


def test_any_two_labels_are_neighbors_of_randomized_response() -> None:
    mechanism = MECHANISMS["randomized_response"]
    parameters = mechanism.Parameters.read({"exp_eps": "3", "categories": "4"})
    assert all(mechanism.are_neighbors(first, second, parameters) for first, second in product(range(4), repeat=2))
