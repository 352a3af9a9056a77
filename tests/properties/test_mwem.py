from __future__ import annotations

from typing import Any

import pytest
from hypothesis import find, settings
from hypothesis.errors import NoSuchExample

from dpassay.properties import mwem
from dpassay.reference.mwem_setting import Parameters, are_neighbors, check_data
from tests.properties import contracts_helpers as helpers


def test_parameters() -> None:
    helpers.parameters_are_valid_and_shrink_to(mwem, {"epsilon": 1, "rounds": 1, "queries": "0,0"})
    find(mwem.parameters(), lambda p: len(p.queries) == 2 and p.rounds == 2, settings=helpers.FINDING)
    find(mwem.parameters(), lambda p: p.calibration == "printed" and p.margin == 1, settings=helpers.FINDING)


def test_data() -> None:
    helpers.data_is_valid_and_shrinks_to(mwem, (0,))


def test_parameters_of_another_mechanism_are_refused() -> None:
    with pytest.raises(ValueError, match=r"setting = None: expected Setting"):
        mwem.data(None)  # type: ignore[arg-type]


def test_neighbors() -> None:
    """Equally many points, at most one of them replaced, wherever it stands."""
    p = Parameters.read(epsilon=1, rounds=1, queries="1,0,0")
    pairs = mwem.neighbors(p)
    assert helpers.simplest(pairs) == ((0,), (0,))
    with pytest.raises(NoSuchExample):
        find(
            pairs,
            lambda pair: not are_neighbors(pair[0], pair[1], p),
            settings=settings(helpers.FINDING, max_examples=60),
        )
    find(pairs, lambda pair: len(pair[0]) == 2 and pair[0][0] != pair[1][0], settings=helpers.FINDING)
    find(pairs, lambda pair: len(pair[0]) == 2 and pair[0][1] != pair[1][1], settings=helpers.FINDING)


@pytest.mark.parametrize("case", mwem.CASES)
def test_the_cases_are_in_the_domain(case: Any) -> None:
    p = Parameters.read(case.parameters)
    assert check_data(case.data, p) == case.data
