"""The formulas of certificates: rational arithmetic, integer powers, exp, log and sqrt over named variables.

A formula is written as text, such as ``1 + a + a**2 - exp(a)``, and read into a small tree. Numbers are integers and
their quotients; there is no decimal point and nothing is ever rounded on reading.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, TypeAlias

from flint import arb

from dpassay.exact.real import rational_ball
from dpassay.proofs_check.kernel.rejected import Rejected

Formula: TypeAlias = "Number | Variable | Sum | Product | Power | Call"


@dataclass(frozen=True, slots=True)
class Number:
    """A rational number."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Variable:
    """A named real."""

    name: str


@dataclass(frozen=True, slots=True)
class Sum:
    """left + right."""

    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Product:
    """left * right."""

    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Power:
    """base ** exponent, with an integer exponent, possibly negative."""

    base: Formula
    exponent: int


@dataclass(frozen=True, slots=True)
class Call:
    """exp, log or sqrt of an argument."""

    function: str
    argument: Formula


FUNCTIONS: Final = ("exp", "log", "sqrt")
ZERO, ONE = Number(Fraction(0)), Number(Fraction(1))


def parse(text: object) -> Formula:
    """Read a formula; raise ``Rejected`` for anything but rational arithmetic, integer powers, exp, log and sqrt."""
    if not isinstance(text, str):
        raise Rejected(f"{text!r} is not the text of a formula")
    return _parse(text)


@cache
def _parse(text: str) -> Formula:
    try:
        return _read(ast.parse(text.strip(), mode="eval").body, text)
    except SyntaxError as error:
        raise Rejected(f"formula {text!r}: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:  # a null byte, a number too long, brackets too deep
        raise error if isinstance(error, Rejected) else Rejected(f"formula {text[:60]!r}: {error}") from None


def _read(node: ast.expr, text: str) -> Formula:
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            return Number(Fraction(value))
        case ast.Name(id=name) if name not in FUNCTIONS:
            return Variable(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return negative(_read(operand, text))
        case ast.BinOp(left=base, op=ast.Pow(), right=exponent):
            return Power(_read(base, text), _integer(exponent, text))
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
            return _OPERATORS[type(operator)](_read(left, text), _read(right, text))
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in FUNCTIONS:
            return Call(name, _read(argument, text))
    raise Rejected(f"formula {text!r}: {ast.unparse(node)!r} is not part of the language")


def _integer(node: ast.expr, text: str) -> int:
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))) if not isinstance(value, bool):
            return -value
    raise Rejected(f"formula {text!r}: {ast.unparse(node)!r} is not an integer exponent")


def negative(formula: Formula) -> Formula:
    """Return -formula."""
    return Number(-formula.value) if isinstance(formula, Number) else Product(Number(Fraction(-1)), formula)


_OPERATORS: Final[dict[type, Callable[[Formula, Formula], Formula]]] = {
    ast.Add: Sum,
    ast.Sub: lambda left, right: Sum(left, negative(right)),
    ast.Mult: Product,
    ast.Div: lambda left, right: Product(left, Power(right, -1)),
}


def parts(formula: Formula) -> tuple[Formula, ...]:
    """Return the formulas of which a formula is made directly."""
    match formula:
        case Sum(left, right) | Product(left, right):
            return left, right
        case Power(inner, _) | Call(_, inner):
            return (inner,)
    return ()


def with_parts(formula: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """Change the formulas of which a formula is made directly."""
    match formula:
        case Sum(left, right):
            return Sum(change(left), change(right))
        case Product(left, right):
            return Product(change(left), change(right))
        case Power(base, exponent):
            return Power(change(base), exponent)
        case Call(function, argument):
            return Call(function, change(argument))
    return formula


def variables(formula: Formula) -> set[str]:
    """Return the names that occur."""
    return {formula.name} if isinstance(formula, Variable) else set().union(*map(variables, parts(formula)))


def substitute(formula: Formula, values: Mapping[str, Formula]) -> Formula:
    """Replace variables by formulas."""
    if isinstance(formula, Variable):
        return values.get(formula.name, formula)
    return with_parts(formula, lambda part: substitute(part, values))


def derivative(formula: Formula, name: str) -> Formula:  # noqa: PLR0911  # one form a line
    """Return the derivative with respect to one variable, valid wherever the formula is analytic."""
    match formula:
        case Variable(other):
            return ONE if other == name else ZERO
        case Sum(left, right):
            return _plus(derivative(left, name), derivative(right, name))
        case Product(left, right):
            return _plus(_times(derivative(left, name), right), _times(left, derivative(right, name)))
        case Power(base, exponent):
            inner = derivative(base, name)
            return _times(_times(Number(Fraction(exponent)), Power(base, exponent - 1)), inner) if exponent else ZERO
        case Call("exp", argument):
            return _times(formula, derivative(argument, name))
        case Call("log", argument):
            return _times(Power(argument, -1), derivative(argument, name))
        case Call(_, argument):
            return _times(Power(Product(Number(Fraction(2)), formula), -1), derivative(argument, name))
    return ZERO


def _plus(left: Formula, right: Formula) -> Formula:
    return left if right == ZERO else right if left == ZERO else Sum(left, right)


def _times(left: Formula, right: Formula) -> Formula:
    if ZERO in (left, right):
        return ZERO
    return left if right == ONE else right if left == ONE else Product(left, right)


def ball(formula: Formula, point: Mapping[str, arb]) -> arb:  # noqa: PLR0911  # one form a line
    """Enclose the value at the working precision; not finite where the formula is not defined on the whole ball."""
    match formula:
        case Number(value):
            return rational_ball(value)
        case Variable(name):
            return _lookup(point, name)
        case Sum(left, right):
            return ball(left, point) + ball(right, point)
        case Product(left, right):
            return ball(left, point) * ball(right, point)
        case Power(base, exponent):
            return _ball_power(ball(base, point), exponent)
        case Call("exp", argument):
            return ball(argument, point).exp()
        case Call("log", argument):
            return ball(argument, point).log()
        case Call(_, argument):
            return ball(argument, point).sqrt()


def _ball_power(base: arb, exponent: int) -> arb:
    """Return an integer power, from those of the ends; the library's own is undefined on a ball that holds 0."""
    if not base.is_finite():
        return arb("nan")
    ends = (base.abs_lower(), base.abs_upper()) if exponent % 2 == 0 else (base.lower(), base.upper())
    low, high = (_repeated(end, abs(exponent)) for end in ends)
    return low.union(high) if exponent >= 0 else 1 / low.union(high)


def _repeated(base: arb, exponent: int) -> arb:
    power = arb(1)
    for bit in f"{exponent:b}":
        power = power * power * base if bit == "1" else power * power
    return power


def _lookup(point: Mapping[str, arb], name: str) -> arb:
    if name not in point:
        raise Rejected(f"{name!r} has no value; known are {sorted(point)}")
    return point[name]
