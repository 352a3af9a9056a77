"""Arithmetic that texts show between backticks, such as `1/8 + 1/4 = 3/8 > 0.25`, computed again.

A piece is a chain of terms of numbers, ``exp``, ``ln``, ``sqrt``, ``binom``, ``max``, ``min``, ``Phi`` and
``sum(f, k, first, last)``; between two terms stands a relation, or "~" before a decimal that rounds the term on its
left.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

import mpmath

FUNCTIONS: Final = ("exp", "ln", "sqrt", "binom", "sum", "max", "min", "Phi")
RELATION: Final = re.compile(r" (<=|>=|!=|<|>|=|~) ")
NUMBER: Final = re.compile(r"\b\d[\d.]*(e[+-]?\d+)?")
PRECISION: Final = 60
CLOSE: Final = mpmath.mpf(10) ** -40


def pieces(text: str) -> Iterator[str]:
    """Yield the pieces of a text that are arithmetic with a relation in it."""
    for piece in text.split("`")[1::2]:
        bound = set(re.findall(r", ([a-z]), ", piece))
        names = set(re.findall(r"[A-Za-z_]\w*", NUMBER.sub("", piece))) - bound
        if RELATION.search(piece) and names <= set(FUNCTIONS):
            yield piece


def is_true(piece: str) -> bool:
    """Tell whether every relation of a piece holds."""
    parts = RELATION.split(piece)
    with mpmath.workdps(PRECISION):
        values = [value(text) for text in parts[::2]]
        pairs = zip(values, parts[1::2], values[1:], parts[2::2], strict=False)
        return all(_holds(left, operator, right, text) for left, operator, right, text in pairs)


def value(text: str) -> Any:
    """The value of a term: a fraction where it is rational, and else 60 digits."""
    return _of(ast.parse(text.strip(), mode="eval").body, text.strip(), {})


def _holds(left: Any, operator: str, right: Any, text: str) -> bool:
    if operator == "~":
        return abs(_real(left) - _real(right)) <= _unit(text.strip())
    apart = left - right if isinstance(left, Fraction) and isinstance(right, Fraction) else _real(left) - _real(right)
    is_equal = apart == 0 if isinstance(apart, Fraction) else abs(apart) < CLOSE * (1 + abs(_real(left)))
    if operator in ("=", "!="):
        return bool(is_equal is (operator == "="))
    if is_equal:
        return operator in ("<=", ">=")
    return bool(apart < 0) is operator.startswith("<")


def _unit(text: str) -> Any:
    """Half of the last digit of a decimal, and a little more."""
    digits, _, power = text.lstrip("-").partition("e")
    return mpmath.mpf(10) ** (int(power or 0) - len(digits.partition(".")[2])) * mpmath.mpf("0.501")


def _of(node: ast.AST, text: str, known: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.Constant):
        return Fraction(str(ast.get_source_segment(text, node)))
    if isinstance(node, ast.Name):
        return known[node.id]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_of(node.operand, text, known)
    if isinstance(node, ast.BinOp):
        return _binary(node.op, _of(node.left, text, known), _of(node.right, text, known))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return _call(node.func.id, node.args, text, known)
    raise ValueError(f"text = {text!r}: expected arithmetic")


def _binary(operator: ast.operator, left: Any, right: Any) -> Any:
    if isinstance(operator, ast.Pow):
        is_whole = isinstance(right, Fraction) and right.denominator == 1
        return left ** int(right) if is_whole else _real(left) ** _real(right)
    if not (isinstance(left, Fraction) and isinstance(right, Fraction)):
        left, right = _real(left), _real(right)
    if isinstance(operator, ast.Add):
        return left + right
    if isinstance(operator, ast.Sub):
        return left - right
    if isinstance(operator, ast.Mult):
        return left * right
    if isinstance(operator, ast.Div):
        return left / right
    raise ValueError(f"operator = {operator!r}: expected +, -, *, / or **")


def _call(name: str, arguments: list[ast.expr], text: str, known: Mapping[str, Any]) -> Any:
    if name == "sum":
        term, letter, first, last = arguments
        low, high = (int(_of(end, text, known)) for end in (first, last))
        assert isinstance(letter, ast.Name)
        each = [_of(term, text, {**known, letter.id: Fraction(k)}) for k in range(low, high + 1)]
        total: Any = Fraction(0)
        for one in each:
            total = _binary(ast.Add(), total, one)
        return total
    values = [_of(argument, text, known) for argument in arguments]
    if name in ("max", "min"):
        return (max if name == "max" else min)(values, key=_real)
    if name == "binom":
        return Fraction(math.comb(*map(int, values)))
    plain = {"exp": mpmath.exp, "ln": mpmath.log, "sqrt": mpmath.sqrt, "Phi": mpmath.ncdf}
    return plain[name](_real(values[0]))


def _real(number: Any) -> Any:
    return mpmath.mpf(number.numerator) / number.denominator if isinstance(number, Fraction) else number
