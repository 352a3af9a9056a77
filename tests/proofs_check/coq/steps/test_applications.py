"""Steps by rules, lemmas and claims in Coq: accepted as they stand, and refused without what they rest on."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from dpassay.proofs_check import registry
from dpassay.proofs_check.coq import coqc
from dpassay.proofs_check.coq.steps.applications import applied, conditional, premise, quantities
from dpassay.proofs_check.coq.steps.entries import of_proof, texts, twin
from dpassay.proofs_check.coq.steps.texts import StepText
from dpassay.proofs_check.coq.theorem import CoqTheorem, Resists
from dpassay.proofs_check.proof.register import THEOREMS, find
from dpassay.proofs_check.proof.statements import Apply, Step
from tests.proofs_check.coq.toys import needs_coq

assert registry.CLAIMS
CHOSEN = {
    "telescope": "all",  # induction
    "zero or one": "all",  # cases, each under its condition
    "moments of trials": "all",  # independence
    "adaptive sum": "tower",  # a conditional law
    "taking out what is known": "all",  # a function of the outcome
    "ASI-32-corrected: where delta is small": "root",  # a lemma on numbers
    "LEC-15": "bound",  # one relation of a claim, without the variables of the other one
    "SCOTT-02-corrected": "a tail",  # a published theorem
    "moments of pure losses": "loss, high",  # one that speaks of outcomes
    "LEC-14": "mean",  # one relation of a lemma that says two
    "basic composition": "all",  # a lemma with hypotheses and ranges
    "LEC-20": "all",  # hypotheses that need something of an outcome to be defined
    "the regret of noisy weights": "path by path",  # a number and an index of one name
}
"""A step of each kind."""
CLAIM = ("LEC-14", "potential")
"""A step by what another theorem says of the same model."""


def step(id: str, name: str) -> tuple[Step, StepText]:  # noqa: A002  # as elsewhere
    return next((one, text) for one, text in texts(THEOREMS[id]) if one.name == name)


@cache
def chosen() -> list[tuple[Step, StepText]]:
    return [step(*pair) for pair in (*CHOSEN.items(), CLAIM)]


def written(one: Step, text: StepText) -> CoqTheorem:
    found = next(e for e in of_proof(THEOREMS[text.scope.statement.id]) if e.part == f"step {one.name}")
    assert isinstance(found, CoqTheorem)
    return found


def accepted(folder: Path, theorems: list[CoqTheorem]) -> list[str]:
    return [theorem.claim for theorem, answer in coqc.answers(folder, theorems) if answer.accepted]


@needs_coq
def test_steps_are_accepted(preludes: Path) -> None:
    assert accepted(preludes, [written(*pair) for pair in chosen()]) == [*CHOSEN, CLAIM[0]]


@needs_coq
def test_the_contrary_is_refused(preludes: Path) -> None:
    assert accepted(preludes, [twin(text, one) for one, text in chosen()]) == []


@needs_coq
def test_a_step_without_what_it_rests_on_is_refused(preludes: Path) -> None:
    """The proof is written as if it were there, and Coq asks for it."""
    theorems: list[CoqTheorem] = []
    for one, text in chosen():
        whole, said = written(one, text), applied(text, one, "x").text
        for premises in (*(said.sequent(said.known[name]) for name in said.cited), *said.more):
            statement = whole.statement.replace(f"{premises} ->", "True ->", 1)
            assert statement != whole.statement
            name = f"{whole.name}_without_{len(theorems)}"
            theorems.append(replace(whole, name=name, statement=statement))
    assert len(theorems) > len(CHOSEN)
    assert accepted(preludes, theorems) == []


def test_a_rule_is_a_theorem_and_no_premise() -> None:
    one, text = step("telescope", "all")
    assert applied(text, one, "x").text.more == ()
    assert written(one, text).lemmas[0] == "From Dpassay Require Rules_sums."
    assert "Rules_sums.induction_of_equalities" in written(one, text).proof


def test_what_a_lemma_says_is_a_premise_with_all_that_it_asks_for() -> None:
    assert premise(find("root of a square"), {}, {}) == (
        "(forall (v_u : R),\n  0 < v_u ->\n  (0 <= v_u ^ 2 /\\ sqrt (v_u ^ 2) = v_u))"
    )


def test_what_a_claim_says_is_a_premise_on_the_same_numbers() -> None:
    one, text = step(*CLAIM)
    said = applied(text, one, "x").text
    other = find(one.by.id if isinstance(one.by, Apply) else "")
    assert said.more == (premise(other, {}, {}),)
    assert "v_T : R" not in said.more[0]
    assert quantities(other, {}) <= set(said.quantities)


def test_each_relation_of_a_lemma_holds_for_its_own_variables() -> None:
    first, second = premise(find("LEC-14-sharp"), {}, {}).split(" /\\ ((forall (v_i : R), ")
    assert "v_i" not in first
    assert second.startswith("is_int v_i -> 1 <= v_i -> v_i <= v_K ->")


def test_a_published_theorem_is_a_premise_on_what_it_names() -> None:
    """Of any function in the place of Phi it would be false, and all would follow from it."""
    one, text = step("SCOTT-02-corrected", "a tail")
    (told,) = applied(text, one, "x").text.more
    assert told.startswith("((fun (q_Phi : R -> R) => forall (v_a : R),")
    assert told.endswith(") q_Phi)")
    assert "(q_Phi : R -> R)" in applied(text, one, "x").text.statement.split(",")[0]


def test_that_a_law_is_conditional_is_a_premise() -> None:
    one, text = step("adaptive sum", "tower")
    told = "(forall (v_t : R), is_int v_t -> 0 <= v_t -> v_t <= v_T - 1 -> mean_law (q_after v_t) q_P)"
    assert conditional(text.scope, "after") == told
    assert applied(text, one, "x").text.more == (told,)


def test_most_steps_are_written() -> None:
    for id_ in ("adaptive sum", "group privacy", "LEC-14"):
        theorem = THEOREMS[id_]
        applied_ = {f"step {one.name}" for one in theorem.proof if isinstance(one.by, Apply)}
        assert applied_
        assert not applied_ & {entry.part for entry in of_proof(theorem) if isinstance(entry, Resists)}
