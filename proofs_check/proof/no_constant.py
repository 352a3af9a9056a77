"""A claim that there is a constant, refuted: for every constant there is a setting in which it fails.

A theorem says that the claim fails wherever some conditions hold. That they can be met for every constant is seen in
this way: one parameter may be as large as needed, and the others are written as terms in it and in the constant. Then
each condition has to be shown for all values, or to hold as soon as that parameter is large.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from dpassay.proofs_check.kernel.rejected import Rejected, insist
from dpassay.proofs_check.proof.context import Context
from dpassay.proofs_check.proof.duties import duties
from dpassay.proofs_check.proof.normal_form import mentions
from dpassay.proofs_check.proof.reading import written
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import Statement
from dpassay.proofs_check.proof.terms import ONE, Formula, Relation, Term, difference, free, free_in, substituted

NEGATED = {"<=": "<", "<": "<="}


@dataclass(frozen=True)
class NoConstant:
    """Why there is no constant.

    Args:
        constant: the variable of which the claim says that there is a value.
        by: the theorem that says that the claim fails.
        large: the parameter that may be as large as needed.
        others: the other parameters, as terms in that one and in the constant.
        conditions: theorems that show conditions of the claim, wherever the conditions of ``by`` hold.
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

    ``conditions`` are the statements of the theorems that show conditions of the claim.
    """
    insist(claim.model is theorem.model, f"{theorem.id} is a claim on another model than {claim.id}")
    insist(family.constant in claim.variables, f"{claim.id} has no constant {family.constant}")
    domain = claim.variables[family.constant]
    insist(theorem.variables.get(family.constant) == domain, f"{theorem.id}: expected {family.constant} to be {domain}")
    mine, theirs = Scope(claim), Scope(theorem)
    claimed, refuting = mine.sequent(claim.formula, claim.where), theirs.sequent(theorem.formula, theorem.where)
    for node in (claimed, refuting):
        own = theirs.variables(node.formula, *node.where) - theirs.parameters
        insist(own <= {family.constant}, f"it speaks of {', '.join(sorted(own))}, and not of the constant alone")
    insist(
        theirs.forms.equal(_negated(claimed.formula), refuting.formula),
        f"{theorem.id} does not say that {claim.id} fails",
    )
    context = theirs.with_conditions(refuting)
    context = context.with_known([_said(other, theirs, context) for other in conditions])
    for condition in claimed.where:
        insist(context.shows(condition), f"{theorem.id} does not show {written(condition)}, a condition of {claim.id}")
    _insist_on_settings(theirs, refuting.where, family)


def _said(other: Statement, scope: Scope, context: Context) -> Relation:
    """What a theorem on this model, or a wider one, says of the parameters alone, where its conditions are shown."""
    insist(scope.statement.model.is_within(other.model), f"{other.id} is a claim on another model")
    insist(not other.given, f"{other.id} is a lemma")
    own = Scope(other)
    sequent = own.sequent(other.formula, other.where)
    loose = own.variables(sequent.formula, *sequent.where) - own.parameters
    insist(not loose, f"{other.id} speaks of {', '.join(sorted(loose))}, and not of the parameters alone")
    for condition in sequent.where:
        insist(context.shows(condition), f"{other.id} needs {written(condition)}")
    if not isinstance(sequent.formula, Relation):
        raise Rejected(f"{other.id} is no relation of two terms")
    return sequent.formula


def _negated(formula: Formula) -> Relation:
    if not isinstance(formula, Relation) or formula.operator not in NEGATED:
        raise Rejected(f"{written(formula)} is no inequality")
    return Relation(NEGATED[formula.operator], formula.right, formula.left)


def _insist_on_settings(scope: Scope, conditions: tuple[Relation, ...], family: NoConstant) -> None:
    """For every constant the conditions are met from some value of the large parameter on."""
    insist(
        scope.parameters == {family.large, *family.others} and family.large not in family.others,
        f"expected {family.large} and a term for each other parameter of {sorted(scope.parameters)}",
    )
    terms: dict[str, Term] = {name: scope.reader.term(text) for name, text in family.others.items()}
    context = Context(scope.statement.names, scope.forms, {})
    for name in (family.constant, family.large):
        insist(free_in(*scope.domain_relations(name)) <= {name}, f"the domain of {name} speaks of something else")
        context = context.with_variable(name, scope.sort(name), *scope.domain_relations(name))
    for name, term in terms.items():
        insist(free(term) <= {family.constant, family.large}, f"{name} is to be a term in the large parameter")
        whole = scope.sort(name) == "real" or context.is_integer(term)
        insist(whole, f"{name} is to be an integer, which {written(term)} is not shown to be")
        scope.insist_on(duties(term, context))
    for relation in scope.domain_relations(family.large):
        insist(_is_reached(scope, relation, family.large), f"{written(relation)}: {family.large} cannot be large")
    domains = [relation for name in terms for relation in scope.domain_relations(name)]
    for relation in (*domains, *conditions):
        needed: Any = substituted(relation, terms)
        shown = context.shows(needed) or _is_shown_of_integers(needed, context)
        reached = shown or _is_reached(scope, needed, family.large)
        insist(reached, f"no large {family.large} is shown to meet {written(needed)}")


def _is_shown_of_integers(relation: Relation, context: Context) -> bool:
    """Tell whether it is a <= b with integers a and b, and a - 1 < b is shown: no integer lies between a - 1 and a."""
    whole = relation.operator == "<=" and context.is_integer(relation.left) and context.is_integer(relation.right)
    return whole and context.shows(Relation("<", difference(relation.left, ONE), relation.right))


def _is_reached(scope: Scope, relation: Relation, large: str) -> bool:
    """Tell whether it is a lower bound on the large parameter, by something that does not depend on it."""
    if relation.operator == "=":
        return False
    gap = scope.forms.relation(relation)[1]
    alone = ((((("variable", large), 1),), ()),)
    growth = [coefficient for monomial, coefficient in gap if (monomial,) == alone]
    rest = [monomial for monomial, _ in gap if (monomial,) != alone]
    return bool(growth) and growth[0] > 0 and not any(mentions(monomial, large) for monomial in rest)
