"""The model of label clipping, by the laws of the clipped labels, and what SIMA-26 to SIMA-28 do not say."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.local_distribution_learning import numbers_of_integers, ratio_of_likelihoods, sima_26, sima_27
from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.models.label_clipping import CLIPPING, answered, is_part, likelihood, most, owner, settings
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.register import Refutation, find
from dpassay.proofs_check.proof.statements import Statement, Step, Theorem, apply
from dpassay.proofs_check.proof.verdict import refute
from dpassay.reference.label_clipping import Parameters, induced, integers, sizes

SETTINGS = list(settings())
UNEVEN = Parameters(((Fraction(5, 6), Fraction(1, 6), Fraction(0)), (Fraction(0), Fraction(0), Fraction(1))), 5)


def test_the_facts_hold() -> None:
    assert set(facts.tested(CLIPPING)) == set(CLIPPING.facts)


@pytest.mark.parametrize("at", SETTINGS)
def test_likelihoods_are_those_of_the_reference(at: Parameters) -> None:
    """Which has a closed form for the integers of each label; the model adds over the labels, as (6) does."""
    for j, row in enumerate(induced(at), 1):
        assert [likelihood(at, j, z) for z in range(1, integers(at) + 1)] == list(row)


@pytest.mark.parametrize("at", SETTINGS)
def test_parts_and_answers_are_those_of_labels(at: Parameters) -> None:
    numbers_of = range(1, integers(at) + 1)
    for y, size in enumerate(sizes(at), 1):
        assert sum(is_part(at, y, z) for z in numbers_of) == size
        assert sum(answered(at, y, z) for z in numbers_of) == 1


def test_two_hypotheses_by_hand() -> None:
    assert sizes(UNEVEN) == (3, 1, 3)
    assert [owner(UNEVEN, y) for y in (1, 2, 3)] == [1, 1, 2]
    assert [most(UNEVEN, y) for y in (1, 2, 3)] == [Fraction(5, 6), Fraction(1, 6), 1]
    assert [int(is_part(UNEVEN, 3, z)) for z in range(1, 8)] == [0, 0, 0, 0, 1, 1, 1]


THEOREMS = (
    numbers_of_integers.LEAST,
    numbers_of_integers.AT_MOST,
    sima_26.MANY,
    sima_26.CORRECTED,
    sima_27.ENDS,
    sima_27.LIKELIHOODS,
    ratio_of_likelihoods.RATIO,
)
SHARPER = {
    "one integer less": (numbers_of_integers.AT_MOST, "M <= N <= M + m*(M - 1) - 1 < (K + 1)*M", {}),
    "below K M": (numbers_of_integers.AT_MOST, "M <= N <= M + m*(M - 1) < K*M", {}),
    "four fifths of 1/M": (sima_27.LIKELIHOODS, "1/(T*N) <= p(j, z) <= 4/5/M", {"j": 2, "z": 5}),
    "twice the least": (sima_27.LIKELIHOODS, "2/(T*N) <= p(j, z) <= 1/M", {"j": 2, "z": 1}),
    "a sensitivity of log(K T)": (
        ratio_of_likelihoods.SENSITIVITY,
        "log(p(j, z)) - log(p(j, x)) <= log(K*T)",
        {"j": 2, "z": 5, "x": 1},
    ),
    "a ratio of K T": (ratio_of_likelihoods.RATIO, "p(j, z) <= K*T*p(j, x)", {"j": 2, "z": 5, "x": 1}),
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


def test_fewer_than_k_m_integers_is_false_where_all_are_sure() -> None:
    statement = replace(sima_26.MANY.statement, formula="N <= K*M - 1")
    sure = Parameters(((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))), 5)
    refute(Refutation(statement, sure, {}))
    with pytest.raises(Rejected, match="does not fail"):
        refute(Refutation(sima_26.MANY.statement, sure, {}))


@pytest.mark.parametrize("condition", [(), ("M <= K + 1",)])
def test_k_m_integers_need_as_many_hypotheses(condition: tuple[str, ...]) -> None:
    refute(Refutation(replace(sima_26.MANY.statement, where=condition), UNEVEN, {}))


COUNTED = ("a law", "0 or 1", "one owner", "owner", "ceiling, above", "the smaller")
LIKELY = ("a law", "the most", "ceiling, below", "at least one", "one part", "clipping", "likelihood")
BY_THEOREM = ((numbers_of_integers.AT_MOST, COUNTED), (sima_27.ENDS, LIKELY))
NEEDED = [(theorem, fact) for theorem, needed in BY_THEOREM for fact in needed]


@pytest.mark.parametrize(("theorem", "fact"), NEEDED, ids=lambda value: value if isinstance(value, str) else None)
def test_every_fact_is_needed(theorem: Theorem, fact: str) -> None:
    fewer = replace(CLIPPING, facts={name: text for name, text in CLIPPING.facts.items() if name != fact})
    with pytest.raises(Rejected, match="no earlier step"):
        check(replace(theorem, statement=replace(theorem.statement, model=fewer)), find, lambda _: None)


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
