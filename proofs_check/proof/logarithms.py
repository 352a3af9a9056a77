"""Logs and roots of products, and powers: log(2 x y) = log(2) + log(x) + log(y), and exp(k log x) = x^k.

A product of which one factor is not evidently positive has a log only where that factor, too, is positive: so the
others are taken out of it, and the one remains. Of two such factors both may be negative, so these stay together.
An exponent keeps of c log x what is left of c above a whole number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import floor, gcd, lcm
from typing import Final

from dpassay.proofs_check.proof.polynomials import (
    Atom,
    Factors,
    Form,
    Key,
    Monomial,
    added,
    constant,
    exponential,
    key,
    minus,
    of_atom,
    plus,
    raised,
    scaled,
    times,
)

Positive = Callable[[Atom], bool]
PRIMES: Final = (2, 3, 5, 7)
"""Other primes are left together."""
LARGEST_POWER: Final = 16
"""So large a power is taken out of an exponent."""


def inside_log(monomial: Monomial) -> Key | None:
    """What a monomial is the log of; ``None`` where it is no log alone."""
    factors, exponent = monomial
    if exponent or len(factors) != 1:
        return None
    ((atom, power),) = factors
    return atom[1] if atom[0] == "log" and power == 1 else None


def exponent_of(form: Form) -> Form | None:
    """The exponent of a form that is an exp, or 1."""
    if len(form) != 1:
        return None
    (((factors, exponent), coefficient),) = form.items()
    return dict(exponent) if not factors and coefficient == 1 else None


def with_powers(form: Form) -> Form:
    """The form with whole powers in the place of whole multiples of logs in exponents."""
    while any(_powers(exponent) for _, exponent in form):
        form = added(_with_powers(monomial, c) for monomial, c in form.items())
    return form


def _with_powers(monomial: Monomial, coefficient: Fraction) -> Form:
    factors, exponent = monomial
    product: Form = {(factors, key(minus(dict(exponent), _powers(exponent)))): coefficient}
    for part, power in _powers(exponent).items():
        product = times(product, raised(dict(inside_log(part) or ()), int(power)))
    return product


def _powers(exponent: Key) -> Form:
    """The whole multiples of logs in an exponent."""
    whole = {part: Fraction(floor(c)) for part, c in exponent if inside_log(part) is not None}
    return {part: power for part, power in whole.items() if power and abs(power) <= LARGEST_POWER}


def logarithm(form: Form, positive: Positive) -> Form:
    """The log of a form, wherever it has one."""
    number, factors, exponent, rest = _divided(form, lambda atom: positive(atom) or atom[0] == "sqrt")
    logs = [exponent]
    logs += [scaled(of_atom("log", key(constant(prime))), power) for prime, power in _primes(number)]
    logs += [scaled(_log_of_atom(atom, positive), power) for atom, power in factors]
    return plus(added(logs), _log_of_rest(rest, positive))


def root(form: Form, positive: Positive) -> Form:
    """The square root of a form, wherever it has one."""
    number, factors, exponent, rest = _divided(form, positive)
    product = exponential(scaled(exponent, Fraction(1, 2)))
    for prime, power in _primes(number):
        product = times(product, raised(of_atom("sqrt", key(constant(prime))), power))
    for atom, power in factors:
        product = times(product, raised(of_atom("sqrt", key(of_atom(*atom))), power))
    return product if rest == constant(1) else times(product, of_atom("sqrt", key(rest)))


def _log_of_atom(atom: Atom, positive: Positive) -> Form:
    match atom:
        case ("sqrt", inner):
            return scaled(logarithm(dict(inner), positive), Fraction(1, 2))
        case ("reciprocal", inner):
            return scaled(logarithm(dict(inner), positive), -1)
    return of_atom("log", key(of_atom(*atom)))


def _log_of_rest(rest: Form, positive: Positive) -> Form:
    """Of an odd power of one atom it is a multiple: the power is positive where the atom is."""
    if rest == constant(1):
        return {}
    if len(rest) == 1:
        (((factors, _), coefficient),) = rest.items()
        if len(factors) == 1 and coefficient == 1 and factors[0][1] % 2:
            return scaled(_log_of_atom(factors[0][0], positive), factors[0][1])
    return of_atom("log", key(rest))


def _divided(form: Form, taken: Positive) -> tuple[Fraction, Factors, Form, Form]:
    """What all monomials share: a positive number, powers of atoms that may be taken out, an exponent; and the rest."""
    if not form:
        return Fraction(1), (), {}, form
    coefficients = form.values()
    number = Fraction(gcd(*(c.numerator for c in coefficients)), lcm(*(c.denominator for c in coefficients)))
    tables = [dict(factors) for factors, _ in form]
    atoms = {atom for table in tables for atom in table if taken(atom)}
    shared = {atom: min(table.get(atom, 0) for table in tables) for atom in atoms}
    factors = tuple(sorted(((atom, power) for atom, power in shared.items() if power), key=repr))
    exponents = [dict(exponent) for _, exponent in form]
    parts = {part for exponent in exponents for part in exponent}
    exponent = {part: low for part in parts if (low := min(exponent.get(part, Fraction(0)) for exponent in exponents))}
    divisor: Form = {_inverse(factors, exponent): 1 / number}
    return number, factors, exponent, times(form, divisor)


def _inverse(factors: Factors, exponent: Form) -> Monomial:
    return tuple((atom, -power) for atom, power in factors), key(scaled(exponent, -1))


def _primes(number: Fraction) -> Iterator[tuple[int, int]]:
    """Whole numbers above 1 with powers, of which a positive number is the product."""
    for whole, sign in ((number.numerator, 1), (number.denominator, -1)):
        left = whole
        for prime in PRIMES:
            power = 0
            while left % prime == 0:
                left, power = left // prime, power + 1
            if power:
                yield prime, sign * power
        if left > 1:
            yield left, sign
