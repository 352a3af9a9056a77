"""What is still in words is found with all that stands on it, and what guarantees stand on is not in words."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

import pytest

from dpassay.proofs_check.claim import Case
from dpassay.proofs_check.in_words import debts, proofs_in_words, steps_in_words
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS
from dpassay.proofs_check.proof.statements import Step, Theorem, words
from dpassay.proofs_check.registry import CLAIMS
from dpassay.proofs_check.roots import is_rooted
from dpassay.reference import MECHANISMS, Mechanism
from tests.proofs_check.proof.small_theorems import GOAL, small_claim, small_lemma
from tools.ast_checks import ROOT

TAUGHT, BESIDE = "LEC-13", "LEC-15"
NAMED = re.compile(rf"\b(?:{'|'.join(sorted({name.partition('-')[0] for name in CLAIMS}))})-\d+[a-z]?(?:-[a-z]+)?")


@pytest.fixture
def _in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lemma with a step in words, and a claim that applies it."""
    lemma = small_lemma(TAUGHT)
    said = Step("said", lemma.statement.formula, words("So it is.", missing="a rule"))
    monkeypatch.setitem(THEOREMS, TAUGHT, replace(lemma, proof=(said, *lemma.proof[:2], replace(said, name="again"))))
    monkeypatch.setitem(THEOREMS, BESIDE, small_claim(BESIDE, TAUGHT))


@pytest.mark.usefixtures("_in_words")
class TestInWords:
    """Steps in words, wherever they stand."""

    def test_a_proof_stands_once_with_all_that_stands_on_it(self) -> None:
        (found,) = proofs_in_words([TAUGHT, BESIDE])
        assert (found.proof, found.claims) == (TAUGHT, (TAUGHT, BESIDE))
        assert [step.name for step in found.steps] == ["said", "again"]
        assert steps_in_words(BESIDE) == ()

    def test_words_below_a_claim_are_its_debts(self) -> None:
        told = [f"{TAUGHT}, 'said', is in words", f"{TAUGHT}, 'again', is in words"]
        assert debts(CLAIMS[BESIDE]) == debts(CLAIMS[TAUGHT]) == told

    def test_so_are_those_of_its_other_parts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        whole = THEOREMS[BESIDE]
        monkeypatch.setitem(
            THEOREMS, BESIDE, Theorem(whole.statement, (Step("all", GOAL, words("So.")),), also=(TAUGHT,))
        )
        assert len(debts(CLAIMS[BESIDE])) == 3


def test_what_is_proved_in_steps_has_no_debts() -> None:
    assert debts(CLAIMS["LEC-14"]) == []
    assert steps_in_words("LEC-14") == ()


def test_what_is_beyond_a_formula_or_has_none_is_a_debt(monkeypatch: pytest.MonkeyPatch) -> None:
    beyond = replace(CLAIMS["LEC-14"], decide=lambda: Case(beyond="There is more."))
    assert debts(beyond) == ["beyond the formula: There is more."]
    monkeypatch.delitem(THEOREMS, "LEC-14")
    assert debts(CLAIMS["LEC-14"]) == ["it is no formula"]


def test_each_step_in_words_says_what_is_missing() -> None:
    found = [step for proof in proofs_in_words(CLAIMS) for step in proof.steps]
    assert len(found) > 9
    assert [step.name for step in found if not getattr(step.by, "missing", "")] == []


# What guarantees stand on

SHOWN_ELSEWHERE: Final = {
    "lazy_to_private": "the text of `guarantee`",
    "label_clipping": "the text of `exp_privacy_loss`",
}
"""The mechanisms whose guarantee is no claim that we check, nor is it published, and what shows it."""
YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")
KNOWN: Final[dict[str, str]] = {}
"""The claims beside guarantees, calibrations and certificates that are not proved in steps alone, and why."""


def named(text: str) -> set[str]:
    return {name for name in NAMED.findall(text) if name in CLAIMS}


@pytest.mark.parametrize("mechanism", MECHANISMS.values(), ids=lambda mechanism: mechanism.NAME)
def test_a_guarantee_names_what_shows_it(mechanism: Mechanism) -> None:
    claims = named(mechanism.guarantee.__doc__ or "")
    published = YEAR.search(vars(mechanism)["__doc__"])
    assert claims or published or mechanism.NAME in SHOWN_ELSEWHERE
    assert not ((claims or published) and mechanism.NAME in SHOWN_ELSEWHERE)


def test_what_guarantees_and_calibrations_stand_on_is_proved_in_steps() -> None:
    """Every claim that a text of `reference/`, `properties/` or `analysis/` names, and that is not refuted.

    Where this fails because a debt is paid, take it from `KNOWN`.
    """
    texts = (
        path.read_text(encoding="utf-8")
        for room in ("reference", "properties", "analysis")
        for path in (ROOT / room).rglob("*.py")
    )
    claims = {name for text in texts for name in named(text) if name not in REFUTATIONS}
    assert {"LEC-20", "SIMA-39-corrected", "ASI-11-sharp"} <= claims
    assert all(is_rooted(name) for name in claims)
    assert {name for name in claims if debts(CLAIMS[name])} == set(KNOWN)
