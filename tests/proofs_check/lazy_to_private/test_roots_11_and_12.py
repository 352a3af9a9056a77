"""Two experts charged by turns, or one always: ASI-11, 11b and 12 hold for no constant, where the rate is small."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpassay.exact import as_real
from dpassay.proofs_check import registry
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.charged_always import ALWAYS, always
from dpassay.proofs_check.models.charged_by_turns import BY_TURNS, by_turns
from dpassay.proofs_check.models.lazy_experts import input_loss, lazy_loss, rows, turns
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS, find
from dpassay.proofs_check.proof.statements import Model
from tests.proofs_check.established import EVIDENCE, GRAPH
from tests.proofs_check.lecture_notes.test_lec_11_to_17 import Twin, fails

pytestmark = pytest.mark.xdist_group("proofs")

assert registry.CLAIMS  # which registers all theorems
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
FAMILIES = {"ASI-11": "n", "ASI-11b": "B", "ASI-12": "B"}
VALUES = {"C": HALF, "delta1": THIRD}
ONE = {"C": Fraction(1)}
LONG = by_turns(2, 5, HALF, Fraction(1, 450))
TWINS = (
    Twin("ASI-11: for no constant", "B**2*h**2", "B*h", by_turns(2, 2, HALF, Fraction(1, 500)), VALUES),
    Twin("ASI-11b: for no constant", "B**2*h**2", "B*h", LONG, VALUES),
    Twin("regret of lazy-to-private in two batches", "h*B**2/8", "h*B**2/2", LONG),
    Twin("regret of multiplicative weights in two batches", "h*B/4", "h*B/8", LONG),
    Twin("what batches by turns add", "/48", "/7", LONG),
    Twin("ASI-12: for no constant", "C*(B*h)*(B**2*h)", "C*B*h", always(3, Fraction(1, 500)), ONE),
    Twin("ASI-12: for no constant", "+ C*B*B*h", "+ C*B", always(3, Fraction(1, 500)), ONE),
    Twin("the losses of a batch where an expert is always charged", "/48", "/7", always(3, Fraction(1, 500))),
)


@pytest.mark.parametrize("name", FAMILIES)
def test_there_is_no_constant(name: str) -> None:
    assert GRAPH.verdict(name) == "refuted"
    family = REFUTATIONS[name].no_constant
    assert family is not None
    assert (family.by, family.large) == (f"{name}: for no constant", FAMILIES[name])
    assert GRAPH.words(family.by) == 0


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("ASI-11", {"h": "1/(100*C + 20)"}),
        ("ASI-11", {"h": "1/20"}),
        ("ASI-11", {"B": "1"}),
        ("ASI-11", {"d": "3"}),
        ("ASI-11", {"delta1": "1/4"}),
        ("ASI-11", {"p": "1/8"}),
        ("ASI-11b", {"n": "3"}),
        ("ASI-11b", {"h": "1/(8*B**2)"}),
        ("ASI-11b", {"h": "1/(16*B**2)"}),
        ("ASI-12", {"h": "1/(90*C*B + 10*B + 10)"}),
        ("ASI-12", {"h": "1/(100*C + 10)"}),
        ("ASI-12", {"d": "3"}),
    ],
)
def test_other_parameters_refute_nothing(name: str, changed: dict[str, str]) -> None:
    """Larger rates; one round a batch, which adds nothing; three experts or batches; other preconditions."""
    family = REFUTATIONS[name].no_constant
    assert family is not None
    wrong = replace(REFUTATIONS[name], no_constant=replace(family, others={**family.others, **changed}))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(REFUTATIONS, name, wrong)
        with pytest.raises(Rejected, match="no large"):
            GRAPH.verdict(name)


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: f"{twin.claim}: {twin.new}")
def test_a_twin_is_false(twin: Twin) -> None:
    fails(twin.statement, twin.setting, twin.values)


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: f"{twin.claim}: {twin.new}")
def test_the_proof_does_not_show_a_twin(twin: Twin) -> None:
    theorem = THEOREMS[twin.claim]
    *steps, last = theorem.proof
    for proof in (theorem.proof, (*steps, replace(last, formula=twin.statement.formula))):
        with pytest.raises(Rejected):
            check(replace(theorem, statement=twin.statement, proof=proof), find, EVIDENCE)


@pytest.mark.parametrize(
    ("name", "condition"),
    [
        ("ASI-11: for no constant", "2 <= B"),
        ("ASI-11: for no constant", "96*C*B*h < 1"),
        ("ASI-11b: for no constant", "n <= 2"),
        ("ASI-11b: for no constant", "4*C <= B"),
        ("ASI-11: the precondition", "1/3 <= delta1"),
        ("what batches by turns add", "B*h <= 1"),
        ("ASI-12: for no constant", "2 <= B"),
        ("ASI-12: for no constant", "96*C*B*h < 1"),
    ],
)
def test_a_condition_is_needed(name: str, condition: str) -> None:
    theorem = THEOREMS[name]
    assert condition in theorem.statement.where

    def without(where: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(text for text in where if text != condition)

    proof = tuple(replace(step, where=without(step.where)) for step in theorem.proof)
    statement = replace(theorem.statement, where=without(theorem.statement.where))
    with pytest.raises(Rejected):
        check(replace(theorem, statement=statement, proof=proof), find, EVIDENCE)


@pytest.mark.parametrize("model", [BY_TURNS, ALWAYS], ids=lambda model: model.name)
def test_the_facts_hold(model: Model) -> None:
    assert set(facts.tested(model)) == set(model.facts)


def test_a_batch_by_its_closed_form() -> None:
    """The laws of the rounds are those of weights 1 and e^(-h (j - 1)); the actions are equal most often."""
    at = always(3, HALF)
    weights = [(as_real(HALF) * -j).exp() for j in range(3)]
    for law, weight in zip(at.laws, weights, strict=True):
        assert (law[0] - weight / (1 + weight)).evaluate().contains(0)
    alike = at.law[1, 1, 1] + at.law[2, 2, 2]
    assert alike - at.laws[2][0] == HALF


@pytest.mark.parametrize(("batches", "batch", "rate"), [(2, 2, "1/10"), (4, 3, "1/2"), (2, 1, "1")])
def test_the_game_by_its_closed_form(batches: int, batch: int, rate: str) -> None:
    """An even number of batches: the excess is (T (B - 1)/(4 B)) tanh(B h/2), the regret (T/4) tanh(B h/2)."""
    at = by_turns(batches, batch, HALF, Fraction(rate))
    assert at.losses == turns(batch, batches // 2)
    growth = (as_real(Fraction(rate)) * batch).exp()
    tanh = (growth - 1) / (growth + 1)
    excess = as_real(lazy_loss(at)) - as_real(input_loss(at)) - tanh * Fraction(batches * (batch - 1), 4)
    regret = as_real(lazy_loss(at)) - min(at.totals) - tanh * Fraction(batches * batch, 4)
    assert excess.evaluate().contains(0)
    assert regret.evaluate().contains(0)


def test_an_odd_number_of_batches() -> None:
    assert by_turns(3, 1, HALF, HALF).losses == rows((1, 0), (0, 1), (1, 0))
    with pytest.raises(ValueError, match=r"losses = \(\)"):
        by_turns(2, 0, HALF, HALF)
