"""The door for numbers: what it reads, what it refuses and how it says so."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import (
    as_fraction,
    as_integer,
    as_positive_fraction,
    as_positive_integer,
    binomials,
    require,
)
from dpassay.exact.rationals import first_true, rational_gcd, rational_sum


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3, Fraction(3)),
        (Fraction(3, 2), Fraction(3, 2)),
        ("3/2", Fraction(3, 2)),
        ("-3/2", Fraction(-3, 2)),
        ("0.1", Fraction(1, 10)),
        ("1e-5", Fraction(1, 100_000)),
        ("2.5E3", Fraction(2500)),
        (" 7 ", Fraction(7)),
        ("1e1000", Fraction(10**1000)),
    ],
)
def test_reads(value: Any, expected: Fraction) -> None:
    assert as_fraction(value, "x") == expected
    assert isinstance(as_fraction(value, "x"), Fraction)


BAD: list[Any] = [
    0.5, float("nan"), float("inf"), True, False, None, "", " ", "abc", "nan", "inf", "-inf", "1/0", "0/0", "1e999999",
    "1e-999999", "1e", "e5", "1e5e5", "0x10", "1/2/3", "3/1.5", b"1", 1j, [1], (1,), {}, object, "9" * 5000, "1\n2",
]  # fmt: skip


@pytest.mark.parametrize("value", BAD, ids=lambda value: repr(value)[:12])
def test_refuses(value: Any) -> None:
    for read in (as_fraction, as_integer, as_positive_fraction, as_positive_integer):
        with pytest.raises(ValueError, match=r"^epsilon = .*expected") as refusal:
            read(value, "epsilon")
        assert "\n" not in str(refusal.value)
        assert len(str(refusal.value)) < 400


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (as_integer, "1/2"),
        (as_positive_integer, 0),
        (as_positive_integer, "-3"),
        (as_positive_fraction, 0),
        (as_positive_fraction, "-1/2"),
    ],
)
def test_refuses_out_of_domain(read: Any, value: Any) -> None:
    with pytest.raises(ValueError, match=r"^k = "):
        read(value, "k")


def test_whole_numbers() -> None:
    assert as_integer("4/2", "k") == 2
    assert as_positive_integer("1e3", "k") == 1000
    assert type(as_integer(Fraction(2), "k")) is int


@given(st.fractions())
def test_text_round_trip(x: Fraction) -> None:
    assert as_fraction(str(x), "x") == x


def test_require() -> None:
    require(True, "x", 1, "anything")
    with pytest.raises(ValueError, match=r"^x = 1: expected a miracle$"):
        require(False, "x", 1, "a miracle")


@given(st.lists(st.fractions(max_denominator=60), max_size=4), st.integers(2, 9))
def test_rational_gcd(values: list[Fraction], n: int) -> None:
    step = rational_gcd(values)
    assert all((value / step).denominator == 1 for value in values)
    assert not any(values) or any((value / (n * step)).denominator != 1 for value in values)


@given(st.integers(0, 60))
def test_binomials(n: int) -> None:
    assert binomials(n) == [math.comb(n, k) for k in range(n + 1)]


@given(st.integers(-50, 50), st.integers(0, 5000))
def test_first_true(start: int, distance: int) -> None:
    asked = []

    def reached(k: int) -> bool:
        asked.append(k)
        return k >= start + distance

    assert first_true(reached, start) == start + distance
    assert min(asked) == start
    assert len(asked) <= 4 * max(1, distance).bit_length() + 4
    assert first_true(lambda k: k >= start - 3, start) == start


@given(st.lists(st.fractions() | st.integers()))
def test_a_sum_in_lowest_terms(values: list[Fraction | int]) -> None:
    found = rational_sum(values)
    assert type(found) is Fraction
    assert found == sum(values)
    assert math.gcd(found.numerator, found.denominator) == 1


def test_a_float_is_not_summed() -> None:
    with pytest.raises(ValueError, match="values"):
        rational_sum([Fraction(1, 2), 0.5])  # type: ignore[list-item]
