"""What a step may use: an earlier step at some values, a relation that is evident there, and either inside of a term.

From A <= B follows f(A) <= f(B) where f grows, and f(B) <= f(A) where it falls; from A = B follows f(A) = f(B). The
term f is written with a hole, such as ``sum(log(_), t, 1, T)``, and what binds a variable around the hole binds it in
what is put there: the relation has to hold for all values that the variable takes. Whether f grows is told from the
hole outwards, and at each place both sides are shown to have a meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from dpassay.proofs_check.kernel.expressions import Call, Power, Product, Sum, Variable
from dpassay.proofs_check.kernel.rejected import Rejected, insist
from dpassay.proofs_check.proof.context import INTEGER, Context
from dpassay.proofs_check.proof.duties import duties
from dpassay.proofs_check.proof.reading import HOLE, written
from dpassay.proofs_check.proof.sequents import Scope, Sequent
from dpassay.proofs_check.proof.statements import Use
from dpassay.proofs_check.proof.terms import (
    OUTCOME,
    ZERO,
    Formula,
    Indicator,
    Mean,
    Quantity,
    Relation,
    Term,
    Total,
    closed,
    free_in,
    fresh,
    opened,
    parts,
    substituted,
)

FUNCTIONS: Final = {"log": "<", "sqrt": "<="}
"""How 0 has to be related to what stands in it."""


@dataclass(frozen=True)
class Uses:
    """What is known in a proof, to be used where a step stands."""

    scope: Scope
    known: Mapping[str, Sequent]

    def relation(self, used: Use, context: Context) -> Relation:
        """What is used says there, where it is a relation of two terms."""
        formula = self.formula(used, context)
        if not isinstance(formula, Relation):
            raise Rejected(f"{used.step!r} is no relation of two terms")
        return formula

    def formula(self, used: Use, context: Context) -> Formula:
        """What is used says there; ``Rejected`` where it says nothing there, or is not known."""
        sequent = self._sequent(used)
        values = {name: self.scope.reader.term(text) for name, text in used.values.items()}
        if used.inside is None:
            return self._at(used, sequent, values, context)
        own = self.scope.variables(sequent.formula, *sequent.where) - self.scope.parameters
        insist(set(values) <= own, f"{used.step!r} does not speak of {', '.join(sorted(set(values) - own))}")
        terms = {name: values.get(name, Variable(name)) for name in own}
        names = tuple(sorted(free_in(*terms.values()) - self.scope.parameters))

        def said(put: Mapping[str, Term], there: Context) -> Relation:
            changed = {name: substituted(term, put) for name, term in terms.items() if free_in(term) & set(put)}
            formula = self._at(used, sequent, {**values, **changed}, there)
            if not isinstance(formula, Relation):
                raise Rejected(f"{used.step!r} is no relation of two terms")
            return formula

        term = replace(self.scope.reader, hole=Quantity(HOLE, tuple(map(Variable, names)))).term(used.inside)
        insist(_has_hole(term), f"{used.inside!r} has no {HOLE}, into which something could be put")
        return Inside(self.scope, names, said).of(term, context)

    def _sequent(self, used: Use) -> Sequent:
        if used.step in self.known:
            return self.known[used.step]
        insist(bool(set(used.step) & set("<>=")), f"{used.step!r} is no earlier step")
        return Sequent(self.scope.reader.relation(used.step))

    def _at(self, used: Use, sequent: Sequent, values: Mapping[str, Term], context: Context) -> Formula:
        if used.step in self.known:
            return self.scope.at(sequent, values, context)
        relation: Relation = substituted(sequent.formula, values)
        self.scope.insist_on(duties(relation, context))
        insist(not used.values and context.shows(relation), f"{used.step} is not known here")
        return relation


@dataclass(frozen=True)
class Inside:
    """A relation put into the hole of a term; ``said`` is the relation at the hole, at values of its variables."""

    scope: Scope
    names: tuple[str, ...]
    said: Callable[[Mapping[str, Term], Context], Relation]

    def of(self, term: Term, context: Context) -> Relation:
        """Return the relation of the term with one side in the hole to that with the other, which has a meaning."""
        if not _has_hole(term):
            self.scope.insist_on(duties(term, context))
            return Relation("=", term, term)
        match term:
            case Mean(body, law):
                return self._of_mean(body, law, context)
            case Total(body, low, high):
                return self._of_total(body, low, high, context)
            case Quantity(name, arguments):
                return self._said(arguments, context) if name == HOLE else self._of_quantity(term, context)
            case Indicator(Relation(operator, left, right)):
                return _of_event(operator, self.of(left, context), self.of(right, context))
        return self._of_numbers(term, context)

    def _of_numbers(self, term: Any, context: Context) -> Relation:
        match term:
            case Sum(left, right):
                return _of_sum(self.of(left, context), self.of(right, context))
            case Product(left, right):
                return _of_product(self.of(left, context), self.of(right, context), context)
            case Power(base, exponent):
                return _of_power(self.of(base, context), exponent, context)
            case Call(function, argument):
                return _of_call(function, self.of(argument, context), context)
        raise Rejected(f"{written(term)} holds no relation")

    def _said(self, arguments: tuple[Term, ...], context: Context) -> Relation:
        put = zip(self.names, arguments, strict=True)
        return self.said({name: term for name, term in put if term != Variable(name)}, context)

    def _of_mean(self, body: Term, law: Quantity, context: Context) -> Relation:
        insist(not _has_hole(law), f"{written(law)} holds no relation")
        self.scope.insist_on(duties(Mean(ZERO, law), context))
        outcome, space = fresh("outcome"), context.names.law_of(law.name).space
        inside = context.with_variable(outcome.name, f"{OUTCOME}{space}")
        return _bound(self.of(opened(body, outcome), inside), lambda side: Mean(closed(side, outcome.name), law))

    def _of_total(self, body: Term, low: Term, high: Term, context: Context) -> Relation:
        insist(not (_has_hole(low) or _has_hole(high)), "an end of a sum holds no relation")
        self.scope.insist_on(duties(Total(ZERO, low, high), context))
        index = fresh("index")
        known = Relation("<=", low, index), Relation("<=", index, high)
        inside = context.with_variable(index.name, INTEGER, *known)
        return _bound(self.of(opened(body, index), inside), lambda side: Total(closed(side, index.name), low, high))

    def _of_quantity(self, quantity: Quantity, context: Context) -> Relation:
        """Of equals a function has one value."""
        relations = [self.of(argument, context) for argument in quantity.arguments]
        insist(all(relation.operator == "=" for relation in relations), f"{quantity.name} is not known to grow")
        left = replace(quantity, arguments=tuple(relation.left for relation in relations))
        right = replace(quantity, arguments=tuple(relation.right for relation in relations))
        self.scope.insist_on(duties(Relation("=", left, right), context))
        return Relation("=", left, right)


def _has_hole(term: Any) -> bool:
    return any(isinstance(part, Quantity) and part.name == HOLE for part in parts(term))


def _only_inequality(one: Relation, other: Relation) -> str:
    """The operator of a relation made of two; of two inequalities it is not known which way they go."""
    insist("=" in {one.operator, other.operator}, f"expected {HOLE} once, where an inequality is put")
    return other.operator if one.operator == "=" else one.operator


def _bound(inner: Relation, bind: Callable[[Term], Term]) -> Relation:
    """Sums and expectations of what is strictly smaller may be equal: there may be no term."""
    return Relation("=" if inner.operator == "=" else "<=", bind(inner.left), bind(inner.right))


def _insist_shown(relation: Relation, context: Context) -> None:
    insist(context.shows(relation), f"not shown: {written(relation)}")


def _of_sum(one: Any, other: Any) -> Relation:
    operator = _only_inequality(one, other)
    return Relation(operator, Sum(one.left, other.left), Sum(one.right, other.right))


def _of_product(one: Any, other: Any, context: Context) -> Relation:
    """A factor that is at least 0 keeps the order, one that is at most 0 turns it around."""
    operator = _only_inequality(one, other)
    left, right = Product(one.left, other.left), Product(one.right, other.right)
    if operator == "=":
        return Relation("=", left, right)
    factor = other.left if other.operator == "=" else one.left
    if context.shows(Relation("<=", ZERO, factor)):
        strict = operator == "<" and context.shows(Relation("<", ZERO, factor))
        return Relation("<" if strict else "<=", left, right)
    _insist_shown(Relation("<=", factor, ZERO), context)
    strict = operator == "<" and context.shows(Relation("<", factor, ZERO))
    return Relation("<" if strict else "<=", right, left)


def _of_power(base: Any, exponent: int, context: Context) -> Relation:
    """Odd powers grow, and from 0 on all do; reciprocals fall above 0."""
    left, right = Power(base.left, exponent), Power(base.right, exponent)
    if exponent < 0:
        _insist_shown(Relation("<", ZERO, base.left), context)
        return Relation(base.operator, *((left, right) if base.operator == "=" else (right, left)))
    insist(exponent > 0, "a power of exponent 0 holds no relation")
    if exponent % 2 == 0 and base.operator != "=":
        _insist_shown(Relation("<=", ZERO, base.left), context)
    return Relation(base.operator, left, right)


def _of_call(function: str, inner: Any, context: Context) -> Relation:
    """All three grow, where they are defined: where they are at the smaller side."""
    if function in FUNCTIONS:
        _insist_shown(Relation(FUNCTIONS[function], ZERO, inner.left), context)
    return Relation(inner.operator, Call(function, inner.left), Call(function, inner.right))


def _of_event(event: str, left: Relation, right: Relation) -> Relation:
    """[a <= b] grows with b, and falls with a."""
    operator = _only_inequality(left, right)
    if operator == "=":
        one, other = Relation(event, left.left, right.left), Relation(event, left.right, right.right)
        return Relation("=", Indicator(one), Indicator(other))
    insist(event != "=", "an equality grows with neither side")
    one, other = Relation(event, left.right, right.left), Relation(event, left.left, right.right)
    return Relation("<=", Indicator(one), Indicator(other))
