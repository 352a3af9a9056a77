"""The model of the level pair, computed another way: randomized responses, and binomial laws."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from dpassay.exact import as_real
from dpassay.proofs_check.models.level_pair import LEVEL, Level, probability, sign, transcripts
from dpassay.proofs_check.models.multiplicative_weights import least_delta
from dpassay.proofs_check.proof import facts

PAIR = Level(4, Fraction(2))
TRUTH = Fraction(2, 3)


def test_the_facts_hold() -> None:
    assert set(facts.tested(LEVEL)) == set(LEVEL.facts)


def test_choices_after_the_first_are_randomized_responses() -> None:
    for choices in transcripts(PAIR):
        truths = choices[1:].count(0)
        expected = TRUTH**truths * (1 - TRUTH) ** (3 - truths) / 2
        assert probability(PAIR, 0, choices) == expected
        assert probability(PAIR, 1, choices) == TRUTH ** (3 - truths) * (1 - TRUTH) ** truths / 2


def test_the_signs_are_those_of_later_rounds() -> None:
    assert [sign(PAIR, k, (0, 0, 1, 0)) for k in (1, 2, 3)] == [1, -1, 1]


def test_the_least_delta_is_that_of_randomized_responses() -> None:
    """At e^0 = 1 it is the total variation of the two binomial laws."""
    first, second = ([comb(3, k) * p**k * (1 - p) ** (3 - k) for k in range(4)] for p in (TRUTH, 1 - TRUTH))
    variation = sum(max(x - y, Fraction(0)) for x, y in zip(first, second, strict=True))
    assert (least_delta(PAIR.games, Fraction(0)) - as_real(variation)).evaluate().contains(0)


@pytest.mark.parametrize(("rounds", "growth", "message"), [(1, 2, "rounds = 1"), (2, 1, "growth = 1")])
def test_illegal_settings_are_refused(rounds: int, growth: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Level(rounds, Fraction(growth))
