"""The estimate of a divergence and its variance, computed again from its moments; and what is no setting."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import as_real, decide, log
from dpassay.proofs_check.models.estimates_of_kl import ESTIMATES, OTHER, Estimate, best, center, settings, variance
from dpassay.proofs_check.proof import facts

TINY = Fraction(1, 10**60)
HALF = Fraction(1, 2)
TWO = Estimate((HALF, HALF), (Fraction(1, 3), Fraction(2, 3)), 2)


def close(a: Any, b: Any) -> bool:
    """They differ by less than 10^-60."""
    gap = as_real(a) - as_real(b)
    return decide(gap < TINY) and decide(gap > -TINY)


def moment(at: Estimate, power: int, weight: Fraction) -> Any:
    """E (lambda (r - 1) - log r)^power, from the laws."""
    values = ((as_real(weight * (r - 1)) - as_real(log(r))) ** power for r in at.ratios)
    return sum((as_real(q) * value for q, value in zip(at.public, values, strict=True)), as_real(Fraction(0)))


@pytest.mark.parametrize("model", [ESTIMATES, OTHER], ids=lambda model: model.name)
def test_the_facts_hold(model: Any) -> None:
    assert set(facts.tested(model)) == set(model.facts)


@pytest.mark.parametrize("at", list(settings()), ids=str)
def test_the_variance_is_that_of_one_term_over_the_number_of_draws(at: Estimate) -> None:
    for weight in (Fraction(0), Fraction(1), Fraction(-2)):
        of_one = moment(at, 2, weight) - moment(at, 1, weight) ** 2
        assert close(variance(at, weight), of_one / at.draws + at.noise)
        assert close(center(at, weight), moment(at, 1, Fraction(0)))


def test_the_best_parameter_of_two_points() -> None:
    """The estimate is then constant: of Pi = (1/3, 2/3) and P = (1/2, 1/2) it is (4/3) log 2, and not 1/2."""
    assert close(best(TWO), as_real(log(Fraction(2))) * Fraction(4, 3))
    assert close(variance(TWO, best(TWO)), 0)
    assert decide(variance(TWO, Fraction(1)) < Fraction(36, 10**5))


def approach(w: Fraction, *, exchanged: bool = False) -> Any:
    """The best parameter with Pi = (w, w^2, the rest), r = 1/3 at the first point and 2 at the second."""
    first, second = (w**2, w) if exchanged else (w, w**2)
    rest = 1 - first - second
    private = (first / 3, 2 * second, 1 - first / 3 - 2 * second)
    return best(Estimate(private, (first, second, rest), 1))


def test_both_ends_of_the_best_parameter_are_approached() -> None:
    small = Fraction(1, 10**6)
    high, low = as_real(log(Fraction(3))) * Fraction(3, 2), as_real(log(Fraction(2)))
    assert decide(high - Fraction(1, 10**5) < approach(small))
    assert decide(approach(small) < high)
    assert decide(approach(small, exchanged=True) < low + Fraction(1, 10**5))
    assert decide(low < approach(small, exchanged=True))


@pytest.mark.parametrize(
    ("private", "public", "draws", "noise"),
    [
        ((HALF, HALF), (Fraction(1),), 1, 0),
        ((Fraction(0), Fraction(1)), (HALF, HALF), 1, 0),
        ((HALF, HALF), (HALF, Fraction(1, 3)), 1, 0),
        ((HALF, HALF), (HALF, HALF), 0, 0),
        ((HALF, HALF), (HALF, HALF), 1, -1),
    ],
)
def test_what_is_no_setting(private: Any, public: Any, draws: int, noise: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        Estimate(private, public, draws, Fraction(noise))
