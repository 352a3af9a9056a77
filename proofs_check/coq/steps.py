"""The steps of proofs as theorems of Coq: what a step cites implies what it says, wherever its conditions hold.

A theorem begins with the numbers, functions and laws of the model and the domains of its parameters; what is cited
follows, each for all values of its own variables; then the variables of the step, their domains, its conditions, and
the conclusion: that the formula is defined, and holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dpassay.proofs_check.coq.arithmetic import arithmetic
from dpassay.proofs_check.coq.step_texts import StepText
from dpassay.proofs_check.coq.stuck import Stuck
from dpassay.proofs_check.coq.theorem import CoqTheorem, Entry, Resists, identifier
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.sequents import Scope, Sequent
from dpassay.proofs_check.proof.statements import Arithmetic, Step, Theorem


def entries(id: str, folder: Path) -> Iterator[Entry]:  # noqa: A002, ARG001  # the name that it has everywhere
    """Yield the steps of a claim or a lemma, each as a theorem, or with the reason why it is none."""
    if id in THEOREMS:
        yield from steps(THEOREMS[id])


def steps(theorem: Theorem) -> Iterator[Entry]:
    """Yield the steps of a proof."""
    scope = Scope(theorem.statement)
    known: dict[str, Sequent] = {}
    for name, fact in theorem.statement.model.facts.items():
        known[name] = scope.sequent(fact, ())
    for name, given in theorem.statement.given.items():
        known[name] = scope.sequent(given.formula, given.where)
    for step in theorem.proof:
        part = f"step {step.name}"
        try:
            yield written(theorem, scope, known, step)
        except Stuck as stuck:
            yield Resists(theorem.statement.id, part, str(stuck))
        except Rejected as rejected:
            yield Resists(theorem.statement.id, part, str(rejected))
        known[step.name] = scope.sequent(step.formula, step.where)


def written(theorem: Theorem, scope: Scope, known: dict[str, Sequent], step: Step) -> CoqTheorem:
    """A step as a theorem."""
    if not isinstance(step.by, Arithmetic):
        raise Stuck(f"by {type(step.by).__name__.lower()}")
    id_ = theorem.statement.id
    name = identifier("step", id_, step.name)
    text = StepText(scope, known, scope.sequent(step.formula, step.where), _cited(step, known))
    prover, proof = arithmetic(text, name, step)
    words = f"{step.formula}{' where ' if step.where else ''}{', '.join(step.where)}"
    return CoqTheorem(name, id_, f"step {step.name}", words, text.statement, proof, prover.sentences)


def _cited(step: Step, known: dict[str, Sequent]) -> list[str]:
    """What a step by arithmetic cites."""
    by = step.by
    names = [used.step for _, used in by.terms] if isinstance(by, Arithmetic) else []
    return list(dict.fromkeys(name for name in [*step.defined, *names] if name in known))
