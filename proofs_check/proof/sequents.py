"""What is established so far, and its use at other values.

A sequent is read as: for every setting of the model, all values of its variables in their domains and all outcomes,
where its conditions hold, its formula is defined and holds. So it may be used at any values that are shown to lie in
the domains and to meet the conditions. The parameters of the model are fixed: no value is put in their place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from dpassay.proofs_check.kernel.expressions import Variable
from dpassay.proofs_check.kernel.rejected import Rejected, insist
from dpassay.proofs_check.proof.context import Context
from dpassay.proofs_check.proof.duties import Duty, duties, of_value
from dpassay.proofs_check.proof.names import Domain
from dpassay.proofs_check.proof.normal_form import Forms
from dpassay.proofs_check.proof.reading import Reader, written
from dpassay.proofs_check.proof.statements import Statement
from dpassay.proofs_check.proof.terms import OUTCOME, Formula, Node, Relation, Term, free, free_in, substituted


@dataclass(frozen=True, slots=True)
class Sequent:
    """A formula that holds wherever its conditions do."""

    formula: Formula
    where: tuple[Relation, ...] = ()


@dataclass(frozen=True)
class Scope:
    """The names of a statement: reads its formulas, and tells what is known of the variables in them."""

    statement: Statement

    @cached_property
    def reader(self) -> Reader:
        """Reads the formulas of the statement."""
        return Reader(self.statement.names)

    @cached_property
    def forms(self) -> Forms:
        """Normal forms, which know the variables and quantities that are positive by their own domains and ranges."""

        def is_positive(name: str) -> bool:
            alone = Context(self.statement.names, Forms(), {}, self.domain_relations(name))
            return ("variable", name) in alone.positive_atoms()

        names = self.statement.names
        quantities = (name for name, quantity in names.quantities.items() if quantity.above == "<")
        return Forms(frozenset(filter(is_positive, names.variables)) | frozenset(quantities))

    @property
    def parameters(self) -> frozenset[str]:
        """The variables that the setting fixes."""
        return frozenset(self.statement.model.parameters)

    @cached_property
    def _domains(self) -> dict[str, tuple[Relation, ...]]:
        return {}

    def domain_relations(self, name: str) -> tuple[Relation, ...]:
        """The relations of the domain of a variable."""
        if name not in self._domains:
            self._domains[name] = tuple(map(self.reader.relation, self.statement.names.domain(name).relations))
        return self._domains[name]

    def insist_on_domains(self) -> None:
        """Refuse domains that speak of what is not there, or may have no meaning, and indices named like parameters."""
        names = self.statement.names
        everything = Context(names, self.forms, {name: self.sort(name) for name in names.variables})
        for name in names.variables:
            allowed = self.parameters if name in self.parameters else frozenset(names.variables)
            self._insist_on_relations(name, self.domain_relations(name), allowed, everything)
        for name, quantity in names.quantities.items():
            taken = set(quantity.index) & (set(self.parameters) | set(names.quantities) | set(names.abbreviations))
            insist(not taken, f"an index of {name} is named like something else: {', '.join(sorted(taken))}")
            inside = replace(everything, sorts={**everything.sorts, **dict.fromkeys(quantity.index, "real")})
            for text in quantity.index.values():
                relations = tuple(map(self.reader.relation, Domain.read(text).relations))
                self._insist_on_relations(name, relations, self.parameters | set(quantity.index), inside)

    def _insist_on_relations(
        self, name: str, relations: Iterable[Relation], allowed: frozenset[str], context: Context
    ) -> None:
        for relation in relations:
            if not free(relation) <= allowed:
                raise Rejected(f"the domain of {name}, {written(relation)}, speaks of something else")
            self.insist_on(duties(relation, context))

    def sequent(self, formula: str, where: Iterable[str]) -> Sequent:
        """Read a formula with its conditions."""
        return Sequent(self.reader.formula(formula), tuple(map(self.reader.relation, where)))

    def variables(self, *nodes: Node) -> frozenset[str]:
        """The variables that are free in formulas, and in the domains of these, and so on."""
        found: frozenset[str] = frozenset()
        waiting = free_in(*nodes)
        while waiting:
            found |= waiting
            domains = [r for name in waiting if not name.startswith(OUTCOME) for r in self.domain_relations(name)]
            waiting = free_in(*domains) - found
        return found

    def context(self, *nodes: Node) -> Context:
        """What is known of the variables of formulas, and of the parameters."""
        context = Context(self.statement.names, self.forms, {})
        for name in sorted(self.variables(*nodes) | self.parameters | self.variables(*self._parameters())):
            context = context.with_variable(name, self.sort(name), *self._relations(name))
        return context

    def _parameters(self) -> list[Relation]:
        return [relation for name in self.parameters for relation in self.domain_relations(name)]

    def _relations(self, name: str) -> tuple[Relation, ...]:
        return () if name.startswith(OUTCOME) else self.domain_relations(name)

    def sort(self, name: str) -> str:
        """The sort of a variable: real, integer, or the space of an outcome."""
        return name if name.startswith(OUTCOME) else self.statement.names.domain(name).sort

    def at(self, sequent: Sequent, values: Mapping[str, Term], context: Context) -> Formula:
        """The formula at some values; ``Rejected`` where they are not shown to be legal, or a variable is left open."""
        own = self.variables(sequent.formula, *sequent.where) - self.parameters
        fixed = set(values) - own
        insist(
            not fixed,
            f"{', '.join(sorted(fixed))}: no value can be put in the place of a parameter, or of what is not there",
        )
        left_open = own - set(values) - set(context.sorts)
        insist(not left_open, f"{', '.join(sorted(left_open))} is left open")
        for name in sorted(own):
            self.insist_on(self._legal(name, values.get(name, Variable(name)), values, context))
        for condition in sequent.where:
            needed = substituted(condition, values)
            if not context.shows(needed):
                raise Rejected(f"the condition {written(needed)} is not shown")
        formula: Formula = substituted(sequent.formula, values)
        return formula

    def _legal(self, name: str, value: Term, values: Mapping[str, Term], context: Context) -> list[Duty]:
        if name.startswith(OUTCOME):
            insist(isinstance(value, Variable) and context.sorts[value.name] == name, f"{written(value)} is no {name}")
            return []
        domain = self.statement.names.domain(name)
        return [*duties(value, context), *of_value(domain, value, values, context, self.reader)]

    @staticmethod
    def insist_on(needed: Iterable[Duty]) -> None:
        """Raise ``Rejected`` for a duty that the context does not show."""
        for duty in needed:
            if not duty.is_evident():
                raise Rejected(f"not shown: {duty}")

    def with_conditions(self, sequent: Sequent, known: Iterable[Relation] = ()) -> Context:
        """The context in which the formula of a sequent stands; its conditions, and it, have a meaning there."""
        context = self.context(sequent.formula, *sequent.where).with_known(known)
        for condition in sequent.where:
            self.insist_on(duties(condition, context))
            context = context.with_known((condition,))
        self.insist_on(duties(sequent.formula, context))
        return context
