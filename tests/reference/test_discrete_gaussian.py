from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import DiscreteGaussianLaw, renyi_divergence
from dpassay.properties.discrete_gaussian import data, neighbors, parameters
from dpassay.properties.guarantees import holds
from dpassay.reference.discrete_gaussian import NAME, Parameters, guarantee, law
from dpassay.reference.discrete_gaussian import neighbors as worst_pairs
from tests.reference import helpers

GOOD = {"sigma_squared": "9/2", "sensitivity": 2}
WITH_DATA = parameters().flatmap(lambda p: st.tuples(st.just(p), data(p)))
WITH_PAIR = parameters().flatmap(lambda p: st.tuples(st.just(p), neighbors(p)))


@given(WITH_DATA, st.integers(-12, 12))
def test_the_normalizer_is_a_theta_function(drawn: tuple[Parameters, int], k: int) -> None:
    p, x = drawn
    with mpmath.workdps(30):
        variance = mpmath.mpf(p.sigma_squared.numerator) / p.sigma_squared.denominator
        expected = mpmath.exp(-(k**2) / (2 * variance)) / mpmath.jtheta(3, 0, mpmath.exp(-1 / (2 * variance)))
    assert float(law(x, p).pmf(x + k)) == pytest.approx(float(expected), rel=1e-13)


@given(WITH_DATA)
def test_the_distribution_function_sums_the_masses(drawn: tuple[Parameters, int]) -> None:
    p, x = drawn
    exact = law(x, p)
    below = sum(float(exact.pmf(x + k)) for k in range(-80, 2))
    assert float(exact.cdf(x + 1)) == pytest.approx(below)
    assert float(exact.upper_tail(x + 2)) == pytest.approx(1 - below, abs=1e-12)


@given(WITH_PAIR)
def test_the_guarantee_holds(drawn: tuple[Parameters, tuple[int, int]]) -> None:
    p, (x, y) = drawn
    assert holds(law(x, p), law(y, p), guarantee(p))


@given(parameters(), st.integers(2, 20))
def test_the_first_neighbors_attain_the_guarantee(p: Parameters, order: int) -> None:
    x, y = next(worst_pairs(p))
    assert renyi_divergence(law(x, p), law(y, p), order) == guarantee(p).rho * order


@pytest.mark.parametrize("order", [2, 5])
def test_the_renyi_divergence_is_a_sum(order: int) -> None:
    p, q = DiscreteGaussianLaw(3, "9/2"), DiscreteGaussianLaw(1, "9/2")
    moment = sum(float(p.pmf(k)) ** order * float(q.pmf(k)) ** (1 - order) for k in range(-30, 40))
    exact = renyi_divergence(p, q, order)
    assert exact is not None
    assert float(exact) == pytest.approx(float(mpmath.log(moment)) / (order - 1))


def test_less_noise_is_less_private() -> None:
    p = Parameters.read(GOOD)
    narrow = [DiscreteGaussianLaw(x, p.sigma_squared * Fraction(99, 100)) for x in (0, 2)]
    assert not holds(narrow[0], narrow[1], guarantee(p))


@pytest.mark.parametrize("raw", [{"sigma_squared": "1/4", "sensitivity": 1}, {"sigma_squared": 1, "sensitivity": 1}])
def test_the_coins_of_the_sampler(raw: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.exact.coins.BITS_PER_STEP", 1)
    assert helpers.law_of_coins_agrees(NAME, 3, Parameters.read(raw), 3_000) < 0.6


@pytest.mark.statistical
@pytest.mark.parametrize("sigma_squared", ["1/4", "9/2", "40"])
def test_draws_follow_the_law(sigma_squared: str) -> None:
    p = Parameters.read(sigma_squared=sigma_squared, sensitivity=1)
    assert not helpers.samples_follow_the_law(NAME, -7, p, 2_000, seed=5).rejected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sigma_squared": None}, "sigma_squared = nothing: expected the parameter"),
        ({"sigma_squared": 0}, "sigma_squared = 0: expected a number above 0"),
        ({"sigma_squared": "-1"}, "sigma_squared = -1: expected a number above 0"),
        ({"sigma_squared": 2.5}, "sigma_squared = 2.5: expected"),
        ({"sigma_squared": "inf"}, "sigma_squared = 'inf': expected"),
        ({"sensitivity": 0}, "sensitivity = 0: expected a whole number of at least 1"),
        ({"sigma_square": 1}, r"did you mean 'sigma_squared'\?"),
        ({"epsilon": 1}, "parameter = 'epsilon': expected one of sigma_squared, sensitivity"),
    ],
)
def test_bad_parameters(change: dict[str, object], message: str) -> None:
    helpers.refuses(GOOD, change, message, NAME)


@pytest.mark.parametrize(("bad", "message"), [*helpers.REAL_MISTAKES, ("1/2", "expected a whole number")])
def test_bad_data(bad: Any, message: str) -> None:
    helpers.refuses_data(NAME, Parameters.read(GOOD), bad, message)
