"""What Coq is asked: no text that would have it believe, and names that it reads."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpassay.proofs_check.coq.theorem import comment, identifier
from tests.proofs_check.coq.toys import TRUE


def test_the_text_is_a_comment_and_a_theorem() -> None:
    theorem = replace(TRUE, lemmas=("Lemma true_1 : 1 = 1. Proof. lra. Qed.",))
    assert theorem.text.splitlines() == [
        "(* LEC-01, goal 1: two and two *)",
        "Lemma true_1 : 1 = 1. Proof. lra. Qed.",
        "Theorem true :",
        "  2 + 2 = 4.",
        "Proof.",
        "  lra.",
        "Qed.",
    ]


@pytest.mark.parametrize("proof", ["admit.", "lra. Admitted. Lemma other : 1 = 1.", "give_up.", "Axiom no : 1 = 2."])
def test_nothing_is_believed(proof: str) -> None:
    with pytest.raises(ValueError, match=r"no '(admit|Admitted|give_up|Axiom)' in it"):
        replace(TRUE, proof=proof)
    with pytest.raises(ValueError, match="theorem = true"):
        replace(TRUE, lemmas=(proof,))


@pytest.mark.parametrize("name", ["", "1_goal", "LEC-01", "a b", "x'"])
def test_a_name_is_one_that_coq_reads(name: str) -> None:
    with pytest.raises(ValueError, match="an identifier of Coq"):
        replace(TRUE, name=name)


def test_identifiers() -> None:
    assert identifier("LEC-14-sharp", "goal", "1") == "LEC_14_sharp_goal_1"
    assert identifier("a'b") != identifier("a.b")
    assert replace(TRUE, name=identifier("x y", "(a+b)'")).name == "x_y__u28_a_u2b_b_u29__u27_"


def test_a_comment_ends_where_it_should() -> None:
    assert comment('a *) Axiom (* "x') == "a * ) Axiom ( * 'x"
