"""The steps of proofs as theorems of Coq: what a step cites implies what it says, wherever its conditions hold.

A theorem begins with the numbers, functions and laws of the model and the domains of its parameters; what is cited
follows, each for all values of its own variables; then the variables of the step, their domains, its conditions, and
the conclusion: that the formula is defined, and holds.

Beside some of them stands a twin: it says the contrary, with the proof that would be written if it did follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from dpassay.proofs_check.coq.steps.applications import application
from dpassay.proofs_check.coq.steps.proofs import arithmetic
from dpassay.proofs_check.coq.steps.stuck import Stuck
from dpassay.proofs_check.coq.steps.texts import StepText
from dpassay.proofs_check.coq.theorem import CoqTheorem, Entry, Resists, identifier
from dpassay.proofs_check.kernel.expressions import Number, Sum
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.sequents import Scope, Sequent
from dpassay.proofs_check.proof.statements import Apply, Arithmetic, Step, Theorem
from dpassay.proofs_check.proof.terms import Relation

TWINS: Final = 20
"""One step of so many has a twin."""


def entries(id: str, folder: Path) -> Iterator[Entry]:  # noqa: A002, ARG001  # the name that it has everywhere
    """Yield the steps of a claim or a lemma, each as a theorem, or with the reason why it is none."""
    if id in THEOREMS:
        yield from of_proof(THEOREMS[id])


def of_proof(theorem: Theorem) -> Iterator[Entry]:
    """Yield the steps of a proof."""
    for step, text in texts(theorem):
        try:
            written = _written(text, step)
        except (Stuck, Rejected) as why:
            yield Resists(theorem.statement.id, f"step {step.name}", str(why))
            continue
        yield written
        if crc32(written.name.encode()) % TWINS == 0 and isinstance(text.goal.formula, Relation):
            yield twin(text, step)


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
    """What a step by arithmetic cites."""
    names = [used.step for _, used in step.by.terms] if isinstance(step.by, Arithmetic) else []
    return list(dict.fromkeys(name for name in [*step.defined, *names] if name in known))


def _written(text: StepText, step: Step) -> CoqTheorem:
    """A step as a theorem."""
    if isinstance(step.by, Apply):
        return application(text, step)
    if not isinstance(step.by, Arithmetic):
        raise Stuck(f"by {type(step.by).__name__.lower()}")
    id_ = text.scope.statement.id
    name = identifier("step", id_, step.name)
    prover, proof = arithmetic(text, name, step)
    words = f"{step.formula}{' where ' if step.where else ''}{', '.join(step.where)}"
    return CoqTheorem(name, id_, f"step {step.name}", words, text.statement, proof, prover.sentences)


def twin(text: StepText, step: Step) -> CoqTheorem:
    """The contrary of a step, with the proof that would be written if it did follow."""
    against = contrary(text.goal.formula)
    if isinstance(step.by, Apply):
        return application(text, step, against)
    id_ = text.scope.statement.id
    name = identifier("step", id_, step.name, "twin")
    tampered = replace(text, goal=replace(text.goal, formula=against))
    prover, proof = arithmetic(tampered, name, step, trusting=True)
    words = f"the contrary of {step.formula}"
    return CoqTheorem(name, id_, f"step {step.name}", words, tampered.statement, proof, prover.sentences, twin=True)


def contrary(relation: Any) -> Relation:
    """What is false wherever a relation holds."""
    left, right = relation.left, relation.right
    match relation.operator:
        case "<":
            return Relation("<=", right, left)
        case "<=":
            return Relation("<=", Sum(right, Number(Fraction(1))), left)
    return Relation("=", left, Sum(right, Number(Fraction(1))))
