"""Every step evaluated exactly on instances: what is false somewhere is refused, with the instance.

That a step holds on some instances proves nothing. It catches facts that are false, and words; and a step that no
instance reaches is refused, for it may say nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import Any, Final

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.context import INTEGER
from dpassay.proofs_check.proof.sequents import Scope, Sequent
from dpassay.proofs_check.proof.statements import Theorem
from dpassay.proofs_check.proof.terms import OUTCOME, Relation, free
from dpassay.proofs_check.proof.values import Point

INTEGERS: Final = tuple(Fraction(k) for k in range(6))
REALS: Final = (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(-1), Fraction(5, 2))
MOST: Final = 100
"""Instances of a step in words, or of a hypothesis, for which nothing else speaks."""
FEW: Final = 12
"""Instances of a step that is checked besides: they would show a hole in the checker, or in what it rests on."""


@dataclass(frozen=True, slots=True)
class Tally:
    """On how many instances a formula holds, and on how many enclosures of 320 bits agree with it."""

    holds: int
    agrees: int


@dataclass(frozen=True)
class Instances:
    """The instances of a theorem's model, on which its steps are evaluated."""

    theorem: Theorem

    def tally(self, name: str, sequent: Sequent, scope: Scope, most: int = MOST) -> Tally:
        """Evaluate one step; ``Rejected`` where it fails on an instance, or where none reaches it."""
        counts = {True: 0, None: 0}
        for point in islice(self.points(sequent, scope), most):
            answer = point.holds(sequent.formula)
            if answer is False:
                shown = {key: str(value) for key, value in point.values.items()}
                raise Rejected(f"{name!r} is false at {shown} in {point.setting}")
            counts[answer] += 1
        if not sum(counts.values()):
            raise Rejected(f"{name!r}: no instance meets its conditions")
        return Tally(counts[True], counts[None])

    def points(self, sequent: Sequent, scope: Scope) -> Iterator[Point]:
        """The points that lie in the domains and meet the conditions, one of each setting in turn.

        An undecided condition is one not met.
        """
        waiting = deque(self._points_from(start, sequent, scope) for start in self._starts)
        while waiting:
            points = waiting.popleft()
            point = next(points, None)
            if point is not None:
                yield point
                waiting.append(points)

    @cached_property
    def _starts(self) -> tuple[Point, ...]:
        """The parameters in each setting."""
        model, names = self.theorem.statement.model, self.theorem.statement.names
        return tuple(Point(model, names, setting, model.read(setting)) for setting in model.settings())

    def _points_from(self, start: Point, sequent: Sequent, scope: Scope) -> Iterator[Point]:
        names = sorted(scope.variables(sequent.formula, *sequent.where) | scope.parameters)
        relations = [r for name in names if not name.startswith(OUTCOME) for r in scope.domain_relations(name)]
        given = [name for name in names if name in start.values]
        if not all(is_of_sort(start, name, scope) for name in given):
            return
        choices = [
            (name, [y for y in self._values(name, start.setting, scope) if is_of_sort(start.at(name, y), name, scope)])
            for name in names
            if name not in start.values
        ]
        for point in _extended(start, _levels(set(start.values), choices, relations)):
            if all(point.holds(condition) is True for condition in sequent.where):
                yield point

    def _values(self, name: str, setting: Any, scope: Scope) -> tuple[Any, ...]:
        samples: Mapping[str, tuple[Any, ...]] = self.theorem.samples
        if name.startswith(OUTCOME):
            return tuple(scope.statement.model.outcomes[name.removeprefix(OUTCOME)](setting))
        if name in samples:
            return samples[name]
        return INTEGERS if scope.sort(name) == INTEGER else REALS


def is_of_sort(point: Point, name: str, scope: Scope) -> bool:
    """Tell whether the value of a variable is a whole number, an exact number or an outcome, as it should be."""
    value = point.values[name]
    if name.startswith(OUTCOME):
        return value in tuple(point.model.outcomes[name.removeprefix(OUTCOME)](point.setting))
    if isinstance(value, bool | float):
        return False
    return scope.sort(name) != INTEGER or (isinstance(value, int | Fraction) and Fraction(value).denominator == 1)


Level = tuple[str, list[Any], list[Relation]]
"""A variable, its values, and the relations of which it is the last variable."""


def _levels(
    given: set[str], choices: list[tuple[str, list[Any]]], relations: list[Relation]
) -> tuple[list[Relation], list[Level]]:
    """The relations on what is given, and then each variable with those that can be tested once it has a value."""
    known, waiting = set(given), list(relations)

    def ready() -> list[Relation]:
        found = [relation for relation in waiting if free(relation) <= known]
        waiting[:] = [relation for relation in waiting if relation not in found]
        return found

    first, levels = ready(), []
    for name, values in choices:
        known.add(name)
        levels.append((name, values, ready()))
    return first, levels


def _extended(point: Point, levels: tuple[list[Relation], list[Level]]) -> Iterator[Point]:
    """Give values to more variables, one after the other; a relation is tested once all of its variables have one."""
    ready, following = levels
    if not all(point.holds(relation) is True for relation in ready):
        return
    if not following:
        yield point
        return
    (name, values, then), *rest = following
    for value in values:
        yield from _extended(point.at(name, value), (then, rest))
