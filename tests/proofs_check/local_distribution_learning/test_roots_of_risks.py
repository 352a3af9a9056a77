"""Privacy of labels and risks of learners: what is sharper than the claims, or lacks a condition, is not proved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.analysis.label_laws import read_table
from dpassay.proofs_check import registry
from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.blocks import Blocks
from dpassay.proofs_check.models.flipped_labels import printed
from dpassay.proofs_check.models.games_of_liars import Liars
from dpassay.proofs_check.models.given_noises import GAMES, NEARLY, Given
from dpassay.proofs_check.models.laplace_on_a_vector import Release
from dpassay.proofs_check.models.noisy_coordinate import Coordinate
from dpassay.proofs_check.models.online_mixture import Mixture
from dpassay.proofs_check.models.private_schemes import MIXED, PRINTED, PURE, Scheme
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.register import THEOREMS, find
from dpassay.proofs_check.proof.statements import Theorem
from dpassay.reference.label_clipping import as_table
from tests.proofs_check.lecture_notes.test_lec_11_to_17 import Twin, fails

assert registry.CLAIMS  # which registers the theorems
MASSES, LITTLE = as_table("1,0;0,1", "hypotheses"), Fraction(101, 100)
ONE_ROUND = (read_table("1,0;0,1"),)
HALF, ONE = Fraction(1, 2), Fraction(1)


def against(algorithm: int) -> Given:
    """Three rounds with next to no noise."""
    tables = tuple(as_table(text, "tables") for text in GAMES[3])
    return Given(algorithm, tables, 1, ((NEARLY, -NEARLY),) * 3, epsilon=Fraction(10**5))


def scheme(algorithm: str, exp_eps: Fraction = LITTLE) -> Scheme:
    """Two point masses and two rounds."""
    return Scheme(algorithm, MASSES, 2, 2, exp_eps)


def at(**values: int) -> Mapping[str, Any]:
    """Values of variables."""
    return {name: Fraction(value) for name, value in values.items()}


TWINS = (
    Twin("SIMA-02", "<= log(K)", "<= 9/10*log(K)", Mixture(ONE_ROUND, 1)),
    Twin("SIMA-04-corrected", "12/eps", "1/1000/eps", scheme(PURE)),
    Twin("SIMA-05", "K*D/eps", "2*K*D/eps", Release(2, ONE, Fraction(4), HALF)),
    Twin("SIMA-05b", ") - 1", ") - 2", Coordinate((ONE,), HALF), at(j=1)),
    Twin("SIMA-05c", "D/eps", "2*D/eps", Release(2, ONE, Fraction(2), HALF)),
    Twin("SIMA-05c: enough", "<= eps", "<= eps/2", Release(2, ONE, Fraction(2), HALF)),
    Twin("SIMA-06", "exp(eps)*", "exp(eps/2)*", printed(2, Fraction(4)), at(l=2, y=1, z=2)),
    Twin("SIMA-06b", "(exp(eps) + M - 1)", "(exp(eps) + M - 2)", printed(3, Fraction(3, 2))),
    Twin("SIMA-07", "/(M - 1) =", "/M =", printed(2, Fraction(2))),
    Twin("SIMA-07: near eps/M", "1 + eps", "1 - eps/4", printed(2, LITTLE)),
    Twin("SIMA-08", "3 + log(K*T)", "1/100", Mixture(ONE_ROUND, 1, Fraction(99))),
    Twin("SIMA-08b", "/32*", "/4*", Blocks(2, Fraction(3), 1, 2, Fraction(3, 2))),
    Twin("SIMA-08b: few rounds", "log(2)/2*T", "2*log(2)*T", Blocks(2, Fraction(2), 1, 2, Fraction(2))),
    Twin("SIMA-34-corrected", "+ 3*l", "- 2*l", against(1)),
    Twin("SIMA-34-corrected: the chance", "1 - exp(-gamma)", "1 - exp(-2*gamma)", against(1)),
    Twin("SIMA-35", "12*S", "1/1000*S", scheme(MIXED)),
    Twin("SIMA-35a-corrected", "12*S", "1/1000*S", scheme(PRINTED)),
    Twin("cost of liars", "(T - 1)*floor", "7/5*(T - 1)*floor", Liars(4, 10**9, Fraction(10) ** 30, gamma=Fraction(3))),
    Twin("SIMA-38", "49/10/eps", "1/eps", scheme(MIXED)),
    Twin("SIMA-38: the risk", "25/eps", "1/1000/eps", scheme(MIXED)),
    Twin("SIMA-41", "+ 3*l", "- 2*l", against(2)),
    Twin("SIMA-42", "6*S", "1/4*S", scheme(PURE, Fraction(20))),
    Twin("SIMA-43", "sqrt(6/eps)", "sqrt(1/10000/eps)", scheme(PURE)),
)


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: f"{twin.claim}: {twin.new}")
def test_a_twin_is_false(twin: Twin) -> None:
    fails(twin.statement, twin.setting, twin.values)


def not_shown(theorem: Theorem, changed: Theorem) -> None:
    """Neither by its proof nor by one that is changed as the claim is."""
    for proof in (theorem.proof, changed.proof):
        with pytest.raises(Rejected):
            check(replace(changed, proof=proof), find, find_evidence)


def rewritten(theorem: Theorem, old: str, new: str) -> Theorem:
    """The claim and its steps with other text."""
    statement = replace(theorem.statement, id="twin", formula=theorem.statement.formula.replace(old, new))
    steps = tuple(replace(step, formula=step.formula.replace(old, new)) for step in theorem.proof)
    return replace(theorem, statement=statement, proof=steps)


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: f"{twin.claim}: {twin.new}")
def test_the_proof_does_not_show_a_twin(twin: Twin) -> None:
    not_shown(THEOREMS[twin.claim], rewritten(THEOREMS[twin.claim], twin.old, twin.new))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("SIMA-01", " + delta", " + delta/2"),
        ("SIMA-01: (2) gives (1)", "exp(eps)*", "exp(eps/2)*"),
        ("SIMA-05d: for no constant", "<", "< 1 +"),
        ("SIMA-04: for no constant", "< r", "< r/2"),
        ("cost of liars", "(T - 1)*floor", "T*floor"),
        ("risk on the class of liars", "/8 <=", "/7 <="),
        ("SIMA-35a: for no constant", "< risk", "< risk/2"),
        ("SIMA-08: in M and eps", "2*M/eps", "M/eps"),
        ("risk of one law on randomized response", "/(2*c)", "/(3*c)"),
        ("SIMA-44", "<= alpha", "<= alpha/2"),
        ("SIMA-44: the median trick", "<= beta", "<= beta/2"),
        ("SIMA-44: the median trick", "alpha < chosen", "alpha/9 < chosen"),
        ("the median trick", "alpha < chosen", "alpha/2 < chosen"),
        ("two majorities", "[alpha < chosen]", "[2*alpha/3 < chosen]"),
        ("two majorities", "<= m/2]", "<= m/3]"),
    ],
)
def test_what_is_sharper_is_not_shown(name: str, old: str, new: str) -> None:
    sharper = rewritten(THEOREMS[name], old, new)
    with pytest.raises(Rejected):
        check(replace(sharper, proof=THEOREMS[name].proof), find, find_evidence)


@pytest.mark.parametrize(
    "name",
    [
        "risk of one law on randomized response",
        "SIMA-04-corrected",
        "SIMA-05",
        "SIMA-07: near eps/M",
        "SIMA-08: in M and eps",
        "SIMA-08b: few rounds",
        "SIMA-35a: for no constant",
        "SIMA-38",
        "SIMA-44",
        "SIMA-44: the median trick",
    ],
)
def test_every_condition_is_needed(name: str) -> None:
    theorem = THEOREMS[name]
    for condition in theorem.statement.where:
        fewer = tuple(other for other in theorem.statement.where if other != condition)
        with pytest.raises(Rejected):
            check(replace(theorem, statement=replace(theorem.statement, where=fewer)), find, find_evidence)
