"""A claim on a model as a lemma on anything that has the facts of the model, which are then its hypotheses.

The lemma has the steps of the claim; what these apply is made a lemma, too. So it is checked like any other, and
nothing here has to be trusted: what stands for the model's parameters and quantities is told where it is applied.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from dpassay.proofs_check.kernel.rejected import Rejected, insist
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import THEOREMS, find, theorem
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import Apply, Given, Model, Setting, Statement, Step, Theorem, Use
from dpassay.proofs_check.proof.terms import OUTCOME, Formula, conjuncts, substituted
from dpassay.proofs_check.proof.verdict import cites


def of_anything(id: str) -> str:  # noqa: A002  # the name that it has everywhere
    """Register the lemma, once, and return its id."""
    name = f"{id}, of anything"
    if name not in THEOREMS:
        insist(id in THEOREMS, f"no claim {id!r}")
        claim, known = THEOREMS[id], THEOREMS[id].statement
        insist(not (known.model.of_any or known.model.finite or known.given), f"{id} is not of such a model")
        theorem(
            name,
            anything_like(known.model),
            known.formula,
            *(_step(step, claim) for step in claim.proof),
            where=known.where,
            variables=known.variables,
            let=known.let,
            given={fact: Given(known.model.facts[fact]) for fact in facts_of(id)},
            samples=claim.samples,
        )
    return name


@dataclass(frozen=True)
class _Like:
    """A setting of a model, as one of a lemma: a function for each quantity."""

    model: Model
    at: Setting

    def __getitem__(self, name: str) -> Any:
        of = self.model.quantities[name].of
        if of is None:
            raise Rejected(f"{name} has no values")
        return partial(of, self.at)


@cache
def _made() -> dict[int, tuple[Model, Model]]:
    return {}


def anything_like(model: Model) -> Model:
    """The model of lemmas with the parameters and quantities of a model, and none of its facts."""
    if id(model) not in _made():
        like = Model(
            f"anything like {model.name}",
            model.parameters,
            model.variables,
            {name: replace(known, of=None) for name, known in model.quantities.items()},
            settings=lambda: tuple(_Like(model, at) for at in model.settings()),
            read=lambda like: model.read(like.at),
            outcomes={space: partial(_outcomes, model, space) for space in model.outcomes},
            of_any=True,
        )
        _made()[id(model)] = (model, like)
    return _made()[id(model)][1]


def _outcomes(model: Model, space: str, like: _Like) -> Any:
    return model.outcomes[space](like.at)


def facts_of(id: str) -> tuple[str, ...]:  # noqa: A002  # the name that it has everywhere
    """The facts of its model that a claim rests on, in the model's order."""
    found = set(_facts(THEOREMS[id]))
    return tuple(fact for fact in THEOREMS[id].statement.model.facts if fact in found)


def _facts(claim: Theorem) -> Iterator[str]:
    facts = claim.statement.model.facts
    for step in claim.proof:
        yield from (name for name in cites(step) if name in facts)
        if _is_on_a_model(step):
            yield from facts_of(step.by.id)  # type: ignore[union-attr]  # it is applied


def _is_on_a_model(step: Step) -> bool:
    return isinstance(step.by, Apply) and not find(step.by.id).model.of_any


def _step(step: Step, claim: Theorem) -> Step:
    """A step of the lemma: what is applied has the facts for its hypotheses, and everything stands for itself."""
    if not isinstance(step.by, Apply) or not _is_on_a_model(step):
        return step
    other = THEOREMS[step.by.id].statement
    free = Scope(other).variables(_said(other, step, claim), *Scope(other).sequent("0 <= 0", other.where).where)
    values = {name: name for name in (*other.model.parameters, *free) if not name.startswith(OUTCOME)}
    values |= {name: _itself(name, known) for name, known in other.model.quantities.items()}
    facts = tuple(map(Use, facts_of(other.id)))
    return replace(step, by=Apply(of_anything(other.id), (*step.by.uses, *facts), {**values, **step.by.values}))


def _said(other: Statement, step: Step, claim: Theorem) -> Formula:
    """The relation of a claim that a step says, or all of them."""
    theirs, mine = Scope(other), Scope(claim.statement)
    whole, goal = theirs.reader.formula(other.formula), mine.reader.formula(step.formula)
    values = {name: mine.reader.term(text) for name, text in step.by.values.items()}  # type: ignore[union-attr]
    for part in (*conjuncts(whole), whole):
        if mine.forms.equal(substituted(part, values), goal):
            return part
    raise Rejected(f"{claim.statement.id}, {step.name!r}: {other.id} does not say it")


def _itself(name: str, known: Named) -> str:
    indices = ", ".join(known.index)
    return f"{indices}: {name}({indices})" if indices else name
