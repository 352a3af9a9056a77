from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.properties import permute_and_flip
from dpassay.properties.run import Violation
from dpassay.reference import with_loss_scaled
from dpassay.reference.permute_and_flip import Parameters
from tests.properties import contracts_helpers as helpers


def test_parameters() -> None:
    helpers.parameters_are_valid_and_shrink_to(permute_and_flip, {"epsilon": 1, "sensitivity": 1})


def test_data() -> None:
    helpers.data_is_valid_and_shrinks_to(permute_and_flip, (0,))


def test_parameters_of_another_mechanism_are_refused() -> None:
    helpers.other_parameters_are_refused(permute_and_flip)


def test_neighbors() -> None:
    helpers.neighbors_move_by_at_most_the_sensitivity(
        permute_and_flip, Parameters.read({"epsilon": 1, "sensitivity": "3/2"})
    )


def test_the_guarantee_does_not_hold_at_twice_the_budget() -> None:
    contract, parameters = permute_and_flip.CONTRACT, Parameters.read({"epsilon": 1, "sensitivity": 2})
    doubled = with_loss_scaled(contract.mechanism, parameters, Fraction(2))
    pair = next(contract.mechanism.neighbors(parameters))
    contract.check_pair(parameters, pair)
    with pytest.raises(Violation, match="does not hold between"):
        contract.check_pair(parameters, pair, lambda data, _: contract.mechanism.law(data, doubled))
