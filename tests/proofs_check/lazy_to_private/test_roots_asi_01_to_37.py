"""Divergences, composition, coupling and the tuned rates: what is sharper than the claims is false, and not proved."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.approximate_rounds import RESPONSE, Rounds, law_of, mixed
from dpassay.proofs_check.models.concentrated import Concentrated
from dpassay.proofs_check.models.first_cells import Family
from dpassay.proofs_check.models.good_histories import OWN_SETS, SAME_SETS, SMALL, two_rounds
from dpassay.proofs_check.models.tuned_rate import Tuned
from dpassay.proofs_check.models.two_laws import Pair
from dpassay.proofs_check.models.weighted_games import Weighted
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.register import THEOREMS, find
from dpassay.proofs_check.registry import CLAIMS
from tests.proofs_check.established import EVIDENCE, GRAPH
from tests.proofs_check.lecture_notes.test_lec_11_to_17 import Twin, fails

pytestmark = pytest.mark.xdist_group("proofs")

PROVED = ("ASI-01", "ASI-02", "ASI-03", "ASI-04", "ASI-04-sharp", "ASI-05", "ASI-05-sharp", "ASI-14")
PROVED_TOO = ("ASI-22-corrected", "ASI-22b", "ASI-22c", "ASI-31b", "ASI-32-corrected", "ASI-37-corrected")
REFUTED = ("ASI-22", "ASI-22d", "ASI-22e", "ASI-31", "ASI-32", "ASI-32b", "ASI-37")
VERDICTS = {
    **dict.fromkeys((*PROVED, *PROVED_TOO), "proved"),
    **dict.fromkeys(REFUTED, "refuted"),
}
HALF, TENTH, ONE = Fraction(1, 2), Fraction(1, 10), Fraction(1)


@pytest.mark.parametrize("name", VERDICTS)
def test_the_verdict(name: str) -> None:
    assert name in CLAIMS
    assert GRAPH.verdict(name) == VERDICTS[name]


EQUAL = Pair((HALF, HALF), (HALF, HALF), Fraction(3, 2), Fraction(0))
APART = Pair(law_of("1/4", "3/4", "0"), law_of("0", "3/4", "1/4"), Fraction(11, 10), Fraction(1, 3))
NEAR = Pair(law_of("1/4", "1/5", "11/20"), law_of("1/5", "1/4", "11/20"), Fraction(441, 400), Fraction(41, 1000))
TELLING = Rounds((((), (law_of("1/4", "1/2", "1/4"), law_of("1/2", "1/2", "0"))),), law_of("3/2"), law_of("1/4"))
LOUD = Concentrated((Fraction(4, 5), Fraction(1, 5)), (Fraction(1, 5), Fraction(4, 5)), ONE)
PAIRS_OF_POINTS = Family((law_of("0", "1/2", "1/2"), law_of("1/2", "0", "1/2"), law_of("1/2", "1/2", "0")))
UP, DOWN = (ONE, Fraction(0)), (Fraction(0), ONE)
LEVEL = (Fraction(0), Fraction(0))
RATE = Fraction(1, 20)
GAME = Weighted(
    ((Fraction(0),), (ONE,)), (UP, LEVEL), (DOWN, LEVEL), ONE, ONE, RATE, Fraction(0), RATE, 1, ONE, Fraction(1, 10**6)
)
FIRST = {"k": ONE, "l": ONE}
SUM = "sum(lam(i), i, 1, T)"
TWINS = (
    Twin("ASI-01", "+ delta", "+ delta/2", APART, {"k": ONE, "l": Fraction(9), "x": Fraction(-1, 10)}),
    Twin("ASI-01: from indistinguishability", "exp(-eps)", "2*exp(-eps)", EQUAL, {"k": ONE}),
    Twin("ASI-02", "6*delta/eps", "delta/eps", NEAR, {"k": ONE}),
    Twin("ASI-04", "1 - (1 - d)*keep(T)", "(1 - keep(T))/2", TELLING, {"d": TENTH}),
    Twin(
        "ASI-04-sharp",
        "A + [M + root < A]*(M + root - A)",
        "A/2",
        mixed({(): RESPONSE}, ("2",), ("1/100",)),
        {"d": Fraction(1, 100)},
    ),
    Twin("ASI-05", "delta(3*", "delta(1/2*", LOUD, {"d": Fraction(1, 100)}),
    Twin("ASI-05-sharp", "delta(1051/500*", "delta(1/2*", LOUD, {"d": Fraction(1, 100)}),
    Twin("ASI-14", "2*TV", "TV", PAIRS_OF_POINTS, {"i": ONE, "j": Fraction(2), "y": ONE}),
    Twin("ASI-22-corrected", "(1 + exp(e))", "2", two_rounds("own", "1/8", {0, 1}, OWN_SETS), FIRST),
    Twin(
        "ASI-22b",
        f"2*{SUM}",
        SUM,
        two_rounds("each", "1/4", {0, 1}, OWN_SETS, SMALL[1]),
        {**FIRST, "d": Fraction(1, 1000)},
    ),
    Twin("ASI-22c", f"+ {SUM}", f"+ 1/2*{SUM}", two_rounds("both", "1/4", {1}, SAME_SETS), FIRST),
    Twin("moments of what L2P releases", "u*2*w/p + ", "", GAME, {"u": Fraction(5)}),
    Twin("ASI-31b", "least(eps)", "least(eps/100)", GAME, {"m": ONE}),
    Twin("ASI-32-corrected", "2*T*exp(-10)", "3*T*exp(-10)", Tuned(1000, 10, TENTH, 10**30)),
    Twin("ASI-32-corrected: where delta is small", "<= 1/B", "<= 4/(5*B)", Tuned(1000, 10, Fraction(1, 10**41), 10**9)),
    Twin("ASI-32-corrected: where delta is large", "<= 1", "<= 1/2", Tuned(1000, 10, HALF, 10**9)),
    Twin("ASI-37-corrected", "least(eps)", "least(eps/100)", GAME),
)


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: f"{twin.claim}: {twin.new}")
def test_a_twin_is_false(twin: Twin) -> None:
    fails(twin.statement, twin.setting, twin.values)


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: f"{twin.claim}: {twin.new}")
def test_the_proof_does_not_show_a_twin(twin: Twin) -> None:
    theorem = THEOREMS[twin.claim]
    changed = tuple(replace(step, formula=step.formula.replace(twin.old, twin.new)) for step in theorem.proof)
    for proof in (theorem.proof, changed):
        with pytest.raises(Rejected):
            check(replace(theorem, statement=twin.statement, proof=proof), find, EVIDENCE)


def test_every_theorem_of_these_claims_has_a_twin() -> None:
    claims = {twin.claim.partition(":")[0] for twin in TWINS if twin.claim.startswith("ASI-")}
    assert claims | {"ASI-03"} == {*PROVED, *PROVED_TOO}


NEEDED = {
    "ASI-02": "exp(-eps/2) <= closeness",
    "ASI-05": "rho <= 1",
    "ASI-05-sharp": "rho <= 1",
    "ASI-31b": "eta**3*T*log(T/delta)**3 <= m**2",
    "ASI-37-corrected": "w*a*log(T/delta) <= eps",
}


@pytest.mark.parametrize("name", NEEDED)
def test_every_condition_is_needed(name: str) -> None:
    theorem = THEOREMS[name]
    where = tuple(condition for condition in theorem.statement.where if condition != NEEDED[name])
    assert len(where) < len(theorem.statement.where)
    with pytest.raises(Rejected):
        check(replace(theorem, statement=replace(theorem.statement, where=where)), find, EVIDENCE)
