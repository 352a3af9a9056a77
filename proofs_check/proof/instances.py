"""Every step evaluated exactly on instances: what is false somewhere is refused, with the instance.

That a step holds on some instances proves nothing. It catches facts that are false, and words; and a step that no
instance reaches is refused, for it may say nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice
from random import Random
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
FEW: Final = 8
"""Instances of a step that is checked besides: they would show a hole in the checker, or in what it rests on."""


@dataclass(frozen=True, slots=True)
class Tally:
    """On how many instances a formula holds, and on how many enclosures of 320 bits agree with it."""

    holds: int
    agrees: int


@dataclass(frozen=True)
class Instances:
    """The instances of a theorem's model, on which its steps are evaluated.

    ``varied``: all variables change from the first instances on, in an order that is drawn once for all. Else they come
    in order, and among the first of many the first variables have their first values alone.
    """

    theorem: Theorem
    varied: bool = False

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
        names = sorted(scope.variables(sequent.formula, *sequent.where) | scope.parameters)
        plans: dict[frozenset[str], Plan] = {}
        yield from in_turn(self._points_from(start, names, plans, sequent, scope) for start in self._starts)

    @cached_property
    def _starts(self) -> tuple[Point, ...]:
        """The parameters in each setting."""
        model, names = self.theorem.statement.model, self.theorem.statement.names
        return tuple(Point(model, names, setting, model.read(setting)) for setting in model.settings())

    @cached_property
    def _tested(self) -> dict[tuple[int, ...], tuple[bool, Any]]:
        """Whether relations of domains are met, by the ids of setting, relation and values of its variables.

        These are kept with the answer, so that no id is that of something else; not all of them can be hashed.
        """
        return {}

    def _points_from(
        self, start: Point, names: list[str], plans: dict[frozenset[str], Plan], sequent: Sequent, scope: Scope
    ) -> Iterator[Point]:
        given = frozenset(start.values)
        if given not in plans:
            plans[given] = _plan(given, names, scope)
        if not all(is_of_sort(start, name, scope) for name in names if name in given):
            return
        first, *following = plans[given]
        if not self._meets(start, first):
            return
        draws = Random(0) if self.varied else None
        for point in self._extended(start, following, scope, draws):
            if all(point.holds(condition) is True for condition in sequent.where):
                yield point

    def _extended(self, point: Point, levels: list[Level], scope: Scope, draws: Random | None) -> Iterator[Point]:
        """Give values to more variables, one by one; a relation is tested once all of its variables have one."""
        if not levels:
            yield point
            return
        level, *rest = levels
        values = self._values(level.variable, point.setting, scope)
        if draws is not None:
            values = tuple(draws.sample(values, len(values)))
        branches = (self._extended(further, rest, scope, draws) for further in self._legal(point, level, values, scope))
        yield from chain.from_iterable(branches) if draws is None else in_turn(branches)

    def _legal(self, point: Point, level: Level, values: tuple[Any, ...], scope: Scope) -> Iterator[Point]:
        """The point with those values of the next variable that lie in its domain."""
        outcome = level.variable.startswith(OUTCOME)
        for value in values:
            further = point.at(level.variable, value)
            if (outcome or is_of_sort(further, level.variable, scope)) and self._meets(further, level):
                yield further

    def _meets(self, point: Point, level: Level) -> bool:
        return all(self._is_met(point, relation, names) for relation, names in level.relations)

    def _is_met(self, point: Point, relation: Relation, names: tuple[str, ...]) -> bool:
        things = (point.computed, relation, *(point.values[name] for name in names))
        place = tuple(map(id, things))
        if place not in self._tested:
            self._tested[place] = point.holds(relation) is True, things
        return self._tested[place][0]

    def _values(self, name: str, setting: Any, scope: Scope) -> tuple[Any, ...]:
        samples: Mapping[str, tuple[Any, ...]] = self.theorem.samples
        if name.startswith(OUTCOME):
            return tuple(scope.statement.model.outcomes[name.removeprefix(OUTCOME)](setting))
        if name in samples:
            return samples[name]
        return INTEGERS if scope.sort(name) == INTEGER else REALS


def in_turn(sources: Iterable[Iterator[Point]]) -> Iterator[Point]:
    """One point of each source, then another of each, until there are no more."""
    waiting: deque[Iterator[Point]] = deque()
    for points in chain(sources, _taken(waiting)):
        point = next(points, None)
        if point is not None:
            yield point
            waiting.append(points)


def _taken(waiting: deque[Iterator[Point]]) -> Iterator[Iterator[Point]]:
    while waiting:
        yield waiting.popleft()


def is_of_sort(point: Point, name: str, scope: Scope) -> bool:
    """Tell whether the value of a variable is a whole number, an exact number or an outcome, as it should be."""
    value = point.values[name]
    if name.startswith(OUTCOME):
        return value in tuple(point.model.outcomes[name.removeprefix(OUTCOME)](point.setting))
    if isinstance(value, (bool, float)):
        return False
    return scope.sort(name) != INTEGER or (isinstance(value, (int, Fraction)) and value.denominator == 1)


@dataclass(frozen=True, slots=True)
class Level:
    """A variable, and the relations that can be tested once it has a value, each with its variables."""

    variable: str
    relations: tuple[tuple[Relation, tuple[str, ...]], ...]


Plan = list[Level]
"""First what can be tested where no more than the parameters have values."""


def _plan(given: frozenset[str], names: list[str], scope: Scope) -> Plan:
    """The variables in the order in which they get values."""
    domains = [r for name in names if not name.startswith(OUTCOME) for r in scope.domain_relations(name)]
    waiting = [(relation, tuple(sorted(free(relation)))) for relation in domains]
    known, levels = set(given), []
    for variable in ("", *(name for name in names if name not in given)):
        known.add(variable)
        levels.append(Level(variable, tuple(pair for pair in waiting if known.issuperset(pair[1]))))
        waiting = [pair for pair in waiting if not known.issuperset(pair[1])]
    return levels
