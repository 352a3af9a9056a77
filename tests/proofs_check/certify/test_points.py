"""Points at which conditions hold."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.certify.points import find_point
from dpassay.proofs_check.kernel.expressions import parse
from dpassay.proofs_check.kernel.nonnegative import POINT, insist_on_point


@pytest.mark.parametrize(
    "where",
    [
        (),
        ("x", "1 - x"),
        ("1/8 - a", "1/4 - b"),
        ("8*r - T", "T - 40"),
        ("p*e - 2*h", "B*e**2 - 6*y*p", "e", "y"),
        ("T", "T*e/2 - h", "e", "D", "d - 1", "h - 1"),
        ("exp(x) - 2", "3 - x"),
        ("-x**2",),
        ("t - (n - 1)*B - 1", "s*B - u", "n - 1 - s", "B"),  # one coordinate at a time does not get there
    ],
)
def test_a_point_is_found(where: tuple[str, ...]) -> None:
    point = find_point(where)
    assert point is not None
    insist_on_point([parse(text) for text in where], POINT(point))


@pytest.mark.parametrize("where", [("-1",), ("x", "-x - 1"), ("x**2 - 2", "2 - x**2"), ("-exp(x)",)])
def test_none_is_found_where_there_is_none(where: tuple[str, ...]) -> None:
    assert find_point(where) is None
