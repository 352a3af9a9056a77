"""Sums of monomials: products of powers of atoms and one exp, with rational coefficients.

What atoms are, ``normal_form`` says. Here it counts that sqrt(x)^2 = x, that an indicator is its own square, and that a
reciprocal is one of the sum that it holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, TypeAlias

from dpassay.proofs_check.kernel.rejected import insist

Atom: TypeAlias = tuple[Any, ...]
Factors: TypeAlias = tuple[tuple[Atom, int], ...]


class Key(tuple[Any, ...]):
    """The monomials of a form in one order.

    Equal forms have one key, so keys are compared and hashed as the objects that they are: they hold long forms, which
    hold others, and stand in every table of forms.
    """

    _known: Final[dict[tuple[Any, ...], Key]] = {}
    __hash__ = object.__hash__
    __eq__ = object.__eq__

    def __new__(cls, monomials: Iterable[Any]) -> Key:
        """Return the key of these monomials, the same whenever it is asked for."""
        listed = tuple(monomials)
        known = cls._known.get(listed)
        if known is None:
            known = cls._known[listed] = super().__new__(cls, listed)
        return known

    @cached_property
    def _text(self) -> str:
        return super().__repr__()

    def __repr__(self) -> str:
        """Write it as the tuple that it is; once, for monomials are put into order by their texts."""
        return self._text


Monomial: TypeAlias = tuple[Factors, Key]
"""Powers of atoms, and the key of the form that is the exponent of the exp."""
Form: TypeAlias = dict[Monomial, Fraction]

NOTHING: Final = Key(())
UNIT: Final[Monomial] = ((), NOTHING)


def constant(value: Fraction | int) -> Form:
    """The form of a number."""
    return {UNIT: Fraction(value)} if value else {}


def of_atom(*atom: Any) -> Form:
    """The form of an atom."""
    return {(((atom, 1),), NOTHING): Fraction(1)}


def exponential(exponent: Form) -> Form:
    """The form of an exp."""
    return {((), key(exponent)): Fraction(1)}


def key(form: Form) -> Key:
    """The monomials of a form in one order."""
    return Key(sorted(form.items(), key=repr))


def plus(a: Form, b: Form) -> Form:
    """a + b."""
    return added((a, b))


def added(forms: Iterable[Form]) -> Form:
    """The sum of forms."""
    total: Form = {}
    for form in forms:
        for monomial, coefficient in form.items():
            known = total.get(monomial)
            total[monomial] = coefficient if known is None else known + coefficient
    return {monomial: coefficient for monomial, coefficient in total.items() if coefficient}


def scaled(form: Form, factor: Fraction | int) -> Form:
    """factor * form."""
    return {monomial: coefficient * factor for monomial, coefficient in form.items()} if factor else {}


def minus(a: Form, b: Form) -> Form:
    """a - b."""
    return plus(a, scaled(b, -1))


def times(a: Form, b: Form) -> Form:
    """a * b."""
    return added(
        scaled(_merged((*factors, *others), plus(dict(exponent), dict(other))), c * d)
        for (factors, exponent), c in a.items()
        for (others, other), d in b.items()
    )


def _merged(factors: Factors, exponent: Form) -> Form:
    powers: dict[Atom, int] = {}
    for atom, power in factors:
        powers[atom] = powers.get(atom, 0) + power
    outside: list[Form] = []
    for atom, power in powers.items():
        if atom[0] == "indicator":
            powers[atom] = min(power, 1)
        elif atom[0] == "sqrt" and power not in {0, 1}:
            half, powers[atom] = divmod(power, 2)
            outside.append(raised(dict(atom[1]), half))
        elif atom[0] == "reciprocal" and power < 0:
            powers[atom] = 0
            outside.append(raised(dict(atom[1]), -power))
    kept = tuple(sorted(((atom, power) for atom, power in powers.items() if power), key=repr))
    product: Form = {(kept, key(exponent)): Fraction(1)}
    for factor in outside:
        product = times(product, factor)
    return product


def raised(form: Form, exponent: int) -> Form:
    """form ** exponent; the reciprocal of a sum of several monomials is an atom."""
    base = form if exponent >= 0 else _reciprocal(form)
    power = constant(1)
    for _ in range(abs(exponent)):
        power = times(power, base)
    return power


def _reciprocal(form: Form) -> Form:
    insist(bool(form), "division by zero")
    if len(form) > 1:  # of a sum and its multiples one atom
        leading = key(form)[0][1]
        return scaled(of_atom("reciprocal", key(scaled(form, 1 / leading))), 1 / leading)
    (((factors, exponent), coefficient),) = form.items()
    return scaled(
        _merged(tuple((atom, -power) for atom, power in factors), scaled(dict(exponent), -1)), 1 / coefficient
    )


def cleared(form: Form) -> tuple[Form, tuple[Key, ...]]:
    """Multiply by what stands in reciprocals until there are none; return those, too."""
    multiplied: list[Key] = []
    while (
        found := next((atom for (factors, _) in form for atom, _ in factors if atom[0] == "reciprocal"), None)
    ) is not None:
        form = added(scaled(_without_one(factors, exponent, found), c) for (factors, exponent), c in form.items())
        multiplied.append(found[1])
    return form, tuple(multiplied)


def _without_one(factors: Factors, exponent: Key, reciprocal: Atom) -> Form:
    """A monomial times what stands in the reciprocal."""
    powers = dict(factors)
    if reciprocal in powers:
        return _merged((*factors, (reciprocal, -1)), dict(exponent))
    return times({(factors, exponent): Fraction(1)}, dict(reciprocal[1]))


def without_strict(form: Form) -> Form:
    """The form with 1 - [b <= a] in the place of each [a < b]."""
    return added(scaled(_without_strict(monomial), c) for monomial, c in form.items())


def _without_strict(monomial: Monomial) -> Form:
    factors, exponent = monomial
    strict = [part for part in factors if part[0][:2] == ("indicator", "<")]
    product: Form = {(tuple(part for part in factors if part not in strict), exponent): Fraction(1)}
    for (_, _, inner), _ in strict:
        weak = of_atom("indicator", "<=", key(scaled(dict(inner), -1)))
        product = times(product, minus(constant(1), weak))
    return product
