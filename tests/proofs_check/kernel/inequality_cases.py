"""Inequalities that are true, false twins of them, and a second opinion about both."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, Final

import mpmath

from dpassay.proofs_check.certify.inequalities import certify
from dpassay.proofs_check.kernel.interval import Interval
from dpassay.proofs_check.kernel.statements import Statement, inequality

MP: Final = mpmath.mp.clone()
MP.dps = 60

TRUE: Final = [
    inequality("1 + a + a**2 - exp(a)", "a", "(0, 179/100]", ">"),
    inequality("exp(-x) - (1 - x)", "x", "[0, 1]"),
    inequality("exp(-x) - (1 - x)", "x", "[0, oo)"),
    inequality("-log(1 - x) - x - x**2/2", "x", "[0, 1)"),
    inequality("x*(exp(2*x) + 1) - (exp(2*x) - 1)", "x", "[0, oo)"),
    inequality("x - (exp(2*x) - 1)/(exp(2*x) + 1)", "x", "[0, oo)"),
    inequality("4*(1 - exp(-e/2)) - e*(1 + exp(-e))", "e", "(0, 2]", ">"),
    inequality("e*(exp(e) + 1) - 2*(exp(e) - 1)", "e", "[0, oo)"),
    inequality("exp(x**2/8)*2 - exp(x/2) - exp(-x/2)", "x", "[0, oo)"),
    inequality("x - log(1 + x)", "x", "[0, oo)"),
    inequality("log(1 + x) - 2*x/(2 + x)", "x", "[0, oo)"),
    inequality("(1 + x)*log(1 + x) - x - x**2/(2 + 2*x/3)", "x", "[0, oo)"),
    inequality("exp(1) - log(3)**2", "x", "[0, 1]", ">"),
    inequality("x - log(2)/2", "x", "[1/2, 1]", ">"),
    inequality("log(1 + x) - x*log(2)", "x", "[0, 1]"),
    inequality("exp(x) - exp(1)*x", "x", "[0, 3]"),
    inequality("1 + x/2 - sqrt(1 + x)", "x", "[0, oo)"),
    inequality("log(1 + 1/x) - 1/(x + 1/2)", "x", "(0, oo)", ">"),
    inequality("x*log(x) - x + 1", "x", "(0, oo)"),
    inequality("x/(exp(x) - 1) - 1 + x/2", "x", "(0, oo)", ">"),
    inequality("exp(x) - 1 - x", "x", "(-oo, oo)"),
    inequality("exp(-x**2/2) - 1 + x**2/2", "x", "[-1, 1]"),
    inequality("exp(1/x) - 1 - 1/x", "x", "[2, oo)", ">"),
    inequality("x*log(x) + (1 - x)*log(1 - x) + log(2) - 2*(x - 1/2)**2", "x", "(0, 1)"),
    inequality("(1 - x)*log(1 - x) + x", "x", "[0, 1)"),
]
"""Every one of them is a theorem of calculus."""

TWINS: Final = [
    (TRUE[0], inequality("1 + a + a**2 - exp(a)", "a", "(0, 9/5]", ">")),
    (TRUE[0], inequality("1 + a + a**2 - exp(a)", "a", "[0, 179/100]", ">")),
    (TRUE[0], inequality("1 + a + 99/100*a**2 - exp(a)", "a", "(0, 179/100]", ">")),
    (TRUE[1], inequality("exp(-x) - (1 - x)", "x", "[0, 1]", ">")),
    (TRUE[1], inequality("exp(-x) - (1 - 9/10*x)", "x", "[0, 1]")),
    (TRUE[2], inequality("exp(-x) - (1 - x) - x**2/100", "x", "[0, oo)")),
    (TRUE[2], inequality("exp(-x) - (1 - x)", "x", "[0, oo)", ">")),
    (TRUE[3], inequality("-log(1 - x) - x - 51/100*x**2", "x", "[0, 1)")),
    (TRUE[3], inequality("-log(1 - x) - x - x**2/2", "x", "[0, 1]")),
    (TRUE[4], inequality("x*(exp(2*x) + 1) - 101/100*(exp(2*x) - 1)", "x", "[0, oo)")),
    (TRUE[6], inequality("4*(1 - exp(-e/2)) - e*(1 + exp(-e))", "e", "(0, 4]", ">")),
    (TRUE[7], inequality("e*(exp(e) + 1) - 201/100*(exp(e) - 1)", "e", "[0, oo)")),
    (TRUE[8], inequality("exp(x**2/9)*2 - exp(x/2) - exp(-x/2)", "x", "[0, oo)")),
    (TRUE[10], inequality("log(1 + x) - 2*x/(2 + 99/100*x)", "x", "[0, oo)")),
    (TRUE[11], inequality("(1 + x)*log(1 + x) - x - x**2/(2 + 3*x/5)", "x", "[0, oo)")),
    (TRUE[12], inequality("exp(1) - log(6)**2", "x", "[0, 1]", ">")),
    (TRUE[14], inequality("log(1 + x) - x*log(2)", "x", "[0, 101/100]")),
    (TRUE[15], inequality("exp(x) - 11/4*x", "x", "[0, 3]")),
    (TRUE[17], inequality("log(1 + 1/x) - 1/(x + 2/5)", "x", "(0, oo)", ">")),
    (TRUE[18], inequality("x*log(x) - x + 1", "x", "[0, oo)")),
    (TRUE[20], inequality("exp(x) - 1 - x", "x", "(-oo, oo)", ">")),
    (TRUE[22], inequality("exp(1/x) - 1 - 1/x - 1/(10*x)", "x", "[2, oo)", ">")),
]
"""A true statement, and one like it that is false: a constant, an end or the relation is not the same."""


def found(statement: Statement) -> Any:
    """Return the evidence that the finder finds, looking once for all tests."""
    return json.loads(_found(json.dumps(statement)))


@cache
def _found(statement: str) -> str:
    return json.dumps(certify(json.loads(statement)))


LARGEST_EXPONENT: Final = 10**6


class Undefined(ArithmeticError):
    """A formula has no value at a point."""


def value(text: str, name: str, x: Any) -> Any:
    """Evaluate a formula by mpmath, from Python's reading of its text."""
    return _value(ast.parse(text, mode="eval").body, name, x)


