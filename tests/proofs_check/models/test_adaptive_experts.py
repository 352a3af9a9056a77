"""The model of rewards that depend on choices, computed another way: by the steps of the algorithm."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.models.adaptive_experts import (
    ADAPTIVE,
    Rules,
    transcript_law,
    transcripts,
    vote,
)
from dpassay.proofs_check.models.adaptive_games import Choices, Row
from dpassay.proofs_check.proof import facts

ZERO, ONE = Fraction(0), Fraction(1)
VOTE = vote(voters=1, payments=1, growth=Fraction(3))


def by_the_algorithm(
    rules: Rules, past: Choices = (), weights: Row = (Fraction(1, 2),) * 2
) -> Mapping[Choices, Fraction]:
    """Sample, observe, multiply, normalize: along every sequence of choices (rewards 0 and 1)."""
    if len(past) == rules.rounds:
        return {past: ONE}
    paid = rules.first(past)
    grown = [w * rules.growth ** int(r) for w, r in zip(weights, paid, strict=True)]
    after = tuple(w / sum(grown) for w in grown)
    return {
        choices: weight * rest
        for i, weight in enumerate(weights, start=1)
        for choices, rest in by_the_algorithm(rules, (*past, i), after).items()
    }


def test_the_facts_hold() -> None:
    assert set(facts.tested(ADAPTIVE)) == set(ADAPTIVE.facts)


def test_the_law_is_that_of_the_algorithm() -> None:
    assert transcript_law(VOTE, 0) == by_the_algorithm(VOTE)


def test_the_rules_differ_in_round_1() -> None:
    assert VOTE.changed == {1}
    assert len(list(transcripts(VOTE))) == 2**VOTE.rounds


def pay(first: Row, later: Row) -> Any:
    return lambda past: later if past else first


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"rounds": 0}, "rounds = 0"),
        ({"growth": ONE}, "growth = 1"),
        ({"chosen": frozenset({3})}, "chosen = "),
        ({"event": frozenset({(1,)})}, "event with"),
        ({"event": frozenset({(1, 3)})}, "event with"),
        ({"second": pay((ZERO, Fraction(2)), (ONE, ZERO))}, "second"),
        ({"second": pay((ZERO, ONE), (ZERO, ONE))}, "the rules differ in rounds"),
    ],
)
def test_illegal_settings_are_refused(changed: dict[str, Any], message: str) -> None:
    legal: dict[str, Any] = {
        "rounds": 2,
        "experts": 2,
        "first": pay((ONE, ZERO), (ONE, ZERO)),
        "second": pay((ZERO, ONE), (ONE, ZERO)),
        "growth": Fraction(2),
        "chosen": frozenset({1}),
        "event": frozenset({(1, 2), (2, 1)}),
    }
    Rules(**legal)
    with pytest.raises(ValueError, match=message):
        Rules(**{**legal, **changed})
