"""The steps of proofs as theorems of Coq: what a step cites implies what it says, wherever its conditions hold.

A theorem begins with the numbers, functions and laws of the model and the domains of its parameters; what is cited
follows, each for all values of its own variables; then the variables of the step, their domains, its conditions, and
the conclusion: that the formula is defined, and holds.

Beside some of them stands a twin: it says the contrary, with the proof that would be written if it did follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from dpassay.proofs_check.coq.steps.applications import application
from dpassay.proofs_check.coq.steps.justified import cited, justified
from dpassay.proofs_check.coq.steps.stuck import Stuck
from dpassay.proofs_check.coq.steps.texts import StepText
from dpassay.proofs_check.coq.theorem import CoqTheorem, Entry, Resists, identifier
from dpassay.proofs_check.kernel.expressions import Number, Sum
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof import store
from dpassay.proofs_check.proof.check import Evidence
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.sequents import Scope, Sequent
from dpassay.proofs_check.proof.statements import Apply, Step, Theorem
from dpassay.proofs_check.proof.terms import All, Formula, Independent, Relation

NO_EVIDENCE: Final = store.Store({})
TOO_DEEP: Final = "a term that is too deep"
TWINS: Final = 20
"""One step of so many has a twin."""


def entries(id: str, folder: Path) -> Iterator[Entry]:  # noqa: A002  # the name that it has everywhere
    """Yield the steps of a claim or a lemma, each as a theorem, or with the reason why it is none."""
    if id in THEOREMS:
        yield from of_proof(THEOREMS[id], stored(store.text_of(folder)))


@cache
def stored(text: str) -> Evidence:
    """The kernel's evidence for steps."""
    return store.stored(text)


def of_proof(theorem: Theorem, evidence: Evidence = NO_EVIDENCE) -> Iterator[Entry]:
    """Yield the steps of a proof."""
    for step, text in texts(theorem):
        try:
            written = _written(text, step, evidence)
        except (Stuck, Rejected, RecursionError) as why:
            reason = TOO_DEEP if isinstance(why, RecursionError) else str(why)
            yield Resists(theorem.statement.id, f"step {step.name}", reason)
            continue
        yield written
        if crc32(written.name.encode()) % TWINS == 0 and not isinstance(text.goal.formula, Independent):
            with suppress(Stuck, Rejected, RecursionError):  # where not even a wrong proof is found
                yield twin(text, step, evidence)


def texts(theorem: Theorem) -> Iterator[tuple[Step, StepText]]:
    """Yield the steps with what they say."""
    scope = Scope(theorem.statement)
    known = {name: scope.sequent(fact, ()) for name, fact in theorem.statement.model.facts.items()}
    known |= {name: scope.sequent(given.formula, given.where) for name, given in theorem.statement.given.items()}
    for step in theorem.proof:
        goal = scope.sequent(step.formula, step.where)
        yield step, StepText(scope, dict(known), goal, _cited(step, known))
        known[step.name] = goal


def _cited(step: Step, known: dict[str, Sequent]) -> list[str]:
    """The names of what a step cites."""
    return list(dict.fromkeys(used.step for used in cited(step) if used.step in known))


def _written(text: StepText, step: Step, evidence: Evidence) -> CoqTheorem:
    """A step as a theorem."""
    if isinstance(step.by, Apply):
        return application(text, step)
    id_ = text.scope.statement.id
    name = identifier("step", id_, step.name)
    proof = justified(text, name, step, evidence)
    words = f"{step.formula}{' where ' if step.where else ''}{', '.join(step.where)}"
    return CoqTheorem(name, id_, f"step {step.name}", words, text.statement, proof.script, proof.lemmas)


def twin(text: StepText, step: Step, evidence: Evidence = NO_EVIDENCE) -> CoqTheorem:
    """The contrary of a step, with the proof that would be written if it did follow."""
    against = contrary(text.goal.formula)
    if isinstance(step.by, Apply):
        return application(text, step, against)
    id_ = text.scope.statement.id
    name = identifier("step", id_, step.name, "twin")
    tampered = replace(text, goal=replace(text.goal, formula=against))
    proof = justified(tampered, name, step, evidence, trusting=True)
    words = f"the contrary of {step.formula}"
    part = f"step {step.name}, twin"
    return CoqTheorem(name, id_, part, words, tampered.statement, proof.script, proof.lemmas, twin=True)


def contrary(formula: Any) -> Formula:
    """What is false wherever a formula holds."""
    if isinstance(formula, All):
        first, *others = formula.relations
        return All((_contrary(first), *others))
    return _contrary(formula)


def _contrary(relation: Any) -> Relation:
    left, right = relation.left, relation.right
    match relation.operator:
        case "<":
            return Relation("<=", right, left)
        case "<=":
            return Relation("<=", Sum(right, Number(Fraction(1))), left)
    return Relation("=", left, Sum(right, Number(Fraction(1))))
