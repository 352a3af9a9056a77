"""The proof of a step in Coq, for each way in which a step can be justified."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dpassay.proofs_check.coq.goals.formulas import read
from dpassay.proofs_check.coq.goals.kinds import proof as kernel_proof
from dpassay.proofs_check.coq.goals.notebook import Resisting
from dpassay.proofs_check.coq.goals.statements import claims, said
from dpassay.proofs_check.coq.steps.proofs import StepProof
from dpassay.proofs_check.coq.steps.rooms import Fact
from dpassay.proofs_check.coq.steps.stuck import Stuck
from dpassay.proofs_check.coq.steps.texts import StepText
from dpassay.proofs_check.kernel import statements as kernel_statements
from dpassay.proofs_check.kernel.expressions import Number
from dpassay.proofs_check.kernel.interval import Interval
from dpassay.proofs_check.proof.check import Evidence
from dpassay.proofs_check.proof.reading import written
from dpassay.proofs_check.proof.statements import (
    Analysis,
    Arithmetic,
    By,
    Cases,
    Constant,
    Step,
    Together,
    Use,
    used_by,
)
from dpassay.proofs_check.proof.terms import ONE, ZERO, Relation, conjuncts, contrary, substituted


@dataclass(frozen=True)
class Proof:
    """The tactics of a step, and the lemmas that come before it."""

    script: str
    lemmas: tuple[str, ...]


def cited(step: Step) -> list[Use]:
    """What a step rests on."""
    match step.by:
        case Arithmetic(terms):
            named = [used for _, used in terms]
        case Analysis(uses=uses) | Together(uses):
            named = list(uses)
        case Cases():
            named = list(used_by(step.by))
        case _:
            named = []
    return [*map(Use, step.defined), *named]


def justified(text: StepText, name: str, step: Step, evidence: Evidence, *, trusting: bool = False) -> Proof:
    """The proof of a step; ``trusting``: whether or not it follows. ``Stuck`` where none is found."""
    proof = StepProof(text, name, trusting=trusting)
    for defined in step.defined:
        proof.learn(Use(defined))
    last, lemmas = _by(proof, step.by, name, evidence)
    return Proof(proof.finished(*last), (*lemmas, *proof.prover.sentences))


Last = tuple[list[str], tuple[str, ...]]
"""The tactics for the relations of the conclusion, and lemmas for them."""


def _by(proof: StepProof, by: By, name: str, evidence: Evidence) -> Last:
    match by:
        case Arithmetic():
            return [_arithmetic(proof, by)], ()
        case Analysis():
            return _analysis(proof, by, name, evidence)
        case Together():
            return _together(proof, by), ()
        case Constant():
            return [_constant(proof)], ()
        case Cases():
            return _cases(proof, by, name, evidence)
    raise Stuck(f"by {type(by).__name__.lower()}")


def _cases(proof: StepProof, by: Cases, name: str, evidence: Evidence) -> Last:
    """One proof where a relation holds, and another one where it does not."""
    relation = proof.text.scope.reader.relation(by.relation)
    decided = {"<=": "Rle_lt_dec", "<": "Rlt_le_dec"}[relation.operator]
    real = proof.text.writer.real
    known = proof.prover.named("c")
    tactics = [f"destruct ({decided} {real(relation.left)} {real(relation.right)}) as [{known}|{known}]."]
    lemmas: tuple[str, ...] = ()
    for told, one, case in ((relation, by.holds, "holds"), (contrary(relation), by.fails, "fails")):
        with proof.case(Fact(told, known)) as lines:
            last, more = _by(proof, one, f"{name}_{case}", evidence)
            *others, end = last
            parts = "".join(f"split. {{ {part} }}\n" for part in others)
            whole = "\n".join([*lines, f"{parts}{end}"])
        tactics.append(f"{{ {whole} }}")
        lemmas += more
    return ["\n".join(tactics)], lemmas


def _goal(proof: StepProof) -> Relation:
    goal = proof.text.goal.formula
    if not isinstance(goal, Relation):
        raise Stuck("a conclusion that is no relation")
    return goal


def _arithmetic(proof: StepProof, by: Arithmetic) -> str:
    """Relations times multipliers, and what is evidently not negative."""
    reader = proof.text.scope.reader
    uses = [(reader.term(multiplier), proof.use(used)) for multiplier, used in by.terms]
    return proof.prover.combine(proof.room, _goal(proof), uses)


def _analysis(proof: StepProof, by: Analysis, name: str, evidence: Evidence) -> Last:
    """A lemma in one variable, at a term that lies in the interval."""
    for used in by.uses:
        proof.learn(used)
    reader = proof.text.scope.reader
    relation, term = reader.relation(by.formula), reader.term(by.at)
    lemma = f"{name}_kernel"
    statement = kernel_statements.inequality(
        f"{written(relation.right)} - ({written(relation.left)})",
        by.variable,
        by.interval,
        ">" if relation.operator == "<" else ">=",
    )
    lemmas = kernel_lemmas(statement, evidence(statement), lemma)
    bounds = [proof.shown(bound) for bound in _bounds(by.interval, term)]
    gap = substituted(reader.term(statement["expression"]), {by.variable: term})
    fact = Fact(Relation(relation.operator, ZERO, gap), proof.prover.named("a"))
    count = len(claims(read(statement["expression"]), statement["relation"]))
    names = [*("_" for _ in range(count - 1)), fact.proof]
    pattern = names[-1]
    for one in reversed(names[:-1]):
        pattern = f"[{one} {pattern}]"
    applied = " ".join([lemma, proof.text.writer.real(term), *bounds])
    proof.prover.lines.append(f"pose proof ({applied}) as {pattern}.")
    proof.prover.lines.append(f"change ({proof.text.writer.formula(fact.relation)}) in {fact.proof}.")
    return [proof.prover.combine(proof.room, _goal(proof), [(ONE, fact)])], lemmas


def kernel_lemmas(statement: Mapping[str, Any], evidence: Any, name: str) -> tuple[str, ...]:
    """A statement of the kernel as a lemma, after those that it needs."""
    if evidence is None:
        raise Stuck("the kernel has no evidence")
    try:
        found = kernel_proof(statement, evidence, name)
    except Resisting as why:
        raise Stuck(str(why)) from None
    return (*found.lemmas, f"Lemma {name} : {said(statement)}.\nProof. {found.script} Qed.")


def _bounds(interval: str, term: Any) -> list[Relation]:
    """That a term lies in an interval."""
    read_ = Interval.read(interval)
    found = []
    if read_.low is not None:
        found.append(Relation("<=" if read_.low_closed else "<", Number(read_.low), term))
    if read_.high is not None:
        found.append(Relation("<=" if read_.high_closed else "<", term, Number(read_.high)))
    return found


def _together(proof: StepProof, by: Together) -> list[str]:
    """Each of the relations is one that is used."""
    for used in by.uses:
        proof.learn(used)
    goals = []
    for goal in conjuncts(proof.text.goal.formula):
        if not isinstance(goal, Relation):
            raise Stuck("a conclusion that is no relation")
        goals.append(proof.prover.follow(proof.room, goal))
    return goals


def _constant(proof: StepProof) -> str:
    """A relation between numbers, by Coq's own enclosures."""
    goal = _goal(proof)
    lemma = {"<": "lt_by_gap", "<=": "le_by_gap"}[goal.operator]
    return f"apply {lemma}. interval with (i_prec 100)."
