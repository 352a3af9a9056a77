"""What the claims on query answering do not say: a sharper constant, or one condition less."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import decide
from dpassay.proofs_check import registry
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.chosen_queries import random, small_radii, small_radii_and_more
from dpassay.proofs_check.models.close_queries import close, values
from dpassay.proofs_check.models.covered_queries import BESIDE, Covered, singletons
from dpassay.proofs_check.models.good_runs import TURNED, leveled, most
from dpassay.proofs_check.models.smooth_mwem import run
from dpassay.proofs_check.models.smooth_projection import Projected
from dpassay.proofs_check.proof.register import THEOREMS, Refutation
from dpassay.proofs_check.proof.verdict import refute
from dpassay.proofs_check.smoothed_analysis import (
    errors_of_bits,
    hrs_31,
    hrs_31e,
    hrs_31g,
    hrs_32,
    hrs_34,
    hrs_38c,
    hrs_39,
    hrs_39e,
    projections,
)
from dpassay.proofs_check.smoothed_analysis.error_of_mwem import both
from dpassay.proofs_check.smoothed_analysis.hrs_27 import CLAIMED, LESS
from dpassay.proofs_check.smoothed_analysis.levels_of_both import levels

assert registry.CLAIMS
HALVES = close(("1/2 1/2", "1/2 1/2"), ("1 -1", "-1 -1"), "1", "2", "1/2")
"""Signs that differ on half of two points, on which the law is uniform."""
ONE_POINT = run("1 0", "1/2", ("1 -1",), (1,), "1")
WIDE = run("1/2 1/2", "1", ("3/2 -3/2",), (1,), "1/4", low="-3/2", width="3")
SPREAD = close(("1/2 1/2 0 0", "1/2 1/2 0 0"), ("1 1 -1 -1", "1 1 1 -1"), "1/2", "2", "1/4")
GAUGED = leveled(TURNED)
LOUD = random("1/2 1/2", ("1 -1",), (1, 1), "1")
"""One query: the level is 0, and a third of the noises are above it."""
ALONE = leveled(run("1 0", "1/2", ("1 -1",), (1,), "1"))
BIT = run("1 0", "1/2", ("1 0",), (1,), "1", records=1000, epsilon="1000000", low="0", width="1")
"""One query with values in {0, 1}, of which the measurement is right, and little noise."""
FAR = run("1 0 0 0", "1/4", ("1 -1 -1 -1",), (1,), "1")
"""Signs: the uniform law is off by 3/2."""
THIN = Covered(singletons(3), epsilon=Fraction(1, 100))
SMOOTHED = Projected(values("1/3 2/3"), Fraction(3, 4), values("1/5 4/5"))
"""What is projected is the smooth law itself but for its second point, which is capped."""
UP = "sum(q(x)*b(x), x, 1, N) - sum(r(x)*b(x), x, 1, N)"
SHARPER: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "HRS-25": (f"{UP} <= 19/10*g/sigma", HALVES, {}),
    "HRS-25-sharp": (f"{UP} <= 99/100*w*g/sigma", HALVES, {}),
    "HRS-26": ("psi(0) <= 99/100*log(1/sigma)", ONE_POINT, {}),
    "HRS-27": (f"{LESS} + (m(i) - 1)**2 + 1/4 <= psi(i - 1) - psi(i)", ONE_POINT, {"i": 1}),
    "HRS-28-corrected": (THEOREMS["HRS-28-corrected"].statement.formula.replace("2*T/K", "T/(9*K)"), LOUD, {}),
    "HRS-28b-corrected": (THEOREMS["HRS-28b-corrected"].statement.formula.replace("2*T/K", "T/(9*K)"), LOUD, {}),
    "HRS-30a": (both("before", "1/3*sqrt(log(N)/T) + 10*T*log(K)/(eps*n)"), ALONE, {"k": 1}),
    "HRS-30b": (both("after", "1/3*sqrt(log(N)/T) + 10*T*log(K)/(eps*n)"), ALONE, {"k": 1}),
    "HRS-31-corrected": (hrs_31.SMALL.replace("82", "1/8"), THIN, {}),
    "HRS-31d": (hrs_31e.WIDER.replace("64", "1/8"), THIN, {}),
    "HRS-31d-sharp": (levels(2), list(small_radii_and_more())[-1], {}),
    "HRS-31e-sharp": (levels(2), list(small_radii_and_more())[-2], {}),
    "HRS-31e": (hrs_31e.CLAIMED.replace("<= 10*T", "<= 1/2*T"), list(small_radii())[-1], {}),
    "HRS-31g": (hrs_31g.CLAIMED.replace("<= 10*T", "<= 9*T"), LOUD, {}),
    "HRS-31h": (
        both("after", errors_of_bits.PRINTED.replace("2*sqrt", "1/2*sqrt")),
        BIT,
        {"k": 1, "z": 1, "g": Fraction(1, 4000)},
    ),
    "HRS-32a": (hrs_32.jensen("after").replace("sum(largest", "9/10*sum(largest"), GAUGED, {"k": 2}),
    "HRS-32b-corrected": ("largest(t - 1) <= root(t)/2 + 8*M", GAUGED, {"t": 1}),
    "HRS-32c-corrected": (hrs_32.AVERAGED.replace("root(t)", "root(t)/2"), GAUGED, {}),
    "HRS-32d": (hrs_32.END.replace("2*sqrt", "1/2*sqrt"), GAUGED, {}),
    "HRS-34-corrected": (f"{hrs_34.bound('sigma/(2*n)')} <= {hrs_34.with_log('1/n', '81')}", THIN, {}),
    "HRS-38a": (projections.PYTHAGORAS.replace(" + ", " + 2*", 1), SMOOTHED, {}),
    "HRS-38b": (f"{projections.kl('s', 't')} >= {projections.kl('s', 'p')} + 1/10", SMOOTHED, {}),
    "HRS-38c": (hrs_38c.FALLS.replace(" <= ", " + 1/2 <= "), SMOOTHED, {}),
    "HRS-39a": (hrs_39.UP.replace("4*g/sigma", "g/sigma/8"), SPREAD, {}),
    "HRS-39b-corrected": (hrs_39.CORRECTED.replace("164", "165"), THIN, {}),
    "HRS-39d-corrected": (hrs_39.CORRECTED_AT_HALF.replace("82", "81"), THIN, {}),
}


@pytest.mark.parametrize("name", SHARPER)
def test_a_sharper_claim_is_false(name: str) -> None:
    formula, setting, values = SHARPER[name]
    refute(Refutation(replace(THEOREMS[name].statement, formula=formula), setting, values))


def test_the_bound_with_projections_is_attained() -> None:
    """In one round, in which all that is measured is wrong: no smaller multiple of v would do."""
    at = hrs_39e.TIGHT
    psi, off, far, v = at["psi"], at["off"], at["far"], at["v"]
    assert (at["T"], at["B"], at["c"]) == (1, 0, 0)
    assert off(1) ** 2 <= 4 * (psi(0) - psi(1)) + v**2
    assert far(0) <= off(1)
    assert far(1) ** 2 <= 4 * psi(1)
    assert far(1) == v > 0 == psi(0)


def test_the_counterexamples_are_within_the_text() -> None:
    """There is a smooth data set for the seven singletons, and the event of Lemma E.4 as it is printed."""
    n, tables = BESIDE.records, BESIDE.tables
    record, law = len(tables[0]) - 1, Fraction(1, 3)
    assert n == 1
    assert law <= 1 / (BESIDE.sigma * len(tables[0]))
    assert all(int(table[record]) == law * sum(map(int, table[-3:])) for table in tables)
    assert decide(most(GAUGED, 1) < 0)


def test_a_projection_is_needed() -> None:
    """The uniform law is smooth too, but not as near."""
    statement = THEOREMS["only the projection has least divergence"].statement
    at = Projected(values("1/2 1/2"), Fraction(3, 4), values("1/5 4/5"))
    refute(Refutation(replace(statement, where=()), at, {"x": 1}))


@pytest.mark.parametrize("name", ["an error is at most the width", "an error and the noise of all rounds"])
def test_a_width_of_1_is_needed(name: str) -> None:
    """Of signs an error may be 2, and Pinsker's inequality has 2 psi for psi/2."""
    statement = replace(THEOREMS[name].statement, where=())
    with pytest.raises(Rejected):
        refute(Refutation(statement, BIT, {"j": 0, "k": 1}))
    formula = statement.formula.replace("<= w", "<= 1/2*w")
    refute(Refutation(replace(statement, formula=formula), FAR, {"j": 0, "k": 1}))


def test_the_width_is_needed() -> None:
    """Three is too wide, as its square is above 8."""
    statement = replace(THEOREMS["HRS-27-sharp"].statement, where=())
    refute(Refutation(statement, WIDE, {"i": 1}))
    with pytest.raises(Rejected):
        refute(Refutation(replace(statement, formula=CLAIMED), ONE_POINT, {"i": 1}))
