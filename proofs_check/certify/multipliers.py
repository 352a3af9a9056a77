"""Looking for the multipliers of a step by arithmetic.

Candidates are ratios of the monomials of the goal and of the relations, 1, and what the conditions say to be at least
0. A linear program proposes the fewest and simplest of them for which all that is left is evidently at least 0, and the
checker of proofs decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Final

from dpassay.proofs_check.certify.linear_programs import Product, Program, cleared_alike
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.check import Checker
from dpassay.proofs_check.proof.context import Context
from dpassay.proofs_check.proof.duties import duties
from dpassay.proofs_check.proof.polynomials import UNIT, Factors, Form, Monomial, minus, plus, raised, scaled, times
from dpassay.proofs_check.proof.register import find
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import Arithmetic, Step, Theorem, Use
from dpassay.proofs_check.proof.terms import Formula, Relation
from dpassay.proofs_check.proof.written_forms import text_of

MOST_COLUMNS: Final = 800
"""Products of a relation and a candidate that one linear program may choose from."""
MOST_MONOMIALS: Final = 120
"""Monomials of the goal and of products, in the ratios of which candidates are looked for."""
ROUNDS: Final = 2
WORTH_A_FACTOR: Final = 1.1
"""How much more a candidate costs for each factor, so that simple ones are preferred."""


def suggest(theorem: Theorem, name: str, uses: Sequence[Use] = ()) -> Arithmetic | None:
    """Return a justification of a step that the checker accepts, or ``None`` where none is found.

    What earlier steps say is taken for granted.

    Args:
        theorem: the theorem.
        name: the name of the step.
        uses: the relations to add, where those that the step names are not meant.

    Raises:
        ValueError: there is no such step, it names no relations, or one of them cannot be used there.
    """
    step, checker = _before(theorem, name)
    if not uses:
        if not isinstance(step.by, Arithmetic):
            raise ValueError(f"step = {name!r}: expected a step by arithmetic, or the relations to use")
        uses = [used for _, used in step.by.terms]
    accepted = (by for by in Search(checker, step, tuple(uses)).proposals() if _is_accepted(checker, step, by))
    return next(accepted, None)


def _before(theorem: Theorem, name: str) -> tuple[Step, Checker]:
    """The step, and a checker that knows what the steps before it say."""
    names = [step.name for step in theorem.proof]
    if name not in names:
        raise ValueError(f"step = {name!r}: expected one of {', '.join(names)}")
    checker = Checker(theorem.statement, find, lambda _: None)
    for earlier in theorem.proof[: names.index(name)]:
        checker.known[earlier.name] = checker.scope.sequent(earlier.formula, earlier.where)
    return theorem.proof[names.index(name)], checker


def _is_accepted(checker: Checker, step: Step, by: Arithmetic) -> bool:
    before = dict(checker.known)
    try:
        checker.check(replace(step, by=by))
    except Rejected:
        return False
    finally:
        checker.known = before
    return True


@dataclass(frozen=True)
class Column:
    """A candidate times the relation of this number."""

    number: int
    multiplier: Form
    product: Form

    @property
    def cost(self) -> float:
        """What a unit of its coefficient costs."""
        return float(WORTH_A_FACTOR ** sum(map(degree, self.multiplier)))


@dataclass(frozen=True)
class Search:
    """The search for one step: what is known before it, and what it may use."""

    checker: Checker
    step: Step
    uses: tuple[Use, ...]

    @property
    def scope(self) -> Scope:
        """The names of the statement."""
        return self.checker.scope

    @cached_property
    def context(self) -> Context:
        """What is known where the step stands."""
        sequent = self.scope.sequent(self.step.formula, self.step.where)
        bare = self.scope.context(sequent.formula, *sequent.where)
        for condition in sequent.where:
            if all(duty.is_evident() for duty in duties(condition, bare)):
                bare = bare.with_known((condition,))
        return self.scope.with_conditions(sequent, [self._relation(Use(name), bare) for name in self.step.defined])

    @cached_property
    def goal(self) -> Relation:
        """What the step says."""
        return _only(self.scope.sequent(self.step.formula, ()).formula, self.step.name)

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        """What is used says."""
        return tuple(self._relation(used, self.context) for used in self.uses)

    @cached_property
    def gaps(self) -> tuple[Form, ...]:
        """The right side less the left one of each relation."""
        return tuple(map(self._gap, self.relations))

    def _gap(self, relation: Relation) -> Form:
        return minus(self.scope.forms.of(relation.right), self.scope.forms.of(relation.left))

    def _relation(self, used: Use, context: Context) -> Relation:
        """An earlier step at values, or a relation that is known there."""
        return self.checker.uses.relation(used, context)

    def proposals(self) -> Iterator[Arithmetic]:
        """Yield what is worth being checked, from few candidates to many."""
        tried: set[int] = set()
        for columns in self._stages():
            if len(columns) not in tried:
                tried.add(len(columns))
                for coefficients in self._solutions(columns):
                    yield self._written(columns, coefficients)

    def _stages(self) -> Iterator[list[Column]]:
        """Yield more and more columns: from the goal alone, then also from what their products leave."""
        goal = self._gap(self.goal)
        own = [[UNIT, *_ratios(goal, gap), *self._quotient(goal, gap)] for gap in self.gaps]
        yield self._columns(own)
        pool = list(dict.fromkeys(monomial for mine in own for monomial in mine))
        columns = self._columns([pool for _ in self.gaps])
        yield columns
        for _ in range(ROUNDS):
            left = dict.fromkeys([*goal, *(monomial for column in columns for monomial in column.product)])
            columns = self._columns([*pool, *_ratios(list(left)[:MOST_MONOMIALS], gap)] for gap in self.gaps)
            yield columns
        yield columns + list(self._products_of_relations())

    def _quotient(self, goal: Form, gap: Form) -> Iterator[Monomial]:
        """1/q, where the gap is the goal times a sum q of several monomials."""
        if len(gap) <= len(goal) or not goal:
            return
        monomials = list(dict.fromkeys(_ratios(gap, goal)))
        forms = (times({monomial: Fraction(1)}, goal) for monomial in monomials)
        products = [Product(form, any_sign=True, strict=False, cost=1.0) for form in forms]
        for coefficients in Program(self.context, gap, products, "=").solutions():
            quotient = {m: c for m, c in zip(monomials, coefficients, strict=True) if c}
            if len(quotient) > 1:
                yield from raised(quotient, -1)

    def _columns(self, candidates: Iterable[Iterable[Monomial]]) -> list[Column]:
        """The products of relations and monomials that may be multipliers."""
        columns = [
            Column(number, {monomial: Fraction(1)}, times({monomial: Fraction(1)}, self.gaps[number]))
            for number, monomials in enumerate(candidates)
            for monomial in dict.fromkeys(monomials)
            if self._serves(number, monomial)
        ]
        return sorted(columns, key=lambda column: column.cost)[:MOST_COLUMNS]

    def _products_of_relations(self) -> Iterator[Column]:
        """Each inequality times what a condition says to be at least 0."""
        known = [self._gap(relation) for relation in self.context.known if relation.operator != "="]
        for number, gap in enumerate(self.gaps):
            for multiplier in known:
                if len(multiplier) > 1 and self.relations[number].operator != "=":
                    yield Column(number, multiplier, times(multiplier, gap))

    def _serves(self, number: int, monomial: Monomial) -> bool:
        """Tell whether a monomial is evidently defined and, for an inequality, at least 0."""
        may_be_negative = self.relations[number].operator == "="
        return (may_be_negative or self.context.is_not_negative({monomial: Fraction(1)})) and self._is_defined(monomial)

    def _is_defined(self, monomial: Monomial) -> bool:
        if monomial not in self._defined:
            self._defined[monomial] = self._has_meaning({monomial: Fraction(1)})
        return self._defined[monomial]

    @cached_property
    def _defined(self) -> dict[Monomial, bool]:
        return {}

    def _has_meaning(self, form: Form) -> bool:
        """Tell whether a form can be written, and is evidently defined."""
        try:
            term = self.scope.reader.term(text_of(form, self.scope.statement.names))
            return self.scope.forms.of(term) == form and all(duty.is_evident() for duty in duties(term, self.context))
        except Rejected:
            return False

    def _solutions(self, columns: Sequence[Column]) -> Iterator[list[Fraction]]:
        """Yield coefficients of the columns: for what they are, and for them times their denominators."""
        whole = [self._gap(self.goal), *(column.product for column in columns)]
        multiplied = cleared_alike(whole)
        for goal, *products in (whole, multiplied) if multiplied != whole else (whole,):
            choices = [self._choice(column, form) for column, form in zip(columns, products, strict=True)]
            yield from Program(self.context, goal, choices, self.goal.operator).solutions()

    def _choice(self, column: Column, form: Form) -> Product:
        operator = self.relations[column.number].operator
        strict = operator == "<" and self.context.is_positive(column.multiplier)
        return Product(form, any_sign=operator == "=", strict=strict, cost=column.cost)

    def _written(self, columns: Sequence[Column], coefficients: Iterable[Fraction]) -> Arithmetic:
        multipliers: dict[int, Form] = {}
        for column, coefficient in zip(columns, coefficients, strict=True):
            before = multipliers.get(column.number, {})
            multipliers[column.number] = plus(before, scaled(column.multiplier, coefficient))
        names = self.scope.statement.names
        return Arithmetic(
            tuple((text_of(form, names), self.uses[number]) for number, form in sorted(multipliers.items()) if form)
        )


def _only(formula: Formula, name: str) -> Relation:
    if not isinstance(formula, Relation):
        raise Rejected(f"{name!r} is no relation of two terms")
    return formula


def _ratios(goal: Iterable[Monomial], gap: Form) -> Iterator[Monomial]:
    """The monomials m for which a monomial of the goal is m times one of the gap."""
    for monomial in goal:
        for other in gap:
            yield from times({monomial: Fraction(1)}, raised({other: Fraction(1)}, -1))


def degree(monomial: Monomial) -> int:
    """How many factors there are, with their multiplicities."""
    return _degree(monomial[0]) + (monomial != UNIT and bool(monomial[1]))


def _degree(factors: Factors) -> int:
    return sum(abs(power) for _, power in factors)
