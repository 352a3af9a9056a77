"""What the checks of the claims on learning compute (LEC-01 to LEC-10), computed another way."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import pytest

from dpassay.proofs_check.kernel.finite import PROPERTIES
from dpassay.proofs_check.lecture_notes import conjunctions_of_six, lec_02, small_classes


@pytest.mark.parametrize("indices", [(), (1,), (1, 3), (1, 2, 3, 4, 5, 6)])
def test_agreement_of_two_conjunctions(indices: tuple[int, ...]) -> None:
    """By words of six letters: r_1 is the first."""
    words = list(product("01", repeat=6))
    agree = sum(all(word[i - 1] == "1" for i in indices) == ("0" not in word) for word in words)
    subset = sum(1 << (6 - i) for i in indices)
    assert lec_02.agreement(subset) == Fraction(agree, 64)
    table = tuple(("".join(word), int(all(word[i - 1] == "1" for i in indices))) for word in words)
    assert conjunctions_of_six.is_consistent(subset, table)
    assert not conjunctions_of_six.is_consistent(subset ^ 1, table)


@pytest.mark.parametrize("tables", small_classes.CLASSES)
def test_the_sensitivity_is_1_and_not_a_half(tables: tuple[str, ...]) -> None:
    instance = {"class": list(tables), "rows": 1}
    scores = {
        (row, label): [-int(int(table[row]) != label) for table in tables] for row in range(4) for label in (0, 1)
    }
    largest = max(abs(a - b) for u, v in product(scores.values(), repeat=2) for a, b in zip(u, v, strict=True))
    assert PROPERTIES["lec05-class"].holds(instance) is (largest == 1)
    assert PROPERTIES["lec05-class-half"].holds(instance) is (largest <= Fraction(1, 2))


def failure(root: Fraction, error: Fraction, rows: int) -> Any:
    """The mean of 1/(1 + r^X), X the number of mistakes of the wrong one of two hypotheses, row by row."""
    law = [mpmath.mpf(1)]
    for _ in range(rows):
        shifted = [mpmath.mpf(0), *law]
        law = [x * float(error) + y * (1 - float(error)) for x, y in zip(shifted, [*law, 0], strict=True)]
    return mpmath.fsum(x / (1 + mpmath.mpf(float(root)) ** mistakes) for mistakes, x in enumerate(law))


@pytest.mark.parametrize(
    ("root", "alpha", "error", "likely"),
    [
        ("3/2", "3/4", "4/5", "below 1/20"),
        ("11/10", "9/10", "91/100", "below 5/16"),
        ("11/10", "9/10", "1/100", "above"),  # it is not bad
    ],
)
def test_how_often_two_hypotheses_fail(root: str, alpha: str, error: str, likely: str) -> None:
    """With the least n >= 8 ln 2/(alpha min{alpha, eps})."""
    a, epsilon = float(Fraction(alpha)), 2 * mpmath.log(float(Fraction(root)))
    found = failure(Fraction(root), Fraction(error), int(mpmath.ceil(8 * mpmath.log(2) / (a * min(a, epsilon)))))
    assert likely == ("below 1/20" if found <= 0.05 else "below 5/16" if found <= 5 / 16 else "above")
    instance = {"class": ["0", "1"], "root": root, "alpha": alpha, "error": error}
    assert PROPERTIES["lec10-nearly-certain"].holds(instance) is (likely == "below 1/20")
    assert PROPERTIES["lec10-certain-enough"].holds(instance) is (likely != "above")
