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
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.no_constant import NoConstant, insist_on_family
from dpassay.proofs_check.proof.statements import Given, Statement, Step, arithmetic, words
from dpassay.proofs_check.proof.verdict import Graph
from tests.proofs_check.proof.no_constant_cases import (
    ALL_1,
    CLAIM,
    CONSTANT,
    FAMILY,
    MODEL,
    NAMED,
    SETTINGS,
    THEOREM,
    narrow,
)


def test_a_family_is_accepted() -> None:
    insist_on_family(CLAIM, THEOREM, FAMILY)


@pytest.mark.parametrize(
    ("fact", "range_of_q", "accepted"),
    [
        ("n <= q", lambda _: Fraction(9), False),
        ("n*b <= q + 9", lambda _: Fraction(9), False),
        ("n <= q", lambda setting: setting["n"], True),
        ("q <= 9", lambda _: Fraction(9), True),
    ],
)
def test_a_quantity_that_never_changes_may_bound_parameters(fact: str, range_of_q: Any, accepted: bool) -> None:
    """In all settings n is 9 at most; then 9 is a constant."""
    model = replace(MODEL, quantities={"q": Named(range_of_q)}, facts={"known": fact})
    both = replace(CLAIM, model=model), replace(THEOREM, model=model)
    if accepted:
        insist_on_family(*both, FAMILY)
        return
    with pytest.raises(Rejected, match="no large n is shown to meet"):
        insist_on_family(*both, FAMILY)


@pytest.mark.parametrize(
    ("condition", "accepted"),
    [
        ("c**4 <= n**2 - 5*n", True),
        ("n**2 <= n**3 - c", True),
        ("c + n**3 <= n**2", False),
        ("c <= n**2/b", False),
        ("c <= n**2*c", False),
        ("c <= n**2 - exp(n)", False),
        ("c <= n*exp(-n)", False),
        ("c <= 1/n", False),
        ("n**2 = n**3", False),
    ],
)
def test_a_polynomial_grows_where_its_leading_coefficient_is_positive(condition: str, accepted: bool) -> None:
    theorem = replace(THEOREM, where=(*THEOREM.where, condition))
    if accepted:
        insist_on_family(CLAIM, theorem, FAMILY)
        return
    with pytest.raises(Rejected, match="no large n"):
        insist_on_family(CLAIM, theorem, FAMILY)


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


@pytest.mark.parametrize("condition", ["q <= n", "n <= q + 100"])
def test_a_quantity_is_another_one_in_each_setting(condition: str) -> None:
    """It may grow with the large parameter: n <= n + 100 is so, and n + 1 <= n is not."""
    model = narrow()
    model = replace(model, quantities=NAMED)
    given = replace(CLAIM, model=model), replace(THEOREM, model=model)
    insist_on_family(*given, FAMILY)
    insist_on_family(given[0], replace(given[1], where=(*THEOREM.where, "0 <= q")), FAMILY)
    with pytest.raises(Rejected, match="no large n"):
        insist_on_family(given[0], replace(given[1], where=(*THEOREM.where, condition)), FAMILY)
    with pytest.raises(Rejected, match="a term in the large parameter"):
        insist_on_family(*given, replace(FAMILY, others={"b": "1 + 1/(q + 1)"}))


def test_a_lemma_refutes_nothing() -> None:
    with pytest.raises(Rejected, match="is a lemma"):
        insist_on_family(CLAIM, replace(THEOREM, given={"so": Given("c < n*b")}), FAMILY)


SHARE = {**CONSTANT, "x": "real, 0 < x, x < 1"}


CLAIM_ON_SHARES = replace(CLAIM, where=("b*x <= 1",), variables=SHARE)


THEOREM_ON_SHARES = replace(THEOREM, where=(*THEOREM.where, "x <= 1/2"), variables=SHARE)


WITH_SHARE = replace(FAMILY, others={**FAMILY.others, "x": "1/3"})


HALF = Statement("a half", MODEL, "b*x <= 1", ("b <= 2", "x <= 1/2"), {"x": SHARE["x"]})


