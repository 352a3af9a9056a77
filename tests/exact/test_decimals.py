"""One number, one text: held against Python's own format where doubles reach, and against known values beyond."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import as_real, decimal_bounds, decimal_text, enclosure_text, exp, log, normal_cdf
from dpassay.exact.decimals import error_text, exact_decimal, exact_text
from dpassay.exact.real import working_precision

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
        (1 - Fraction(1, 3 * 10**9000), 12, "1 - 3.33e-9001"),
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


EXACT = [
    Fraction(3, 7),
    Fraction(-1, 3),
    Fraction(2, 3) * Fraction(10) ** 400,
    1 - Fraction(1, 3 * 10**90),
    1 + exp(-5000),
]
ENCLOSED = [as_real(log(2)), as_real(exp(1)), as_real(exp(-1000)), as_real(exp(10**6)), 1 - as_real(exp(-500))]


def value_of(text: str) -> Fraction:
    """Read a decimal, or 1 plus or minus one."""
    parts = text.split()
    return Fraction(parts[0]) if len(parts) == 1 else 1 + int(f"{parts[1]}1") * Fraction(parts[2])


@pytest.mark.parametrize("digits", [1, 2, 12, 40])
@pytest.mark.parametrize("value", [v for v in EXACT if isinstance(v, Fraction)])
def test_bounds_hold_a_rational_and_are_close(value: Fraction, digits: int) -> None:
    low, high = map(value_of, decimal_bounds(value, digits))
    assert low < value < high
    distance = 1 - value if abs(1 - value) * 10**digits < 1 else value
    assert high - low <= abs(distance) * Fraction(2, 10 ** (min(digits, 3) - 1))
    shown, _, error = enclosure_text(value, digits).rpartition(" +/- ")
    assert shown == decimal_text(value, digits)
    assert 0 < abs(value_of(shown) - value) <= Fraction(error) <= high - low


@given(st.fractions(), st.integers(1, 30))
def test_bounds_hold_every_rational(value: Fraction, digits: int) -> None:
    low, high = map(value_of, decimal_bounds(value, digits))
    assert low <= value <= high
    shown, _, error = enclosure_text(value, digits).rpartition(" +/- ")
    assert abs(value_of(shown) - value) <= Fraction(error)


@pytest.mark.parametrize("value", [*EXACT, *ENCLOSED])
def test_bounds_are_balls_rounded_outward(value: object) -> None:
    """Against the library's own enclosures at a far higher precision; a text of fewer digits holds them."""
    with working_precision(9_000):
        ball = as_real(value).evaluate()
        for digits in (1, 3, 12, 30):
            low, high = (exactly(text) for text in decimal_bounds(value, digits))
            assert low < ball < high
            shown, _, error = enclosure_text(value, digits).rpartition(" +/- ")
            assert abs(ball - exactly(shown)) < exactly(error)
            assert not abs(ball - exactly(shown)) < exactly(error) / 11  # no wider than it must be


def exactly(text: str) -> arb:
    """Read a decimal at the working precision, which is enough for what is read here."""
    number, _, rest = text.partition(" - ") if " - " in text else text.partition(" + ")
    sign = -1 if " - " in text else 1
    return arb(number) + sign * arb(rest) if rest else arb(number)


@pytest.mark.parametrize(
    ("value", "text", "bounds"),
    [
        (0, "0 +/- 0", ("0", "0")),
        (Fraction(1, 4), "0.25 +/- 0", ("0.25", "0.25")),
        (log(2), "0.693 +/- 0.0002", ("0.693", "0.694")),
        (exp(-(10**6)), "3.3e-434295 +/- 4e-434298", ("3.29e-434295", "3.3e-434295")),
        (normal_cdf(as_real(40)), "1 - 3.66e-350 +/- 5e-353", ("1 - 3.66e-350", "1 - 3.65e-350")),
        (exp(-(10**30)), "0 (to within 1e-300)", ("-7.37e-332", "7.37e-332")),
        (as_real(log(2)) - as_real(log(2)), "0 (to within 1e-300)", None),
        (normal_cdf(as_real(10**9)), "1 (to within 1e-300)", None),
    ],
)
def test_enclosures_of_any_size(value: object, text: str, bounds: tuple[str, str] | None) -> None:
    assert enclosure_text(value, 3) == text
    low, high = decimal_bounds(value, 3)
    assert bounds is None or (low, high) == bounds


def test_a_small_difference_has_only_digits_that_are_known() -> None:
    """e^-1000 (1 - (1 - 10^-30)), by balls: at 64 bits it is known to lie below 2^-1100, and no digit of it is."""
    tiny = as_real(exp(-1000))
    difference = tiny - tiny * (1 - Fraction(1, 10**30))
    assert decimal_text(difference, 8) == "5.0759589e-465"


def test_a_number_too_large_for_any_decimal_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a number below"):
        decimal_text(exp(10**19))


@pytest.mark.parametrize("function", [enclosure_text, decimal_bounds])
def test_enclosures_refuse_what_is_no_number(function: Callable[[object, object], object]) -> None:
    with pytest.raises(ValueError, match="value = "):
        function(0.5, 3)
    for digits in (0, True, "3", None):
        with pytest.raises(ValueError, match="digits = "):
            function(1, digits)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(2, 3), "2/3"),
        (10**39, f"1{'0' * 39}"),
        (10**40, None),
        (exp(-(10**40)), None),
        (log(2) / 3, "1/3*log(2)"),
    ],
)
def test_the_exact_form_where_it_is_short(value: object, text: str | None) -> None:
    assert exact_text(value) == text


def test_no_exact_form() -> None:
    assert exact_text(as_real(log(2))) is None
    assert exact_text(10**5000, 10**4) is None  # more digits than Python writes


def test_so_short_as_is_asked_for() -> None:
    assert (exact_text(Fraction(2, 3), 3), exact_text(Fraction(2, 3), 2)) == ("2/3", None)


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(1, 8), 3, "0.125"),
        (Fraction(1, 8), 2, None),
        (Fraction(1, 3), 12, None),
        (10**40, 1, "1e+40"),
        (1 - Fraction(1, 10**20), 12, None),  # its text is a difference
    ],
)
def test_a_decimal_that_is_the_number(value: Fraction, digits: int, text: str | None) -> None:
    assert exact_decimal(value, digits) == text


def test_twelve_digits_are_shown_where_none_are_asked_for() -> None:
    assert decimal_text(Fraction(2, 3)) == "0.666666666667"
    assert enclosure_text(as_real(2).sqrt()).startswith("1.41421356237")
    assert enclosure_text(as_real(2).sqrt()) == enclosure_text(as_real(2).sqrt(), 12)
    assert error_text(as_real(2).sqrt()) == error_text(as_real(2).sqrt(), 12) != error_text(as_real(2).sqrt(), 13)
