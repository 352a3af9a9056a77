"""Pure parts are laws within the factor, held with the weight; where there are none they are refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from dpassay.proofs_check.models.approximate_rounds import law_of
from dpassay.proofs_check.proof.pure_parts import excess, pure_parts

LAWS = [law for law in product((Fraction(k, 4) for k in range(5)), repeat=3) if sum(law) == 1]
TWO = Fraction(2)


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)], ids=str)
def test_all_pairs_of_laws_in_quarters(delta: Fraction) -> None:
    """There are pure parts exactly where neither law has more than delta above the factor times the other."""
    for first, second in product(LAWS, repeat=2):
        pair = (first, second)
        if max(excess(first, second, TWO), excess(second, first, TWO)) > delta:
            with pytest.raises(ValueError, match="expected indistinguishable ones"):
                pure_parts(pair, TWO, delta)
            continue
        parts = pure_parts(pair, TWO, delta)
        assert [sum(part) for part in parts] == [1, 1]
        for whole, part in zip(pair, parts, strict=True):
            assert all((1 - delta) * a <= b for a, b in zip(part, whole, strict=True))
        assert all(a <= 2 * b and b <= 2 * a for a, b in zip(*parts, strict=True))


def test_what_is_pure_is_its_own_part() -> None:
    pair = (law_of("2/3", "1/3"), law_of("1/3", "2/3"))
    assert pure_parts(pair, TWO, Fraction(0)) == pair


def test_by_hand() -> None:
    """1/2 of the first law is cut to 4/10; of the second all that is left is kept."""
    pair = (law_of("1/2", "1/2"), law_of("1/5", "4/5"))
    assert pure_parts(pair, TWO, Fraction(1, 10)) == (law_of("4/9", "5/9"), law_of("2/9", "7/9"))


def test_where_all_may_be_told_anything_is_a_part() -> None:
    assert pure_parts((law_of("1", "0"), law_of("0", "1")), TWO, Fraction(1)) == (law_of("1", "0"), law_of("1", "0"))


def test_what_is_no_law() -> None:
    with pytest.raises(ValueError, match="expected probabilities"):
        excess(law_of("1/2", "1/4"), law_of("1", "0"), TWO)
