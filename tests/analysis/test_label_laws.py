"""Laws on the labels: what is read as one, and their distances."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from dpassay.analysis.label_laws import average, kl, read_table, tv
from dpassay.exact import LogForm, as_real, decide, exp, log
from dpassay.exact.logform import log_number
from tests.analysis.game_cases import HALF, exact, random_table

# Tables and distances


def test_a_table_is_read_from_text_or_numbers() -> None:
    assert read_table("1/2,1/2;0.25,0.75") == ((HALF, HALF), (Fraction(1, 4), Fraction(3, 4)))
    assert read_table([[1, 0], ["1/3", Fraction(2, 3)]])[1] == (Fraction(1, 3), Fraction(2, 3))


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("1/2,1/3", "total of 1"),
        ("1/2,1/2;1", "one length"),
        ([[0.5, 0.5]], "not float"),
        ([["3/2", "-1/2"]], "at least 0"),
        ([], "sequence of rows"),
        (3, "sequence of rows"),
    ],
)
def test_what_is_no_table(value: object, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_table(value)


def test_distances_by_hand() -> None:
    p, q = (HALF, HALF, Fraction(0)), (Fraction(1, 4), Fraction(1, 4), HALF)
    assert kl(p, q) == log(2)
    assert kl(q, p) is None
    assert kl(p, p) == 0
    assert tv(p, q) == tv(q, p) == HALF
    enclosed = (as_real(Fraction(1, 4)), as_real(Fraction(1, 4)), as_real(HALF))
    assert abs(float(kl(p, enclosed)) - float(log(2))) < 1e-12  # type: ignore[arg-type]
    assert abs(float(tv(p, enclosed)) - 0.5) < 1e-12
    root = exp(Fraction(1))
    assert kl((HALF, HALF), (root / (1 + root), 1 / (1 + root))) is not None
    assert exact(log_number(root)) == 1


def test_convexity_of_kl_and_tv() -> None:
    rng = Random(5)
    for _ in range(40):
        p, *estimates = random_table(rng, 4, 3)
        mean = average(estimates)
        assert exact(kl(p, mean)) <= sum((exact(kl(p, q)) for q in estimates), LogForm()) / 3
        assert decide(tv(p, mean) <= sum((tv(p, q) for q in estimates), Fraction(0)) / 3)  # type: ignore[operator, arg-type]


def test_no_predictions_have_no_average() -> None:
    with pytest.raises(ValueError, match="at least one"):
        average([])
