"""A round of a privatization scheme: what is legal, and events by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check.models.local_schemes import Scheme, probability, response

HALF = Fraction(1, 2)


def test_events_of_randomized_response() -> None:
    scheme = Scheme(response(2, Fraction(2)), Fraction(2), Fraction(0))
    assert [probability(scheme, 1, event) for event in (1, 2, 3, 4)] == [0, Fraction(2, 3), Fraction(1, 3), 1]


def test_the_least_delta_is_an_event() -> None:
    scheme = Scheme(((HALF, HALF), (Fraction(1, 10), Fraction(9, 10))), Fraction(2), Fraction(3, 10))
    gaps = [probability(scheme, 1, event) - 2 * probability(scheme, 2, event) for event in range(1, 5)]
    assert max(gaps) == scheme.excess == Fraction(3, 10)


@pytest.mark.parametrize(
    ("laws", "exp_eps", "delta"),
    [
        (((HALF, HALF),), Fraction(1, 2), Fraction(0)),
        (((HALF, HALF),), Fraction(1), Fraction(-1)),
        (((HALF, HALF), (Fraction(1),)), Fraction(1), Fraction(0)),
        (((HALF, Fraction(1)),), Fraction(1), Fraction(0)),
        (((Fraction(1), Fraction(0)), (HALF, HALF)), Fraction(1), Fraction(1, 4)),
    ],
)
def test_what_is_not_legal(laws: tuple[tuple[Fraction, ...], ...], exp_eps: Fraction, delta: Fraction) -> None:
    with pytest.raises(ValueError, match="expected"):
        Scheme(laws, exp_eps, delta)
