"""Laws drawn entry by entry against the same ones bound one kernel after the other."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import Dist, as_real, exp
from dpassay.exact.products import Products, rows_of

F = Fraction


def kernel(row: tuple[int, ...]) -> Dist[int]:
    """Other sums of powers of e after each row."""
    heights = [F(1 + sum(row) + k, 2 + len(row)) for k in range(3)]
    return Dist.from_weights({k: exp(height) for k, height in enumerate(heights)})


def bound(length: int) -> Dist[tuple[int, ...]]:
    law: Dist[tuple[int, ...]] = Dist.point(())
    for _ in range(length):
        law = law.bind(lambda row: kernel(row).map(lambda entry: (*row, entry)))
    return law


@pytest.mark.parametrize("length", [1, 2])
def test_the_same_as_binding(length: int) -> None:
    assert Dist.from_rounds(length, kernel) == bound(length)


def test_what_is_drawn_depends_on_the_order_of_the_entries() -> None:
    law = Dist.from_rounds(2, lambda row: Dist({row[0]: 1}) if row else Dist({0: F(1, 4), 1: F(3, 4)}))
    assert law == Dist({(0, 0): F(1, 4), (1, 1): F(3, 4)})
    assert law != Dist({(0, 0): F(3, 4), (1, 1): F(1, 4)})


def test_enclosures_hold_the_exact_probabilities() -> None:
    law = Dist.from_rounds(3, kernel)
    for row in law.outcomes[::5]:
        low, high = as_real(law.enclosed(row)).bounds()
        assert low <= law.pmf(row) <= high
        assert high - low < F(1, 10**15)
    assert law.enclosed((9, 9, 9)) == 0


def test_what_lies_below_adds_up() -> None:
    law = Dist.from_rounds(3, kernel)
    rows = list(law.cumulative())
    assert [row[0] for row in rows] == sorted(law.outcomes)
    below = F(0)
    for outcome, mass, up_to in rows:
        below = below + F(float(as_real(law.pmf(outcome))))
        assert float(as_real(mass)) == pytest.approx(float(as_real(law.pmf(outcome))), rel=1e-14)
        assert float(as_real(up_to)) == pytest.approx(float(below), rel=1e-12)
    assert abs(below - 1) < F(1, 10**12)


@given(st.lists(st.fractions(F(1, 9), 1), min_size=1, max_size=4))
def test_a_probability_is_the_product_of_its_factors(factors: list[Fraction]) -> None:
    expected = F(1)
    for factor in factors:
        expected *= factor
    assert Products({0: tuple(factors)})[0] == expected


def test_what_has_probability_zero_is_left_out() -> None:
    rows = rows_of(2, lambda row: [(0, F(len(row))), (1, F(1, 2))])
    assert set(rows) == {(1, 0), (1, 1)}


def test_a_row_has_an_entry() -> None:
    with pytest.raises(ValueError, match="length = 0: expected a whole number of at least 1"):
        Dist.from_rounds(0, kernel)
