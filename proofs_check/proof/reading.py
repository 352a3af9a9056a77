"""Formulas as text: read and written.

``sum(L(t), t, 1, T)`` binds t; ``E(X)`` is the expectation under the law ``P``, ``E(X, y(t))`` that under ``y(t)``, and
``Pr(X > e)`` the expectation of the indicator ``[X > e]``. Inside of an expectation under a law that depends on an
outcome, such as the past, ``given(X)`` is X at that outcome. A quantity without indices is written without brackets.
``a <= b < c`` and ``a <= b and b < c`` say that all of the relations hold.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, Final

from dpassay.proofs_check.kernel.expressions import FUNCTIONS, Call, Number, Power, Product, Sum, Variable
from dpassay.proofs_check.kernel.rejected import Rejected, insist
from dpassay.proofs_check.proof.names import Names
from dpassay.proofs_check.proof.terms import (
    OUTCOME,
    All,
    Bound,
    Formula,
    Independent,
    Indicator,
    Mean,
    Node,
    Quantity,
    Relation,
    Term,
    Total,
    closed,
    difference,
    free,
    substituted,
)

P: Final = "P"
"""The law of an expectation that names none."""
RELATIONS: Final = {ast.LtE: "<=", ast.Lt: "<", ast.Eq: "=", ast.GtE: ">=", ast.Gt: ">"}
BINARY: Final[dict[type, Callable[[Any, Any], Term]]] = {
    ast.Add: Sum,
    ast.Sub: difference,
    ast.Mult: Product,
    ast.Div: lambda left, right: Product(left, Power(right, -1)),
}
WORDS: Final = (*FUNCTIONS, "sum", "E", "Pr", "given", "independent")
HOLE: Final = "_"
"""How it is written where something is put into a term."""
GIVEN: Final = " given"
"""What the name of an outcome ends with that the law of the next expectation depends on."""


def relation(operator: str, left: Term, right: Term) -> Relation:
    """Return a relation; > and >= are turned around."""
    return (
        Relation(operator.replace(">", "<"), right, left)
        if operator in {">", ">="}
        else Relation(operator, left, right)
    )


@dataclass(frozen=True)
class Reader:
    """Reads formulas over some names; ``hole`` is what stands where a hole is written."""

    names: Names
    hole: Term | None = None

    def term(self, text: str) -> Term:
        """Read a term."""
        term: Term = self._term(_tree(text))
        return term

    def formula(self, text: str) -> Formula:
        """Read relations, one or several, or "independent(term, variable, low, high)"."""
        node = _tree(text)
        match node:
            case ast.Call(
                func=ast.Name(id="independent"), args=[body, ast.Name(id=index), low, high, *law], keywords=[]
            ):
                return self._independent(body, index, low, high, law)
        relations = tuple(self._relations(node))
        return relations[0] if len(relations) == 1 else All(relations)

    def relation(self, text: str) -> Relation:
        """Read a relation."""
        return self._relation(_tree(text))

    def law(self, text: str) -> Quantity:
        """Read a law at its arguments."""
        return self._law([_tree(text)])

    def _relations(self, node: ast.expr) -> Iterator[Relation]:
        match node:
            case ast.BoolOp(op=ast.And(), values=values):
                for value in values:
                    yield from self._relations(value)
            case ast.Compare(left=left, ops=operators, comparators=comparators):
                ends = pairwise([left, *comparators])
                for operator, (low, high) in zip(operators, ends, strict=True):
                    yield self._relation(ast.Compare(low, [operator], [high]))
            case _:
                yield self._relation(node)

    def _relation(self, node: ast.expr) -> Relation:
        match node:
            case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in RELATIONS:
                return relation(RELATIONS[type(operator)], self._term(left), self._term(right))
        raise Rejected(f"{ast.unparse(node)!r} is no relation of two terms")

    def _independent(self, body: ast.expr, index: str, low: ast.expr, high: ast.expr, law: list[ast.expr]) -> Formula:
        under = self._law(law)
        inner = closed(self._below(body, index), _outcome(self.names, under))
        return Independent(inner, self._term(low), self._term(high), under)

    def _term(self, node: ast.expr) -> Any:  # noqa: PLR0911  # one form a line
        match node:
            case ast.Constant(value=int(value)) if not isinstance(value, bool):
                return Number(Fraction(value))
            case ast.Name(id=name):
                return self._name(name)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return Product(Number(Fraction(-1)), self._term(operand))
            case ast.BinOp(left=base, op=ast.Pow(), right=exponent):
                return Power(self._term(base), _integer(exponent))
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in BINARY:
                return BINARY[type(operator)](self._term(left), self._term(right))
            case ast.List(elts=[event]):
                return Indicator(self._relation(event))
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self._call(name, arguments, node)
        raise Rejected(f"{ast.unparse(node)!r} is not part of the language")

    def _call(self, name: str, arguments: list[ast.expr], node: ast.expr) -> Any:
        match name, arguments:
            case (("exp" | "log" | "sqrt"), [argument]):
                return Call(name, self._term(argument))
            case "sum", [body, ast.Name(id=index), low, high]:
                return Total(self._below(body, index), self._term(low), self._term(high))
            case "E", [body, *law]:
                return self._mean(self._term(body), law)
            case "Pr", [event, *law]:
                return self._mean(Indicator(self._relation(event)), law)
            case "given", [body]:
                return _shifted(self._term(body), "", GIVEN)
        insist(name not in WORDS, f"{ast.unparse(node)!r} has other arguments than {name}")
        return self._named(name, tuple(map(self._term, arguments)))

    def _below(self, body: ast.expr, index: str) -> Term:
        """Read a term and bind its index, which means nothing else: what does is read, and not bound."""
        taken = index in self.names.quantities or index in self.names.abbreviations or index in WORDS
        insist(not taken, f"{index} is no name for a variable")
        term: Term = closed(self._term(body), index)
        return term

    def _mean(self, body: Term, law: list[ast.expr]) -> Term:
        under = self._law(law)
        outcome = _outcome(self.names, under)
        return Mean(_shifted(closed(body, outcome), GIVEN, ""), under)  # what is given is outside of this one

    def _law(self, given: list[ast.expr]) -> Quantity:
        match given:
            case []:
                return self._applied_law(P, [])
            case [ast.Name(id=name)]:
                return self._applied_law(name, [])
            case [ast.Call(func=ast.Name(id=name), args=indices, keywords=[])]:
                return self._applied_law(name, indices)
        raise Rejected(f"{', '.join(map(ast.unparse, given))!r} is no law")

    def _applied_law(self, name: str, indices: list[ast.expr]) -> Quantity:
        self.names.law_of(name)
        return self._applied(name, tuple(map(self._term, indices)))

    def _name(self, name: str) -> Any:
        if name == HOLE and self.hole is not None:
            return self.hole
        known = name in self.names.abbreviations or name in self.names.quantities
        return self._named(name, ()) if known else Variable(name)

    def _named(self, name: str, arguments: tuple[Term, ...]) -> Any:
        short = name in self.names.abbreviations
        return self._abbreviated(name, arguments) if short else self._quantity(name, arguments)

    def _abbreviated(self, name: str, arguments: tuple[Term, ...]) -> Any:
        """Write out what a name is short for, with terms in the place of its parameters."""
        known = self.names.abbreviations[name]
        told = f"{name} has {len(known.parameters)} parameters, not {len(arguments)}"
        insist(len(arguments) == len(known.parameters), told)
        others = {other: short for other, short in self.names.abbreviations.items() if other != name}
        for parameter in known.parameters:
            taken = parameter in self.names.quantities or parameter in others or parameter in WORDS
            insist(not taken, f"{parameter} is no name for a parameter of {name}")
        term = Reader(replace(self.names, abbreviations=others)).term(known.text)
        return substituted(term, dict(zip(known.parameters, arguments, strict=True)))

    def _quantity(self, name: str, arguments: tuple[Term, ...]) -> Quantity:
        insist(name in self.names.quantities, f"no quantity {name!r}; known are {', '.join(self.names.quantities)}")
        insist(not self.names.quantities[name].law, f"{name} is a law, and no number")
        return self._applied(name, arguments)

    def _applied(self, name: str, arguments: tuple[Term, ...]) -> Quantity:
        known = self.names.quantities[name]
        insist(len(arguments) == len(known.index), f"{name} has {len(known.index)} indices, not {len(arguments)}")
        return Quantity(name, arguments, Variable(OUTCOME + known.depends) if known.depends else None)


def _outcome(names: Names, law: Quantity) -> str:
    return f"{OUTCOME}{names.law_of(law.name).space}"


def _shifted(term: Term, old: str, new: str) -> Any:
    """Rename the outcomes whose names end in such a way."""
    outcomes = [name for name in free(term) if name.startswith(OUTCOME) and name.endswith(old)]
    return substituted(term, {name: Variable(name.removesuffix(old) + new) for name in outcomes})


@cache
def _tree(text: str) -> ast.expr:
    insist("#" not in text, f"formula {text!r}: a comment is not read")
    spelled = text.strip().replace("==", "=").replace("<=", "≤").replace(">=", "≥").replace("=", "==")
    try:
        return ast.parse(spelled.replace("≤", "<=").replace("≥", ">="), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Rejected(f"formula {text!r}: {error}") from None


def _integer(node: ast.expr) -> int:
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))) if not isinstance(value, bool):
            return -value
    raise Rejected(f"{ast.unparse(node)!r} is not an integer exponent")


def written(node: Node, bound: tuple[str, ...] = ()) -> str:  # noqa: C901, PLR0911, PLR0912  # one form a line
    """Write a formula; bound variables are named i1, i2, ... from the outside."""

    def of(part: Node, *more: str) -> str:
        return written(part, (*more, *bound))

    match node:
        case Number(value):
            return str(value) if value >= 0 else f"({value})"
        case Variable(name):
            return name
        case Bound(index):
            return bound[index] if index < len(bound) else f"?{index}"
        case Sum(left, Product(Number(Fraction(numerator=-1, denominator=1)), right)):
            return f"({of(left)} - {of(right)})"
        case Sum(left, right):
            return f"({of(left)} + {of(right)})"
        case Product(left, Power(right, -1)):
            return f"{of(left)}/({of(right)})"
        case Product(left, right):
            return f"{of(left)}*{of(right)}"
        case Power(base, exponent):
            return f"({of(base)})**{exponent}"
        case Call(function, argument):
            return f"{function}({of(argument)})"
        case Indicator(event):
            return f"[{of(event)}]"
        case Relation(operator, left, right):
            return f"{of(left)} {operator} {of(right)}"
        case All(relations):
            return " and ".join(map(of, relations))
        case Quantity() | Total() | Mean() | Independent():
            return _written_below(node, bound)


def _written_below(node: Quantity | Total | Mean | Independent, bound: tuple[str, ...]) -> str:
    """Write what binds a variable, or depends on an outcome that may be bound."""

    def of(part: Node, *more: str) -> str:
        return written(part, (*more, *bound))

    name = f"i{len(bound) + 1}"
    match node:
        case Quantity(named, arguments, outcome):
            told = f"{named}({', '.join(map(of, arguments))})" if arguments else named
            return f"given({told})" if isinstance(outcome, Variable) and "outcome" in bound else told
        case Total(body, low, high):
            return f"sum({of(body, name)}, {name}, {of(low)}, {of(high)})"
        case Mean(Indicator(event), law):
            return f"Pr({of(event, 'outcome')}, {of(law)})"
        case Mean(body, law):
            return f"E({of(body, 'outcome')}, {of(law)})"
        case Independent(body, low, high, law):
            return f"independent({of(body, 'outcome', name)}, {name}, {of(low)}, {of(high)}, {of(law)})"
