from __future__ import annotations

from typing import Any

import pytest
from hypothesis import find

from dpassay.properties import smooth_mwem
from dpassay.reference.mwem_setting import check_data
from dpassay.reference.smooth_mwem_setting import Parameters, candidates
from tests.properties import contracts_helpers as helpers


def test_parameters() -> None:
    simplest = {"epsilon": 1, "rounds": 1, "queries": "0,0", "sigma": 1}
    helpers.parameters_are_valid_and_shrink_to(smooth_mwem, simplest)
    find(
        smooth_mwem.parameters(),
        lambda p: p.radius is not None and len(candidates(1, p)) == 1 < len(set(p.queries)),
        settings=helpers.FINDING,
    )
    find(smooth_mwem.parameters(), lambda p: p.sigma < 1 and p.radius is None, settings=helpers.FINDING)


def test_data() -> None:
    helpers.data_is_valid_and_shrinks_to(smooth_mwem, (0,))


@pytest.mark.parametrize("case", smooth_mwem.CASES)
def test_the_cases_are_in_the_domain(case: Any) -> None:
    p = Parameters.read(case.parameters)
    assert check_data(case.data, p) == case.data


def test_some_covers_leave_queries_out_and_some_are_all() -> None:
    sizes = []
    for case in smooth_mwem.CASES:
        p = Parameters.read(case.parameters)
        sizes.append((len(candidates(len(check_data(case.data, p)), p)), len(p.queries)))
    assert any(kept < all_of_them for kept, all_of_them in sizes)
    assert any(kept == all_of_them for kept, all_of_them in sizes)
