"""What the claims on smooth adversaries do not say: a sharper constant, another sign, or one condition less."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check import registry
from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.binomial_counts import Trials
from dpassay.proofs_check.models.budgets_of_lemma import Budgeted
from dpassay.proofs_check.models.fair_first_labels import First, of_all_functions, of_one_bracket
from dpassay.proofs_check.models.hedged_games import bracketed, hedged
from dpassay.proofs_check.models.nets_and_brackets import BETWEEN, FIVE, of_points
from dpassay.proofs_check.models.nets_and_brackets import settings as nets
from dpassay.proofs_check.models.smoothed_sequences import TOTAL, Smoothed, settings
from dpassay.proofs_check.models.steered_points import Steered
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS, Refutation
from dpassay.proofs_check.proof.verdict import check_theorem, refute
from dpassay.proofs_check.smoothed_analysis import (
    hrs_04,
    hrs_05,
    hrs_07,
    hrs_07_sharp,
    hrs_09,
    hrs_10,
    hrs_10c,
    hrs_11,
    hrs_11_sharp,
    hrs_11b,
    regret_of_hedge,
)

assert registry.CLAIMS
ALL = tuple(settings())
PAIR, TWO_ROUNDS, RARE, CHASED = ALL[:4]
HALF = Fraction(1, 2)
ONCE = Smoothed((HALF, HALF), ((1, 0), (0, 1), (0, 1)), 1, HALF, HALF, lambda _: (HALF, HALF))
"""Three functions, of which one is always 1: T eps/sigma is 1."""
PAIRED = Smoothed((HALF, HALF), ((1, 0), (0, 1)), 1, HALF, HALF, lambda _: (HALF, HALF))
"""Two functions, of which one is always 1: T eps/sigma is 1, and sqrt(log(2)) is less."""
POINT = of_all_functions({"d": 1})
SEVERAL = list(nets())
UNUSED = {"k": 2}
"""A bracket of measure above eps that holds no function of the class."""
FAR, _, PROXIES = list(hedged())[:3]
ALONE = ((1, 0, 1),)
GONE = {"@cells": ((1, 0, 1),)}
"""Proxy 1 was right on the only cell, and proxy 2 wrong."""
ONE_CELL, TWO_CELLS = list(bracketed())[:2]
RARELY = of_one_bracket({"T": 1, "q": Fraction(4), "sigma": HALF})
SHARPER: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "HRS-06-corrected": ("E(regret) <= sqrt(d*T*R)/3", POINT, {"R": 1}),
    "HRS-06: for no constant": ("1/2 < E(regret)", POINT, {"C": 1}),
    "no algorithm foresees a fair label": ("3/4/q <= E(regret)", POINT, {}),
    "HRS-04": (hrs_04.CLAIMED.replace("E(far)", "E(far)/4"), FAR, {}),
    "HRS-04: the best function in hindsight": (
        f"E({hrs_04.PAID} - least) <= {regret_of_hedge.ROOT} + E(near)/4",
        FAR,
        {},
    ),
    "HRS-10c": (hrs_10c.CLAIMED.replace("exp(T*log(q))", "2*exp(T*log(q))"), Trials(1, HALF), {"s": 1}),
    "HRS-11-corrected": (hrs_11.CORRECTED.replace("43/25", "1/9"), ONE_CELL, {"R": 1}),
    "HRS-11b": (hrs_11b.BOUND.replace("223/100", "1/100"), TWO_CELLS, {}),
    "HRS-11-sharp": (hrs_11_sharp.SHARP.replace("(exp(1) - 1)*sqrt(T)/4", "0").replace(" + log(K)", ""), ONE_CELL, {}),
    "HRS-11: for no constant": ("2/T < E(regret)", RARELY, {"C": 1}),
    "no regret is above T": (f"{hrs_11.REGRET} <= T/9", ONE_CELL, {}),
    "the class is as near as a gap": ("near <= best/2", ONE_CELL, {"@cells": ((1, 0, 1),)}),
    "second-order regret of Hedge on proxies": (
        regret_of_hedge.SECOND_ORDER.replace(" + a**2*T/8", "/9"),
        PROXIES,
        {**GONE, "i": 1},
    ),
    "one proxy is always chosen": (
        f"{regret_of_hedge.MEANS} - {regret_of_hedge.OF_I} <= -1",
        FAR,
        {"@cells": ALONE, "i": 1},
    ),
    "regret of Hedge on proxies": (regret_of_hedge.REGRET.replace("T*L/2", "T*L/8"), PROXIES, {**GONE, "i": 1}),
    "paid by Hedge on average": (f"E({regret_of_hedge.MEANS}) = 2*E({hrs_04.PAID})", FAR, {}),
    "HRS-14a-corrected": ("E(most) <= 9/10*E(over)", BETWEEN, {}),
    "HRS-14b": ("sum(u(c)*b(k, c), c, 1, N) <= rad/2", BETWEEN, {"i": 1, "j": 1, "k": 1}),
    "HRS-14c-corrected": ("2*sqrt(L) <= T*2*rad/sigma", BETWEEN, {"sigma": 1, "i": 1, "j": 1, "k": 1}),
    "HRS-14d: the precondition": ("2*rad <= sigma/2", of_points({"N": 2}), {"sigma": 1}),
    "HRS-14d: for no constant": ("1 < E(over)", of_points({"N": 16}), {"C": 1, "sigma": 1}),
    "HRS-22": ("E(sum(g(t), t, 1, T)/T) <= 1/3", Steered(2), {}),
    "mean at the next point": (f"{hrs_05.ONE} <= 9/10*{hrs_05.MEAN}", PAIR, {"t": 0, "i": 1, "@cells": (1,)}),
    "HRS-05a-corrected": (f"E({TOTAL}) <= 9/10*T*{hrs_05.MEAN}", TWO_ROUNDS, {"i": 1}),
    "HRS-05b": (f"{hrs_05.ONE} <= 9/10*eps/sigma", PAIR, {"t": 0, "i": 1, "@cells": (1,)}),
    "HRS-07-corrected": (hrs_07.CORRECTED.replace("66/25", "1/2"), PAIR, {"R": 1}),
    "HRS-07b": ("E(best) <= T*eps/sigma*sqrt(L)", PAIRED, {}),
    "HRS-07-sharp": (hrs_07_sharp.SHARP.replace("(exp(1) - 1)", "(exp(1) - 2)"), TWO_ROUNDS, {"s": 1}),
    "HRS-07: the precondition": ("sqrt(L) <= T*eps/sigma - 2", hrs_07.ONE[0], {}),
    "HRS-07: for no constant": ("T*eps/sigma < E(best)", hrs_07.ONE[0], {"C": 1}),
    "HRS-08a-corrected": ("sqrt(L)/B <= 1/2", Budgeted(2, Fraction(1)), {}),
    "HRS-09": (f"E(top(s)) <= 9/10*({hrs_09.LAST})", PAIR, {"s": 1}),
    "HRS-10a-corrected": (hrs_10.MGF.replace("p*", "9/10*p*"), TWO_ROUNDS, {"s": 1, "i": 1}),
    "HRS-10b": (hrs_10.DOMINATED.replace("tail(T, k)", "tail(T, k + 1)"), TWO_ROUNDS, {"k": 1, "i": 1}),
}


@pytest.mark.parametrize("name", SHARPER)
def test_a_sharper_claim_is_false(name: str) -> None:
    formula, setting, values = SHARPER[name]
    statement = replace(THEOREMS[name].statement, formula=formula)
    exact = {key: value if key.startswith("@") else Fraction(value) for key, value in values.items()}
    used = {
        key: value for key, value in exact.items() if key.startswith("@") or key in (formula + str(statement.where))
    }
    refute(Refutation(statement, setting, used))


NO_CONDITION: dict[str, tuple[Any, dict[str, Any]]] = {
    "HRS-10a-corrected": (RARE, {"s": Fraction(-1), "i": Fraction(2)}),
    "HRS-08a-corrected": (Budgeted(2, HALF), {}),
    "HRS-06-corrected": (POINT, {"R": Fraction(1, 2)}),
    "HRS-07b": (PAIR, {}),
    "HRS-11b": (ONE_CELL, {}),
    "HRS-11-corrected": (ONE_CELL, {"R": Fraction(0)}),
    "HRS-14c-corrected": (FIVE, {"sigma": Fraction(2, 5), "k": Fraction(1)}),
    "HRS-14b": (SEVERAL[-1], {key: Fraction(value) for key, value in UNUSED.items()}),
}


@pytest.mark.parametrize("name", NO_CONDITION)
def test_a_condition_is_needed(name: str) -> None:
    refute(Refutation(replace(THEOREMS[name].statement, where=()), *NO_CONDITION[name]))


OF_ANY: dict[str, tuple[str, str]] = {
    "at zero or one": ("x*g(1)", "x*g(0)"),
    "HRS-08b": ("2*s", "s"),
    "HRS-08b-sharp": ("2*s", "19/10*s"),
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


TRUE: dict[str, dict[str, Any]] = {
    "HRS-05a": {"setting": PAIR},
    "HRS-06": {"setting": First(3, HALF, HALF, HALF, 1, 2)},
    "HRS-08a": {"setting": Budgeted(2, Fraction(1))},
    "HRS-10a": {"setting": CHASED, "values": {"i": Fraction(1), "s": Fraction(1)}},
    "HRS-11": {"setting": First(3, HALF, HALF, HALF, 1, 2)},
    "HRS-14a": {"setting": SEVERAL[1]},
    "HRS-14c": {"setting": BETWEEN, "values": dict.fromkeys("ijk", Fraction(1)) | {"sigma": Fraction(1)}},
    "HRS-14d": {"setting": BETWEEN, "values": {"sigma": Fraction(1), "C": Fraction(1)}},
}


@pytest.mark.parametrize("name", TRUE)
def test_a_false_claim_holds_elsewhere(name: str) -> None:
    with pytest.raises(Rejected):
        refute(replace(REFUTATIONS[name], **TRUE[name]))


OURS = ("HRS-04", "HRS-05", "HRS-06", "HRS-07", "HRS-08", "HRS-09", "HRS-10", "HRS-11", "HRS-14", "HRS-22")


def test_every_theorem_has_a_twin() -> None:
    ours = {name for name in THEOREMS if name.startswith(OURS)}
    assert ours <= {*SHARPER, *NO_CONDITION, *OF_ANY}
