"""Numbers in words: never rounded towards certainty."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.audit import words


@pytest.mark.parametrize(
    ("alpha", "text"),
    [
        (0.005, "99.5 %"),
        (0.05, "95 %"),
        (5e-7, "99.99995 %"),
        (0.1 + 0.2, "70 %"),  # 0.30000000000000004
        (0.01 / 48 / 2, "99.989 %"),  # 1.0417e-4
        (1e-20, "1 - 1e-20"),
        (0.999, "0.1 %"),
    ],
)
def test_a_confidence_is_not_rounded_to_certainty(alpha: float, text: str) -> None:
    assert words.confidence(alpha) == text


@given(st.floats(1e-250, 1, exclude_max=True))
def test_no_more_confidence_is_shown_than_there_is(alpha: float) -> None:
    text = words.confidence(alpha)
    shown = 1 - Fraction(text[4:]) if text.startswith("1 - ") else Fraction(text.removesuffix(" %")) / 100
    assert shown <= 1 - Fraction(alpha) * (1 - Fraction(1, 10**13)) < 1
    assert 1 - shown <= Fraction(str(alpha)) * Fraction(12, 10) or alpha > 0.9


@pytest.mark.parametrize(("alpha"), [0.0, 1.0, -1.0, math.nan])
def test_a_confidence_needs_an_error_probability(alpha: float) -> None:
    with pytest.raises(ValueError, match="alpha = "):
        words.confidence(alpha)


@pytest.mark.parametrize(
    ("value", "text"), [(0.0, "<= 1e-300"), (1e-310, "<= 1e-300"), (0.012345, "= 0.0123"), (1.0, "= 1")]
)
def test_no_p_value_is_0(value: float, text: str) -> None:
    assert words.p_value(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(math.inf, "infinite"), (1e300, "1e+300"), (0.99999999, "1 - 1e-08"), (0.123456, "0.1235")]
)
def test_doubles(value: float, text: str) -> None:
    assert words.number(value) == text
