"""The quantities of multiplicative weights with adaptive rewards, computed another way on small games."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import as_real
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.adaptive_rewards import (
    ADAPTIVE,
    THIRDS,
    TUNED,
    Game,
    fixed,
    follows,
    paid_while_loyal,
    settings,
    table,
    tuned_settings,
)
from dpassay.proofs_check.proof.instances import Instances
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import Model, Statement, Theorem
from dpassay.reference import multiplicative_weights

HALF = Fraction(1, 2)
ROWS = ((Fraction(0), Fraction(1)), (Fraction(1), HALF), (Fraction(1), Fraction(0)))
FIXED = Game(fixed(*ROWS), 3, 2, growth=Fraction(4))
FOLLOWS = Game(table(2, 2, follows), 2, 2, growth=Fraction(4), against=THIRDS)
PARAMETERS = multiplicative_weights.Parameters.read(rounds=3, experts=2, exp_learning_rate=4)


def value(name: str, game: Game, *arguments: Any) -> Any:
    """The value of a quantity."""
    of = ADAPTIVE.quantities[name].of
    assert of is not None
    return of(game, *arguments)


def test_on_fixed_rewards_the_law_is_that_of_the_reference() -> None:
    law = multiplicative_weights.law(ROWS, PARAMETERS)
    assert value("P", FIXED) == {tuple(i + 1 for i in choices): weight for choices, weight in law.items()}


def test_on_fixed_rewards_the_weights_are_the_laws_of_the_rounds() -> None:
    for t, law in enumerate(multiplicative_weights.round_laws(ROWS, PARAMETERS), start=1):
        assert [value("w", FIXED, t, i, (1, 2, 1)) for i in (1, 2)] == [law.pmf(0), law.pmf(1)]


def test_on_fixed_rewards_the_regret_is_that_of_the_reference() -> None:
    collected = sum(
        weight * value("g", FIXED, t, transcript) for transcript, weight in FIXED.law.items() for t in (1, 2, 3)
    )
    assert collected == multiplicative_weights.expected_reward(ROWS, PARAMETERS)
    assert value("best", FIXED, (1, 1, 1)) - collected == multiplicative_weights.regret(ROWS, PARAMETERS)


def test_a_transcript_of_two_rounds_by_hand() -> None:
    """After a reward of 1/2 for expert 1 its weight is 2 to 1; in round 2 the one chosen last gets 1, the other 1/2."""
    third = Fraction(1, 3)
    assert FOLLOWS.law == {(1, 1): third, (1, 2): third / 2, (2, 1): third, (2, 2): third / 2}
    assert [value("r", FOLLOWS, 2, i, (2, 1)) for i in (1, 2)] == [HALF, 1]
    assert value("g", FOLLOWS, 2, (2, 1)) == HALF
    assert [value("w", FOLLOWS, 3, 1, (choice, 1)) for choice in (1, 2)] == [Fraction(4, 5), HALF]


def test_the_best_expert_depends_on_the_course() -> None:
    """Having chosen expert 2 in round 1, both have 1 in the end, and the first one leads."""
    assert [value("best", FOLLOWS, (choice, 1)) for choice in (1, 2)] == [Fraction(3, 2), 1]
    assert [[value("leads", FOLLOWS, i, (choice, 1)) for i in (1, 2)] for choice in (1, 2)] == [[1, 0], [1, 0]]
    assert [value("leads", FIXED, i, (1, 1, 1)) for i in (1, 2)] == [1, 0]


def test_the_law_given_the_past_by_counting() -> None:
    past = {choices: weight for choices, weight in FOLLOWS.law.items() if choices[0] == 2}
    whole = sum(past.values())
    assert value("y", FOLLOWS, 2, (2, 1)) == {choices: weight / whole for choices, weight in past.items()}
    assert value("y", FOLLOWS, 1, (2, 1)) == FOLLOWS.law


@pytest.mark.parametrize("game", [*settings(), *tuned_settings()])
def test_the_conditional_laws_have_the_law_as_their_mean(game: Game) -> None:
    for t in range(1, game.rounds + 1):
        for outcome, weight in game.law.items():
            mean = sum(
                (as_real(p) * as_real(game.law_given(t, past).get(outcome, 0)) for past, p in game.law.items()),
                as_real(0),
            )
            assert (mean - as_real(weight)).ball(128).contains(0)


def test_the_divergence_from_a_sure_expert_is_the_log_of_its_weight() -> None:
    game = Game(fixed((1, 0)), 1, 2, growth=Fraction(4))
    assert value("div", game, 1, (1,)).ball(128).overlaps(as_real(2).log().ball(128))
    assert value("div", game, 2, (1,)).ball(128).overlaps(as_real(Fraction(5, 4)).log().ball(128))
    assert [value("h", game, i) for i in (2,)] == [0]
    assert (
        value("h", FOLLOWS, 1).ball(128).overlaps((as_real(Fraction(1, 3)) * as_real(Fraction(1, 3)).log()).ball(128))
    )


def test_the_tuned_rate() -> None:
    """c ln(K)/T = a^2."""
    for game in tuned_settings():
        squared = as_real(game.factor) * as_real(game.experts).log() / as_real(game.rounds)
        assert (game.rate * game.rate).ball(128).overlaps(squared.ball(128))
        grown = game.grown(HALF)
        assert (grown * grown).ball(128).overlaps(game.rate.exp().ball(128))


ONE = fixed((1, 0))


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"growth": Fraction(1)}, "growth = 1"),
        ({"growth": Fraction(-1)}, "growth = -1"),
        ({}, "expected one of them"),
        ({"growth": Fraction(2), "factor": Fraction(1)}, "expected one of them"),
        ({"factor": Fraction(0)}, "factor = 0"),
        ({"growth": Fraction(2), "rewards": {}}, "rewards of 0 pasts"),
        ({"growth": Fraction(2), "rewards": fixed((2, 0))}, "rewards in"),
        ({"growth": Fraction(2), "rewards": {(): (Fraction(1),)}}, "expected 2 rewards"),
        ({"growth": Fraction(2), "rounds": 0}, "rounds = 0"),
        ({"growth": Fraction(2), "against": (HALF, Fraction(1))}, "against"),
        ({"growth": Fraction(2), "against": (Fraction(-1), Fraction(2))}, "against"),
    ],
)
def test_an_illegal_game_is_refused(arguments: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Game(**{"rewards": ONE, "rounds": 1, "experts": 2, **arguments})


def test_one_expert_has_no_tuned_rate() -> None:
    with pytest.raises(ValueError, match="two experts"):
        Game(fixed((1,)), 1, 1, factor=Fraction(1))


def refused(model: Model, fact: str) -> str:
    """The complaint on a fact that is false on a setting, or ""."""
    statement = Statement(model.name, model, "0 <= 0")
    scope = Scope(statement)
    try:
        Instances(Theorem(statement, ())).tally("fact", scope.sequent(fact, ()), scope)
    except Rejected as rejection:
        return str(rejection)
    return ""


@pytest.mark.parametrize("model", [ADAPTIVE, TUNED])
def test_the_facts_hold_on_all_settings(model: Model) -> None:
    assert not [name for name, fact in model.facts.items() if refused(model, fact)]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("first", "-log(K)", "log(K)"),
        ("update", "- log(", "+ log("),
        ("update", "r(t, i)", "g(t)"),
        ("y is a law", "= 1", "= 2"),
        ("collected at most 1", "<= 1", "<= 1/2"),
        ("no expert is better", "<=", ">="),
        ("one expert leads", "= 1", "= K"),
        ("the leader is best", "leads(i)*", ""),
        ("x is a law", "= 1", "= K"),
        ("divergence", "h(i) -", "h(i) +"),
        ("tuned", "*T", ""),
    ],
)
def test_a_tampered_fact_is_refused(name: str, old: str, new: str) -> None:
    model = ADAPTIVE if name in ADAPTIVE.facts else TUNED
    assert old in model.facts[name]
    assert "is false at" in refused(model, model.facts[name].replace(old, new))


def test_loyalty_is_paid_to_both_experts() -> None:
    assert [paid_while_loyal(past)[1] for past in ((), (1,), (2,), (1, 1), (1, 2))] == [0, 1, 0, 1, 0]
    assert replace(FOLLOWS, against=()).x == (Fraction(1), Fraction(0))
