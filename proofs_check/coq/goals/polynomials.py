"""Why a polynomial is positive on an interval, as Coq can check it: a sum of products of distances from the ends."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from flint import fmpq_poly

from dpassay.proofs_check.coq.goals.derivatives import plus, times
from dpassay.proofs_check.coq.goals.formulas import ONE, ZERO, Binary, Formula, Variable, number
from dpassay.proofs_check.coq.goals.intervals import Interval
from dpassay.proofs_check.coq.goals.rational import coefficients, formula_of, power, rational
from dpassay.proofs_check.coq.goals.script import Script
from dpassay.proofs_check.coq.goals.writing import relation, term, variable

HIGHER: Final = (*range(8), 12, 20)
"""By how much the degree is raised, to find a form without negative coefficients."""
NO_FORM: Final[Script] = ["nra."]


def positive(polynomial: fmpq_poly, name: str, interval: Interval, *, strict: bool) -> Script:
    """Show that a polynomial is above 0, or at least 0, from the premises that a variable is in the interval."""
    low, high = interval.low, interval.high
    sought = Sought(polynomial, name, interval, strict)
    if polynomial.degree() <= 1:
        return ["lra."]
    if strict and interval.low_closed and interval.high_closed:
        return [f"interval with (i_bisect {variable(name)}, i_taylor {variable(name)}, i_degree 6)."]
    if low is not None and high is not None:
        return sought.between(low, high)
    if low is not None:
        return sought.from_end(low, 1)
    return NO_FORM if high is None else sought.from_end(high, -1)


@dataclass(frozen=True, slots=True)
class Sought:
    """That a polynomial is above 0 on an interval, or at least 0 where not ``strict``."""

    polynomial: fmpq_poly
    name: str
    interval: Interval
    strict: bool

    def from_end(self, end: Fraction, side: int) -> Script:
        """With the distance t from the end, P (1 + t)^k is a polynomial in t without negative coefficients."""
        distance = self.distance(end, side)
        shifted = self.polynomial(fmpq_poly([rational(end), side]))
        for raised in HIGHER:
            values = coefficients(shifted * fmpq_poly([1, 1]) ** raised)
            if min(values) < 0:
                continue
            if self.strict and self.interval.closed_ends() and not values[0]:
                return NO_FORM
            products = [times(number(c), power(distance, k)) for k, c in enumerate(values) if c]
            multiplier = power(Binary("+", ONE, distance), raised)
            return self._as_multiple(multiplier, products) if raised else self._as_sum(self._whole(), products)
        return NO_FORM

    def between(self, low: Fraction, high: Fraction) -> Script:
        """P is a sum of products of the distances from both ends: Bernstein's form, of a degree that is high enough."""
        near, far = self.distance(low, 1), self.distance(high, -1)
        for total in (self.polynomial.degree() + raised for raised in HIGHER):
            values = _bernstein(self.polynomial, low, high, total)
            if min(values) < 0:
                continue
            kept = sorted((k for k, c in enumerate(values) if c), key=lambda k: self._vanishes(k, total))
            if self.strict and self._vanishes(kept[0], total):
                continue
            products = [times(times(number(values[k]), power(near, k)), power(far, total - k)) for k in kept]
            return self._as_sum(self._whole(), products)
        return NO_FORM

    def distance(self, end: Fraction, side: int) -> Formula:
        """The distance of the variable from an end."""
        here, there = Variable(self.name), number(end)
        if side == -1:
            return Binary("-", there, here)
        return Binary("-", here, there) if end else here

    def _vanishes(self, k: int, total: int) -> bool:
        """Tell whether a product of Bernstein's form is 0 at an end that belongs to the interval."""
        return (self.interval.low_closed and k > 0) or (self.interval.high_closed and k < total)

    def _whole(self) -> Formula:
        return formula_of(coefficients(self.polynomial), self.name)

    def _as_sum(self, whole: Formula, products: list[Formula]) -> Script:
        found: Formula = ZERO
        for product in products:
            found = plus(found, product)
        return [f"replace ({term(whole)}) with ({term(found)}) by field.", positively(strict=self.strict)]

    def _as_multiple(self, multiplier: Formula, products: list[Formula]) -> Script:
        multiple = Binary("*", self._whole(), multiplier)
        return [
            f"cut ({relation(multiple, '>' if self.strict else '>=')}).",
            [f"apply {'positive_multiple' if self.strict else 'not_negative_multiple'}.", "positive."],
            self._as_sum(multiple, products),
        ]


def _bernstein(polynomial: fmpq_poly, low: Fraction, high: Fraction, total: int) -> list[Fraction]:
    """The c_k in P(x) = sum of c_k (x - low)^k (high - x)^(total - k)."""
    above, width = fmpq_poly([rational(low), rational(high)]), fmpq_poly([1, 1])
    found = fmpq_poly([0])
    for exponent, value in enumerate(polynomial.coeffs()):
        found += value * above**exponent * width ** (total - exponent)
    values = [c / (high - low) ** total for c in coefficients(found)]
    return values + [Fraction(0)] * (total + 1 - len(values))


def positively(*, strict: bool) -> str:
    """The tactic for a sum of products of what is known to be positive, or not negative."""
    return "positive." if strict else "not_negative."
