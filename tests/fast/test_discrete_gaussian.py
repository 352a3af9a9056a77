"""The fast discrete Gaussian mechanism."""

import math
from fractions import Fraction
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from scipy import stats

from dpassay.fast.discrete_gaussian import discrete_gaussian, noise, pmf
from tests.fast.helpers import (
    ALPHA,
    COMMON,
    INTEGER_SENSITIVITY,
    NOT_INTEGER,
    NOT_POSITIVE,
    Case,
    N,
    bits_p_value,
    check_shapes,
    counts_p_value,
    expect_error,
    generator,
    reals_p_value,
)

VALID: dict[str, Any] = {"data": 3, "size": 5, "rng": generator(), "sigma_squared": 2.5, "sensitivity": 1}
OWN: list[Case] = [
    *[("data", {"data": data}) for data in [*NOT_INTEGER, 2**62 + 1]],
    *[("sigma_squared", {"sigma_squared": value}) for value in [*NOT_POSITIVE, 2.0**109]],
]


def sample(sigma_squared: Any, data: int = 0, size: int = N, seed: int = 6) -> Any:
    return discrete_gaussian(data, size=size, rng=generator(seed), sigma_squared=sigma_squared, sensitivity=1)


def law(sigma_squared: float) -> tuple[int, Any]:
    """e^(-k^2 / (2 sigma^2)), normalized over -reach, ..., reach; outside there is less than 1e-20."""
    reach = math.ceil(10 * math.sqrt(sigma_squared)) + 1
    weights = np.exp(-(np.arange(-reach, reach + 1.0) ** 2) / (2 * sigma_squared))
    return reach, weights / weights.sum()


def check_small(samples: Any, sigma_squared: float) -> float:
    reach, probabilities = law(sigma_squared)
    if np.abs(samples).max() > reach:
        return 0.0
    return counts_p_value(samples + reach, probabilities)


@pytest.mark.parametrize(("name", "changes"), COMMON + INTEGER_SENSITIVITY + OWN)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(discrete_gaussian, VALID | changes, name)


def test_shapes() -> None:
    check_shapes(discrete_gaussian, VALID, np.int64)


@pytest.mark.parametrize("sigma_squared", [1e-4, 0.2, 0.999, 1.0, 3.7, 1e4])
def test_pmf(sigma_squared: float) -> None:
    """Against Jacobi's theta function, at 50 digits."""
    with mp.workdps(50):
        total = mp.jtheta(3, 0, mp.exp(-1 / (2 * mp.mpf(sigma_squared))))
        for k in (0, 1, -1, 5, 100):
            expected = float(mp.exp(-(mp.mpf(k) ** 2) / (2 * mp.mpf(sigma_squared))) / total)
            computed = float(pmf(np.array(k), sigma_squared))
            assert computed == pytest.approx(expected, rel=1e-13, abs=1e-290)


@pytest.mark.statistical
@pytest.mark.parametrize("sigma_squared", [0.05, 0.3, 0.99, 1, 2.5, Fraction(49, 2), 1000, 1e5])
def test_law(sigma_squared: Any) -> None:
    """alpha = 1e-4."""
    assert check_small(sample(sigma_squared), float(sigma_squared)) > ALPHA
    assert check_small(sample(sigma_squared, data=-(2**62)) + 2**62, float(sigma_squared)) > ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("sigma", [1e4, 1e6, 2.0**40, 2.0**54])
def test_law_of_wide_noise(sigma: float) -> None:
    """alpha = 1e-4 each; scaled, the noise is a normal to within 1 / sigma, and its low bits are uniform."""
    samples = sample(sigma**2)
    assert reals_p_value(samples / sigma, stats.norm.cdf) > ALPHA
    assert reals_p_value(samples / sigma, stats.norm(scale=1.1).cdf) < ALPHA
    assert bits_p_value(samples, 5) > ALPHA


@pytest.mark.statistical
def test_tampered_twins_are_rejected() -> None:
    """sigma_squared off by 10 %; taken for sigma; a rounded normal; a shifted support; no rejection."""
    assert check_small(sample(2.75), 2.5) < ALPHA
    assert check_small(sample(2.5**2), 2.5) < ALPHA
    rounded = np.rint(generator().normal(scale=math.sqrt(2.5), size=N)).astype(np.int64)
    assert check_small(rounded, 2.5) < ALPHA
    assert check_small(sample(2.5) + 1, 2.5) < ALPHA
    assert check_small(np.rint(generator().laplace(scale=2, size=N)).astype(np.int64), 2.5) < ALPHA


def test_sensitivity_changes_nothing() -> None:
    answers = [
        discrete_gaussian(0, size=1000, rng=generator(), sigma_squared=9, sensitivity=sensitivity)
        for sensitivity in (1, 50)
    ]
    assert np.array_equal(answers[0], answers[1])


@pytest.mark.parametrize("sigma_squared", [5e-324, 1e-300, 1e-3])
def test_tiny_noise_is_none(sigma_squared: float) -> None:
    assert not sample(sigma_squared).any()


@pytest.mark.parametrize("data", [2**62, -(2**62)])
def test_no_overflow_at_the_limits(data: int) -> None:
    samples = sample(2.0**108, data=data)
    assert (np.sign(samples) == np.sign(data)).all()
    assert np.abs(samples - data).max() > 2**55


def test_the_end_of_the_tail() -> None:
    """The coin refuses what is beyond 44.5 in the exponent; a draw at 10 sigma can still be accepted."""
    sigma = 1000.0
    assert ((10.4 * sigma - sigma) / sigma) ** 2 / 2 < 44.5 < ((10.5 * sigma - sigma) / sigma) ** 2 / 2
    assert np.abs(noise(sigma**2, N, generator())).max() < 10.5 * sigma
