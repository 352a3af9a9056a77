"""Tumult Core's noise measurements are calls with the law that their scale says."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.audit.answers.worker_tmlt import rational
from tests.audit.answers.test_worker_opendp import calls

F = Fraction


@pytest.mark.parametrize(
    ("function", "kind", "unit", "inputs"),
    [
        ("tmlt_laplace", "laplace", F(2), (F(3), F(1))),
        ("tmlt_discrete", "discrete normal", F(3), (F(2), F(1))),
    ],
)
def test_noise_has_its_law(function: str, kind: str, unit: F, inputs: object) -> None:
    (call,) = calls(function)
    (row,) = call.rows
    assert (call.asked.kind, row.unit, (row.first, row.second)) == (kind, unit, inputs)


def test_a_deviation_that_is_no_whole_number_has_no_law() -> None:
    (call,) = calls("tmlt_no_square")
    assert (call.asked.kind, call.different) == ("Tumult Core discrete Gaussian", 1)


def test_numbers_of_the_library_are_read_exactly() -> None:
    assert rational("1/3") == F(1, 3)
