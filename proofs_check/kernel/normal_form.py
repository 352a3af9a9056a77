"""Normal forms: a formula as a quotient of two polynomials over the rationals.

Variables are indeterminates. Each exp of a monomial is one too, so that exp(a + b) = exp(a) exp(b) and
exp(a / 2)^2 = exp(a) hold by construction; log and sqrt of a formula are indeterminates without relations. Two formulas
with the same normal form are therefore equal wherever both are defined; the converse is not claimed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx, fmpq_poly

from dpassay.proofs_check.kernel.expressions import (
    Call,
    Formula,
    Number,
    Power,
    Product,
    Sum,
    Variable,
    parts,
    variables,
)
from dpassay.proofs_check.kernel.rejected import insist

Terms = dict[tuple[tuple[str, int], ...], Fraction]
"""A polynomial: from monomials, sorted pairs of a generator's name and its power, to coefficients."""


@dataclass(frozen=True, slots=True)
class Quotient:
    """numerator / denominator, in the ring of ``Forms``; not reduced."""

    numerator: fmpq_mpoly
    denominator: fmpq_mpoly


@dataclass
class Forms:
    """Normal forms of several formulas over one set of generators."""

    formulas: tuple[Formula, ...]
    ring: fmpq_mpoly_ctx = field(init=False)
    scales: dict[str, int] = field(init=False)

    def __init__(self, *formulas: Formula) -> None:
        self.formulas = formulas
        denominators: dict[str, list[int]] = {}
        for formula in formulas:
            for key, coefficient in exponential_parts(formula):
                denominators.setdefault(key, []).append(coefficient.denominator)
        self.scales = {key: lcm(*values) for key, values in denominators.items()}
        names = {name for formula in formulas for name in variables(formula)} | {
            name for formula in formulas for name in opaque(formula)
        }
        generators = sorted(names | {f"exp({key}/{scale})" for key, scale in self.scales.items()})
        self.ring = fmpq_mpoly_ctx.get(generators, Ordering.lex)

    def generator(self, name: str) -> fmpq_mpoly:
        """Return a generator of the ring."""
        return self.ring.gen(self.ring.variable_to_index(name))

    def of(self, formula: Formula) -> Quotient:  # noqa: PLR0911  # one return a kind of formula
        """Return the normal form of one formula."""
        one = self.ring.constant(1)
        match formula:
            case Number(value):
                return Quotient(self.ring.constant(fmpq(value.numerator, value.denominator)), one)
            case Variable(name):
                return Quotient(self.generator(name), one)
            case Sum(left, right):
                a, b = self.of(left), self.of(right)
                return Quotient(
                    a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator
                )
            case Product(left, right):
                a, b = self.of(left), self.of(right)
                return Quotient(a.numerator * b.numerator, a.denominator * b.denominator)
            case Power(base, exponent):
                return _power(self.of(base), exponent)
            case Call("exp", argument):
                return self._exponential(argument)
            case Call():
                return Quotient(self.generator(_name(formula)), one)

    def _exponential(self, argument: Formula) -> Quotient:
        result = Quotient(self.ring.constant(1), self.ring.constant(1))
        for key, coefficient in terms_of_exponent(argument):
            scale = self.scales[key]
            base = self.generator(f"exp({key}/{scale})")
            factor = _power(Quotient(base, self.ring.constant(1)), int(coefficient * scale))
            result = Quotient(result.numerator * factor.numerator, result.denominator * factor.denominator)
        return result


def equal(left: Formula, right: Formula) -> bool:
    """Tell whether two formulas have the same normal form."""
    forms = Forms(left, right)
    a, b = forms.of(left), forms.of(right)
    return bool(a.numerator * b.denominator == b.numerator * a.denominator)


def rational_function(formula: Formula, name: str) -> tuple[fmpq_poly, fmpq_poly] | None:
    """Return numerator and denominator as polynomials in one variable; ``None`` where the formula has more in it."""
    forms = Forms(formula)
    if set(forms.ring.names()) - {name}:
        return None
    form = forms.of(formula)
    return _univariate(form.numerator), _univariate(form.denominator)


def _univariate(polynomial: fmpq_mpoly) -> fmpq_poly:
    coefficients: dict[int, fmpq] = {
        (monomial[0] if monomial else 0): c for monomial, c in polynomial.to_dict().items()
    }
    return fmpq_poly([coefficients.get(power, fmpq(0)) for power in range(max(coefficients, default=0) + 1)])


def terms_of_exponent(argument: Formula) -> list[tuple[str, Fraction]]:
    """Split the argument of an exp into rational multiples of monomials, each under a name; the monomial 1 is "1"."""
    forms = Forms(argument)
    form = forms.of(argument)
    if not form.denominator.is_constant():  # not a polynomial: one part, named by its quotient
        return [(f"({form.numerator})/({form.denominator})", Fraction(1))]
    leading = Fraction(str(form.denominator.leading_coefficient()))
    return [
        (_monomial(forms, exponents), Fraction(str(coefficient)) / leading)
        for exponents, coefficient in sorted(form.numerator.to_dict().items())
    ]


def _monomial(forms: Forms, exponents: tuple[int, ...]) -> str:
    parts = [f"{name}^{power}" for name, power in zip(forms.ring.names(), exponents, strict=True) if power]
    return "*".join(parts) or "1"


def exponential_parts(formula: Formula) -> Iterator[tuple[str, Fraction]]:
    """Yield the parts of every exponent that stands outside of other functions."""
    for call in outer_calls(formula):
        if call.function == "exp":
            yield from terms_of_exponent(call.argument)


def opaque(formula: Formula) -> Iterator[str]:
    """Yield the names of the logs and roots that stand outside of other functions."""
    return (_name(call) for call in outer_calls(formula) if call.function != "exp")


def outer_calls(formula: Formula) -> Iterator[Call]:
    """Yield the functions that stand outside of other functions."""
    if isinstance(formula, Call):
        yield formula
    else:
        for part in parts(formula):
            yield from outer_calls(part)


def _name(call: Call) -> str:
    form = Forms(call.argument).of(call.argument)
    return f"{call.function}(({form.numerator})/({form.denominator}))"


def _power(form: Quotient, exponent: int) -> Quotient:
    if exponent >= 0:
        return Quotient(form.numerator**exponent, form.denominator**exponent)
    insist(not form.numerator.is_zero(), "division by zero")
    return Quotient(form.denominator**-exponent, form.numerator**-exponent)
