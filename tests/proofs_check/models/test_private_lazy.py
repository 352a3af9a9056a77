"""The facts of Algorithm 1 on two games, and wrong ones beside them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.private_lazy import PRIVATE, PRIVATE_WEIGHTS, QUOTIENT, SAMPLE, X_STEP, Y_STEP
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model

STEP = "E(exp(u*l(t + 1) - v*m(t + 1)), after(t)) = "


@pytest.mark.parametrize("model", [PRIVATE, PRIVATE_WEIGHTS])
def test_the_facts_hold(model: Any) -> None:
    assert set(facts.tested(model)) == set(model.facts)


def unchecked(model: Model, wrong: str) -> Model:
    """The model with that fact alone, which says nothing of the means of conditional laws: they take long to test."""
    plain = {name: replace(quantity, mean_of=None) for name, quantity in model.quantities.items()}
    return replace(model, facts={"wrong": wrong}, quantities=plain, narrows=None)


@pytest.mark.parametrize(
    "wrong",
    [
        f"S(g, i) = exp(B*eta)*{QUOTIENT}",
        "q(g, i) = 1 - p*S(g, i)",
        "exp(-B*eta/2) <= r(g, i, e)",
        "r(g, i, e) <= b(i, e)",
        "(i - c)*(r(1, i, e) - b(i, e)) = 0",
        "(i - c)**2*r(g, i, e) <= (i - c)**2*exp(eta)*r(3 - g, i, e)",
        "w(g, i, e) = r(g, i, e)",
        "w(1, i, e) = w(2, i, e)",
        "(i - c)*(r(1, i, e) - r(2, i, e)) = 0",
        "near(g, s) <= eta/2",
        "gain(s) = near(2, s) - near(1, s)",
        f"{STEP}({X_STEP})*(1 - p + p*{SAMPLE})",
        f"{STEP}({X_STEP.replace('1 - p', 'p')})*({Y_STEP})",
        f"{STEP}({X_STEP.replace('t + 2', 't + 1')})*({Y_STEP.replace('t + 2', 't + 1')})",
        "E((l(t + 1) - given(l(t + 1)))**2, after(t)) = 0",
        "m(i) <= 1",
        "Z = sum(l(t), t, 1, n - 1)/2",
        "N = 2*(n - 1)",
        "R(h) = E(k(h)*exp(-Z))",
        "R2(h) = E(k(h))",
        "V(f) = sum(R(h), h, 1, M)",
        "delta(x) = sum([exp(x)*R2(h) < R(h)]*R(h), h, 1, M)",
        "models(x) = delta(x)",
    ],
)
def test_a_wrong_fact_is_refused(wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(unchecked(PRIVATE, wrong))


@pytest.mark.parametrize(
    "wrong",
    [
        "w(g, i, e) = exp(-2*eta*lost(g, i, e))",
        "lost(g, i, e) <= B/2",
        "lost(1, i, e) <= lost(2, i, e)",
        "gain(s) = norms(s) + eta*more(s)",
        "more(s) <= 0",
    ],
)
def test_a_wrong_fact_of_weights_is_refused(wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(unchecked(PRIVATE_WEIGHTS, wrong))
