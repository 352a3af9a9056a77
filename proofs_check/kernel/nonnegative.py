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

from dpassay.proofs_check.kernel.domain import defined
from dpassay.proofs_check.kernel.expressions import (
    ONE,
    ZERO,
    Call,
    Formula,
    Number,
    Power,
    Product,
    Sum,
    Variable,
    parse,
    variables,
)
from dpassay.proofs_check.kernel.interval import Interval, entry, rational
from dpassay.proofs_check.kernel.normal_form import equal
from dpassay.proofs_check.kernel.rejected import insist

_NOTHING: Final[Formula] = ZERO
_NO_FACTOR: Final[Formula] = ONE
LINE: Final = Interval(None, None, low_closed=False, high_closed=False)


def check(statement: Mapping[str, Any], evidence: Mapping[str, Any]) -> None:
    """Accept "expression >= 0 wherever every formula in ``where`` is at least 0".

    Each term of the evidence has a ``weight`` and optionally a ``square``, the formula to be squared, and ``factors``,
    members of ``where``. With ``"relation": ">"`` one term has to be a positive constant.
    """
    where, terms = entry(statement, "where"), entry(evidence, "terms")
    insist(isinstance(where, list) and isinstance(terms, list), "expected lists of formulas and of terms")
    relation = entry(statement, "relation")
    insist(relation in {">", ">="}, f"relation {relation!r}")
    total: Formula = reduce(Sum, (_term(term, where) for term in terms), _NOTHING)
    expression = entry(statement, "expression")
    _insist_on_polynomials(expression, *where)
    insist(equal(parse(expression), total), f"the terms do not add up to {expression}")
    insist(relation == ">=" or any(_is_positive_constant(term) for term in terms), "no term is a positive constant")


def _term(term: Mapping[str, Any], where: list[str]) -> Formula:
    weight, factors = rational(entry(term, "weight")), term.get("factors", [])
    insist(isinstance(factors, list), f"the factors {factors!r} are not a list")
    insist(weight >= 0, f"the weight {weight} is negative")
    insist(all(factor in where for factor in factors), f"the factors {factors} are not among {where}")
    square = str(term.get("square", "1"))
    _insist_on_polynomials(square)
    product: Formula = reduce(Product, (parse(factor) for factor in factors), _NO_FACTOR)
    return Product(Product(Number(weight), product), Power(parse(square), 2))


def _is_positive_constant(term: Mapping[str, Any]) -> bool:
    return not term.get("factors") and "square" not in term and rational(term["weight"]) > Fraction(0)


def _insist_on_polynomials(*texts: str) -> None:
    """Quotients, and logs and roots of variables, may be undefined somewhere: they have no place here."""
    for text in texts:
        insist(_is_total(parse(text)), f"{text} is not a polynomial")


def _is_total(formula: Formula) -> bool:
    """Tell whether a formula is defined whatever its variables are."""
    if not variables(formula):
        return defined(formula, "", LINE)
    match formula:
        case Sum(left, right) | Product(left, right):
            return _is_total(left) and _is_total(right)
        case Power(base, exponent):
            return exponent >= 0 and _is_total(base)
        case Call("exp", argument):
            return _is_total(argument)
    return isinstance(formula, Variable)
