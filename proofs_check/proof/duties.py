"""What has to be shown for a formula to have a meaning: no quotient by 0, no log or root below it, indices in range."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dpassay.proofs_check.kernel.expressions import Call, Number, Power, Product, Sum, Variable
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.context import INTEGER, Context
from dpassay.proofs_check.proof.names import Domain
from dpassay.proofs_check.proof.reading import Reader, written
from dpassay.proofs_check.proof.terms import (
    ONE,
    OUTCOME,
    ZERO,
    All,
    Independent,
    Indicator,
    Mean,
    Node,
    Quantity,
    Relation,
    Term,
    Total,
    fresh,
    opened,
    substituted,
)


@dataclass(frozen=True, slots=True)
class Duty:
    """Any one of ``relations`` has to hold in a context; ``integer``: the term has to be an integer, too."""

    context: Context
    relations: tuple[Relation, ...]
    integer: Term | None = None

    def is_evident(self) -> bool:
        """Tell whether the context shows it."""
        if self.integer is not None and not self.context.is_integer(self.integer):
            return False
        return not self.relations or any(self.context.shows(relation) for relation in self.relations)

    def __str__(self) -> str:
        told = [] if self.integer is None else [f"{written(self.integer)} is an integer"]
        return " and ".join([*told, " or ".join(map(written, self.relations))] if self.relations else told)


def duties(node: Node, context: Context) -> Iterator[Duty]:  # noqa: C901, PLR0912  # one form a line or two
    """Yield all that a formula needs to be defined wherever the context holds."""
    match node:
        case Variable(name):
            if name not in context.sorts:
                raise Rejected(f"the variable {name} is not declared")
        case Sum(left, right) | Product(left, right) | Relation(_, left, right):
            yield from duties(left, context)
            yield from duties(right, context)
        case Power(base, exponent):
            yield from duties(base, context)
            if exponent < 0:
                yield Duty(context, (Relation("<", ZERO, base), Relation("<", base, ZERO)))
        case Call(function, argument):
            yield from duties(argument, context)
            if function != "exp":
                yield Duty(context, (Relation("<=" if function == "sqrt" else "<", ZERO, argument),))
        case Quantity():
            yield from _of_quantity(node, context)
        case Indicator(relation):
            yield from duties(relation, context)
        case Mean(body, law):
            yield from _of_quantity(law, context)
            yield from _below_outcome(body, law, context)
        case Total(body, low, high):
            yield from _of_range(low, high, context)
            yield from _below_index(body, low, high, context)
        case Independent(body, low, high, law):
            yield from _of_range(low, high, context)
            yield from _of_quantity(law, context)
            yield from _below_both(node, context)
        case All(relations):
            for relation in relations:
                yield from duties(relation, context)
        case Number():
            return
        case _:
            raise Rejected(f"{written(node)} has no meaning")


def _of_quantity(quantity: Quantity, context: Context) -> Iterator[Duty]:
    """Indices are integers or reals in the range that the model states; an outcome is one of its space."""
    known = context.names.quantities[quantity.name]
    for argument in quantity.arguments:
        yield from duties(argument, context)
    values = dict(zip(known.index, quantity.arguments, strict=True))
    for name, text in known.index.items():
        yield from of_value(Domain.read(text), values[name], values, context, Reader(context.names))
    if quantity.outcome is not None:
        insist_on_outcome(quantity, context)


def of_value(
    domain: Domain, value: Term, values: Mapping[str, Term], context: Context, reader: Reader
) -> Iterator[Duty]:
    """Yield what a value needs to lie in a domain, whose relations may speak of other values."""
    if domain.sort == INTEGER:
        yield Duty(context, (), value)
    for text in domain.relations:
        yield Duty(context, (substituted(reader.relation(text), values),))


def insist_on_outcome(quantity: Quantity, context: Context) -> None:
    """Refuse an outcome of another space."""
    space, outcome = context.names.quantities[quantity.name].depends, quantity.outcome
    if not isinstance(outcome, Variable) or context.sorts.get(outcome.name) != f"{OUTCOME}{space}":
        raise Rejected(f"{quantity.name} is a function of an outcome of {space}")


def _of_range(low: Any, high: Any, context: Context) -> Iterator[Duty]:
    yield from duties(low, context)
    yield from duties(high, context)
    yield Duty(context, (), low)
    yield Duty(context, (Relation("<=", low, Sum(high, ONE)),), high)


def _below_outcome(body: Term, law: Quantity, context: Context) -> Iterator[Duty]:
    outcome, space = fresh("outcome"), context.names.law_of(law.name).space
    yield from duties(opened(body, outcome), context.with_variable(outcome.name, f"{OUTCOME}{space}"))


def _below_index(body: Term, low: Term, high: Term, context: Context) -> Iterator[Duty]:
    index = fresh("index")
    inside = context.with_variable(index.name, INTEGER, Relation("<=", low, index), Relation("<=", index, high))
    yield from duties(opened(body, index), inside)


def _below_both(node: Independent, context: Context) -> Iterator[Duty]:
    outcome, space = fresh("outcome"), context.names.law_of(node.law.name).space
    inside = context.with_variable(outcome.name, f"{OUTCOME}{space}")
    yield from _below_index(opened(node.body, outcome), node.low, node.high, inside)
