"""The atoms of normal forms as terms: one term stands for each, the first of its normal form that was met.

Nothing here is trusted: that a term equals the one that stands for its normal form is what Coq is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from typing import Any, Final, TypeAlias

from dpassay.proofs_check.kernel.expressions import Call, Number, Power, Product, Sum, Variable
from dpassay.proofs_check.proof.binders import mentions
from dpassay.proofs_check.proof.normal_form import LONGEST_WRITTEN_OUT, Forms
from dpassay.proofs_check.proof.polynomials import UNIT, Atom, Form, Key, Monomial, constant, minus, plus
from dpassay.proofs_check.proof.terms import (
    ONE,
    OUTCOME,
    ZERO,
    Indicator,
    Mean,
    Quantity,
    Relation,
    Term,
    Total,
    closed,
    opened,
)

Part: TypeAlias = tuple[Fraction, Monomial, Monomial]
"""A monomial of the body of a sum or an expectation: its coefficient, what stands outside, what stays inside."""
PLAIN: Final = (Number, Variable, Sum, Product, Power)
KINDS: Final = {Quantity: "quantity", Mean: "mean", Total: "total", Indicator: "indicator"}


def specials(term: Term) -> Iterator[Term]:
    """The largest parts that are no polynomials in others."""
    match term:
        case Sum(left, right) | Product(left, right):
            yield from specials(left)
            yield from specials(right)
        case Power(base, _):
            yield from specials(base)
        case Number() | Variable():
            return
        case _:
            yield term


def denominators(term: Term) -> Iterator[Term]:
    """What a polynomial in its largest special parts divides by."""
    match term:
        case Sum(left, right) | Product(left, right):
            yield from denominators(left)
            yield from denominators(right)
        case Power(base, exponent):
            yield from denominators(base)
            if exponent < 0:
                yield base


def number(value: Fraction) -> Any:
    """A number as a factor; -1 so that it is not written as a sign."""
    return Product(Number(Fraction(-1)), ONE) if value == -1 else Number(value)


def added(terms: Iterable[Any]) -> Any:
    """The sum of terms; 0 of none."""
    return _chained(Sum, list(terms), ZERO)


def multiplied(terms: Iterable[Any]) -> Any:
    """The product of terms; 1 of none."""
    return _chained(Product, list(terms), ONE)


def _chained(join: Callable[[Any, Any], Any], terms: list[Any], none: Term) -> Any:
    whole = terms[0] if terms else none
    for term in terms[1:]:
        whole = join(whole, term)
    return whole


def raised(base: Any, power: int) -> Any:
    """A power of a term."""
    return base if power == 1 else Power(base, power)


@dataclass
class Atoms:
    """The terms that stand for atoms, and those that are met on the way."""

    forms: Forms
    known: dict[Atom, Term] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def new_index(self) -> Variable:
        """A new integer that runs over the terms of a sum."""
        return Variable(f"{next(self._numbers)}i")

    def new_outcome(self) -> Variable:
        """A new outcome of a law."""
        return Variable(f"{OUTCOME}{next(self._numbers)}o")

    def own(self, term: Term) -> Atom | None:
        """The atom that a special term is, if it is one, and no sum or multiple of some."""
        ((monomial, coefficient),) = form.items() if len(form := self.forms.of(term)) == 1 else ((UNIT, 0),)
        factors, exponent = monomial
        if coefficient != 1 or exponent or len(factors) != 1 or factors[0][1] != 1:
            return None
        atom = factors[0][0]
        kind = term.function if isinstance(term, Call) else KINDS.get(type(term))
        return atom if atom[0] == kind and self._is_whole(term) else None

    def _is_whole(self, term: Term) -> bool:
        """Tell whether the whole body of a sum or an expectation stays inside of it."""
        if not isinstance(term, Mean | Total):
            return True
        if isinstance(term, Total) and self.length(term) is not None:
            return False
        parts = self.parts(term)[1]
        return len(parts) == 1 and parts[0][:2] == (Fraction(1), UNIT) and parts[0][2] != UNIT

    def length(self, total: Total) -> int | None:
        """How many terms a sum has that is written out."""
        low, high = self.forms.of(total.low), self.forms.of(total.high)
        length = plus(minus(high, low), constant(1))
        number = length.get(UNIT, Fraction(0))
        return int(number) if set(length) <= {UNIT} and number <= LONGEST_WRITTEN_OUT else None

    def parts(self, term: Mean | Total, variable: Variable | None = None) -> tuple[Variable, list[Part]]:
        """The variable of the body of a sum or an expectation, and its monomials."""
        name = variable or (self.new_outcome() if isinstance(term, Mean) else self.new_index())
        body = self.forms.of(opened(term.body, name))

        def stays(part: Any) -> bool:
            return mentions(part, name.name) or (isinstance(term, Total) and self._stays(part))

        return name, [(c, *split(monomial, stays)) for monomial, c in body.items()]

    def _stays(self, part: Any) -> bool:
        atom, power = part
        if atom[0] == "variable" and atom[1] in self.forms.positive:
            return False
        return isinstance(power, int) and (power < 0 or atom[0] in {"reciprocal", "sqrt"})

    def standing_for(self, term: Term) -> Term:
        """The term that stands for the same atom; itself where it is the first one, or no atom."""
        atom = self.own(term)
        return term if atom is None else self.known.setdefault(atom, term)

    def term(self, form: Form | Key) -> Any:
        """A term of a form."""
        items = dict(form).items()
        return added(self._scaled(c, self.monomial(monomial)) for monomial, c in items)

    @staticmethod
    def _scaled(c: Fraction, term: Any) -> Any:
        if c == 1:
            return term
        return Number(c) if term == ONE else Product(Number(c), term)

    def monomial(self, monomial: Monomial) -> Any:
        """A term of a monomial."""
        factors, exponent = monomial
        powers = [raised(self.of_atom(atom), power) for atom, power in factors]
        return multiplied([*powers, *([Call("exp", self.term(exponent))] if exponent else [])])

    def of_atom(self, atom: Atom) -> Any:
        """The term that stands for an atom."""
        if atom not in self.known:
            made = self._made(atom)
            if atom[0] in {"variable", "reciprocal"}:
                return made
            self.known[atom] = made
        return self.known[atom]

    def _made(self, atom: Atom) -> Any:  # noqa: PLR0911  # one form a line
        match atom:
            case ("variable", name):
                return Variable(name)
            case ("reciprocal", form):
                return Power(self.term(form), -1)
            case ("quantity", name, arguments, outcome):
                last = None if outcome is None else self.term(outcome)
                return Quantity(name, tuple(map(self.term, arguments)), last)
            case ("indicator", operator, form):
                return Indicator(Relation(operator, ZERO, self.term(form)))
            case ("mean", law, name, monomial):
                return Mean(closed(self.monomial(monomial), name), self.of_atom(law))
            case ("total", low, high, name, monomial):
                return Total(closed(self.monomial(monomial), name), self.term(low), self.term(high))
        function, form = atom
        return Call(function, self.term(form))


def split(monomial: Monomial, stays: Callable[[Any], bool]) -> tuple[Monomial, Monomial]:
    """Divide a monomial into what can stand outside of a binder and what has to stay."""
    factors, exponent = monomial
    inner = tuple(part for part in exponent if stays(part))
    return (
        (tuple(part for part in factors if not stays(part)), Key(part for part in exponent if part not in inner)),
        (tuple(part for part in factors if stays(part)), Key(inner)),
    )
