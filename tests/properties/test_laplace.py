from __future__ import annotations

from dpassay.properties import laplace
from dpassay.reference.laplace import Parameters
from tests.properties import contracts_helpers as helpers


def test_parameters() -> None:
    helpers.parameters_are_valid_and_shrink_to(laplace, {"epsilon": 1, "sensitivity": 1})


def test_data() -> None:
    helpers.data_is_valid_and_shrinks_to(laplace, 0)


def test_parameters_of_another_mechanism_are_refused() -> None:
    helpers.other_parameters_are_refused(laplace)


def test_neighbors() -> None:
    helpers.neighbors_move_by_at_most_the_sensitivity(laplace, Parameters.read({"epsilon": 1, "sensitivity": "3/2"}))
