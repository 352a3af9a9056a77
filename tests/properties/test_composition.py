from __future__ import annotations

import pytest
from hypothesis import find

from dpassay.properties import composition
from dpassay.reference.composition import Parameters
from tests.properties import contracts_helpers as helpers


def test_parameters() -> None:
    helpers.parameters_are_valid_and_shrink_to(composition, {"epsilon": 1, "rounds": 1, "delta": 0})
    find(composition.parameters(), lambda p: p.delta > 0 and p.rounds > 1, settings=helpers.FINDING)


def test_data() -> None:
    helpers.data_is_valid_and_shrinks_to(composition, 0)


def test_parameters_of_another_mechanism_are_refused() -> None:
    helpers.other_parameters_are_refused(composition)


@pytest.mark.parametrize("pair", [(0, 1), (1, 0), (0, 0)])
def test_neighbors(pair: tuple[int, int]) -> None:
    pairs = composition.neighbors(Parameters.read({"epsilon": 1, "rounds": 3}))
    assert helpers.simplest(pairs) == (0, 0)
    find(pairs, lambda drawn: drawn == pair, settings=helpers.FINDING)
