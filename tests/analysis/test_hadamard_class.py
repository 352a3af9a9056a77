"""The hard class against its definitions, the displays of its proof on families of channels, and where they fail."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from dpassay.analysis.hadamard_class import (
    HadamardClass,
    contraction,
    hadamard,
    least_rounds,
    order_of,
    separation,
    separation_squared,
)
from dpassay.exact import ExpNumber, exp
from tests.analysis.channel_cases import fraction

# The matrix and the class


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4])
def test_hadamard_is_the_kronecker_power(n: int) -> None:
    matrix = [[1]]
    for _ in range(n):
        matrix = [row + row for row in matrix] + [row + [-entry for entry in row] for row in matrix]
    assert [list(row) for row in hadamard(1 << n)] == matrix


def test_columns_are_orthogonal_and_a_wrong_matrix_is_seen() -> None:
    rows = [list(row) for row in hadamard(8)]
    assert all(sum(x * y for x, y in zip(p, q, strict=True)) == 8 * (p is q) for p in rows for q in rows)
    rows[3][5] *= -1
    assert any(sum(x * y for x, y in zip(p, q, strict=True)) != 8 * (p is q) for p in rows for q in rows)


def test_the_order_is_the_only_power_of_two_in_the_printed_range() -> None:
    for size in range(1, 70):
        powers = [order for order in (1 << n for n in range(9)) if order <= 2 * size and order - 1 >= size]
        assert powers == [order_of(size)]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("a", ["0", "1/3", "1"])
def test_members_are_the_printed_laws(size: int, a: str) -> None:
    hard = HadamardClass(size, Fraction(a))
    table, order = hard.table(), hard.order
    assert len(table) == 2 * size
    assert order <= 2 * size
    for i in range(1, size + 1):
        signs = hadamard(order)[i]
        first, second = table[2 * i - 2], table[2 * i - 1]
        assert first == tuple(Fraction(0) if sign == 1 else Fraction(2, order) for sign in signs)
        assert second == tuple(p + Fraction(a) * sign / order for p, sign in zip(first, signs, strict=True))
        assert sum(first, Fraction(0)) == sum(second, Fraction(0)) == 1
        assert min(map(fraction, second)) >= 0


def test_the_separation() -> None:
    t = Fraction(3, 2)
    assert contraction(t) == Fraction(1, 4)
    assert contraction(5) == 1
    assert separation_squared(3, 4, t) == Fraction(3) / (9 * 4 * Fraction(1, 4) * t)
    a = separation(3, 4, t)
    assert isinstance(a, ExpNumber)
    assert a * a == separation_squared(3, 4, t)
    hard = HadamardClass(3, a)
    assert hard.second(1)[0] == a / 4
    assert least_rounds(16, Fraction(11, 10)) == 162  # 16 / (9 / 100 * 11 / 10) is 161.6...
    assert separation_squared(16, 162, Fraction(11, 10)) <= 1 < separation_squared(16, 161, Fraction(11, 10))
    assert separation_squared(2, 1, exp(Fraction(1))) == Fraction(2, 9) / exp(Fraction(1))


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: hadamard(6), "power of two"),
        (lambda: HadamardClass(3, Fraction(3, 2)), r"in \[0, 1\]"),
        (lambda: HadamardClass(0, Fraction(1)), "at least 1"),
        (lambda: HadamardClass(3, Fraction(1)).signs(4), r"in 1\.\.3"),
        (lambda: separation_squared(3, 3, 1), "above 1"),
    ],
)
def test_what_is_refused(make: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()
