"""The exact field of budgets and probabilities: quotients of rational sums of powers e^q and p^q, with q rational.

A privacy budget is e^eps with eps rational, or a rational e^eps given outright; a mechanism takes rational powers of it
and forms quotients of sums. All of that stays in one field, and equality there is decidable:

* e^q for distinct rational q are linearly independent over the algebraic numbers (Lindemann and Weierstrass), and
* products of p^q over primes p with q in [0, 1) are linearly independent over the rationals (Besicovitch 1940).

So a sum of rational multiples of distinct monomials e^a * prod p^q, with every q reduced to [0, 1), is zero only when
every coefficient is zero. The sign of a non-zero number is found by refining a ball, which ends because the number is
known not to be zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import total_ordering
from typing import TypeAlias

from flint import arb

from dpassay.exact.rationals import Rational, as_fraction, as_positive_fraction, rational_gcd, rational_sum
from dpassay.exact.real import FIRST_PRECISION, Real, as_real, rational_ball
from dpassay.exact.terms import (
    ONE,
    UNIT,
    Monomial,
    Terms,
    add,
    cancelled,
    enclosing,
    inverse,
    multiply,
    negate,
    prime_factors,
    proportion,
    radical,
)

Number: TypeAlias = "Fraction | ExpNumber"
"""An exact number: ``Fraction`` where it is rational, else ``ExpNumber`` (an ``int`` is taken for a ``Fraction``)."""


def power_product(rate: Fraction, exponents: Mapping[int, Fraction]) -> Number:
    """Return e^rate times the product of prime^exponent over ``exponents``."""
    factor, monomial = radical(tuple(sorted(exponents.items())), rate)
    return _number({monomial: factor}, UNIT)


def exp(exponent: Rational) -> Number:
    """Return e to a rational power."""
    return power_product(as_fraction(exponent, "exponent"), {})


def power(base: Rational, exponent: Rational) -> Number:
    """Return a positive rational to a rational power."""
    b, q = as_positive_fraction(base, "base"), as_fraction(exponent, "exponent")
    if q.denominator == 1:  # nothing to factor
        return b**q.numerator
    return power_product(Fraction(0), {prime: m * q for prime, m in prime_factors(b).items()})


def _number(numerator: Terms, denominator: Terms) -> Number:
    """Build the quotient in the shortest form that is cheap to find; a rational result is a ``Fraction``."""
    if not numerator:
        return Fraction(0)
    if len(denominator) > 1:
        numerator, denominator = cancelled(numerator, denominator)
    if len(denominator) == 1 and denominator is not UNIT:
        numerator, denominator = multiply(numerator, inverse(denominator)), UNIT
    elif denominator is not UNIT and (quotient := proportion(numerator, denominator)) is not None:
        numerator, denominator = quotient, UNIT
    if denominator is UNIT and len(numerator) == 1 and ONE in numerator:
        return numerator[ONE]
    return ExpNumber(numerator, denominator)


def _terms(value: object) -> tuple[Terms, Terms] | None:
    if isinstance(value, ExpNumber):
        return value.numerator, value.denominator
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return ({ONE: Fraction(value)} if value else {}), UNIT
    return None


@total_ordering
class ExpNumber:
    """An irrational element of the field; made by ``exp``, ``power`` and arithmetic, never directly.

    Mixes with ``int`` and ``Fraction`` on either side; comparisons are exact and always decided.
    """

    __slots__ = ("_ball", "_real", "denominator", "numerator")
    __hash__ = None  # type: ignore[assignment]  # two quotients may be equal and look different

    def __init__(self, numerator: Terms, denominator: Terms) -> None:
        self.numerator = numerator
        self.denominator = denominator
        self._ball: arb | None = None
        self._real: Real | None = None

    def ball(self, precision: int = FIRST_PRECISION) -> arb:
        """Return an enclosure computed with ``precision`` bits."""
        if precision != FIRST_PRECISION:
            return self.as_real().ball(precision)
        if self._ball is None:
            self._ball = self.as_real().ball(precision)
        return self._ball

    def as_real(self) -> Real:
        """Return the number as a ``Real``."""
        if self._real is None:
            top, bottom = enclosing(self.numerator), enclosing(self.denominator)
            self._real = Real(lambda: top() / bottom())
        return self._real

    def __add__(self, other: object) -> Number:
        terms = _terms(other)
        if terms is None:
            return NotImplemented
        numerator, denominator = terms
        if denominator is self.denominator or denominator == self.denominator:
            return _number(add(self.numerator, numerator), self.denominator)
        top = add(multiply(self.numerator, denominator), multiply(numerator, self.denominator))
        return _number(top, multiply(self.denominator, denominator))

    def __mul__(self, other: object) -> Number:
        terms = _terms(other)
        if terms is None:
            return NotImplemented
        return _product((self.numerator, self.denominator), terms)

    def __truediv__(self, other: object) -> Number:
        terms = _terms(other)
        if terms is None:
            return NotImplemented
        return _product((self.numerator, self.denominator), (terms[1], terms[0]))

    def __rtruediv__(self, other: object) -> Number:
        terms = _terms(other)
        if terms is None:
            return NotImplemented
        return _product(terms, (self.denominator, self.numerator))

    __radd__, __rmul__ = __add__, __mul__

    def __sub__(self, other: object) -> Number:
        return self + (-other) if isinstance(other, int | Fraction | ExpNumber) else NotImplemented

    def __rsub__(self, other: object) -> Number:
        return -self + other if isinstance(other, int | Fraction) else NotImplemented

    def __neg__(self) -> Number:
        return ExpNumber(negate(self.numerator), self.denominator)

    def __pow__(self, exponent: int) -> Number:
        if not isinstance(exponent, int):
            return NotImplemented
        if exponent and (term := single_term(self)) is not None:
            return _power_of_term(*term, exponent)
        base: Number = self if exponent >= 0 else 1 / self
        result: Number = Fraction(1)
        for bit in f"{abs(exponent):b}":
            result = result * result * base if bit == "1" else result * result
        return result

    def __eq__(self, other: object) -> bool:
        return not _sign_of_difference(self, other) if _terms(other) is not None else NotImplemented

    def __lt__(self, other: object) -> bool:
        return _sign_of_difference(self, other) < 0 if _terms(other) is not None else NotImplemented

    def __float__(self) -> float:
        return float(self.as_real())

    def __str__(self) -> str:
        top, bottom = (
            " + ".join(_show(c, m) for m, c in sorted(t.items())).replace("+ -", "- ")
            for t in (self.numerator, self.denominator)
        )
        return top if self.denominator is UNIT else f"({top})/({bottom})"

    def __repr__(self) -> str:
        return f"ExpNumber({self} = {self.ball().str(12)})"


def _power_of_term(coefficient: Fraction, monomial: Monomial, exponent: int) -> Number:
    """Return an integer power of one term; primes under a root take with them what the coefficient holds of them."""
    radicals = {}
    for prime, root in monomial.radicals:
        whole = 0
        while coefficient.numerator % prime == 0:
            coefficient, whole = coefficient / prime, whole + 1
        while coefficient.denominator % prime == 0:
            coefficient, whole = coefficient * prime, whole - 1
        radicals[prime] = (whole + root) * exponent
    return coefficient**exponent * power_product(monomial.rate * exponent, radicals)


def _show(coefficient: Fraction, monomial: Monomial) -> str:
    if monomial == ONE:
        return str(coefficient)
    sign_and_factor = {Fraction(1): "", Fraction(-1): "-"}.get(coefficient, f"{coefficient}*")
    return f"{sign_and_factor}{monomial}"


def _product(a: tuple[Terms, Terms], b: tuple[Terms, Terms]) -> Number:
    """Multiply two quotients, cancelling a factor that stands on both sides as it is."""
    (top_a, bottom_a), (top_b, bottom_b) = a, b
    if not bottom_a or not bottom_b:
        raise ZeroDivisionError("division of an exact number by zero")
    if top_a == bottom_b:
        return _number(top_b, bottom_a)
    if top_b == bottom_a:
        return _number(top_a, bottom_b)
    return _number(multiply(top_a, top_b), multiply(bottom_a, bottom_b))


def _enclosure(value: object, precision: int) -> arb:
    if isinstance(value, ExpNumber):
        return value.ball(precision)
    rational = as_fraction(value, "value")
    return Real(lambda: rational_ball(rational)).ball(precision)


def _sign_of_difference(a: object, b: object) -> int:
    """Return the sign of a - b: by balls where they separate at once, else after the exact test for zero."""
    precision = FIRST_PRECISION
    known_unequal = False
    while True:
        left, right = _enclosure(a, precision), _enclosure(b, precision)
        if left < right:
            return -1
        if left > right:
            return 1
        if not known_unequal and _equal(a, b):
            return 0
        known_unequal, precision = True, precision * 2


def _equal(a: object, b: object) -> bool:
    left, right = _terms(a), _terms(b)
    if left is None or right is None:
        return False
    return not add(multiply(left[0], right[1]), negate(multiply(right[0], left[1])))


def total(numbers: Iterable[Number]) -> Number:
    """Return the exact sum; long sums over one denominator are added up term by term, and brought into form once."""
    rationals: list[Fraction] = []
    others: Number = Fraction(0)
    gathered: dict[Monomial, Fraction] = {}
    bottom: Terms = UNIT
    for number in numbers:
        if type(number) is Fraction:
            rationals.append(number)
        elif not isinstance(number, ExpNumber):
            others = others + number
        elif not gathered or number.denominator is bottom or number.denominator == bottom:
            bottom = number.denominator
            for monomial, coefficient in number.numerator.items():
                gathered[monomial] = gathered.get(monomial, Fraction(0)) + coefficient
        else:
            others = others + number
    rational = rational_sum(rationals) + others
    return _number({m: c for m, c in gathered.items() if c}, bottom) + rational if gathered else rational


def sign(value: Number) -> int:
    """Return -1, 0 or 1."""
    return (value > 0) - (value < 0)


def series(coefficients: Iterable[Fraction], base: Number) -> Number:
    """Return the sum of the coefficients times the powers 0, 1, ... of the base, exactly."""
    term = single_term(base) if isinstance(base, ExpNumber) else None
    if term is not None and term[0] == 1 and not term[1].radicals:
        rate = term[1].rate
        return _number({Monomial(k * rate): c for k, c in enumerate(coefficients) if c}, UNIT)
    return total(base**k * c for k, c in enumerate(coefficients) if c)


def single_term(value: ExpNumber) -> tuple[Fraction, Monomial] | None:
    """Return (c, m) where the number is a rational c times one monomial m; None where it is not."""
    if len(value.numerator) > 1 or value.denominator is not UNIT:
        return None
    ((monomial, coefficient),) = value.numerator.items()
    return coefficient, monomial


_LONGEST_FACTORED = 160
"""Bits of the largest integer that is factored to find a common power."""


def common_powers(numbers: Iterable[Number]) -> tuple[Number, list[int]] | None:
    """Return the largest number above 1 of which all are integer powers, and the exponents.

    None where there is none, as for a number that is no single power, and for large ones that are not factored.
    """
    rays = [_ray(number) for number in numbers]
    if any(ray is None for ray in rays):
        return None
    listed = [ray for ray in rays if ray is not None]
    direction = next((ray for ray in listed if ray), None)
    if direction is None:
        return None
    multiples = [_multiple(ray, direction) for ray in listed]
    if any(multiple is None for multiple in multiples):
        return None
    exact = [multiple for multiple in multiples if multiple is not None]
    step = rational_gcd(exact)
    unit = power_product(
        direction.get(0, Fraction(0)) * step, {prime: q * step for prime, q in direction.items() if prime}
    )
    sense = 1 if unit > 1 else -1
    return unit**sense, [int(multiple / step) * sense for multiple in exact]


def _ray(number: Number) -> dict[int, Fraction] | None:
    """Return the exponents of e (under 0) and of primes in a single power; None where it is none, or a large one."""
    term = single_term(number) if isinstance(number, ExpNumber) else (Fraction(number), ONE)
    if term is None or term[0] <= 0:
        return None
    coefficient, monomial = term
    if max(coefficient.numerator, coefficient.denominator).bit_length() > _LONGEST_FACTORED:
        return None
    exponents = {0: monomial.rate, **dict(monomial.radicals)}
    for prime, multiplicity in prime_factors(coefficient).items():
        exponents[prime] = exponents.get(prime, Fraction(0)) + multiplicity
    return {key: exponent for key, exponent in exponents.items() if exponent}


def _multiple(ray: dict[int, Fraction], direction: dict[int, Fraction]) -> Fraction | None:
    """Return c with ray = c * direction; None where there is none."""
    if not ray:
        return Fraction(0)
    if ray.keys() != direction.keys():
        return None
    quotients = {ray[key] / direction[key] for key in direction}
    return quotients.pop() if len(quotients) == 1 else None


def square_root(value: Number) -> Number | Real:
    """Return the square root of a non-negative number: exact where it is a single power, a ``Real`` where it is not."""
    if _terms(value) is None or value < 0:
        raise ValueError(f"value = {value}: expected an exact number of at least 0")
    if value == 0:
        return Fraction(0)
    term = single_term(value) if isinstance(value, ExpNumber) else (value, ONE)
    if term is None:
        return as_real(value).sqrt()
    coefficient, monomial = term
    exponents = {prime: Fraction(m, 2) for prime, m in prime_factors(coefficient).items()}
    for prime, exponent in monomial.radicals:
        exponents[prime] = exponents.get(prime, Fraction(0)) + exponent / 2
    return power_product(monomial.rate / 2, exponents)
