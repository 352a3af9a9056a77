"""The parts of a round of MWEM, each against numbers worked out another way."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import Dist, as_real
from dpassay.reference.mwem_rounds import (
    WEIGHT_BITS,
    choice_law,
    clamped_noise,
    iterates,
    mean,
    measured_range,
    measurement_law,
    record_sum,
    rounded_down,
    score,
    uniform,
    unprojected,
    updated,
)
from dpassay.reference.mwem_setting import Parameters

F = Fraction
P = Parameters.read(exp_eps=81, rounds=1, queries="1,0,1/2;0,1,1", margin=1)


def test_means_and_scores() -> None:
    query = P.queries[0]
    assert mean(query, (F(2), F(1), F(1))) == F(5, 8)
    assert mean(query, uniform(P)) == F(1, 2)
    assert record_sum(query, (0, 0, 2)) == F(5, 2)
    assert score(query, uniform(P), (0, 0, 2)) == 1
    assert score(query, uniform(P), (1, 1)) == 1  # below the mean as well as above


def test_the_choice() -> None:
    """Scores of 1 and 1/2 at e^(eps / 4) = 3: odds of sqrt(3) to 1."""
    exact = choice_law(uniform(P), (0, 0, 2), (0, 1), P)
    odds = exact.pmf(0) / exact.pmf(1)
    assert odds * odds == 3 ** int(2 * (1 - score(P.queries[1], uniform(P), (0, 0, 2))))
    assert choice_law(uniform(P), (0, 0, 2), (1,), P) == Dist.point(1)


def test_what_may_be_measured() -> None:
    assert measured_range(3, P) == range(-2, 9)  # halves, from -1 to 4
    assert measured_range(1, Parameters.read(epsilon=1, rounds=1, queries="1,0", query_range="-1/3,1")) == range(-1, 4)


def test_the_measurement() -> None:
    """e^(eps / 2 / 2) = 3 a step of a half."""
    exact = measurement_law(P.queries[0], (0, 2), P)
    assert exact.pmf(3) == F(1, 2)
    assert exact.pmf(4) == exact.pmf(2) == F(1, 6)
    assert exact.pmf(6) == F(3, 4) * F(1, 27)
    assert exact.outcomes == tuple(range(-2, 7))


@given(st.integers(0, 5), st.fractions(F(1, 50), F(9, 10)))
def test_an_end_takes_what_lies_beyond(center: int, ratio: Fraction) -> None:
    exact, wide = clamped_noise(center, ratio, range(6)), clamped_noise(center, ratio, range(-400, 406))
    beyond = wide.probability(lambda k: k <= 0)
    assert abs(float(as_real(exact.pmf(0))) - float(as_real(beyond))) < 1e-12
    assert all(exact.pmf(k) == wide.pmf(k) for k in range(1, 5))


@given(st.fractions(F(1, 9), 9), st.fractions(-40, 40))
def test_weights_have_so_many_digits_and_are_no_larger(weight: Fraction, exponent: Fraction) -> None:
    found = rounded_down(weight, exponent)
    mpmath.mp.dps = 60
    exact = (
        mpmath.mpf(weight.numerator)
        / weight.denominator
        * mpmath.exp(mpmath.mpf(exponent.numerator) / exponent.denominator)
    )
    share = mpmath.mpf(found.numerator) / found.denominator / exact
    assert 1 - mpmath.mpf(2) ** (1 - WEIGHT_BITS) <= share <= 1 + mpmath.mpf(10) ** -50
    odd = found.numerator // (found.numerator & -found.numerator)
    assert odd.bit_length() <= WEIGHT_BITS
    assert found.denominator & (found.denominator - 1) == 0


def test_an_update_is_towards_what_was_measured() -> None:
    query = P.queries[0]
    for measured, sense in ((F(1), 1), (F(0), -1)):
        moved = mean(query, updated(uniform(P), query, measured)) - mean(query, uniform(P))
        assert moved * sense > 0
    assert updated(uniform(P), query, F(1, 2)) == uniform(P)
    weights = updated(uniform(P), query, F(1))
    assert float(weights[0]) == pytest.approx(float(mpmath.exp(0.25)), rel=1e-15)
    assert weights[1] == 1
    assert float(weights[2]) == pytest.approx(float(mpmath.exp(0.125)), rel=1e-15)


def test_what_follows_from_a_transcript() -> None:
    found = iterates((0, 4, 1, 0), 2, P, unprojected)
    assert len(found) == 3
    assert found[1] == updated(uniform(P), P.queries[0], F(1))
    assert found[2] == updated(found[1], P.queries[1], F(0))
    doubled = iterates((0, 4, 1, 0), 2, P, lambda weights: tuple(2 * w for w in weights))
    assert doubled[1] == tuple(2 * w for w in found[1])


def test_weights_must_be_above_zero() -> None:
    with pytest.raises(ValueError, match="weight = 0, exponent = 1: expected a weight above 0"):
        rounded_down(F(0), F(1))
    with pytest.raises(ValueError, match="an exponent of size at most 100000"):
        rounded_down(F(1), F(10**6))
