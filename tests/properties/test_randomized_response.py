from __future__ import annotations

from itertools import product

from hypothesis import find

from dpassay.properties import randomized_response
from dpassay.reference.randomized_response import Parameters
from tests.properties import contracts_helpers as helpers


def test_parameters() -> None:
    helpers.parameters_are_valid_and_shrink_to(randomized_response, {"epsilon": 1, "categories": 2})


def test_data() -> None:
    helpers.data_is_valid_and_shrinks_to(randomized_response, 0)


def test_parameters_of_another_mechanism_are_refused() -> None:
    helpers.other_parameters_are_refused(randomized_response)


def test_neighbors_are_any_two_labels() -> None:
    parameters = Parameters.read(epsilon=1, categories=3)
    pairs = randomized_response.neighbors(parameters)
    for wanted in product(range(3), repeat=2):
        find(pairs, wanted.__eq__, settings=helpers.FINDING)