def _value(node: Any, name: str, x: Any) -> Any:
    match node:
        case ast.Constant(value=number):
            return MP.mpf(number)
        case ast.Name(id=other) if other == name:
            return x
        case ast.UnaryOp(operand=operand):
            return -_value(operand, name, x)
        case ast.BinOp(left=left, op=operation, right=right):
            return _operation(operation, _value(left, name, x), _value(right, name, x))
        case ast.Call(func=ast.Name(id=function), args=[argument]):
            inner = _value(argument, name, x)
            if function in {"log", "sqrt"} and inner <= 0:
                raise Undefined(ast.unparse(node))
            if function == "exp" and inner > LARGEST_EXPONENT:
                raise OverflowError(ast.unparse(node))
            return getattr(MP, function)(inner)
    raise ValueError(ast.unparse(node))


def _operation(operation: ast.operator, a: Any, b: Any) -> Any:
    match operation:
        case ast.Add():
            return a + b
        case ast.Sub():
            return a - b
        case ast.Mult():
            return a * b
    if (isinstance(operation, ast.Div) and b == 0) or (isinstance(operation, ast.Pow) and b < 0 and a == 0):
        raise Undefined("a quotient by zero")
    return a / b if isinstance(operation, ast.Div) else a ** int(b)


def is_contradicted(statement: Statement) -> bool:
    """Tell whether some point of the interval speaks against a statement, by its value or because it has none."""
    interval = Interval.read(statement["interval"])
    for point in points(interval):
        try:
            at = value(statement["expression"], statement["variable"], MP.mpf(point.numerator) / point.denominator)
        except Undefined:
            return True
        noise = MP.mpf(10) ** -45
        if at < -noise or (statement["relation"] == ">" and at <= 0):
            return True
    return False


def points(interval: Interval) -> Iterator[Fraction]:
    """Yield points of an interval: its closed ends, some near the ends and some between."""
    low, high = interval.low, interval.high
    if low is not None and interval.low_closed:
        yield low
    if high is not None and interval.high_closed:
        yield high
    steps = [Fraction(1, 2**k) for k in range(1, 15)] + [Fraction(k, 24) for k in range(1, 24)]
    if low is not None and high is not None:
        yield from (end + side * (high - low) * step for step in steps for end, side in ((low, 1), (high, -1)))
        return
    far = [*steps, *(Fraction(3, 2) ** k for k in range(14))]
    if low is None and high is None:
        yield Fraction(0)
    for end, side in ((low, 1), (high, -1)):
        if end is not None:
            yield from (end + side * step for step in far)
        elif low is None and high is None:
            yield from (side * step for step in far)
