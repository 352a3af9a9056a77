"""What the claims on the local lower bound do not say: a sharper constant, or one condition less."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check import registry
from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.averaged_predictions import Learner
from dpassay.proofs_check.models.games_of_pairs import game
from dpassay.proofs_check.proof.register import THEOREMS, Refutation
from dpassay.proofs_check.proof.verdict import check_theorem, refute

FIRST = {"t": 1, "r": 1}
ONE_PAIR = game(1, "1", "4", ("response",))
HARD = game(1, "1/6", "4", ("response",), test=1)
WELL_TOLD = game(1, "1/6", "4", ("response",), test=2)
CLASS = game(1, "3/2", "4", ("response",))
SHARPER: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "SIMA-03-corrected": ("30*log(2)*w <= risk", CLASS, {"w": Fraction(1, 2)}),
    "SIMA-03-corrected: for small eps": (
        "3*sqrt(size*T)/eps <= risk",
        game(1, "3/2", "9/4", ("sign 1",) * 4, more=1, share=Fraction(9, 10)),
        {},
    ),
    "SIMA-09": ("4*sqrt(size*T/(m*exp(eps))) <= risk", CLASS, {}),
    "SIMA-09b": (
        "3*sqrt(size*T)/eps <= risk",
        game(2, "2", "25/16", ("sign 2", "sign 1"), share=Fraction(3, 4)),
        {},
    ),
    "SIMA-10": ("1/(2*N) <= p1(i, x)", HARD, {"i": 1, "x": 1}),
    "SIMA-10b-corrected": (
        "3/N <= sum((p1(i, x) - p1(j, x))**2, x, 1, N)",
        game(2, "1/3", "25/4", ("sign 1", "sign 2")),
        {"i": 1, "j": 2},
    ),
    "SIMA-11": (
        "E(batch(j), F(j)) <= E(sum(kl(j, t), t, 1, T), F(j))/(2*T)",
        Learner(((Fraction(0), Fraction(1)),), 1, Fraction(2, 3), Fraction(1)),
        {"j": 1},
    ),
    "SIMA-12": ("worst >= a", HARD, {}),
    "SIMA-13": ("a/6 <= log(2/(2 - a/2))/2", ONE_PAIR, {"i": 1, "n": 0, "w": 100, "@reports": (1,)}),
    "SIMA-14": ("o2(t, k, r) = o1(t, k, r) + a*b(t, r, k)", ONE_PAIR, {**FIRST, "k": 1}),
    "SIMA-15": (
        "KL(t, i) <= sum(a**2*b(t, r, i + 1)**2/(3*lo(t, r)), r, 1, R)",
        game(1, "1/100", "101/100", ("response",)),
        {"t": 1, "i": 1},
    ),
    "SIMA-18-corrected": (
        "sum(sum((q(t, r, x) - q(t, r, z))**2, z, 1, N), x, 1, N)/(2*N**2)"
        " <= 9/10*((exp(eps) - 1)/(exp(eps) + 1))**2*sum(q(t, r, x)**2, x, 1, N)/N",
        game(3, "1", "3", ("response",)),
        FIRST,
    ),
    "SIMA-19-corrected": (
        "sum(b(t, r, y)**2, y, 2, N) <= 9/10*(exp(eps/2) - 1)**2*lo(t, r)*sum(q(t, r, x), x, 1, N)/N",
        game(3, "1", "9", ("response",)),
        FIRST,
    ),
    "SIMA-20": ("sum(KL(t, i), i, 1, K) <= a**2/100*m*exp(eps)", ONE_PAIR, {"t": 1}),
    "SIMA-21": ("fold(T, s) <= T*(a**2*m*exp(eps)/(100*K))", ONE_PAIR, {}),
    "SIMA-22": ("TV(T, s) <= sqrt(fold(T, s)/100)", HARD, {}),
    "SIMA-23": ("1/2 <= (err1 + err2)/2", HARD, {"w": 1}),
}
NO_CONDITION = {
    "SIMA-13b-corrected": (("0 <= x", "x <= 4"), {"x": Fraction(4)}),
    "SIMA-13b-corrected without a sign": (("x <= 5/2",), {"x": Fraction(-1, 4)}),
}
OF_ANY = {
    "SIMA-16": "sum(b(y)**2, y, 1, N) = sum(q(x)**2, x, 1, N)/N - (sum(q(x), x, 1, N)/N)**2",
    "SIMA-17-corrected": "sum(q(x)**2, x, 1, N)/N = sum(sum((q(x) - q(y))**2, y, 1, N), x, 1, N)/(2*N**2)",
}


@pytest.mark.parametrize("name", SHARPER)
def test_a_sharper_claim_is_false(name: str) -> None:
    formula, setting, values = SHARPER[name]
    statement = replace(THEOREMS[name].statement, formula=formula)
    exact = {key: Fraction(value) if isinstance(value, int) else value for key, value in values.items()}
    refute(Refutation(statement, setting, exact))


@pytest.mark.parametrize("name", NO_CONDITION)
def test_a_condition_is_needed(name: str) -> None:
    where, setting = NO_CONDITION[name]
    statement = THEOREMS[name.removesuffix(" without a sign")].statement
    refute(Refutation(replace(statement, where=where), setting, {}))


@pytest.mark.parametrize("name", OF_ANY)
def test_another_identity_is_refused(name: str) -> None:
    theorem, formula = THEOREMS[name], OF_ANY[name]
    proof = (*theorem.proof[:-1], replace(theorem.proof[-1], formula=formula))
    with pytest.raises(Rejected):
        check_theorem(
            replace(theorem, statement=replace(theorem.statement, formula=formula), proof=proof), find_evidence
        )


def test_every_theorem_has_a_twin() -> None:
    assert registry.CLAIMS
    ours = {
        name for name in THEOREMS if name[:7] in {f"SIMA-{n:02}" for n in (3, 9, *range(10, 24))} and ":" not in name
    }
    assert ours <= {*SHARPER, *NO_CONDITION, *OF_ANY}
