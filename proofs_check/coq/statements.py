"""Statements, such as rules and lemmas, as propositions of Coq, whole or without one of their conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from dpassay.proofs_check.coq.formulas import Writer, identifier, space
from dpassay.proofs_check.proof.names import Domain, Named
from dpassay.proofs_check.proof.sequents import Scope, Sequent
from dpassay.proofs_check.proof.statements import Statement
from dpassay.proofs_check.proof.terms import OUTCOME, Formula

INDENT: Final = "  "


@dataclass(frozen=True)
class Condition:
    """What a statement asks for: a hypothesis, a relation of a domain, an integer, a range, a conditional law."""

    kind: str
    name: str
    text: str = ""


def conditions(statement: Statement) -> list[Condition]:
    """All of them."""
    model = statement.model
    domains = {name: Domain.read(text) for name, text in model.parameters.items()}
    found = [Condition("domain", name, text) for name, domain in domains.items() for text in domain.relations]
    found += [Condition("integer", name) for name, domain in domains.items() if domain.sort == "integer"]
    found += [Condition("range", name) for name, known in model.quantities.items() if known.range != "real"]
    found += [Condition("conditional", name) for name, known in model.quantities.items() if known.mean_of]
    return found + [Condition("hypothesis", name, given.formula) for name, given in statement.given.items()]


def spaces_of(quantities: Iterable[Named]) -> set[str]:
    """The spaces of outcomes that quantities and laws speak of."""
    return {name for known in quantities for name in (known.space, known.given) if name}


@dataclass(frozen=True)
class StatementWriter:
    """Writes one statement on anything, such as a rule, where it leaves out one condition or none."""

    statement: Statement
    without: Condition | None = None

    @property
    def _scope(self) -> Scope:
        return Scope(self.statement)

    @property
    def _writer(self) -> Writer:
        return Writer(self.statement.names)

    def text(self) -> str:
        """The proposition: for all numbers and functions, wherever what is asked of them holds, the formula does."""
        model = self.statement.model
        bound = [f"({space(name)} : Type)" for name in sorted(self.spaces)]
        bound += [f"({identifier(name)} : R)" for name in model.parameters]
        bound += [f"(q_{name} : {self._writer.kind(known)})" for name, known in self.quantities.items()]
        needed = [*self._parameters(), *self._ranges(), *self._conditional(), *self._hypotheses()]
        said = self.conclusion()
        lines = [f"forall {' '.join(bound)},"] if bound else []
        return f"\n{INDENT}".join([*lines, *(f"{premise} ->" for premise in needed), said])

    def conclusion(self) -> str:
        """The formula wherever the conditions hold."""
        scope = self._scope
        return self.sequent(scope.sequent(self.statement.formula, self.statement.where))

    @property
    def quantities(self) -> Mapping[str, Named]:
        """The quantities and laws that it is said of all of."""
        return self.statement.model.quantities

    @property
    def spaces(self) -> set[str]:
        """The spaces of outcomes that it is said of all of."""
        return spaces_of(self.quantities.values())

    def _is_left_out(self, kind: str, name: str, text: str = "") -> bool:
        return self.without == Condition(kind, name, text)

    def _parameters(self) -> Iterator[str]:
        for name, text in self.statement.model.parameters.items():
            yield from self._domain(name, text)

    def _domain(self, name: str, text: str) -> Iterator[str]:
        """What lies in a domain is an integer where it says so, and meets its relations."""
        domain = Domain.read(text)
        if domain.sort == "integer" and not self._is_left_out("integer", name):
            yield f"is_int {identifier(name)}"
        for relation in domain.relations:
            if not self._is_left_out("domain", name, relation):
                yield self._writer.formula(self._scope.reader.relation(relation))

    def _ranges(self) -> Iterator[str]:
        """What is known of all values of a quantity, at arguments of its domain."""
        for name, known in self.quantities.items():
            if known.range == "real" or self._is_left_out("range", name):
                continue
            arguments = [identifier(index) for index in known.index]
            bound = [f"({argument} : R)" for argument in arguments]
            if known.depends is not None:
                arguments.append(identifier(f"{OUTCOME}{known.depends}"))
                bound.append(f"({arguments[-1]} : {space(known.depends)})")
            value = " ".join([f"q_{name}", *arguments])
            told = [f"is_int ({value})"] if known.is_integer else []
            told += [f"0 {known.above} ({value})"] if known.above is not None else []
            where = [premise for index, text in known.index.items() for premise in self._domain(index, text)]
            yield _for_all(bound, where, " /\\ ".join(told))

    def _conditional(self) -> Iterator[str]:
        for name, known in self.statement.model.quantities.items():
            if known.mean_of is None or self._is_left_out("conditional", name):
                continue
            law = " ".join([f"q_{name}", *map(identifier, known.index)])
            bound = [f"({identifier(index)} : R)" for index in known.index]
            where = [premise for index, text in known.index.items() for premise in self._domain(index, text)]
            yield _for_all(bound, where, f"mean_law {f'({law})' if bound else law} q_{known.mean_of}")

    def _hypotheses(self) -> Iterator[str]:
        for name, given in self.statement.given.items():
            if not self._is_left_out("hypothesis", name, given.formula):
                yield self.sequent(self._scope.sequent(given.formula, given.where))

    def sequent(self, sequent: Sequent) -> str:
        """A formula for all values of its variables in their domains where its conditions hold."""
        scope, names = self._scope, self.statement.names
        own = sorted(scope.variables(sequent.formula, *sequent.where) - scope.parameters)
        bound = [f"({identifier(name)} : {self._sort(name)})" for name in own]
        domains = [
            premise
            for name in own
            if not name.startswith(OUTCOME)
            for premise in self._domain(name, names.variables[name])
        ]
        needed = [*domains, *(self._writer.formula(condition) for condition in sequent.where)]
        return _for_all(bound, needed, self.said(sequent.formula))

    def said(self, formula: Formula) -> str:
        """What a formula says."""
        return self._writer.formula(formula)

    @staticmethod
    def _sort(name: str) -> str:
        return space(name.removeprefix(OUTCOME)) if name.startswith(OUTCOME) else "R"


def _for_all(bound: list[str], needed: list[str], said: str) -> str:
    """A proposition for all values of some variables that meet some others; in brackets where there is any of these."""
    whole = " -> ".join([*needed, said])
    return f"(forall {' '.join(bound)}, {whole})" if bound else f"({whole})" if needed else whole


def proposition(statement: Statement, without: Condition | None = None) -> str:
    """A statement on anything as a proposition; without a condition, it is what the statement would be without."""
    return StatementWriter(statement, without).text()


def theorem_name(name: str) -> str:
    """The name of a rule or lemma in Coq: "Hoeffding's lemma" is hoeffdings_lemma."""
    return "_".join("".join(c for c in name.lower() if c.isalnum() or c in " -_").replace("-", " ").split())