def test_another_variable_of_the_claim_is_written_down() -> None:
    insist_on_family(CLAIM_ON_SHARES, THEOREM_ON_SHARES, WITH_SHARE, [HALF])


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"family": FAMILY}, "a term for each other parameter"),
        ({"family": replace(WITH_SHARE, others={**FAMILY.others, "x": "2/3"})}, "no large n"),
        ({"family": replace(WITH_SHARE, others={**FAMILY.others, "x": "0"})}, "no large n"),
        ({"family": replace(WITH_SHARE, others={**FAMILY.others, "x": "x"})}, "a term in the large parameter"),
        ({"family": replace(WITH_SHARE, large="x", others={**FAMILY.others, "n": "1"})}, "a term for each"),
        ({"conditions": []}, "does not show"),
        ({"conditions": [replace(HALF, variables={"x": "real, 1/2 < x"})]}, "expected x to be"),
        ({"claim": replace(CLAIM_ON_SHARES, variables={**SHARE, "x": "real, 1 < x"})}, "expected x to be"),
        ({"theorem": replace(THEOREM_ON_SHARES, variables={**SHARE, "x": "real, 0 < x"})}, "expected x to be"),
        ({"theorem": replace(THEOREM, where=THEOREM.where)}, "expected x to be"),
        ({"claim": replace(CLAIM_ON_SHARES, where=("1/(x - 1) <= 0", "b*x <= 1"))}, "does not show"),
        ({"claim": replace(CLAIM_ON_SHARES, where=("0/(3*x - 1) <= 0", "b*x <= 1"))}, "not shown"),
        ({"claim": replace(CLAIM_ON_SHARES, formula="n*b + 0/(3*x - 1) <= c")}, "not shown"),
    ],
)
def test_what_is_no_family_of_variables_is_refused(changed: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"claim": CLAIM_ON_SHARES, "theorem": THEOREM_ON_SHARES, "family": WITH_SHARE}
    with pytest.raises(Rejected, match=message):
        insist_on_family(**{**given, "conditions": [HALF], **changed})


def test_a_domain_speaks_of_the_same_abbreviation() -> None:
    """Of x up to 1 the claim is true, and the theorem is on an x up to 3 n."""
    x = {**CONSTANT, "x": "real, 0 <= x, x <= top"}
    claim = Statement("x is bounded", MODEL, "x <= c", (), x, {"top": "3*n"})
    theorem = Statement("x is not bounded", MODEL, "c < x", ("2*c <= x",), x, {"top": "3*n"})
    family, shown = (
        replace(FAMILY, others={"b": "1", "x": "2*c"}),
        Statement("an x", MODEL, "x <= 3*n", (), x, claim.let),
    )
    insist_on_family(claim, theorem, family, [shown])
    with pytest.raises(Rejected, match="expected x to be"):
        insist_on_family(replace(claim, let={"top": "1"}), theorem, family)
    with pytest.raises(Rejected, match="expected x to be"):
        insist_on_family(claim, theorem, family, [replace(shown, let={"top": "1"})])


def test_of_several_relations_one_has_to_fail() -> None:
    both = replace(CLAIM, formula="n*b <= c and b <= n")
    insist_on_family(both, THEOREM, FAMILY)
    insist_on_family(both, replace(THEOREM, formula="b <= 2 and c < n*b"), FAMILY)
    insist_on_family(replace(both, formula="n*b <= c and b = n"), THEOREM, FAMILY)
    for formula in ("b <= n and n*b <= 2*c", "n*b = c and b <= n"):
        with pytest.raises(Rejected, match="does not say"):
            insist_on_family(replace(both, formula=formula), THEOREM, FAMILY)
    with pytest.raises(Rejected, match="no inequality"):
        insist_on_family(replace(both, formula="n*b = c and b = n"), THEOREM, FAMILY)


SMALL = Statement("b is small", MODEL, "b <= 1 + b/2", ("b <= 2",))


def test_a_theorem_shows_a_condition() -> None:
    log = replace(CLAIM, where=("log(n + 1) <= n",))
    with pytest.raises(Rejected, match="does not show"):
        insist_on_family(log, THEOREM, FAMILY)
    for formula in ("log(n + 1) <= n", "b <= 1 + b/2 and log(n + 1) <= n"):
        insist_on_family(log, THEOREM, FAMILY, [replace(SMALL, formula=formula)])


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
        ({"formula": "b <= 2 and n <= 3"}, "does not show"),
        ({"formula": "log(n + 1) <= n + 1"}, "does not show"),
    ],
)
def test_a_theorem_that_shows_no_condition(changed: dict[str, Any], message: str) -> None:
    claim = replace(CLAIM, where=("log(n + 1) <= n",))
    shown = replace(SMALL, formula="log(n + 1) <= n")
    with pytest.raises(Rejected, match=message):
        insist_on_family(claim, THEOREM, FAMILY, [replace(shown, **changed)])


ROOT = Statement("a log is at least 0", MODEL, "0 <= log(n + 1)", ("b <= 2",))


