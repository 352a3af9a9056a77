"""When enough is known of two laws: by hand, and never before what is left over could change the answer."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.audit.answers.worker_deciding import bounds, goals, is_decided

CLAIM = {"ratio": 2.0, "delta": 0.25}


def test_goals_lead_to_what_is_wanted() -> None:
    assert goals(Fraction(1, 2_000), CLAIM) == [Fraction(1, 100), Fraction(1, 1_000), Fraction(1, 2_000)]
    assert goals(Fraction(1, 2_000), None) == [Fraction(1, 2_000)]
    assert goals(Fraction(1, 2), CLAIM) == [Fraction(1, 2)]
    assert goals(Fraction(0), CLAIM)[-2:] == [Fraction(1, 10**11), Fraction(0)]  # the margin of doubles ends it


def test_bounds_of_a_difference() -> None:
    """By hand: 0.5 - 2 * 0.125 for a; what is left of Q may be in a as well, and what is left of P elsewhere."""
    low, high = bounds({"a": 0.5, "b": 0.375}, {"a": 0.125, "b": 0.625}, 2.0)
    assert (low, high) == (0.25 - 2 * 0.25, 0.25 + 0.125)


@pytest.mark.parametrize(
    ("p", "q", "decided"),
    [
        ({"a": 0.5, "b": 0.5}, {"a": 0.5, "b": 0.5}, True),
        ({"a": 0.5, "b": 0.5}, {"a": 0.25, "b": 0.75}, True),
        ({"a": 0.75, "b": 0.25}, {"a": 0.25, "b": 0.75}, False),  # exactly what is claimed, up to rounding
        ({"a": 0.75, "b": 0.25}, {"a": 0.125, "b": 0.875}, True),
        ({"a": 0.25, "b": 0.75}, {"a": 0.75, "b": 0.25 - 1e-9}, False),  # what is left could be any answer
        ({"a": 0.25, "b": 0.75}, {"a": 0.875, "b": 0.0625}, True),  # broken the other way, whatever is left
        ({"a": 0.5}, {"a": 0.5}, False),
        ({"a": 0.5, "b": 0.25}, {"a": 0.5, "b": 0.25}, False),  # what is left, 0.25, is no less than delta
        ({"a": 0.5, "b": 0.375}, {"a": 0.5, "b": 0.375}, True),
    ],
)
def test_a_claim_is_decided_only_where_nothing_left_can_change_it(
    p: dict[str, float], q: dict[str, float], decided: bool
) -> None:
    assert is_decided([p, q], CLAIM) is is_decided([q, p], CLAIM) is decided
