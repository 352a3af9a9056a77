from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import GaussianLaw, decide, enumerate_coins, hockey_stick_divergence
from dpassay.properties.gaussian import data, neighbors, parameters
from dpassay.properties.guarantees import holds
from dpassay.reference import ConcentratedGuarantee
from dpassay.reference.gaussian import NAME, Parameters, analytic_sigma, guarantee, law, meets, sample
from tests.reference import helpers

GOOD = {"epsilon": "1", "delta": "1e-5", "sensitivity": 2}
WITH_DATA = parameters().flatmap(lambda p: st.tuples(st.just(p), data(p)))
WITH_PAIR = parameters().flatmap(lambda p: st.tuples(st.just(p), neighbors(p)))
SLIGHTLY_LESS = 1 - Fraction(1, 1 << 50)


@given(WITH_DATA, st.fractions(-6, 6, max_denominator=9))
def test_the_law_agrees_with_mpmath(drawn: tuple[Parameters, Fraction], z: Fraction) -> None:
    p, x = drawn
    sigma = p.standard_deviation
    y = x + sigma * z
    center, width, point = (mpmath.mpf(v.numerator) / v.denominator for v in (x, sigma, y))
    assert float(law(x, p).cdf(y)) == pytest.approx(float(mpmath.ncdf(point, center, width)), rel=1e-9)
    assert float(law(x, p).pdf(y)) == pytest.approx(float(mpmath.npdf(point, center, width)), rel=1e-9)


@pytest.mark.parametrize("delta", ["0.2", "1e-3", "1e-5", "1e-12"])
@pytest.mark.parametrize("epsilon", ["1/20", "1", "6"])
def test_the_calibration_is_the_root_that_mpmath_finds(epsilon: str, delta: str) -> None:
    p = Parameters.read(epsilon=epsilon, delta=delta, sensitivity=1)
    with mpmath.workdps(40):
        e, d = (mpmath.mpf(v.numerator) / v.denominator for v in (Fraction(epsilon), Fraction(delta)))
        sigma = mpmath.mpf(p.standard_deviation.numerator) / p.standard_deviation.denominator

        def log_excess(s: Any) -> Any:
            """Theorem 8 of Balle and Wang."""
            tail = mpmath.exp(e) * mpmath.ncdf(-1 / (2 * s) - e * s)
            return mpmath.log((mpmath.ncdf(1 / (2 * s) - e * s) - tail) / d)

        root = mpmath.findroot(log_excess, (sigma * mpmath.mpf("0.9"), sigma * mpmath.mpf("1.1")), solver="anderson")
        assert 0 <= (sigma - root) / root <= mpmath.mpf(2) ** -59


@given(parameters())
def test_the_calibrated_sigma_is_enough_and_hardly_less_is_not(p: Parameters) -> None:
    sigma = analytic_sigma(p.budget, p.delta, p.sensitivity)
    assert meets(sigma, p.budget, p.delta, p.sensitivity)
    assert not meets(sigma * SLIGHTLY_LESS, p.budget, p.delta, p.sensitivity)


@given(WITH_PAIR)
def test_the_guarantee_holds(drawn: tuple[Parameters, tuple[Fraction, Fraction]]) -> None:
    p, (x, y) = drawn
    assert holds(law(x, p), law(y, p), guarantee(p))


def test_the_guarantee_of_a_sigma_of_the_users_own_is_only_a_claim() -> None:
    p = Parameters.read(GOOD, sigma=1)
    assert p.standard_deviation == 1
    assert not holds(law(Fraction(0), p), law(Fraction(2), p), guarantee(p))


