"""Every rule is proved in Coq as it stands; each of its conditions is needed, or keeps the formula's meaning alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dpassay.proofs_check.coq.by_hand import stated
from dpassay.proofs_check.coq.files import PRELUDES, prelude
from dpassay.proofs_check.coq.judge import judge, write
from dpassay.proofs_check.coq.rules import FILES, NEEDS, PROVED, RESISTS, WITHOUT, label, on_condition, theorems
from dpassay.proofs_check.coq.statements import Condition, conditions, proposition, theorem_name
from dpassay.proofs_check.coq.theorem import FORBIDDEN, CoqTheorem
from dpassay.proofs_check.proof.rules import RULES
from tests.proofs_check.coq.toys import accepted, needs_coq
from tests.proofs_check.proof.test_rules import EMPTY, IMPLIED

CONDITIONS = [(name, condition) for name, rule in RULES.items() for condition in conditions(rule)]
MEANING_ALONE = {
    ("equal indices", "domain_A_1"): "f has a value everywhere",
    ("equal indices", "domain_A_2"): "f has a value everywhere",
    ("equal indices", "domain_B_1"): "f has a value everywhere",
    ("equal indices", "domain_B_2"): "f has a value everywhere",
    ("equal indices", "integer_A"): "f has a value everywhere",
    ("equal indices", "integer_B"): "f has a value everywhere",
    ("log grows", "domain_B"): "0 < A <= B",
    ("log grows strictly", "domain_B"): "0 < A < B",
    ("sqrt grows", "domain_A"): "the root of what is below 0 is 0",
    ("sqrt grows", "domain_B"): "0 <= A <= B",
    ("sum grows", "domain_high"): "a sum over nothing is 0",
    ("sum grows", "integer_high"): "a sum ends at the integer below",
    ("sum of equals", "domain_high"): "a sum over nothing is 0",
    ("sum of equals", "integer_high"): "a sum ends at the integer below",
    ("last term", "integer_low"): "a sum begins at the integer below",
    ("independent sum", "domain_high"): "a sum over nothing is 0",
    ("independent sum", "integer_high"): "a sum ends at the integer below",
}
"""The conditions that no theorem needs, and why: what has no meaning in a proof has some value in Coq."""
REFUSED_ON_INSTANCES = {
    ("sqrt grows", "domain_A"),
    ("sum grows", "integer_high"),
    ("sum of equals", "integer_high"),
    ("last term", "integer_low"),
}
"""Those of them without which the tests on random instances meet a formula that has no meaning."""


def words(text: str) -> list[str]:
    return text.split()


def test_every_rule_is_proved_and_nothing_else() -> None:
    assert set(PROVED) | set(RESISTS) == set(RULES)
    assert not set(PROVED) & set(RESISTS)
    named = {theorem_name(name) for name in RULES}
    named |= {found[0] for name, condition in CONDITIONS if (found := on_condition(RULES[name], condition))}
    assert set(stated(FILES)) == named


@pytest.mark.parametrize("name", RULES)
def test_a_rule_stands_in_coq_as_it_is_written(name: str) -> None:
    file, statement = stated(FILES)[theorem_name(name)]
    assert words(statement) == words(proposition(RULES[name]))
    assert PROVED[name] == f"{file}.{theorem_name(name)}"


@pytest.mark.parametrize(("name", "condition"), CONDITIONS)
def test_every_condition_is_needed_or_keeps_the_meaning(name: str, condition: Condition) -> None:
    found = on_condition(RULES[name], condition)
    assert found is not None
    assert words(stated(FILES)[found[0]][1]) == words(found[1])
    how = WITHOUT if (name, label(RULES[name], condition)) in MEANING_ALONE else NEEDS
    assert f"_{how}_" in found[0]


def test_what_coq_does_not_need_is_implied_or_refused_on_instances() -> None:
    left = {
        (name, label(RULES[name], condition))
        for name, condition in CONDITIONS
        if (name, label(RULES[name], condition)) in MEANING_ALONE
        and condition.text != EMPTY
        and (name, condition.name, condition.text) not in IMPLIED
    }
    assert left == REFUSED_ON_INSTANCES


@pytest.mark.parametrize("name", PRELUDES)
def test_nothing_is_believed_without_proof(name: str) -> None:
    assert FORBIDDEN.search(prelude(name)) is None


@needs_coq
def test_coq_accepts_every_theorem_on_rules(preludes: Path) -> None:
    judgment = judge(preludes, write(preludes, theorems()), ())
    assert judgment.faults == ()
    assert [name for name, answer in judgment.answers.items() if not answer.accepted] == []
    assert len(judgment.answers) == len(RULES) + len(CONDITIONS)


@needs_coq
def test_coq_refuses_a_rule_without_a_condition(preludes: Path) -> None:
    """The proof of the rule is none of what it says without its condition, not even where that is true."""
    tampered = [
        replace(_theorem(name), name=f"twin_{k}", statement=proposition(RULES[name], condition))
        for k, (name, condition) in enumerate(CONDITIONS)
    ]
    assert accepted(preludes, tampered) == []


def _theorem(name: str) -> CoqTheorem:
    return next(theorem for theorem in theorems() if theorem.name == f"rule_{theorem_name(name)}")
