"""What is known at a place of a proof in Coq, each relation with what proves it; and what follows without being told.

This is how ``Context`` sees that a relation holds, but with the reasons, for which Coq asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from dpassay.proofs_check.coq.steps.definedness import Duty
from dpassay.proofs_check.proof.context import MOST_RELATIONS, NOT_NEGATIVE, POSITIVE, UNKNOWN
from dpassay.proofs_check.proof.names import Names
from dpassay.proofs_check.proof.normal_form import Forms
from dpassay.proofs_check.proof.polynomials import UNIT, Atom, Form, Key, cleared, minus, scaled
from dpassay.proofs_check.proof.terms import Relation, Term

EVIDENT: Final = {"<": POSITIVE, "<=": NOT_NEGATIVE, None: UNKNOWN}


@dataclass(frozen=True, slots=True)
class Fact:
    """A relation that holds, and the term of Coq that proves it."""

    relation: Relation
    proof: str


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign of a form; it is seen on ``whole``, the form times what stands in reciprocals (``multiplied``)."""

    level: int
    whole: Form
    multiplied: tuple[Key, ...] = ()


@dataclass(frozen=True, slots=True)
class Following:
    """Facts, in one direction or the other, that add up to a relation with what is evidently not negative."""

    facts: tuple[tuple[int, Fact], ...]


