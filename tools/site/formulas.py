"""Formulas of the ledger as MathML: what `dpassay.proofs_check.proof.reading` reads, typeset as on paper.

A quotient is a fraction, a power is raised, ``sum``, ``E``, ``Pr``, ``exp`` and ``sqrt`` have their signs, names of
Greek letters are those letters, and digits at the end of a name stand below the line.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from html import escape
from html.entities import name2codepoint
from typing import Final

LETTERS: Final = (
    *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "lambda", "mu", "nu", "pi", "rho", "sigma"),
    *("tau", "phi", "chi", "psi", "Delta", "Phi", "Pi"),
)
SHORT: Final = {"eps": "epsilon", "lam": "lambda", "al": "alpha", "be": "beta"}
GREEK: Final = {
    **{name: chr(name2codepoint[name]) for name in LETTERS},
    **{name: chr(name2codepoint[letter]) for name, letter in SHORT.items()},
    "ell": "\u2113",
}
MINUS: Final = "<mo>\u2212</mo>"
EXPECTED: Final = "\U0001d53c"
RELATIONS: Final = {ast.LtE: "≤", ast.Lt: "&lt;", ast.Eq: "=", ast.GtE: "≥", ast.Gt: "&gt;"}
SUM, PRODUCT, POWER, ATOM = range(4)
"""How closely the parts of a term stand together."""
LONGEST_EXPONENT: Final = 18
"""Characters of what is raised: the exponential of a longer term is a function of it."""
_NAME: Final = re.compile(r"(.*?[A-Za-z])_?(\d+)")


@cache
def of_formula(text: str) -> str:
    """Return a formula as MathML elements; between several that all hold stands "and".

    Raises:
        ValueError: it is none of the formulas that proofs are written in.
    """
    tree = parsed(text)
    parts = tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else [tree]
    return " and ".join(f'<math alttext="{escape(ast.unparse(part))}">{_row(_of(part))}</math>' for part in parts)


def parsed(text: str) -> ast.expr:
    """Read a formula: it is an expression of Python, but for the sign of an equation.

    Raises:
        ValueError: it is none.
    """
    spelled = re.sub(r"(?<![<>=])=(?!=)", "==", text.strip())
    try:
        return ast.parse(spelled, mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"text = {text!r}: expected a formula ({error.msg})") from None


def _of(node: ast.expr) -> str:  # noqa: PLR0911  # one form a line
    match node:
        case ast.Constant(value=int(value)):
            return f"<mn>{value}</mn>"
        case ast.Name(id=name):
            return _name(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return f"{MINUS}{_within(operand, PRODUCT)}"
        case ast.BinOp():
            return _operation(node)
        case ast.Compare(left=left, ops=operators, comparators=terms):
            pairs = zip(operators, terms, strict=True)
            return _of(left) + "".join(f"<mo>{RELATIONS[type(sign)]}</mo>{_of(term)}" for sign, term in pairs)
        case ast.BoolOp(values=values):
            return "<mtext> and </mtext>".join(map(_of, values))
        case ast.List(elts=[event]):
            return f"<mo>[</mo>{_of(event)}<mo>]</mo>"
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return _call(name, arguments)
    raise ValueError(f"text = {ast.unparse(node)!r}: expected a formula")


def _operation(node: ast.BinOp) -> str:
    left, right = node.left, node.right
    match node.op:
        case ast.Add():
            return f"{_of(left)}<mo>+</mo>{_last(right)}"
        case ast.Sub():
            return f"{_of(left)}{MINUS}{_last(right)}"
        case ast.Mult():
            first = _of(left) if isinstance(left, ast.UnaryOp) else _within(left, PRODUCT)
            return f"{first}{_times(left, right)}{_last(right)}"
        case ast.Div():
            return f"<mfrac>{_row(_of(left))}{_row(_of(right))}</mfrac>"
        case ast.Pow():
            return f"<msup>{_row(_within(left, ATOM))}{_row(_of(right))}</msup>"
    raise ValueError(f"text = {ast.unparse(node)!r}: expected +, -, *, / or **")


def _last(node: ast.expr) -> str:
    """What comes last in a sum or a product: there the sum over an index needs no brackets."""
    is_sum = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sum"
    return _of(node) if is_sum else _within(node, PRODUCT)


def _times(left: ast.expr, right: ast.expr) -> str:
    """A dot where two factors side by side would look like a number, a word or a function."""
    last = left.right if isinstance(left, ast.BinOp) and isinstance(left.op, ast.Mult) else left
    word = any(isinstance(each, ast.Name) and len(_name(each.id)) > len("<mi>x</mi>") for each in (last, right))
    looks_called = _level(right) == SUM and isinstance(last, ast.Name | ast.Call)
    dotted = word or looks_called or isinstance(right, ast.Constant | ast.UnaryOp)
    return "<mo>⋅</mo>" if dotted else "<mo>&#8290;</mo>"


def _level(node: ast.expr) -> int:
    """Tell how closely the parts of a term stand together."""
    match node:
        case ast.BinOp(op=ast.Add() | ast.Sub()) | ast.UnaryOp() | ast.Compare() | ast.BoolOp():
            return SUM
        case ast.Call(func=ast.Name(id="sum")) | ast.BinOp(left=ast.UnaryOp(), op=ast.Mult()):
            return SUM
        case ast.BinOp(op=ast.Mult() | ast.Div()):
            return PRODUCT
        case ast.BinOp(op=ast.Pow()) | ast.Call(func=ast.Name(id="exp")):
            return POWER
    return ATOM


def _within(node: ast.expr, level: int) -> str:
    """Put a term into brackets where its parts would be torn apart."""
    return f"<mo>(</mo>{_of(node)}<mo>)</mo>" if _level(node) < level else _of(node)


def _call(name: str, arguments: list[ast.expr]) -> str:
    match name, arguments:
        case "sum", [body, index, low, high]:
            below = _row(f"{_of(index)}<mo>=</mo>{_of(low)}")
            return f"<munderover><mo>∑</mo>{below}{_row(_of(high))}</munderover>{_within(body, PRODUCT)}"
        case "sqrt", [argument]:
            return f"<msqrt>{_of(argument)}</msqrt>"
        case "exp", [argument] if len(ast.unparse(argument)) <= LONGEST_EXPONENT:
            return f"<msup><mi>e</mi>{_row(_of(argument))}</msup>"
        case "E", [body, *law]:
            return f"{_under(EXPECTED, law)}<mo>[</mo>{_of(body)}<mo>]</mo>"
        case "Pr", [event, *law]:
            return f"{_under('Pr', law)}<mo>[</mo>{_of(event)}<mo>]</mo>"
    inner = "<mo>,</mo>".join(map(_of, arguments))
    return f"{_name(name)}<mo>(</mo>{inner}<mo>)</mo>"


def _under(sign: str, law: list[ast.expr]) -> str:
    """An expectation or a probability, with its law below the line."""
    return f"<msub><mi>{sign}</mi>{_row(_of(law[0]))}</msub>" if law else f"<mi>{sign}</mi>"


def _name(name: str) -> str:
    found = _NAME.fullmatch(name)
    if found is not None:
        return f"<msub>{_name(found[1])}<mn>{found[2]}</mn></msub>"
    return f"<mi>{GREEK.get(name, name)}</mi>"


def _row(parts: str) -> str:
    return f"<mrow>{parts}</mrow>"
