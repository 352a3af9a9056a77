"""The model of one repeated random loss, computed another way, and what ASI-41 does not say."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.lazy_to_private.asi_41 import ASI_41, SHARP
from dpassay.proofs_check.models.repeated_loss import BATCHES, Batch, bits, delta, expected_loss, probability, settings
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.register import Refutation, find
from dpassay.proofs_check.proof.statements import Statement
from dpassay.proofs_check.proof.verdict import refute, rests_on
from dpassay.proofs_check.shared_lemmas import group_privacy, sums

HALF = Fraction(1, 2)
SURE = Batch(2, 2, Fraction(3, 2), Fraction(1))
UNIFORM = Batch(3, 1, Fraction(1))
RESPONSE = Batch(1, 2, Fraction(2), table=(Fraction(1, 3), HALF, Fraction(2, 3)))


def test_the_facts_hold() -> None:
    assert set(facts.tested(BATCHES)) == set(BATCHES.facts)


@pytest.mark.parametrize(("number", "row"), [(1, (0, 0)), (2, (1, 0)), (3, (0, 1)), (4, (1, 1))])
def test_losses_are_numbered_by_their_bits(number: int, row: tuple[int, ...]) -> None:
    assert bits(SURE, number) == tuple(map(Fraction, row))
    assert bits(SURE, 5 - number) == tuple(1 - bit for bit in row)


@pytest.mark.parametrize(
    ("number", "changed", "chance"), [(2, 0, 0), (2, 1, 1), (2, 2, 1), (3, 0, 0), (3, 1, 0), (1, 2, 0)]
)
def test_the_leader_follows_the_smaller_loss(number: int, changed: int, chance: int) -> None:
    """Of equal losses it takes the first model, whose bit is the lowest one."""
    assert probability(SURE, number, 1, changed) == chance


def test_randomized_response_on_the_better_model() -> None:
    """It errs with probability 1/3; a loss that is the same for both models is 0 or 1 whatever it answers."""
    assert [probability(RESPONSE, number, 1, 0) for number in range(1, 5)] == [0, Fraction(1, 3), Fraction(1, 3), 1]
    assert expected_loss(RESPONSE) == Fraction(5, 12)
    assert delta(RESPONSE) == 0
    assert delta(replace(RESPONSE, exp_eps=Fraction(1))) == Fraction(1, 3)


def test_models_turn_from_round_to_round() -> None:
    """The leader has no loss in round 1, and the other model has one in round 2; delta does not change."""
    turning = replace(SURE, turning=1)
    assert [probability(turning, 2, t, 0) for t in (1, 2)] == [0, 1]
    assert delta(turning) == delta(SURE)
    assert delta(replace(turning, slack=HALF)) == delta(SURE) + HALF


def test_one_model_loses_half() -> None:
    assert expected_loss(UNIFORM) == Fraction(3, 2)
    assert delta(UNIFORM) == 0


@pytest.mark.parametrize("batch", list(settings()))
def test_the_loss_is_the_mean_over_all_losses_and_answers(batch: Batch) -> None:
    losses = list(product((0, 1), repeat=batch.experts))
    whole: Any = Fraction(0)
    for row in losses:
        law = batch.answer((tuple(map(Fraction, row)),) * batch.rounds)
        whole += sum((w * sum(row[model] for model in models) for models, w in law.items()), Fraction(0))
    assert expected_loss(batch) == whole / len(losses)


@pytest.mark.parametrize(
    "wrong",
    [
        {"rounds": 0},
        {"experts": 0},
        {"exp_eps": HALF},
        {"truth": Fraction(2)},
        {"slack": Fraction(-1)},
        {"table": (HALF,)},
        {"table": (HALF, HALF, Fraction(-1))},
        {"table": (HALF,) * 3, "experts": 3},
    ],
)
def test_what_is_no_batch_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(Batch(1, 2, Fraction(2)), **wrong)


# ASI-41


@pytest.mark.parametrize("theorem", [SHARP, ASI_41], ids=["sharp", "printed"])
def test_it_is_accepted(theorem: Any) -> None:
    check(theorem, find, find_evidence)


def test_it_rests_on_the_lemmas() -> None:
    lemmas = (group_privacy.GROUP, sums.GAUSS, sums.REVERSED)
    assert {lemma.statement.id for lemma in lemmas} <= set(rests_on(SHARP))


SHARPER = {
    "no delta": ("loss >= T*(1/2 - T*eps/4)", SURE),
    "two fifths of delta": (
        "loss >= T*(1/2 - T*eps/4 - T*delta/5)",
        replace(RESPONSE, exp_eps=Fraction(1), table=(Fraction(0), HALF, Fraction(1))),
    ),
    "no eps": ("loss >= T*(1/2 - T*delta/2)", RESPONSE),
    "a quarter of eps": ("loss >= T*(1/2 - T*eps/16 - T*delta/2)", RESPONSE),
}


@pytest.mark.parametrize("name", SHARPER)
def test_a_sharper_claim_is_false_and_does_not_follow(name: str) -> None:
    formula, batch = SHARPER[name]
    refute(Refutation(Statement("sharper", BATCHES, formula), batch))
    sharper = replace(SHARP.statement, formula=formula)
    proof = (*SHARP.proof[:-1], replace(SHARP.proof[-1], formula=formula))
    with pytest.raises(Rejected, match="do not add up"):
        check(replace(SHARP, statement=sharper, proof=proof), find, find_evidence)


@pytest.mark.parametrize("fact", BATCHES.facts)
def test_every_fact_is_needed(fact: str) -> None:
    fewer = replace(BATCHES, facts={name: text for name, text in BATCHES.facts.items() if name != fact})
    with pytest.raises(Rejected, match="no earlier step"):
        check(replace(SHARP, statement=replace(SHARP.statement, model=fewer)), find, find_evidence)
