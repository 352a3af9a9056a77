"""That there is no constant: the theorem has to be the negation, and its conditions to be met for every constant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof import register
from dpassay.proofs_check.proof.no_constant import NoConstant, insist_on_family
from dpassay.proofs_check.proof.statements import Given, Model, Statement, Step, arithmetic, words
from dpassay.proofs_check.proof.verdict import Graph

SETTINGS = ({"n": Fraction(3), "b": Fraction(2)}, {"n": Fraction(9), "b": Fraction(1)})
MODEL = Model(
    "two numbers",
    {"n": "integer, 1 <= n", "b": "real, 0 < b"},
    settings=lambda: SETTINGS,
    read=lambda setting: setting,
)
CONSTANT = {"c": "real, 0 < c"}
CLAIM = Statement("n b is bounded", MODEL, "n*b <= c", ("b <= 3",), CONSTANT)
THEOREM = Statement("n b is not bounded", MODEL, "c < n*b", ("2*c <= n", "1 <= b", "b <= 2"), CONSTANT)
FAMILY = NoConstant("c", THEOREM.id, "n", {"b": "1 + 1/(n*c + 1)"})


def test_a_family_is_accepted() -> None:
    insist_on_family(CLAIM, THEOREM, FAMILY)


def narrow(**parameters: str) -> Model:
    return replace(MODEL, parameters={**MODEL.parameters, **parameters})


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"claim": replace(CLAIM, formula="n*b <= 2*c")}, "does not say"),
        ({"claim": replace(CLAIM, formula="n*b < c")}, "does not say"),
        ({"claim": replace(CLAIM, formula="n*b = c")}, "no inequality"),
        ({"claim": replace(CLAIM, where=("b <= 1",))}, "does not show"),
        ({"claim": replace(CLAIM, variables={})}, "has no constant"),
        ({"claim": replace(CLAIM, variables={"c": "real, 1 < c"})}, "expected c to be"),
        ({"claim": replace(CLAIM, model=narrow())}, "another model"),
        ({"theorem": replace(THEOREM, where=(*THEOREM.where, "n <= 100"))}, "no large n"),
        ({"theorem": replace(THEOREM, where=(*THEOREM.where, "n*b <= 2*c"))}, "no large n"),
        ({"theorem": replace(THEOREM, where=(*THEOREM.where, "c <= 5"))}, "no large n"),
        ({"theorem": replace(THEOREM, where=(*THEOREM.where, "n = 4"))}, "no large n"),
        ({"theorem": replace(THEOREM, where=(*THEOREM.where, "n**2 <= n + 100"))}, "no large n"),
        ({"family": replace(FAMILY, others={"b": "3"})}, "no large n"),
        ({"family": replace(FAMILY, others={"b": "n"})}, "no large n"),
        ({"family": replace(FAMILY, others={"b": "1/(n - 1)"})}, "not shown"),
        ({"family": replace(FAMILY, others={})}, "expected n and a term"),
        ({"family": replace(FAMILY, others={"b": "b"})}, "a term in the large parameter"),
        ({"family": replace(FAMILY, large="b", others={"n": "b"})}, "to be an integer"),
        ({"family": replace(FAMILY, large="b", others={"n": "1/2"})}, "to be an integer"),
        ({"family": replace(FAMILY, large="b", others={"n": "1"})}, "no large b"),
    ],
)
def test_what_is_no_family_is_refused(changed: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"claim": CLAIM, "theorem": THEOREM, "family": FAMILY}
    with pytest.raises(Rejected, match=message):
        insist_on_family(**{**given, **changed})


def test_an_integer_that_is_evidently_one() -> None:
    whole = narrow(b="integer, 0 < b")
    claim, theorem = replace(CLAIM, model=whole), replace(THEOREM, model=whole)
    insist_on_family(claim, theorem, replace(FAMILY, others={"b": "2"}))
    with pytest.raises(Rejected, match="to be an integer"):
        insist_on_family(claim, theorem, replace(FAMILY, others={"b": "3/2"}))


SMALL = Statement("b is small", MODEL, "b <= 1 + b/2", ("b <= 2",))


def test_a_theorem_shows_a_condition() -> None:
    log = replace(CLAIM, where=("log(n + 1) <= n",))
    with pytest.raises(Rejected, match="does not show"):
        insist_on_family(log, THEOREM, FAMILY)
    insist_on_family(log, THEOREM, FAMILY, [replace(SMALL, formula="log(n + 1) <= n")])


def test_what_is_shown_of_a_wider_model_holds_of_a_narrower_one() -> None:
    """But not the other way around."""
    narrower = MODEL.narrowed("two numbers, one of them small", {"small": "b <= 2"}, lambda: SETTINGS)
    shown = replace(SMALL, formula="log(n + 1) <= n")
    claim, theorem = (replace(each, model=narrower) for each in (CLAIM, THEOREM))
    claim = replace(claim, where=("log(n + 1) <= n",))
    insist_on_family(claim, theorem, FAMILY, [shown])
    insist_on_family(claim, theorem, FAMILY, [replace(shown, model=narrower)])
    with pytest.raises(Rejected, match="another model"):
        insist_on_family(
            replace(claim, model=MODEL), replace(theorem, model=MODEL), FAMILY, [replace(shown, model=narrower)]
        )


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"where": ("b <= 1",)}, "needs b <= 1"),
        ({"model": narrow()}, "another model"),
        ({"formula": "c <= n", "variables": CONSTANT}, "speaks of c"),
        ({"where": ("b <= c",), "variables": CONSTANT}, "speaks of c"),
        ({"given": {"b": Given("b <= 1")}}, "is a lemma"),
        ({"formula": "b <= 2 and n <= 3"}, "no relation"),
        ({"formula": "log(n + 1) <= n + 1"}, "does not show"),
    ],
)
def test_a_theorem_that_shows_no_condition(changed: dict[str, Any], message: str) -> None:
    claim = replace(CLAIM, where=("log(n + 1) <= n",))
    shown = replace(SMALL, formula="log(n + 1) <= n")
    with pytest.raises(Rejected, match=message):
        insist_on_family(claim, THEOREM, FAMILY, [replace(shown, **changed)])


@pytest.mark.parametrize(("term", "accepted"), [("2", True), ("n + 1", True), ("n/2", False), ("0", False)])
def test_another_parameter_may_be_an_integer_that_is_written_down(term: str, accepted: bool) -> None:
    wider = narrow(k="integer, 1 <= k")
    given = replace(CLAIM, model=wider), replace(THEOREM, model=wider)
    family = replace(FAMILY, others={**FAMILY.others, "k": term})
    if accepted:
        insist_on_family(*given, family)
        return
    with pytest.raises(Rejected, match=r"to be an integer|no large n"):
        insist_on_family(*given, family)


@pytest.mark.parametrize(
    ("domain", "term", "accepted"),
    [
        ("integer, 1 <= k", "n**3", True),
        ("integer, 2 <= k", "n**3", False),
        ("integer, 1 < k", "n**3", False),
        ("integer, 1 <= k", "n**3 - 1", False),
        ("real, 1 <= k", "1/n", False),
        ("real, 1/2 <= k", "1/n", False),
    ],
)
def test_an_integer_above_0_is_at_least_1(domain: str, term: str, accepted: bool) -> None:
    wider = narrow(k=domain)
    given = replace(CLAIM, model=wider), replace(THEOREM, model=wider)
    family = replace(FAMILY, others={**FAMILY.others, "k": term})
    if accepted:
        insist_on_family(*given, family)
        return
    with pytest.raises(Rejected, match="no large n"):
        insist_on_family(*given, family)


@pytest.mark.parametrize("domain", ["integer, 1 <= n, n <= 10", "integer, 1 <= n, n <= b"])
def test_a_parameter_that_cannot_be_large_is_refused(domain: str) -> None:
    bounded = narrow(n=domain)
    with pytest.raises(Rejected, match=r"cannot be large|speaks of something else"):
        insist_on_family(replace(CLAIM, model=bounded), replace(THEOREM, model=bounded), FAMILY)


@pytest.fixture
def registered() -> Iterator[None]:
    """The claim fails at c = 1 and at any other; its theorem is registered for a while."""
    yield
    for registry in (register.THEOREMS, register.REFUTATIONS):
        for name in (CLAIM.id, THEOREM.id):
            registry.pop(name, None)  # type: ignore[attr-defined]  # two registries


def registered_with(proof: Step) -> Graph:
    register.theorem(
        THEOREM.id,
        MODEL,
        THEOREM.formula,
        proof,
        where=THEOREM.where,
        variables=CONSTANT,
        samples={"c": (Fraction(1),)},
    )
    register.refuted(
        CLAIM.id,
        MODEL,
        CLAIM.formula,
        setting=SETTINGS[0],
        where=CLAIM.where,
        variables=CONSTANT,
        no_constant=FAMILY,
        c=Fraction(1),
    )
    return Graph(find_evidence)


@pytest.mark.usefixtures("registered")
def test_the_verdict_asks_for_the_theorem() -> None:
    step = Step("all", THEOREM.formula, arithmetic("2*c <= n", ("n", "1 <= b")), THEOREM.where)
    assert registered_with(step).verdict(CLAIM.id) == "refuted"


@pytest.mark.usefixtures("registered")
def test_a_theorem_in_words_refutes_nothing() -> None:
    graph = registered_with(Step("all", THEOREM.formula, words("It is so."), THEOREM.where))
    with pytest.raises(Rejected, match="is not proved"):
        graph.verdict(CLAIM.id)
