"""The lemmas on weights that add up to 1 need all that they are given, and nothing sharper follows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.register import THEOREMS, find
from dpassay.proofs_check.proof.statements import Statement, Theorem, words
from dpassay.proofs_check.proof.verdict import check_theorem
from dpassay.proofs_check.shared_lemmas import normalized_weights

SHARPER: dict[str, tuple[str, str]] = {
    "a weight is at most 1": ("<= 1", "<= 9/10"),
    "potential of weights": ("log(K)", "log(K)/3"),
    "behind one of the experts": ("(K - 1)*s", "(K - 1)*s/2"),
    "a rate above 0": ("0 < a", "2 < a"),
}
NEEDED = [(name, given) for name in SHARPER for given in THEOREMS[name].statement.given]


def sharper(name: str) -> tuple[Theorem, Statement]:
    """A lemma, and its statement with something else in the formula."""
    theorem = THEOREMS[name]
    formula = theorem.statement.formula.replace(*SHARPER[name])
    assert formula != theorem.statement.formula
    return theorem, replace(theorem.statement, formula=formula)


def test_they_are_those_of_the_file() -> None:
    assert THEOREMS["potential of weights"].statement.formula == normalized_weights.GROWTH


@pytest.mark.parametrize("name", SHARPER)
def test_nothing_sharper_follows(name: str) -> None:
    theorem, statement = sharper(name)
    proof = (*theorem.proof[:-1], replace(theorem.proof[-1], formula=statement.formula))
    with pytest.raises(Rejected, match="'all'"):
        check_theorem(replace(theorem, statement=statement, proof=proof), find_evidence)


@pytest.mark.parametrize("name", SHARPER)
def test_what_is_sharper_is_false(name: str) -> None:
    """The instances show it, even where words are taken for a proof."""
    theorem, statement = sharper(name)
    proof = (replace(theorem.proof[-1], formula=statement.formula, by=words("It is so.")),)
    with pytest.raises(Rejected, match="false"):
        check_theorem(replace(theorem, statement=statement, proof=proof), find_evidence)


@pytest.mark.parametrize(("name", "given"), NEEDED)
def test_every_hypothesis_is_needed(name: str, given: str) -> None:
    theorem = THEOREMS[name]
    fewer = {key: value for key, value in theorem.statement.given.items() if key != given}
    with pytest.raises(Rejected, match="no earlier step"):
        check(replace(theorem, statement=replace(theorem.statement, given=fewer)), find, find_evidence)
