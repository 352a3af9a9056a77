"""Lemmas that textbooks name are proved in Coq as ours state them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpassay.proofs_check.coq.by_hand import stated
from dpassay.proofs_check.coq.judge import judge, write
from dpassay.proofs_check.coq.lemmas import FILES, LEMMAS, PROVED, theorems
from dpassay.proofs_check.coq.rules import PROVED as RULES_PROVED
from dpassay.proofs_check.coq.statements import proposition, theorem_name
from tests.proofs_check.coq.toys import needs_coq

NAMED = {
    "Jensen": {"Jensen's inequality for exp"},
    "Chernoff": {"Chernoff", "lower tail"},
    "Markov": {"at least one"},
    "union bound": {"union bound under a density"},
    "Pinsker": {"Pinsker's inequality"},
    "data processing": {"post-processing", "post-processing, Renyi divergences"},
    "chain rule": {"adaptive mean", "adaptive sum"},
    "composition": {"privacy of events", "basic composition", "approximate composition", "group privacy"},
    "telescoping": {"telescope"},
}
"""What goes by the name of a textbook, and our lemmas that say it."""
TEXTBOOK = {"markov", "jensen", "union_bound", "pinsker", "chain_rule"}


@pytest.mark.parametrize("name", NAMED)
def test_what_textbooks_name_is_proved(name: str) -> None:
    assert NAMED[name] <= set(PROVED)
    assert {"Hoeffding's lemma", "induction", "induction of equalities"} <= set(RULES_PROVED)


def test_nothing_else_stands_there() -> None:
    assert set(stated(FILES)) == {theorem_name(name) for name in PROVED} | TEXTBOOK


@pytest.mark.parametrize("name", PROVED)
def test_a_lemma_stands_in_coq_as_it_is_written(name: str) -> None:
    assert stated(FILES)[theorem_name(name)][1].split() == proposition(LEMMAS[name]).split()


@needs_coq
def test_coq_accepts_every_lemma(preludes: Path) -> None:
    judgment = judge(preludes, write(preludes, theorems()), ())
    assert judgment.faults == ()
    assert [name for name, answer in judgment.answers.items() if not answer.accepted] == []
    assert len(judgment.answers) == len(PROVED)
