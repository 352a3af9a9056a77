"""What a formula needs to have a meaning, as propositions: no quotient by 0, no log or root below it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from dpassay.proofs_check.coq.formulas import Writer, identifier, space
from dpassay.proofs_check.kernel.expressions import Call, Number, Power, Product, Sum, Variable
from dpassay.proofs_check.proof.names import Names
from dpassay.proofs_check.proof.terms import (
    OUTCOME,
    ZERO,
    All,
    Independent,
    Indicator,
    Mean,
    Quantity,
    Relation,
    Term,
    Total,
    opened,
    substituted,
)


@dataclass(frozen=True, slots=True)
class Binder:
    """A variable of a sum, with its ends, or of an expectation, with the space of its outcomes."""

    variable: Variable
    ends: tuple[Term, Term] | None = None
    space: str = ""

    def substituted(self, values: Mapping[str, Term]) -> Binder:
        """The binder with terms in the place of other variables in its ends."""
        if self.ends is None:
            return self
        low, high = (substituted(end, values) for end in self.ends)
        return replace(self, ends=(low, high))


@dataclass(frozen=True, slots=True)
class Duty:
    """A relation that holds, or a term that is not 0, for all values of the variables of some binders."""

    binders: tuple[Binder, ...]
    relation: Relation | None = None
    nonzero: Any = None

    def at(self, value: Variable) -> Duty:
        """The duty at a value of its outermost variable."""
        first, *rest = self.binders
        return replace(self, binders=tuple(rest)).substituted({first.variable.name: value})

    def substituted(self, values: Mapping[str, Term]) -> Duty:
        """The duty with terms in the place of free variables."""
        return Duty(
            tuple(binder.substituted(values) for binder in self.binders),
            None if self.relation is None else substituted(self.relation, values),
            None if self.nonzero is None else substituted(self.nonzero, values),
        )

    def text(self, writer: Writer) -> str:
        """The duty as a proposition."""
        said = f"{writer.real(self.nonzero)} <> 0" if self.relation is None else writer.formula(self.relation)
        for binder in reversed(self.binders):
            said = f"forall {_bound(binder, writer)}{said}"
        return f"({said})" if self.binders else said


def _bound(binder: Binder, writer: Writer) -> str:
    name = identifier(binder.variable.name)
    if binder.ends is None:
        return f"{name} : {space(binder.space)}, "
    low, high = map(writer.real, binder.ends)
    return f"{name} : R, is_int {name} -> {low} <= {name} -> {name} <= {high} -> "


def duties(node: Any, names: Names) -> list[Duty]:
    """All that a formula needs, each once."""
    found: dict[Duty, None] = {}
    for duty in _duties(node, names, ()):
        found.setdefault(duty)
    return list(found)


def _duties(node: Any, names: Names, binders: tuple[Binder, ...]) -> Iterator[Duty]:  # one form a line
    match node:
        case Sum(left, right) | Product(left, right) | Relation(_, left, right):
            yield from _duties(left, names, binders)
            yield from _duties(right, names, binders)
        case Power(base, exponent):
            yield from _duties(base, names, binders)
            if exponent < 0 and not (isinstance(base, Number) and base.value):
                yield Duty(binders, nonzero=base)
        case Call(function, argument):
            yield from _duties(argument, names, binders)
            if function != "exp" and not (isinstance(argument, Number) and argument.value > 0):
                yield Duty(binders, Relation("<=" if function == "sqrt" else "<", ZERO, argument))
        case Quantity(_, arguments, _) | All(arguments):
            for part in arguments:
                yield from _duties(part, names, binders)
        case Indicator(relation):
            yield from _duties(relation, names, binders)
        case Mean() | Total() | Independent():
            yield from _below(node, names, binders)


def _below(node: Any, names: Names, binders: tuple[Binder, ...]) -> Iterator[Duty]:
    inner = binders
    body: Any = node.body
    law: Any = getattr(node, "law", None)
    if law is not None:
        yield from _duties(node.law, names, binders)
        outcome = Variable(f"{OUTCOME}{len(inner) + 1}d")
        inner = (*inner, Binder(outcome, space=str(names.law_of(node.law.name).space)))
        body = opened(body, outcome)
    if isinstance(node, Total | Independent):
        yield from _duties(node.low, names, binders)
        yield from _duties(node.high, names, binders)
        index = Variable(f"{len(inner) + 1}d")
        inner = (*inner, Binder(index, (node.low, node.high)))
        body = opened(body, index)
    yield from _duties(body, names, inner)
