"""Every theorem in the form: its steps are accepted, each needs what it cites, and what is false falls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from dpassay.proofs_check import registry, roots
from dpassay.proofs_check.certificates import LEDGER
from dpassay.proofs_check.kernel import Rejected
from dpassay.proofs_check.proof.check import Checker
from dpassay.proofs_check.proof.reading import Reader
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS, find
from dpassay.proofs_check.proof.statements import (
    Analysis,
    Apply,
    Arithmetic,
    By,
    Cases,
    Step,
    Theorem,
    Together,
    arithmetic,
)
from dpassay.proofs_check.proof.terms import Relation, conjuncts
from dpassay.proofs_check.proof.verdict import cites

IDS = sorted(THEOREMS)
EVIDENCE = roots.graph(LEDGER).evidence
assert registry.CLAIMS  # which registers them all


@pytest.mark.xdist_group("proofs")
@pytest.mark.parametrize("name", [*IDS, *sorted(REFUTATIONS)])
def test_its_verdict_follows(name: str) -> None:
    assert roots.verdict(name, LEDGER) in {"proved", "argued", "refuted"}


def without_one(by: By) -> Iterator[tuple[str, By]]:
    """The justification without each of what it cites."""
    match by:
        case Arithmetic(terms):
            for k, (_, used) in enumerate(terms):
                yield used.step, replace(by, terms=terms[:k] + terms[k + 1 :])
        case Analysis() | Apply() | Together():
            for k, used in enumerate(by.uses):
                yield used.step, replace(by, uses=by.uses[:k] + by.uses[k + 1 :])
        case Cases(_, holds, fails):
            yield from ((cited, replace(by, holds=less)) for cited, less in without_one(holds))
            yield from ((cited, replace(by, fails=less)) for cited, less in without_one(fails))


def is_evident(checker: Checker, cited: str) -> bool:
    """Tell whether a step says what needs no reason: of before the normal forms knew logs."""
    if cited not in checker.known:
        return False
    sequent = checker.known[cited]
    if isinstance(sequent.formula, Relation) and not checker.scope.forms.apart.relation(sequent.formula)[1]:
        return True
    try:
        checker.justify(sequent, arithmetic(), checker.scope.with_conditions(sequent))
    except Rejected:
        return False
    return True


def unneeded(theorem: Theorem) -> Iterator[str]:
    """What steps cite without need; that they follow with all that they cite, is asked elsewhere."""
    checker = Checker(theorem.statement, find, EVIDENCE, {name for step in theorem.proof for name in cites(step)})
    for step in theorem.proof:
        sequent, context = checker.stated(step)
        for cited, by in without_one(step.by):
            if is_evident(checker, cited):
                continue
            try:
                checker.justify(sequent, by, context)
            except Rejected:
                continue
            yield f"{step.name}: {cited}"
        checker.known[step.name] = sequent


@pytest.mark.parametrize("name", IDS)
def test_a_step_falls_without_what_it_cites(name: str) -> None:
    assert not list(unneeded(THEOREMS[name]))


def test_what_is_not_needed_is_found() -> None:
    first, *others = THEOREMS["Chernoff"].proof
    assert isinstance(first.by, Arithmetic)
    padded = replace(first, by=replace(first.by, terms=(*first.by.terms, ("0", first.by.terms[0][1]))))
    assert list(unneeded(replace(THEOREMS["Chernoff"], proof=(padded, *others)))) == ["gap: X > e"]


def used_steps(proof: tuple[Step, ...]) -> set[str]:
    """The names of the steps that later ones use."""
    return {name for step in proof for name in cites(step)}


@pytest.mark.parametrize("name", IDS)
def test_every_step_is_used(name: str) -> None:
    theorem = THEOREMS[name]
    said = len(conjuncts(Reader(theorem.statement.names).formula(theorem.statement.formula)))
    assert {step.name for step in theorem.proof[:-said]} <= used_steps(theorem.proof)
