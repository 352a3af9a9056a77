"""Steps in Coq: accepted as they stand, refused where they say the contrary or lack what they cite."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from dpassay.proofs_check import registry
from dpassay.proofs_check.certificates import LEDGER
from dpassay.proofs_check.coq import coqc
from dpassay.proofs_check.coq.steps import entries as module
from dpassay.proofs_check.coq.steps.entries import contrary, entries, stored, texts, twin
from dpassay.proofs_check.coq.steps.justified import justified
from dpassay.proofs_check.coq.steps.texts import StepText
from dpassay.proofs_check.coq.theorem import CoqTheorem, Resists, identifier
from dpassay.proofs_check.proof import store
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.sequents import Sequent
from dpassay.proofs_check.proof.statements import Step
from dpassay.proofs_check.proof.terms import Relation
from tests.proofs_check.coq.toys import needs_coq

assert registry.CLAIMS
EVIDENCE = stored(store.text_of(LEDGER))
CHOSEN = {
    "SIMA-49-corrected": "power",  # exp
    "LEC-20-sharp": "and so on",  # a linear sum
    "LEC-07": "all",  # of indicators
    "LEC-15-sharp": "root",  # the square of a root
    "HRS-25-sharp": "q above",
    "LEC-23-corrected: a floor": "cosh",  # by analysis
    "LEC-10": "all",  # several together
    "LEC-23: for no constant": "number",
    "HRS-09": "third",  # a mean of a sum
    "one hypothesis more": "all",  # a log of a product
}
"""A step of each kind."""


@cache
def chosen() -> list[tuple[Step, StepText]]:
    return [(step, text) for id_, name in CHOSEN.items() for step, text in texts(THEOREMS[id_]) if step.name == name]


def written(step: Step, text: StepText, *, trusting: bool = False) -> CoqTheorem:
    name = identifier("step", text.scope.statement.id)
    proof = justified(text, name, step, EVIDENCE, trusting=trusting)
    return CoqTheorem(name, "LEC-01", "step 1", "", text.statement, proof.script, proof.lemmas)


def accepted(folder: Path, theorems: list[CoqTheorem]) -> list[bool]:
    return [answer.accepted for _, answer in coqc.answers(folder, theorems)]


@needs_coq
def test_steps_are_accepted(preludes: Path) -> None:
    theorems = [written(step, text) for step, text in chosen()]
    assert len(theorems) == len(CHOSEN)
    assert all(accepted(preludes, theorems))


@needs_coq
def test_an_equation_that_is_replaced_may_also_be_cited(preludes: Path) -> None:
    (one,) = [pair for pair in texts(THEOREMS["HRS-30a"]) if pair[0].name == "root"]
    ((_, answer),) = coqc.answers(preludes, [written(*one)])
    assert answer.accepted


@needs_coq
def test_the_contrary_is_refused(preludes: Path) -> None:
    """Even where the writer takes for granted that its normal form shows it."""
    assert not any(accepted(preludes, [twin(text, step, EVIDENCE) for step, text in chosen()]))


@needs_coq
def test_a_step_without_what_it_cites_is_refused(preludes: Path) -> None:
    """The proof is written as if it were there, and Coq asks for it."""
    theorems = []
    for step, text in chosen():
        if not text.cited:
            continue
        whole, cited = written(step, text), text.sequent(text.known[text.cited[-1]])
        statement = whole.statement.replace(f"{cited} ->", "True ->")
        theorems.append(replace(whole, statement=statement))
        assert theorems[-1].statement != whole.statement
    assert not any(accepted(preludes, theorems))


def test_each_step_is_written() -> None:
    found = list(entries("LEC-15-sharp", LEDGER))
    steps = [entry for entry in found if isinstance(entry, CoqTheorem) and not entry.twin]
    assert [entry.part for entry in steps] == [f"step {step.name}" for step in THEOREMS["LEC-15-sharp"].proof]
    assert {entry.reason for entry in found if isinstance(entry, Resists)} == set()
    assert list(entries("no claim", LEDGER)) == []


def test_some_steps_have_a_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TWINS", 1)
    found = [entry for entry in entries("LEC-15-sharp", LEDGER) if isinstance(entry, CoqTheorem)]
    assert [entry.twin for entry in found] == [False, True] * len(THEOREMS["LEC-15-sharp"].proof)
    assert len({entry.name for entry in found}) == len(found)


def test_the_contrary_is_false_where_the_relation_holds() -> None:
    goal: Sequent = chosen()[0][1].goal
    relation = goal.formula
    assert isinstance(relation, Relation)
    for operator in ("<", "<=", "="):
        other = contrary(replace(relation, operator=operator))
        assert isinstance(other, Relation)
        assert other.operator == ("=" if operator == "=" else "<=")
        assert (other.left == relation.left) == (operator == "=")


def test_a_step_whose_terms_are_too_deep_resists(monkeypatch: pytest.MonkeyPatch) -> None:
    def deep(*_: object, **__: object) -> None:
        raise RecursionError

    monkeypatch.setattr(module, "justified", deep)
    found = list(module.of_proof(THEOREMS["LEC-15-sharp"], EVIDENCE))
    assert any(isinstance(entry, Resists) and entry.reason == module.TOO_DEEP for entry in found)
