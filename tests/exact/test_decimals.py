"""One number, one text: held against Python's own format where doubles reach, and against known values beyond."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import as_real, decimal_text, exp, log

doubles = st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False)


@given(doubles, st.integers(1, 16))
def test_doubles_read_as_python_writes_them(value: float, digits: int) -> None:
    text = decimal_text(Fraction(value), digits)
    near = abs(Fraction(text) - Fraction(value)) if " " not in text else Fraction(0)
    assert near * 2 * 10 ** (digits - 1) <= abs(Fraction(value)) * (1 + Fraction(1, 1000))
    if not any(half in f"{value:.25e}" for half in ("5000", "4999")) and " " not in text:
        assert text == f"{value + 0.0:.{digits}g}"


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0, 12, "0"),
        (1, 12, "1"),
        (-1, 12, "-1"),
        (Fraction(3, 7), 12, "0.428571428571"),
        (Fraction(10) ** 400, 12, "1e+400"),
        (Fraction(-25) * Fraction(10) ** -400, 12, "-2.5e-399"),
        (1200, 3, "1.2e+03"),
        (1200, 4, "1200"),
        (1 - Fraction(1, 10**90), 12, "1 - 1e-90"),
        (1 + Fraction(1, 3 * 10**14), 12, "1 + 3.33e-15"),
        (Fraction(1, 10**4), 12, "0.0001"),
        (Fraction(1, 10**5), 12, "1e-05"),
        (exp(-1000), 6, "5.07596e-435"),
        (log(2), 5, "0.69315"),
        (as_real(log(2)) - as_real(log(2)), 5, "0 (to within 1e-300)"),
    ],
)
def test_numbers_of_any_size(value: object, digits: int, text: str) -> None:
    assert decimal_text(value, digits) == text


@pytest.mark.parametrize("value", [0.5, None, "1/2", True])
def test_what_is_no_exact_number_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="value = "):
        decimal_text(value)


@pytest.mark.parametrize("digits", [0, -1, "3", None])
def test_digits_are_a_positive_integer(digits: object) -> None:
    with pytest.raises(ValueError, match="digits = "):
        decimal_text(1, digits)  # type: ignore[arg-type]  # what is refused
