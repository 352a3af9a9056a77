"""The fast Laplace mechanism."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from dpassay.fast import discrete_laplace, lattice
from dpassay.fast import laplace as module
from dpassay.fast.laplace import density, laplace
from tests.fast.helpers import (
    ALPHA,
    BUDGET,
    COMMON,
    NOT_REAL,
    SENSITIVITY,
    Case,
    N,
    bits_p_value,
    check_shapes,
    expect_error,
    generator,
    reals_p_value,
)

VALID: dict[str, Any] = {"data": 0.5, "size": 5, "rng": generator(), "epsilon": 1.0, "sensitivity": 1.0}
OWN: list[Case] = [
    *[("data", {"data": data}) for data in [*NOT_REAL, 1e300, 2**52 + 1, -(10**400)]],
    ("scale", {"epsilon": 1e-12}),
    ("scale", {"epsilon": 1e300}),
    ("sensitivity", {"sensitivity": 1e300, "epsilon": 1e300}),
]
DATA = [0.0, 1.0, -1.0, 1 / 3, math.pi * 1e5, 5e-324, 2.0**50, 123456789, Fraction(1, 3), -0.0, 2.0**-60]


def sample(data: Any = 0.0, epsilon: float = 1.0, sensitivity: float = 1.0, size: int = N) -> Any:
    return laplace(data, size=size, rng=generator(4), epsilon=epsilon, sensitivity=sensitivity)


@pytest.mark.parametrize(("name", "changes"), COMMON + BUDGET + SENSITIVITY + OWN)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(laplace, VALID | changes, name)


def test_shapes() -> None:
    check_shapes(laplace, VALID, np.float64)


def test_density() -> None:
    y = np.linspace(-20, 20, 1001)
    assert density(y, 1.5, 2.0) == pytest.approx(stats.laplace(1.5, 2.0).pdf(y), rel=1e-14)


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("data", "epsilon", "sensitivity"),
    [(0.0, 1.0, 1.0), (1e6, 0.1, 1.0), (-3, 1e-6, 1), (1 / 3, 50.0, 1e-3), (Fraction(1, 7), 2.0, 1e12)],
)
def test_law(data: Any, epsilon: float, sensitivity: float) -> None:
    """alpha = 1e-4."""
    samples = sample(data, epsilon, sensitivity)
    assert reals_p_value(samples, stats.laplace(float(data), sensitivity / epsilon).cdf) > ALPHA


@pytest.mark.statistical
def test_law_by_exp_eps() -> None:
    """alpha = 1e-4."""
    samples = laplace(0.0, size=N, rng=generator(), exp_eps="3/2", sensitivity=1)
    assert reals_p_value(samples, stats.laplace(scale=1 / math.log(1.5)).cdf) > ALPHA


@pytest.mark.statistical
def test_tampered_twins_are_rejected() -> None:
    """Scale off by 10 %; sensitivity ignored; off to one side; normal noise of the same variance."""
    law = stats.laplace(0.0, 1.0).cdf
    assert reals_p_value(sample(epsilon=1.1), law) < ALPHA
    assert reals_p_value(sample(sensitivity=2.0), law) < ALPHA
    assert reals_p_value(sample() + 0.02, law) < ALPHA
    assert reals_p_value(generator().normal(scale=math.sqrt(2), size=N), law) < ALPHA


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize(("epsilon", "sensitivity"), [(1.0, 1.0), (0.1, 3.0), (1e-6, 0.3), (7.0, 2.0)])
def test_every_answer_is_on_the_lattice(data: Any, epsilon: float, sensitivity: float) -> None:
    spacing = lattice.spacing(sensitivity / epsilon, sensitivity)
    units = sample(data, epsilon, sensitivity, size=2000) / spacing
    assert np.array_equal(units, np.rint(units))


def test_a_float_sum_is_not_on_the_lattice() -> None:
    """The twin that the lattice test must reject."""
    units = (1 / 3 + generator().laplace(size=2000)) / lattice.spacing(1.0, 1.0)
    assert not np.array_equal(units, np.rint(units))


@pytest.mark.statistical
@pytest.mark.parametrize("data", [0.0, 1.0, 1 / 3, 2.0**-29])
@pytest.mark.parametrize("epsilon", [1.0, 1e-6])
def test_low_bits_say_nothing_of_the_data(data: float, epsilon: float) -> None:
    """alpha = 1e-4; whatever the data, the lowest bits of the lattice point are uniform."""
    units = sample(data, epsilon) / lattice.spacing(1 / epsilon, 1.0)
    assert bits_p_value(units.astype(np.int64), 7) > ALPHA


def test_the_known_leak_is_absent() -> None:
    """Answers in (0, 1/4) that are no multiples of 2^-53: 7 % of a float Laplace on 0, and none on 1."""

    def share(samples: Any) -> float:
        return float(np.mean((samples > 0) & (samples < 0.25) & ((samples * 2.0**53) % 1 != 0)))

    assert share(sample(0.0)) == share(sample(1.0)) == 0
    assert share(generator().laplace(0.0, size=N)) > 0.01
    assert share(generator().laplace(1.0, size=N)) == 0


@given(epsilon=st.floats(2.0**-33, 2.0**30), sensitivity=st.floats(1e-30, 1e30))
def test_the_noise_covers_the_rounding(epsilon: float, sensitivity: float) -> None:
    """(sensitivity / L + 1) rate <= epsilon exactly, for the doubles that are computed; and hardly less."""
    rates = []

    def record(rate: float, size: int, rng: Any) -> Any:
        rates.append(rate)
        return np.zeros(size, np.int64)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discrete_laplace, "noise", record)
        laplace(0.0, size=1, rng=generator(), epsilon=epsilon, sensitivity=sensitivity)
    spacing = Fraction(lattice.spacing(sensitivity / epsilon, sensitivity))
    loss = (Fraction(sensitivity) / spacing + 1) * Fraction(rates[0])
    assert loss <= Fraction(epsilon)
    assert loss >= Fraction(epsilon) * (1 - Fraction(1, 2**49))
    assert rates[0] >= discrete_laplace.SMALLEST_RATE


def test_huge_data() -> None:
    """Below 2^51 scales doubles are a quarter apart: the answers are such doubles, around the data."""
    samples = sample(2.0**51)
    assert np.array_equal(samples * 4, np.rint(samples * 4))
    assert abs(np.median(samples) - 2.0**51) <= 1
    assert 0.5 < np.std(samples) < 3
    assert abs(np.median(sample(10**15 + 1)) - (10**15 + 1)) < 1


def test_large_epsilon_stays_near_the_data() -> None:
    assert np.abs(sample(7.0, epsilon=50.0) - 7.0).max() < 44.5 / 50
    assert module.laplace(1, size=0, rng=generator(), epsilon=50, sensitivity=1).shape == (0,)
