"""The lattice of the real-valued mechanisms: spacing, exact sums, post-processing."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dpassay.fast import lattice
from tests.fast.helpers import NOT_REAL, expect_error

SCALES = st.floats(2.0**-800, 2.0**800)
PLACES = st.integers(-(2**106), 2**106)
NOISE = st.integers(-(2**61) + 1, 2**61 - 1)


def one_answer(place: int, noise: int, spacing: float = 1.0) -> float:
    return float(lattice.answers(place, np.array([noise]), spacing)[0])


@given(scale=SCALES, ratio=st.floats(2.0**-32, 2.0**60))
def test_spacing_is_a_power_of_two_far_below_scale_and_sensitivity(scale: float, ratio: float) -> None:
    sensitivity = scale * ratio
    assume(2.0**-900 <= sensitivity <= 2.0**900)
    spacing = lattice.spacing(scale, sensitivity)
    assert math.frexp(spacing)[0] == 0.5
    assert spacing <= 2.0**-30 * scale
    assert spacing <= 2.0**-20 * sensitivity
    if scale <= 2.0**23 * sensitivity:
        assert 2.0**-32 * min(scale, sensitivity) <= spacing <= 2.0**-30 * min(scale, sensitivity)
    assert spacing >= 2.0**-54 * scale


@pytest.mark.parametrize(("scale", "sensitivity"), [(2.0**34, 1.0), (2.0**-901, 1.0), (1.0, 2.0**901), (math.inf, 1.0)])
def test_spacing_refuses(scale: float, sensitivity: float) -> None:
    with pytest.raises(ValueError, match="expected"):
        lattice.spacing(scale, sensitivity)


@given(x=st.fractions(-(10**20), 10**20) | st.integers(-(10**20), 10**20) | st.floats(-1e12, 1e12))
def test_position_rounds_once(x: Any) -> None:
    place = lattice.position(x, 2.0**-30, 1e9)
    assert abs(Fraction(x) * 2**30 - place) <= Fraction(1, 2)


@pytest.mark.parametrize("data", [*NOT_REAL, 1e300, -(10**300), 2**52 + 1])
def test_position_refuses(data: Any) -> None:
    expect_error(lattice.position, {"data": data, "lattice": 2.0**-30, "scale": 1.0}, "data")


@given(place=PLACES, noise=NOISE)
def test_answers_are_next_to_the_exact_sum(place: int, noise: int) -> None:
    answer = one_answer(place, noise)
    assert abs(Fraction(answer) - (place + noise)) <= Fraction(math.ulp(answer))
    if abs(place + noise) < 2**53:
        assert answer == place + noise


@given(place=PLACES, noise=NOISE, shift=st.integers(-(2**61), 2**61))
def test_answers_depend_on_the_sum_alone(place: int, noise: int, shift: int) -> None:
    """Post-processing: however the exact sum comes about, it gets the same double."""
    assume(abs(noise + shift) < 2**61)
    assert one_answer(place, noise) == one_answer(place - shift, noise + shift)


@given(place=PLACES, noise=NOISE, exponent=st.integers(-900, 800))
def test_the_spacing_only_scales(place: int, noise: int, exponent: int) -> None:
    spacing = math.ldexp(1.0, exponent)
    answer = one_answer(place, noise, spacing)
    assert answer == one_answer(place, noise) * spacing
    assert (answer / spacing).is_integer()


def test_a_float_sum_would_leak() -> None:
    """The reason for the limbs: if each term becomes a double first, one sum gets two answers."""
    place = -(2**53)
    assert float(place) + float(2**53 + 1) == 0.0
    assert float(place + 1) + float(2**53) == 1.0
    assert one_answer(place, 2**53 + 1) == one_answer(place + 1, 2**53) == 1.0
