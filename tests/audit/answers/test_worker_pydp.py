"""PyDP's noise has its law, a kept partition is a coin; algorithms in native code have one, too, where it is known."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.audit.answers.test_worker_opendp import calls

F = Fraction


@pytest.mark.parametrize(
    ("function", "kind", "unit", "inputs"),
    [
        ("pydp_laplace", "laplace", F(2), (F(3), F(1))),
        ("pydp_gaussian", "normal", F(2), (F(3), F(1))),
        ("pydp_whole", "rounded laplace", F(2), (F(2), F(1))),
        ("pydp_sum", "laplace", F(6), (F(5), F(3))),
        ("pydp_sum_of_whole", "rounded laplace", F(4), (F(3), F(1))),
        ("pydp_mean", "quotient of noisy sum and count", (F(-1), F(2), F(1, 2)), ((F(3), F(5)), (F(2), F(3)))),
        ("pydp_count", "rounded laplace", F(2), (F(2), F(1))),
        ("pydp_kept", "coin", None, (F(1, 2), F(1, 4))),
    ],
)
def test_noise_and_choices_have_their_laws(function: str, kind: str, unit: object, inputs: object) -> None:
    (call,) = calls(function)
    (row,) = call.rows
    assert (call.asked.kind, row.unit, (row.first, row.second)) == (kind, unit, inputs)


@pytest.mark.parametrize(
    ("function", "kind"),
    [
        *((name, "PyDP BoundedSum") for name in ("pydp_sum_of_many", "pydp_quick", "pydp_entered")),
        ("pydp_mean_of_whole", "PyDP BoundedMean"),
    ],
)
def test_what_has_no_law_is_one_call_with_all_that_it_was_given(function: str, kind: str) -> None:
    (call,) = calls(function)
    assert (call.asked.kind, call.different) == (kind, 1)
