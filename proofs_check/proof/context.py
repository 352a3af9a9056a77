"""What is known where a step stands: its variables with their sorts, and relations that hold.

``shows`` is all that is found without being told: a relation that is known, or follows from one, two or three of
them by adding what is evidently not negative. Whatever needs more is a step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from dpassay.proofs_check.proof.names import Names
from dpassay.proofs_check.proof.normal_form import Forms
from dpassay.proofs_check.proof.polynomials import UNIT, Atom, Form, Monomial, cleared, minus, scaled, without_strict
from dpassay.proofs_check.proof.terms import CONTRARY, ONE, ZERO, Formula, Indicator, Relation, Term, contrary

POSITIVE, NOT_NEGATIVE, UNKNOWN = 2, 1, 0
INTEGER: Final = "integer"
MOST_RELATIONS: Final = 3
"""So many known relations are added without being told: s <= t, t <= n - 1 and n <= T give s <= T."""


@dataclass(frozen=True)
class Context:
    """The variables with their sorts ("real", "integer" or "@space"), and the relations known of them."""

    names: Names
    forms: Forms
    sorts: Mapping[str, str]
    known: tuple[Relation, ...] = ()

    def with_variable(self, name: str, sort: str, *known: Relation) -> Context:
        """Add a variable and what is known of it."""
        return replace(self, sorts={**self.sorts, name: sort}, known=(*self.known, *known))

    def with_known(self, known: Iterable[Relation]) -> Context:
        """Add relations."""
        return replace(self, known=(*self.known, *known))

    @cached_property
    def _forms_of_known(self) -> tuple[tuple[str, Form], ...]:
        keys = map(self.forms.formula, self.known)
        return tuple((operator, dict(form)) for operator, form in keys)

    @cached_property
    def _signed(self) -> tuple[tuple[str, Form], ...]:
        """The known relations as forms, equalities in both directions."""
        return tuple(
            (operator, scaled(form, sign)) for operator, form in self._forms_of_known for sign in _signs_of(operator)
        )

    @cached_property
    def _keys_of_known(self) -> frozenset[tuple[Any, ...]]:
        return frozenset(map(self.forms.formula, self.known))

    @cached_property
    def _signs(self) -> dict[Atom, int]:
        """The signs of atoms that a known relation ``atom >= c`` tells, for c >= 0; a power of e has no part in it."""
        signs: dict[Atom, int] = {}
        for operator, form in self._forms_of_known:
            rest = {monomial: c for monomial, c in form.items() if monomial != UNIT}
            if operator == "=" or len(rest) != 1 or form.get(UNIT, 0) > 0:
                continue
            (((factors, _), coefficient),) = rest.items()
            if len(factors) == 1 and factors[0][1] == 1 and coefficient > 0:
                strict = operator == "<" or UNIT in form
                atom = factors[0][0]
                signs[atom] = max(signs.get(atom, UNKNOWN), POSITIVE if strict else NOT_NEGATIVE)
        return signs

    def positive_atoms(self) -> frozenset[Atom]:
        """The atoms that a known relation shows to be positive."""
        return frozenset(atom for atom, sign in self._signs.items() if sign == POSITIVE)

    def shows(self, formula: Formula) -> bool:
        """Tell whether a relation is known, or follows from known ones and what is evidently not negative."""
        if self.forms.formula(formula) in self._keys_of_known:
            return True
        if not isinstance(formula, Relation):
            return False
        form, strict = minus(self.forms.of(formula.right), self.forms.of(formula.left)), formula.operator == "<"
        if formula.operator == "=":
            return self._shows_equality(formula, form)
        return self.is_positive(form) if strict else self.is_not_negative(form) or self._follows(form, strict=False)

    def _shows_equality(self, equality: Relation, form: Form) -> bool:
        """Tell whether both sides have one normal form, or one is an indicator of what is shown, or of the contrary."""
        for event, number in ((equality.left, equality.right), (equality.right, equality.left)):
            if isinstance(event, Indicator) and number == ONE:
                return self.shows(event.relation)
            if isinstance(event, Indicator) and number == ZERO and event.relation.operator in CONTRARY:
                return self.shows(contrary(event.relation))
        if vanishes(form) or vanishes(without_strict(form)):
            return True
        return vanishes(dict(self.forms.apart.relation(equality)[1]))

    def _follows(self, form: Form, *, strict: bool, relations: int = MOST_RELATIONS) -> bool:
        """Tell whether a form is a sum of known ones, at most so many, and of what is evidently not negative."""
        is_open = self._sign(form) == UNKNOWN and not _has_reciprocal(form)
        return any(
            self._is_enough(form, known, strict=strict and operator != "<", relations=relations)
            for operator, known in self._signed
            if not is_open or _shares(form, known) or _has_reciprocal(known)  # else it stays as open as it is
        )

    def _is_enough(self, form: Form, known: Form, *, strict: bool, relations: int) -> bool:
        rest = minus(form, known)
        if self._sign(rest) >= (POSITIVE if strict else NOT_NEGATIVE):
            return True
        return relations > 1 and _shares(form, known) and self._follows(rest, strict=strict, relations=relations - 1)

    def is_positive(self, form: Form) -> bool:
        """Tell whether a form is shown to be above 0."""
        return self._sign(form) == POSITIVE or self._follows(form, strict=True)

    def is_not_negative(self, form: Form) -> bool:
        """Tell whether a form is evidently at least 0."""
        return self._sign(form) >= NOT_NEGATIVE

    def _sign(self, form: Form) -> int:
        """A sum of products of what is not negative; it is positive where one of them is."""
        whole, multiplied = cleared(form)
        if not whole:
            return NOT_NEGATIVE  # it is 0, whatever the signs of what was multiplied by
        if any(self._sign(dict(key)) < POSITIVE for key in multiplied):
            whole = form
        signs = [self._sign_of_factors(factors) if c > 0 else UNKNOWN for (factors, _), c in whole.items()]
        return UNKNOWN if UNKNOWN in signs else max(signs)

    def _sign_of_factors(self, factors: Iterable[tuple[Atom, int]]) -> int:
        return min((self._sign_of_power(atom, power) for atom, power in factors), default=POSITIVE)

    def _sign_of_power(self, atom: Atom, power: int) -> int:
        sign = self._sign_of_atom(atom)
        if power % 2 == 0 and sign < POSITIVE:
            return POSITIVE if power < 0 else NOT_NEGATIVE  # a reciprocal is defined, so what stands in it is not 0
        return POSITIVE if power < 0 and sign == NOT_NEGATIVE else sign

    def _sign_of_atom(self, atom: Atom) -> int:  # noqa: PLR0911  # one form a line
        if atom in self._signs:
            return self._signs[atom]
        match atom:
            case ("quantity", name, *_):
                return {"<": POSITIVE, "<=": NOT_NEGATIVE, None: UNKNOWN}[self.names.quantities[name].above]
            case ("sqrt", key):
                return POSITIVE if self._sign(dict(key)) == POSITIVE else NOT_NEGATIVE
            case ("indicator", *_):
                return NOT_NEGATIVE
            case ("reciprocal", key):
                return POSITIVE if self._sign(dict(key)) >= NOT_NEGATIVE else UNKNOWN
            case ("mean", _, _, (factors, _)):
                return self._sign_of_factors(factors)
            case ("total", _, _, _, (factors, _)):
                return min(NOT_NEGATIVE, self._sign_of_factors(factors))
        return UNKNOWN

    def is_integer(self, term: Term) -> bool:
        """Tell whether a term is evidently an integer: a polynomial in integers with integer coefficients."""
        return all(
            c.denominator == 1 and self._is_product_of_integers(monomial) for monomial, c in self.forms.of(term).items()
        )

    def _is_product_of_integers(self, monomial: Monomial) -> bool:
        factors, exponent = monomial
        return not exponent and all(self._is_integer(atom) and power > 0 for atom, power in factors)

    def _is_integer(self, atom: Atom) -> bool:
        match atom:
            case ("variable", name):
                return self.sorts.get(name) == INTEGER
            case ("quantity", name, *_):
                return self.names.quantities[name].is_integer
            case ("total", _, _, _, body):
                return self._is_product_of_integers(body)
        return bool(atom[0] == "indicator")


def _shares(form: Form, known: Form) -> bool:
    """Tell whether a monomial stands in both with one sign: taking one that does not away only leaves more to show."""
    return any(monomial != UNIT and c * known.get(monomial, 0) > 0 for monomial, c in form.items())


def _has_reciprocal(form: Form) -> bool:
    """Tell whether monomials may still cancel once they are multiplied by what stands in reciprocals."""
    return any(atom[0] == "reciprocal" for factors, _ in form for atom, _ in factors)


def _signs_of(operator: str) -> tuple[int, ...]:
    """An equality may be read in both directions."""
    return (1, -1) if operator == "=" else (1,)


def vanishes(form: Form) -> bool:
    """Tell whether a form is 0 wherever it is defined."""
    return not cleared(form)[0]
