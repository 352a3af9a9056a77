"""The formulas of goals as they stand: own reading, shared with neither the kernel nor the checker of proofs.

A formula keeps its form, with differences and quotients, so that what Coq is told looks like what the goal says.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, TypeAlias

from dpassay.exact import require

Formula: TypeAlias = "Number | Variable | Negative | Binary | Power | Call"


@dataclass(frozen=True, slots=True)
class Number:
    """A rational number."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Variable:
    """A named real."""

    name: str


@dataclass(frozen=True, slots=True)
class Negative:
    """- argument."""

    argument: Formula


@dataclass(frozen=True, slots=True)
class Binary:
    """left + right, or another of the four operations."""

    sign: str
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Power:
    """base ** exponent, an integer."""

    base: Formula
    exponent: int


@dataclass(frozen=True, slots=True)
class Call:
    """exp, log or sqrt of an argument."""

    function: str
    argument: Formula


FUNCTIONS: Final = ("exp", "log", "sqrt")
SIGNS: Final[dict[type, str]] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}


@cache
def read(text: str) -> Formula:
    """Read a formula of a goal; ``ValueError`` for what is none."""
    return _read(ast.parse(text.strip(), mode="eval").body)


def _read(node: ast.expr) -> Formula:
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            return number(value)
        case ast.Name(id=name):
            return Variable(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return Negative(_read(operand))
        case ast.BinOp(left=base, op=ast.Pow(), right=exponent):
            return Power(_read(base), int(ast.literal_eval(exponent)))
        case ast.BinOp(left=left, op=operation, right=right) if type(operation) in SIGNS:
            return Binary(SIGNS[type(operation)], _read(left), _read(right))
        case ast.Call(func=ast.Name(id=name), args=[argument]) if name in FUNCTIONS:
            return Call(name, _read(argument))
    require(False, "formula", ast.unparse(node), "arithmetic, integer powers, exp, log and sqrt")
    raise AssertionError


def number(value: int | Fraction) -> Number:
    """A number as a formula."""
    return Number(Fraction(value))


ZERO, ONE = number(0), number(1)


def parts(formula: Formula) -> tuple[Formula, ...]:
    """The formulas of which a formula is made directly."""
    match formula:
        case Negative(inner) | Power(inner, _) | Call(_, inner):
            return (inner,)
        case Binary(_, left, right):
            return left, right
    return ()


def variables(formula: Formula) -> set[str]:
    """The names that occur."""
    return {formula.name} if isinstance(formula, Variable) else set().union(*map(variables, parts(formula)))


def calls(*formulas: Formula) -> list[Call]:
    """Every exp, log and sqrt that occurs, each once; those in its argument come before it."""
    return list(dict.fromkeys(call for formula in formulas for call in _calls(formula)))


def _calls(formula: Formula) -> Iterator[Call]:
    for part in parts(formula):
        yield from _calls(part)
    if isinstance(formula, Call):
        yield formula


def substitute(formula: Formula, values: Mapping[str, Formula]) -> Formula:
    """Replace variables by formulas."""
    match formula:
        case Variable(name):
            return values.get(name, formula)
        case Negative(inner):
            return Negative(substitute(inner, values))
        case Binary(sign, left, right):
            return Binary(sign, substitute(left, values), substitute(right, values))
        case Power(base, exponent):
            return Power(substitute(base, values), exponent)
        case Call(function, inner):
            return Call(function, substitute(inner, values))
    return formula
