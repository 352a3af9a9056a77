"""The privacy of lazy-to-private: what is sharper than the claims is false somewhere, and not shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.batch_coupling import groups
from dpassay.proofs_check.models.correlated_sampling import Sampling
from dpassay.proofs_check.models.fake_coins import Rounds
from dpassay.proofs_check.models.last_batch import Pair
from dpassay.proofs_check.models.lazy_sampling import ON_THE_EDGE, Lazy, least_delta
from dpassay.proofs_check.models.lazy_weights import Game
from dpassay.proofs_check.models.measures import Sequences
from dpassay.proofs_check.models.neighboring_measures import Neighbors
from dpassay.proofs_check.models.two_lazy_games import Games
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.reading import Reader
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS, find
from dpassay.proofs_check.proof.statements import Statement
from dpassay.proofs_check.proof.values import Point
from dpassay.proofs_check.proof.verdict import refute
from dpassay.proofs_check.registry import CLAIMS
from tests.proofs_check.established import EVIDENCE, GRAPH

pytestmark = pytest.mark.xdist_group("proofs")

ZERO, ONE, HALF, TENTH = Fraction(0), Fraction(1), Fraction(1, 2), Fraction(1, 10)
PROVED = (
    "ASI-06-corrected",
    "ASI-07",
    "ASI-08",
    "ASI-09",
    "ASI-09b-corrected",
    "ASI-10-corrected",
    "ASI-15-corrected",
    "ASI-15b",
    "ASI-16-corrected",
    "ASI-16b",
    "ASI-17",
    "ASI-18-corrected",
    "ASI-19-corrected",
    "ASI-20-corrected",
    "ASI-21-corrected",
    "ASI-30",
    "ASI-45",
    "ASI-46-corrected",
)
REFUTED = (
    "ASI-06",
    "ASI-09b",
    "ASI-09c",
    "ASI-10",
    "ASI-15",
    "ASI-16",
    "ASI-16c",
    "ASI-18",
    "ASI-19",
    "ASI-20",
    "ASI-21",
    "ASI-46",
)


def test_they_are_claims() -> None:
    assert {*PROVED, *REFUTED} <= set(CLAIMS)


@pytest.mark.parametrize(
    ("name", "verdict"),
    [(name, told) for told, names in (("proved", PROVED), ("refuted", REFUTED)) for name in names],
)
def test_the_verdict(name: str, verdict: str) -> None:
    assert GRAPH.verdict(name) == verdict


@dataclass(frozen=True)
class Twin:
    """A claim with something else in its formula, and where that is false."""

    claim: str
    old: str
    new: str
    setting: Any
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def statement(self) -> Statement:
        """What the twin claims."""
        claimed = THEOREMS[self.claim].statement
        assert self.old in claimed.formula
        return replace(claimed, id="twin", formula=claimed.formula.replace(self.old, self.new))


def whole(**values: int) -> dict[str, Fraction]:
    return {name: Fraction(value) for name, value in values.items()}


def formula(claim: str) -> str:
    return THEOREMS[claim].statement.formula


LOSING = Game(((ONE, ZERO), (ONE, ZERO), (ZERO, ONE)), Fraction(4))
SEQUENCES = Sequences((HALF, HALF), ((ONE, HALF), (Fraction(3, 4), Fraction(2))), (0, 1), (1, 1))
NEIGHBORS = Neighbors(SEQUENCES, 1, Fraction(11, 10))
FALLING = Sampling(((HALF, HALF), (Fraction(1, 4), Fraction(3, 4))), HALF, (HALF,))
FIRST, SECOND = ON_THE_EDGE.laws
LATE = Lazy((FIRST, SECOND), ON_THE_EDGE.exp_eta, ON_THE_EDGE.delta_0, HALF, Fraction(1, 100))
FALLEN = (TENTH, 1 - TENTH), (Fraction(1, 100), Fraction(99, 100))
JUMP = Lazy((*FALLEN, FALLEN[1]), Fraction(21, 20), least_delta(*FALLEN, Fraction(21, 20)), HALF, HALF)
SLOW = Lazy((FIRST, (HALF, HALF)), Fraction(11, 10), ZERO, HALF, HALF)
OPPOSITE = (((ZERO, ONE), (ONE, ZERO), (ZERO, ZERO)), ((ONE, ZERO), (ONE, ZERO), (ZERO, ZERO)))
TINY = Fraction(1, 10**20)
OLD = Rounds(5, TENTH, Fraction(4, 5))
PRIVATE = Games(*OPPOSITE, Fraction(101, 100), Fraction(101, 100), Fraction(4, 5), TINY)
FASTER = Games(*OPPOSITE, Fraction(105, 100), Fraction(103, 100), Fraction(4, 5), Fraction(1, 10**10))
LAST = Pair(OPPOSITE[0], 3, (ONE, ZERO), Fraction(3, 2), 1, HALF)
STEEP = groups(3, 10, 4, Fraction(44, 25), (TENTH, TENTH))
TWINS = (
    Twin("ASI-06-corrected", "func(g, t, i)", "func(g, t + 1, i)", SEQUENCES, whole(g=1, t=1, i=1, j=2)),
    Twin("ASI-07", "= m(t, i)", "= m(1, i)", FALLING, whole(t=2, i=1)),
    Twin("ASI-08", "<= exp(-B*eta)", "<= exp(-5/4*B*eta)", LOSING, whole(s=1, i=2, j=1)),
    Twin("ASI-08", "exp(-3*B*eta) <=", "exp(-11/4*B*eta) <=", LOSING, whole(s=1, i=1, j=2)),
    Twin("ASI-30", "<= exp(eta)*mu(t, i)", "<= exp(eta/4)*mu(t, i)", LOSING, whole(t=1, i=2)),
    Twin("ASI-16-corrected", "(b - 1)*3", "(b - 1)*3/1000", LATE, whole(b=2)),
    Twin("ASI-16b", "= m(b, i)", "= m(1, i)", SLOW, whole(b=2, i=1)),
    Twin("the law of an old model", "2*B*d0/p", "B*d0/(8*p)", JUMP, whole(s=2)),
    Twin("ASI-18-corrected", "4*B*eta", "2*B*eta", ON_THE_EDGE, whole(s=1)),
    Twin("ASI-19-corrected", "4*B*eta", "2*B*eta", ON_THE_EDGE),
    Twin("ASI-20-corrected", "2*B*eta", "B*eta", ON_THE_EDGE, whole(s=1)),
    Twin("ASI-15-corrected", "(B - 1)*", "(B - 1)/2*", STEEP, whole(t=1, x=1)),
    Twin("ASI-15-corrected", "= m(t, x)", "= m(1, x)", STEEP, whole(t=2, x=1)),
    Twin("ASI-15b", "<= B*eta", "<= B*eta/8", groups(1, 2, 3, Fraction(11, 10), (TENTH, ZERO)), whole(t=1, x=1)),
    Twin("ASI-17", "4*d0", "0*d0", NEIGHBORS, whole(t=2, l=2)),
    Twin("ASI-45", "(exp(eta) + 1)*d0", "0*d0", NEIGHBORS, whole(a=2, l=2)),
    Twin(
        "ASI-21-corrected",
        "exp(-L)",
        "exp(-2*L)",
        Rounds(5, TENTH, Fraction(4, 5)),
        {"t": Fraction(5), "@coins": (0,) * 4},
    ),
    Twin("ASI-46-corrected: coins", "coin(s + 1)", "coin(s)", LAST, whole(s=1)),
    Twin("ASI-09", formula("ASI-09"), "delta(2*eta/p) <= 2*T*exp(-L)", PRIVATE),
    Twin("ASI-09b-corrected", formula("ASI-09b-corrected"), "delta(2*eta/p) <= 2*T*exp(-L)", FASTER),
    Twin("ASI-10-corrected", formula("ASI-10-corrected"), "delta(2*eta/p) <= 2*exp(-L)", PRIVATE),
)


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: f"{twin.claim}: {twin.new}")
def test_a_twin_is_false(twin: Twin) -> None:
    """It is evaluated alone: what is not evidently defined there may be all the same."""
    statement, model = twin.statement, twin.statement.model
    point = Point(model, statement.names, twin.setting, {**model.read(twin.setting), **twin.values})
    reader = Reader(statement.names)
    assert all(point.holds(reader.formula(condition)) is True for condition in statement.where)
    assert point.holds(reader.formula(statement.formula)) is False


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: f"{twin.claim}: {twin.new}")
def test_the_proof_does_not_show_a_twin(twin: Twin) -> None:
    theorem = THEOREMS[twin.claim]
    changed = tuple(replace(step, formula=step.formula.replace(twin.old, twin.new)) for step in theorem.proof)
    for proof in (theorem.proof, changed):
        with pytest.raises(Rejected):
            check(replace(theorem, statement=twin.statement, proof=proof), find, EVIDENCE)


CONDITIONAL = (
    "ASI-09",
    "ASI-09b-corrected",
    "ASI-10-corrected",
    "ASI-15b",
    "ASI-16-corrected",
    "ASI-16b",
    "ASI-18-corrected",
    "the law of an old model",
)


@pytest.mark.parametrize("name", [*CONDITIONAL, "ASI-19-corrected", "ASI-20-corrected", "ASI-46-corrected: coins"])
def test_the_proof_needs_the_conditions(name: str) -> None:
    theorem = THEOREMS[name]
    with pytest.raises(Rejected):
        check(replace(theorem, statement=replace(theorem.statement, where=())), find, EVIDENCE)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("ASI-15", "B*eta", "5*B*eta/4"),
        ("ASI-16c", "3*(s - 1)", "600*(s - 1)"),
        ("ASI-18", "2*B*eta", "4*B*eta"),
        ("ASI-19", "2*B*eta", "4*B*eta"),
        ("ASI-21", "last1(t)", "last0(t)"),
        ("ASI-09b", "2*eta/p", "4*eta/p"),
        ("ASI-09c", "2*eta/p", "4*eta/p"),
        ("ASI-10", "<= 2*T*d1", "<= (2*T + 3)*d1"),
    ],
)
def test_what_is_true_is_not_refuted(name: str, old: str, new: str) -> None:
    refuted = REFUTATIONS[name]
    assert old in refuted.statement.formula
    statement = replace(refuted.statement, formula=refuted.statement.formula.replace(old, new))
    with pytest.raises(Rejected, match="does not fail"):
        refute(replace(refuted, statement=statement))
