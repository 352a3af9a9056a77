"""What is refuted fails at a legal point, and for all constants where the claim is that there are some."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check import registry
from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.multiplicative_weights import GAMES
from dpassay.proofs_check.proof.register import REFUTATIONS
from dpassay.proofs_check.proof.verdict import Graph, refute

assert registry.CLAIMS  # which registers them all
GRAPH = Graph(find_evidence)
FOR_NO_CONSTANT = REFUTATIONS["LEC-23"]


def test_the_claim_that_there_is_a_constant_is_refuted_for_all() -> None:
    assert FOR_NO_CONSTANT.family == "LEC-23: for no constant"
    assert GRAPH.verdict("LEC-23") == "refuted"


@pytest.mark.parametrize(
    ("family", "changed", "message"),
    [
        ("LEC-23-corrected: a floor", {}, "on other settings or constants"),
        ("LEC-22-corrected", {}, "on other settings or constants"),
        ("", {"model": GAMES}, "on other settings or constants"),
        ("", {"variables": {"c": "real, 0 < c, c < 1"}}, "on other settings or constants"),
        ("", {"formula": "delta(eps) <= exp(-2*c*sqrt((n + 1)*eps))"}, "not the contrary"),
        ("", {"formula": "delta(eps) < exp(-c*sqrt((n + 1)*eps))"}, "not the contrary"),
        ("", {"formula": "delta(eps) = exp(-c*sqrt((n + 1)*eps))"}, "expected one inequality"),
        ("", {"where": ("eps <= 1/200",)}, "its conditions"),
    ],
)
def test_a_family_that_is_not_the_contrary_is_refused(
    monkeypatch: pytest.MonkeyPatch, family: str, changed: dict[str, Any], message: str
) -> None:
    statement = replace(FOR_NO_CONSTANT.statement, **changed)
    other = replace(FOR_NO_CONSTANT, statement=statement, family=family or FOR_NO_CONSTANT.family)
    monkeypatch.setitem(REFUTATIONS, "LEC-23", other)
    monkeypatch.setattr("dpassay.proofs_check.proof.verdict.refute", lambda _: None)
    with pytest.raises(Rejected, match=message):
        GRAPH.verdict("LEC-23")


@pytest.mark.parametrize("values", [{"t": Fraction(1, 2)}, {"i": Fraction(3, 2)}, {"@transcript": (3,)}])
def test_a_point_outside_of_its_domain_is_refused(values: dict[str, Any]) -> None:
    refutation = REFUTATIONS["LEC-18"]
    refute(refutation)
    with pytest.raises(Rejected):
        refute(replace(refutation, values={**refutation.values, **values}))
