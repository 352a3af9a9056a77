"""Limited switching: what is sharper than the claims is false somewhere, and their proofs do not show it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check import registry
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.draws_in_rounds import ADAPTIVE, EITHER, LATE, length, planned
from dpassay.proofs_check.models.followed_algorithms import Desired
from dpassay.proofs_check.models.follower import Path, Repeated
from dpassay.proofs_check.models.noisy_tree import settings as trees
from dpassay.proofs_check.models.online_algorithms import Hedge
from dpassay.proofs_check.models.planned_draws import Planned
from dpassay.proofs_check.models.steps_of_l2p import settings as steps_of_l2p
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS, Refutation, find
from dpassay.proofs_check.proof.statements import Statement
from dpassay.proofs_check.proof.verdict import refute
from tests.proofs_check.established import EVIDENCE, GRAPH

pytestmark = pytest.mark.xdist_group("proofs")

assert registry.CLAIMS  # which registers them all
PROVED = ("ASI-39", "ASI-39c", "ASI-40-corrected")
ARGUED = {"ASI-43-corrected": 1, "ASI-43c-corrected": 6, "ASI-44-corrected": 4}
REFUTED = ("ASI-39b", "ASI-40", "ASI-40b", "ASI-40c", "ASI-43", "ASI-43b", "ASI-43c", "ASI-44", "ASI-44b")
FAMILIES = {
    "ASI-43": "ASI-43: for no constant",
    "ASI-43b": "ASI-43b: for no constant",
    "ASI-43c": "ASI-43b: for no constant",
    "ASI-44": "ASI-44: for no constant",
    "ASI-44b": "ASI-44b: for no constant",
}


@pytest.mark.parametrize("name", PROVED)
def test_it_is_proved(name: str) -> None:
    assert GRAPH.verdict(name) == "proved"


@pytest.mark.parametrize("name", ARGUED)
def test_it_is_argued(name: str) -> None:
    assert GRAPH.verdict(name) == "argued"
    assert GRAPH.words(name) == ARGUED[name]


@pytest.mark.parametrize("name", REFUTED)
def test_it_is_refuted(name: str) -> None:
    assert GRAPH.verdict(name) == "refuted"
    family = REFUTATIONS[name].no_constant
    assert (family.by if family else None) == FAMILIES.get(name)


@dataclass(frozen=True)
class Twin:
    """A claim with something else in its formula, and where that is false."""

    claim: str
    old: str
    new: str
    setting: Any
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def statement(self) -> Statement:
        """What the twin claims."""
        claimed = THEOREMS[self.claim].statement
        assert self.old in claimed.formula
        return replace(claimed, id="twin", formula=claimed.formula.replace(self.old, self.new))


ONE, TWO = Fraction(1), Fraction(2)
START, COINS = Path((0, 0, 0), 2, 0, 3), (1, 1, 1)
LAZY = list(steps_of_l2p())
TREES = list(trees())
HUGE = Hedge(1, 2, TWO)
TWINS = (
    Twin(
        "ASI-39",
        "(1 - p)*keep(s, x, y) <= 1",
        "(1 - p)*keep(s, x, y) <= 1/100",
        LAZY[0],
        {"s": ONE, "x": ONE, "y": ONE, "j": ONE},
    ),
    Twin(
        "ASI-39: fresh laws are functions of past losses", "mu2(s + 1, j)", "mu2(s, j)", LAZY[0], {"s": ONE, "j": ONE}
    ),
    Twin("ASI-39c", "<= q(j)", "<= q(j + 1)", START, {"t": ONE, "i": ONE, "j": ONE, "@coins": COINS}),
    Twin("ASI-39c", "<= d - 1", "<= (d - 1)/2", START, {"t": ONE, "i": ONE, "j": ONE, "@coins": COINS}),
    Twin(
        "ASI-39c: at the same privacy",
        "+ delta",
        "- delta",
        Desired(2, 2, (1, 2, 3, 4), (4, 2, 2, 2), ONE),
        {"m": TWO},
    ),
    Twin(
        "ASI-39c: at the same divergences",
        "<= E(p2",
        "<= E(99/100*p2",
        Desired(2, 2, (1, 1, 1, 1), (1, 1, 1, 1), ONE),
        {"al": TWO},
    ),
    Twin("ASI-40-corrected", "<= eps**2", "<= eps**2/100", LATE),
    Twin("ASI-40-corrected: of any order", "<= al*eps**2", "<= eps**2", EITHER, {"al": Fraction(3)}),
    Twin("ASI-43-corrected", "sqrt(T/8)", "2*sqrt(T/8)", HUGE),
    Twin("ASI-43-corrected: where eps is small", "least/4", "2*least", HUGE),
    Twin("ASI-43c-corrected: many windows", "5202*R**3*eps**2", "eps**2", Planned(128, Fraction(5, 4))),
    Twin("ASI-44-corrected", "regret <=", "8*regret <=", TREES[0]),
    Twin("ASI-44-corrected: places in blocks", "T*(L + 1)/2", "T*L/2", TREES[0]),
    Twin("ASI-44-corrected: leaders missed", "(d - 1)*(T/L + 1)", "(d - 1)*T/(3*L)", TREES[0]),
    Twin("ASI-44-corrected: concentrated", "al*eps**2", "eps**2/10", TREES[2], {"al": Fraction(9)}),
)


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: f"{twin.claim}: {twin.new}")
def test_a_twin_is_false(twin: Twin) -> None:
    refute(Refutation(twin.statement, twin.setting, twin.values))


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: f"{twin.claim}: {twin.new}")
def test_the_proof_does_not_show_a_twin(twin: Twin) -> None:
    theorem = THEOREMS[twin.claim]
    changed = tuple(replace(step, formula=step.formula.replace(twin.old, twin.new)) for step in theorem.proof)
    for proof in (theorem.proof, changed):
        with pytest.raises(Rejected):
            check(replace(theorem, statement=twin.statement, proof=proof), find, EVIDENCE)


def test_a_condition_is_needed() -> None:
    """Beyond the batches that agree the fresh laws differ; and eps >= 1/T is used."""
    name = "ASI-39: fresh laws are functions of past losses"
    with pytest.raises(Rejected):
        check(replace(THEOREMS[name], statement=replace(THEOREMS[name].statement, where=())), find, EVIDENCE)
    loose = replace(THEOREMS[name].statement, id="twin", where=())
    refute(Refutation(loose, LAZY[2], {"s": ONE, "j": ONE}))
    name = "ASI-43c-corrected"
    with pytest.raises(Rejected, match="T\\*eps"):
        check(replace(THEOREMS[name], statement=replace(THEOREMS[name].statement, where=())), find, EVIDENCE)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("ASI-39b", "T/2", "T/4"),
        ("ASI-40", "<= al*eps**2", "<= 100*al*eps**2"),
        ("ASI-40b", "al*eps**2", "2*al*eps**2"),
        ("ASI-40c", "al*eps**2", "2*al*eps**2"),
    ],
)
def test_what_is_true_is_not_refuted(name: str, old: str, new: str) -> None:
    refuted = REFUTATIONS[name]
    statement = replace(refuted.statement, formula=refuted.statement.formula.replace(old, new))
    with pytest.raises(Rejected, match="does not fail"):
        refute(replace(refuted, statement=statement))


def test_settings_that_are_not_legal() -> None:
    with pytest.raises(ValueError, match="rounds of one desire"):
        Path((0, 1), 2, 0, 2)
    with pytest.raises(ValueError, match="1 or more"):
        Repeated(0, 1)
    with pytest.raises(ValueError, match="concentrated"):
        length(replace(LATE, rho=Fraction(1, 500), rounds=10**6))
    with pytest.raises(ValueError, match="eps >= 100"):
        replace(ADAPTIVE, rounds=1000)
    with pytest.raises(ValueError, match="above 1"):
        Hedge(1, 2, ONE)
    with pytest.raises(ValueError, match="one or two blocks"):
        replace(TREES[0], block=2)
    assert all(draws.rho > 0 for draws in planned())
