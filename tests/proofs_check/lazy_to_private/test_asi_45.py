"""Swapped losses."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check.kernel.finite import PROPERTIES
from dpassay.proofs_check.lazy_to_private import MODULES

assert MODULES  # their import registers all properties


@pytest.mark.parametrize(("rates", "holds"), [(["2", "2", "2"], True), (["2", "3", "2"], False)])
def test_swapping_two_losses(rates: list[str], holds: bool) -> None:
    instance = {"losses": [["1", "0"], ["0", "0"], ["0", "1"]], "rates": rates, "swap": [0, 1]}
    ahead = Fraction(rates[0]) / Fraction(rates[2])
    swapped = Fraction(rates[1]) / Fraction(rates[2])
    assert (ahead == swapped) is holds
    assert PROPERTIES["asi45-any"].holds(instance) is holds
