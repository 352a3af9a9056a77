"""A refutation by a bound: the claim says of a quantity what the refuted formula says of a bound on it.

A claim that the regret of every algorithm is at least something is refuted by one whose regret is at most B, where B is
not so large. The formula then ends with B, and a theorem on the algorithm with the regret itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dpassay.proofs_check.kernel.rejected import insist
from dpassay.proofs_check.proof.duties import Duty, duties
from dpassay.proofs_check.proof.no_constant import facts_on_parameters, is_constant, said
from dpassay.proofs_check.proof.reading import written
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import Model, Statement
from dpassay.proofs_check.proof.terms import ZERO, Formula, Quantity, Relation, Term, free, parts, substituted


@dataclass(frozen=True)
class Bound:
    """What the right side of a refuted formula is a bound on.

    Args:
        by: the theorem that a quantity is at most so much; it may be one whose steps are in words.
        values: for each parameter of its model a term in those of the refuted claim.
        legal: theorems on the refuted claim's model that say of these values that they are of the domains.
    """

    by: str
    values: Mapping[str, str]
    legal: tuple[str, ...] = ()


def insist_on_bound(claim: Statement, theorem: Statement, bound: Bound, legal: Iterable[Statement] = ()) -> None:
    """Raise ``Rejected`` where the formula does not end with what the theorem ends with, at legal values."""
    mine, theirs = Scope(claim), Scope(theorem)
    claimed, bounding = mine.sequent(claim.formula, claim.where), theirs.sequent(theorem.formula, theorem.where)
    insist(not (theorem.given or theorem.where), f"{theorem.id} holds under conditions")
    formulas = claimed.formula, bounding.formula
    for formula in formulas:
        at_most = isinstance(formula, Relation) and formula.operator != "="
        insist(at_most, f"{written(formula)} does not say that something is at most something")
    own, end = (formula.right for formula in formulas if isinstance(formula, Relation))
    _insist_on_quantity(bounding.formula, theorem.model)
    insist(
        set(bound.values) == theirs.parameters, f"expected a term for each of {', '.join(sorted(theirs.parameters))}"
    )
    insist(free(end) <= theirs.parameters, f"{written(end)} speaks of more than the parameters")
    _insist_on_constants(end, theorem.model, claim.model)
    values: dict[str, Term] = {name: mine.reader.term(text) for name, text in bound.values.items()}
    put = substituted(end, values)
    insist(mine.forms.equal(Relation("<=", ZERO, put), Relation("<=", ZERO, own)), f"{theorem.id} gives {written(put)}")
    _insist_on_domains(mine, theirs, values, legal)


def _insist_on_domains(mine: Scope, theirs: Scope, values: Mapping[str, Term], legal: Iterable[Statement]) -> None:
    """The values are of the sorts and in the domains of the parameters, and meet the facts on these alone."""
    loose = {name for value in values.values() for name in free(value)} - mine.parameters
    insist(not loose, f"{', '.join(sorted(loose))}: no parameter of the claim")
    context = mine.context(*values.values())
    context = context.with_known([relation for other in legal for relation in said(other, mine, context)])
    for name, value in values.items():
        mine.insist_on(duties(value, context))
        if theirs.sort(name) == "integer":
            mine.insist_on([Duty(context, (), value)])
    domains = [relation for name in values for relation in theirs.domain_relations(name)]
    for relation in (*domains, *facts_on_parameters(theirs)):
        _insist_on_constants(relation, theirs.statement.model, mine.statement.model)
        mine.insist_on([Duty(context, (substituted(relation, values),))])


def _insist_on_quantity(formula: Formula, model: Model) -> None:
    """What is bounded depends on the setting: a bound on a number alone says nothing of an algorithm."""
    bounded = parts(formula.left) if isinstance(formula, Relation) else ()
    names = {part.name for part in bounded if isinstance(part, Quantity)}
    depends = any(not is_constant(model.quantities[name]) for name in names)
    insist(depends, f"{written(formula)} bounds nothing that depends on a setting")


def _insist_on_constants(node: Term | Relation, theirs: Model, mine: Model) -> None:
    """The quantities in it are the same in both models, and in each setting of both."""
    for name in {part.name for part in parts(node) if isinstance(part, Quantity)}:
        same = mine.quantities.get(name) == theirs.quantities[name]
        insist(same, f"{name} of {theirs.name!r} is none of {mine.name!r}")
        insist(theirs.quantities[name].of is not None, f"{name} has no values")
        insist(is_constant(theirs.quantities[name]), f"{name} depends on the setting")
