"""A whole proof in Coq: the last steps say the claim, and all its steps together show it from what is assumed.

The premises of the theorem on the whole are the statements of the step's theorems, word for word. So what it says for
itself is that nothing is missing between them: the facts of the model, what is applied of other proofs, and that some
laws are conditional ones are all that is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dpassay.proofs_check.coq.steps.applications import applied
from dpassay.proofs_check.coq.steps.entries import texts
from dpassay.proofs_check.coq.steps.instances import Instances, each
from dpassay.proofs_check.coq.steps.proofs import StepProof
from dpassay.proofs_check.coq.steps.rooms import Fact
from dpassay.proofs_check.coq.steps.stuck import Stuck
from dpassay.proofs_check.coq.steps.texts import StepText
from dpassay.proofs_check.coq.theorem import CoqTheorem, Entry, Resists, identifier
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.sequents import Scope, Sequent
from dpassay.proofs_check.proof.statements import Apply, Step, Theorem, Use
from dpassay.proofs_check.proof.terms import ONE, Relation, conjuncts


def entries(id: str, folder: Path) -> Iterator[Entry]:  # noqa: A002, ARG001  # the name that it has everywhere
    """Yield the roots of a proof, and the whole of it, or why they are not written."""
    if id not in THEOREMS:
        return
    theorem = THEOREMS[id]
    try:
        proof = Proof.of(theorem)
        for root in proof.roots:
            yield root.theorem()
        yield proof.whole()
    except (Stuck, Rejected) as why:
        yield Resists(id, "proof whole", str(why))


@dataclass(frozen=True)
class Root:
    """One relation of a claim, and the steps of which one says it."""

    text: StepText
    last: Sequence[Step]
    number: int

    @property
    def name(self) -> str:
        """The name of the theorem."""
        return identifier("root", self.text.scope.statement.id, str(self.number))

    def theorem(self) -> CoqTheorem:
        """That one of the last steps says it."""
        statement = self.text.scope.statement
        proof = StepProof(self.text, self.name)
        for step in reversed(self.last):
            tactics = self._by(proof, step)
            if tactics is not None:
                words = f"{statement.formula}, relation {self.number}"
                sentences = proof.prover.sentences
                return CoqTheorem(
                    self.name, statement.id, f"proof root {self.number}", words, self.text.statement, tactics, sentences
                )
        raise Stuck("a claim that the last step says in another way")

    def _by(self, proof: StepProof, step: Step) -> str | None:
        goal = self.text.goal.formula
        said = conjuncts(self.text.known[step.name].formula)
        if not any(self.text.scope.forms.equal(goal, part) for part in said):
            return None
        for defined in step.defined:
            proof.learn(Use(defined))
        instances = Instances(self.text, proof)
        room, proved = instances.at(proof.room, proof.prover.lines, step.name, {})
        instances.settle(room)
        for part, name in proved:
            if self.text.scope.forms.equal(goal, part) and isinstance(goal, Relation) and isinstance(part, Relation):
                return proof.finished(proof.prover.combine(room, goal, [(ONE, Fact(part, name))]))
        return None


@dataclass(frozen=True)
class Proof:
    """A proof with what its steps say, each with its name, and its roots."""

    theorem: Theorem
    steps: Sequence[tuple[str, StepText]]
    roots: Sequence[Root]

    @staticmethod
    def of(theorem: Theorem) -> Proof:
        """What is said in a proof."""
        said = list(texts(theorem))
        steps = [
            (step.name, applied(text, step, "x").text if isinstance(step.by, Apply) else text) for step, text in said
        ]
        last, text = said[-1]
        return Proof(theorem, steps, list(_roots(theorem, {**text.known, last.name: text.goal})))

    @property
    def parts(self) -> list[tuple[str, StepText]]:
        """The steps and the roots, each with its name."""
        return [*self.steps, *((f"root {root.number}", root.text) for root in self.roots)]

    @property
    def names(self) -> list[str]:
        """The names of the theorems that are premises of the whole, in their order."""
        id_ = self.theorem.statement.id
        return [*(identifier("step", id_, name) for name, _ in self.steps), *(root.name for root in self.roots)]

    def whole(self) -> CoqTheorem:
        """The claim from what is assumed, by the statements of its steps and roots."""
        statement, said = self.theorem.statement, [text for _, text in self.parts]
        used = {name for text in said for name in text.cited}
        first = self.roots[0].text
        text = replace(
            first,
            cited=[name for name in (*statement.model.facts, *statement.given) if name in used],
            more=tuple(dict.fromkeys(one for text in said for one in text.more)),
            also=frozenset(name for text in said for name in text.quantities),
        )
        premises = "".join(f"({one.statement}) ->\n  " for one in said)
        claimed = " /\\ ".join(f"({text.sequent(root.text.goal)})" for root in self.roots)
        told = f"{premises}{text.statement.removesuffix(text.sequent(text.goal))}{claimed}"
        proof = _put_together(text, self.parts, len(self.roots))
        name, words = identifier("whole", statement.id), statement.formula
        return CoqTheorem(name, statement.id, "proof whole", words, told, proof, premises=tuple(self.names))


def _roots(theorem: Theorem, known: Mapping[str, Sequent]) -> Iterator[Root]:
    """The relations of a claim, each with the steps of which one says it."""
    scope = Scope(theorem.statement)
    claim = scope.sequent(theorem.statement.formula, theorem.statement.where)
    wanted = conjuncts(claim.formula)
    last = theorem.proof[-len(wanted) :]
    cited = list(dict.fromkeys(name for step in last for name in [*step.defined, step.name]))
    for number, part in enumerate(wanted, start=1):
        yield Root(StepText(scope, known, replace(claim, formula=part), cited), last, number)


def _put_together(text: StepText, parts: Sequence[tuple[str, StepText]], ends: int) -> str:
    """Each step's theorem at what is assumed and what came before."""
    steps = [f"t_{number}" for number in range(1, len(parts) + 1)]
    domains = [f"d_{number}" for number, _ in enumerate(text.on_parameters, start=1)]
    ranges = {name: f"r_{number}" for number, (name, _) in enumerate(text.ranges, start=1)}
    known = {name: f"f_{number}" for number, name in enumerate(text.cited, start=1)}
    more = {one: f"m_{number}" for number, one in enumerate(text.more, start=1)}
    premises = [*domains, *ranges.values(), *known.values(), *more.values()]
    lines = [f"intros {' '.join([*steps, *_names(text), *premises])}."]
    for step, (part, said) in zip(steps, parts, strict=True):
        arguments = [*_names(said), *domains, *(ranges[name] for name, _ in said.ranges)]
        arguments += [*(known[name] for name in said.cited), *(more[one] for one in said.more)]
        known[part] = f"{step}_here"
        lines.append(f"pose proof ({' '.join([step, *arguments])}) as {known[part]}.")
    return "\n".join([*lines, each([f"exact {known[part]}." for part, _ in parts[-ends:]])])


def _names(text: StepText) -> list[str]:
    """The names that the statement of a step begins with."""
    return [word.split(" : ")[0].strip("(") for word in text.bound]
