"""Samples of a domain: exact probabilities by hand, facts against wrong ones, and what is not legal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.reduced_domains import (
    ALL,
    ONE_QUERY,
    REDUCED,
    UNIFORM,
    Reduced,
    draws,
    gap,
    got,
    least,
    miss,
)
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model
from dpassay.proofs_check.smoothed_analysis.small_samples import failure

HALF, ONE, ZERO = Fraction(1, 2), Fraction(1), Fraction(0)
TWO = Reduced(UNIFORM, UNIFORM, ONE, ALL, 2, 1)
SKEW = Reduced((Fraction(1, 3), Fraction(2, 3)), (HALF, HALF), HALF, ("01", "10"), 2, 2, Fraction(1, 6))


def test_draws_by_hand() -> None:
    assert draws(TWO) == {((x, 1), (y, 1)): Fraction(1, 4) for x in (0, 1) for y in (0, 1)}
    assert len(draws(SKEW)) == 16
    assert draws(SKEW)[(0, 1), (1, 0)] == Fraction(1, 16)


def test_answers_of_what_is_kept_by_hand() -> None:
    assert got(SKEW, 1, ((0, 1), (0, 1))) == 0
    assert got(SKEW, 1, ((0, 1), (1, 0))) == HALF  # fewer than two are kept
    assert gap(SKEW, ((0, 1), (0, 1))) == HALF
    assert miss(replace(SKEW, gamma=Fraction(1, 4))) == HALF
    assert miss(SKEW) == 0


def test_the_least_distance_by_hand() -> None:
    assert least(SKEW, frozenset({0})) == Fraction(2, 3)
    assert least(SKEW, frozenset({1})) == Fraction(1, 3)
    assert least(SKEW, frozenset({0, 1})) == 0


def test_the_least_distance_against_a_grid() -> None:
    at = Reduced((Fraction(1, 5), Fraction(4, 5)), UNIFORM, ONE, ("01", "11"), 1, 1, HALF)
    laws = [Fraction(t, 20) for t in range(21)]
    assert least(at, frozenset({0, 1})) == min(abs(Fraction(4, 5) - t) for t in laws)


def test_failures_by_hand() -> None:
    assert failure(replace(TWO, drawn=3, gamma=Fraction(1, 4))) == Fraction(1, 4)  # one point alone
    assert failure(replace(TWO, gamma=HALF)) == 0
    assert failure(Reduced((ONE,), (ONE,), ONE, ("1",), 1, 1)) == 0


@pytest.mark.parametrize("at", list(REDUCED.settings())[:5])
def test_failures_against_all_draws(at: Reduced) -> None:
    samples = ((frozenset(x for x, _ in outcome), p) for outcome, p in draws(at).items())
    assert failure(at) == sum(p for points, p in samples if least(at, points) > at.chi + at.gamma)


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (REDUCED, "E(X(i)) = 1/N"),
        (REDUCED, "E(X(i)) = sum(1/N*D(x), x, 1, N)"),
        (REDUCED, "s*D(x) <= 1/(2*N)"),
        (REDUCED, "Y = X(1)"),
        (REDUCED, "true(j) = smooth(j)"),
        (REDUCED, "smooth(j) - got(j) <= gap/2"),
        (REDUCED, "got(j) = smooth(j)"),
        (REDUCED, "dev(j)**2 = (smooth(j) - got(j))**2"),
        (REDUCED, "sum(at(j), j, 1, K) = 2"),
        (REDUCED, "least <= 0"),
        (REDUCED, "sum(at(j)*dev(j), j, 1, K) <= least"),
        (REDUCED, "E([k <= Y]*[gamma < gap]) = E([k <= Y])*miss/2"),
        (REDUCED, "E([k <= Y]*[gamma <= gap]) = E([k <= Y])*miss"),
        (REDUCED, "miss <= 2*exp(-gamma**2*k/c0)/3"),
        (ONE_QUERY, "least = 1/4"),
        (ONE_QUERY, "d = 1"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))


@pytest.mark.parametrize(
    "wrong",
    [
        {"data": (ONE,)},
        {"smooth": (ONE, ONE)},
        {"sigma": 2 * ONE},
        {"queries": ("0",)},
        {"queries": ()},
        {"drawn": 0},
        {"wanted": 0},
        {"chi": Fraction(-1)},
        {"gamma": ZERO},
        {"ell": ZERO},
        {"constant": ZERO},
    ],
    ids=str,
)
def test_what_is_not_legal(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(TWO, **wrong)