@pytest.mark.parametrize(("sigma", "sensitivity"), [(1, 1), ("1/3", 2), (1000, "1/7")])
def test_sigma_alone_gives_a_concentrated_guarantee_that_is_attained(sigma: int | str, sensitivity: int | str) -> None:
    p = Parameters.read(sigma=sigma, sensitivity=sensitivity)
    assert p.standard_deviation == Fraction(sigma)
    assert p.given() == {"sensitivity": Fraction(sensitivity), "sigma": Fraction(sigma)}
    promised = guarantee(p)
    laws = law(Fraction(0), p), law(p.sensitivity, p)
    assert isinstance(promised, ConcentratedGuarantee)
    assert holds(*laws, promised)
    assert not holds(*laws, replace(promised, rho=promised.rho * SLIGHTLY_LESS))


def test_what_is_given_beside_sigma_is_all_or_nothing() -> None:
    for change, message in (
        ({"epsilon": None}, "epsilon = nothing: expected exactly one of epsilon and exp_eps, and delta; or sigma"),
        ({"delta": None}, "delta = nothing"),
        ({"delta": None, "epsilon": None, "sensitivity": None}, "sensitivity = nothing"),
    ):
        helpers.refuses({**GOOD, "sigma": 1}, change, message, NAME)
    helpers.refuses(GOOD, {"epsilon": None, "delta": None}, "epsilon = nothing", NAME)
    assert Parameters(None, None, Fraction(1), Fraction(2)) == Parameters.read(sigma=2, sensitivity=1)


@given(st.fractions("1/2", 4, max_denominator=5), st.fractions(0, 3, max_denominator=5))
def test_the_profile_is_an_integral_over_the_best_event(sigma: Fraction, epsilon: Fraction) -> None:
    t = Fraction(round(float(mpmath.exp(float(epsilon))) * 1000), 1000)
    exact = hockey_stick_divergence(GaussianLaw(1, sigma), GaussianLaw(0, sigma), t)
    s = float(sigma)
    start = s * s * float(mpmath.log(float(t))) + 0.5  # from here on the ratio of the densities is above t
    excess = mpmath.quad(
        lambda y: mpmath.npdf(y, 1, s) - float(t) * mpmath.npdf(y, 0, s), [start, start + 4 * s, start + 20 * s]
    )
    assert float(exact) == pytest.approx(float(excess), rel=1e-7, abs=1e-14)


def test_the_coins_of_the_sampler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.exact.coins.BITS_PER_STEP", 1)
    p, x = Parameters.read(GOOD, sigma=2), Fraction(1, 3)
    code, exact = enumerate_coins(lambda coins: sample(x, p, coins, bits=1), 800), law(x, p)
    assert code.leftover < Fraction(1, 5)
    for outcome, weight in code.weights.items():
        cell = exact.cdf(outcome + Fraction(1, 2)) - exact.cdf(outcome)
        assert decide(weight <= cell)
        assert decide(cell <= weight + code.leftover)


@pytest.mark.statistical
def test_draws_follow_the_law() -> None:
    assert not helpers.samples_follow_the_law(NAME, "-7/3", Parameters.read(GOOD), 500, seed=4, bits=16).rejected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        *helpers.BUDGET_MISTAKES,
        ({"delta": None}, "delta = nothing: expected the delta"),
        ({"delta": 0}, "delta = 0: expected"),
        ({"delta": 1}, r"delta = 1: expected a number in \(0, 1\)"),
        ({"delta": "-0.1"}, "delta = -0.1: expected"),
        ({"delta": 1e-5}, "delta = 1e-05: expected"),
        ({"sensitivity": 0}, "sensitivity = 0: expected a number above 0"),
        ({"sigma": 0}, "sigma = 0: expected a number above 0"),
        ({"sigma": -1}, "sigma = -1: expected a number above 0"),
        ({"sigm": 1}, r"did you mean 'sigma'\?"),
    ],
)
def test_bad_parameters(change: dict[str, object], message: str) -> None:
    helpers.refuses(GOOD, change, message, NAME)


@pytest.mark.parametrize(("bad", "message"), helpers.REAL_MISTAKES)
def test_bad_data(bad: Any, message: str) -> None:
    helpers.refuses_data(NAME, Parameters.read(GOOD), bad, message)
