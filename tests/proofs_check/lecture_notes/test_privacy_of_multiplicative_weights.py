"""LEC-18 to LEC-24: the same proofs of something sharper, or with a condition less, are refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.lecture_notes import (  # noqa: F401  # registers its theorems
    lec_13,
    lec_14,
    lec_18,
    lec_19,
    lec_20,
    lec_21,
    lec_22,
    lec_23,
    lec_24,
)
from dpassay.proofs_check.models.adaptive_experts import one_against_all, one_round, vote
from dpassay.proofs_check.models.level_pair import Level
from dpassay.proofs_check.models.multiplicative_weights import Games
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS
from dpassay.proofs_check.proof.verdict import check_theorem, refute
from dpassay.proofs_check.shared_lemmas import (  # noqa: F401  # registers its theorems
    basic_composition,
    chernoff,
    fair_signs,
    multiplied_weights,
    roots,
)

SHARPER = {
    "LEC-18-corrected": ("t - 1)", "t)"),
    "LEC-19: of one expert": ("exp(2*a)", "exp(3*a/2)"),
    "LEC-19": ("exp(2*a)", "exp(a)"),
    "LEC-20: of one round": ("2*a", "a"),
    "LEC-20": ("2*a*T", "2*a*(T - 1)"),
    "LEC-20-sharp": ("2*a*(T - 1)", "2*a*(T - 2)"),
    "LEC-21": ("1/(2*T)", "2/T"),
    "LEC-21: privacy": ("exp(1)", "exp(1/2)"),
    "LEC-22-corrected: for every s": ("(s + s**2)*a**2/2", "(s + s**2)*a**2/3"),
    "LEC-22-corrected": ("529/8", "67"),
    "LEC-23-corrected": ("delta(e) <= d", "delta(e) <= d/2"),
    "LEC-23-corrected: at the printed rate": ("529/96", "6"),
    "LEC-23-corrected: a floor": ("/24", "/17"),
    "LEC-23: for no constant": ("40000", "400"),
    "LEC-24": ("3881/1000", "388/100"),
    "multiplied weights": ("1, T - 1)", "1, T)"),
    "privacy of events": ("exp(e)", "exp(e/2)"),
    "basic composition": ("sum(eps(t), t, 1, T)", "sum(eps(t), t, 1, T)/2"),
    "second moment of fair signs": ("**2, F) = n", "**2, F) = n - 1"),
    "fourth moment of fair signs": ("3*n**2 - 2*n", "3*n**2 - 3*n"),
    "a large sum of fair signs": ("1/18", "1/17"),
    "root of a square": ("= u", "= -u"),
}
CONDITIONS = {
    "LEC-21": "K >= 2",
    "LEC-21: privacy": "2*a*T <= 1",
    "LEC-23-corrected": "a*sqrt(T) <= sqrt(2*log(1/d) + 2*e) - sqrt(2*log(1/d))",
    "LEC-23-corrected: a floor": "eps <= 1/192",
    "LEC-24": "eps <= 1",
}


def rewritten(part: Any, old: str, new: str) -> Any:
    """The same with one text in the place of another, wherever it stands in a statement or a step."""
    if isinstance(part, str):
        return part.replace(old, new)
    if isinstance(part, tuple):
        return tuple(rewritten(inner, old, new) for inner in part)
    if isinstance(part, Mapping):
        return {name: rewritten(inner, old, new) for name, inner in part.items()}
    if is_dataclass(part) and not isinstance(part, type):
        kept = {"id", "model", "name", "step"}
        changes = {f.name: rewritten(getattr(part, f.name), old, new) for f in fields(part) if f.name not in kept}
        return replace(part, **changes)
    return part


@pytest.mark.parametrize("claim", SHARPER)
def test_something_sharper_is_refused(claim: str) -> None:
    sharper = rewritten(THEOREMS[claim], *SHARPER[claim])
    assert sharper != THEOREMS[claim]
    with pytest.raises(Rejected):
        check_theorem(sharper, find_evidence)


@pytest.mark.parametrize("claim", CONDITIONS)
def test_a_condition_less_is_refused(claim: str) -> None:
    theorem, condition = THEOREMS[claim], CONDITIONS[claim]
    assert condition in theorem.statement.where

    def without(conditions: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(kept for kept in conditions if kept != condition)

    statement = replace(theorem.statement, where=without(theorem.statement.where))
    proof = tuple(replace(step, where=without(step.where)) for step in theorem.proof)
    with pytest.raises(Rejected):
        check_theorem(replace(theorem, statement=statement, proof=proof), find_evidence)


def no_rewards() -> Any:
    nothing = (Fraction(0), Fraction(0))
    return replace(one_round(), first=lambda _: nothing, second=lambda _: nothing)


def ten_rounds() -> Games:
    later = ((Fraction(0), Fraction(0)),) * 9
    return Games(((Fraction(1), Fraction(0)), *later), ((Fraction(0), Fraction(1)), *later), Fraction(2))


HOLDS: dict[str, dict[str, Any]] = {
    "LEC-18": {"setting": no_rewards()},
    "LEC-19b": {"setting": vote(voters=1, payments=1, growth=Fraction(4)), "values": {"t": 4}},
    "LEC-19: with 19/20 of the factor": {"setting": one_against_all(2, Fraction(2))},
    "LEC-20-sharp: with 19/20 of the factor": {"setting": one_against_all(2, Fraction(2))},
    "LEC-22": {"setting": ten_rounds()},
    "LEC-23": {"setting": Level(20, Fraction(101, 100))},
}


@pytest.mark.parametrize("claim", HOLDS)
def test_where_a_refuted_claim_holds_there_is_no_refutation(claim: str) -> None:
    refute(REFUTATIONS[claim])
    with pytest.raises(Rejected):
        refute(replace(REFUTATIONS[claim], **HOLDS[claim]))
