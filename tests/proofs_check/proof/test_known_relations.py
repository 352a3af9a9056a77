"""What is found without being told: what follows from three known relations, and not from four."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.register import find
from dpassay.proofs_check.proof.statements import Statement, Step, Theorem, arithmetic

FORMULA = "log(v - s + 1) = log(v - s + 1)"


def needs(**domains: str) -> None:
    """Check a formula that has a meaning where s <= v."""
    theorem = Theorem(Statement("s <= v", numbers(**domains), FORMULA), (Step("all", FORMULA, arithmetic()),))
    check(theorem, find, find_evidence)


CHAIN = {"s": "real, s <= t", "t": "real, t <= u - 1", "u": "real, u <= v", "v": "real"}


def test_three_relations_are_added() -> None:
    needs(**CHAIN)


@pytest.mark.parametrize(
    "changed",
    [{"t": "real, t >= u - 1"}, {"u": "real"}, {"t": "real, t <= u + 2"}, {"u": "real, u <= z", "z": "real, z <= v"}],
)
def test_what_does_not_follow_from_three_is_refused(changed: dict[str, str]) -> None:
    with pytest.raises(Rejected, match="not shown"):
        needs(**{**CHAIN, **changed})


def test_the_strict_relation_of_three_counts() -> None:
    strict = "log(v - s) = log(v - s)"
    theorem = Theorem(
        Statement("s < v", numbers(**{**CHAIN, "t": "real, t < u"}), strict), (Step("a", strict, arithmetic()),)
    )
    check(theorem, find, find_evidence)
    statement = replace(theorem.statement, model=numbers(**{**CHAIN, "t": "real, t <= u"}))
    with pytest.raises(Rejected, match="not shown"):
        check(replace(theorem, statement=statement), find, find_evidence)
