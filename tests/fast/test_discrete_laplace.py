"""The fast discrete Laplace mechanism."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy import stats

from dpassay.fast import discrete_laplace as module
from dpassay.fast.discrete_laplace import discrete_laplace, pmf
from tests.fast.helpers import (
    ALPHA,
    BUDGET,
    COMMON,
    INTEGER_SENSITIVITY,
    NOT_INTEGER,
    Case,
    N,
    bits_p_value,
    check_shapes,
    counts_p_value,
    expect_error,
    generator,
    integers_p_value,
    reals_p_value,
)

VALID: dict[str, Any] = {"data": 3, "size": 5, "rng": generator(), "epsilon": 1.0, "sensitivity": 2}
OWN: list[Case] = [
    *[("data", {"data": data}) for data in [*NOT_INTEGER, 2**62 + 1]],
    ("epsilon", {"epsilon": 1e-17}),
    ("epsilon", {"epsilon": 1.0, "sensitivity": 2**60}),
]


def sample(epsilon: float, sensitivity: int = 1, data: int = 0, size: int = N, seed: int = 3) -> Any:
    return discrete_laplace(data, size=size, rng=generator(seed), epsilon=epsilon, sensitivity=sensitivity)


def check_small(samples: Any, rate: float) -> float:
    """Against P(k) proportional to e^(-rate |k|), for laws of few outcomes."""
    reach = math.ceil(12 / rate) + 1
    return integers_p_value(samples, stats.dlaplace(rate).cdf, -reach, reach)


@pytest.mark.parametrize(("name", "changes"), COMMON + BUDGET + INTEGER_SENSITIVITY + OWN)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(discrete_laplace, VALID | changes, name)


def test_shapes() -> None:
    check_shapes(discrete_laplace, VALID, np.int64)
    check_shapes(discrete_laplace, VALID | {"epsilon": 1e-6}, np.int64)


@pytest.mark.parametrize("rate", [1e-3, 0.7, 30.0])
def test_pmf(rate: float) -> None:
    k = np.arange(-30_000, 30_001)
    weights = np.exp(-rate * np.abs(k))
    assert pmf(k, rate) == pytest.approx(weights / weights.sum(), rel=1e-11, abs=1e-300)
    assert pmf(k, rate) == pytest.approx(stats.dlaplace(rate).pmf(k), rel=1e-11, abs=1e-300)


@pytest.mark.statistical
@pytest.mark.parametrize("rate", [3.0, 1.0, 0.3, 2.0**-6, 2.0**-6 * (1 - 2.0**-40), 2.0**-6 * 0.7, 2.0**-8 * 0.9])
def test_law(rate: float) -> None:
    """alpha = 1e-4; on both sides of the rate at which the sampler changes."""
    assert check_small(sample(rate), rate) > ALPHA
    assert check_small(sample(3 * rate, sensitivity=3, data=-7) + 7, rate) > ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("rate", [1e-3, 1e-6, 1e-9, 2.0**-54])
def test_law_of_wide_noise(rate: float) -> None:
    """alpha = 1e-4; scaled, the noise is a continuous Laplace to within the rate."""
    samples = sample(rate) * rate
    assert reals_p_value(samples, stats.laplace.cdf) > ALPHA
    assert reals_p_value(samples, stats.laplace(scale=1.1).cdf) < ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("rate", [1e-4, 1e-6, 2.0**-40, 2.0**-54])
def test_low_bits_are_uniform(rate: float) -> None:
    """alpha = 1e-4; at these rates the lowest six bits are uniform to a relative 2^-7 or less."""
    assert bits_p_value(sample(rate), 6) > ALPHA
    coarse = (sample(rate) >> 6 << 6) | (sample(rate, seed=4) & 62)
    assert bits_p_value(coarse, 6) < ALPHA


@pytest.mark.statistical
def test_the_tilt_within_a_stride() -> None:
    """alpha = 1e-4; the units within a stride of 2^m follow e^(-rate k), and are not merely uniform."""
    rate, bits = 2.0**-16 * 0.99, 10
    units = np.abs(sample(rate, size=4_000_000)) & (2**bits - 1)
    share = 1 / (1 + math.exp(-rate * 2 ** (bits - 1)))
    halves = (units < 2 ** (bits - 1)).sum()
    assert stats.binomtest(int(halves), 4_000_000, share).pvalue > ALPHA
    assert stats.binomtest(int(halves), 4_000_000, 0.5).pvalue < ALPHA


@pytest.mark.statistical
def test_tampered_twins_are_rejected() -> None:
    """Scale off by 10 %; sensitivity ignored; a zero that is counted twice; a support shifted by one."""
    assert check_small(sample(1.1), 1.0) < ALPHA
    assert check_small(sample(1.0), 0.5) < ALPHA
    signs = generator(5).choice([-1, 1], size=N)
    assert check_small(module.geometric(1.0, N, generator()) * signs, 1.0) < ALPHA
    assert check_small(sample(1.0) + 1, 1.0) < ALPHA


@pytest.mark.statistical
def test_law_by_exp_eps() -> None:
    """alpha = 1e-4; with e^epsilon = 2 the masses are 2^-|k| / 3."""
    samples = discrete_laplace(0, size=N, rng=generator(), exp_eps=Fraction(2), sensitivity=1)
    k = np.arange(-30, 31)
    assert counts_p_value(samples + 30, 2.0 ** -np.abs(k) / 3) > ALPHA


def test_large_epsilon_adds_nothing() -> None:
    assert not sample(50.0).any()
    assert not sample(1e300, size=10).any()


@pytest.mark.parametrize("data", [2**62, -(2**62)])
def test_no_overflow_at_the_limits(data: int) -> None:
    """Noise of scale 2^55 next to data of 2^62; and the largest that NumPy's exponential can be."""
    samples = sample(2.0**-54, data=data)
    assert (np.sign(samples) == np.sign(data)).all()
    assert 45 * 2**55 + 2**62 < 2**63
    assert np.abs(samples - data).max() > 2**56
