"""The model of group privacy, computed another way, and what ASI-03 does not say."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.lazy_to_private.asi_03 import ASI_03
from dpassay.proofs_check.models.chain_of_neighbors import CHAIN, Chain, probability, settings
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.register import Refutation, find
from dpassay.proofs_check.proof.statements import Statement
from dpassay.proofs_check.proof.verdict import refute
from dpassay.proofs_check.shared_lemmas import group_privacy

HALF = Fraction(1, 2)


def test_the_facts_hold() -> None:
    assert set(facts.tested(CHAIN)) == {"private", "private, back"}


@pytest.mark.parametrize("chain", list(settings()))
def test_delta_is_the_least_over_all_events_and_the_slack(chain: Chain) -> None:
    events = range(1, 2 ** len(chain.laws[0]) + 1)
    gaps = [
        probability(chain, a, event) - chain.exp_eps * probability(chain, b, event)
        for k, event in product(range(len(chain.laws) - 1), events)
        for a, b in ((k, k + 1), (k + 1, k))
    ]
    assert chain.delta == max(gaps) + chain.slack


def test_less_than_the_least_delta_is_refused() -> None:
    with pytest.raises(ValueError, match="slack = -1: expected at least 0"):
        Chain(((HALF, HALF),) * 2, Fraction(2), Fraction(-1))


@pytest.mark.parametrize("fact", ["private", "private, back"])
def test_every_fact_is_needed(fact: str) -> None:
    fewer = replace(CHAIN, facts={name: text for name, text in CHAIN.facts.items() if name != fact})
    with pytest.raises(Rejected, match="no earlier step"):
        check(replace(ASI_03, statement=replace(ASI_03.statement, model=fewer)), find, lambda _: None)


def test_events_are_all_sets_of_outcomes() -> None:
    chain = Chain(((Fraction(1, 7), Fraction(2, 7), Fraction(4, 7)),) * 2, Fraction(1))
    assert sorted(7 * probability(chain, 0, event) for event in range(1, 9)) == list(range(8))


@pytest.mark.parametrize(
    ("laws", "exp_eps"),
    [
        (((HALF, HALF),), Fraction(2)),
        (((HALF, HALF), (Fraction(1),)), Fraction(2)),
        (((HALF, HALF), (HALF, Fraction(1, 3))), Fraction(2)),
        (((HALF, HALF), (Fraction(3, 2), -HALF)), Fraction(2)),
        (((HALF, HALF), (HALF, HALF)), HALF),
    ],
)
def test_what_is_no_chain_is_refused(laws: tuple[tuple[Fraction, ...], ...], exp_eps: Fraction) -> None:
    with pytest.raises(ValueError, match="expected"):
        Chain(laws, exp_eps)


def test_asi_03_is_accepted_and_rests_on_group_privacy() -> None:
    check(ASI_03, find, lambda _: None)
    assert find(group_privacy.GROUP.statement.id) is group_privacy.GROUP.statement


SHARPER = {
    "m delta": "x(0, l) <= exp(m*eps)*x(m, l) + m*delta",
    "one change less": "x(0, l) <= exp((m - 1)*eps)*x(m, l) + m*exp((m - 1)*eps)*delta",
    "m - 1 of them": "x(0, l) <= exp(m*eps)*x(m, l) + (m - 1)*exp((m - 1)*eps)*delta",
}


@pytest.mark.parametrize("name", SHARPER)
def test_a_sharper_claim_is_false_and_does_not_follow(name: str) -> None:
    """On the chain 1, 1/2, 1/4, 1/8 at e^eps = 3/2 or on one that is as far as it can be."""
    formula = SHARPER[name]
    assert any(is_false(formula, chain) for chain in (*settings(), FAR))
    statement = replace(ASI_03.statement, formula=formula)
    proof = tuple(replace(step, formula=formula) if step.name == "forth" else step for step in ASI_03.proof)
    with pytest.raises(Rejected, match="do not add up"):
        check(replace(ASI_03, statement=statement, proof=proof), find, lambda _: None)


FAR = Chain(
    tuple((p, 1 - p) for p in (Fraction(15, 32), Fraction(7, 32), Fraction(3, 32), Fraction(1, 32))), Fraction(2)
)


def is_false(formula: str, chain: Chain) -> bool:
    statement = Statement("sharper", CHAIN, formula)
    for event in range(1, 2 ** len(chain.laws[0]) + 1):
        try:
            refute(Refutation(statement, chain, {"l": Fraction(event)}))
        except Rejected:
            continue
        return True
    return False
