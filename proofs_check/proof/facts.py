"""What a model says of itself, tested on all of its settings: facts, ranges of quantities, laws and conditional laws.

None of it is proved: these are the axioms, and what is false on a small setting is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any, Final

from dpassay.exact.real import working_precision
from dpassay.proofs_check.kernel.expressions import Variable
from dpassay.proofs_check.kernel.rejected import Rejected, insist
from dpassay.proofs_check.proof.finitely_many import insist_on_all
from dpassay.proofs_check.proof.instances import Instances, Tally, is_of_sort
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.sequents import Scope, Sequent
from dpassay.proofs_check.proof.statements import Model, Setting, Statement, Theorem
from dpassay.proofs_check.proof.terms import OUTCOME, ZERO, Quantity, Relation
from dpassay.proofs_check.proof.values import Point, Value, brief, number_of, plus, times

MOST: Final = 200
"""Instances of one fact."""
PRECISION: Final = 320
"""Bits at which sums of probabilities are compared."""


def tested(model: Model) -> Mapping[str, Tally]:
    """Return on how many instances each fact holds; ``Rejected`` where the model is wrong somewhere."""
    insist(any(True for _ in model.settings()), f"{model.name} has no setting")
    for setting in model.settings():
        _insist_on_parameters(model, setting)
    if model.finite:
        insist_on_all(model)
    for name, quantity in model.quantities.items():
        _insist_on_kind(model, name, quantity)
        if quantity.law:
            _insist_on_law(model, name, quantity)
        elif quantity.range != "real":
            insist_on_range(model, name, quantity)
    scope, instances = _scope(model)
    sequents = {name: scope.sequent(fact, ()) for name, fact in model.facts.items()}
    for sequent in sequents.values():
        scope.with_conditions(sequent)
    return {name: instances.tally(name, sequent, scope, MOST) for name, sequent in sequents.items()}


def _scope(model: Model, variables: Mapping[str, str] | None = None) -> tuple[Scope, Instances]:
    statement = Statement(model.name, model, "0 <= 0", variables=variables or {})
    return Scope(statement), Instances(Theorem(statement, ()), varied=True)


def _insist_on_parameters(model: Model, setting: Setting) -> None:
    """A setting fixes the parameters, nothing else, and they lie in their domains."""
    scope, _ = _scope(model)
    point = Point(model, scope.statement.names, setting, model.read(setting))
    insist(set(point.values) == scope.parameters, f"{setting} fixes {', '.join(sorted(point.values)) or 'nothing'}")
    for name in scope.parameters:
        legal = is_of_sort(point, name, scope) and all(map(point.holds, scope.domain_relations(name)))
        insist(legal, f"{name} = {brief(point.values[name])} of {setting} is not of its domain")


def _insist_on_kind(model: Model, name: str, quantity: Named) -> None:
    """It has values and spaces; a conditional law is one of outcomes of which its mean is a law."""
    insist(quantity.of is not None, f"{name} has no values")
    for space in {quantity.space, quantity.given} - {None}:
        insist(space in model.outcomes, f"{name}: no outcomes of {space}")
    if quantity.mean_of is None:
        return
    insist(quantity.given is not None, f"{name} depends on no outcome")
    insist(quantity.mean_of in model.quantities, f"{name}: no law {quantity.mean_of}")
    mean = model.quantities[quantity.mean_of]
    insist(mean.law, f"{name}: {quantity.mean_of} is no law")
    insist(mean.given is None and not mean.index, f"{name}: {quantity.mean_of} depends on an outcome or an index")
    insist(mean.space == quantity.space == quantity.given, f"{name} is of other outcomes than {quantity.mean_of}")


def insist_on_range(model: Model, name: str, quantity: Named) -> None:
    """Every value at a legal index and outcome is of the range; `Rejected` where one is not."""
    variables = {f"{index}_": _renamed(text, quantity) for index, text in quantity.index.items()}
    scope, instances = _scope(model, variables)
    outcome = None if quantity.space is None else Variable(OUTCOME + quantity.space)
    value = Quantity(name, tuple(map(Variable, variables)), outcome)
    if quantity.is_integer:
        values = [point.of(value) for point in instances.points(Sequent(Relation("=", value, value)), scope)]
        insist(bool(values), f"{name}: no instance has a legal index")
        for shown in values:
            insist(isinstance(shown, Fraction) and shown.denominator == 1, f"{name} is {shown}, no integer")
    if quantity.above is not None:
        instances.tally(f"the range of {name}", Sequent(Relation(quantity.above, ZERO, value)), scope, MOST)


def _renamed(text: str, quantity: Named) -> str:
    """A domain whose indices have names of their own, so that no variable of the model is meant."""
    for index in quantity.index:
        text = re.sub(rf"\b{index}\b", f"{index}_", text)
    return text


def _insist_on_law(model: Model, name: str, law: Named) -> None:
    """The weights are at least 0, of outcomes of the space, and sum to 1; a conditional law has the mean it should."""
    legal = list(_indices(model, law))
    insist(bool(legal), f"{name}: no instance has a legal index")
    for setting, indices in legal:
        for past in _pasts(model, law, setting):
            weights = _weights(model, name, setting, (*indices, *past))
            unknown = set(weights) - set(model.outcomes[str(law.space)](setting))
            insist(not unknown, f"{name}{indices}: {unknown} are no outcomes of {law.space}")
            insist(all(_is_not_negative(w) for w in weights.values()), f"{name}{indices}: a negative probability")
            insist(
                _agrees(_sum(weights.values()), Fraction(1)), f"{name}{indices}: the probabilities do not add up to 1"
            )
        if law.mean_of is not None:
            _insist_on_mean(model, name, setting, indices)


def _insist_on_mean(model: Model, name: str, setting: Setting, indices: tuple[Any, ...]) -> None:
    whole = _weights(model, str(model.quantities[name].mean_of), setting, ())
    laws = {past: _weights(model, name, setting, (*indices, past)) for past in whole}
    for outcome, weight in whole.items():
        mean = _sum(times(whole[past], laws[past].get(outcome, Fraction(0))) for past in whole)
        insist(_agrees(mean, weight), f"{name}{indices}: its mean is not {model.quantities[name].mean_of} at {outcome}")


def _pasts(model: Model, law: Named, setting: Setting) -> list[tuple[Any, ...]]:
    return [()] if law.given is None else [(past,) for past in model.outcomes[law.given](setting)]


def _indices(model: Model, law: Named) -> Iterator[tuple[Setting, tuple[Any, ...]]]:
    """All legal indices of a law in all settings."""
    variables = {f"{index}_": _renamed(text, law) for index, text in law.index.items()}
    scope, instances = _scope(model, variables)
    names: Any = Quantity("", tuple(map(Variable, variables)))
    for point in instances.points(Sequent(Relation("=", names, names)), scope):
        yield point.setting, tuple(_index(point.values[name]) for name in variables)


def _index(value: Fraction) -> Any:
    return int(value) if value.denominator == 1 else value


def _weights(model: Model, name: str, setting: Setting, arguments: tuple[Any, ...]) -> dict[Any, Value]:
    of = model.quantities[name].of
    if of is None:
        raise Rejected(f"{name} has no values")
    with working_precision(PRECISION):
        return {outcome: number_of(weight) for outcome, weight in of(setting, *arguments).items()}


def _sum(weights: Iterable[Value]) -> Value:
    with working_precision(PRECISION):
        start: Value = Fraction(0)
        return reduce(plus, weights, start)


def _is_not_negative(weight: Value) -> bool:
    return bool(weight >= 0)


def _agrees(a: Value, b: Value) -> bool:
    with working_precision(PRECISION):
        gap = plus(a, times(Fraction(-1), b))
    return gap == 0 if isinstance(gap, Fraction) else bool(gap.contains(0))
