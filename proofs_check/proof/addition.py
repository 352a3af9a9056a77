"""Arithmetic: relations times multipliers, added, leave of a goal what is evident.

What is left is looked at in both normal forms: first with logs and roots of products as they stand, then taken apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from dpassay.proofs_check.kernel.rejected import Rejected, insist
from dpassay.proofs_check.proof.context import Context, vanishes
from dpassay.proofs_check.proof.duties import duties
from dpassay.proofs_check.proof.justifications import Arithmetic
from dpassay.proofs_check.proof.normal_form import Forms
from dpassay.proofs_check.proof.polynomials import Form, added, minus, times
from dpassay.proofs_check.proof.reading import written
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.terms import ZERO, Formula, Relation, Term
from dpassay.proofs_check.proof.uses import Uses
from dpassay.proofs_check.proof.written_forms import text_of

Terms = list[tuple[Term, Relation]]


@dataclass(frozen=True)
class Addition:
    """The check of one step by arithmetic."""

    scope: Scope
    uses: Uses
    context: Context

    def check(self, goal: Formula, by: Arithmetic) -> None:
        """Accept the goal, or raise ``Rejected``."""
        if not isinstance(goal, Relation):
            raise Rejected(f"{written(goal)} is no relation of two terms")
        terms = [(self.scope.reader.term(text), self.uses.relation(used, self.context)) for text, used in by.terms]
        for (text, _), (multiplier, relation) in zip(by.terms, terms, strict=True):
            self.scope.insist_on(duties(multiplier, self.context))
            enough = relation.operator == "=" or self.context.shows(Relation("<=", ZERO, multiplier))
            insist(enough, f"0 <= {text} is not known")
        equal = {relation.operator for _, relation in terms} <= {"="}
        insist(goal.operator != "=" or equal, f"{written(goal)} does not follow from inequalities")
        weak = goal.operator == "<=" or self._is_strict(terms)
        forms = self.scope.forms
        rest = _rest(goal, terms, forms)
        if _is_enough(goal, rest, self.context, weak=weak):
            return
        apart = replace(self.context, forms=forms.apart)
        insist(_is_enough(goal, _rest(goal, terms, forms.apart), apart, weak=weak), self._left(goal, rest))

    def _is_strict(self, terms: Terms) -> bool:
        """Tell whether the sum of the relations is a strict one."""
        strict = (multiplier for multiplier, relation in terms if relation.operator == "<")
        return any(self.context.shows(Relation("<", ZERO, multiplier)) for multiplier in strict)

    def _left(self, goal: Relation, rest: Form) -> str:
        """What is not shown, and would have to be."""
        told = f"0 {goal.operator} {text_of(rest, self.scope.reader.names)}"
        return f"the relations do not add up to {written(goal)}: {told} is left, and not evident"


def _rest(goal: Relation, terms: Iterable[tuple[Term, Relation]], forms: Forms) -> Form:
    """What is left of a goal once relations, each times a multiplier, are taken away."""
    parts = (times(forms.of(multiplier), _gap(relation, forms)) for multiplier, relation in terms)
    return forms.merged(minus(_gap(goal, forms), added(parts)))


def _gap(relation: Relation, forms: Forms) -> Form:
    return minus(forms.of(relation.right), forms.of(relation.left))


def _is_enough(goal: Relation, rest: Form, context: Context, *, weak: bool) -> bool:
    """Tell whether what is left of a goal is 0, at least 0 or above 0, as it has to be."""
    if goal.operator == "=":
        return vanishes(rest)
    return context.is_not_negative(rest) if weak else context.is_positive(rest)
