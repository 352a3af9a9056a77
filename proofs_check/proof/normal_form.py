"""One normal form of terms: a polynomial in atoms and exponentials over the rationals.

Two terms of the same form are equal wherever both are defined. Atoms are variables, quantities at their arguments,
logs, roots, indicators, reciprocals of sums, and what is left of a sum or an expectation once all that does not depend
on the bound variable stands outside. Roots and reciprocals stay inside of a sum, which may be empty, unless they are of
what always has a meaning and is positive: n * sum(1/n^2, t, 1, n) is 0 for n = 0, and not 1.

There is another form, ``apart``, in which logs and roots of products are taken apart, exp(k log x) is x^k (see
``logarithms``), and the expectation of a sum is one of expectations. In the first one log(1/x) is one thing, of which a
sign may be known, and a power of log(x y) is short.

A bound variable is named by the number of binders inside of its own, so that two terms that differ in names alone have
one form.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from itertools import count
from typing import Any, Final

from dpassay.proofs_check.kernel.expressions import Call, Number, Power, Product, Sum, Variable
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.binders import mentions, named, renamed_form, renamed_monomial, split
from dpassay.proofs_check.proof.logarithms import exponent_of, inside_log, logarithm, root, with_powers
from dpassay.proofs_check.proof.polynomials import (
    NOTHING,
    UNIT,
    Atom,
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
from dpassay.proofs_check.proof.terms import (
    All,
    Formula,
    Indicator,
    Mean,
    Node,
    Quantity,
    Relation,
    Term,
    Total,
    opened,
)

LONGEST_WRITTEN_OUT: Final = 16
"""A sum of a fixed number of terms, at most so many, is written out."""


class Forms:
    """Normal forms, where some variables and quantities are known to be positive wherever they have a meaning.

    ``whole``: logs and roots of products stay as they are.
    """

    def __init__(self, positive: frozenset[str] = frozenset(), *, whole: bool = True) -> None:
        self.positive = positive
        self.whole = whole
        self._known: dict[Node, Any] = {}
        self._numbers = count()

    def of(self, term: Term) -> Form:
        """Return the form of a term without loose bound variables."""
        known = self._known.get(term)
        if known is None:
            known = self._known[term] = self.merged(self._of(term))
        return known

    @cached_property
    def apart(self) -> Forms:
        """Those in which logs and roots of products are taken apart."""
        return Forms(self.positive, whole=False)

    def merged(self, form: Form) -> Form:
        """Return a sum or a product of forms as one of these."""
        return form if self.whole else with_powers(form)

    def _of(self, term: Term) -> Form:  # noqa: C901, PLR0911  # one form a line
        match term:
            case Number(value):
                return constant(value)
            case Variable(name):
                return of_atom("variable", name)
            case Sum(left, right):
                return plus(self.of(left), self.of(right))
            case Product(left, right):
                return times(self.of(left), self.of(right))
            case Power(base, exponent):
                return raised(self.of(base), exponent)
            case Call(function, argument):
                return self._call(function, argument)
            case Quantity():
                return of_atom(*self._quantity(term))
            case Indicator(relation):
                return of_atom("indicator", *self.relation(relation))
            case Mean(body, law):
                return self._mean(body, law)
            case Total(body, low, high):
                return self._total(body, low, high)
        raise Rejected(f"{term} has no normal form")

    def _call(self, function: str, argument: Any) -> Form:
        if function == "log" and isinstance(argument, Call) and argument.function == "exp":
            return self.of(argument.argument)
        inner = self.of(argument)
        if function == "exp":
            return exponential(inner)
        if not self.whole:
            return (logarithm if function == "log" else root)(inner, self.is_positive)
        exponent = exponent_of(inner) if function == "log" else None
        return of_atom(function, key(inner)) if exponent is None else exponent

    def _quantity(self, quantity: Quantity) -> Atom:
        outcome = None if quantity.outcome is None else key(self.of(quantity.outcome))
        return ("quantity", quantity.name, tuple(key(self.of(argument)) for argument in quantity.arguments), outcome)

    def _fresh(self) -> Variable:
        return Variable(f"?{next(self._numbers)}")

    def _mean(self, body: Term, law: Quantity) -> Form:
        variable = self._fresh()
        return self._averaged(self.of(opened(body, variable)), variable, self._quantity(law))

    def _averaged(self, form: Form, variable: Variable, law: Atom) -> Form:
        """E(c X + d Y) = c E X + d E Y, where c and d do not depend on the outcome; E 1 = 1."""

        def average(monomial: Monomial) -> Form:
            outside, inside = split(monomial, lambda part: mentions(part, variable.name))
            left = constant(1) if inside == UNIT else self._sum_of_means(inside, variable, law)
            left = of_atom("mean", law, *named(inside, variable)) if left is None else left
            return times({outside: Fraction(1)}, left)

        return added(scaled(average(monomial), c) for monomial, c in form.items())

    def _sum_of_means(self, inside: Monomial, variable: Variable, law: Atom) -> Form | None:
        """E(X sum f(t)) = sum E(X f(t)), where the ends of the sum do not depend on the outcome."""
        factors, exponent = inside
        sums = [part for part in factors if part[0][0] == "total"]
        if self.whole or len(sums) != 1 or sums[0][1] != 1:
            return None
        _, low, high, name, body = sums[0][0]
        if mentions(low, variable.name) or mentions(high, variable.name):
            return None
        index = self._fresh()
        others: Form = {(tuple(part for part in factors if part not in sums), exponent): Fraction(1)}
        product = times(others, {renamed_monomial(body, name, index.name): Fraction(1)})
        return self._added_up(self._averaged(product, variable, law), index, dict(low), dict(high))

    def _total(self, body: Term, first: Any, last: Any) -> Form:
        low, high = self.of(first), self.of(last)
        length = plus(minus(high, low), constant(1))
        if set(length) <= {UNIT} and length.get(UNIT, 0) <= LONGEST_WRITTEN_OUT:
            terms = range(int(length.get(UNIT, 0)))
            return added(self.of(opened(body, Sum(first, Number(Fraction(k))))) for k in terms)
        variable = self._fresh()
        return self._added_up(self.of(opened(body, variable)), variable, low, high)

    def _added_up(self, form: Form, variable: Variable, low: Form, high: Form) -> Form:
        """The sum of c f(t) + d g(t) is c sum f(t) + d sum g(t); that of 1 is the number of terms."""
        length = plus(minus(high, low), constant(1))

        def total(monomial: Monomial) -> Form:
            outside, inside = split(monomial, lambda part: mentions(part, variable.name) or self._stays(part))
            left = length if inside == UNIT else of_atom("total", key(low), key(high), *named(inside, variable))
            return times({outside: Fraction(1)}, left)

        return added(scaled(total(monomial), c) for monomial, c in form.items())

    def _stays(self, part: Any) -> bool:
        """Tell whether a factor may be undefined where a sum is empty, and then cancel with something outside."""
        atom, power = part
        if not isinstance(power, int):  # of an exponent
            inner = None if self.whole else inside_log(atom)
            return inner is not None and not self._is_always_positive(inner)
        if self._is_always_positive(Key(((((part,), NOTHING), Fraction(1)),))):
            return False
        return power < 0 or atom[0] in {"reciprocal", "sqrt"}

    def _is_always_positive(self, form: Key) -> bool:
        """Tell whether a form has a meaning whatever else does, and is positive."""

        def is_always(atom: Atom) -> bool:
            match atom:
                case ("variable", name) | ("quantity", name, (), _):
                    return name in self.positive
                case ("sqrt" | "reciprocal", inner):
                    return self._is_always_positive(inner)
            return False

        return bool(form) and all(c > 0 and all(is_always(atom) for atom, _ in factors) for (factors, _), c in form)

    def is_positive(self, atom: Atom) -> bool:
        """Tell whether an atom is positive wherever it has a meaning."""
        match atom:
            case ("variable", name) | ("quantity", name, *_):
                return name in self.positive
            case ("sqrt" | "reciprocal", inner):
                return bool(inner) and all(c > 0 and self._is_product_of_positive(monomial) for monomial, c in inner)
            case ("mean", _, _, inside):
                return self._is_product_of_positive(inside)
        return False

    def _is_product_of_positive(self, monomial: Monomial) -> bool:
        return all(self.is_positive(atom) for atom, _ in monomial[0])

    def relation(self, relation: Relation) -> tuple[str, Key]:
        """Return the operator and the form of right - left; that of an equality has one sign."""
        form = minus(self.of(relation.right), self.of(relation.left))
        if relation.operator == "=" and form and key(form)[0][1] < 0:
            form = scaled(form, -1)
        return relation.operator, key(form)

    def formula(self, formula: Formula) -> tuple[Any, ...]:
        """Return what all formulas that say the same have in common."""
        known = self._known.get(formula)
        if known is None:
            known = self._known[formula] = self._formula(formula)
        return known

    def _formula(self, formula: Formula) -> tuple[Any, ...]:
        match formula:
            case Relation():
                return self.relation(formula)
            case All(relations):
                return ("all", *map(self.relation, relations))
        return self._independent(formula)

    def _independent(self, formula: Any) -> tuple[Any, ...]:
        outcome, index = self._fresh(), self._fresh()
        body = self.of(opened(opened(formula.body, outcome), index))
        named = renamed_form(renamed_form(body, outcome.name, "#outcome"), index.name, "#index")
        ends = (key(self.of(formula.low)), key(self.of(formula.high)))
        return ("independent", *ends, self._quantity(formula.law), key(named))

    def equal(self, a: Formula, b: Formula) -> bool:
        """Tell whether two formulas have the same normal form."""
        return self.formula(a) == self.formula(b)
