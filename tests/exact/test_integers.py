"""Laws on the integers against direct sums."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import DiscreteGaussianLaw, IntegerLaw, Real, as_real, exp, two_sided_geometric
from dpassay.exact.integers import gaussian_tail
from tests.exact.integer_cases import CASES, Case, case
from tests.exact.second_opinion import MP, agree, gaussian_pmf, mp, rejects, summed

PLACES = st.integers(-8, 8)
SIGMAS = st.sampled_from([Fraction(s) for s in ("1/10", "1/2", "1", "7/3", "9")])
REACH = 300


def check_tails(law: IntegerLaw, truth: Case, k: int) -> None:
    below = MP.fsum(truth.mp_pmf(j) for j in range(k - REACH, k + 1))
    agree(law.cdf(k), below)
    agree(law.upper_tail(k + 1), 1 - below)
    assert law.pmf(k) == truth.pmf(k)
    assert law.cdf(k) - law.cdf(k - 1) == truth.pmf(k)


@given(CASES, PLACES)
def test_masses(truth: Case, k: int) -> None:
    agree(1, summed(truth.mp_pmf, REACH))
    check_tails(truth.law(), truth, k)
    check_tails(truth.law().shift(3), Case(truth.start + 3, truth.weights, truth.left, truth.right), k)


def test_the_tail_check_can_fail() -> None:
    truth = case(0, [1, 2], Fraction(1, 3), Fraction(1, 2))
    rejects(check_tails, truth.law().shift(1), truth, 0)
    rejects(check_tails, case(0, [1, 2], Fraction(1, 2), Fraction(1, 3)).law(), truth, 4)
    rejects(check_tails, case(0, [2, 1], Fraction(1, 3), Fraction(1, 2)).law(), truth, -3)


@pytest.mark.parametrize("ratio", [Fraction(1, 3), exp(-1), exp(Fraction(-1, 3))])
def test_two_sided_geometric(ratio: Any) -> None:
    law, a = two_sided_geometric(2, ratio), MP.mpf(1) / 3
    if ratio != Fraction(1, 3):
        a = MP.exp(-1) if ratio == exp(-1) else MP.exp(-MP.mpf(1) / 3)
    normalizer = summed(lambda k: a ** abs(k - 2))
    for k in range(-5, 9):
        agree(law.pmf(k), a ** abs(k - 2) / normalizer)
        agree(law.cdf(k), MP.fsum(a ** abs(j - 2) for j in range(k - 400, k + 1)) / normalizer)
    rejects(agree, law.pmf(2), (1 + a) / (1 - a))


@pytest.mark.parametrize(
    "arguments",
    [
        (0, [], 0, 0), (0, [1], "1/2", 0), (0, [Fraction(1, 2)], 0, 0), (0, [1], 1, 0), (0, [0.5], 0, "1/2"),
        (0, [1], -1, 0), (0, [1], 0.0, 0), ("1/2", [1], 0, 0), (0.0, [1], 0, 0), (0, [2, -1], 0, 0),
        (0, [1], 0, exp(1)),
    ],
    ids=str,
)  # fmt: skip
def test_integer_law_refuses(arguments: Any) -> None:
    with pytest.raises(ValueError, match=" = "):
        IntegerLaw(*arguments)


@pytest.mark.parametrize("ratio", [0, 1, 2, 0.5, "x", -1])
def test_two_sided_geometric_refuses(ratio: Any) -> None:
    with pytest.raises(ValueError, match=r"^ratio = "):
        two_sided_geometric(0, ratio)


def check_gaussian(law: DiscreteGaussianLaw, center: int, sigma_squared: Fraction, k: int) -> None:
    pmf = gaussian_pmf(center, sigma_squared)
    agree(law.pmf(k), pmf(k), digits=22)
    agree(law.cdf(k), MP.fsum(pmf(j) for j in range(center - 80, k + 1)), digits=22)
    agree(law.upper_tail(k), MP.fsum(pmf(j) for j in range(k, center + 81)), digits=22)


@given(st.integers(-2, 2), SIGMAS, st.integers(-6, 6))
def test_discrete_gaussian(center: int, sigma_squared: Fraction, k: int) -> None:
    check_gaussian(DiscreteGaussianLaw(center, sigma_squared), center, sigma_squared, k)
    check_gaussian(DiscreteGaussianLaw(0, sigma_squared).shift(center), center, sigma_squared, k)


def test_the_gaussian_check_can_fail() -> None:
    law = DiscreteGaussianLaw(0, 2)
    rejects(check_gaussian, law, 0, Fraction(201, 100), 1)
    rejects(check_gaussian, law, 1, Fraction(2), 1)
    rejects(check_gaussian, law, 0, Fraction(4), 0)


@given(st.fractions(0, 12, max_denominator=6), SIGMAS, st.sampled_from([20, 53, 64, 200]))
def test_tail_bound_encloses(first: Fraction, sigma_squared: Fraction, precision: int) -> None:
    tail = Real(lambda: gaussian_tail(first, sigma_squared)).ball(precision)
    truth = MP.fsum(MP.exp(-((mp(first) + j) ** 2) / (2 * mp(sigma_squared))) for j in range(90))
    low, high = Real(lambda: tail).bounds(8)
    slack = truth * MP.mpf(10) ** -45
    assert mp(low) - slack <= truth <= mp(high) + slack
    assert mp(high) - mp(low) <= truth * MP.mpf(2) ** (14 - precision) + 2 * slack


def test_wide_gaussian() -> None:
    law = DiscreteGaussianLaw(0, 400)
    pmf = gaussian_pmf(0, Fraction(400), reach=400)
    agree(law.pmf(13), pmf(13))
    assert isinstance(as_real(law.upper_tail(200)), Real)
    agree(law.upper_tail(200), MP.fsum(pmf(k) for k in range(200, 401)), digits=12)


@pytest.mark.parametrize("arguments", [(0, 0), (0, -1), (0, 1.0), ("1/2", 1), (0.0, 1), (0, float("nan")), (0, "inf")])
def test_discrete_gaussian_refuses(arguments: Any) -> None:
    with pytest.raises(ValueError, match=r"^(center|sigma_squared) = "):
        DiscreteGaussianLaw(*arguments)


def test_discrete_gaussian_at_high_precision() -> None:
    """Hundreds of blocks of the tail, one after the other and not one inside the other."""
    low, high = DiscreteGaussianLaw(0, 10**4).pmf(3).bounds(900)
    assert 0 < high - low < high / 2**890


@pytest.mark.parametrize("outcome", [1.5, Fraction(3, 2), "1/2", None])
def test_integer_laws_answer_at_integers_only(outcome: object) -> None:
    for law in (two_sided_geometric(0, Fraction(1, 4)), DiscreteGaussianLaw(0, 1)):
        for ask in (law.pmf, law.cdf, law.upper_tail):
            with pytest.raises(ValueError, match="outcome"):
                ask(outcome)


def test_a_law_too_wide_to_sum_is_refused() -> None:
    with pytest.raises(ValueError, match="sigma_squared"):
        DiscreteGaussianLaw(0, 10**13)
