"""Theorems of the preludes are found where they stand, with what they say."""

from __future__ import annotations

from dpassay.proofs_check.coq.by_hand import THEOREM, closed, qualified, stated

TWO = """Lemma helps : True.
Proof. easy. Qed.

Theorem first :
  forall x : R,
    x = x.
Proof. easy. Qed.

Theorem second : 1.5 + 1 = 2.5.
Proof.
  lra.
Qed.
"""


def test_theorems_are_found_and_lemmas_are_not() -> None:
    assert THEOREM.findall(TWO) == [("first", "forall x : R,\n    x = x"), ("second", "1.5 + 1 = 2.5")]


def test_a_theorem_is_named_with_its_file() -> None:
    file, said = stated("Rules")["exp_of_log"]
    assert (file, said.split()[-3:]) == ("Rules_numbers", ["v_A)", "=", "v_A"])
    assert qualified("Rules", "exp_of_log") == "Rules_numbers.exp_of_log"
    assert "exp_of_log" not in stated("Lemmas")


def test_what_is_closed_asks_for_the_statement_that_is_given() -> None:
    theorem = closed("Rules", "rule", "exp of log", "as it is", "exp_of_log", "forall x : R, x = x")
    assert theorem.statement == "forall x : R, x = x"
    assert theorem.proof == "exact Rules_numbers.exp_of_log."
    assert theorem.lemmas == ("From Dpassay Require Rules_numbers.",)
