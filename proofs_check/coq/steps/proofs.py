"""The proof of a step by arithmetic: what it uses at the values given, times the multipliers."""

from __future__ import annotations

from dpassay.proofs_check.coq.formulas import identifier
from dpassay.proofs_check.coq.steps.definedness import Duty
from dpassay.proofs_check.coq.steps.equations import opened_duty
from dpassay.proofs_check.coq.steps.prover import Prover
from dpassay.proofs_check.coq.steps.rooms import Fact, Room
from dpassay.proofs_check.coq.steps.stuck import Stuck
from dpassay.proofs_check.coq.steps.texts import StepText
from dpassay.proofs_check.kernel.expressions import Variable
from dpassay.proofs_check.proof.sequents import Sequent
from dpassay.proofs_check.proof.statements import Arithmetic, Step, Use
from dpassay.proofs_check.proof.terms import OUTCOME, Relation, Term, substituted


def arithmetic(text: StepText, name: str, step: Step, *, trusting: bool = False) -> tuple[Prover, str]:
    """The proof of a step by arithmetic; ``trusting``: whether or not it follows."""
    if not isinstance(step.by, Arithmetic):
        raise Stuck("no arithmetic")
    proof = StepProof(text, name, trusting=trusting)
    for defined in step.defined:
        proof.learn(Use(defined))
    reader = text.scope.reader
    uses = [(reader.term(multiplier), proof.use(used)) for multiplier, used in step.by.terms]
    goal = text.goal.formula
    if not isinstance(goal, Relation):
        raise Stuck("a conclusion that is no relation")
    last = proof.prover.combine(proof.room, goal, uses)
    return proof.prover, proof.finished(last)


class StepProof:
    """The proof of a step: what is introduced, what is asserted, the conclusion."""

    def __init__(self, text: StepText, name: str, *, trusting: bool = False) -> None:
        self.text = text
        self.names: list[str] = []
        bound = [word.split(" : ")[0].strip("(") for word in text.bound]
        self.names += bound
        sorts = {one: text.scope.sort(one) for one in text.scope.parameters}
        facts = list(self._parameters())
        ranges = {quantity: self._introduced("r") for quantity, _ in text.ranges}
        self.cited = {one: self._introduced("s") for one in text.cited}
        self.more = [self._introduced("m") for _ in text.more]
        for one in text.own(text.goal):
            self.names.append(identifier(one))
            sorts[one] = text.scope.sort(one)
        for one in text.own(text.goal):
            facts += self._domain(one)
        facts += [Fact(condition, self._introduced("c")) for condition in text.goal.where]
        self.room = Room(text.scope.statement.names, text.scope.forms, sorts, tuple(facts))
        self.prover = Prover(text.scope, name, ranges, trusting=trusting)
        self.prover.main = self.room

    def _introduced(self, letter: str) -> str:
        self.names.append(f"{letter}_{len(self.names)}")
        return self.names[-1]

    def _parameters(self) -> list[Fact]:
        return [fact for name in self.text.scope.statement.model.parameters for fact in self._domain(name)]

    def _domain(self, name: str) -> list[Fact]:
        if name.startswith(OUTCOME):
            return []
        if self.text.scope.sort(name) == "integer":
            self._introduced("i")
        return [Fact(relation, self._introduced("d")) for relation in self.text.scope.domain_relations(name)]

    def _settle(self, room: Room) -> None:
        self.room = self.prover.main = room

    def learn(self, used: Use) -> None:
        """Count what a step says among what is known."""
        self._settle(self.room.with_facts(self.use(used)))

    def use(self, used: Use) -> Fact:
        """What a step says at the values given, or a relation that is known."""
        reader = self.text.scope.reader
        if used.step not in self.text.known:
            relation = reader.relation(used.step)
            return Fact(relation, self.prover.shown(self.room, relation, self.prover.lines))
        sequent = self.text.known[used.step]
        values = {name: reader.term(text) for name, text in used.values.items()}
        formula = substituted(sequent.formula, values)
        if not isinstance(formula, Relation):
            raise Stuck("what is used is no relation")
        return Fact(formula, self._instance(used.step, sequent, values))

    def _instance(self, name: str, sequent: Sequent, values: dict[str, Term]) -> str:
        arguments, premises = [], []
        for one in self.text.own(sequent):
            value = values.get(one, Variable(one))
            arguments.append(self.text.writer.real(value))
            if not one.startswith(OUTCOME):
                premises += self._legal(one, value, values)
        premises += [self._shown(substituted(condition, values)) for condition in sequent.where]
        applied = " ".join([self.cited[name], *arguments, *premises])
        duties = [self._at(duty, values) for duty in self.text.duties(sequent.formula)]
        names = [self.prover.named("a") for _ in [*duties, sequent]]
        pattern = names[-1]
        for one in reversed(names[:-1]):
            pattern = f"[{one} {pattern}]"
        self.prover.lines.append(f"pose proof ({applied}) as {pattern}.")
        self._settle(self.room.with_duties(zip(duties, names, strict=False)))
        return names[-1]

    def _legal(self, name: str, value: Term, values: dict[str, Term]) -> list[str]:
        scope = self.text.scope
        found = []
        if scope.sort(name) == "integer":
            found.append(self.prover.integer(self.room, value, self.prover.lines))
        return found + [self._shown(substituted(r, values)) for r in scope.domain_relations(name)]

    def _shown(self, relation: Relation) -> str:
        return self.prover.shown(self.room, relation, self.prover.lines)

    @staticmethod
    def _at(duty: Duty, values: dict[str, Term]) -> Duty:
        return duty.substituted(values)

    def finished(self, last: str) -> str:
        """All tactics."""
        duties = [self._duty(duty) for duty in self.text.duties(self.text.goal.formula)]
        parts = "".join(f"split. {{ {proof} }}\n" for proof in duties)
        return "\n".join([f"intros {' '.join(self.names)}.", *self.prover.lines, f"{parts}{last}"])

    def _duty(self, duty: Duty) -> str:
        room, opening, ground = opened_duty(self.prover, self.room, duty)
        if ground.relation is not None:
            return f"{opening} {self.prover.follow(room, ground.relation)}"
        return f"{opening} {self.prover.not_zero(room, ground.nonzero)}"
