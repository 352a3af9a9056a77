"""The regret of lazy-to-private: what is sharper than the claims is false, and what is true is not refuted."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpassay.proofs_check import registry
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.close_laws import Pair
from dpassay.proofs_check.models.coupled_batch import Coupled
from dpassay.proofs_check.models.deviation_sums import Numbers
from dpassay.proofs_check.models.interval_batches import Batches
from dpassay.proofs_check.models.lazy_experts import Lazy, rows, turns
from dpassay.proofs_check.models.lazy_measures import Measures
from dpassay.proofs_check.models.printed_lazy import AtPrintedRate
from dpassay.proofs_check.models.printed_numbers import Printed
from dpassay.proofs_check.models.regularized_weights import Interval
from dpassay.proofs_check.models.tuned_lazy import Tuned
from dpassay.proofs_check.models.two_sequences import Sequences
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS, find
from dpassay.proofs_check.proof.verdict import refute
from tests.proofs_check.established import EVIDENCE, GRAPH
from tests.proofs_check.lecture_notes.test_lec_11_to_17 import Twin, fails

pytestmark = pytest.mark.xdist_group("proofs")

assert registry.CLAIMS  # which registers all theorems
ONE, HALF, THIRD = Fraction(1), Fraction(1, 2), Fraction(1, 3)
NONE = (Fraction(0),) * 2
LAW = (Fraction(2, 3), THIRD)
GROWTH, DELTA = Fraction(21, 20), Fraction(1, 21)
LESS = (1 - DELTA) / (1 + GROWTH)
ATTAINED = Pair((GROWTH * LESS + DELTA, 1 - GROWTH * LESS - DELTA), (LESS, 1 - LESS), DELTA, GROWTH)
SAME = rows((1, 0), (1, 0))
STEEP = Batches(ONE, HALF, ONE, ONE, (ONE,) * 2, 2, (0 * ONE,))
STEEP_AND_WIDE = Batches(ONE, HALF, ONE, Fraction(20), (ONE,) * 2, 2, (0 * ONE,))
TWINS = (
    Twin(
        "ASI-11-corrected", "B*(B - 1)/2*", "B*(B - 1)/3*", Measures(SAME, (LAW, LAW[::-1]), (LAW,), 2 * ONE, 0 * ONE)
    ),
    Twin("ASI-11-sharp", "(B - 1)/8 and", "(B - 1)/16 and", Lazy(turns(2, 1), 2, HALF, rate=Fraction(1, 100))),
    Twin("ASI-12-corrected", "<= B*E(I)", "<= B/4*E(I)", Coupled(NONE, SAME, Fraction(4))),
    Twin(
        "ASI-12-corrected: all batches", "(B - 1)*h", "(B - 1)*h/16", Lazy(turns(2, 1), 2, HALF, rate=Fraction(1, 100))
    ),
    Twin("ASI-12b-corrected", "18*", "8*", Numbers(10, 1, Fraction(1, 10), Fraction(11, 100), Fraction(1, 50), THIRD)),
    Twin("ASI-12c", "B*sum(sum([", "B/2*sum(sum([", Measures(SAME, (LAW, LAW), ((ONE, 0 * ONE),), 2 * ONE, 0 * ONE)),
    Twin("ASI-13", "2*eta", "eta", ATTAINED),
    Twin("total variation under Assumption 3.1", "2*delta0", "delta0", ATTAINED),
    Twin("ASI-33-corrected", "lazy - best", "4*(lazy - best)", AtPrintedRate(rows((1, 0)), 1, THIRD)),
    Twin(
        "ASI-33-sharp",
        "worst",
        "worst/4",
        Sequences(1, 1, Fraction(20), HALF, Fraction(5, 2)),
        {"v": Fraction(19, 100)},
    ),
    Twin("ASI-34b-corrected", "2*sqrt", "1/2*sqrt", Printed(10**12, 2, Fraction(3), Fraction(1, 10**12))),
    Twin(
        "ASI-35-corrected",
        "2*h/p",
        "6*h/p",
        Tuned(rows(*((1, 0),) * 8), 1, THIRD, rate=Fraction(1, 32), nats=Fraction(3, 2)),
    ),
    Twin(
        "logs of regularized weights",
        "2*beta*lam*v",
        "3*beta*lam*v",
        Interval(ONE, HALF, ONE, HALF, HALF, 0),
        {"i": ONE, "v": HALF, "x": ONE, "y": 0 * ONE},
    ),
    Twin(
        "logs of regularized weights",
        "(beta*L)**2",
        "(beta*L/2)**2",
        Interval(ONE, HALF, ONE, HALF, HALF, 0),
        {"i": ONE, "v": HALF, "x": ONE, "y": 0 * ONE},
    ),
    Twin(
        "ASI-36",
        "2*beta*L**2/lam + sqrt(8*",
        "sqrt(1/16*",
        Interval(ONE, HALF, ONE, Fraction(20), Fraction(1, 10), -3),
        {"i": 0 * ONE, "x": ONE},
    ),
    Twin(
        "logs of measures round by round",
        "2*beta*lam*v",
        "3*beta*lam*v",
        STEEP,
        {"i": ONE, "v": HALF, "x": ONE, "y": 0 * ONE},
    ),
    Twin("a round moves a mean", "(2*lam)", "(4*lam)", STEEP_AND_WIDE, {"i": ONE, "m": ONE}),
    Twin(
        "range of the loss of a batch",
        "<= L*D*B",
        "<= L*D*B/2",
        STEEP,
        {"s": ONE, "x": ONE, "y": -ONE},
    ),
    Twin("ASI-38-corrected", "(4*lam)", "(5*lam)", Batches(ONE, HALF, ONE, Fraction(20), (ONE,) * 3, 3, (0 * ONE,))),
)
REFUTED = (
    "ASI-11",
    "ASI-11b",
    "ASI-12",
    "ASI-12b",
    "ASI-13b",
    "ASI-33",
    "ASI-33b",
    "ASI-34",
    "ASI-34b",
    "ASI-35",
    "ASI-38",
)
FOR_NO_CONSTANT = ("ASI-11", "ASI-11b", "ASI-12", "ASI-33", "ASI-33b", "ASI-34", "ASI-34b", "ASI-35", "ASI-38")
PROVED = (
    "ASI-11-corrected",
    "ASI-11-sharp",
    "ASI-12-corrected",
    "ASI-12b-corrected",
    "ASI-12c",
    "ASI-13",
    "ASI-33-corrected",
    "ASI-34b-corrected",
)


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: f"{twin.claim}: {twin.new}")
def test_a_twin_is_false(twin: Twin) -> None:
    fails(twin.statement, twin.setting, twin.values)


@pytest.mark.parametrize("name", REFUTED)
def test_it_is_refuted(name: str) -> None:
    assert GRAPH.verdict(name) == "refuted"
    family = REFUTATIONS[name].no_constant
    assert (family is not None) == (name in FOR_NO_CONSTANT)
    assert family is None or GRAPH.verdict(family.by) == "proved"


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("ASI-33: for no constant", "sqrt(T*nats)", "sqrt(T*nats) + h*T*B"),
        ("ASI-33b: for no constant", "sqrt(T*nats)", "sqrt(T*nats) + h*T*B"),
        ("ASI-34: for no constant", "T*B**2*h**2", "T*B*h"),
        ("ASI-34b: for no constant", "nats*L +", "nats*L + T*L +"),
        ("ASI-38: for no constant", "sqrt(T) +", "sqrt(T) + B**3 +"),
        ("ASI-35: for no constant", "sqrt(T*nats)", "(sqrt(T*nats) + h*T*B)"),
    ],
)
def test_what_has_a_constant_is_not_shown_to_have_none(name: str, old: str, new: str) -> None:
    """The true regret is at most (T/8) B eta more than log d/eta: with that term there is a constant."""
    theorem = THEOREMS[name]
    statement = replace(theorem.statement, id="twin", formula=theorem.statement.formula.replace(old, new))
    assert statement.formula != theorem.statement.formula
    proof = tuple(replace(step, formula=step.formula.replace(old, new)) for step in theorem.proof)
    for steps in (theorem.proof, proof):
        with pytest.raises(Rejected):
            check(replace(theorem, statement=statement, proof=steps), find, EVIDENCE)


@pytest.mark.parametrize("name", PROVED)
def test_it_is_proved(name: str) -> None:
    assert GRAPH.verdict(name) == "proved"


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("ASI-11", "C*(n*B)*B**2*h**2", "h*(n*B)*(B - 1)/8"),
        ("ASI-11b", "(n*B)*B**2*h**2", "(n*B)*B*h"),
        ("ASI-12b", "8*", "18*"),
        ("ASI-13b", "2*eta", "eta/2 + delta0"),
        ("ASI-33", "<= C", "<= T*C"),
        ("ASI-33b", "<= C", "<= T*C"),
        ("ASI-34", "T*B**2*h**2", "T*B*h"),
        ("ASI-34b", "<= C", "<= L*C"),
        ("ASI-35", "sqrt(T*nats)", "T*nats"),
        ("ASI-38", "sqrt(T) +", "sqrt(T) + B**3 +"),
    ],
)
def test_what_is_true_is_not_refuted(name: str, old: str, new: str) -> None:
    refuted = REFUTATIONS[name]
    assert old in refuted.statement.formula
    statement = replace(refuted.statement, formula=refuted.statement.formula.replace(old, new))
    with pytest.raises(Rejected, match=r"does not fail|expected one value"):
        refute(replace(refuted, statement=statement))


@pytest.mark.parametrize("name", ["ASI-13", "ASI-34b-corrected", "ASI-35-corrected", "ASI-33-sharp"])
def test_its_conditions_are_stated(name: str) -> None:
    assert THEOREMS[name].statement.where


def test_a_large_rate_refutes_nothing() -> None:
    refuted = REFUTATIONS["ASI-11"]
    with pytest.raises(Rejected, match="does not meet"):
        refute(replace(refuted, setting=replace(refuted.setting, rate=HALF)))
