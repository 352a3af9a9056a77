"""What Coq is told of rules and lemmas is read back, by a second text: the same domains, hypotheses and formulas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from dpassay.proofs_check.coq.formulas import identifier
from dpassay.proofs_check.coq.lemmas import LEMMAS
from dpassay.proofs_check.coq.statements import proposition
from dpassay.proofs_check.kernel.expressions import Variable
from dpassay.proofs_check.proof.names import Domain, Named
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import Given, Statement
from dpassay.proofs_check.proof.terms import Independent, Quantity, Relation, closed, conjuncts, free, substituted
from tests.proofs_check.coq.steps.reading_back import ForAll, IsInteger, Reader, plain

STATEMENTS = {**RULES, **LEMMAS}


class RulesReader(Reader):
    """Reads what only rules and lemmas say: independence, and that a law is the conditional one of another."""

    def relation(self) -> Any:
        match self.here():
            case "independent":
                self.next()
                law, low, high = self.bracketed(), self.bracketed(), self.bracketed()
                return Independent(self.of_two(), low, high, law)
            case "mean_law":
                self.next()
                return ("mean_law", self.bracketed(), self.bracketed())
        return super().relation()

    def of_two(self) -> Any:
        self.next("(")
        self.next("fun")
        (index, _), (outcome, _) = self.bound()
        self.next("=>")
        body = self.term()
        self.next(")")
        return closed(closed(body, index), outcome)


def read(statement: Statement) -> ForAll:
    random = frozenset(name for name, known in statement.model.quantities.items() if known.depends is not None)
    found: ForAll = RulesReader(proposition(statement), random).whole()
    return found


def named(node: Any) -> Any:
    """A formula with the names that its variables have in Coq."""
    return plain(substituted(node, {name: Variable(identifier(name)) for name in free(node)}))


def of_domain(scope: Scope, name: str, text: str) -> list[Any]:
    domain = Domain.read(text)
    first = [IsInteger(Variable(identifier(name)))] if domain.sort == "integer" else []
    return [*first, *(named(scope.reader.relation(relation)) for relation in domain.relations)]


def sequent(scope: Scope, given: Given) -> ForAll:
    """A formula for all values of its variables."""
    said = scope.sequent(given.formula, given.where)
    own = sorted(scope.variables(said.formula, *said.where) - scope.parameters)
    bound = [(identifier(name), f"S_{name[1:]}" if name.startswith("@") else "R") for name in own]
    domains = [
        one
        for name in own
        if not name.startswith("@")
        for one in of_domain(scope, name, scope.statement.names.variables[name])
    ]
    return ForAll(tuple(bound), (*domains, *map(named, said.where)), tuple(map(named, conjuncts(said.formula))))


def of_values(scope: Scope, known: Named) -> tuple[tuple[tuple[str, str], ...], tuple[Any, ...]]:
    """The arguments of a quantity, and their domains."""
    bound = [(identifier(index), "R") for index in known.index]
    if known.depends is not None and not known.law:
        bound.append((identifier(f"@{known.depends}"), f"S_{known.depends}"))
    return tuple(bound), tuple(one for index, text in known.index.items() for one in of_domain(scope, index, text))


def expected(statement: Statement) -> Iterator[ForAll]:
    """The premises, and at the end the conclusion."""
    scope, model = Scope(statement), statement.model
    for name, text in model.parameters.items():
        for one in of_domain(scope, name, text):
            yield ForAll((), (), (one,))
    for name, known in model.quantities.items():
        if known.range != "real":
            bound, domains = of_values(scope, known)
            yield ForAll(bound, domains, (name, known.range))
    for name, known in model.quantities.items():
        if known.mean_of is not None:
            bound, domains = of_values(scope, known)
            yield ForAll(bound, domains, ("mean_law", name, known.mean_of))
    for given in statement.given.values():
        yield sequent(scope, given)
    yield sequent(scope, Given(statement.formula, statement.where))


def flat(found: ForAll) -> Iterator[ForAll]:
    """The premises, each as if it had variables, and the conclusion."""
    for one in found.needed:
        yield one if isinstance(one, ForAll) else ForAll((), (), (one,))
    if found.said and isinstance(found.said[0], ForAll):
        yield found.said[0]
    else:
        yield ForAll((), (), found.said)


def of_range(part: ForAll) -> ForAll:
    """That values are of a range, or a law a conditional one, told as in ``expected``."""
    said: tuple[Any, ...] = part.said
    match said:
        case (("mean_law", law, whole),):
            return replace(part, said=("mean_law", law.name, whole.name))
        case (IsInteger(term), Relation(operator, _, _)):
            return replace(part, said=(term.name, "positive integer" if operator == "<" else "integer at least 0"))
        case (IsInteger(term),):
            return replace(part, said=(term.name, "integer"))
        case (Relation(operator, _, Quantity(name)),):
            return replace(part, said=(name, "positive" if operator == "<" else "at least 0"))
    raise AssertionError(part)


def same(statement: Statement, found: ForAll) -> bool:
    ours, theirs = list(expected(statement)), list(flat(found))
    if len(ours) != len(theirs):
        return False
    for mine, yours in zip(ours, theirs, strict=True):
        of_a_function = bool(mine.said) and isinstance(mine.said[0], str)
        if mine != (of_range(yours) if of_a_function else yours):
            return False
    return True


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_is_read_back(name: str) -> None:
    statement = STATEMENTS[name]
    found = read(statement)
    assert same(statement, found)
    names = [*(f"v_{one}" for one in statement.model.parameters), *(f"q_{one}" for one in statement.model.quantities)]
    assert [one for one, kind in found.bound if kind != "Type"] == names


@pytest.mark.parametrize("name", STATEMENTS)
def test_another_statement_is_noticed(name: str) -> None:
    statement = STATEMENTS[name]
    found = read(statement)
    assert not same(replace(statement, where=(*statement.where, "0 < 1")), found)
    for given in statement.given:
        fewer = {one: what for one, what in statement.given.items() if one != given}
        assert not same(replace(statement, given=fewer), found)
