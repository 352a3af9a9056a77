"""The statement of a step: a few short functions, for this is what is trusted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from dpassay.proofs_check.coq.formulas import Writer, identifier, space
from dpassay.proofs_check.coq.steps.definedness import Duty, duties
from dpassay.proofs_check.proof.names import Domain, Named
from dpassay.proofs_check.proof.sequents import Scope, Sequent
from dpassay.proofs_check.proof.terms import OUTCOME, Formula, Node, Quantity, parts


@dataclass(frozen=True)
class StepText:
    """A step as a proposition.

    Attributes:
        scope: the names of the statement.
        known: the facts, the hypotheses and the earlier steps.
        goal: what the step says.
        cited: the names of what it rests on.
        more: further premises.
        also: the quantities that occur in these.
    """

    scope: Scope
    known: Mapping[str, Sequent]
    goal: Sequent
    cited: Sequence[str]
    more: tuple[str, ...] = ()
    also: frozenset[str] = frozenset()

    @cached_property
    def writer(self) -> Writer:
        """Writes formulas."""
        return Writer(self.scope.statement.names)

    @cached_property
    def statement(self) -> str:
        """The proposition."""
        premises = [*self.on_parameters, *(text for _, text in self.ranges)]
        premises += [*(self.sequent(self.known[name]) for name in self.cited), *self.more]
        lines = [f"forall {' '.join(self.bound)}," if self.bound else "", *(f"{premise} ->" for premise in premises)]
        return "\n  ".join([*filter(None, lines), self.sequent(self.goal)])

    @cached_property
    def bound(self) -> list[str]:
        """The spaces, parameters and quantities with their types."""
        names = self.scope.statement.names
        used = [names.quantities[name] for name in self.quantities]
        outcomes = [name for name in self._outcomes if not any(name in (one.space, one.given) for one in used)]
        spaces = sorted({one for named in used for one in (named.space, named.given) if one} | set(outcomes))
        return [
            *(f"({space(name)} : Type)" for name in spaces),
            *(f"({identifier(name)} : R)" for name in self.scope.statement.model.parameters),
            *(f"(q_{name} : {self.writer.kind(names.quantities[name])})" for name in self.quantities),
        ]

    @property
    def _outcomes(self) -> list[str]:
        sequents = [self.goal, *(self.known[name] for name in self.cited)]
        found = {name for one in sequents for name in self.own(one) if name.startswith(OUTCOME)}
        return sorted(name.removeprefix(OUTCOME) for name in found)

    @cached_property
    def quantities(self) -> list[str]:
        """The quantities and laws that occur, in the order of the model."""
        nodes: list[Node] = [r for name in self.scope.parameters for r in self.scope.domain_relations(name)]
        for sequent in (self.goal, *(self.known[name] for name in self.cited)):
            nodes += [sequent.formula, *sequent.where]
            nodes += [r for name in self._plain(sequent) for r in self.scope.domain_relations(name)]
        found = {part.name for node in nodes for part in parts(node) if isinstance(part, Quantity)}
        return [name for name in self.scope.statement.model.quantities if name in found | self.also]

    @cached_property
    def on_parameters(self) -> list[str]:
        """The domains of the parameters."""
        return [text for name in self.scope.statement.model.parameters for text in self.domain(name)]

    def domain(self, name: str) -> Iterator[str]:
        """What is known of a variable."""
        if self.scope.sort(name) == "integer":
            yield f"is_int {identifier(name)}"
        yield from map(self.writer.formula, self.scope.domain_relations(name))

    @cached_property
    def ranges(self) -> list[tuple[str, str]]:
        """What is known of all values of quantities, with their names."""
        quantities = self.scope.statement.names.quantities
        return [
            (name, self._range(name, quantities[name])) for name in self.quantities if quantities[name].range != "real"
        ]

    def _range(self, name: str, named: Named) -> str:
        arguments = [identifier(index) for index in named.index]
        bound = [f"({argument} : R)" for argument in arguments]
        if named.depends is not None:
            arguments.append(identifier(f"{OUTCOME}{named.depends}"))
            bound.append(f"({arguments[-1]} : {space(named.depends)})")
        value = " ".join([f"q_{name}", *arguments])
        told = [f"is_int ({value})"] if named.is_integer else []
        told += [f"0 {named.above} {value}"] if named.above is not None else []
        where: list[str] = []
        for index, text in named.index.items():
            domain = Domain.read(text)
            where += [f"is_int {identifier(index)}"] if domain.sort == "integer" else []
            where += [self.writer.formula(self.scope.reader.relation(relation)) for relation in domain.relations]
        return for_all(bound, where, " /\\ ".join(told))

    def own(self, sequent: Sequent) -> list[str]:
        """The variables of a sequent, those of outcomes among them."""
        return sorted(self.scope.variables(sequent.formula, *sequent.where) - self.scope.parameters)

    def _plain(self, sequent: Sequent) -> list[str]:
        return [name for name in self.own(sequent) if not name.startswith(OUTCOME)]

    def premises(self, sequent: Sequent) -> list[str]:
        """The domains of the variables of a sequent, and its conditions."""
        domains = [text for name in self._plain(sequent) for text in self.domain(name)]
        return [*domains, *map(self.writer.formula, sequent.where)]

    def duties(self, formula: Formula) -> list[Duty]:
        """What a formula needs to be defined."""
        return duties(formula, self.scope.statement.names)

    def said(self, formula: Formula) -> str:
        """A formula is defined, and holds."""
        defined = [duty.text(self.writer) for duty in self.duties(formula)]
        return " /\\ ".join([*defined, self.writer.formula(formula)])

    def sequent(self, sequent: Sequent) -> str:
        """What a sequent says, for all values of its variables."""
        bound = [f"({identifier(name)} : {self._sort(name)})" for name in self.own(sequent)]
        return for_all(bound, self.premises(sequent), self.said(sequent.formula))

    @staticmethod
    def _sort(name: str) -> str:
        return space(name.removeprefix(OUTCOME)) if name.startswith(OUTCOME) else "R"


def for_all(bound: Sequence[str], needed: Iterable[str], said: str) -> str:
    """A proposition for all values of some variables that meet some others."""
    whole = " -> ".join([*needed, said])
    return f"(forall {' '.join(bound)}, {whole})" if bound else f"({whole})"
