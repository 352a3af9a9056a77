"""Verdicts follow from the graph: what is proved, argued or refuted, what is counted, and what falls with what."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.proof import register, verdict
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import find, refuted, theorem
from dpassay.proofs_check.proof.statements import (
    Given,
    Model,
    Statement,
    Step,
    Theorem,
    Use,
    analysis,
    apply,
    arithmetic,
    together,
    words,
)
from dpassay.proofs_check.proof.verdict import Graph, check_theorem, cites, rests_on

X = numbers(x="real, 0 <= x")
BITS = Model(
    "bits",
    {"n": "integer, 1 <= n"},
    {"t": "integer, 1 <= t, t <= n"},
    {"b": Named(lambda n, t: Fraction(t % 2), {"t": "integer, 1 <= t, t <= n"})},
    {"at least 0": "0 <= b(t)", "at most 1": "b(t) <= 1"},
    settings=lambda: (1, 2, 3),
    read=lambda n: {"n": Fraction(n)},
)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A register of its own: a lemma, what rests on it, an argument in words, and what is false."""
    for table in ("THEOREMS", "REFUTATIONS"):
        empty: dict[str, Any] = {}
        monkeypatch.setattr(register, table, empty)
        monkeypatch.setattr(verdict, table, empty)
    theorem("lemma", X, "0 <= 2*x", Step("all", "0 <= 2*x", arithmetic()))
    theorem(
        "next",
        X,
        "0 <= 3*x",
        Step("two", "0 <= 2*x", apply("lemma", x="x")),
        Step("all", "0 <= 3*x", arithmetic("two")),
    )
    theorem(
        "last",
        X,
        "0 <= 4*x",
        Step("three", "0 <= 3*x", apply("next", x="x")),
        Step("all", "0 <= 4*x", arithmetic("three")),
    )
    theorem("told", X, "0 <= x**2", Step("all", "0 <= x**2", words("It is a square.")))
    theorem("by told", X, "0 <= (2*x)**2", Step("all", "0 <= (2*x)**2", apply("told", x="2*x")))
    theorem("bits", BITS, "b(t)/2 <= 1", Step("all", "b(t)/2 <= 1", arithmetic(("1/2", "at most 1"))))
    refuted("false", BITS, "b(t) <= 0", setting=3, t=Fraction(1))


@pytest.fixture
def graph() -> Graph:
    return Graph(lambda _: None)


@pytest.mark.parametrize(
    ("name", "expected", "in_words", "needed"),
    [
        ("lemma", "proved", 0, ["lemma"]),
        ("next", "proved", 0, ["next", "lemma"]),
        ("last", "proved", 0, ["last", "next", "lemma"]),
        ("told", "argued", 1, ["told"]),
        ("by told", "argued", 1, ["by told", "told"]),
        ("bits", "proved", 0, ["bits"]),
    ],
)
def test_what_is_established(graph: Graph, name: str, expected: str, in_words: int, needed: list[str]) -> None:
    assert graph.verdict(name) == expected
    assert graph.words(name) == in_words
    assert graph.needed(name) == needed


def test_what_is_counted(graph: Graph) -> None:
    assert graph.check("bits").facts == ("at most 1",)  # and not the one that no step cites
    assert graph.check("next").rests_on == ("lemma",)
    assert graph.check("next").by == {"applied": 1, "arithmetic": 1}
    assert graph.check("bits").tallies["all"].holds == 1 + 2 + 3
    assert rests_on(register.THEOREMS["last"]) == ("next",)


def test_what_is_refuted(graph: Graph) -> None:
    assert graph.verdict("false") == "refuted"


@pytest.mark.parametrize(
    ("formula", "setting", "values", "complaint"),
    [
        ("b(t) <= 0", 3, {"t": Fraction(2)}, "the statement does not fail there"),
        ("b(t) <= 1", 3, {"t": Fraction(1)}, "the statement does not fail there"),
        ("b(t) <= 0", 3, {"t": Fraction(5)}, "the instance does not meet"),
        ("b(t) <= 0", 3, {}, "expected one value of each variable, not so for t"),
        ("n < sqrt(n)**2", 2, {}, "the statement does not fail there"),  # undecided
        ("z <= 0", 3, {}, "z is not declared"),
    ],
)
def test_what_is_not_refuted(
    graph: Graph, formula: str, setting: int, values: Mapping[str, Any], complaint: str
) -> None:
    refuted("tried", BITS, formula, setting=setting, **values)
    with pytest.raises(Rejected, match=complaint):
        graph.verdict("tried")


