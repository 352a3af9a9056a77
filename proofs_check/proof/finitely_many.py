"""That a finite model leaves out no setting, as far as this can be told from the domains of its parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, product
from math import prod
from typing import Any, Final

from dpassay.proofs_check.kernel.expressions import Number, Variable
from dpassay.proofs_check.kernel.rejected import insist
from dpassay.proofs_check.proof.context import INTEGER
from dpassay.proofs_check.proof.instances import Instances
from dpassay.proofs_check.proof.reading import written
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import Model, Setting, Statement, Theorem
from dpassay.proofs_check.proof.terms import Quantity, Relation, parts
from dpassay.proofs_check.proof.values import Point

MOST: Final = 1000
"""So many values of the parameters are tried."""


def insist_on_all(model: Model) -> None:
    """Raise ``Rejected`` where a setting is left out that the domains, or those of a wider finite model, admit.

    From each setting the parameters are moved by one: they leave their domains, or are those of another setting. That
    alone would leave out what is farther away, such as (1, 1) beside (0, 0) where both are equal. So the domains have
    to show, too, that no parameter is below its least value or above its largest one, and all between are tried. Of a
    wider finite model are left out those settings alone at which a fact fails that this one adds.
    """
    wider = model.narrows
    if wider is not None and wider.finite:
        own = list(model.settings())
        for setting in wider.settings():
            insist(setting in own or _fails(model, wider, setting), f"{model.name} leaves out {setting}")
        return
    scope = Scope(Statement(model.name, model, "0 <= 0"))
    for name in scope.parameters:
        insist(scope.sort(name) == INTEGER, f"{model.name}: of {name} there are not finitely many")
    read = [(setting, model.read(setting)) for setting in model.settings()]
    insist(bool(read), f"{model.name} has no settings")
    around = ((setting, moved) for setting, values in read for moved in _neighbors(values))
    for setting, moved in chain(around, ((read[0][0], between) for between in _between(scope, [at for _, at in read]))):
        point = Point(model, scope.statement.names, setting, moved)
        legal = all(point.holds(r) is not False for name in scope.parameters for r in scope.domain_relations(name))
        insist(not legal or any(moved == other for _, other in read), f"{model.name} leaves out {moved}")


def _between(scope: Scope, read: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield all values of the parameters between the least and the largest ones, which the domains show to be these."""
    model, context = scope.statement.model.name, scope.context()
    ranges: dict[str, range] = {}
    for name in sorted(scope.parameters):
        values = [int(at[name]) for at in read]
        low, high = min(values), max(values)
        ends = (
            Relation("<=", Number(Fraction(low)), Variable(name)),
            Relation("<=", Variable(name), Number(Fraction(high))),
        )
        for end in ends:
            insist(context.shows(end), f"{model}: the domains do not show {written(end)}")
        whole = any(isinstance(part, Quantity) for relation in scope.domain_relations(name) for part in parts(relation))
        insist(not whole, f"{model}: the domain of {name} depends on the setting")
        ranges[name] = range(low, high + 1)
    insist(prod(map(len, ranges.values())) <= MOST, f"{model}: more than {MOST} values are between the ends")
    for at in product(*ranges.values()):
        yield dict(zip(ranges, map(Fraction, at), strict=True))


def _neighbors(values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    return ({**values, name: value + step} for name, value in values.items() for step in (Fraction(-1), Fraction(1)))


def _fails(model: Model, wider: Model, setting: Setting) -> bool:
    """Tell whether a fact that the model adds to the wider one is false in a setting."""
    there = Statement(model.name, replace(model, settings=lambda: (setting,)), "0 <= 0")
    scope, instances = Scope(there), Instances(Theorem(there, ()))
    added = [scope.sequent(text, ()) for name, text in model.facts.items() if name not in wider.facts]
    return any(point.holds(fact.formula) is False for fact in added for point in instances.points(fact, scope))
