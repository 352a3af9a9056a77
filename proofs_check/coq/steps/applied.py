"""The proof of a step by application: what stands for what, and why all that is asked for holds.

Nothing here is trusted: what is wrong, Coq refuses. The names ``theirs`` and ``put`` are those of ``Application``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpassay.proofs_check.coq.formulas import identifier, space
from dpassay.proofs_check.coq.statements import spaces_of
from dpassay.proofs_check.coq.steps.atoms import number
from dpassay.proofs_check.coq.steps.definedness import Duty, duties
from dpassay.proofs_check.coq.steps.equations import opened_duty
from dpassay.proofs_check.coq.steps.instances import Instances, each, projected
from dpassay.proofs_check.coq.steps.proofs import StepProof
from dpassay.proofs_check.coq.steps.rooms import Fact, Room
from dpassay.proofs_check.coq.steps.stuck import Stuck
from dpassay.proofs_check.coq.steps.texts import StepText
from dpassay.proofs_check.kernel.expressions import Variable
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.application import Application
from dpassay.proofs_check.proof.names import Domain, Named
from dpassay.proofs_check.proof.statements import Apply, Given, Step, Use
from dpassay.proofs_check.proof.terms import (
    ONE,
    OUTCOME,
    ZERO,
    Formula,
    Function,
    Quantity,
    Relation,
    conjuncts,
    substituted,
)

Proved = tuple[Any, str]
"""A formula, and the name of what proves it."""


class Applied:
    """One application: ``rule`` is the theorem of a rule, empty for what is a premise; ``laws`` have premises, too."""

    def __init__(  # noqa: PLR0917  # as they are found
        self,
        text: StepText,
        name: str,
        step: Step,
        app: Application,
        rule: str,
        laws: list[str],
        against: Formula | None = None,
    ) -> None:
        self.goal = text.goal.formula
        text = text if against is None else replace(text, goal=replace(text.goal, formula=against))
        self.text, self.step, self.app, self.rule, self.laws = text, step, app, rule, laws
        self.other, self.theirs = app.other, app.theirs
        self.proof = StepProof(text, name, trusting=against is not None)
        self.prover, self.writer = self.proof.prover, text.writer
        self.instances = Instances(text, self.proof)
        self._open: list[str] = []
        """The tactics of the premises that are left open where all is put together, in their order."""

    def tactics(self) -> str:
        """The proof."""
        for defined in self.step.defined:
            self.proof.learn(Use(defined))
        for used in self._all_uses:
            self._learn(used)
        return self.proof.finished(self._goal())

    @property
    def _uses(self) -> tuple[Use, ...]:
        """What is used as it stands."""
        return tuple(used for used in self._all_uses if used.inside is None)

    @property
    def _all_uses(self) -> tuple[Use, ...]:
        return self.step.by.uses if isinstance(self.step.by, Apply) else ()

    @property
    def _lines(self) -> list[str]:
        return self.prover.lines

    def _learn(self, used: Use) -> None:
        """What a step says here counts, where it says something here."""
        if used.inside is not None:
            self.instances.settle(self.proof.room.with_facts(*self.proof.uses(used)))
            return
        values = {name: self.text.scope.reader.term(text) for name, text in used.values.items()}
        try:
            self.text.scope.at(self.text.known[used.step], values, self.app.context)
            room, proved = self.instances.at(self.proof.room, self._lines, used.step, values)
        except (Rejected, Stuck):
            return
        self.instances.settle(
            room.with_facts(*(Fact(part, name) for part, name in proved if isinstance(part, Relation)))
        )

    def put(self, node: Any, new: dict[str, Any] | None = None) -> Any:
        """A formula of the other statement, in the terms of this one."""
        return self.app._put(node, new)

    # What is applied

    def _said(self, place: int) -> Proved:
        """Assert one relation of what is applied; return it with its proof."""
        conclusion = self.theirs.sequent(self.other.formula, self.other.where)
        parts = conjuncts(conclusion.formula)
        arguments = self._arguments() if self.other.model.of_any else []
        arguments += [self._hypothesis(given) for given in self.other.given.values()]
        head = " ".join([self.rule or self.proof.more[0], *arguments])
        own = sorted(self.theirs.variables(parts[place], *conclusion.where) - self.theirs.parameters)
        values = {name: self.app.values.get(name, Variable(name)) for name in own}
        last = [self._value(name, value) for name, value in values.items()]
        for name, value in values.items():
            if not name.startswith(OUTCOME):
                last += self._in_domain(name, value)
        last += [self._shown(condition) for condition in conclusion.where]
        needed = [] if self.rule else [self._put_duty(duty) for duty in duties(parts[place], self.other.names)]
        return self._asserted(" ".join([projected(head, place, len(parts)), *last]), needed, self.put(parts[place]))

    def _asserted(self, applied: str, needed: list[Duty], said: Any) -> Proved:
        told = " /\\ ".join([*(duty.text(self.writer) for duty in needed), self.writer.formula(said)])
        tactics = "".join(f"\n{{ {tactic} }}" for tactic in self._open)
        self._open.clear()
        whole = self.prover.named("k")
        self._lines.append(f"assert ({whole} : {told}). {{ refine ({applied}).{tactics} }}")
        *names, last = self.instances.taken_apart(whole, len(needed) + 1, self._lines)
        self.instances.settle(self.proof.room.with_duties(zip(needed, names, strict=True)))
        return said, last

    def _value(self, name: str, value: Any) -> str:
        if name.startswith(OUTCOME) and self.other.model.of_any:
            return identifier(f"{OUTCOME}{self.app.spaces[name.removeprefix(OUTCOME)]}")
        return self.writer.real(value)

    def _shown(self, relation: Relation) -> str:
        return self.prover.shown(self.proof.room, self.put(relation), self._lines)

    def _in_domain(self, name: str, value: Any) -> list[str]:
        found = self._whole(self.proof.room, self._lines, self.theirs.sort(name), value)
        return found + [self._shown(relation) for relation in self.theirs.domain_relations(name)]

    def _whole(self, room: Room, lines: list[str], sort: str, value: Any) -> list[str]:
        return [self.prover.integer(room, value, lines)] if sort == "integer" else []

    def _left_open(self, tactic: str) -> str:
        self._open.append(tactic)
        return "_"

    # What stands for the spaces, parameters and functions

    def _arguments(self) -> list[str]:
        quantities = self.other.model.quantities
        of_any = {name: named for name, named in quantities.items() if named.of is None}
        spaces = spaces_of(of_any.values()) - spaces_of(one for one in quantities.values() if one.of is not None)
        found = [space(self.app.spaces[one]) for one in sorted(spaces)]
        found += [self.writer.real(self.app.values[name]) for name in self.other.model.parameters]
        found += [self._function(named, self.app.functions[name]) for name, named in of_any.items()]
        for name in self.other.model.parameters:
            found += self._in_domain(name, self.app.values[name])
        found += [self._range(name, named) for name, named in of_any.items() if named.range != "real"]
        return found + [self._mean_law(name) for name, named in quantities.items() if named.mean_of]

    def _function(self, named: Named, function: Function) -> str:
        bound = [f"({identifier(parameter)} : R)" for parameter in function.parameters]
        if named.depends is not None:
            bound.append(f"({identifier(str(function.outcome))} : {space(self.app.spaces[named.depends])})")
        body = self.writer.real(function.body)
        return f"(fun {' '.join(bound)} => {body})" if bound else f"({body})"

    def _inside(self, named: Named) -> tuple[Room, str, dict[str, Any]]:
        """What is known of new arguments of a function, how they are introduced, and what stands for its own."""
        room, values, facts = self.proof.room, dict[str, Any](), []
        for index in named.index:
            values[index] = self.prover.atoms.new_index()
        if named.depends is not None:
            values[f"{OUTCOME}{named.depends}"] = outcome = self.prover.atoms.new_outcome()
            room = room.with_variable(outcome.name, f"{OUTCOME}{self.app.spaces[named.depends]}")
        names = [identifier(value.name) for value in values.values()]
        for index, text in named.index.items():
            domain = Domain.read(text)
            room = room.with_variable(values[index].name, domain.sort)
            names += [self.prover.named("i")] if domain.sort == "integer" else []
            for relation in domain.relations:
                names.append(self.prover.named("d"))
                facts.append(Fact(self.put(self.theirs.reader.relation(relation), values), names[-1]))
        return room.with_facts(*facts), f"intros {' '.join(names)}." if names else "", values

    def _range(self, name: str, named: Named) -> str:
        """That the values of a function are of its range."""
        room, intros, values = self._inside(named)
        at = Quantity(name, tuple(values[index] for index in named.index), values.get(f"{OUTCOME}{named.depends}"))
        body = self.put(at)
        lines: list[str] = []
        told = [self.prover.whole(room, body)] if named.is_integer else []
        if named.above is not None:
            told.append(self._needed(room, lines, Relation(named.above, ZERO, body), values))
        return self._left_open("\n".join([f"{intros} cbv beta.", *lines, each(told)]))

    def _mean_law(self, name: str) -> str:
        """That what stands for a conditional law is one."""
        function, indices = self.app.functions[name], self.other.model.quantities[name].index
        law: Any = function.body
        room, intros, values = self._inside(Named(index=indices))
        own = dict(zip(function.parameters, values.values(), strict=True))
        known = self.text.scope.statement.names.law_of(law.name)
        inside = {index: substituted(one, own) for index, one in zip(known.index, law.arguments, strict=True)}
        lines: list[str] = []
        found = [self.writer.real(one) for one in inside.values()]
        for index, text in known.index.items():
            found += self._whole(room, lines, Domain.read(text).sort, inside[index])
            for relation in Domain.read(text).relations:
                put = substituted(self.text.scope.reader.relation(relation), inside)
                found.append(self.prover.shown(room, put, lines))
        head = self.proof.more[len(self.proof.more) - len(self.laws) + self.laws.index(law.name)]
        return self._left_open(f"{intros} {' '.join(lines)} exact ({' '.join([head, *found])}).")

    # Hypotheses

    def _hypothesis(self, given: Given) -> str:
        """A hypothesis, at new values of its variables, is what a step says, or known."""
        sequent = self.theirs.sequent(given.formula, given.where)
        fixed = set(self.other.model.parameters)
        own = sorted(self.theirs.variables(sequent.formula, *sequent.where) - fixed)
        room, names, new, lines = self.proof.room, list[str](), dict[str, Any](), list[str]()
        for name in own:
            new[name] = self.prover.atoms.new_outcome() if name.startswith(OUTCOME) else self.prover.atoms.new_index()
            names.append(identifier(new[name].name))
            room = room.with_variable(new[name].name, self.app._sort(name))
        known = [fact for name in own for fact in self._of_variable(name, new, names)]
        for condition in sequent.where:
            names.append(self.prover.named("c"))
            known.append(Fact(self.put(condition, new), names[-1]))
        room = room.with_facts(*known)
        last = self._needed(room, lines, self.put(sequent.formula, new), new)
        needed = [] if self.rule else duties(sequent.formula, self.other.names)
        proofs = [self._duty(room, self._put_duty(duty, new)) for duty in needed]
        intros = f"intros {' '.join(names)}." if names else ""
        return self._left_open("\n".join([f"{intros} cbv beta.", *lines, each([*proofs, last])]))

    def _of_variable(self, name: str, new: dict[str, Any], names: list[str]) -> list[Fact]:
        if name.startswith(OUTCOME):
            return []
        names += [self.prover.named("i")] if self.theirs.sort(name) == "integer" else []
        found = []
        for relation in self.app._domain(name, new):
            names.append(self.prover.named("d"))
            found.append(Fact(relation, names[-1]))
        return found

    def _needed(self, room: Room, lines: list[str], needed: Formula, new: dict[str, Any]) -> str:
        for used in self._uses:
            for values in self.app._renamings(used, needed, list(new.values())):
                try:
                    inner, proved = self.instances.at(room, lines, used.step, values)
                except Stuck:
                    continue
                return self._all(inner, conjuncts(needed), proved)
        return each([self.prover.follow(room, part) for part in conjuncts(needed) if isinstance(part, Relation)])

    def _put_duty(self, duty: Duty, new: dict[str, Any] | None = None) -> Duty:
        """What the other statement needs to be defined, in the terms of this one."""
        binders = tuple(
            type(one)(
                one.variable,
                None if one.ends is None else (self.put(one.ends[0], new), self.put(one.ends[1], new)),
                self.app.spaces.get(one.space, one.space),
            )
            for one in duty.binders
        )
        relation = None if duty.relation is None else self.put(duty.relation, new)
        return Duty(binders, relation, None if duty.nonzero is None else self.put(duty.nonzero, new))

    def _duty(self, room: Room, duty: Duty) -> str:
        room, opening, ground = opened_duty(self.prover, room, duty)
        if ground.relation is not None:
            return f"{opening} {self.prover.follow(room, ground.relation)}"
        return f"{opening} {self.prover.not_zero(room, ground.nonzero)}"

    # What follows

    def _goal(self) -> str:
        """The goal is all that is said, or one relation of it."""
        wanted = conjuncts(self.goal)
        said = [self.put(part) for part in conjuncts(self.theirs.reader.formula(self.other.formula))]
        if len(wanted) == len(said) > 1:
            proved = [self._said(place) for place in range(len(said))]
            return self._all(self.proof.room, conjuncts(self.text.goal.formula), proved)
        for place, part in enumerate(said):
            if self.text.scope.forms.equal(part, self.goal):
                relation, proof = self._said(place)
                return self._same(self.proof.room, self.text.goal.formula, relation, proof)
        raise Stuck("another conclusion")

    def _all(self, room: Room, wanted: Sequence[Any], proved: Sequence[Proved]) -> str:
        return each([self._same(room, part, *found) for part, found in zip(wanted, proved, strict=True)])

    def _same(self, room: Room, wanted: Any, said: Any, proof: str) -> str:
        """A formula from one with the same normal form."""
        if isinstance(wanted, Relation) and isinstance(said, Relation):
            turned = wanted.operator == "=" and room.gap(wanted) != room.gap(said)
            return self.prover.combine(room, wanted, [(number(Fraction(-1)) if turned else ONE, Fact(said, proof))])
        if self.writer.formula(wanted) == self.writer.formula(said):
            return f"exact {proof}."
        raise Stuck("independence of other terms")
