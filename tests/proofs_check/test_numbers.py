"""The place of the largest number: told exactly, and the first one where numbers are equal."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.exact import as_real, log
from dpassay.proofs_check.numbers import place_of_largest


def test_a_difference_that_floats_do_not_show() -> None:
    more = 1 + Fraction(1, 2**200)
    assert float(more) == 1
    assert place_of_largest((Fraction(0), Fraction(1), more, Fraction(1))) == 2


def test_the_first_of_equal_numbers() -> None:
    assert place_of_largest((1, log(4), as_real(log(2)) * 2, log(3))) == 1
    assert place_of_largest((as_real(log(2)) * 2, log(4))) == 0


def test_a_float_is_refused() -> None:
    with pytest.raises(ValueError, match="expected an exact number"):
        place_of_largest((1, 0.5))  # type: ignore[arg-type]
