"""Rare answers: found where they are, passed over where luck explains them, and certified with their share alone."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb, inf
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers.outcome import Origin, Samples
from dpassay.audit.answers.request import Json
from dpassay.audit.evidence.features import contains
from dpassay.audit.evidence.learned import LearnedEvidence, divided, learn
from dpassay.audit.evidence.rare import SHARE, Seldom, luck, seldom
from dpassay.audit.held_to.alone import ClaimAlone

CLAIM = ClaimAlone("a:b", {}, (Json("0"), Json("1")), Fraction(11, 10), Fraction(0))
TEXTS = ('"yes"', '"no"', '"yes!"')


def of(first: Any, second: Any, **more: Any) -> Seldom | None:
    return seldom(np.asarray(first), np.asarray(second), **{"ratio": 3.0, "delta": 0.0, **more})


def found(first: Any, second: Any, **more: Any) -> Seldom:
    each = of(first, second, **more)
    assert each is not None
    return each


def inside(each: Seldom, values: Any) -> list[bool]:
    predicate = json.loads(json.dumps(each.feature.event(each.chosen, each.chosen).predicate))
    return [bool(one) for one in contains(predicate, np.asarray(values))]


def numbers(first: Any, second: Any) -> Samples:
    return Samples((first, second), 0, 0.0, Origin(), form_names=("number",), form_codes=(np.zeros(1, int),) * 2)


def branch(told: bool, size: int = 64_000, seed: int = 1) -> LearnedEvidence:
    """Randomized response with a branch of probability 1/1024 that tells the bit, or tells nothing."""
    rng = np.random.default_rng(seed)
    arrays = []
    for data in (0, 1):
        answers = np.where(rng.random(size) < 3 / 4, data, 1 - data)
        arrays.append(np.where(rng.random(size) < 1 / 1024, 2 + told * data, answers))
    return learn(numbers(*arrays), CLAIM, {"values": 0.05}, 0)


@pytest.mark.parametrize(("count", "others"), [(3, 0), (5, 2), (20, 7)])
def test_luck_is_a_tail_of_a_binomial_law(count: int, others: int) -> None:
    share, n = Fraction(3, 4), count + others
    tail = sum(comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(count, n + 1))
    assert float(luck(count, others, 0.75)) == pytest.approx(float(tail))
    assert float(luck(0, others, 0.75)) == 1


def test_a_value_of_one_input_alone_is_found_with_its_direction() -> None:
    often = [0.0] * 300 + [1.0] * 300
    each = found([*often, 7.5, 7.5, 7.5, 7.5], [*often, 0, 1, 0, 1])
    assert each.direction == "p over q"
    assert each.luck == pytest.approx(0.75**4)
    assert inside(each, [7.5, 0.0, 1.0, np.nextafter(7.5, 0), np.nextafter(7.5, 9), np.nan]) == [True] + 5 * [False]
    assert found(often, [*often, 7, 7, 7, 7]).direction == "q over p"
    assert found([*often, 7, 7, 7, 7], often, label="the sum").feature.name == "intervals of the sum"


def test_what_luck_explains_is_passed_over() -> None:
    often = [0] * 300 + [1] * 300
    assert of([*often, 7], often) is None  # once is no value that comes again
    assert of([*often, 7, 7], often) is None  # (3/4)^2 is more than a half
    assert of([*often, 7, 7, 7, 7], [*often, 7, 7]) is None
    assert of([*often, 7, 7, 7, 7], often, ratio=20.0) is None
    assert of([*often, 7, 7, 7, 7], often, ratio=inf) is None
    assert of([*often, 7, 7, 7, 7], often, delta=0.01) is None
    few = list(range(10, 50))
    assert of(often + 4 * few, often + few) is None  # as the claim allows
    assert of([], []) is None


def test_one_of_many_values_is_so_by_luck() -> None:
    """Of 400 values each of which comes eight times some come on one input alone, and are not found."""
    rng = np.random.default_rng(3)
    values = np.repeat(np.arange(400), 8)
    for place in rng.random((20, len(values))) < 1 / 2:
        assert of(values[place], values[~place], ratio=2.0) is None


def test_answers_beyond_all_others() -> None:
    rng = np.random.default_rng(4)
    both = rng.random((2, 500))
    far = found(np.concatenate([both[0], 5 + rng.random(20)]), both[1])
    assert far.direction == "p over q"
    assert inside(far, [5.5, 100.0, 0.5, -1.0]) == [True, True, False, False]
    low = found(both[0], np.concatenate([both[1], -5 - rng.random(20)]))
    assert low.direction == "q over p"
    assert inside(low, [-5.5, 0.5]) == [True, False]
    assert of(np.concatenate([both[0], 5 + rng.random(6)]), both[1]) is None
    least = np.iinfo(np.int64).min
    assert of(np.array([least] * 3), np.array([least] * 3)) is None


def test_texts_are_told_by_their_numbers() -> None:
    often = [0, 1] * 300
    each = found([*often, 2, 2, 2, 2], often, lines=TEXTS)
    assert each.feature.event(each.chosen, each.chosen).description == 'y is "yes!"'
    assert inside(each, [0, 1, 2]) == [False, False, True]


def test_a_seldom_branch_that_tells_is_certified_and_one_that_does_not_is_not() -> None:
    told = branch(told=True)
    assert told.found["rare"].certificate.epsilon_lower > 1.3
    assert told.best is told.found["rare"]
    assert told.found["values"].certificate.epsilon_lower < np.log(3)
    nothing = branch(told=False)
    assert nothing.best is nothing.found["values"]


def test_the_share_of_rare_answers_is_a_part_of_that_of_values() -> None:
    assert dict(divided({"values": 0.04, "form": 0.01})) == {"values": 0.03, "form": 0.01, "rare": 0.01}
    assert SHARE == 0.25
    told = branch(told=True)
    assert told.certified_alpha == pytest.approx(0.05)
    assert told.found["rare"].certificate.alpha == pytest.approx(0.0125)
    nothing = learn(numbers(np.arange(2_000) % 2, np.arange(2_000) % 2), CLAIM, {"values": 0.05}, 0)
    assert list(nothing.found) == ["values"]
    assert nothing.certified_alpha == pytest.approx(0.05)


def test_in_rows_the_column_is_named() -> None:
    rng = np.random.default_rng(6)
    rows = rng.integers(0, 3, size=(2, 40_000, 2))
    rows[0, ::500, 1] = 9
    certificate = learn(numbers(rows[0], rows[1]), CLAIM, {"values": 0.05}, 0).found["rare"].certificate
    assert certificate.direction == "p over q"
    assert certificate.count_q == 0
    assert certificate.count_p == 64
    assert "y_2" in certificate.event.description


@pytest.mark.statistical
def test_false_alarms_at_the_claim_with_equality() -> None:
    """Discrete Laplace noise, whose far values have the ratio e^epsilon: Pr(Bin(200, .05) > 28) is below 1e-6."""
    rng = np.random.default_rng(8)
    claim = ClaimAlone("a:b", {}, CLAIM.pair, Fraction(693_148, 10**6), Fraction(0))
    alarms = looked = 0
    for seed in range(200):
        arrays = [data + rng.geometric(0.5, 1_500) - rng.geometric(0.5, 1_500) for data in (0, 1)]
        evidence = learn(numbers(*arrays), claim, {"values": 0.05}, seed)
        looked += "rare" in evidence.found
        alarms += evidence.best is not None and evidence.best.certificate.epsilon_lower > float(claim.epsilon)
    assert looked > 100
    assert alarms <= 28
