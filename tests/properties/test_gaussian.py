from __future__ import annotations

from hypothesis import find

from dpassay.properties import gaussian
from dpassay.reference.gaussian import Parameters, analytic_sigma
from tests.properties import contracts_helpers as helpers


def test_parameters() -> None:
    helpers.parameters_are_valid_and_shrink_to(gaussian, {"epsilon": 1, "delta": "1/10", "sensitivity": 1})


def test_data() -> None:
    helpers.data_is_valid_and_shrinks_to(gaussian, 0)


def test_parameters_of_another_mechanism_are_refused() -> None:
    helpers.other_parameters_are_refused(gaussian)


def test_neighbors() -> None:
    parameters = Parameters.read(epsilon=1, delta="1e-3", sensitivity="3/2")
    helpers.neighbors_move_by_at_most_the_sensitivity(gaussian, parameters)


def test_a_drawn_sigma_is_private() -> None:
    drawn = find(gaussian.parameters(), lambda p: p.sigma is not None, settings=helpers.FINDING)
    assert drawn.sigma is not None
    assert drawn.sigma >= analytic_sigma(drawn.budget, drawn.delta, drawn.sensitivity)
