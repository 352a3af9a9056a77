"""The fast Gaussian mechanism, and its analytic calibration against high-precision arithmetic."""

import math
from fractions import Fraction
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from dpassay.fast import gaussian as module
from dpassay.fast import lattice
from dpassay.fast.gaussian import calibrate, density, gaussian, log_delta, noise
from tests.fast.helpers import (
    ALPHA,
    BUDGET,
    COMMON,
    NOT_POSITIVE,
    NOT_REAL,
    SENSITIVITY,
    Case,
    N,
    bits_p_value,
    check_shapes,
    expect_error,
    generator,
    integers_p_value,
    reals_p_value,
)

VALID: dict[str, Any] = {
    "data": 0.5,
    "size": 5,
    "rng": generator(),
    "epsilon": 1.0,
    "delta": 1e-5,
    "sensitivity": 1.0,
}
OWN: list[Case] = [
    *[("data", {"data": data}) for data in [*NOT_REAL, 1e300, -(10**400)]],
    *[("delta", {"delta": delta}) for delta in [*NOT_POSITIVE, 1, 1.5, None]],
    *[("sigma", {"sigma": sigma}) for sigma in NOT_POSITIVE],
    ("epsilon", {"epsilon": 1e13}),
    ("delta", {"epsilon": 1e-12, "delta": 1e-300}),
    ("scale", {"sigma": 1e12}),
    ("scale", {"sigma": 1e-300}),
    ("scale", {"sensitivity": 1e300}),
    ("sensitivity", {"sensitivity": 1e300, "sigma": 1.0}),
]
EPSILONS = [1e-12, 1e-6, 1e-3, 0.1, 1.0, 3.0, 10.0, 50.0, 700.0, 1e6, 1e12]
DELTAS = [5e-324, 1e-300, 1e-100, 1e-12, 1e-5, 0.01, 0.3, 0.9, 0.999, 1 - 2.0**-53]


def sample(data: Any = 0.0, size: int = N, **changes: Any) -> Any:
    arguments = VALID | {"data": data, "size": size, "rng": generator(7)} | changes
    return gaussian(**arguments)


def precise_delta(s: Any, epsilon: float) -> Any:
    """Phi(1 / (2 s) - eps s) - e^eps Phi(-1 / (2 s) - eps s), at the working precision."""
    s, eps = mp.mpf(s), mp.mpf(epsilon)

    def phi(x: Any) -> Any:
        return mp.erfc(-x / mp.sqrt(2)) / 2

    return phi(1 / (2 * s) - eps * s) - mp.exp(eps) * phi(-1 / (2 * s) - eps * s)


@pytest.mark.parametrize(("name", "changes"), COMMON + BUDGET + SENSITIVITY + OWN)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(gaussian, VALID | changes, name)


def test_shapes() -> None:
    check_shapes(gaussian, VALID, np.float64)


def test_density() -> None:
    y = np.linspace(-20, 20, 1001)
    assert density(y, 1.5, 2.0) == pytest.approx(stats.norm(1.5, 2.0).pdf(y), rel=1e-13)


@pytest.mark.parametrize("s", [0.1, 0.5, 2.0, 7.0])
@pytest.mark.parametrize("epsilon", [0.01, 0.5, 2.0])
def test_log_delta_is_the_published_formula(s: float, epsilon: float) -> None:
    cdf = stats.norm.cdf
    expected = cdf(0.5 / s - epsilon * s) - math.exp(epsilon) * cdf(-0.5 / s - epsilon * s)
    assert math.exp(log_delta(s, epsilon)) == pytest.approx(expected, rel=1e-9, abs=1e-14)


@pytest.mark.parametrize(
    ("epsilon", "delta"),
    [(e, d) for e in EPSILONS for d in DELTAS if e > 1e-9 or d > 1e-3],  # the others are refused
)
def test_calibration_is_tight_and_never_too_small(epsilon: float, delta: float) -> None:
    """At 700 digits: delta is met, and would not be by a sigma that is smaller by a relative 1e-9."""
    s = calibrate(epsilon, delta)
    with mp.workdps(700):
        assert precise_delta(s, epsilon) <= delta
        assert precise_delta(mp.mpf(s) * (1 - mp.mpf(10) ** -9), epsilon) > delta


