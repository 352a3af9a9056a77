"""The model of label clipping, by the laws of the clipped labels, and what SIMA-26 to SIMA-28 do not say."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.local_distribution_learning import sima_26, sima_27, sima_28
from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.models.label_clipping import CLIPPING, largest_share, likelihood, most, owner, settings
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.register import Refutation, find
from dpassay.proofs_check.proof.statements import Statement, Step, Theorem, apply
from dpassay.proofs_check.proof.verdict import refute
from dpassay.reference.label_clipping import Parameters, law, parts, sizes

SETTINGS = list(settings())
UNEVEN = Parameters(((Fraction(5, 6), Fraction(1, 6), Fraction(0)), (Fraction(0), Fraction(0), Fraction(1))), 5)


def test_the_facts_hold() -> None:
    assert set(facts.tested(CLIPPING)) == set(CLIPPING.facts)


@pytest.mark.parametrize("at", SETTINGS)
def test_likelihoods_are_those_of_clipped_labels(at: Parameters) -> None:
    """By the law of the clipped label of a label drawn from a hypothesis, at every integer that a label owns."""
    laws = [law(label, at) for label in range(len(at.hypotheses[0]))]
    for (j, row), (y, part) in product(enumerate(at.hypotheses, 1), enumerate(parts(at), 1)):
        for integer in part:
            drawn = sum((mass * clipped.pmf(integer) for mass, clipped in zip(row, laws, strict=True)), Fraction(0))
            assert drawn == likelihood(at, j, y)


def test_two_hypotheses_by_hand() -> None:
    assert sizes(UNEVEN) == (3, 1, 3)
    assert [owner(UNEVEN, y) for y in (1, 2, 3)] == [1, 1, 2]
    assert [most(UNEVEN, y) for y in (1, 2, 3)] == [Fraction(5, 6), Fraction(1, 6), 1]
    assert largest_share(UNEVEN) == Fraction(4, 5)


THEOREMS = (sima_26.LEAST, sima_26.CORRECTED, sima_27.LIKELIHOODS, sima_28.RATIO)
SHARPER = {
    "one integer less": (sima_26.CORRECTED, "M <= N <= M + m*(M - 1) - 1 < (K + 1)*M", {}),
    "below K M": (sima_26.CORRECTED, "M <= N <= M + m*(M - 1) < K*M", {}),
    "four fifths of 1/M": (sima_27.LIKELIHOODS, "1/(T*N) <= p(j, y) <= 4/5/M", {"j": 2, "y": 3}),
    "twice the least": (sima_27.LIKELIHOODS, "2/(T*N) <= p(j, y) <= 1/M", {"j": 2, "y": 1}),
    "a ratio of K T": (sima_28.RATIO, "p(j, y) <= K*T*p(j, x)", {"j": 2, "y": 3, "x": 1}),
}


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.statement.id)
def test_they_are_accepted(theorem: Theorem) -> None:
    check(theorem, find, lambda _: None)


@pytest.mark.parametrize("name", SHARPER)
def test_a_sharper_claim_is_false_and_does_not_follow(name: str) -> None:
    theorem, formula, values = SHARPER[name]
    statement = replace(theorem.statement, formula=formula)
    refute(Refutation(statement, UNEVEN, {key: Fraction(value) for key, value in values.items()}))
    proof = (*theorem.proof[:-1], replace(theorem.proof[-1], formula=formula))
    with pytest.raises(Rejected):
        check(replace(theorem, statement=statement, proof=proof), find, lambda _: None)


@pytest.mark.parametrize(
    "fact", ["a law", "a probability", "0 or 1", "one owner", "owner", "ceiling, above", "the smaller"]
)
def test_every_fact_is_needed(fact: str) -> None:
    fewer = replace(CLIPPING, facts={name: text for name, text in CLIPPING.facts.items() if name != fact})
    with pytest.raises(Rejected, match="no earlier step"):
        check(
            replace(sima_26.CORRECTED, statement=replace(sima_26.CORRECTED.statement, model=fewer)),
            find,
            lambda _: None,
        )


# The rule


@pytest.mark.parametrize(("sort", "accepted"), [("integer", True), ("real", False)])
def test_integers_are_1_apart_and_reals_are_not(sort: str, *, accepted: bool) -> None:
    model = numbers(a=f"{sort}", b=f"{sort}, a < b")
    step = Step("all", "a + 1 <= b", apply("integers are 1 apart", "a < b", A="a", B="b"))
    step = replace(step, by=replace(step.by, uses=()))
    theorem = Theorem(Statement("tried", model, "a + 1 <= b"), (step,))
    if accepted:
        check(theorem, find, lambda _: None)
        return
    with pytest.raises(Rejected, match="integer"):
        check(theorem, find, lambda _: None)
