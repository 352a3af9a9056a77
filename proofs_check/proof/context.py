"""What is known where a step stands: its variables with their sorts, and relations that hold.

``shows`` is all that is found without being told: a relation that is known, or follows from one or two of them by adding
what is evidently not negative. Whatever needs more is a step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from dpassay.proofs_check.proof.names import Names
from dpassay.proofs_check.proof.normal_form import Forms
from dpassay.proofs_check.proof.polynomials import UNIT, Atom, Form, cleared, minus, plus
from dpassay.proofs_check.proof.terms import Formula, Relation, Term

POSITIVE, NOT_NEGATIVE, UNKNOWN = 2, 1, 0
INTEGER: Final = "integer"
MOST_RELATIONS: Final = 2
"""So many known relations are added, such as t <= k and k <= n for t <= n."""


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
        keys = (self.forms.relation(relation) for relation in self.known)
        return tuple((operator, dict(form)) for operator, form in keys)

    @cached_property
    def _signs(self) -> dict[Atom, int]:
        """The signs of atoms that a known relation ``atom >= c`` tells, for c >= 0."""
        signs: dict[Atom, int] = {}
        for operator, form in self._forms_of_known:
            rest = {monomial: c for monomial, c in form.items() if monomial != UNIT}
            if operator == "=" or len(rest) != 1 or form.get(UNIT, 0) > 0:
                continue
            (((factors, exponent), coefficient),) = rest.items()
            if exponent == () and len(factors) == 1 and factors[0][1] == 1 and coefficient > 0:
                strict = operator == "<" or UNIT in form
                atom = factors[0][0]
                signs[atom] = max(signs.get(atom, UNKNOWN), POSITIVE if strict else NOT_NEGATIVE)
        return signs

    def positive_atoms(self) -> frozenset[Atom]:
        """The atoms that a known relation shows to be positive."""
        return frozenset(atom for atom, sign in self._signs.items() if sign == POSITIVE)

    def shows(self, formula: Formula) -> bool:
        """Tell whether a relation is known, or follows from known ones and what is evidently not negative."""
        if any(self.forms.equal(formula, known) for known in self.known):
            return True
        if not isinstance(formula, Relation):
            return False
        form, strict = minus(self.forms.of(formula.right), self.forms.of(formula.left)), formula.operator == "<"
        if formula.operator == "=":
            return vanishes(form)
        return self.is_positive(form) if strict else self.is_not_negative(form) or self._follows(form, strict=False)

    def _follows(self, form: Form, *, strict: bool, more: int = MOST_RELATIONS - 1) -> bool:
        """Tell whether a form is what few known relations add up to, and what is evidently not negative."""
        for operator, known in self._forms_of_known:
            for rest in (minus(form, known), plus(form, known)) if operator == "=" else (minus(form, known),):
                still = strict and operator != "<"
                if self._sign(rest) >= (POSITIVE if still else NOT_NEGATIVE):
                    return True
                if more and self._follows(rest, strict=still, more=more - 1):
                    return True
        return False

    def is_positive(self, form: Form) -> bool:
        """Tell whether a form is shown to be above 0."""
        return self._sign(form) == POSITIVE or self._follows(form, strict=True)

    def is_not_negative(self, form: Form) -> bool:
        """Tell whether a form is evidently at least 0."""
        return self._sign(form) >= NOT_NEGATIVE

    def _sign(self, form: Form) -> int:
        """A sum of products of what is not negative; it is positive where one of them is."""
        whole, multiplied = cleared(form)
        if any(self._sign(dict(key)) < POSITIVE for key in multiplied):
            whole = form
        if not whole:
            return NOT_NEGATIVE
        signs = [self._sign_of_factors(factors) if c > 0 else UNKNOWN for (factors, _), c in whole.items()]
        return UNKNOWN if UNKNOWN in signs else max(signs)

    def _sign_of_factors(self, factors: Iterable[tuple[Atom, int]]) -> int:
        return min((self._sign_of_power(atom, power) for atom, power in factors), default=POSITIVE)

    def _sign_of_power(self, atom: Atom, power: int) -> int:
        sign = self._sign_of_atom(atom)
        if power % 2 == 0 and sign < POSITIVE:
            return POSITIVE if power < 0 else NOT_NEGATIVE  # a reciprocal is defined, so what stands in it is not 0
        return POSITIVE if power < 0 and sign == NOT_NEGATIVE else sign

    def _sign_of_atom(self, atom: Atom) -> int:
        if atom in self._signs:
            return self._signs[atom]
        match atom:
            case ("quantity", name, *_) if name in self.names.quantities:
                return {"positive": POSITIVE, "at least 0": NOT_NEGATIVE}.get(
                    self.names.quantities[name].range, UNKNOWN
                )
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
            not exponent and c.denominator == 1 and all(self._is_integer(atom) and power > 0 for atom, power in factors)
            for (factors, exponent), c in self.forms.of(term).items()
        )

    def _is_integer(self, atom: Atom) -> bool:
        match atom:
            case ("variable", name):
                return self.sorts.get(name) == INTEGER
            case ("quantity", name, *_):
                return name in self.names.quantities and self.names.quantities[name].range == INTEGER
        return bool(atom[0] == "indicator")


def vanishes(form: Form) -> bool:
    """Tell whether a form is 0 wherever it is defined."""
    return not cleared(form)[0]
