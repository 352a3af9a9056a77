"""That there is no constant, by theorems on narrower models: their settings are made from parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.no_constant import NoConstant, insist_on_family
from dpassay.proofs_check.proof.statements import Model
from tests.proofs_check.proof.no_constant_cases import (
    ALL_1,
    CLAIM,
    FAMILY,
    MODEL,
    NAMED,
    SETTINGS,
    THEOREM,
    made,
    narrower,
)


def test_a_narrower_model_will_do() -> None:
    insist_on_family(CLAIM, replace(THEOREM, model=narrower("b = 1")), ALL_1)
    with pytest.raises(Rejected, match="another model"):
        insist_on_family(replace(CLAIM, model=narrower("b = 1")), THEOREM, ALL_1)


def unmade(parameters: Mapping[str, Fraction]) -> Mapping[str, Fraction]:
    """No setting has an odd n."""
    return {**parameters, "n": parameters["n"] // 2 * 2}


@pytest.mark.parametrize(
    ("model", "family", "message"),
    [
        (narrower("b = 1"), FAMILY, "no large n"),
        (narrower("0 < b and n <= 3"), ALL_1, "no large n"),
        (narrower("b = 1", None), ALL_1, "not known to have settings"),
        (narrower("b = 1", unmade), ALL_1, "not made"),
    ],
)
def test_a_narrower_model_has_the_settings_of_the_family(model: Model, family: NoConstant, message: str) -> None:
    with pytest.raises(Rejected, match=message):
        insist_on_family(CLAIM, replace(THEOREM, model=model), family)


def test_what_is_made_meets_the_facts() -> None:
    """Of both models: here q is at most 5, and n at most q, and the claim is true."""
    wide = replace(
        MODEL,
        quantities={"q": Named(lambda setting: setting["q"])},
        facts={"few": "q <= 5"},
        read=lambda setting: {name: setting[name] for name in ("n", "b")},
    )
    few = wide.narrowed("fewer", {"n": "n <= q"}, lambda: ({**SETTINGS[0], "q": Fraction(4)},))

    def making(q: str) -> Model:
        return replace(few, made=lambda at: {**at, "q": Fraction(5) if q == "5" else at["n"]})

    claim = replace(CLAIM, model=wide)
    for q, message in (("5", "'the fact n' is false"), ("n", "'the fact few' is false")):
        with pytest.raises(Rejected, match=message):
            insist_on_family(claim, replace(THEOREM, model=making(q)), ALL_1)


def test_facts_are_tested_of_what_is_made_in_any_case() -> None:
    """Here c = 1 goes with n = 11 alone."""
    wide = replace(
        MODEL,
        parameters={**MODEL.parameters, "n": "integer, 6 <= n"},
        quantities={"q": Named(lambda setting: setting["n"])},
    )
    few, variables = (
        wide.narrowed("fewer", {"few": "q <= 9"}, lambda: SETTINGS, made=made),
        {"c": "real, 1/2 < c, c < 9"},
    )
    claim, theorem = (replace(each, variables=variables) for each in (CLAIM, THEOREM))
    with pytest.raises(Rejected, match="'the fact few' is false"):
        insist_on_family(replace(claim, model=wide), replace(theorem, model=few), ALL_1)


def test_what_is_made_has_values_of_the_ranges() -> None:
    wide = replace(MODEL, quantities={"q": Named(lambda setting: 10 - setting["n"], range="positive")})
    claim = replace(CLAIM, model=wide, where=("b <= 3", "0 <= q"))
    theorem = replace(THEOREM, model=wide.narrowed("fewer", {}, lambda: SETTINGS, made=made))
    with pytest.raises(Rejected, match="the range of q"):
        insist_on_family(claim, theorem, ALL_1)


def test_facts_on_outcomes_are_not_tested_of_what_is_made() -> None:
    """Of a large setting there are too many; that they hold is tested on the settings of the model."""
    law = Named(lambda _: {0: Fraction(1)}, law=True, space="o")
    random = Named(lambda *_: 0, space="o", range="positive")
    wide = replace(MODEL, quantities={"P": law, "X": random}, outcomes={"o": lambda _: (0,)})
    facts = {"mean": "E(X) = 1", "all": "X = 1", "apart": "independent(X, t, 1, n)", "b": "b = 1"}
    insist_on_family(
        replace(CLAIM, model=wide),
        replace(THEOREM, model=wide.narrowed("fewer", facts, lambda: SETTINGS, made=made)),
        ALL_1,
    )


@pytest.mark.parametrize(("fact", "accepted"), [("n <= t + 9", False), ("t <= t + q", True), ("b < b + n", True)])
def test_a_fact_on_parameters_and_other_variables_may_bound_them(fact: str, accepted: bool) -> None:
    """Of t = 1, ..., 5 the first of them says that n is at most 10, so that the claim is true."""
    few = replace(MODEL, variables={"t": "integer, 1 <= t, t <= 5"}, facts={"few": fact}, quantities=NAMED)
    given = replace(CLAIM, model=few), replace(THEOREM, model=few), FAMILY
    if accepted:
        insist_on_family(*given)
        return
    with pytest.raises(Rejected, match="may bound parameters"):
        insist_on_family(*given)


def test_members_are_made_within_the_domains() -> None:
    wide = {"c": "real, 100 < c"}
    with pytest.raises(Rejected, match="of their domains"):
        insist_on_family(
            replace(CLAIM, variables=wide), replace(THEOREM, model=narrower("b = 1"), variables=wide), ALL_1
        )


def test_a_model_of_finitely_many_settings_has_no_large_parameter() -> None:
    few = replace(MODEL, finite=True, narrows=MODEL)
    for claim in (CLAIM, replace(CLAIM, model=few)):
        with pytest.raises(Rejected, match="finitely many"):
            insist_on_family(claim, replace(THEOREM, model=few), FAMILY)
