"""Attacks on what is known where: lemmas with facts, laws that are no conditional ones, cycles, other variables."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import apply, arithmetic, use
from tests.proofs_check.proof.toys import LAW, RANDOM, at_once, claim, model, said, verdict

NO_LEMMA = claim("A <= 0", model({"A": "real"}, facts={"fact": "A <= 0"}, of_any=True), "no lemma")


def test_a_lemma_on_anything_has_no_facts() -> None:
    assert "a lemma on anything assumes no facts" in at_once(NO_LEMMA, arithmetic("fact"))
    assert not at_once(claim("A <= 0", model({"A": "real"}, facts={"fact": "A <= 0"})), arithmetic("fact"))


def test_no_claim_is_proved_by_itself() -> None:
    any_two = claim("A <= B", model({"A": "real", "B": "real"}, of_any=True), "circle")
    assert "circle rests on itself" in at_once(any_two, apply("circle", A="A", B="B"), others=(any_two,))


PAST = Named(law=True, space="o", given="o", mean_of="P", index={"t": "integer"})
"""The law given the first t entries of the outcome."""


@pytest.mark.parametrize(
    ("law", "complaint"),
    [
        ("K(1)", ""),
        ("K(N)", "K(N) is another law for each outcome"),  # what is known tells which law is asked
        ("K(T)", ""),
        ("L", "L is no conditional law of P"),
        ("Q", "Q depends on no outcome"),
        ("K", "K has 1 indices, not 0"),
    ],
)
def test_the_tower_rule_needs_one_conditional_law(law: str, complaint: str) -> None:
    here = model(
        {"T": "integer"},
        quantities={
            "P": LAW,
            "Q": LAW,
            "X": RANDOM,
            "N": Named(space="o", range="integer"),
            "K": PAST,
            "L": Named(law=True, space="o", given="o", mean_of="Q"),
        },
    )
    found = at_once(claim(f"E(E(X, {law})) = E(X)", here), apply("tower", P="P", K=law, X="X"))
    assert complaint in found
    assert bool(complaint) == bool(found)


@pytest.mark.parametrize(
    ("domain", "complaint"),
    [("integer, 0 <= n", "do not add up"), ("integer, 1 <= n", ""), ("integer, 0 <= n, 2 <= 2*n", "")],
)
def test_the_domain_of_another_variable_says_nothing(domain: str, complaint: str) -> None:
    """The sum is 0 for n = 0, whatever variables there are that need n >= 1."""
    here = model(variables={"n": domain, "y": "real, 1 <= n"})
    found = at_once(claim("sum(1/n, t, 1, n) = 1", here))
    assert complaint in found
    assert bool(complaint) == bool(found)


DIVIDES = claim(
    "x*f(x) <= 0",
    model({"x": "real, 0 <= x"}, quantities={"f": Named(index={"t": "real, 0 <= t"}, range="at least 0")}, of_any=True),
    "divides",
    where=("x <= 0",),
)


def test_parameters_of_functions_are_not_the_variables_of_sums() -> None:
    """1/index is not defined at 0, whatever is known of the index of a sum around it."""
    assert not at_once(DIVIDES, arithmetic(("f(x)", "x <= 0")))
    nested = "1/index"
    for k in range(40):
        nested = f"sum({nested}, j{k}, 1, 1)"
    here, by = model(variables={"x": "real, 0 <= x"}), apply("divides", x="x", f=f"index: {nested}")
    for _ in range(5):
        proof = said("1 <= 0", where=("x <= 0",), name="no"), said("1 <= 0", use("no", x="0"))
        false = type(proof[0])("no", "1 <= 0", by, ("x <= 0",))
        assert "not shown: 0 < index" in verdict(claim("1 <= 0", here), false, proof[1], others=(DIVIDES,))