def test_what_was_refuted_and_is_another_claim_is_looked_at_again(graph: Graph) -> None:
    assert graph.verdict("false") == "refuted"
    del register.REFUTATIONS["false"]
    refuted("false", BITS, "b(t) <= 1", setting=3, t=Fraction(1))
    with pytest.raises(Rejected, match="does not fail there"):
        graph.verdict("false")


def test_the_conditions_of_what_is_refuted_are_met(graph: Graph) -> None:
    refuted("met", BITS, "b(t) <= 0", setting=3, where=("2 <= n",), t=Fraction(1))
    refuted("not met", BITS, "b(t) <= 0", setting=1, where=("2 <= n",), t=Fraction(1))
    assert graph.verdict("met") == "refuted"
    with pytest.raises(Rejected, match="the instance does not meet"):
        graph.verdict("not met")


@pytest.mark.parametrize(
    ("fact", "complaint"),
    [
        ("n <= 9", ""),
        ("n <= 3", "does not meet the fact few"),
        ("q <= 8", "does not meet the fact few"),
        ("q <= t + 7", "does not meet the fact few"),
        ("q <= u + 7", ""),  # u has no value here
        ("q <= sum(t, t, 1, 3)", ""),
    ],
)
def test_a_setting_in_which_a_fact_is_false_is_none_of_the_model(graph: Graph, fact: str, complaint: str) -> None:
    few = Model(
        "few bits",
        BITS.parameters,
        {"t": "integer, 1 <= t, t <= n", "u": "integer, 1 <= u, u <= n"},
        {"q": Named(Fraction)},
        {"few": fact},
        BITS.settings,
        BITS.read,
    )
    refuted("tried", few, "n <= 5 + 0*t", setting=9, t=Fraction(1))
    if not complaint:
        assert graph.verdict("tried") == "refuted"
        return
    with pytest.raises(Rejected, match=complaint):
        graph.verdict("tried")


FALSE = {
    "a false step": ("0 <= 2*x", (Step("all", "0 <= 2*x - 1", arithmetic()),), "do not add up"),
    "false words": ("0 <= 2*x - 1", (Step("all", "0 <= 2*x - 1", words("So.")),), "'all' is false at"),
    "another claim": ("0 <= 2*x", (Step("all", "0 <= 3*x", arithmetic()),), "not the claim"),
    "no steps": ("0 <= 2*x", (), "a proof without steps"),
    "unreached": ("0 <= 2*x", (Step("all", "0 <= 2*x", arithmetic(), ("x = 1/3",)),), "no instance meets"),
    "more conditions": ("0 <= 2*x", (Step("all", "0 <= 2*x", arithmetic(), ("1 <= x",)),), "is not shown"),
    "no evidence": ("0 <= 2*x", (Step("all", "0 <= 2*x", analysis("0 <= 2*z", "[0, oo)", z="x")),), "is shown nothing"),
    "unknown": ("0 <= 2*x", (Step("all", "0 <= 2*x", apply("none", x="x")),), "no rule and no claim 'none'"),
}


@pytest.mark.parametrize("wrong", FALSE)
def test_a_lemma_that_falls_takes_with_it_what_rests_on_it(graph: Graph, wrong: str) -> None:
    formula, steps, complaint = FALSE[wrong]
    del register.THEOREMS["lemma"]
    theorem("lemma", X, formula, *steps)
    for name in ("lemma", "next", "last"):
        with pytest.raises(Rejected, match=complaint):
            graph.verdict(name)
    assert graph.verdict("told") == "argued"


def test_a_lemma_that_is_gone_takes_with_it_what_rests_on_it(graph: Graph) -> None:
    del register.THEOREMS["lemma"]
    with pytest.raises(Rejected, match="no rule and no claim 'lemma'"):
        graph.verdict("last")
    with pytest.raises(Rejected, match="no claim 'lemma'"):
        graph.verdict("lemma")


def test_what_was_proved_and_is_gone_is_no_claim(graph: Graph) -> None:
    assert graph.verdict("lemma") == "proved"
    del register.THEOREMS["lemma"]
    with pytest.raises(Rejected, match="no claim 'lemma'"):
        graph.verdict("lemma")


def test_what_is_not_registered_is_no_claim(graph: Graph) -> None:
    for ask in (graph.check, graph.alone, graph.words, graph.needed, graph.verdict):
        with pytest.raises(Rejected, match="no claim 'none'"):
            ask("none")


def test_other_parts_of_a_claim_are_established_with_it(graph: Graph) -> None:
    step = Step("all", "0 <= 6*x", arithmetic())
    theorem("parts", X, "0 <= 6*x", step, also=("told",))
    assert graph.verdict("parts") == "argued"
    theorem("more parts", X, "0 <= 6*x", step, also=("told", "none"))
    with pytest.raises(Rejected, match="more parts: no claim none"):
        graph.verdict("more parts")


