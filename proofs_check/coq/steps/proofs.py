"""The proof of a step: what is introduced, what its citations say at the values given, and the conclusion."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from dpassay.proofs_check.coq.formulas import identifier
from dpassay.proofs_check.coq.steps.definedness import Duty
from dpassay.proofs_check.coq.steps.equations import opened_duty
from dpassay.proofs_check.coq.steps.inside import Inside, at_hole, evident
from dpassay.proofs_check.coq.steps.prover import Prover
from dpassay.proofs_check.coq.steps.rooms import Fact, Room
from dpassay.proofs_check.coq.steps.stuck import Stuck
from dpassay.proofs_check.coq.steps.texts import StepText
from dpassay.proofs_check.kernel.expressions import Variable
from dpassay.proofs_check.proof.reading import HOLE
from dpassay.proofs_check.proof.sequents import Sequent
from dpassay.proofs_check.proof.statements import Use
from dpassay.proofs_check.proof.terms import OUTCOME, Formula, Quantity, Relation, Term, conjuncts, free_in, substituted


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

    def learn(self, used: Use) -> None:
        """Count what a step says among what is known."""
        self.settle(self.room.with_facts(*self.uses(used)))

    def settle(self, room: Room) -> None:
        """Go on with what is known now."""
        self.room = self.prover.main = room

    @contextmanager
    def case(self, fact: Fact) -> Iterator[list[str]]:
        """A case, where one fact more is known; what is asserted in it stays in it."""
        prover, room = self.prover, self.room
        before = prover.lines, prover.proved
        prover.lines, prover.proved = [], dict(prover.proved)
        self.settle(room.with_facts(fact))
        try:
            yield prover.lines
        finally:
            prover.lines, prover.proved = before
            self.settle(room)

    def use(self, used: Use) -> Fact:
        """What a step says at the values given, or a relation that is known; one relation."""
        facts = self.uses(used)
        if len(facts) != 1:
            raise Stuck("what is used is no single relation")
        return facts[0]

    def uses(self, used: Use) -> list[Fact]:
        """The relations that a step says at the values given, or a relation that is known."""
        reader = self.text.scope.reader
        if used.inside is not None:
            return [self._inside(used)]
        if used.step not in self.text.known:
            relation = reader.relation(used.step)
            return [self._asserted(relation, evident(self.prover, self.room, relation))]
        values = {name: reader.term(text) for name, text in used.values.items()}
        said = self.instance(used.step, values)
        return [Fact(formula, name) for formula, name in said if isinstance(formula, Relation)]

    def _asserted(self, relation: Relation, tactics: str) -> Fact:
        name = self.prover.named("a")
        self.prover.lines.append(f"assert ({name} : {self.text.writer.formula(relation)}). {{ {tactics} }}")
        return Fact(relation, name)

    def _inside(self, used: Use) -> Fact:
        """Both sides of a step, put into a term."""
        scope = self.text.scope
        sequent = self.text.known.get(used.step) or Sequent(scope.reader.relation(used.step))
        own = scope.variables(sequent.formula, *sequent.where) - scope.parameters
        values = {name: scope.reader.term(text) for name, text in used.values.items()}
        terms = {name: values.get(name, Variable(name)) for name in own}
        names = tuple(sorted(free_in(*terms.values()) - scope.parameters))
        hole = Quantity(HOLE, tuple(map(Variable, names)))

        def said(arguments: tuple[Term, ...], room: Room) -> tuple[Relation, str]:
            put = at_hole(names, arguments)
            changed = {name: substituted(term, put) for name, term in terms.items() if free_in(term) & set(put)}
            return self._at_hole(used.step, sequent, {**values, **changed}, room)

        term = replace(scope.reader, hole=hole).term(str(used.inside))
        return self._asserted(*Inside(self.prover, said).of(term, self.room))

    def _at_hole(self, name: str, sequent: Sequent, values: dict[str, Term], room: Room) -> tuple[Relation, str]:
        """The relation at the hole, and the tactics that prove it there."""
        relation = substituted(sequent.formula, values)
        if not isinstance(relation, Relation):
            raise Stuck("what is used is no single relation")
        if name not in self.text.known:
            return relation, evident(self.prover, room, relation)
        lines: list[str] = []
        applied = self._applied(self.cited[name], sequent, values, room, lines)
        last = "proj2 (" * (count := len(self.text.duties(sequent.formula)))
        return relation, "\n".join([*lines, f"exact ({last}{applied}{')' * count})."])

    def instance(self, name: str, values: dict[str, Term]) -> list[tuple[Formula, str]]:
        """The formulas that a step says at some values, each with the name of its proof."""
        sequent = self.text.known[name]
        applied = self.applied(self.cited[name], sequent, values)
        duties = [duty.substituted(values) for duty in self.text.duties(sequent.formula)]
        formulas = [substituted(formula, values) for formula in conjuncts(sequent.formula)]
        names = [self.prover.named("a") for _ in [*duties, *formulas]]
        pattern = names[-1]
        for one in reversed(names[:-1]):
            pattern = f"[{one} {pattern}]"
        self.prover.lines.append(f"pose proof ({applied}) as {pattern}.")
        self.settle(self.room.with_duties(zip(duties, names, strict=False)))
        return list(zip(formulas, names[len(duties) :], strict=True))

    def applied(self, proof: str, sequent: Sequent, values: dict[str, Term]) -> str:
        """The proof of a sequent applied to values, which are shown to be legal."""
        return self._applied(proof, sequent, values, self.room, self.prover.lines)

    def _applied(  # as it is used
        self, proof: str, sequent: Sequent, values: dict[str, Term], room: Room, lines: list[str]
    ) -> str:
        """The same at a place, where more may be known; what has to be asserted before stands among some lines."""
        arguments, premises = [], []
        for one in self.text.own(sequent):
            value = values.get(one, Variable(one))
            arguments.append(self.text.writer.real(value))
            if not one.startswith(OUTCOME):
                premises += self._legal(one, value, values, room, lines)
        premises += [self.prover.shown(room, substituted(one, values), lines) for one in sequent.where]
        return " ".join([proof, *arguments, *premises])

    def _legal(  # as it is used
        self, name: str, value: Term, values: dict[str, Term], room: Room, lines: list[str]
    ) -> list[str]:
        scope = self.text.scope
        found = []
        if scope.sort(name) == "integer":
            found.append(self.prover.integer(room, value, lines))
        return found + [self.prover.shown(room, substituted(r, values), lines) for r in scope.domain_relations(name)]

    def shown(self, relation: Relation) -> str:
        """The name of a proof of a relation that follows from what is known."""
        return self.prover.shown(self.room, relation, self.prover.lines)

    def finished(self, *last: str) -> str:
        """All tactics; the last ones show the relations of the conclusion."""
        duties = [self._duty(duty) for duty in self.text.duties(self.text.goal.formula)]
        *others, end = (*duties, *last)
        parts = "".join(f"split. {{ {proof} }}\n" for proof in others)
        return "\n".join([f"intros {' '.join(self.names)}.", *self.prover.lines, f"{parts}{end}"])

    def _duty(self, duty: Duty) -> str:
        room, opening, ground = opened_duty(self.prover, self.room, duty)
        if ground.relation is not None:
            return f"{opening} {self.prover.follow(room, ground.relation)}"
        return f"{opening} {self.prover.not_zero(room, ground.nonzero)}"
