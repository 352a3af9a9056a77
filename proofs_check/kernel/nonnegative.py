"""Polynomials that are not negative where given polynomials are not.

The certificate writes the polynomial as a sum of terms, each a non-negative rational weight times a product of the
given polynomials times a square. With the single square 1 in every term it is a certificate by non-negative
coefficients; with no products, a sum of squares.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from typing import Any, Final

from dpassay.proofs_check.kernel.domain import defined, sign
from dpassay.proofs_check.kernel.expressions import (
    ONE,
    ZERO,
    Call,
    Formula,
    Number,
    Power,
    Product,
    Sum,
    parse,
    parts,
    substitute,
    variables,
)
from dpassay.proofs_check.kernel.interval import Interval, rational
from dpassay.proofs_check.kernel.normal_form import equal
from dpassay.proofs_check.kernel.reading import Reader, by_variable, entries, listed
from dpassay.proofs_check.kernel.rejected import insist

_NOTHING: Final[Formula] = ZERO
_NO_FACTOR: Final[Formula] = ONE
LINE: Final = Interval(None, None, low_closed=False, high_closed=False)


def check(statement: Mapping[str, Any], evidence: Mapping[str, Any]) -> None:
    """Accept "expression >= 0 wherever every formula in ``where`` is at least 0", which has to be so at some ``point``.

    Each term of the evidence has a ``weight`` and optionally a ``square``, the formula to be squared, and ``factors``,
    members of ``where``. With ``"relation": ">"`` one term has to be a positive constant.
    """
    expression, where, terms = statement["expression"], statement["where"], evidence["terms"]
    insist(all(factor in where for term in terms for factor in term.get("factors", [])), "a factor is not given")
    total: Formula = reduce(Sum, map(_value, terms), _NOTHING)
    insist(equal(expression, total), "the terms do not add up to the expression")
    strict = statement["relation"] == ">"
    insist(not strict or any(_is_positive_constant(term) for term in terms), "no term is a positive constant")
    point = evidence.get("point", {})
    foreign = set(point).difference(*map(variables, [expression, *where]))
    insist(not foreign, f"the point has coordinates of nothing, {', '.join(sorted(foreign))}")
    insist_on_point(where, point)


def insist_on_point(where: list[Formula], point: Mapping[str, Fraction]) -> None:
    """Where the conditions hold nowhere, anything follows from them: they have to hold at a rational point."""
    at = {name: Number(value) for name, value in point.items()}
    told = ", ".join(f"{name} = {value}" for name, value in point.items())
    for number, condition in enumerate(where):
        shown = sign(substitute(condition, at), "", LINE).at_least_0
        insist(shown, f"condition {number} is not shown to hold at the point ({told})")


def _value(term: Mapping[str, Any]) -> Formula:
    product: Formula = reduce(Product, term.get("factors", []), _NO_FACTOR)
    return Product(Product(Number(term["weight"]), product), Power(term.get("square", ONE), 2))


def _is_positive_constant(term: Mapping[str, Any]) -> bool:
    return not term.get("factors") and "square" not in term and term["weight"] > 0


def polynomial(text: object) -> Formula:
    """Read a formula that is defined everywhere: without quotients, and logs and roots, of variables."""
    formula = parse(text)
    insist(_is_total(formula), f"{text} is not a polynomial")
    return formula


def _is_total(formula: Formula) -> bool:
    """Tell whether a formula is defined whatever its variables are."""
    if not variables(formula):
        return defined(formula, "", LINE)
    match formula:
        case Power(_, exponent) if exponent < 0:
            return False
        case Call(function) if function != "exp":
            return False
    return all(map(_is_total, parts(formula)))


def weight(text: object) -> Fraction:
    """Read a rational that is not negative."""
    number = rational(text)
    insist(number >= 0, f"the weight {number} is negative")
    return number


def _term(node: object) -> dict[str, Any]:
    return entries(node, {"weight": weight}, {"factors": listed(polynomial), "square": polynomial})


TERMS: Final[Reader] = listed(_term)
POINT: Final[Reader] = by_variable(rational)
