"""Randomized response of the model against the reference mechanism."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.exact import Budget
from dpassay.proofs_check.models.flipped_labels import Flips, printed, private_settings, probability, settings
from dpassay.reference import randomized_response


@pytest.mark.parametrize("labels", [2, 3, 5])
def test_the_printed_eta_is_the_reference(labels: int) -> None:
    parameters = randomized_response.Parameters(Budget(exp_eps="3/2"), labels)
    ours = printed(labels, Fraction(3, 2))
    for y in range(labels):
        law = randomized_response.law(y, parameters)
        assert [probability(ours, x + 1, y + 1) for x in range(labels)] == [law.pmf(x) for x in range(labels)]


def test_settings_are_private_where_they_say_so_and_some_are_not() -> None:
    assert all(at.is_private for at in private_settings())
    assert not all(at.is_private for at in settings())


@pytest.mark.parametrize(("labels", "exp_eps", "eta"), [(1, "2", "0"), (2, "1", "0"), (2, "2", "3/2")])
def test_what_is_not_legal(labels: int, exp_eps: str, eta: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        Flips(labels, Fraction(exp_eps), Fraction(eta))
