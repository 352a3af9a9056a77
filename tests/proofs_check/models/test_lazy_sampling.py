"""Algorithm 1 along given laws, coin by coin."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.lazy_sampling import (
    LAZY,
    ON_THE_EDGE,
    QUOTIENT,
    Lazy,
    batches,
    before_y,
    joint,
    keep,
    least_delta,
    of_x,
    settings,
)
from dpassay.proofs_check.proof import facts
from tests.proofs_check.lazy_to_private.every_coin import courses, marginal

ZERO, HALF = Fraction(0), Fraction(1, 2)


def test_the_facts_hold() -> None:
    assert set(facts.tested(LAZY)) == set(LAZY.facts)


@pytest.mark.parametrize("lazy", [ON_THE_EDGE, *list(settings())[:2]])
def test_the_laws_are_those_of_all_coins(lazy: Lazy) -> None:
    laws = [list(lazy.law(s)) for s in range(1, batches(lazy) + 1)]
    law = courses(laws, lazy.exp_eta ** (2 * lazy.batch), lazy.fake_switch)
    both = marginal(law, lambda course: (course.x[-1] + 1, course.y[-1] + 1))
    last, models = batches(lazy), lazy.models
    assert {pair: mass for pair, mass in joint(lazy, last).items() if mass} == both
    of_model = [sum(both.get((i, j), ZERO) for j in models) - lazy.law(last)[i - 1] for i in models]
    assert of_x(lazy, last) == sum(map(abs, of_model)) / 2


def test_before_y_is_drawn() -> None:
    """y is that of the batch before, and x already the new one: of two models, from independent ones."""
    (a, b), (c, _) = ON_THE_EDGE.laws
    kept = [(1 - ON_THE_EDGE.fake_switch) * keep(ON_THE_EDGE, 1, i, 2) for i in (1, 2)]
    drawn = a * b * (1 - kept[0]) + b * b * (1 - kept[1])
    assert before_y(ON_THE_EDGE, 1)[1, 2] == a * b * kept[0] + c * drawn
    assert sum(before_y(ON_THE_EDGE, 1).values()) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        "u(s, 0, i) = m(s + 1, i)",
        "sum([exp(eta)*u(s, k + 1, i) < u(s, k, i)]*(u(s, k, i) - u(s, k + 1, i)), i, 1, d) <= d0",
        "sum([u(s, k + 1, i) < u(s, k, i)]*(u(s, k, i) - u(s, k + 1, i)), i, 1, d) <= d0",
        "j(2, i, l) = m(2, i)*m(2, l)",
        f"keep(s, i, l) = {QUOTIENT}",
        "a(s, i, l) = (1 - p)*keep(s, i, l)*j(s, i, l) + m(s, i)*sum((1 - (1 - p)*keep(s, i, l))*j(s, i, l), i, 1, d)",
        "a(s, i, l) = p*keep(s, i, l)*j(s, i, l) + m(s + 1, i)*sum((1 - p*keep(s, i, l))*j(s, i, l), i, 1, d)",
        "j(s + 1, i, l) = (1 - p)*a(s, i, l) + p*m(s, l)*sum(a(s, i, l), l, 1, d)",
        "tv(b) = 0",
    ],
)
def test_a_wrong_fact_is_refused(wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(LAZY, facts={"wrong": wrong}))


def test_the_least_delta() -> None:
    p, q = (Fraction(3, 4), Fraction(1, 4)), (HALF, HALF)
    assert least_delta(p, q, Fraction(5, 4)) == Fraction(3, 16)
    assert least_delta(q, p, Fraction(5, 4)) == Fraction(3, 16)


@pytest.mark.parametrize(
    "wrong",
    [
        {"batch": 2},
        {"exp_eta": Fraction(1)},
        {"delta_0": ZERO},
        {"fake_switch": Fraction(1)},
        {"laws": ((Fraction(1), ZERO), (HALF, HALF))},
    ],
)
def test_what_does_not_meet_the_assumption_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(ON_THE_EDGE, **wrong)
