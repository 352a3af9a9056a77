"""Enclosures: they enclose, they refine, and only `decide` compares them."""

from __future__ import annotations

import operator
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import Real, Undecided, as_real, decide, exp, log
from tests.exact.second_opinion import MP, agree, mp, rejects

POSITIVE = st.fractions(Fraction(1, 50), 50, max_denominator=60)
RATIONALS = st.fractions(-20, 20, max_denominator=60)


def real(value: Fraction | int) -> Real:
    return as_real(value)


@given(RATIONALS, RATIONALS)
def test_arithmetic(x: Fraction, y: Fraction) -> None:
    for operation in (operator.add, operator.sub, operator.mul):
        for left, right in ((real(x), real(y)), (real(x), y), (x, real(y))):
            agree(operation(left, right), mp(operation(x, y)))
    if y:
        agree(real(x) / real(y), mp(x / y))
        agree(x / real(y), mp(x / y))
    agree(-real(x), mp(-x))
    agree(real(x) ** 3, mp(x**3))


@given(POSITIVE)
def test_functions(x: Fraction) -> None:
    agree(real(x).exp(), MP.exp(mp(x)))
    agree(real(x).log(), MP.log(mp(x)))
    agree(real(x).sqrt(), MP.sqrt(mp(x)))
    small = x / 20
    agree(real(small).erfc(), MP.erfc(mp(small)))
    agree(real(-small).erfc(), MP.erfc(mp(-small)))
    rejects(agree, real(x).exp(), MP.exp(mp(x)) * (1 + MP.mpf(10) ** -15))


@given(RATIONALS, RATIONALS.filter(bool))
def test_decide_tells_apart(x: Fraction, gap: Fraction) -> None:
    y = x + gap
    for left, right in ((real(x).exp().log(), y), (real(x).exp().log(), real(y)), (x, real(y).exp().log())):
        assert decide(left < right) == (x < y)
        assert decide(left <= right) == (x < y)
        assert decide(left > right) == (x > y)
        assert decide(left >= right) == (x > y)


def test_equal_dyadic_rationals_are_decided() -> None:
    half = real(Fraction(1, 2))
    assert decide(half <= Fraction(1, 2))
    assert decide(half >= Fraction(1, 2))
    assert not decide(half < Fraction(1, 2))
    assert not decide(half > Fraction(1, 2))


@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
def test_equal_reals_are_undecided(compare: Any) -> None:
    three = real(9).sqrt() * real(2).log() / real(2).log()
    with pytest.raises(Undecided):
        decide(compare(three, 3))
    with pytest.raises(Undecided):
        decide(compare(real(Fraction(1, 3)).exp(), exp(Fraction(1, 3))))


def test_the_last_precision_is_a_limit() -> None:
    close = real(1).exp() - exp(1) + Fraction(1, 2**900)
    assert decide(close > 0)
    with pytest.raises(Undecided):
        decide(close > 0, last_precision=512)


def test_a_comparison_is_no_truth_value() -> None:
    with pytest.raises(TypeError, match="decide"):
        bool(real(1) < real(2))
    with pytest.raises(TypeError, match="decide"):
        assert not real(1) < 2
    with pytest.raises(TypeError, match="decid"):
        real(1) == real(1)  # noqa: B015
    with pytest.raises(TypeError):
        hash(real(1))


def test_decide_passes_exact_answers_through() -> None:
    assert decide(True) is True
    assert decide(Fraction(1) > 2) is False
    assert decide(exp(1) > 2) is True


@pytest.mark.parametrize("value", [0.5, float("nan"), True, None, "1/2", 1j])
def test_as_real_refuses(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^value = "):
        as_real(value)


@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul, operator.truediv, operator.lt])
def test_floats_are_refused(operation: Any) -> None:
    for pair in ((real(1), 0.5), (0.5, real(1))):
        with pytest.raises(TypeError):
            operation(*pair)


@pytest.mark.parametrize("exponent", [0.5, Fraction(1, 2), "2"])
def test_powers_are_whole(exponent: Any) -> None:
    with pytest.raises(TypeError):
        real(2) ** exponent


def check_bounds(low: Fraction, high: Fraction, value: Any, accuracy: int) -> None:
    wide = mpmath.mp.clone()
    wide.dps = 400
    ends = [wide.mpf(end.numerator) / end.denominator for end in (low, high)]
    assert ends[0] <= value <= ends[1]
    assert ends[1] - ends[0] <= abs(value) * wide.mpf(2) ** (2 - accuracy)


@pytest.mark.parametrize("accuracy", [10, 53, 64, 200, 1000])
def test_bounds_enclose_and_are_as_narrow_as_asked(accuracy: int) -> None:
    wide: Any = mpmath.mp.clone()
    wide.dps = 400
    low, high = real(2).log().bounds(accuracy)
    check_bounds(low, high, wide.log(2), accuracy)
    rejects(check_bounds, low, high, wide.log(2) * (1 + wide.mpf(2) ** (3 - accuracy)), accuracy)
    third = real(Fraction(1, 3)).bounds(accuracy)
    assert third[0] <= Fraction(1, 3) <= third[1]


def test_bounds_of_zero() -> None:
    low, high = (real(2).log() * 2 - real(4).log()).bounds()
    assert low <= 0 <= high
    assert high - low < Fraction(1, 2**1000)


@given(RATIONALS)
def test_float(x: Fraction) -> None:
    value = real(x).exp()
    assert abs(MP.mpf(float(value)) - MP.exp(mp(x))) <= MP.exp(mp(x)) * MP.mpf(2) ** -52


def test_mixes_with_logforms_and_exact_numbers() -> None:
    agree(real(1) + log(2), 1 + MP.log(2))
    agree(log(2) - real(1), MP.log(2) - 1)
    agree(exp(1) * real(2), 2 * MP.e)
    agree(exp(1) - real(2), MP.e - 2)
    agree(exp(1) / real(2), MP.e / 2)
    assert decide(exp(1) < real(3))
    assert decide(log(2) < real(1))
