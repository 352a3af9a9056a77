"""Derivatives, by the rules of the first year; Coq checks each one, so nothing rests on them."""

from __future__ import annotations

from dpassay.proofs_check.coq.goals.formulas import (
    ONE,
    ZERO,
    Binary,
    Call,
    Formula,
    Negative,
    Power,
    Variable,
    number,
    variables,
)


def derivative(formula: Formula, name: str) -> Formula:
    """The derivative with respect to a variable."""
    match formula:
        case Variable(other):
            return ONE if other == name else ZERO
        case Negative(inner):
            return negative(derivative(inner, name))
        case Binary(sign, left, right):
            return _of_binary(sign, left, right, name)
        case Power(base, exponent) if exponent:
            outer = times(number(exponent), Power(base, exponent - 1) if exponent != 2 else base)
            return times(outer, derivative(base, name))
        case Call(function, inner):
            slope = derivative(inner, name)
            return {
                "exp": times(slope, formula),
                "log": over(slope, inner),
                "sqrt": over(slope, times(number(2), formula)),
            }[function]
    return ZERO


def _of_binary(sign: str, left: Formula, right: Formula, name: str) -> Formula:
    by_left, by_right = derivative(left, name), derivative(right, name)
    if sign == "+":
        return plus(by_left, by_right)
    if sign == "-":
        return minus(by_left, by_right)
    if sign == "*":
        return plus(times(by_left, right), times(left, by_right))
    if name not in variables(right):
        return over(by_left, right)
    return over(minus(times(by_left, right), times(left, by_right)), Power(right, 2))


def negative(formula: Formula) -> Formula:
    """- formula, without a minus before 0."""
    return formula if formula == ZERO else Negative(formula)


def plus(left: Formula, right: Formula) -> Formula:
    """left + right, without a term 0."""
    return right if left == ZERO else left if right == ZERO else Binary("+", left, right)


def minus(left: Formula, right: Formula) -> Formula:
    """left - right, without a term 0."""
    return negative(right) if left == ZERO else left if right == ZERO else Binary("-", left, right)


def times(left: Formula, right: Formula) -> Formula:
    """left * right, without a factor 0 or 1."""
    if ZERO in (left, right):
        return ZERO
    return right if left == ONE else left if right == ONE else Binary("*", left, right)


def over(left: Formula, right: Formula) -> Formula:
    """left / right, without a numerator 0 or a denominator 1."""
    return ZERO if left == ZERO else left if right == ONE else Binary("/", left, right)
