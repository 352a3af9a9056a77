"""Relations inside of terms, and cases, in Coq: accepted as they follow, refused where they say the contrary."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from dpassay.proofs_check.coq.steps.entries import NO_EVIDENCE, contrary
from dpassay.proofs_check.coq.steps.justified import justified
from dpassay.proofs_check.coq.steps.proofs import StepProof
from dpassay.proofs_check.coq.steps.stuck import Stuck
from dpassay.proofs_check.coq.steps.texts import StepText
from dpassay.proofs_check.coq.theorem import CoqTheorem
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.sequents import Sequent
from dpassay.proofs_check.proof.statements import By, Step, Use, arithmetic, cases, inside
from dpassay.proofs_check.proof.terms import Relation
from dpassay.proofs_check.proof.uses import Uses
from tests.proofs_check.coq.toys import accepted, needs_coq
from tests.proofs_check.proof.test_uses import SCOPE, context, drawn

DRAWN = 50
PRELUDES = ("Inside", "Steps")
KNOWN = {
    "below": Sequent(SCOPE.reader.relation("q(i) <= i + p"), (SCOPE.reader.relation("1 <= i"),)),
    "same": Sequent(SCOPE.reader.relation("X + i = X + q(i)")),
}
USED = (
    (inside("sum(x**2*_, i, 1, n)", "below"), ()),
    (inside("-sum(exp(-_), i, 1, n)", "below"), ()),
    (inside("sum(log(p + exp(_)), i, 1, n)", "below"), ()),
    (inside("E(sum(X**2*_, i, 1, n))", "below"), ()),
    (inside("E([_ <= x])", "same", i="n"), ()),
    (inside("x + _", "[x <= 1] = 1"), ("x <= 1",)),
    (inside("p*_", "[1 < x] = 0"), ("x <= 1",)),
    (inside("p*_", "[1 < x] = 1 - [x <= 1]"), ()),
)


def found() -> Iterator[tuple[Use, tuple[str, ...]]]:
    """Relations drawn at random and put into terms drawn at random, as far as the checker accepts that."""
    random = Random(7)
    while True:
        relation, term, where = drawn(random)
        try:
            Uses(SCOPE, KNOWN).relation(inside(term, relation), context(where))
        except Rejected:
            continue
        yield inside(term, relation), where


@cache
def drawn_and_chosen() -> list[CoqTheorem]:
    pairs = [*USED, *islice(found(), DRAWN)]
    return [theorem for number, (used, where) in enumerate(pairs) for theorem in put(number, used, where)]


def said(used: Use, where: tuple[str, ...]) -> Relation:
    """As the checker has it."""
    return Uses(SCOPE, KNOWN).relation(used, context(where))


def text(goal: Relation, where: tuple[str, ...], *cited: str) -> StepText:
    return StepText(SCOPE, KNOWN, Sequent(goal, tuple(map(SCOPE.reader.relation, where))), cited)


def put(number: int, used: Use, where: tuple[str, ...]) -> list[CoqTheorem]:
    """What is put inside, and its contrary with the same proof."""
    relation, cited = said(used, where), [used.step] if used.step in KNOWN else []
    proof = StepProof(text(relation, where, *cited), f"toy_{number}")
    fact = proof.use(used)
    assert fact.relation == relation
    script = proof.finished(f"exact {fact.proof}.")
    return [
        CoqTheorem(
            f"toy_{number}{kind}",
            "LEC-01",
            "step 1",
            "",
            text(goal, where, *cited).statement,
            script,
            lemmas,
            preludes=PRELUDES,
        )
        for kind, goal in (("", relation), ("_twin", contrary(relation)))
        for lemmas in [proof.prover.sentences]
    ]


@needs_coq
def test_what_is_put_inside_is_accepted_and_its_contrary_refused(preludes: Path) -> None:
    theorems = drawn_and_chosen()
    names = [theorem.name for theorem in theorems]
    assert len(names) == 2 * (DRAWN + len(USED))
    assert accepted(preludes, theorems) == [name for name in names if not name.endswith("_twin")]


def test_what_does_not_grow_is_not_written() -> None:
    goal = SCOPE.reader.relation("x <= x + p")
    assert isinstance(goal, Relation)
    for term in ("x*_", "q(_)", "log(_)", "[_ = 1]", "_**2", "1/_", "_*(1 - _)"):
        with pytest.raises(Stuck):
            StepProof(text(goal, ()), "toy").use(inside(term, "x <= x + p"))


def by_cases(goal: str, by: By, *, trusting: bool = False) -> CoqTheorem:
    relation = SCOPE.reader.relation(goal)
    told = text(relation, ())
    proof = justified(told, "toy", Step("toy", goal, by), NO_EVIDENCE, trusting=trusting)
    return CoqTheorem("toy", "LEC-01", "step 1", "", told.statement, proof.script, proof.lemmas, preludes=PRELUDES)


@needs_coq
def test_cases_are_accepted_and_one_proof_for_both_is_refused(preludes: Path) -> None:
    goal = "x*u <= u + x**2*u"
    whole = cases("x <= 1", arithmetic(("u", "x <= 1")), arithmetic(("x*u", "1 < x")))
    nested = cases("x < 0", whole, whole)
    turned = cases("x <= 1", whole.fails, whole.holds)
    with pytest.raises(Stuck):
        by_cases(goal, turned)
    theorems = [by_cases(goal, whole), by_cases(goal, turned, trusting=True), by_cases(goal, nested)]
    theorems = [replace(theorem, name=f"toy_{number}") for number, theorem in enumerate(theorems)]
    assert accepted(preludes, theorems) == ["toy_0", "toy_2"]
