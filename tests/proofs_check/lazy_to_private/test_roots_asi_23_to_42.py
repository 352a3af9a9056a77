"""ASI-23 to ASI-28 and ASI-42: proofs of something sharper are refused, and refutations where a claim holds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check import registry
from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.best_of_epochs import Epochs
from dpassay.proofs_check.models.fake_switches import Switches
from dpassay.proofs_check.models.lazy_rounds import Pair, rows
from dpassay.proofs_check.models.one_round import opposed
from dpassay.proofs_check.models.theorem_42 import Sizes
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS
from dpassay.proofs_check.proof.verdict import check_theorem, refute
from tests.proofs_check.lecture_notes.test_privacy_of_multiplicative_weights import rewritten

assert registry.CLAIMS  # which registers them all

SHARPER = {
    "ASI-23-corrected": ("10/3", "3"),
    "ASI-23b-corrected": ("9/2", "4"),
    "ASI-24-corrected": (" + Pr(K < N)", ""),
    "ASI-25-corrected": ("4*eta <= e", "2*eta <= e"),
    "ASI-25b": ("exp(2*eta/p)", "exp(eta/2)"),
    "ASI-25b: in the first round": ("exp(2*eta/p)", "exp(eta/2)"),
    "ASI-26-corrected": ("exp(4*eta)", "exp(eta)"),
    "ASI-27-corrected": ("exp(4*eta*w)", "exp(eta*w)"),
    "ASI-28-corrected": ("0 < (s - c)**2", "0 <= (s - c)**2"),
    "ASI-42-corrected": ("E*eps**2", "eps**2/100"),
    "ASI-42-corrected: attained": ("E*eps**2 <=", "2*E*eps**2 <="),
    "ASI-42b-corrected": ("*B/2", "*B/3"),
    "ASI-42d-corrected": ("B/4", "B/3"),
    "ASI-42e-corrected": ("141", "140"),
    "ASI-42f": ("exp(log(T)/3)", "exp(log(T)/2)"),
    "ASI-42f: there is room": ("-log(T)/4", "-log(T)/5"),
    "ASI-42f: there is no room": ("-log(T)/4", "-log(T)/3"),
    "the smaller of two": ("q <= r", "q + 1 <= r"),
    "a quotient between": ("A <= R <= C", "A + 1 <= R <= C"),
    "an integer from 0 to 1": ("w*(1 - w) <= 0", "w*(2 - w) <= 0"),
    "a coin that falls": ("1 - h*q <= R*(1 - h*r)", "2 - h*q <= R*(1 - h*r)"),
    "a coin that falls, beside others": ("h/(2*p)", "h/(4*p)"),
    "a coin that stays, beside others": ("G*(1 - I*(1 - K*r))", "(1 - I*(1 - K*r))"),
    "models that are drawn": ("E**2*R", "E*R"),
}


@pytest.mark.parametrize("claim", SHARPER)
def test_something_sharper_is_refused(claim: str) -> None:
    old, new = SHARPER[claim]
    theorem = THEOREMS[claim]
    sharper = replace(rewritten(theorem, old, new), also=theorem.also)
    assert sharper != theorem
    with pytest.raises(Rejected):
        check_theorem(sharper, find_evidence)


QUIET = Pair(rows("00", "00", "00"), rows("00", "01", "00"), Fraction(11, 10), 1, Fraction(1, 2), Fraction(1, 100))
HOLDS: dict[str, dict[str, Any]] = {
    "ASI-23": {"setting": Switches(3, 1, Fraction(12, 25), Fraction(1, 30))},
    "ASI-25": {"setting": opposed(Fraction(26, 25), Fraction(21, 20), Fraction(1, 2))},
    "ASI-28": {"setting": QUIET, "values": {**REFUTATIONS["ASI-28"].values, "w": Fraction(0)}},
    "ASI-42d": {"setting": Epochs(16**4, 1, 2, Fraction(1, 17))},
    "ASI-42e": {"setting": Sizes(1000, 10**6, Fraction(1))},
    "ASI-42g": {"setting": Sizes(10**12, 2, Fraction(1, 1000))},
}


@pytest.mark.parametrize("claim", HOLDS)
def test_where_a_refuted_claim_holds_there_is_no_refutation(claim: str) -> None:
    refute(REFUTATIONS[claim])
    with pytest.raises(Rejected):
        refute(replace(REFUTATIONS[claim], **HOLDS[claim]))
