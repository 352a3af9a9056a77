"""The largest log-ratio of Laplace densities on a fine grid, and what is legal."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from dpassay.proofs_check.models.laplace_on_a_vector import Release, ratio, worst, worst_place


def test_no_place_of_a_fine_grid_is_worse() -> None:
    at = Release(2, Fraction(3), Fraction(2), Fraction(1))
    ends, places = [Fraction(k, 4) for k in range(13)], [Fraction(k, 4) for k in range(-8, 21)]
    largest = max(ratio(at, place) for place in product(ends, ends, places))
    assert largest == ratio(at, worst_place(at)) == Fraction(3, 2)
    assert worst(at) == 2 * largest


@pytest.mark.parametrize("numbers", [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0), (1, 1, 1, 1, 2)])
def test_what_is_not_legal(numbers: tuple[int, ...]) -> None:
    count, *rest = numbers
    with pytest.raises(ValueError, match="expected"):
        Release(count, *map(Fraction, rest[:3]), *rest[3:])
