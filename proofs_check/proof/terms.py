"""Terms and formulas. What a kernel formula has, and named quantities, sums, expectations and indicators.

A bound variable has no name: ``Bound(0)`` is that of the innermost binder around it. So nothing can be captured when a
term is put in the place of a variable. The outcome of a random quantity is a variable too: that of the space ``s`` is
``@s``, and an expectation binds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import count
from typing import Any, Final, TypeAlias

from dpassay.proofs_check.kernel.expressions import Call, Number, Power, Product, Sum, Variable


@dataclass(frozen=True, slots=True)
class Bound:
    """The variable of a binder: 0 is that of the innermost one."""

    index: int


@dataclass(frozen=True, slots=True)
class Quantity:
    """A named quantity or law at its arguments; ``outcome`` where it is random."""

    name: str
    arguments: tuple[Term, ...] = ()
    outcome: Term | None = None


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of ``body`` over all integers from ``low`` to ``high``; it binds one variable in the body."""

    body: Term
    low: Term
    high: Term


@dataclass(frozen=True, slots=True)
class Mean:
    """The expectation of ``body`` under a law; it binds the outcome in the body."""

    body: Term
    law: Quantity


@dataclass(frozen=True, slots=True)
class Indicator:
    """1 where the relation holds, and 0 elsewhere."""

    relation: Relation


@dataclass(frozen=True, slots=True)
class Relation:
    """left < right, left <= right or left = right."""

    operator: str
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Independent:
    """The values of ``body`` for all integers from ``low`` to ``high`` are independent under a law.

    The body binds the integer (outside) and the outcome (inside).
    """

    body: Term
    low: Term
    high: Term
    law: Quantity


@dataclass(frozen=True, slots=True)
class All:
    """Each of the relations holds."""

    relations: tuple[Relation, ...]


Term: TypeAlias = Number | Variable | Sum | Product | Power | Call | Bound | Quantity | Total | Mean | Indicator
Formula: TypeAlias = Relation | Independent | All
Node: TypeAlias = Term | Formula

ZERO: Final = Number(Fraction(0))
ONE: Final = Number(Fraction(1))
OUTCOME: Final = "@"
"""What the names of outcomes begin with."""
CONTRARY: Final = {"<=": "<", "<": "<="}
"""The operator of what holds where an inequality does not."""
_NUMBERS: Final = count()


def fresh(name: str) -> Variable:
    """Return a new variable, told like one; its name is no other's, whoever asks."""
    return Variable(f"{name} {next(_NUMBERS)}")


def contrary(relation: Relation) -> Relation:
    """What holds where an inequality does not."""
    return Relation(CONTRARY[relation.operator], relation.right, relation.left)


def conjuncts(formula: Formula) -> tuple[Formula, ...]:
    """The formulas that all have to hold for this one."""
    return formula.relations if isinstance(formula, All) else (formula,)


def difference(left: Any, right: Any) -> Term:
    """Return left - right."""
    return Sum(left, Product(Number(Fraction(-1)), right))


def transformed(node: Node, change: Callable[[Node, int], Any], depth: int = 0) -> Any:  # noqa: C901, PLR0911  # one form a line
    """Replace every part for which ``change`` returns something; ``depth`` counts the binders around it."""
    replaced = change(node, depth)
    if replaced is not None:
        return replaced

    def inside(part: Node, binders: int = 0) -> Any:
        return transformed(part, change, depth + binders)

    match node:
        case Sum(left, right) | Product(left, right):
            return type(node)(inside(left), inside(right))
        case Power(base, exponent):
            return Power(inside(base), exponent)
        case Call(function, argument):
            return Call(function, inside(argument))
        case Quantity(name, arguments, outcome):
            return Quantity(name, tuple(map(inside, arguments)), None if outcome is None else inside(outcome))
        case Total(body, low, high):
            return Total(inside(body, 1), inside(low), inside(high))
        case Mean(body, law):
            return Mean(inside(body, 1), inside(law))
        case Indicator(relation):
            return Indicator(inside(relation))
        case Relation(operator, left, right):
            return Relation(operator, inside(left), inside(right))
        case Independent(body, low, high, law):
            return Independent(inside(body, 2), inside(low), inside(high), inside(law))
        case All(relations):
            return All(tuple(map(inside, relations)))
    return node


def parts(node: Node) -> Iterator[Node]:
    """Yield the node and all parts of it."""
    found: list[Node] = []
    transformed(node, lambda part, _: found.append(part))
    yield from found


@cache
def free(node: Node) -> frozenset[str]:
    """Return the names of the variables that are free."""
    return frozenset(part.name for part in parts(node) if isinstance(part, Variable))


def free_in(*nodes: Node) -> frozenset[str]:
    """Return the names that are free in any of them."""
    return frozenset().union(*map(free, nodes))


@dataclass(frozen=True, slots=True)
class Function:
    """A term with parameters, and with an outcome where it is random: what stands for a function variable."""

    parameters: tuple[str, ...]
    body: Term
    outcome: str | None = None


def substituted(node: Node, values: Mapping[str, Term], functions: Mapping[str, Function] | None = None) -> Any:
    """Put terms in the place of free variables, and functions in that of quantities and laws, all at once."""
    known = functions or {}

    def change(part: Node, depth: int) -> Any:
        if isinstance(part, Variable) and part.name in values:
            return lifted(values[part.name], depth)
        if not isinstance(part, Quantity) or part.name not in known:
            return None
        function = known[part.name]
        inner = [transformed(argument, change, depth) for argument in part.arguments]
        inside = dict(zip(function.parameters, inner, strict=True))
        if part.outcome is not None:
            inside[str(function.outcome)] = transformed(part.outcome, change, depth)
        return substituted(function.body, inside)

    return transformed(node, change) if free(node) & set(values) or known else node


def lifted(term: Node, by: int) -> Any:
    """Return a term as it stands below ``by`` more binders: its own loose bound variables are those further out."""
    if by == 0:
        return term
    return transformed(
        term, lambda part, depth: Bound(part.index + by) if isinstance(part, Bound) and part.index >= depth else None
    )


def closed(term: Node, name: str) -> Any:
    """Bind a variable: it becomes that of a new innermost binder around the term."""

    def change(part: Node, depth: int) -> Any:
        if isinstance(part, Bound) and part.index >= depth:
            return Bound(part.index + 1)
        return Bound(depth) if part == Variable(name) else None

    return transformed(term, change)


def opened(body: Node, value: Term) -> Any:
    """Put a term in the place of the variable of the innermost binder, which is taken away."""

    def change(part: Node, depth: int) -> Any:
        if not isinstance(part, Bound) or part.index < depth:
            return None
        return lifted(value, depth) if part.index == depth else Bound(part.index - 1)

    return transformed(body, change)