@given(
    epsilon=st.floats(-300, 12).map(lambda e: 10.0**e),
    delta=st.floats(-16, 2.87).map(lambda d: math.exp(-(10.0**d))),
)
def test_calibration_answers_or_refuses(epsilon: float, delta: float) -> None:
    if not 0 < delta < 1:
        return
    try:
        s = calibrate(epsilon, delta)
    except ValueError as error:
        assert "expected one that noise of" in str(error)  # noqa: PT017
        assert math.sqrt(2 * math.pi) * 2.0**33 * delta < 10
    else:
        assert 0 < s < 2.0**35


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("data", "epsilon", "delta", "sensitivity", "sigma"),
    [
        (0.0, 1.0, 1e-5, 1.0, 3.7304815),  # Balle and Wang's condition, solved by hand at 50 digits
        (1e6, 50.0, 1e-12, 1e-3, None),
        (-3, 1e-6, 1e-5, 1, None),
        (Fraction(1, 7), 0.1, 1e-300, 1e12, None),
    ],
)
def test_law(data: Any, epsilon: float, delta: float, sensitivity: float, sigma: float | None) -> None:
    """alpha = 1e-4."""
    samples = sample(data, epsilon=epsilon, delta=delta, sensitivity=sensitivity)
    scale = calibrate(epsilon, delta) * sensitivity if sigma is None else sigma
    assert reals_p_value(samples, stats.norm(float(data), scale).cdf) > ALPHA


@pytest.mark.statistical
def test_sigma_alone_is_the_same_noise() -> None:
    alone, beside = (
        gaussian(0, size=100, rng=np.random.default_rng(1), sensitivity=1, sigma=2, **more)
        for more in ({}, {"epsilon": 1, "delta": 1e-5})
    )
    assert (alone == beside).all()
    with pytest.raises(ValueError, match="delta"):
        gaussian(0, size=1, rng=np.random.default_rng(1), sensitivity=1, sigma=2, epsilon=1)
    with pytest.raises(ValueError, match="epsilon"):
        gaussian(0, size=1, rng=np.random.default_rng(1), sensitivity=1)


@pytest.mark.parametrize("sigma", [1e-6, 0.3, 4, 1e9])
def test_law_of_an_explicit_sigma(sigma: float) -> None:
    """alpha = 1e-4."""
    assert reals_p_value(sample(1.0, sigma=sigma), stats.norm(1.0, sigma).cdf) > ALPHA


@pytest.mark.statistical
def test_tampered_twins_are_rejected() -> None:
    """Scale off by 10 %; sensitivity ignored; off to one side; the classical calibration."""
    law = stats.norm(0.0, calibrate(1.0, 1e-5)).cdf
    assert reals_p_value(sample(), law) > ALPHA
    assert reals_p_value(sample() * 1.1, law) < ALPHA
    assert reals_p_value(sample(sensitivity=2.0), law) < ALPHA
    assert reals_p_value(sample() + 0.1, law) < ALPHA
    assert reals_p_value(sample(sigma=math.sqrt(2 * math.log(1.25e5))), law) < ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("scale", [128.0, 150.0, 200.0])
def test_noise_is_a_rounded_normal(scale: float) -> None:
    """alpha = 1e-4; each integer has a cell of its own, and the normal's mass within half a unit of it."""
    samples = noise(scale, 2_000_000, generator())
    reach = int(3 * scale)
    assert integers_p_value(samples, lambda k: stats.norm.cdf((k + 0.5) / scale), -reach, reach) > ALPHA
    jitter = generator(2).uniform(-0.5, 0.5, size=len(samples))
    assert reals_p_value((samples + jitter) / scale, stats.norm.cdf) > ALPHA
    assert reals_p_value((samples + jitter + 1) / scale, stats.norm.cdf) < ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("scale", [2.0**12, 2.0**30 * 1.3, 2.0**55])
