"""Small statements and proofs, for the tests that try to prove what is false."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel.rejected import Rejected, insist
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.proof.statements import Apply, By, Model, Statement, Step, Theorem, Use, arithmetic

LAW, RANDOM = Named(law=True, space="o"), Named(space="o")
EVIDENCE: Callable[[Mapping[str, Any]], Mapping[str, Any] | None] = find_evidence


def model(numbers: Mapping[str, str] | None = None, *, of_any: bool = False, **more: Any) -> Model:
    """A model with some parameters."""
    return Model("a toy", numbers or {}, of_any=of_any, **more)


def claim(formula: str, in_model: Model, name: str = "claim", **more: Any) -> Statement:
    """A statement in a model."""
    return Statement(name, in_model, formula, **more)


def verdict(statement: Statement, *proof: Step, others: tuple[Statement, ...] = ()) -> str:
    """Return "" where the proof is accepted, and the complaint where it is rejected."""
    known = {**RULES, **{other.id: other for other in others}}

    def find(name: str) -> Statement:
        insist(name in known, f"no statement {name!r}")
        return known[name]

    try:
        check(Theorem(statement, proof), find, EVIDENCE)
    except Rejected as rejection:
        return str(rejection)
    return ""


def at_once(statement: Statement, by: By | None = None, others: tuple[Statement, ...] = ()) -> str:
    """The verdict on a proof in one step: by arithmetic without terms, where nothing else is said."""
    return verdict(statement, Step("end", statement.formula, by or arithmetic(), statement.where), others=others)


def said(formula: str, *used: str | Use, where: tuple[str, ...] = (), name: str = "said") -> Step:
    """A step that adds what steps say."""
    return Step(name, formula, arithmetic(*used), where)


def at_end(goal: str, lemma: Statement, values: Mapping[str, str], *used: str) -> Step:
    """A last step that applies a lemma."""
    return Step("end", goal, Apply(lemma.id, tuple(Use(step) for step in used), values))