def test_a_theorem_shows_that_the_claim_has_a_meaning() -> None:
    claim = replace(CLAIM, formula="n*b <= c + 0*sqrt(log(n + 1))")
    theorem = replace(THEOREM, formula="c + 0*sqrt(log(n + 1)) < n*b")
    insist_on_family(claim, theorem, FAMILY, [ROOT])
    for wrong in ([], [replace(ROOT, where=("b <= 1",))], [replace(ROOT, formula="0 <= log(n + 2)")]):
        with pytest.raises(Rejected, match=r"needs b <= 1|not shown"):
            insist_on_family(claim, theorem, FAMILY, wrong)


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
        ("integer, 2 <= k", "n**3", True),
        ("integer, 1 <= k", "n**3 - n", True),
        ("integer, 1 <= k", "n - n**3", False),
        ("integer, 1 <= k, k <= 1", "n**3", False),
        ("real, 1 <= k", "1/n", False),
        ("real, 1/2 <= k", "1/n", False),
    ],
)
def test_a_power_of_the_large_parameter_is_large(domain: str, term: str, accepted: bool) -> None:
    wider = narrow(k=domain)
    given = replace(CLAIM, model=wider), replace(THEOREM, model=wider)
    family = replace(FAMILY, others={**FAMILY.others, "k": term})
    if accepted:
        insist_on_family(*given, family)
        return
    with pytest.raises(Rejected, match="no large n"):
        insist_on_family(*given, family)


def test_a_claim_on_outcomes_is_refused() -> None:
    random = Named(lambda *_: Fraction(0), space="o")
    model = replace(MODEL, quantities={"X": random}, outcomes={"o": lambda _: (0,)})
    claim = replace(CLAIM, model=model, formula="n*b + X - X <= c")
    insist_on_family(replace(claim, formula=CLAIM.formula), replace(THEOREM, model=model), FAMILY)
    with pytest.raises(Rejected, match="expected @o to be None"):
        insist_on_family(claim, replace(THEOREM, model=model), FAMILY)


def test_independence_is_no_inequality_and_shows_none() -> None:
    law, random = Named(lambda _: {(0,): Fraction(1)}, law=True, space="o"), Named(lambda *_: Fraction(0), space="o")
    model = replace(MODEL, quantities={"P": law, "X": random}, outcomes={"o": lambda _: ((0,),)})
    claim, theorem = replace(CLAIM, model=model), replace(THEOREM, model=model)
    apart = "independent(X, t, 1, 1)"
    insist_on_family(claim, theorem, FAMILY, [Statement("apart", model, apart)])
    with pytest.raises(Rejected, match="is no inequality"):
        insist_on_family(replace(claim, formula=apart), theorem, FAMILY)
    with pytest.raises(Rejected, match="does not show"):
        insist_on_family(replace(claim, where=("log(n + 1) <= n",)), theorem, FAMILY, [Statement("a", model, apart)])


def test_the_constant_is_the_same_in_all_settings() -> None:
    """Of c at least q, which is n but for n = 50, the claim is true: with c = 100."""
    model = replace(MODEL, quantities={"q": Named(lambda setting: setting["n"] % 50)})
    claim = Statement("n is bounded", model, "n <= c", (), CONSTANT)
    theorem = Statement("n is not bounded", model, "c < n", ("2*c <= n",), CONSTANT)
    insist_on_family(claim, theorem, ALL_1)
    for domain in ("real, 0 < c, q <= c", "real, 0 < c, n <= 3*c"):
        variables = {"c": domain}
        with pytest.raises(Rejected, match="the domain of c speaks of something else"):
            insist_on_family(replace(claim, variables=variables), replace(theorem, variables=variables), ALL_1)


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


def registered_with(proof: Step, family: NoConstant = FAMILY) -> Graph:
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
        no_constant=family,
        c=Fraction(1),
    )
    return Graph(find_evidence)


@pytest.mark.usefixtures("registered")
def test_the_verdict_asks_for_the_theorem() -> None:
    step = Step("all", THEOREM.formula, arithmetic("2*c <= n", ("n", "1 <= b")), THEOREM.where)
    assert registered_with(step).verdict(CLAIM.id) == "refuted"


@pytest.mark.usefixtures("registered")
def test_the_verdict_asks_for_the_family() -> None:
    step = Step("all", THEOREM.formula, arithmetic("2*c <= n", ("n", "1 <= b")), THEOREM.where)
    with pytest.raises(Rejected, match="no large n"):
        registered_with(step, replace(FAMILY, others={"b": "3"})).verdict(CLAIM.id)


@pytest.mark.usefixtures("registered")
def test_a_theorem_in_words_refutes_nothing() -> None:
    graph = registered_with(Step("all", THEOREM.formula, words("It is so."), THEOREM.where))
    with pytest.raises(Rejected, match="is not proved"):
        graph.verdict(CLAIM.id)
