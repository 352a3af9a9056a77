"""The model of adaptive composition, computed another way: from tables of all answers, and from binomial laws."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dpassay.analysis.optimal_composition import optimal_delta
from dpassay.exact import Budget, as_real, log
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.local_distribution_learning.sima_29 import SIMA_29
from dpassay.proofs_check.models.adaptive_composition import COMPOSITION, Tree, conditional, law, least_delta, loss
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.register import Refutation, find
from dpassay.proofs_check.proof.statements import Model, Statement, Theorem
from dpassay.proofs_check.proof.verdict import cites, refute, rests_on
from dpassay.proofs_check.shared_lemmas import adaptive, chernoff
from dpassay.proofs_check.shared_lemmas.composed_losses import COMPOSED_LOSS, TAIL
from dpassay.reference.composition import Parameters

RESTS_ON = {adaptive.ADAPTIVE_SUM.statement.id, chernoff.CHERNOFF.statement.id}
TWO_THIRDS, HALF, FIFTHS = Fraction(2, 3), Fraction(1, 2), Fraction(2, 5)
TREE = Tree((((), (TWO_THIRDS, 1 - TWO_THIRDS)), ((0,), (HALF, FIFTHS)), ((1,), (FIFTHS, HALF))), Fraction(2))
PAIRS = list(product((0, 1), repeat=2))


def test_the_facts_hold() -> None:
    assert set(facts.tested(COMPOSITION)) == set(COMPOSITION.facts)


def test_the_law_is_that_of_the_tree() -> None:
    first = {(0, 0): Fraction(1, 6), (0, 1): Fraction(1, 6), (1, 0): Fraction(2, 5), (1, 1): Fraction(4, 15)}
    second = {(0, 0): Fraction(2, 5), (0, 1): Fraction(4, 15), (1, 0): Fraction(1, 6), (1, 1): Fraction(1, 6)}
    assert law(TREE, 0) == first
    assert law(TREE, 1) == second


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_the_conditional_law_is_the_quotient(rounds: int) -> None:
    whole = law(TREE, 0)
    for past in PAIRS:
        alike = {answers: w for answers, w in whole.items() if answers[:rounds] == past[:rounds]}
        assert conditional(TREE, 0, rounds, past) == {answers: w / sum(alike.values()) for answers, w in alike.items()}


@pytest.mark.parametrize("answers", PAIRS)
def test_the_losses_add_up_to_that_of_all_answers(answers: tuple[int, int]) -> None:
    whole = as_real(log(law(TREE, 0)[answers] / law(TREE, 1)[answers]))
    assert (loss(TREE, 1, answers) + loss(TREE, 2, answers) - whole).evaluate().contains(0)


@pytest.mark.parametrize("exp_epsilon", [1, Fraction(3, 2), 2, 3, 5])
def test_the_least_delta_of_randomized_responses(exp_epsilon: Fraction) -> None:
    response = (TWO_THIRDS, 1 - TWO_THIRDS)
    tree = Tree(tuple((past, response) for t in range(3) for past in product((0, 1), repeat=t)), Fraction(2))
    exact = optimal_delta(Parameters(Budget(exp_eps=2), 3), Fraction(exp_epsilon))
    assert least_delta(tree, log(exp_epsilon)).evaluate().overlaps(as_real(exact).evaluate())


@pytest.mark.parametrize(
    ("pairs", "exp_eps"),
    [
        ((((), (TWO_THIRDS, 1 - TWO_THIRDS)),), Fraction(3, 2)),
        ((((), (Fraction(1), Fraction(1))),), Fraction(2)),
        ((((), (Fraction(9, 10), HALF)),), Fraction(2)),
        ((((), (HALF, HALF)),), HALF),
    ],
)
def test_what_is_not_private_is_no_setting(pairs: Any, exp_eps: Fraction) -> None:
    with pytest.raises(ValueError, match="expected"):
        Tree(pairs, exp_eps)


# SIMA-29, and the tail that it applies


def changed(theorem: Theorem = SIMA_29, **changes: Any) -> Theorem:
    return replace(theorem, statement=replace(theorem.statement, **changes))


def without(fact: str) -> Model:
    return replace(COMPOSITION, facts={name: text for name, text in COMPOSITION.facts.items() if name != fact})


ROOT = "sqrt(2*log(1/d)*T*eps**2)"
SHARPER = {
    "half the mean": f"delta(T*eps**2/4 + {ROOT}) <= d",
    "no mean": f"delta({ROOT}) <= d",
    "half the root": f"delta(T*eps**2/2 + {ROOT}/2) <= d",
    "half of delta": f"delta(T*eps**2/2 + {ROOT}) <= d/2",
}


@pytest.mark.parametrize("name", SHARPER)
def test_a_sharper_claim_does_not_follow(name: str) -> None:
    sharper = changed(formula=SHARPER[name])
    proof = (*SIMA_29.proof[:-1], replace(SIMA_29.proof[-1], formula=SHARPER[name]))
    with pytest.raises(Rejected, match="'all': the relations do not add up"):
        check(replace(sharper, proof=proof), find, lambda _: None)


def test_delta_is_above_0_where_nothing_is_lost_and_epsilon_is_below_0() -> None:
    """So it matters that the printed epsilon is at least 0 at eps = 0."""
    nothing = Tree((((), (HALF, HALF)),), Fraction(1))
    sharper = replace(SIMA_29.statement, formula="delta(T*eps**2/2 - 1/10) <= d")
    refute(Refutation(sharper, nothing, {"d": Fraction(1, 100)}))


NEEDED = [
    (theorem, fact)
    for theorem in (SIMA_29, COMPOSED_LOSS)
    for fact in COMPOSITION.facts
    if fact in {name for step in theorem.proof for name in cites(step)}
]


def test_every_fact_is_cited() -> None:
    assert {fact for _, fact in NEEDED} == set(COMPOSITION.facts)


@pytest.mark.parametrize(("theorem", "fact"), NEEDED)
def test_every_fact_is_needed(theorem: Theorem, fact: str) -> None:
    model = without(fact)

    def found(name: str) -> Statement:
        return replace(COMPOSED_LOSS.statement, model=model) if name == COMPOSED_LOSS.statement.id else find(name)

    with pytest.raises(Rejected, match="no earlier step"):
        check(changed(theorem, model=model), found, lambda _: None)


def test_the_tail_needs_an_order_of_at_least_0() -> None:
    with pytest.raises(Rejected, match="'round'"):
        check(
            replace(
                changed(COMPOSED_LOSS, where=()), proof=tuple(replace(step, where=()) for step in COMPOSED_LOSS.proof)
            ),
            find,
            lambda _: None,
        )


def test_a_smaller_tail_is_false() -> None:
    """A response that is true with probability 2/3 loses log(2) as often, and e^(log(2)^2/2 - 69/100) is less."""
    low = replace(COMPOSED_LOSS.statement, formula=TAIL.replace("T*m", "T*m/2"))
    refute(Refutation(low, next(iter(COMPOSITION.settings())), {"s": Fraction(1), "x": Fraction(69, 100)}))


def test_it_is_accepted() -> None:
    check(COMPOSED_LOSS, find, lambda _: None)
    check(SIMA_29, find, lambda _: None)


def test_it_rests_on_the_lemmas() -> None:
    assert COMPOSED_LOSS.statement.id in rests_on(SIMA_29)
    assert set(rests_on(COMPOSED_LOSS)) >= RESTS_ON


def test_delta_above_1_has_no_root() -> None:
    variables = {**SIMA_29.statement.variables, "d": "real, 0 < d"}
    with pytest.raises(Rejected, match="d <= 1"):
        check(changed(variables=variables), find, lambda _: None)
