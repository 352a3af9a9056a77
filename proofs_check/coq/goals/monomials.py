"""Formulas as sums of monomials, where they are such: how two of them are seen to be equal, or multiples."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from dpassay.proofs_check.coq.goals.derivatives import times
from dpassay.proofs_check.coq.goals.formulas import Binary, Call, Formula, Negative, Number, Power, Variable, number

Monomial: TypeAlias = frozenset[tuple[Formula, int]]
"""Powers of variables, logs and roots."""
Sum: TypeAlias = Mapping[Monomial, Fraction]

EMPTY: Monomial = frozenset()


def expanded(formula: Formula) -> Sum | None:  # noqa: PLR0911  # one form a line
    """A formula as a sum of multiples of monomials; ``None`` where it has quotients or exponentials in it."""
    match formula:
        case Number(value):
            return _without_0({EMPTY: value})
        case Variable() | Call("log" | "sqrt", _):
            return {frozenset({(formula, 1)}): Fraction(1)}
        case Negative(inner):
            return _scaled(expanded(inner), Fraction(-1))
        case Power(base, exponent) if exponent >= 0:
            return _power(expanded(base), exponent)
        case Binary("/", left, right):
            divisor = expanded(right)
            return _scaled(expanded(left), 1 / divisor[EMPTY]) if divisor and set(divisor) == {EMPTY} else None
        case Binary(sign, left, right):
            a, b = expanded(left), expanded(right)
            if a is None or b is None:
                return None
            return _product(a, b) if sign == "*" else _plus(a, b, 1 if sign == "+" else -1)
    return None


def _without_0(found: Sum) -> Sum:
    return {monomial: value for monomial, value in found.items() if value}


def _scaled(found: Sum | None, factor: Fraction) -> Sum | None:
    return None if found is None else {monomial: value * factor for monomial, value in found.items()}


def _plus(a: Sum, b: Sum, factor: int) -> Sum:
    nothing = Fraction(0)
    return _without_0({monomial: a.get(monomial, nothing) + factor * b.get(monomial, nothing) for monomial in {*a, *b}})


def _product(a: Sum, b: Sum) -> Sum:
    result: dict[Monomial, Fraction] = {}
    for left, c in a.items():
        for right, d in b.items():
            both = _times(left, right)
            result[both] = result.get(both, Fraction(0)) + c * d
    return _without_0(result)


def _times(left: Monomial, right: Monomial) -> Monomial:
    powers = dict(left)
    for part, power in right:
        powers[part] = powers.get(part, 0) + power
    return frozenset(powers.items())


def _power(found: Sum | None, exponent: int) -> Sum | None:
    if found is None:
        return None
    result: Sum = {EMPTY: Fraction(1)}
    for _ in range(exponent):
        result = _product(result, found)
    return result


def as_formula(monomial: Monomial) -> Formula:
    """A monomial as a formula, always in the same order."""
    result: Formula = number(1)
    for part, power in sorted(monomial, key=str):
        result = times(result, part if power == 1 else Power(part, power))
    return result
