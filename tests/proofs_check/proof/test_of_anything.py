"""A claim on a model, made a lemma on anything with its facts: it is checked, and needs them where it is applied."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.of_anything import facts_of, of_anything
from dpassay.proofs_check.proof.register import THEOREMS, find, theorem
from dpassay.proofs_check.proof.statements import Given, Model, Statement, Step, Theorem, apply, arithmetic, exhaustion
from dpassay.proofs_check.proof.verdict import check_theorem

INDEX = {"t": "integer, 1 <= t, t <= n"}
STEPS = Model(
    "steps up",
    {"n": "integer, 1 <= n"},
    INDEX,
    {"up": Named(lambda n, t: Fraction(t, n), INDEX, range="at least 0")},
    {"at most 1": "up(t) <= 1", "square": "up(t)**2 <= up(t)", "other": "0 <= n"},
    settings=lambda: (1, 2),
    read=lambda n: {"n": Fraction(n)},
)
NAMES = ("an upper end", "a lemma of steps", "more steps")


@pytest.fixture
def _steps() -> Iterator[None]:
    """Two claims on the model, of which one applies the other."""
    theorem(NAMES[0], STEPS, "up(t) <= 2", Step("all", "up(t) <= 2", arithmetic("at most 1")))
    theorem(
        NAMES[1],
        STEPS,
        "up(t)**2 <= 2 and 0 <= up(t)",
        Step("two", "up(t) <= 2", apply(NAMES[0])),
        Step("one", "up(t)**2 <= 2", arithmetic("square", "two")),
        Step("all", "0 <= up(t)", arithmetic()),
    )
    theorem(NAMES[2], STEPS, "0 <= up(t)", Step("all", "0 <= up(t)", apply(NAMES[1])))
    yield
    for name in NAMES:
        THEOREMS.pop(name)
        THEOREMS.pop(f"{name}, of anything", None)


HERE = Model(
    "here",
    {"K": "integer, 1 <= K"},
    {"j": "integer, 1 <= j, j <= K", "z": "real"},
    {"x": Named(lambda _, j: Fraction(1, 2), {"j": "integer, 1 <= j, j <= K"})},
    {"small": "x(j) <= 1", "its square": "x(j)**2 <= x(j)", "low": "0 <= x(j)", "first": "x(1) <= 1"},
    settings=lambda: (2,),
    read=lambda _: {"K": Fraction(2)},
)
GOAL = "x(j)**2 <= 2"


def verdict(*uses: str, **values: str) -> str:
    """Empty where the lemma is accepted for the numbers x."""
    by = apply(f"{NAMES[1]}, of anything", *uses, **{"n": "K", "up": "i: x(i)", "t": "j", **values})
    try:
        check(Theorem(Statement("here", HERE, GOAL), (Step("all", GOAL, by),)), find, find_evidence)
    except Rejected as rejection:
        return str(rejection)
    return ""


@pytest.mark.usefixtures("_steps")
class TestOfAnything:
    """The lemma, its hypotheses, and its use."""

    def test_the_facts_that_it_rests_on_are_its_hypotheses(self) -> None:
        assert facts_of(NAMES[0]) == ("at most 1",)
        assert facts_of(NAMES[1]) == facts_of(NAMES[2]) == ("at most 1", "square")
        name = of_anything(NAMES[1])
        lemma = THEOREMS[name].statement
        assert lemma.model.of_any
        assert lemma.model.facts == {}
        assert dict(lemma.given) == {"at most 1": Given("up(t) <= 1"), "square": Given("up(t)**2 <= up(t)")}
        assert of_anything(NAMES[1]) == name
        assert THEOREMS[f"{NAMES[0]}, of anything"].statement.model is lemma.model

    @pytest.mark.parametrize("name", NAMES)
    def test_it_is_checked_like_any_other(self, name: str) -> None:
        checked = check_theorem(THEOREMS[of_anything(name)], find_evidence)
        assert checked.facts == ()
        assert len(checked.tallies) == len(THEOREMS[name].proof)

    def test_it_is_applied_where_the_facts_are_said(self) -> None:
        of_anything(NAMES[1])
        assert verdict("small", "its square", "low") == ""

    @pytest.mark.parametrize(
        ("uses", "complaint"),
        [
            (("its square", "low"), "needs x("),
            (("small", "low"), "needs (x("),
            (("small", "its square"), "0 <= x("),
            (("first", "its square", "low"), "needs x("),
        ],
    )
    def test_each_of_them_is_needed(self, uses: tuple[str, ...], complaint: str) -> None:
        of_anything(NAMES[1])
        assert complaint in verdict(*uses)

    def test_what_is_not_known_yet_cannot_be_made_one(self) -> None:
        theorem("too early", STEPS, "up(t) <= 2", Step("all", "up(t) <= 2", apply("later")))
        with pytest.raises(Rejected, match="later"):
            of_anything("too early")
        THEOREMS.pop("too early")

    def test_neither_a_lemma_nor_a_claim_on_a_finite_model_is_made_one(self) -> None:
        few = Model("few", {"n": "integer"}, settings=lambda: (1,), read=lambda n: {"n": Fraction(n)}, finite=True)
        theorem("of few", few, "n <= 1", Step("all", "n <= 1", exhaustion()))
        for name in ("of few", of_anything(NAMES[0])):
            with pytest.raises(Rejected, match="is not of such a model"):
                of_anything(name)
        THEOREMS.pop("of few")
        with pytest.raises(Rejected, match="no claim 'of few'"):
            of_anything("of few")

    def test_a_step_that_says_something_else_is_found(self) -> None:
        theorem("wrong", STEPS, "up(t) <= 3", Step("all", "up(t) <= 3", apply(NAMES[0])))
        with pytest.raises(Rejected, match="does not say it"):
            of_anything("wrong")
        THEOREMS.pop("wrong")
