"""Which true values are neighbors of mechanisms that add noise: those at most one sensitivity apart, either way."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

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
