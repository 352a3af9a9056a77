"""What the claims on brackets, covers and sizes do not say: a sharper constant, or one condition less."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.analysis.classes import HypothesisClass, all_functions, intervals, singletons, thresholds
from dpassay.proofs_check import registry
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.bracketed_classes import Bracketed
from dpassay.proofs_check.models.covered_classes import Covered
from dpassay.proofs_check.models.covered_spaces import Radius
from dpassay.proofs_check.models.embedded_classes import Embedded, thresholds_of
from dpassay.proofs_check.models.folds import Fold
from dpassay.proofs_check.models.halfspaces import Interpolated, Points
from dpassay.proofs_check.models.labelled_samples import Sample
from dpassay.proofs_check.models.monomials import Polynomials
from dpassay.proofs_check.models.smooth_densities import Density, TwoValues
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS, Refutation
from dpassay.proofs_check.proof.verdict import refute
from dpassay.proofs_check.smoothed_analysis.hrs_01 import EVENT
from dpassay.proofs_check.smoothed_analysis.hrs_02 import MASS

assert registry.CLAIMS
ONE, HALF, THIRD = Fraction(1), Fraction(1, 2), Fraction(1, 3)
SMOOTH = Density((HALF, HALF), (Fraction(0), Fraction(2)), HALF, HALF, 2, (Fraction(0), HALF))
UNIFORM = Density((ONE,), (ONE,), ONE, Fraction(0), 2)
UP, SIGNS = TwoValues((0,), (1,), (1,), (0, 1)), TwoValues((0,), (1,), (1,), (-1, 1))
TWO = Covered(thresholds(1), (1,))
FIVE = Covered(all_functions(5), (1, 0, 0, 0, 0))
SIX = Bracketed(all_functions(2), (1, 1), Fraction(0))
APART = Bracketed(HypothesisClass(3, (0, 1, 2, 4)), (1, 1, 1), Fraction(0))
LINE, POINT = Points(((0,), (1,)), (1, 1), HALF), Points(((0,),), (1,), HALF)
MOVED = Embedded(((0,), (1,), (2,)), (1, 1, 1), THIRD)
CURVE = thresholds_of(((0,), (1,), (2,)), 1, THIRD)
NARROW = replace(CURVE, radius=Fraction(1, 4))
WEDGES = Fold((all_functions(1),) * 2, (1,), HALF, 2)
BOTH = Fold((all_functions(1),), (1,), HALF, 1)
SHARPER: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "HRS-01a": (EVENT.replace("1, n)/sigma", "1, n)*9/(10*sigma)"), SMOOTH, {}),
    "HRS-01b": ("sum(mu(x)*(g(x) - f(x)), x, 1, n) = 2*sum(mu(x)*[f(x) < g(x)], x, 1, n)", UP, {}),
    "HRS-01c-corrected": ("sum(mu(x)*(g(x) - f(x)), x, 1, n) = sum(mu(x)*[f(x) < g(x)], x, 1, n)", SIGNS, {}),
    "HRS-01d": ("sigma <= 9/10", UNIFORM, {}),
    "HRS-02a": (f"{MASS} <= 9/10*a", SMOOTH, {"a": 1}),
    "HRS-02b": (f"{MASS} <= 9/10*a", UNIFORM, {"a": HALF}),
    "HRS-03-corrected": ("cover(e) <= exp(d*log(1/e))", TWO, {"e": Fraction(3, 4)}),
    "HRS-12b-corrected": ("cover(e/2) <= exp(d*log(1/e))", TWO, {"e": Fraction(3, 4)}),
    "HRS-12c": ("cover(e/2) <= exp(d*log(21/20/e))", FIVE, {"e": 1}),
    "a cover at a quarter of the radius": ("cover(e/4) <= exp(d*log(21/20/e))", FIVE, {"e": 1}),
    "HRS-23e": ("cover(e) <= exp(d*log(21/20*sqrt(T)/sigma))", FIVE, {"e": Fraction(1, 4), "T": 1}),
    "HRS-12": ("cover(e) <= N - 1", SIX, {}),
    "HRS-13": ("differ(2*e) <= N**4/65", SIX, {}),
    "HRS-17c": ("differ(4*e) <= N**4/65", SIX, {}),
    "HRS-17c-sharp": ("differ(2*e) <= 2/5*N**2", APART, {}),
    "the bracketing number of differences": ("differ(s) <= 2/5*N**2", APART, {"s": 0}),
    "HRS-15: for no constant": ("2*exp(c*d*log(d/e)) < number(e)", POINT, {"c": THIRD}),
    "HRS-15-corrected": ("number(e) <= exp(B*d*log(d/(8*e)))", LINE, {}),
    "HRS-16b": ("embedded(e) <= number(e) - 1", MOVED, {}),
    "HRS-16-corrected": ("embedded(e) <= exp(B*d*log(d/(8*e)))", MOVED, {}),
    "HRS-17a": ("folded(k*e) <= exp(sum(log(number(t)), t, 1, k))/2", BOTH, {}),
    "HRS-17b": ("folded(k*e) <= exp(sum(log(number(t)), t, 1, k))/2", BOTH, {}),
    "the bracketing number of combinations": ("folded(k*e) <= exp(sum(log(number(t)), t, 1, k))/2", BOTH, {}),
    "HRS-18: for no constant": ("4*exp(c*log(1/e)) < number", Interpolated(1, THIRD), {"c": THIRD}),
    "HRS-18-corrected": ("embedded(e) <= exp(B*monomials*log(monomials/(8*e)))", CURVE, {}),
    "HRS-19-corrected": ("mono(d) = B(d + 1)", Polynomials(1, 2), {}),
    "HRS-19b: for no constant": ("4*c*exp(d*log(n)) < B(d + 1)", Polynomials(6, 1), {"c": 3}),
    "HRS-19b-corrected": ("B(d) <= (d + 1/2)*exp(d*log(n))", Polynomials(1, 2), {}),
    "HRS-20-corrected": ("folded(eps) <= exp(B*w*k*log(w*k/(8*eps)))", WEDGES, {}),
    "HRS-21-corrected": ("log(embedded(e)) <= monomials*log(2*sqrt(T)/sigma)", NARROW, {"T": 1, "sigma": 1}),
    "HRS-23a-corrected": ("exp(d*log(41/gamma)) = exp(d*log(163*sqrt(T)/sigma))", Radius(1, 1, ONE), {}),
    "HRS-23b": ("d/gamma**2 = 15*(d*T/sigma**2)", Radius(1, 1, ONE), {}),
    "HRS-23c": ("alive(m) <= d*exp(d*log(m))", Sample(thresholds(3)), {}),
    "a binomial coefficient is at most a power": ("C(m, n) <= exp(n*log(m))/2", Sample(thresholds(3)), {"n": 0}),
    "HRS-23d: calls for thresholds": ("calls = m*(m + 1)", Sample(thresholds(2)), {}),
    "HRS-23d: for no constant": ("4*c*exp(d*log(m)) < calls", Sample(thresholds(2)), {"c": 2}),
    "HRS-23d-corrected": ("calls <= 2*m*alive(m)", Sample(HypothesisClass(3, (5,))), {}),
}


@pytest.mark.parametrize("name", SHARPER)
def test_a_sharper_claim_is_false(name: str) -> None:
    formula, setting, values = SHARPER[name]
    statement = replace(THEOREMS[name].statement, formula=formula)
    refute(Refutation(statement, setting, {key: Fraction(value) for key, value in values.items()}))


NO_CONDITION: dict[str, tuple[Any, dict[str, Any]]] = {
    "HRS-01b": (SIGNS, {}),
    "HRS-01c-corrected": (UP, {}),
    "HRS-02a": (SMOOTH, {"a": HALF}),
    "HRS-02b": (UNIFORM, {"a": THIRD}),
    "HRS-03-corrected": (TWO, {"e": Fraction(42)}),
    "HRS-12b-corrected": (TWO, {"e": Fraction(83)}),
    "HRS-12c": (FIVE, {"e": Fraction(42)}),
    "the bracketing number of differences": (Bracketed(singletons(3), (1, 1, 1), ONE), {"s": Fraction(0)}),
    "HRS-15-corrected": (replace(LINE, radius=Fraction(3)), {}),
    "HRS-16-corrected": (replace(MOVED, radius=Fraction(3)), {}),
    "HRS-18-corrected": (replace(CURVE, radius=Fraction(5)), {}),
    "HRS-20-corrected": (replace(WEDGES, radius=Fraction(3)), {}),
}


@pytest.mark.parametrize("name", NO_CONDITION)
def test_a_condition_is_needed(name: str) -> None:
    refute(Refutation(replace(THEOREMS[name].statement, where=()), *NO_CONDITION[name]))


TRUE: dict[str, dict[str, Any]] = {
    "HRS-01c": {"setting": TwoValues((0,), (0,), (1,), (-1, 1))},
    "HRS-03": {"setting": Covered(intervals(3), (1, 1, 1)), "values": {"e": ONE}},
    "HRS-15": {"setting": replace(LINE, radius=HALF)},
    "HRS-18": {"setting": Interpolated(1, HALF), "values": {"c": Fraction(2)}},
    "HRS-18b": {"setting": replace(LINE, radius=HALF)},
    "HRS-19b": {"setting": Polynomials(1, 1)},
    "HRS-23d": {"setting": Sample(thresholds(1)), "values": {"c": Fraction(3)}},
}


@pytest.mark.parametrize("name", TRUE)
def test_a_false_claim_holds_elsewhere(name: str) -> None:
    with pytest.raises(Rejected):
        refute(replace(REFUTATIONS[name], **TRUE[name]))


ROWS = ("01", "02", "03", "12", "13", "15", "16", "17", "18", "19", "20", "21", "23")


def test_every_theorem_has_a_twin() -> None:
    ours = {name for name in THEOREMS if name.startswith(tuple(f"HRS-{row}" for row in ROWS))}
    assert ours <= {*SHARPER, *NO_CONDITION}
