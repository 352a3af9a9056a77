"""Multiplicative weights and its regret: what is sharper than the claims, or lacks a condition, is not proved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import as_real, exp
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.lecture_notes import lec_11, lec_12, lec_13, lec_14, lec_15, lec_16, lec_17
from dpassay.proofs_check.models.adaptive_rewards import Game, fixed, table
from dpassay.proofs_check.models.experts import EXPERTS, Choices, matrix
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.reading import Reader
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS, Refutation, find
from dpassay.proofs_check.proof.statements import Model, Statement
from dpassay.proofs_check.proof.values import Point
from dpassay.proofs_check.proof.verdict import refute
from dpassay.proofs_check.shared_lemmas import expectations, weights
from tests.proofs_check.established import EVIDENCE, GRAPH

pytestmark = pytest.mark.xdist_group("proofs")

ROWS = (lec_11, lec_12, lec_13, lec_14, lec_15, lec_16, lec_17)
LEMMAS = (expectations, weights)
PROVED = (
    "LEC-11-corrected",
    "LEC-11b",
    "LEC-12",
    "LEC-13",
    "LEC-14",
    "LEC-14-sharp",
    "LEC-15",
    "LEC-15-sharp",
    "LEC-16-corrected",
)
REFUTED = ("LEC-11", "LEC-14b", "LEC-16", "LEC-17")
ONE_ROUND = Game(fixed((1, 0)), 1, 2, growth=Fraction(4))
TUNED_ROUND = Game(fixed((1, 0)), 1, 2, factor=Fraction(1))
TURNS = Choices(matrix((0, 1), (1, 0)), {(2, 1): Fraction(1)})
SURE = {"P": lambda: {1: Fraction(1)}, "X": Fraction}


@pytest.mark.parametrize("name", PROVED)
def test_it_is_proved(name: str) -> None:
    assert GRAPH.verdict(name) == "proved"


@pytest.mark.parametrize("name", REFUTED)
def test_it_is_refuted(name: str) -> None:
    assert GRAPH.verdict(name) == "refuted"


@dataclass(frozen=True)
class Twin:
    """A claim with something else in its formula, or in another model; and where that is false."""

    claim: str
    old: str
    new: str
    setting: Any = ONE_ROUND
    values: Mapping[str, Any] = field(default_factory=dict)
    model: Model | None = None

    @property
    def statement(self) -> Statement:
        """What the twin claims."""
        claimed = THEOREMS[self.claim].statement
        assert self.old in claimed.formula
        model = self.model or claimed.model
        return replace(claimed, id="twin", formula=claimed.formula.replace(self.old, self.new), model=model)


FIRST = {"i": Fraction(1)}
COURSE = {"t": Fraction(1), "@transcript": (1,)}
WIDER = replace(lec_13.BOUNDED, parameters={"b": "real, 0 < b, b <= 9/5"})
TWINS = (
    Twin("LEC-11-corrected", "E(best)", "E(sum(r(t, i), t, 1, T))", values={"i": Fraction(2)}),
    Twin("LEC-11b", "best", "best", TURNS, model=EXPERTS),
    Twin("LEC-11b", "best", "best/2", Choices(matrix((1, 1)), {(1,): Fraction(1)})),
    Twin("LEC-12", "- log(Z)", "+ log(Z)", values=COURSE),
    Twin("LEC-12", "div(t + 1)", "div(t)", values=COURSE),
    Twin("LEC-13", "log(M) <= M - 1", "log(M) <= M - 2", {**SURE, "b": Fraction(1, 2)}),
    Twin("LEC-13", "b**2", "b**2/2", {**SURE, "b": Fraction(1)}),
    Twin("LEC-13", "b**2", "b**2", {**SURE, "b": Fraction(1795, 1000)}, model=WIDER),
    Twin("LEC-14", "a*T - log(K)/a", "a*T/100 - log(K)/(4*a)", values=FIRST),
    Twin("LEC-14-sharp", "- B", "- B/4", values=FIRST),
    Twin("LEC-15", "2*sqrt", "1/2*sqrt", TUNED_ROUND),
    Twin("LEC-15-sharp", "c/8 + 1", "c/8", TUNED_ROUND),
    Twin("LEC-16-corrected", "div(T + 1)", "div(T)", Game(fixed((1, 0)), 1, 2, growth=Fraction(5, 4))),
)


def fails(statement: Statement, setting: Any, values: Mapping[str, Any]) -> None:
    """The statement is false there; a lemma on anything is evaluated alone, for only a claim is refuted."""
    if not statement.model.of_any:
        refute(Refutation(statement, setting, values))
        return
    point = Point(statement.model, statement.names, setting, {**statement.model.read(setting), **values})
    assert point.holds(Reader(statement.names).formula(statement.formula)) is False


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


@pytest.mark.parametrize("name", ["LEC-14", "LEC-15", "LEC-16-corrected"])
def test_the_proof_needs_the_condition(name: str) -> None:
    theorem = THEOREMS[name]
    statement = replace(theorem.statement, where=())
    steps = tuple(replace(step, where=()) for step in theorem.proof)
    for proof in (theorem.proof, steps):
        with pytest.raises(Rejected, match=r"<= 179|c = 1 is not"):
            check(replace(theorem, statement=statement, proof=proof), find, EVIDENCE)


def test_the_bound_of_a_random_variable_is_needed() -> None:
    theorem = THEOREMS["LEC-13"]
    loose = {**SURE, "X": lambda _: Fraction(3), "b": Fraction(1)}
    with pytest.raises(Rejected, match="no earlier step"):
        check(replace(theorem, statement=replace(theorem.statement, given={})), find, EVIDENCE)
    fails(replace(theorem.statement, id="twin", given={}), loose, {})


@pytest.mark.parametrize(
    ("name", "old", "new", "setting"),
    [
        ("LEC-11", "", "", Choices(matrix((1, 1), (1, 1)), {(2, 1): Fraction(1)})),
        ("LEC-14b", ">= R", ">= E(R)", None),
        ("LEC-16", "div(T)", "div(T + 1)", None),
        ("LEC-17", "<=", ">=", None),
    ],
)
def test_what_is_true_is_not_refuted(name: str, old: str, new: str, setting: Any) -> None:
    refuted = REFUTATIONS[name]
    statement = replace(refuted.statement, formula=refuted.statement.formula.replace(old, new))
    with pytest.raises(Rejected, match=r"does not fail|expected one value"):
        refute(replace(refuted, statement=statement, setting=setting or refuted.setting))


@pytest.mark.parametrize("name", ["LEC-14b", "LEC-16", "LEC-17"])
def test_a_rate_above_the_limit_refutes_nothing(name: str) -> None:
    with pytest.raises(Rejected, match="does not meet"):
        refute(replace(REFUTATIONS[name], setting=replace(REFUTATIONS[name].setting, growth=Fraction(6))))


def test_the_best_expert_has_to_be_that_of_the_course() -> None:
    """Pay the expert that was chosen in round 1 in rounds 2 and 3: each expects 1, and the algorithm more."""

    def first_choice(past: tuple[int, ...]) -> tuple[Fraction, ...]:
        return tuple(Fraction(int(bool(past) and past[0] == i)) for i in (1, 2))

    game = Game(table(3, 2, first_choice), 3, 2, growth=Fraction(3))
    totals = [sum(weight * game.total(i, course) for course, weight in game.law.items()) for i in (1, 2)]
    rewards = {course: sum(game.reward(t, course[t - 1], course) for t in (1, 2, 3)) for course in game.law}
    assert totals == [1, 1]
    assert sum(weight * rewards[course] for course, weight in game.law.items()) == Fraction(1, 2) + Fraction(3, 4)


def test_the_threshold_of_the_quadratic_bound() -> None:
    """1 + b + b^2 - e^b changes its sign between 1.793282 and 1.793283."""
    below, above = Fraction(1793282, 10**6), Fraction(1793283, 10**6)
    assert as_real(1 + below + below**2 - exp(below)).ball(128) > 0
    assert as_real(1 + above + above**2 - exp(above)).ball(128) < 0


def test_with_25_experts_and_one_round_the_rate_exceeds_the_limit_of_theorem_2() -> None:
    many = fixed(tuple(Fraction(0) for _ in range(25)))
    assert Game(many, 1, 25, factor=Fraction(1)).rate.ball(128) > as_real(Fraction(179, 100)).ball(128)


def test_the_lemmas_are_proved() -> None:
    assert len(ROWS) == 7
    assert len(LEMMAS) == 2
    assert GRAPH.verdict("collected on average") == "proved"
