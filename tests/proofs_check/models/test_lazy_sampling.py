"""Algorithm 1 along given laws, coin by coin."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.models.lazy_sampling import (
    LAZY,
    ON_THE_EDGE,
    Lazy,
    age,
    batches,
    excess,
    given_others,
    joint,
    least_delta,
    left,
    of_pair,
    of_x,
    other_models,
    rise,
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
    of_y = {j: sum((both.get((i, j), ZERO) for i in models), ZERO) for j in models}
    ages = [age(lazy, last, k) for k in range(last)]
    assert sum(ages) == 1
    assert of_y == {j: sum(a * lazy.law(last - k)[j - 1] for k, a in enumerate(ages)) for j in models}
    apart = [both.get((i, j), ZERO) - lazy.law(last)[i - 1] * of_y[j] for i in models for j in models]
    assert of_pair(lazy, last) == sum(map(abs, apart)) / 2
    of_model = [sum(both.get((i, j), ZERO) for j in models) - lazy.law(last)[i - 1] for i in models]
    assert of_x(lazy, last) == sum(map(abs, of_model)) / 2
    paths = marginal(law, lambda course: tuple(y + 1 for y in course.y))
    assert other_models(lazy) == paths
    given = marginal(law, lambda course: (tuple(y + 1 for y in course.y), course.x[-1] + 1))
    assert all(given_others(lazy, last, path)[x - 1] * paths[path] == mass for (path, x), mass in given.items())


def test_what_is_left_after_a_step() -> None:
    """Of two models, from the ideal law: what is kept, and what is drawn, against the new law."""
    (a, b), (c, d) = ON_THE_EDGE.laws
    for y, ratio in ((1, c / a), (2, d / b)):
        k = 1 / (ratio * Fraction(21, 20) ** 2)
        kept = [min(a, k * c), min(b, k * d)]
        after = [kept[0] + (1 - sum(kept)) * c, kept[1] + (1 - sum(kept)) * d]
        assert left(ON_THE_EDGE, 1, y) == abs(after[0] - c)
        assert excess(ON_THE_EDGE, 1, y) == k - sum(kept)
        assert rise(ON_THE_EDGE, 1, y) == max(ZERO, 1 - Fraction(21, 20) * ratio)


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
