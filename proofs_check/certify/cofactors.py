"""Positive factors of a formula, without which it has a simpler derivative: what a chain of derivatives divides by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import sympy  # type: ignore[import-untyped]

from dpassay.proofs_check.certify.symbols import to_sympy, to_text
from dpassay.proofs_check.kernel.domain import defined, sign
from dpassay.proofs_check.kernel.expressions import Formula, Product, parse
from dpassay.proofs_check.kernel.inequality import Goal
from dpassay.proofs_check.kernel.normal_form import equal
from dpassay.proofs_check.kernel.rejected import Rejected

Node: TypeAlias = dict[str, Any]
"""A step of evidence."""


@dataclass(frozen=True)
class _Factored:
    """How the evidence for a cofactor becomes that for the formula."""

    factor: str
    cofactor: str
    sign: Node

    def __call__(self, node: Node) -> Node:
        return {"by": "factor", "factor": self.factor, "sign": self.sign, "cofactor": self.cofactor, "node": node}


def _unchanged(node: Node) -> Node:
    return node


def cofactors(goal: Goal) -> Iterator[tuple[Formula, Callable[[Node], Node]]]:
    """Yield the formula and its quotients by positive factors, those with the simplest derivatives first."""
    yield goal.formula, _unchanged
    found: list[tuple[tuple[int, int], int, Formula, _Factored]] = []
    for factor, cofactor in _factorizations(to_sympy(goal.formula)):
        try:
            wrap = _factored(goal, factor, cofactor)
        except Rejected:
            continue
        if wrap is not None:
            slope = sympy.diff(cofactor, sympy.Symbol(goal.name, real=True))
            found.append((_difficulty(slope), len(found), parse(wrap.cofactor), wrap))
    for _, _, formula, wrap in sorted(found, key=lambda entry: entry[:2]):
        yield formula, wrap


def _factored(goal: Goal, factor: Any, cofactor: Any) -> _Factored | None:
    told, rest = to_text(factor), to_text(cofactor)
    both = parse(told), parse(rest)
    if not all(defined(part, goal.name, goal.interval) for part in both):
        return None
    if not sign(both[0], goal.name, goal.interval).positive or not equal(goal.formula, Product(*both)):
        return None
    return _Factored(told, rest, {"by": "signs"})


def _difficulty(expression: Any) -> tuple[int, int]:
    """Count the kinds of terms that are not rational, and the operations."""
    numerator, _ = _fraction(expression)
    kinds = {kind for kind, _ in _terms(numerator)}
    return len(kinds), int(sympy.count_ops(expression))


def _fraction(expression: Any) -> tuple[Any, Any]:
    numerator, denominator = sympy.fraction(sympy.together(sympy.powsimp(sympy.expand(expression))))
    return sympy.expand(numerator), sympy.factor(denominator)


def _terms(numerator: Any) -> list[tuple[Any, Any]]:
    """Group the terms of a sum by their exps, logs and roots: pairs of such a product and its rational coefficient."""
    groups: dict[Any, Any] = {}
    for term in sympy.Add.make_args(sympy.expand(sympy.powsimp(numerator))):
        coefficient, kind = sympy.Integer(1), sympy.Integer(1)
        for part in sympy.Mul.make_args(sympy.powsimp(term)):
            if part.has(sympy.exp, sympy.log) or not part.is_rational_function():
                kind *= part
            else:
                coefficient *= part
        groups[kind] = groups.get(kind, 0) + coefficient
    return [(kind, sympy.factor(c)) for kind, c in groups.items() if sympy.expand(c) != 0]


def _factorizations(expression: Any) -> Iterator[tuple[Any, Any]]:
    """Yield pairs whose product is the expression: by common factors, and by the coefficient of each kind of term."""
    numerator, denominator = _fraction(expression)
    terms = _terms(numerator)
    if not terms:
        return
    content = sympy.gcd_list([c for _, c in terms]) if len(terms) > 1 else terms[0][1]
    seen = set()
    for kind, coefficient in (*terms, (sympy.Integer(1), content), (sympy.Integer(1), sympy.Integer(1))):
        exponential = sympy.Mul(*(part for part in sympy.Mul.make_args(kind) if isinstance(part, sympy.exp)))
        for divisor in (coefficient * exponential, content * exponential):
            for signed in (divisor, -divisor):
                if signed in seen or (signed.is_number and denominator == 1):
                    continue
                seen.add(signed)
                rest = sympy.Add(*(_simple(c / signed) * k for k, c in terms))
                rest = sympy.powsimp(sympy.expand_mul(rest)) if signed.has(sympy.exp) else rest
                yield signed / denominator, rest


def _simple(coefficient: Any) -> Any:
    return sympy.powsimp(sympy.cancel(coefficient) if not coefficient.has(sympy.exp) else coefficient)