def test_the_domains_of_what_is_refuted_have_a_meaning(graph: Graph) -> None:
    refuted("tried", BITS, "y <= 0", setting=3, variables={"y": "real, 0 <= 1/y"}, y=Fraction(1))
    with pytest.raises(Rejected, match="not shown"):
        graph.verdict("tried")


def test_a_hypothesis_that_never_holds_is_refused(graph: Graph) -> None:
    """It would give anything."""
    theorem("empty", X, "x <= 0", Step("all", "x <= 0", arithmetic("so")), given={"so": Given("x <= 0")})
    with pytest.raises(Rejected, match="'the hypothesis so' is false at"):
        graph.verdict("empty")


def test_circles_are_refused(graph: Graph) -> None:
    del register.THEOREMS["lemma"]
    theorem("lemma", X, "0 <= 2*x", Step("all", "0 <= 2*x", apply("last", x="x/2")))
    with pytest.raises(Rejected, match="last rests on next rests on lemma rests on last: a circle"):
        graph.verdict("last")
    theorem("itself", X, "0 <= 5*x", Step("all", "0 <= 5*x", apply("itself", x="x")))
    with pytest.raises(Rejected, match="itself rests on itself: a circle"):
        graph.verdict("itself")


def test_a_model_with_a_false_fact_takes_with_it_what_is_proved_of_it(graph: Graph) -> None:
    wrong = Model(
        "wrong bits", BITS.parameters, BITS.variables, BITS.quantities, {"false": "b(t) = 1"}, BITS.settings, BITS.read
    )
    theorem("wrong", wrong, "1 <= n", Step("all", "1 <= n", arithmetic("1 <= n")))
    with pytest.raises(Rejected, match="'false' is false at"):
        graph.verdict("wrong")
    ahead = {"wrong": (register.THEOREMS["bits"], graph.check("bits"))}  # what was found of another theorem
    with pytest.raises(Rejected, match="'false' is false at"):
        Graph(lambda _: None, ahead=ahead).verdict("wrong")


def test_no_step_is_named_like_a_fact_that_none_uses(graph: Graph) -> None:
    theorem("named", BITS, "1 <= n", Step("at least 0", "1 <= n", arithmetic("1 <= n")))
    with pytest.raises(Rejected, match="'at least 0' is the name of two steps"):
        graph.verdict("named")


def test_two_models_of_one_name_are_refused(graph: Graph) -> None:
    other = Model("bits", BITS.parameters, settings=BITS.settings, read=BITS.read)
    theorem("other", other, "1 <= n", Step("all", "1 <= n", arithmetic("1 <= n")))
    graph.verdict("bits")
    with pytest.raises(Rejected, match="'bits' is the name of two models"):
        graph.verdict("other")


def test_an_id_is_registered_once() -> None:
    for name in ("lemma", "false", "last term"):
        with pytest.raises(ValueError, match=f"id = '{name}': expected an id that is not yet registered"):
            theorem(name, X, "0 <= x")
        with pytest.raises(ValueError, match="not yet registered"):
            refuted(name, BITS, "0 <= n")


def test_what_is_found() -> None:
    assert find("lemma").formula == "0 <= 2*x"
    assert find("last term").source
    with pytest.raises(Rejected, match="no rule and no claim 'false'"):
        find("false")  # what is refuted cannot be applied


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (Step("s", "0 <= x", arithmetic("a", ("2", "b")), defined=("d",)), ["d", "a", "b"]),
        (Step("s", "0 <= x", analysis("0 <= z", "[0, 1]", "a", z="x")), ["a"]),
        (Step("s", "0 <= x", apply("lemma", "a", Use("b", {"x": "1"}), x="x")), ["a", "b"]),
        (Step("s", "0 <= x", together("a", "b")), ["a", "b"]),
        (Step("s", "0 <= x", words("So.", "a")), ["a"]),
    ],
)
def test_what_a_step_cites(step: Step, expected: list[str]) -> None:
    assert list(cites(step)) == expected


def test_a_step_in_words_is_evaluated_at_varied_values_of_all_of_its_variables() -> None:
    """There are more combinations than instances, and the first ones in order all have v = 0."""
    reals = {"v": "real, 0 <= v, v <= 1", **dict.fromkeys(("x", "y", "z"), "real")}
    wrong = Statement("false", Model("numbers", variables=reals), "v*(x + y + z) <= 0")
    with pytest.raises(Rejected, match="'all' is false"):
        check_theorem(Theorem(wrong, (Step("all", wrong.formula, words("It is so.")),)), lambda _: None)
