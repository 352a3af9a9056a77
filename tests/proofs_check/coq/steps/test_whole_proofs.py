"""Whole proofs in Coq: their steps close all that they leave open, and nothing is missing between them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from dpassay.proofs_check import registry
from dpassay.proofs_check.coq import coqc
from dpassay.proofs_check.coq.files import HEAD, imported
from dpassay.proofs_check.coq.steps import entries as steps
from dpassay.proofs_check.coq.steps.entries import contrary
from dpassay.proofs_check.coq.steps.whole_proofs import Proof, entries
from dpassay.proofs_check.coq.theorem import CoqTheorem
from dpassay.proofs_check.proof.register import THEOREMS
from tests.proofs_check.coq.toys import needs_coq

assert registry.CLAIMS
HERE = Path()
CHOSEN = ("telescope", "sum of integers", "zero or one", "LEC-15")
"""By rules alone; with arithmetic; with cases; a claim of two relations, by another claim."""


@cache
def written(id: str) -> tuple[CoqTheorem, ...]:  # noqa: A002  # as elsewhere
    found = [*steps.entries(id, HERE), *entries(id, HERE)]
    return tuple(entry for entry in found if isinstance(entry, CoqTheorem) and not entry.twin)


def compiled(folder: Path, *sentences: str) -> bool:
    text = "\n\n".join([HEAD.format(" ".join(imported())), *sentences])
    (folder / "Tried.v").write_text(text, encoding="utf-8")
    return coqc.compiled(folder, "Tried")[0]


@needs_coq
@pytest.mark.parametrize("id_", CHOSEN)
def test_the_theorems_of_the_steps_are_all_that_the_whole_asks_for(preludes: Path, id_: str) -> None:
    names, theorems = Proof.of(THEOREMS[id_]).names, written(id_)
    *_, whole = theorems
    assert [theorem.name for theorem in theorems] == [*names, whole.name]
    assert whole.premises == tuple(names)
    texts = [theorem.text for theorem in theorems]
    assert compiled(preludes, *texts, f"Definition closed := {' '.join([whole.name, *names])}.")
    turned = [whole.name, *reversed(names)]
    assert len(names) == 1 or not compiled(preludes, *texts, f"Definition closed := {' '.join(turned)}.")


@needs_coq
def test_a_whole_without_a_step_is_refused(preludes: Path) -> None:
    """Every step is needed: one that is only cited in words would be none of the proof."""
    tampered: list[CoqTheorem] = []
    for id_ in ("telescope", "LEC-14"):
        *_, whole = written(id_)
        for _, text in Proof.of(THEOREMS[id_]).parts:
            statement = whole.statement.replace(f"({text.statement}) ->", "True ->", 1)
            assert statement != whole.statement
            tampered.append(replace(whole, name=f"{whole.name}_without_{len(tampered)}", statement=statement))
    assert not any(answer.accepted for _, answer in coqc.answers(preludes, tampered))


@needs_coq
def test_a_root_that_the_last_step_does_not_say_is_refused(preludes: Path) -> None:
    tampered = []
    for id_ in CHOSEN:
        for root in Proof.of(THEOREMS[id_]).roots:
            text, goal = root.text, root.text.goal
            other = text.sequent(replace(goal, formula=contrary(goal.formula)))
            statement = text.statement.removesuffix(text.sequent(goal)) + other
            tampered.append(replace(root.theorem(), statement=statement))
    assert not any(answer.accepted for _, answer in coqc.answers(preludes, tampered))


def test_facts_are_premises_and_hypotheses_of_a_lemma_too() -> None:
    *_, whole = written("LEC-14")
    proof = Proof.of(THEOREMS["LEC-14"])
    after = whole.statement.removeprefix("".join(f"({text.statement}) ->\n  " for _, text in proof.parts))
    assert after.startswith("forall (S_transcript : Type) (v_T : R)")
    used = {name for _, text in proof.parts for name in text.cited} & set(THEOREMS["LEC-14"].statement.model.facts)
    text = proof.parts[0][1]
    assert used
    for name in used:
        assert f"{text.sequent(text.known[name])} ->" in after


def test_what_is_no_proof_has_no_whole() -> None:
    assert list(entries("no claim", HERE)) == []