def test_low_bits_of_the_noise_are_uniform(scale: float) -> None:
    """alpha = 1e-4."""
    assert bits_p_value(noise(scale, N, generator()), 6) > ALPHA


class Rigged:
    """A generator whose exponentials are all the same."""

    def __init__(self, exponential: float) -> None:
        self.exponential = exponential

    def standard_exponential(self, size: int) -> Any:
        return np.full(size, self.exponential)


@pytest.mark.parametrize("cell", [0.0, 1.0, 700.0])
def test_a_place_in_a_cell_is_kept_in_proportion_to_the_density(cell: float) -> None:
    """The exponent is the log of the ratio of the densities at the place and at the inner edge."""
    width, bits = 2.0**-8, 10
    halves = np.array([0, 511, 1023])
    places = (cell + (halves + 0.5) / 2**bits) * width
    exponents = (places**2 - (cell * width) ** 2) / 2
    for exponent in exponents:
        for factor in (1 - 1e-9, 1 + 1e-9):
            rng: Any = Rigged(exponent * factor)
            kept = module.in_proportion(np.full(3, cell), halves, bits, width, rng)
            assert np.array_equal(kept, exponents <= exponent * factor)


@pytest.mark.parametrize("data", [0.0, 1 / 3, -math.pi * 1e5, 5e-324, 2.0**50, 123456789, Fraction(1, 3)])
@pytest.mark.parametrize("sigma", [1.0, 0.37, 1e4])
def test_every_answer_is_on_the_lattice(data: Any, sigma: float) -> None:
    units = sample(data, sigma=sigma, size=2000) / lattice.spacing(sigma, 1.0)
    assert np.array_equal(units, np.rint(units))


@pytest.mark.statistical
@pytest.mark.parametrize("data", [0.0, 1.0, 1 / 3])
def test_low_bits_say_nothing_of_the_data(data: float) -> None:
    """alpha = 1e-4."""
    units = sample(data, sigma=1.0) / lattice.spacing(1.0, 1.0)
    assert bits_p_value(units.astype(np.int64), 7) > ALPHA
    naive = (data + generator().normal(size=N)) / lattice.spacing(1.0, 1.0)
    assert not np.array_equal(naive, np.rint(naive))


@given(sigma=st.floats(1e-6, 1e9), sensitivity=st.floats(0.5, 1e6))
def test_the_noise_covers_the_rounding(sigma: float, sensitivity: float) -> None:
    """sigma' / (sensitivity + L) >= sigma / sensitivity exactly, for the doubles that are computed."""
    scales = []

    def record(scale: float, size: int, rng: Any) -> Any:
        scales.append(scale)
        return np.zeros(size, np.int64)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "noise", record)
        sample(0.0, sigma=sigma, sensitivity=sensitivity, size=1)
    spacing = Fraction(lattice.spacing(sigma, sensitivity))
    ratio = Fraction(scales[0]) * spacing / (Fraction(sensitivity) + spacing)
    claimed = Fraction(sigma) / Fraction(sensitivity)
    assert claimed <= ratio <= claimed * (1 + Fraction(1, 2**49))
    assert 2.0**9 <= scales[0] <= 2.0**55


def test_exp_eps_and_epsilon_agree() -> None:
    by_epsilon = sample(epsilon=math.log(1.5))
    by_exp_eps = sample(epsilon=None, exp_eps=Fraction(3, 2))
    assert np.array_equal(by_epsilon, by_exp_eps)


def test_huge_data() -> None:
    samples = sample(2.0**51, sigma=1.0)
    assert np.array_equal(samples * 4, np.rint(samples * 4))
    assert abs(np.median(samples) - 2.0**51) <= 1
    assert 0.5 < np.std(samples) < 2
