"""Quadratic forms in logarithms: products of sums of logarithms, exactly, and compared in balls."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpassay.exact import LogForm, decide, log
from dpassay.exact.quadratic_form import QuadraticForm

F = Fraction


def test_a_product_is_that_of_the_numbers() -> None:
    form = QuadraticForm.product(log(12) + 1, log(F(1, 2)) - F(1, 3))
    expected = (math.log(12) + 1) * (-math.log(2) - 1 / 3)
    assert float(form.as_real()) == pytest.approx(expected, rel=1e-14)


def test_equal_numbers_have_one_form() -> None:
    assert QuadraticForm.product(log(4), log(6)) == 2 * QuadraticForm.product(log(2), log(2) + log(3))
    assert QuadraticForm.product(log(2), log(3)) - QuadraticForm.product(log(3), log(2)) == QuadraticForm(())
    assert QuadraticForm.product(log(2), log(3)) != QuadraticForm.product(log(2), log(5))
    assert QuadraticForm.linear(F(2, 3)) == QuadraticForm.linear(LogForm(F(1, 3))) * 2


def test_comparisons_are_questions() -> None:
    square = QuadraticForm.product(log(2), log(2))
    assert decide(square < F(1, 2))
    assert decide(square <= F(1, 2))
    assert decide(square > F(2, 5))
    assert not decide(square >= F(1, 2))


def test_a_form_is_written_with_its_primes() -> None:
    assert str(QuadraticForm.product(log(6) + 1, log(2))) == "1*log(2) + 1*log(2)*log(2) + 1*log(2)*log(3)"
    assert str(QuadraticForm(())) == "0"
