"""The estimate from sampled clients, computed again from the sets of clients; and what is no setting."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from dpassay.exact import as_real, decide, log
from dpassay.proofs_check.models.estimates_from_clients import HALVES, SAMPLED, Clients, center, settings, variance
from dpassay.proofs_check.proof import facts

TINY = Fraction(1, 10**60)
HALF = Fraction(1, 2)


def close(a: Any, b: Any) -> bool:
    """They differ by less than 10^-60."""
    gap = as_real(a) - as_real(b)
    return decide(gap < TINY) and decide(gap > -TINY)


def moments(at: Clients, weight: Fraction) -> tuple[Any, Any]:
    """The mean and the mean square of a term, item by item of each set of clients."""
    mean = square = as_real(Fraction(0))
    sets = list(combinations(at.counts, at.size))
    for rows in sets:
        items = sum(map(sum, rows))
        for x, q in enumerate(at.public):
            ratio = Fraction(sum(row[x] for row in rows), items) / q
            value = as_real(weight * (ratio - 1)) - as_real(log(ratio))
            mean, square = mean + q / len(sets) * value, square + q / len(sets) * value**2
    return mean, square


def test_the_facts_hold() -> None:
    assert set(facts.tested(SAMPLED)) == set(SAMPLED.facts)


@pytest.mark.parametrize("at", list(settings()), ids=str)
def test_the_variance_is_that_of_one_term_over_the_number_of_draws(at: Clients) -> None:
    for weight in (Fraction(0), Fraction(1)):
        mean, square = moments(at, weight)
        assert close(center(at, weight), mean)
        assert close(variance(at, weight), (square - mean**2) / at.draws + at.noise)


def test_one_of_two_clients() -> None:
    """Log(9/8)/2 for a divergence of 0, and a variance of (log 2)^2/4 at lambda = 0."""
    assert close(center(HALVES, Fraction(0)), as_real(log(Fraction(9, 8))) / 2)
    assert close(variance(HALVES, Fraction(0)), as_real(log(Fraction(2))) ** 2 / 4)


@pytest.mark.parametrize(
    ("counts", "public", "size", "draws"),
    [
        (((2, 1), (1, 1)), (HALF, HALF), 1, 1),
        (((1, 0), (0, 1)), (HALF, HALF), 1, 1),
        (((2, 1), (1, 2)), (HALF, HALF), 3, 1),
        (((2, 1), (1, 2)), (HALF, HALF), 1, 0),
        (((2, 1), (1, 2)), (Fraction(0), Fraction(1)), 1, 1),
        (((2, 1), (1, 1, 1)), (HALF, HALF), 1, 1),
    ],
)
def test_what_is_no_setting(counts: Any, public: Any, size: int, draws: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        Clients(counts, public, size, draws)
