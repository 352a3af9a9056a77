"""SIMA-24, 25, 28 to 33, 36, 37, 39, 40 and 45 to 51: what is sharper, or lacks a condition, is not proved."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.local_distribution_learning import MODULES
from dpassay.proofs_check.models import (
    exponential_weights,
    labels_of_a_game,
    private_vectors,
    shown_losses,
    signed_noises,
)
from dpassay.proofs_check.models.clipped_draws import weighted
from dpassay.proofs_check.models.exponential_weights import Losses
from dpassay.proofs_check.models.laplace_tails import Noises
from dpassay.proofs_check.models.shown_losses import Shown
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS, find
from dpassay.reference.label_clipping import Parameters
from tests.proofs_check.established import EVIDENCE, GRAPH
from tests.proofs_check.lecture_notes.test_lec_11_to_17 import Twin, fails

pytestmark = pytest.mark.xdist_group("proofs")

assert MODULES  # which registers the theorems
PROVED: Final = (
    *("SIMA-24", "SIMA-24-sharp", "SIMA-25-corrected", "SIMA-28-corrected", "SIMA-30-corrected", "SIMA-32", "SIMA-32b"),
    *("SIMA-33-corrected", "SIMA-36", "SIMA-37-corrected", "SIMA-39-corrected", "SIMA-40", "SIMA-45"),
    *("SIMA-31", "SIMA-31-corrected", "SIMA-46-corrected", "SIMA-47", "SIMA-48"),
    *("SIMA-49-corrected", "SIMA-50-corrected", "SIMA-51-corrected"),
)
REFUTED: Final = tuple(f"SIMA-{number}" for number in (25, 28, 30, 33, 37, 39, 46, 49, 50, 51))


@pytest.mark.parametrize(
    ("names", "verdict"),
    [(PROVED, "proved"), (REFUTED, "refuted")],
    ids=lambda value: str(value)[:7],
)
def test_the_verdicts(names: tuple[str, ...], verdict: str) -> None:
    assert [GRAPH.verdict(name) for name in names] == [verdict] * len(names)


ONE, TWO, HALF = Fraction(1), Fraction(2), Fraction(1, 2)
APART: Final = Losses(exponential_weights.rows((1, 0)), (1, 1), TWO)
UNEVEN: Final = "5/6,1/6,0;0,0,1"
FIRST: Final = {"j": ONE, "z": ONE}
REPORT: Final = {"y": ONE, "u": TWO}
FAR: Final = {"j": TWO, "v": Fraction(0), "eps": Fraction(1, 10)}
DRAWN: Final = Shown(shown_losses.rows((1, 0)), Fraction(4))
POINTS: Final = ";".join(",".join(str(int(i == j)) for i in range(10)) for j in range(10))
ONE_LAW: Final = next(iter(labels_of_a_game.settings()))
SIGNS: Final = next(iter(signed_noises.settings()))
VECTOR: Final = next(iter(private_vectors.settings()))
PRINTED_VECTOR: Final = next(iter(private_vectors.printed_settings()))
NUMBERS: Final = {"K": ONE, "eps": Fraction(1, 10**6), "d": Fraction(1, 10)}
GAMMA: Final = {"eps": ONE, "d": HALF, "g": ONE}
TWINS: Final = (
    Twin("SIMA-24", "<= sqrt", "<= 1/4*sqrt", APART, {"i": TWO}),
    Twin("SIMA-24-sharp", "5/8*", "2/5*", APART, {"i": TWO}),
    Twin("SIMA-24-sharp: the best rate", "/2)", "/4)", replace(APART, factor=Fraction(8)), {"i": TWO}),
    Twin("SIMA-25-corrected", " + sum([b(y) <= 0], y, 1, M)", "", weighted("1,0", 2), {"y": ONE, "z": ONE}),
    Twin("SIMA-28-corrected", "exp(eps)*", "exp(eps/2)*", weighted(UNEVEN, 9), {**FAR, "z": Fraction(5), "x": ONE}),
    Twin("SIMA-30-corrected", "0 < p", "1/2 < p", Parameters("1/2,1/2", 2), {**FIRST, **GAMMA}),  # type: ignore[arg-type]
    Twin("SIMA-31", "eps)", "-eps)", PRINTED_VECTOR, REPORT),
    Twin("SIMA-31-corrected", "eps/2)", "-eps)", VECTOR, REPORT),
    Twin("SIMA-32", "<= eps", "<= 7/10*eps", None, NUMBERS),
    Twin("SIMA-32b", "<= eps", "<= 49/100*eps", None, NUMBERS),
    Twin(
        "SIMA-33-corrected",
        "<= sqrt",
        "<= 3/4*sqrt",
        Losses(exponential_weights.rows((2, 0)), (1, 1), TWO, TWO),
        {"i": TWO},
    ),
    Twin("SIMA-36", "- x(t, i)", "- x(t, i)**2", SIGNS, {"i": ONE}),
    Twin("SIMA-37-corrected", "log((K + 1)*T)", "log(K*T)", weighted(UNEVEN, 9), FIRST),
    Twin("SIMA-39-corrected", "exp(eps)*", "exp(eps/2)*", weighted(UNEVEN, 98), {**FAR, "y": Fraction(3), "u": ONE}),
    Twin("SIMA-40", "<= sqrt", "<= 1/4*sqrt", DRAWN, {"i": TWO}),
    Twin("SIMA-40: (14)", "log(K)/a + a*T/(2*K)", "log(K)/(4*a)", DRAWN, {"i": TWO}),
    Twin("SIMA-45", "<= exp(-g)", "<= exp(-g)/2", Noises(2, 1, Fraction(1, 3)), {"g": ONE}),
    Twin(
        "SIMA-46-corrected",
        " <= 1 and",
        " <= 99/100 and",
        weighted(UNEVEN, 9),
        {"i": TWO, "j": TWO, "z": ONE, "n": Fraction(1000), "e": Fraction(-1000)},
    ),
    Twin("SIMA-47", "<= B +", "<= B - 1 +", ONE_LAW),
    Twin("SIMA-48", "q(j, s)*(lq(j, s)", "p(j, s)*(lp(j, s)", weighted(UNEVEN, 2), {"j": ONE}),
    Twin(
        "SIMA-49-corrected", "(log(R) + log(T))/T", "log(R)/T", weighted(POINTS, 2, least=Fraction(1, 1000)), {"j": ONE}
    ),
    Twin("SIMA-50-corrected", "3*log(K*T) and", "29/10*log(K*T) and", Parameters("1,0;0,1", 2)),  # type: ignore[arg-type]
    Twin("SIMA-51-corrected", "+ g*score(t, i)", "- g*score(t, i)", DRAWN, {"i": TWO}),
)


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.claim)
def test_a_twin_is_false(twin: Twin) -> None:
    fails(twin.statement, twin.setting, twin.values)


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.claim)
def test_the_proof_does_not_show_a_twin(twin: Twin) -> None:
    theorem = THEOREMS[twin.claim]
    with pytest.raises(Rejected):
        check(replace(theorem, statement=twin.statement), find, EVIDENCE)


@pytest.mark.parametrize("name", ["SIMA-24", "SIMA-33-corrected", "SIMA-40", "SIMA-50-corrected"])
def test_the_proof_needs_the_condition(name: str) -> None:
    theorem = THEOREMS[name]
    with pytest.raises(Rejected):
        check(replace(theorem, statement=replace(theorem.statement, where=())), find, EVIDENCE)


@pytest.mark.parametrize("name", REFUTED)
def test_what_is_refuted_is_false_at_a_legal_setting_alone(name: str) -> None:
    with pytest.raises(Rejected):
        fails(REFUTATIONS[name].statement, None, REFUTATIONS[name].values)
