"""Rates: their values, their exponents, and where the corrected one comes from."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from dpassay.experiments.measures.rates import EXPONENT_COLUMNS, RATES, exponent_rows, exponents, few_experts

PRINTED: dict[str, Callable[[float, float, float], float]] = {
    "non_private": lambda t, d, e: math.sqrt(t * math.log(d)),
    "lazy_printed": lambda t, d, e: math.sqrt(t * math.log(d)) + t ** (1 / 3) * math.log(d) / e ** (2 / 3),
    "predecessor": lambda t, d, e: math.sqrt(t * math.log(d)) + t ** (1 / 3) * math.log(d) / e,
    "predecessor_footnote": lambda t, d, e: math.sqrt(t * math.log(d)) + t**0.4 / e**0.8,
    "lazy_corrected": lambda t, d, e: (
        math.sqrt(t * math.log(d)) + t**0.4 * math.log(d) ** 0.8 / e**0.6 + t ** (1 / 3) * math.log(d) / e ** (2 / 3)
    ),
}


@pytest.mark.parametrize("name", RATES)
@pytest.mark.parametrize(("rounds", "experts", "epsilon"), [(10**4, 10, 1.0), (10**6, 64, 0.01), (300, 2, 0.3)])
def test_values_are_those_of_the_formulas(name: str, rounds: int, experts: int, epsilon: float) -> None:
    assert RATES[name].value(rounds, experts, epsilon) == pytest.approx(PRINTED[name](rounds, experts, epsilon))


def test_few_experts_are_better_off_up_to_the_printed_dimension() -> None:
    assert few_experts(10**4, 9, 0.5) == pytest.approx(math.sqrt(10**4 * math.log(9)) + 6 * math.log(9))
    before = RATES["predecessor"].value
    assert few_experts(10**6, 9_999, 0.1) < before(10**6, 9_999, 0.1)
    assert few_experts(10**6, 10_001, 0.1) > before(10**6, 10_001, 0.1)


@pytest.mark.parametrize("name", RATES)
@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 7), Fraction(1, 2), Fraction(4, 5), Fraction(1)])
def test_exponents_are_the_slopes_of_the_values(name: str, alpha: Fraction) -> None:
    values = [RATES[name].value(rounds, 3, rounds ** -float(alpha)) for rounds in (10**60, 10**62)]
    slope = min(1.0, math.log(values[1] / values[0]) / math.log(100))
    assert float(RATES[name].exponent(alpha)) == pytest.approx(slope, abs=0.01)


def test_privacy_is_free_up_to_the_printed_corner_or_the_corrected_one() -> None:
    def corner(name: str) -> Fraction:
        return max(row["alpha"] for row in exponents() if row[name] == Fraction(1, 2))

    assert corner("lazy_printed") == Fraction(1, 4)
    assert corner("lazy_corrected") == corner("predecessor") == Fraction(1, 6)


def test_the_corrected_rate_lies_between_the_printed_one_and_that_of_the_predecessor() -> None:
    for row in exponents():
        before = min(row["predecessor"], row["predecessor_footnote"])
        assert Fraction(1, 2) <= row["lazy_printed"] <= row["lazy_corrected"] <= before <= 1
    assert any(row["lazy_printed"] < row["lazy_corrected"] < row["predecessor_footnote"] for row in exponents())


def best_regret(rounds: float, experts: float, epsilon: float) -> float:
    """The least T B rate + rate T + log(d) / rate over batches and learning rates that the constraints allow."""
    batches = np.geomspace(1, max(1.0, 1 / epsilon), 400)
    most = epsilon * (batches / rounds) ** (1 / 3)
    rates = np.minimum(most, np.sqrt(math.log(experts) / (rounds * batches)))
    return float((rounds * batches * rates + rounds * rates + math.log(experts) / rates).min())


def test_the_corrected_rate_is_the_least_regret_up_to_a_constant() -> None:
    ratios, printed = [], []
    for power in (4, 8, 12, 16, 20, 30):
        for alpha in (0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9):
            point = (10**power, 16, 10 ** (-power * alpha))
            ratios.append(best_regret(*point) / RATES["lazy_corrected"].value(*point))
            printed.append(best_regret(*point) / RATES["lazy_printed"].value(*point))
    assert 1 / 2 < min(ratios) < max(ratios) < 4
    assert max(printed) > 10  # and the printed rate is not


def test_rows_are_decimals() -> None:
    rows = exponent_rows()
    assert all(tuple(row) == EXPONENT_COLUMNS for row in rows)
    assert rows[0]["alpha"] == "0"
    assert rows[-1]["alpha"] == "1"
    assert rows[20] == {
        "alpha": "0.1666666667",
        "non_private": "0.5",
        "lazy_printed": "0.5",
        "predecessor": "0.5",
        "predecessor_footnote": "0.5333333333",
        "lazy_corrected": "0.5",
    }
