from __future__ import annotations

from typing import Any

import pytest
from hypothesis import find, settings
from hypothesis.errors import NoSuchExample

from dpassay.properties import private_pac
from dpassay.reference.private_pac import Parameters, are_neighbors, check_data
from tests.properties import contracts_helpers as helpers

Pair = tuple[tuple[Any, ...], tuple[Any, ...]]


def test_parameters() -> None:
    helpers.parameters_are_valid_and_shrink_to(private_pac, {"epsilon": 1, "dimension": 1})
    find(private_pac.parameters(), lambda p: len(p.hypotheses or ()) > 1, settings=helpers.FINDING)
    find(private_pac.parameters(), lambda p: p.hypotheses is None and p.dimension == 3, settings=helpers.FINDING)


def test_data() -> None:
    helpers.data_is_valid_and_shrinks_to(private_pac, ())


def test_parameters_of_another_mechanism_are_refused() -> None:
    helpers.other_parameters_are_refused(private_pac)


def changed(pair: Pair) -> list[int]:
    return [i for i, (x, y) in enumerate(zip(*pair, strict=True)) if x != y]


def test_neighbors() -> None:
    """Equally many rows, at most one of them replaced, wherever it stands."""
    p = Parameters.read({"epsilon": 1, "dimension": 2})
    pairs = private_pac.neighbors(p)
    assert helpers.simplest(pairs) == (((0, 0, 0),), ((0, 0, 0),))
    with pytest.raises(NoSuchExample):
        find(
            pairs,
            lambda pair: not are_neighbors(pair[0], pair[1], p),
            settings=settings(helpers.FINDING, max_examples=60),
        )
    find(pairs, lambda pair: changed(pair) == [0] and len(pair[0]) > 1, settings=helpers.FINDING)
    find(pairs, lambda pair: changed(pair) == [len(pair[0]) - 1] and len(pair[0]) > 1, settings=helpers.FINDING)


@pytest.mark.parametrize("case", private_pac.CASES)
def test_the_cases_are_in_the_domain(case: Any) -> None:
    p = Parameters.read(case.parameters)
    assert all(len(row) == p.dimension + 1 for row in check_data(case.data, p))