@dataclass(frozen=True)
class Room:
    """The variables with their sorts, and what is known.

    Attributes:
        names: the names of the statement.
        forms: normal forms.
        sorts: "real", "integer" or "@space" of each variable.
        facts: relations, with proofs.
        nonzero: terms that are not 0, with proofs.
        duties: relations that hold since something is defined: they count for that alone.
        below: what is so for all values of the variables of some binders.
    """

    names: Names
    forms: Forms
    sorts: Mapping[str, str]
    facts: tuple[Fact, ...] = ()
    nonzero: tuple[tuple[Term, str], ...] = ()
    duties: tuple[Fact, ...] = ()
    below: tuple[tuple[Duty, str], ...] = ()
    _signs_of_forms: dict[Key, Sign] = field(default_factory=dict, init=False, compare=False)

    def with_variable(self, name: str, sort: str) -> Room:
        """Add a variable."""
        return replace(self, sorts={**self.sorts, name: sort})

    def with_facts(self, *facts: Fact) -> Room:
        """Add relations."""
        return replace(self, facts=(*self.facts, *facts))

    def with_duties(self, duties: Iterable[tuple[Duty, str]]) -> Room:
        """Add what is defined."""
        found = list(duties)
        plain = [(duty, proof) for duty, proof in found if not duty.binders]
        return replace(
            self,
            nonzero=(*self.nonzero, *((duty.nonzero, proof) for duty, proof in plain if duty.relation is None)),
            duties=(*self.duties, *(Fact(duty.relation, proof) for duty, proof in plain if duty.relation is not None)),
            below=(*self.below, *(pair for pair in found if pair[0].binders)),
        )

    @cached_property
    def _gaps(self) -> tuple[tuple[Fact, str, Form], ...]:
        found = []
        for fact in self.facts:
            operator, form = self.forms.relation(fact.relation)
            found.append((fact, operator, self.gap(fact.relation) if operator == "=" else dict(form)))
        return tuple(found)

    @cached_property
    def _signed(self) -> tuple[tuple[int, Fact, str, Form], ...]:
        return tuple(
            (sign, fact, operator, scaled(form, sign))
            for fact, operator, form in self._gaps
            for sign in ((1, -1) if operator == "=" else (1,))
        )

    @cached_property
    def signs(self) -> dict[Atom, tuple[int, Fact]]:
        """The signs of atoms that a known relation ``atom >= c`` tells, for c >= 0, with that relation."""
        signs: dict[Atom, tuple[int, Fact]] = {}
        for fact, operator, form in self._gaps:
            rest = {monomial: c for monomial, c in form.items() if monomial != UNIT}
            if operator == "=" or len(rest) != 1 or form.get(UNIT, 0) > 0:
                continue
            (((factors, _), coefficient),) = rest.items()
            if len(factors) == 1 and factors[0][1] == 1 and coefficient > 0:
                level = POSITIVE if operator == "<" or UNIT in form else NOT_NEGATIVE
                if level > signs.get(factors[0][0], (UNKNOWN,))[0]:
                    signs[factors[0][0]] = level, fact
        return signs

    def gap(self, relation: Relation) -> Form:
        """Right minus left."""
        return minus(self.forms.of(relation.right), self.forms.of(relation.left))

    def following(self, relation: Relation) -> Following | None:
        """The facts from which a relation follows, none where it is evident; ``None`` where it is not shown."""
        operator, wanted = self.forms.relation(relation)
        form = self.gap(relation)
        for fact, other, gap in self._gaps:
            if other == operator and self.forms.relation(fact.relation)[1] == wanted:
                return Following(((1 if gap == form else -1, fact),))
        if operator == "=":
            return None if cleared(form)[0] else Following(())
        level = EVIDENT[operator]
        if self.sign(form).level >= level:
            return Following(())
        found = self.follows(form, strict=operator == "<")
        return None if found is None else Following(tuple(found))

    def follows(self, form: Form, *, strict: bool) -> list[tuple[int, Fact]] | None:
        """The facts, at most so many, of which a form is the sum, with what is evidently not negative."""
        return self._follows(form, strict=strict, most=MOST_RELATIONS)

    def _follows(self, form: Form, *, strict: bool, most: int) -> list[tuple[int, Fact]] | None:
        is_open = self.sign(form).level == UNKNOWN and not has_reciprocal(form)
        for sign, fact, operator, known in self._signed:
            if is_open and not shares(form, known) and not has_reciprocal(known):
                continue
            rest, still = minus(form, known), strict and operator != "<"
            if self.sign(rest).level >= (POSITIVE if still else NOT_NEGATIVE):
                return [(sign, fact)]
            if most > 1 and shares(form, known):
                more = self._follows(rest, strict=still, most=most - 1)
                if more is not None:
                    return [(sign, fact), *more]
        return None

    def sign(self, form: Form) -> Sign:
        """A sum of products of what is not negative; it is positive where one of them is."""
        name = Key(sorted(form.items(), key=repr))
        if name not in self._signs_of_forms:
            self._signs_of_forms[name] = self._sign(form)
        return self._signs_of_forms[name]

    def _sign(self, form: Form) -> Sign:
        whole, multiplied = cleared(form)
        if not whole:
            return Sign(NOT_NEGATIVE, {}, multiplied)
        if any(self.sign(dict(key)).level < POSITIVE for key in multiplied):
            whole, multiplied = form, ()
        levels = [self.sign_of_factors(factors) if c > 0 else UNKNOWN for (factors, _), c in whole.items()]
        return Sign(UNKNOWN if UNKNOWN in levels else max(levels), whole, multiplied)

    def sign_of_factors(self, factors: Any) -> int:
        """The sign of a product of powers of atoms."""
        return min((self._sign_of_power(atom, power) for atom, power in factors), default=POSITIVE)

    def _sign_of_power(self, atom: Atom, power: int) -> int:
        sign = self.sign_of_atom(atom)
        if power % 2 == 0 and sign < POSITIVE:
            return POSITIVE if power < 0 else NOT_NEGATIVE
        return POSITIVE if power < 0 and sign == NOT_NEGATIVE else sign

    def sign_of_atom(self, atom: Atom) -> int:  # noqa: PLR0911  # one form a line
        """The sign of an atom, as ``Context`` sees it."""
        if atom in self.signs:
            return self.signs[atom][0]
        match atom:
            case ("quantity", name, *_):
                return EVIDENT[self.names.quantities[name].above]
            case ("sqrt", key):
                return POSITIVE if self.sign(dict(key)).level == POSITIVE else NOT_NEGATIVE
            case ("indicator", *_):
                return NOT_NEGATIVE
            case ("reciprocal", key):
                return POSITIVE if self.sign(dict(key)).level >= NOT_NEGATIVE else UNKNOWN
            case ("mean", _, _, (factors, _)):
                return self.sign_of_factors(factors)
            case ("total", _, _, _, (factors, _)):
                return min(NOT_NEGATIVE, self.sign_of_factors(factors))
        return UNKNOWN


def shares(form: Form, known: Form) -> bool:
    """Tell whether a monomial stands in both with one sign."""
    return any(monomial != UNIT and c * known.get(monomial, Fraction(0)) > 0 for monomial, c in form.items())


def has_reciprocal(form: Form) -> bool:
    """Tell whether a sum stands in a denominator."""
    return any(atom[0] == "reciprocal" for factors, _ in form for atom, _ in factors)


def atoms_of(form: Form) -> Iterator[tuple[Atom, int]]:
    """The atoms of a form, with their powers."""
    seen = set()
    for factors, _ in form:
        for part in factors:
            if part not in seen:
                seen.add(part)
                yield part
