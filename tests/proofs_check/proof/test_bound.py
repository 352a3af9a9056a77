"""A refutation by a bound: the formula ends with what the theorem ends with, at legal values of its parameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import Real, as_real
from dpassay.proofs_check import registry
from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.lazy_to_private.asi_43b import FOLLOWER
from dpassay.proofs_check.proof import register
from dpassay.proofs_check.proof.bound import Bound, insist_on_bound
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS, find
from dpassay.proofs_check.proof.statements import Given, Model, Statement, Step, arithmetic, words
from dpassay.proofs_check.proof.verdict import Graph

assert registry.CLAIMS  # which registers them all
SQUARE = Named(lambda _, t: Fraction(t) ** 2, {"t": "integer"}, range="at least 0")
ALGORITHM = Model(
    "an algorithm",
    {"a": "real, 0 < a", "m": "integer, 1 <= m, a <= s(m)"},
    quantities={"s": SQUARE, "loss": Named(lambda setting: setting["a"] / 2)},
    settings=lambda: ({"a": Fraction(1), "m": Fraction(2)},),
    read=lambda setting: setting,
)
GAME = Model(
    "a game",
    {"n": "integer, 1 <= n"},
    quantities={"s": SQUARE, "loss": ALGORITHM.quantities["loss"]},
    settings=lambda: ({"n": Fraction(1)}, {"n": Fraction(3)}),
    read=lambda setting: setting,
)
CLAIM = Statement("much is lost", GAME, "5*n**2 <= n + s(n)", ("1 <= n",))
THEOREM = Statement("little is lost", ALGORITHM, "loss <= a + s(m)")
LEGAL = Statement("n is at most its square", GAME, "n <= s(n)")
BOUND = Bound(THEOREM.id, {"a": "n", "m": "n"}, (LEGAL.id,))


def test_a_bound_is_accepted() -> None:
    insist_on_bound(CLAIM, THEOREM, BOUND, (LEGAL,))
    insist_on_bound(CLAIM, replace(THEOREM, formula="loss < a + s(m)"), BOUND, (LEGAL,))


def changed_model(name: str, quantity: Named) -> Model:
    return replace(ALGORITHM, quantities={**ALGORITHM.quantities, name: quantity})


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"theorem": replace(THEOREM, formula="loss <= 2*a + s(m)")}, "little is lost gives"),
        ({"theorem": replace(THEOREM, formula="loss = a + s(m)")}, "at most something"),
        ({"theorem": replace(THEOREM, formula="loss <= a + s(m) and loss <= 1")}, "at most something"),
        ({"theorem": replace(THEOREM, where=("a <= 1",))}, "holds under conditions"),
        ({"theorem": replace(THEOREM, given={"g": Given("a <= 1")})}, "holds under conditions"),
        ({"theorem": replace(THEOREM, formula="loss <= a + s(t)", variables={"t": "integer"})}, "more than the param"),
        ({"claim": replace(CLAIM, formula="n + s(n) >= n + s(n) + 1 - 1 + 0*n")}, ""),
        ({"claim": replace(CLAIM, formula="5*n**2 <= n + 2*s(n)")}, "little is lost gives"),
        ({"claim": replace(CLAIM, formula="n + s(n) <= 5*n**2")}, "little is lost gives"),
        ({"claim": replace(CLAIM, formula="5*n**2 = n + s(n)")}, "at most something"),
        ({"bound": replace(BOUND, values={"a": "n"})}, "a term for each of a, m"),
        ({"bound": replace(BOUND, values={**BOUND.values, "b": "n"})}, "a term for each of a, m"),
        ({"bound": replace(BOUND, values={"a": "n", "m": "n + 1"})}, "little is lost gives"),
        ({"legal": ()}, "not shown: n <= s"),
    ],
)
def test_what_is_no_bound_is_refused(changed: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"claim": CLAIM, "theorem": THEOREM, "bound": BOUND, "legal": (LEGAL,)}
    if not message:
        insist_on_bound(**{**given, **changed})
        return
    with pytest.raises(Rejected, match=message):
        insist_on_bound(**{**given, **changed})


@pytest.mark.parametrize(
    ("a", "m", "end", "message"),
    [
        ("n - 1", "n", "n - 1 + s(n)", "not shown: 0 < "),
        ("n", "n/2", "n + s(n/2)", "is an integer|not shown"),
        ("n/n", "0", "n/n + s(0)", "not shown: 1 <= 0"),
        ("log(n - 1)", "n", "n + s(n)", "gives"),
        ("c", "n", "c + s(n)", "no parameter of the claim"),
    ],
)
def test_values_that_are_not_legal(a: str, m: str, end: str, message: str) -> None:
    claim = replace(CLAIM, formula=f"5*n**2 <= {end}", variables={"c": "real, 0 < c, c <= s(n)"})
    with pytest.raises(Rejected, match=message):
        insist_on_bound(claim, THEOREM, replace(BOUND, values={"a": a, "m": m}), (LEGAL,))


def test_a_value_without_meaning() -> None:
    ends = replace(THEOREM, formula="loss <= s(m)"), replace(CLAIM, formula="5*n**2 <= s(n)")
    with pytest.raises(Rejected, match="not shown: 0 < "):
        insist_on_bound(ends[1], ends[0], replace(BOUND, values={"a": "exp(log(n - 1))", "m": "n"}), (LEGAL,))


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (Named(lambda _, t: Fraction(t) ** 2, {"t": "integer"}), "is none of 'a game'"),
        (Named(lambda setting, t: setting["a"] * t, {"t": "integer"}), "s depends on the setting"),
        (Named(index={"t": "integer"}), "s has no values"),
        (Named(lambda _, t, outcome: Fraction(t + outcome), {"t": "integer"}, space="o"), "more than the parameters"),
    ],
)
def test_a_quantity_that_means_something_else(other: Named, message: str) -> None:
    """In both models it has to be the same, and in all settings."""
    theorem = replace(THEOREM, model=changed_model("s", other))
    claim = CLAIM if "none of" in message else replace(CLAIM, model=replace(GAME, quantities={"s": other}))
    with pytest.raises(Rejected, match=message):
        insist_on_bound(claim, theorem, BOUND, () if "none of" not in message else (LEGAL,))


@pytest.mark.parametrize(
    "of",
    [
        lambda setting, t: Fraction(t) if setting is None else setting["a"],
        lambda setting, t: Fraction(t) if t == 1 else setting["a"],
        lambda setting, t: Fraction(t + bool(setting)),
        lambda setting, t: Fraction(t + (setting == 1)),
        lambda setting, t: Fraction(t + len(str(setting))),
        lambda setting, t: Fraction(t + len(f"{setting!r}")),
        lambda setting, t: Fraction(t + len(f"{setting}")),
        lambda setting, t: Fraction(t + hash(setting)),
        lambda setting, t: Fraction(t + isinstance(setting, dict)),
        lambda setting, t: getattr(setting, "a", Fraction(t)),
        lambda setting, _: setting,
        lambda setting, t: Real(lambda: setting["a"].ball() + t),
    ],
)
def test_a_quantity_that_depends_on_the_setting_in_secret(of: Any) -> None:
    secret = Named(of, {"t": "integer"}, range="at least 0")
    game = replace(GAME, quantities={"s": secret})
    theorem = replace(THEOREM, model=changed_model("s", secret))
    with pytest.raises(Rejected, match="s depends on the setting"):
        insist_on_bound(replace(CLAIM, model=game), theorem, BOUND, (replace(LEGAL, model=game),))


def test_a_law_and_a_real_may_be_the_same_in_all_settings() -> None:
    law, real = Named(lambda _: {0: as_real(1)}, law=True, space="o"), Named(lambda *_: as_real(2), range="positive")
    more = {"P": law, "r": real}
    models = [replace(model, quantities={**model.quantities, **more}) for model in (ALGORITHM, GAME)]
    theorem = replace(THEOREM, formula="loss <= a + r*E(r, P)", model=models[0])
    claim = replace(CLAIM, formula="5*n**2 <= n + r*E(r, P)", model=models[1])
    insist_on_bound(claim, theorem, BOUND, (replace(LEGAL, model=models[1]),))


@pytest.mark.parametrize(
    ("left", "accepted"), [("loss", True), ("loss + s(1)", True), ("0", False), ("s(1) - 1", False)]
)
def test_what_is_bounded_is_of_the_algorithm(left: str, accepted: bool) -> None:
    theorem = replace(THEOREM, formula=f"{left} <= a + s(m)")
    if accepted:
        insist_on_bound(CLAIM, theorem, BOUND, (LEGAL,))
        return
    with pytest.raises(Rejected, match="bounds nothing"):
        insist_on_bound(CLAIM, theorem, BOUND, (LEGAL,))


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("m <= s(m) + 1", ""),
        ("1/2 <= m", ""),
        ("m <= 3", "not shown: n <= 3"),
        ("1/2 <= m and m <= 3", "not shown: n <= 3"),
        ("m <= t + 2", "may bound parameters"),
    ],
)
def test_the_values_meet_the_facts_on_the_parameters(fact: str, message: str) -> None:
    few = replace(ALGORITHM, facts={"few": fact}, variables={"t": "integer, 1 <= t, t <= 2"})
    given = CLAIM, replace(THEOREM, model=few), BOUND, (LEGAL,)
    if not message:
        insist_on_bound(*given)
        return
    with pytest.raises(Rejected, match=message):
        insist_on_bound(*given)


def test_a_bound_that_means_something_else() -> None:
    """The quantity stands in the bound alone."""
    one, other = (Named(lambda _, k=k: Fraction(k), range="positive") for k in (1, 2))
    theorem = replace(THEOREM, formula="loss <= a + c", model=changed_model("c", one))
    claims = [
        replace(CLAIM, formula="5*n**2 <= n + c", model=replace(GAME, quantities={**GAME.quantities, "c": c}))
        for c in (one, other)
    ]
    legal = [replace(LEGAL, model=claim.model) for claim in claims]
    insist_on_bound(claims[0], theorem, BOUND, legal[:1])
    with pytest.raises(Rejected, match="c of 'an algorithm' is none of 'a game'"):
        insist_on_bound(claims[1], theorem, BOUND, legal[1:])


def test_a_value_that_is_no_integer() -> None:
    whole = replace(ALGORITHM, parameters={"a": "real, 0 < a", "m": "integer, 1 <= m"})
    theorem = replace(THEOREM, formula="loss <= a + m", model=whole)
    for m, message in (("n + 1", ""), ("n + 1/2", "is an integer")):
        given = replace(CLAIM, formula=f"5*n**2 <= n + {m}"), theorem, replace(BOUND, values={"a": "n", "m": m})
        if not message:
            insist_on_bound(*given)
            continue
        with pytest.raises(Rejected, match=message):
            insist_on_bound(*given)


def test_a_domain_that_means_something_else() -> None:
    own = replace(THEOREM, formula="loss <= a", model=changed_model("s", Named(lambda _, t: t, {"t": "integer"})))
    with pytest.raises(Rejected, match="is none of 'a game'"):
        insist_on_bound(replace(CLAIM, formula="5*n**2 <= n"), own, BOUND, (LEGAL,))


@pytest.fixture
def registered() -> Iterator[None]:
    """The claim and its theorems are registered for a while."""
    yield
    for names in (register.THEOREMS, register.REFUTATIONS):
        for name in (CLAIM.id, THEOREM.id, LEGAL.id):
            names.pop(name, None)  # type: ignore[attr-defined]  # two registries


def graph_with(legal: Step) -> Graph:
    game = replace(GAME, facts={"s": "n <= s(n)"})
    register.theorem(LEGAL.id, game, LEGAL.formula, legal)
    register.refuted(CLAIM.id, game, CLAIM.formula, setting={"n": Fraction(1)}, bound=BOUND)
    return Graph(find_evidence)


@pytest.mark.usefixtures("registered")
def test_the_verdict_asks_for_the_theorem() -> None:
    graph = graph_with(Step("all", LEGAL.formula, arithmetic("s")))
    with pytest.raises(Rejected, match="no claim 'little is lost'"):
        graph.verdict(CLAIM.id)
    register.theorem(THEOREM.id, ALGORITHM, THEOREM.formula, Step("all", THEOREM.formula, words("It is little.")))
    assert graph.verdict(CLAIM.id) == "refuted"


@pytest.mark.usefixtures("registered")
def test_the_verdict_asks_for_the_bound() -> None:
    graph = graph_with(Step("all", LEGAL.formula, arithmetic("s")))
    twice = "loss <= 2*a + s(m)"
    register.theorem(THEOREM.id, ALGORITHM, twice, Step("all", twice, words("It is little.")))
    with pytest.raises(Rejected, match="little is lost gives"):
        graph.verdict(CLAIM.id)


@pytest.mark.usefixtures("registered")
def test_that_values_are_legal_is_not_a_matter_of_words() -> None:
    graph = graph_with(Step("all", LEGAL.formula, words("It is so.")))
    register.theorem(THEOREM.id, ALGORITHM, THEOREM.formula, Step("all", THEOREM.formula, words("It is little.")))
    with pytest.raises(Rejected, match="is not proved"):
        graph.verdict(CLAIM.id)


@pytest.mark.parametrize("name", ["ASI-43b", "ASI-43c", "ASI-44b"])
def test_the_follower_of_the_tree(name: str) -> None:
    """With a block more, or with one level of the tree less, it is not what the theorem says."""
    claim, theorem = REFUTATIONS[name].statement, THEOREMS[FOLLOWER.by].statement
    legal = tuple(map(find, FOLLOWER.legal))
    assert REFUTATIONS[name].bound == FOLLOWER
    insist_on_bound(claim, theorem, FOLLOWER, legal)
    for wrong in ({"L": "two(2*k + 1)"}, {"m": "4*k - 1"}, {"d": "3"}):
        with pytest.raises(Rejected, match="ASI-44-corrected gives"):
            insist_on_bound(claim, theorem, replace(FOLLOWER, values={**FOLLOWER.values, **wrong}), legal)
    shallow = {**claim.let, "m": "4*k - 1"}
    values = replace(FOLLOWER, values={**FOLLOWER.values, "m": "4*k - 1"})
    with pytest.raises(Rejected, match="not shown"):  # T <= 2^m
        insist_on_bound(replace(claim, let=shallow), theorem, values, legal)


def test_the_logarithm_in_a_bound_is_that_of_the_number_of_models() -> None:
    """With ten models in the bound of ASI-44-corrected its logarithm is that of 10."""
    claim, theorem, legal = REFUTATIONS["ASI-43b"].statement, find(FOLLOWER.by), [find(name) for name in FOLLOWER.legal]
    ten = replace(FOLLOWER, values={**FOLLOWER.values, "d": "10"})
    right = replace(claim, let={**claim.let, "d": "10"})
    insist_on_bound(right, theorem, ten, legal)
    wrong = replace(right, let={**right.let, "B": right.let["B"].replace("ln(d)", "ln(2)")})
    with pytest.raises(Rejected, match="ASI-44-corrected gives"):
        insist_on_bound(wrong, theorem, ten, legal)
