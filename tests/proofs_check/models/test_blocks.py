"""Costs of blocks under randomized response, from binomial laws, and what is legal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb, log

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.blocks import BLOCKS, Blocks, apart, bayes, cost, least_cost, risk
from dpassay.proofs_check.proof import facts

LONG = Blocks(2, Fraction(2), 1, 8, Fraction(9, 8))


def test_costs_from_the_number_of_reports_in_a_half() -> None:
    c, a = float(LONG.contraction), float(LONG.separation)
    low = (1 - c) / 2
    high = low + c * a / 2
    for k in (0, 1, 3):
        total = distance = 0.0
        for n in range(k + 1):
            p, q = (comb(k, n) * x**n * (1 - x) ** (k - n) for x in (low, high))
            r = q / (p + q) * a / 2
            second = a / 2 * log(a / 2 / r) + (1 - a / 2) * log((1 - a / 2) / (1 - r))
            total += (-p * log(1 - r) + q * second) / 2
            distance += max(p - q, 0)
        assert float(cost(LONG, k)) == pytest.approx(total, abs=1e-12)
        assert float(apart(LONG, k)) == pytest.approx(distance, abs=1e-12)


def test_the_whole_game_and_the_best_learner() -> None:
    two = Blocks(2, Fraction(3), 2, 2, Fraction(3, 2))
    assert float(bayes(two)) == pytest.approx(2 * sum(float(cost(two, k)) for k in (0, 1)), abs=1e-12)
    assert float(risk(two)) >= float(bayes(two)) - 1e-12
    assert float(least_cost(two)) == pytest.approx(float(cost(two, 0)), abs=1e-12)
    flat = Blocks(2, Fraction(3), 2, 2, Fraction(3, 2), learns=False)
    assert float(risk(flat)) > float(risk(two))


@pytest.mark.parametrize(
    "numbers", [(3, 2, 1, 1, 1), (2, 4, 1, 1, 1), (2, 1, 1, 1, 1), (2, 2, 0, 1, 1), (2, 2, 1, 1, 3)]
)
def test_what_is_not_legal(numbers: tuple[int, ...]) -> None:
    labels, exp_eps, blocks, length, a = numbers
    with pytest.raises(ValueError, match="expected"):
        Blocks(labels, Fraction(exp_eps), blocks, length, Fraction(a))


@pytest.mark.parametrize(
    "wrong",
    [
        "J = kl0 + kl1",
        "kl0 = log(2 - a/2)",
        "kl1 = a/2*log(2) + xlog(2 - a) - (1 - a/2)*log(2 - a/2)",
        "xlog(v) = log(v)",
        "xlog(0) = 1",
    ],
)
def test_wrong_facts_are_refuted(wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(BLOCKS, facts={"wrong": wrong}, narrows=None))
