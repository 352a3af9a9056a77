from __future__ import annotations

from typing import Any

import pytest

from dpassay.properties import projected_smooth_mwem
from dpassay.reference.mwem_release import normalized
from dpassay.reference.mwem_rounds import iterates, measured_range, unprojected
from dpassay.reference.mwem_setting import check_data
from dpassay.reference.smooth_mwem_setting import Parameters
from tests.properties import contracts_helpers as helpers


def test_parameters() -> None:
    simplest = {"epsilon": 1, "rounds": 1, "queries": "0,0", "sigma": 1}
    helpers.parameters_are_valid_and_shrink_to(projected_smooth_mwem, simplest)


def test_data() -> None:
    helpers.data_is_valid_and_shrinks_to(projected_smooth_mwem, (0,))


def _reaches_the_cap(case: Any) -> bool:
    """Whether the first update may give a point more than it may have."""
    p = Parameters.read(case.parameters)
    n = len(check_data(case.data, p))
    most = measured_range(n, p)[-1]
    first = iterates((0, most), n, p, unprojected)[-1]
    return max(normalized(first)) > 1 / (p.sigma * len(first))


def test_projections_are_needed_but_where_the_cap_is_high_or_updates_are_small() -> None:
    needed = [_reaches_the_cap(case) for case in projected_smooth_mwem.CASES]
    assert sum(needed) >= 5
    assert not all(needed)


@pytest.mark.parametrize("case", projected_smooth_mwem.CASES)
def test_the_cases_are_in_the_domain(case: Any) -> None:
    p = Parameters.read(case.parameters)
    assert check_data(case.data, p) == case.data
