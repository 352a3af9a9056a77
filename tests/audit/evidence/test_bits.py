"""The bits of doubles by rational arithmetic, and in words."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.audit.evidence import bits
from dpassay.audit.evidence.bits import BitPattern, Lattice, LeadingBits, LowestBit, float_features

doubles = st.floats(allow_nan=False, allow_infinity=False)
everyday = st.one_of(st.floats(-100, 100), st.integers(-(2**40), 2**40).map(lambda k: k * 2.0**-30))


@given(doubles)
def test_the_lowest_set_bit_by_rational_arithmetic(y: float) -> None:
    code = int(LowestBit().codes([y])[0])
    if y == 0:
        assert code == bits.ZERO
    else:
        odd = Fraction(y) / Fraction(2) ** code
        assert odd.denominator == 1
        assert odd.numerator % 2 == 1


@pytest.mark.parametrize(
    ("y", "code"),
    [(1.0, 0), (-6.0, 1), (0.75, -2), (5e-324, -1074), (2.0**-1022, -1022), (2.0**1023, 1023), (0.1, -55)],
)
def test_known_lowest_set_bits(y: float, code: int) -> None:
    assert LowestBit().codes([y]).tolist() == [code]
    assert LowestBit().codes([-y]).tolist() == [code]


def test_what_has_no_lowest_set_bit() -> None:
    samples = [0.0, -0.0, np.nan, np.inf, -np.inf]
    expected = [bits.ZERO] * 2 + [bits.NOT_FINITE] * 3
    assert LowestBit().codes(samples).tolist() == expected
    assert Lattice(0.0).codes(samples).tolist() == expected


@given(everyday, st.sampled_from([0.0, 1.0, -3.5, 1000.0]))
def test_the_lattice_where_the_difference_is_exact(y: float, origin: float) -> None:
    exact = Fraction(y) - Fraction(origin)
    if Fraction(y - origin) != exact or exact == 0:
        return
    code = int(Lattice(origin).codes([y])[0])
    lowest = int(LowestBit().codes([y - origin])[0])
    if lowest < -80:
        return
    # A coarser lattice is allowed only where a point of it rounds to y.
    assert code >= min(lowest, 40)
    if code > lowest:
        unit = 2.0**code
        assert origin + round((y - origin) / unit) * unit == y


@given(st.integers(-(2**20), 2**20), st.integers(-30, 10), st.floats(-10, 10))
def test_noise_on_a_lattice_added_to_anything_is_seen(noise: int, k: int, origin: float) -> None:
    y = origin + noise * 2.0**k
    code = int(Lattice(origin).codes([y])[0])
    assert code >= k


def test_what_no_noise_reaches() -> None:
    assert Lattice(1.0).codes([2.0**-60]).tolist() == [bits.NO_LATTICE]
    assert Lattice(0.0).codes([2.0**-60]).tolist() == [-60]


@given(doubles, doubles)
def test_leading_bits_are_monotone(one: float, other: float) -> None:
    low, high = sorted([one, other])
    for feature in (LeadingBits(), LeadingBits(0.5)):
        codes = feature.codes([low, high])
        assert codes[0] <= codes[1]


@given(st.floats(-1e6, 1e6))
def test_bit_patterns_determine_sign_octave_and_lowest_bit(y: float) -> None:
    code = BitPattern().codes([y, -y, 2 * y])
    assert code[0] != code[1]
    if abs(y) > 2.0**-60:
        assert code[0] != code[2]


def test_bit_patterns_in_words() -> None:
    feature = BitPattern()
    seen = np.unique(feature.codes([0.3, 0.25, 0.5, 0.6, -0.3, -0.25, 0.0, -0.0]))
    words = [
        ([0.3], "2^-2 <= y < 2^-1, where y is not a multiple of 2^-53"),
        ([0.25, 0.3], "2^-2 <= y < 2^-1"),
        ([0.25, 0.3, 0.5, 0.6], "2^-2 <= y < 2^0"),
        ([-0.3, -0.25], "-2^-1 < y <= -2^-2"),
        ([0.0], "y is 0.0 and not -0.0"),
        ([-0.0], "y is -0.0"),
        ([0.0, -0.0], "y = 0"),
    ]
    for samples, expected in words:
        assert feature.event(np.unique(feature.codes(samples)), seen).description == expected


def test_leading_bits_in_words() -> None:
    feature, seen = LeadingBits(), LeadingBits().codes([-1.0, 0.5, 1.0, 3.0])
    assert feature.event(seen[1:3], seen).description == "0.5 <= y <= 1.125"
    assert feature.event(seen[2:], seen).description == "y >= 1.0"
    shifted = LeadingBits(0.5)
    codes = shifted.codes([-0.5, 1.5])
    assert shifted.event(codes[:1], codes).description == "-1.125 <= y - 0.5 <= -1.0"


def test_float_features() -> None:
    assert [feature.name for feature in float_features(0.0, 1.0)] == [
        "lowest set bit",
        "sign, exponent and lowest set bit",
        "lattice around 0",
        "lattice around 1",
    ]
    assert len(float_features(2.0, 2.0)) == 3
    with pytest.raises(ValueError, match=r"^origin = nan: expected"):
        float_features(float("nan"))
