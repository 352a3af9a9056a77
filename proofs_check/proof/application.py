"""A rule, a theorem or a claim applied: terms for its parameters, functions for its quantities, steps for its needs.

There is no unifier. The proof writes down what stands for what, and both sides are compared in normal form. A
hypothesis holds for all values of its variables, so it is taken at new ones; a step that is to supply it may be used at
any values, so its variables are renamed until the two agree. A condition on a variable of the step then has to be among
what the hypothesis knows of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from dpassay.proofs_check.kernel.expressions import Variable
from dpassay.proofs_check.kernel.rejected import Rejected, insist
from dpassay.proofs_check.proof.context import INTEGER, Context
from dpassay.proofs_check.proof.duties import Duty, duties
from dpassay.proofs_check.proof.names import Domain, Named
from dpassay.proofs_check.proof.reading import written
from dpassay.proofs_check.proof.sequents import Scope, Sequent
from dpassay.proofs_check.proof.statements import Apply, Given, Statement, Use
from dpassay.proofs_check.proof.terms import (
    OUTCOME,
    ZERO,
    Formula,
    Function,
    Quantity,
    Relation,
    Term,
    conjuncts,
    free_in,
    fresh,
    substituted,
)
from dpassay.proofs_check.proof.uses import Uses


@dataclass
class Application:
    """One use of a statement in the proof of another."""

    scope: Scope
    known: Mapping[str, Sequent]
    other: Statement
    context: Context
    theirs: Scope = field(init=False)
    values: dict[str, Term] = field(init=False, default_factory=dict)
    functions: dict[str, Function] = field(init=False, default_factory=dict)
    spaces: dict[str, str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.theirs = Scope(self.other)

    def check(self, goal: Formula, by: Apply) -> None:
        """Accept the goal, or raise ``Rejected``."""
        self.context = self.context.with_known(self._supplied(by))
        conclusion = self.theirs.sequent(self.other.formula, self.other.where)
        self._agree(conclusion, goal, by)
        for condition in conclusion.where:
            needed = self._put(condition)
            insist(self.context.shows(needed), f"{self.other.id} needs {written(needed)}")
        for given in self.other.given.values():
            self._discharge(given, by.uses)

    def _agree(self, conclusion: Sequent, goal: Formula, by: Apply) -> None:
        """See that the goal is the conclusion, or one of its relations; where none is, tell why the last is not."""
        *others, last = (*conjuncts(conclusion.formula), conclusion.formula)
        for part in others:
            with suppress(Rejected):
                return self._agree_with(part, conclusion, goal, by)
        return self._agree_with(last, conclusion, goal, by)

    def _agree_with(self, part: Formula, conclusion: Sequent, goal: Formula, by: Apply) -> None:
        self._read(by, self.theirs.variables(part, *conclusion.where))
        said = self._put(part)
        if not self.scope.forms.equal(said, goal):
            raise Rejected(f"{self.other.id} gives {written(said)}")

    def _supplied(self, by: Apply) -> Iterator[Relation]:
        """What the steps used say here, where they say it here."""
        for used in by.uses:
            insist(used.step in self.known or used.inside is not None, f"{used.step!r} is no earlier step")
            try:
                formula = Uses(self.scope, self.known).formula(used, self.context)
            except Rejected:
                continue
            yield from (part for part in conjuncts(formula) if isinstance(part, Relation))

    def _values_of(self, used: Use) -> dict[str, Term]:
        return {name: self.scope.reader.term(text) for name, text in used.values.items()}

    def _read(self, by: Apply, own: frozenset[str]) -> None:
        """Read what stands for what, and see that it is of the right kind."""
        given, model, mine = by.values, self.other.model, self.scope.statement.model
        variables = [name for name in sorted(own | set(model.parameters)) if not name.startswith(OUTCOME)]
        if model.of_any:
            expected = {*variables, *model.quantities}
        else:
            insist(mine.is_within(model), f"{self.other.id} is a claim on another model, {model.name}")
            variables = [name for name in variables if name not in model.parameters]
            expected = {name for name in variables if name not in model.variables} | (set(variables) & set(given))
        lacking, unknown = expected - set(given), set(given) - expected
        insist(not lacking, f"{self.other.id}: no value for {', '.join(sorted(lacking))}")
        insist(not unknown, f"{self.other.id} has no {', '.join(sorted(unknown))}")
        self.values = {name: self.scope.reader.term(given[name]) for name in expected & set(variables)}
        if model.of_any:
            self._read_functions(given)
        for name in variables:  # now that it is known what their domains speak of
            self._insist_on_value(name)
        for name, function in self.functions.items():
            self._insist_on_function(model.quantities[name], function, by.uses)

    def _insist_on_value(self, name: str) -> None:
        value = self.values.get(name, Variable(name))
        self.scope.insist_on(duties(value, self.context))
        if self.theirs.sort(name) == INTEGER:
            self.scope.insist_on([Duty(self.context, (), value)])
        for relation in self._domain(name):
            self.scope.insist_on([Duty(self.context, (relation,))])

    def _read_functions(self, given: Mapping[str, str]) -> None:
        quantities = self.other.model.quantities
        for name in sorted(
            quantities, key=lambda name: (not quantities[name].law, quantities[name].mean_of is not None)
        ):
            theirs, (parameters, text) = quantities[name], _split(given[name])
            insist(len(parameters) == len(theirs.index), f"expected {len(theirs.index)} parameters before a colon")
            self.functions[name] = (self._law if theirs.law else self._quantity)(theirs, parameters, text)

    def _law(self, theirs: Named, parameters: tuple[str, ...], text: str) -> Function:
        law = self.scope.reader.law(text)
        mine = self.scope.statement.names.law_of(law.name)
        insist(theirs.of is None or self._is_same(theirs, parameters, law), f"{text} is another law")
        for abstract, concrete in ((theirs.space, mine.space), (theirs.given, mine.given)):
            if abstract is not None:
                insist(concrete is not None, f"{text} depends on no outcome")
                known = self.spaces.setdefault(abstract, str(concrete))
                insist(known == concrete, f"{text} is a law of other outcomes than {known}")
        if theirs.mean_of is not None:
            insist(theirs.mean_of in self.functions, f"{theirs.mean_of} is no law")
            whole = self.functions[theirs.mean_of].body
            insist(whole == Quantity(str(mine.mean_of)), f"{text} is no conditional law of {written(whole)}")
            one = not any(name.startswith(OUTCOME) for name in free_in(*law.arguments))
            insist(one, f"{text} is another law for each outcome")
        return Function(parameters, law, None if theirs.given is None else f"{OUTCOME}{mine.given}")

    def _quantity(self, theirs: Named, parameters: tuple[str, ...], text: str) -> Function:
        insist(theirs.space is None or theirs.space in self.spaces, f"{text} is a function of an outcome of no law")
        outcome = None if theirs.space is None else f"{OUTCOME}{self.spaces[theirs.space]}"
        body = self.scope.reader.term(text)
        insist(theirs.of is None or self._is_same(theirs, parameters, body), f"{text} is another quantity")
        return Function(parameters, body, outcome)

    def _is_same(self, theirs: Named, parameters: tuple[str, ...], body: Term) -> bool:
        """Tell whether a quantity that is not any one, but has a value, is what stands for it."""
        if not isinstance(body, Quantity) or body.arguments != tuple(map(Variable, parameters)):
            return False
        return self.scope.statement.names.quantities[body.name] is theirs

    def _insist_on_function(self, theirs: Named, function: Function, uses: tuple[Use, ...]) -> None:
        """The function has a meaning, and values of the range, for all arguments of its domain."""
        new = {name: fresh(name) for name in function.parameters}
        context = self.context
        values = {name: new[index] for name, index in zip(theirs.index, function.parameters, strict=True)}
        for name, text in theirs.index.items():
            domain = Domain.read(text)
            known = (self._put(self.theirs.reader.relation(r), values) for r in domain.relations)
            context = context.with_variable(values[name].name, domain.sort, *known)
        if function.outcome is not None:
            new[function.outcome] = fresh(function.outcome)
            context = context.with_variable(new[function.outcome].name, function.outcome)
        body = substituted(function.body, new)
        self.scope.insist_on(duties(body, context))
        insist(not theirs.is_integer or context.is_integer(body), f"{written(body)} is not shown to be an integer")
        if theirs.above is not None:
            bound = Relation(theirs.above, ZERO, body)
            is_said = context.shows(bound) or self._is_said(bound, list(new.values()), context, uses)[0]
            insist(is_said, f"{written(bound)} is not shown")

    def _put(self, node: Formula, new: Mapping[str, Term] | None = None) -> Any:
        """A formula of the other statement, in terms of this proof."""
        outcomes = {f"{OUTCOME}{theirs}": Variable(f"{OUTCOME}{mine}") for theirs, mine in self.spaces.items()}
        return substituted(node, {**outcomes, **self.values, **(new or {})}, self.functions)

    def _discharge(self, given: Given, uses: tuple[Use, ...]) -> None:
        """A hypothesis, at new values of its variables, is what a step says, or known."""
        sequent = self.theirs.sequent(given.formula, given.where)
        own = self.theirs.variables(sequent.formula, *sequent.where) - set(self.other.model.parameters)
        new = {name: fresh(name) for name in sorted(own)}
        context = self.context
        for name, variable in new.items():
            context = context.with_variable(variable.name, self._sort(name), *self._domain(name, new))
        context = context.with_known(self._put(condition, new) for condition in sequent.where)
        needed = self._put(sequent.formula, new)
        self.scope.insist_on(duties(needed, context))
        said, complaint = self._is_said(needed, list(new.values()), context, uses)
        insist(said or context.shows(needed), f"{self.other.id} needs {written(needed)}, {complaint}")

    def _is_said(
        self, needed: Formula, new: list[Variable], context: Context, uses: tuple[Use, ...]
    ) -> tuple[bool, str]:
        """Tell whether a step says what is needed of new variables; and if none does, what is wrong with the last."""
        complaint = "which no step used says"
        for used in (use for use in uses if use.inside is None):
            for values in self._renamings(used, needed, new):
                try:
                    self.scope.at(self.known[used.step], values, context)
                except Rejected as rejection:  # another step may say it, such as that of another case
                    complaint = f"and of {used.step!r}: {rejection}"
                else:
                    return True, ""
        return False, complaint

    def _sort(self, name: str) -> str:
        if not name.startswith(OUTCOME):
            return self.theirs.sort(name)
        space = name.removeprefix(OUTCOME)
        return f"{OUTCOME}{self.spaces.get(space, space)}"

    def _domain(self, name: str, new: Mapping[str, Term] | None = None) -> list[Relation]:
        if name.startswith(OUTCOME):
            return []
        return [self._put(relation, new) for relation in self.theirs.domain_relations(name)]

    def _renamings(self, used: Use, needed: Formula, new: list[Variable]) -> Iterator[dict[str, Term]]:
        """The values of a step's variables, some of them new ones, at which it says what is needed."""
        sequent, given = self.known[used.step], self._values_of(used)
        if _operator(sequent.formula) != _operator(needed):
            return
        own = sorted(self.scope.variables(sequent.formula, *sequent.where) - self.scope.parameters - set(given))
        for names in product([None, *own], repeat=len(new)):
            renamed = {name: variable for name, variable in zip(names, new, strict=True) if name is not None}
            if len(renamed) < sum(name is not None for name in names):
                continue
            values = {**given, **renamed}
            if self.scope.forms.equal(substituted(sequent.formula, values), needed):
                yield values


def _operator(formula: Formula) -> str | None:
    """That of a relation: no other one is ever the same."""
    return formula.operator if isinstance(formula, Relation) else None


def _split(text: str) -> tuple[tuple[str, ...], str]:
    """Read "t, s: body"; no colon, no parameters."""
    before, colon, after = text.partition(":")
    if not colon:
        return (), text
    names = tuple(name.strip() for name in before.split(","))
    if not all(name.isidentifier() for name in names) or len(set(names)) < len(names):
        raise Rejected(f"{text!r}: expected different names before the colon")
    return names, after
