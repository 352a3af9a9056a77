"""A claim that there is a constant, refuted: for every constant there is a setting in which it fails.

A theorem says that the claim fails wherever some conditions hold. That they can be met for every constant is seen in
this way: one parameter may be as large as needed, and the others are written as terms in it and in the constant. Then
each condition has to be shown for all values, or to hold as soon as that parameter is large.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.proofs_check.kernel.rejected import Rejected, insist
from dpassay.proofs_check.proof.binders import mentions
from dpassay.proofs_check.proof.context import Context
from dpassay.proofs_check.proof.duties import duties
from dpassay.proofs_check.proof.facts import insist_on_range
from dpassay.proofs_check.proof.instances import Instances
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.polynomials import Monomial
from dpassay.proofs_check.proof.reading import written
from dpassay.proofs_check.proof.sequents import Scope, Sequent
from dpassay.proofs_check.proof.statements import Model, Setting, Statement, Theorem
from dpassay.proofs_check.proof.terms import (
    CONTRARY,
    OUTCOME,
    Formula,
    Independent,
    Mean,
    Node,
    Quantity,
    Relation,
    Term,
    conjuncts,
    contrary,
    free,
    free_in,
    parts,
    substituted,
)
from dpassay.proofs_check.proof.values import Point, number_of

CONSTANTS: Final = (Fraction(1, 3), Fraction(1), Fraction(40))
LARGE: Final = (Fraction(2), Fraction(5), Fraction(11))
"""Values of the constant and of the large parameter at which members of a family are made."""
MOST_OF_A_FACT: Final = 9
"""Instances of one fact in some members, each in turn."""
INDICES: Final = (1, 2, 3)
"""At these values of its indices a quantity is seen not to depend on a setting."""


@dataclass(frozen=True)
class NoConstant:
    """Why there is no constant.

    Args:
        constant: the variable of which the claim says that there is a value.
        by: the theorem that says that the claim fails.
        large: the parameter that may be as large as needed.
        others: the other parameters, and the other variables of the claim, as terms in that one and in the constant.
        conditions: theorems that show conditions of the claim, or that it has a meaning, wherever the conditions of
            ``by`` hold.
    """

    constant: str
    by: str
    large: str
    others: Mapping[str, str]
    conditions: tuple[str, ...] = ()


def insist_on_family(
    claim: Statement, theorem: Statement, family: NoConstant, conditions: Iterable[Statement] = ()
) -> None:
    """Raise ``Rejected`` where the theorem does not refute the claim at each value of the constant.

    The theorem may be one on a narrower model, whose settings the claim speaks of too. ``conditions`` are the
    statements of the theorems that show conditions of the claim.
    """
    insist(theorem.model.is_within(claim.model), f"{theorem.id} is a claim on another model than {claim.id}")
    insist(not theorem.model.finite, f"{theorem.model.name}: of finitely many settings none is large")
    insist(not theorem.given, f"{theorem.id} is a lemma")
    insist(family.constant in claim.variables, f"{claim.id} has no constant {family.constant}")
    mine, theirs = Scope(claim), Scope(theorem)
    claimed, refuting = mine.sequent(claim.formula, claim.where), theirs.sequent(theorem.formula, theorem.where)
    own = _variables(mine, claimed) | _variables(theirs, refuting) | {family.constant}
    _insist_on_same_domains(mine, theirs, own)
    _insist_on_negation(claim, theorem, theirs, claimed.formula, refuting.formula)
    context = theirs.context(refuting.formula, *refuting.where, claimed.formula, *claimed.where)
    context = context.with_known(refuting.where)
    others = own - {family.constant}
    context = context.with_known([part for other in conditions for part in said(other, theirs, context, others)])
    for condition in claimed.where:
        theirs.insist_on(duties(condition, context))
        insist(context.shows(condition), f"{theorem.id} does not show {written(condition)}, a condition of {claim.id}")
    theirs.insist_on(duties(claimed.formula, context))
    _insist_on_settings(theirs, refuting.where, family, others)
    if theorem.model is not claim.model:
        _insist_on_members(theirs, family)


def _variables(scope: Scope, node: Sequent) -> frozenset[str]:
    """What a formula and its conditions speak of, besides the parameters."""
    return scope.variables(node.formula, *node.where) - scope.parameters


def _insist_on_same_domains(one: Scope, other: Scope, names: Iterable[str]) -> None:
    """A variable of both stands for the same numbers, also where its domain speaks of an abbreviation of each.

    An outcome has no domain.
    """
    for name in sorted(names):
        domain = one.statement.names.variables.get(name)
        same = domain is not None and other.statement.names.variables.get(name) == domain
        insist(same and one.domain_relations(name) == other.domain_relations(name), f"expected {name} to be {domain}")


def _insist_on_negation(
    claim: Statement, theorem: Statement, scope: Scope, claimed: Formula, refuting: Formula
) -> None:
    """Of several relations that are claimed together it is enough that one fails."""
    negated = [contrary(part) for part in conjuncts(claimed) if isinstance(part, Relation) and _is_inequality(part)]
    insist(bool(negated), f"{written(claimed)} is no inequality")
    says = any(scope.forms.equal(*both) for both in product(negated, conjuncts(refuting)))
    insist(says, f"{theorem.id} does not say that {claim.id} fails")


def said(other: Statement, scope: Scope, context: Context, variables: frozenset[str] = frozenset()) -> list[Relation]:
    """What a theorem on the same model says of the parameters and of some variables, where it holds."""
    insist(scope.statement.model.is_within(other.model), f"{other.id} is a claim on another model")
    insist(not other.given, f"{other.id} is a lemma")
    own = Scope(other)
    sequent = own.sequent(other.formula, other.where)
    loose = _variables(own, sequent)
    insist(loose <= variables, f"{other.id} speaks of {', '.join(sorted(loose - variables))}, of which it does not say")
    _insist_on_same_domains(scope, own, loose)
    for condition in sequent.where:
        insist(context.shows(condition), f"{other.id} needs {written(condition)}")
    return [part for part in conjuncts(sequent.formula) if isinstance(part, Relation)]


def _is_inequality(formula: Formula) -> bool:
    return isinstance(formula, Relation) and formula.operator in CONTRARY


def _insist_on_settings(
    scope: Scope, conditions: tuple[Relation, ...], family: NoConstant, variables: frozenset[str]
) -> None:
    """For every constant the conditions are met from some value of the large parameter on.

    A model has settings with all parameters in their domains, but for those of its facts that speak of these alone.
    """
    insist(
        scope.parameters | variables == {family.large, *family.others}
        and family.large in scope.parameters - set(family.others),
        f"expected {family.large} and a term for each other parameter of {sorted(scope.parameters | variables)}",
    )
    terms: dict[str, Term] = {name: scope.reader.term(text) for name, text in family.others.items()}
    context = Context(scope.statement.names, scope.forms, {})
    for name in (family.constant, family.large):
        domain = scope.domain_relations(name)
        alone = free_in(*domain) <= {name} and not any(map(_speaks_of_quantities, domain))
        insist(alone, f"the domain of {name} speaks of something else")
        context = context.with_variable(name, scope.sort(name), *domain)
    for name, term in terms.items():
        insist(free(term) <= {family.constant, family.large}, f"{name} is to be a term in the large parameter")
        insist(not _speaks_of_quantities(term), f"{name} is to be a term in the large parameter")
        whole = scope.sort(name) == "real" or context.is_integer(term)
        insist(whole, f"{name} is to be an integer, which {written(term)} is not shown to be")
        scope.insist_on(duties(term, context))
    for relation in scope.domain_relations(family.large):
        insist(_is_reached(scope, relation, family.large), f"{written(relation)}: {family.large} cannot be large")
    domains = [relation for name in terms for relation in scope.domain_relations(name)]
    known = [fact for fact in _relations(scope) if _speaks_of_constants(fact, scope)]
    for condition in (*domains, *facts_on_parameters(scope), *known, *conditions):
        needed: Any = substituted(condition, terms)
        reached = context.shows(needed) or _is_reached(scope, needed, family.large)
        insist(reached, f"no large {family.large} is shown to meet {written(needed)}")


def _insist_on_members(scope: Scope, family: NoConstant) -> None:
    """A narrower model, which need not have a setting for all parameters, makes some of the family."""
    model, names = scope.statement.model, scope.statement.names
    if model.made is None:
        raise Rejected(f"{model.name} is not known to have settings at all parameters")
    members: dict[tuple[Fraction, Fraction], Setting] = {}
    for constant, large in product(CONSTANTS, LARGE):
        point = Point(model, names, None, {family.constant: constant, family.large: large})
        if all(map(point.holds, scope.domain_relations(family.constant) + scope.domain_relations(family.large))):
            others = scope.parameters & set(family.others)
            values = {name: point.of(scope.reader.term(family.others[name])) for name in others}
            parameters = {family.large: large, **values}
            setting = members[constant, large] = model.made(parameters)
            insist(dict(model.read(setting)) == parameters, f"{model.name}: not made for {parameters}")
    insist(bool(members), f"{model.name}: no {family.large} and {family.constant} are of their domains")
    each = [members[pair] for pair in zip(CONSTANTS, LARGE, strict=True) if pair in members]
    _insist_on_facts(replace(model, settings=lambda: each or members.values()))


def _insist_on_facts(model: Model) -> None:
    """Facts hold and values are of their ranges in all settings; outcomes, of which a large one has many, are left."""
    statement = Statement(model.name, model, "0 <= 0")
    scope, instances = Scope(statement), Instances(Theorem(statement, ()))
    for name, text in model.facts.items():
        fact = scope.sequent(text, ())
        if not _speaks_of_outcomes(fact.formula):
            instances.tally(f"the fact {name}", fact, scope, MOST_OF_A_FACT)
    for name, quantity in model.quantities.items():
        if quantity.space is None:
            insist_on_range(model, name, quantity)


def facts_on_parameters(scope: Scope) -> list[Relation]:
    """The facts that speak of nothing else; one that speaks of other variables, too, may bound parameters as well."""
    found = [fact for fact in _relations(scope) if not _speaks_of_quantities(fact)]
    for fact in found:
        insist(free(fact) <= scope.parameters, f"the fact {written(fact)} may bound parameters")
    return found


def _relations(scope: Scope) -> list[Relation]:
    """The relations that the facts of the model say."""
    facts = [part for text in scope.statement.model.facts.values() for part in conjuncts(scope.reader.formula(text))]
    return [fact for fact in facts if isinstance(fact, Relation)]


def _speaks_of_constants(fact: Relation, scope: Scope) -> bool:
    """Tell whether a fact may bound parameters, alone, by quantities that do not depend on the setting."""
    quantities = scope.statement.model.quantities
    names = {part.name for part in parts(fact) if isinstance(part, Quantity)}
    alone = bool(names) and bool(free(fact)) and free(fact) <= scope.parameters
    return alone and all(is_constant(quantities[name]) for name in names)


def _speaks_of_quantities(node: Node) -> bool:
    return any(isinstance(part, Quantity) for part in parts(node))


def _speaks_of_outcomes(node: Node) -> bool:
    bound = any(isinstance(part, Mean | Independent) for part in parts(node))
    return bound or any(name.startswith(OUTCOME) for name in free(node))


def _is_reached(scope: Scope, relation: Relation, large: str) -> bool:
    """Tell whether a polynomial in it, of positive leading coefficient, is to be above what does not depend on it."""
    if relation.operator == "=" or _speaks_of_quantities(relation):
        return False  # a quantity is another one in each setting
    gap = scope.forms.relation(relation)[1]
    growth = {power: c for monomial, c in gap if (power := _power_of(large, monomial))}
    rest = [monomial for monomial, _ in gap if not _power_of(large, monomial)]
    return bool(growth) and growth[max(growth)] > 0 and not any(mentions(monomial, large) for monomial in rest)


def _power_of(large: str, monomial: Monomial) -> int:
    """The n of a monomial that is the n-th power of a variable, n >= 1; 0 for any other."""
    factors, exponent = monomial
    if exponent or len(factors) != 1 or factors[0][0] != ("variable", large):
        return 0
    return max(factors[0][1], 0)


class _Nothing:
    """A setting of which nothing can be asked, not even whether there is one."""

    def _refuse(self, *_: object) -> Any:
        raise TypeError("no setting")

    __getattribute__ = __eq__ = __hash__ = __bool__ = __repr__ = __str__ = __format__ = _refuse


def is_constant(quantity: Named) -> bool:
    """Tell whether its values do not depend on a setting, as far as some of them tell: there they are asked of none."""
    of: Any = quantity.of
    try:
        for index in INDICES:
            value = of(_Nothing(), *(index for _ in quantity.index))
            for number in value.values() if quantity.law else [value]:
                number_of(number)
    except (AttributeError, LookupError, TypeError):
        return False
    return True
