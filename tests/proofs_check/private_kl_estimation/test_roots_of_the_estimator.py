"""What the claims on the estimate do not say: a sharper constant, another sign, or one condition less."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check import registry
from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.adjacent_histograms import POSITIVE, Adjacent
from dpassay.proofs_check.models.data_of_clients import UNEQUAL
from dpassay.proofs_check.models.divergences_of_histograms import Draw
from dpassay.proofs_check.models.estimates_from_clients import HALVES
from dpassay.proofs_check.models.estimates_of_kl import DIFFERENT, SAME, Estimate
from dpassay.proofs_check.models.gaussian_noise import LARGE
from dpassay.proofs_check.private_kl_estimation import scott_06, scott_09, scott_10, scott_11, scott_14
from dpassay.proofs_check.private_kl_estimation.variance import L, V
from dpassay.proofs_check.proof.register import THEOREMS, Refutation
from dpassay.proofs_check.proof.verdict import check_theorem, refute

assert registry.CLAIMS
TWO = DIFFERENT[0]
"""Pi = (1/3, 2/3), P = (1/2, 1/2), two draws."""
FAR = DIFFERENT[2]
"""Pi = (4/5, 1/5), P = (1/5, 4/5), one draw."""
HALVED = (Fraction(1, 2), Fraction(1, 2))
ONE = {"l": Fraction(1)}
DRAW = Draw((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 3), Fraction(2, 3)))
ALMOST_DOUBLED = Adjacent((2, 1), 1, 2, (Fraction(1, 100), Fraction(99, 100)))
"""KL1 - KL2 is 49/50 log 2."""
CLOSE = Estimate((Fraction(51, 100), Fraction(49, 100)), (Fraction(1, 2), Fraction(1, 2)), 1)
SHARPER: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "SCOTT-01a-corrected": ("sum((h1(x) - h2(x))**2, x, 1, k) = 1", POSITIVE[0], {}),
    "SCOTT-01b-corrected": ("p1(x) - p2(x) <= 1/(2*N)", POSITIVE[0], {"x": 1}),
    "SCOTT-01c-corrected": ("KL1 - KL2 <= 9/10*log(2)", ALMOST_DOUBLED, {}),
    "SCOTT-03-corrected": ("E(est(1), F) = 2*KL", TWO, {}),
    "SCOTT-04": ("E(r, Pi) = 2", DRAW, {}),
    "SCOTT-05": ("E(l*r - log(r), Pi) = KL", DRAW, ONE),
    "SCOTT-06-corrected": ("sum(count(i, x), i, 1, n)/n = p(x)", UNEQUAL, {"x": 1}),
    "SCOTT-06a-corrected": (scott_06.SHIFTED.removesuffix(" - log(w)"), TWO, {**ONE, "w": Fraction(2)}),
    "SCOTT-06b-corrected": ("sum(count(i, x)/size(i), i, 1, n)/n = p(x)", UNEQUAL, {"x": 1}),
    "SCOTT-07a": ("center(l) = KL + l", TWO, ONE),
    "SCOTT-07b-corrected": ("center(l) <= KL", HALVES, ONE),
    "SCOTT-08a: not negative": ("2 <= best", TWO, {}),
    "SCOTT-08a": ("var(best) + 1/1000 <= var(l)", TWO, ONE),
    "SCOTT-09a": (f"var(l) <= {scott_09.PRINTED.replace('(most + KL**2)/T', 'most/(20*T)')}", FAR, {"l": Fraction(0)}),
    "SCOTT-09a-sharp": (f"var(l) <= ({scott_09.SHARP})/3", TWO, ONE),
    "SCOTT-09b-corrected": (f"var(l) <= {scott_09.PRINTED}", HALVES, {"l": Fraction(0)}),
    "SCOTT-10-corrected": (scott_10.PRINTED, TWO, ONE),
    "SCOTT-11-corrected": (scott_11.PRINTED, TWO, ONE),
    "SCOTT-12": (f"2*({L}) <= larger", CLOSE, {}),
    "SCOTT-12-sharp": (f"{L} <= 9/10*(sum(q(x)**2/p(x), x, 1, k) - 1)", CLOSE, {}),
    "SCOTT-13": (f"{V} <= most/7", TWO, {}),
    "SCOTT-13-sharp": (f"{V} <= 9/10*(alpha - 1)*(1 - 1/beta)", TWO, {}),
    "SCOTT-14a-corrected": ("log(alpha)/(alpha - 1) <= 9/10*best", CLOSE, {}),
    "SCOTT-14b": (f"{scott_14.OF_BOUND} <= {scott_14.PRINTED}/3", TWO, {}),
    "SCOTT-14b-sharp": (scott_14.SHARP.replace("(beta - 1)", "9/10*(beta - 1)"), TWO, {}),
    "SCOTT-47a": ("1/50 <= r - 1 - log(r)", Draw(HALVED, HALVED), {"@points": 1}),
    "SCOTT-15": ("back <= (alpha*beta - 1)**2/(16*alpha*beta)", TWO, {}),
}
NO_CONDITION: dict[str, tuple[Any, dict[str, Any]]] = {
    "SCOTT-02-corrected": (LARGE[0], {}),
    "SCOTT-08b-corrected": (SAME[0], ONE),
    "SCOTT-37": (SAME[0], ONE),
}


@pytest.mark.parametrize("name", SHARPER)
def test_a_sharper_claim_is_false(name: str) -> None:
    formula, setting, values = SHARPER[name]
    statement = replace(THEOREMS[name].statement, formula=formula)
    refute(Refutation(statement, setting, values))


@pytest.mark.parametrize("name", NO_CONDITION)
def test_a_condition_is_needed(name: str) -> None:
    refute(Refutation(replace(THEOREMS[name].statement, where=()), *NO_CONDITION[name]))


OF_ANY: dict[str, tuple[str, str]] = {
    "largest variance of a ratio": ("(1 - 1/b)", "(1 - 2/b)"),
    "largest mean of an inverse ratio": ("(b - 1)", "(b - 2)"),
    "gaps above the chord to the largest ratio": ("(a - 1)", "(a - 2)"),
    "gaps below the chord to the smallest ratio": ("b*log(b)", "log(b)"),
    "gaps below the chord of both ends": ("(log(a) + log(b))", "log(b)"),
    "SCOTT-36-corrected": ("<= x - 1", "<= x - 2"),
    "SCOTT-36-corrected: from 1 on": ("(x - 1)**2", "(x - 1)**2/2"),
    "SCOTT-36-corrected: up to 1": ("(1 - 1/x)**2", "(1 - 1/x)**2/2"),
    "Dragomir and Gluscevic": ("(4*a*b)", "(8*a*b)"),
    "Dragomir and Gluscevic, the other way": ("(4*a*b)", "(8*a*b)"),
    "variance of an average": ("/T", "/T**2"),
    "squares of uncorrelated quantities add up": ("T*v", "v"),
}


@pytest.mark.parametrize("name", OF_ANY)
def test_a_sharper_lemma_is_refused(name: str) -> None:
    theorem, change = THEOREMS[name], OF_ANY[name]
    formula = theorem.statement.formula.replace(*change)
    assert formula != theorem.statement.formula
    proof = (*theorem.proof[:-1], replace(theorem.proof[-1], formula=formula))
    with pytest.raises(Rejected):
        check_theorem(
            replace(theorem, statement=replace(theorem.statement, formula=formula), proof=proof), find_evidence
        )


OTHERS = {"SCOTT-36", "SCOTT-37", "SCOTT-47"}


def test_every_theorem_has_a_twin() -> None:
    ours = {name for name in THEOREMS if "SCOTT-01" <= name[:8] < "SCOTT-16" or name[:8] in OTHERS}
    assert ours <= {*SHARPER, *NO_CONDITION, *OF_ANY}
