from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import find

from dpassay.fast.subsampled_net import subsampled_net as fast
from dpassay.properties import subsampled_net
from dpassay.reference.subsampled_net import Parameters, are_neighbors, check_data
from tests.properties import contracts_helpers as helpers


def test_parameters() -> None:
    simplest = {"epsilon": 1, "queries": "0,0", "drawn": 1, "points": 1}
    helpers.parameters_are_valid_and_shrink_to(subsampled_net, simplest)
    find(subsampled_net.parameters(), lambda p: p.drawn == 3 and p.points == 2, settings=helpers.FINDING)


def test_data() -> None:
    helpers.data_is_valid_and_shrinks_to(subsampled_net, (0,))


def test_parameters_of_another_mechanism_are_refused() -> None:
    helpers.other_parameters_are_refused(subsampled_net)


def test_neighbors() -> None:
    p = Parameters.read(epsilon=1, queries="1,0", drawn=1, points=1)
    pairs = subsampled_net.neighbors(p)
    assert helpers.simplest(pairs) == ((0,), (0,))
    pair = find(pairs, lambda pair: pair[0][0] != pair[1][0] and len(pair[0]) == 3, settings=helpers.FINDING)
    assert are_neighbors(pair[0], pair[1], p)


@pytest.mark.parametrize("case", subsampled_net.CASES)
def test_the_cases_are_in_the_domain(case: Any) -> None:
    assert check_data(case.data, Parameters.read(case.parameters)) == case.data


def _on_the_whole_universe(data: Any, *, size: int, rng: np.random.Generator, **parameters: Any) -> Any:
    """B' is drawn as if V held every point."""
    right = fast(data, size=size, rng=rng, **parameters)
    every = fast(data, size=size, rng=rng, **{**parameters, "drawn": 60})
    return np.column_stack([right[:, 0], every[:, 1]])


@pytest.mark.parametrize("check", ["law", "any_parameters"])
def test_points_that_v_does_not_hold_are_noticed(check: str) -> None:
    assert subsampled_net.CONTRACT.check_one(check, fast).status == "passed"
    assert subsampled_net.CONTRACT.check_one(check, _on_the_whole_universe).status == "failed"
