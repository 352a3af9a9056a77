"""The value of games in which an adversary draws every point from a smooth law of its choice: exact, by induction.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed Analysis of Online and Differentially Private Learning", Section 2.
In each of T rounds the adversary sees all that was realized, chooses a sigma-smooth law, and a point is drawn from it;
it may also choose a label for each point. What is paid is a function of counts: each point, with its label, adds a
vector to them. Points at which the same vectors can be added make a cell.

From the last round back, the value of a state is the largest expectation over smooth laws of what is won now and of the
value after; that is linear in the law, so the cells are filled in the order of their values. Rounds and counts are all
that the past can tell: an adversary that uses more of it gains nothing, since it is the best reply to each state.

Where counts can be interchanged, without a change of the cells and of what is paid, one of each such set of states is
looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from flint import fmpq

from dpassay.analysis.smooth_laws import Law, SmoothLaws
from dpassay.exact import as_fraction, as_positive_integer, require
from dpassay.exact.entrance import explain_failures

MOST_ROUNDS = 10_000
MOST_STATES = 1 << 20
"""A game has no more states than this, over all rounds."""

Counts: TypeAlias = tuple[int, ...]
Payoff: TypeAlias = Callable[[Counts], Fraction]
"""What is paid at the end."""
Reward: TypeAlias = Callable[[Counts, Counts], Fraction]
"""What is paid in a round: from the counts before it, and what is added to them."""
Groups: TypeAlias = Sequence[Sequence[int]]
"""Counts that may be interchanged within each group."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Points that are all one to the game: how many, and what each can add to the counts, one for each label."""

    points: int
    steps: tuple[Counts, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """Laws that the adversary may choose from, the cells of the domain, and T.

    Raises:
        ValueError: the cells do not make up the domain, or their steps have different lengths.
    """

    laws: SmoothLaws
    cells: tuple[Cell, ...]
    rounds: int

    def __post_init__(self) -> None:
        """Check that all fits."""
        T = as_positive_integer(self.rounds, "rounds")
        require(T <= MOST_ROUNDS, "rounds", T, f"at most {MOST_ROUNDS}")
        points = [as_positive_integer(cell.points, "points") for cell in self.cells]
        require(sum(points) == self.laws.size, "cells", points, f"{self.laws.size} points in all, those of the domain")
        lengths = {len(step) for cell in self.cells for step in cell.steps}
        fine = len(lengths) == 1 and all(cell.steps for cell in self.cells)
        require(fine, "cells", sorted(lengths), "one or more steps in each, all of one length")

    @property
    def start(self) -> Counts:
        """No counts yet."""
        return (0,) * len(self.cells[0].steps[0])

    @property
    def caps(self) -> Law:
        """The largest probability of each cell."""
        return tuple(cell.points * self.laws.cap for cell in self.cells)


def added(counts: Counts, step: Counts) -> Counts:
    """The counts after a step."""
    return tuple(a + b for a, b in zip(counts, step, strict=True))


def interchangeable(cells: Sequence[Cell], among: Sequence[int]) -> list[tuple[int, ...]]:
    """Groups of the counts ``among`` such that interchanging two of a group gives the same cells.

    That two counts are interchangeable is an equivalence: (i k) is (i j)(j k)(i j).
    """
    groups: list[list[int]] = []
    for i in among:
        group = next((group for group in groups if _swapped(cells, group[0], i) == _swapped(cells, i, i)), None)
        if group is None:
            groups.append([i])
        else:
            group.append(i)
    return [tuple(group) for group in groups]


def _swapped(cells: Sequence[Cell], i: int, j: int) -> Counter[frozenset[Counts]]:
    """How many points can add each set of vectors, once counts i and j are interchanged."""
    found: Counter[frozenset[Counts]] = Counter()
    for cell in cells:
        found[frozenset(_swap(step, i, j) for step in cell.steps)] += cell.points
    return found


def _swap(step: Counts, i: int, j: int) -> Counts:
    listed = list(step)
    listed[i], listed[j] = step[j], step[i]
    return tuple(listed)


@dataclass(frozen=True)
class Solution:
    """A game's value, and an adversary that attains it.

    Attributes:
        game: what is played.
        reward: what is paid in a round.
        groups: counts that were taken as interchangeable.
        values: for t = 0, ..., T, the value after t rounds of each state, its interchangeable counts in order.
    """

    game: Game
    reward: Reward | None
    groups: Groups
    values: tuple[Mapping[Counts, fmpq], ...]

    @property
    def value(self) -> Fraction:
        """The largest expectation of all that is paid."""
        return self.at(0, self.game.start)

    def at(self, t: int, counts: Counts) -> Fraction:
        """The value after t rounds, at these counts.

        Raises:
            ValueError: the counts cannot come up then.
        """
        values = self.values[t] if 0 <= t < len(self.values) else {}
        state = in_order(counts, self.groups)
        require(state in values, "counts", counts, f"counts that can come up after t = {t} rounds")
        return Fraction(int(values[state].p), int(values[state].q))

    def plan(self, t: int, counts: Counts) -> tuple[Law, tuple[Counts, ...]]:
        """What the best adversary does after t rounds: the law of the next cell, and what each cell adds."""
        self.at(t, counts)
        require(t < self.game.rounds, "t", t, f"at most {self.game.rounds - 1}: a round has to be left")
        best = _best_steps(self.game, self.reward, self.groups, self.values[t + 1], counts)
        law = [Fraction(0)] * len(best)
        caps, whole = _in_units(self.game)
        for i, mass in _filled([value for value, _ in best], caps, whole):
            law[i] = Fraction(mass, whole)
        return tuple(law), tuple(step for _, step in best)


def solve(game: Game, payoff: Payoff, reward: Reward | None = None, groups: Groups = ()) -> Solution:
    """The value of a game under the best adaptive adversary.

    Args:
        game: what is played.
        payoff: what is paid at the end, from the counts.
        reward: what is paid in each round, from the counts before and what is added; None: nothing.
        groups: counts that may be interchanged: neither cells nor payoff nor reward may change with it.

    Raises:
        ValueError: there are too many states, or a payoff changes where counts of a group change places.
    """
    layers = list(_layers(game, groups))
    values = [{counts: _paid(payoff, counts, groups) for counts in layers[-1]}]
    caps, whole = _in_units(game)
    for layer in reversed(layers[:-1]):
        now = {}
        for counts in layer:
            best = [value for value, _ in _best_steps(game, reward, groups, values[-1], counts)]
            now[counts] = sum((best[i] * mass for i, mass in _filled(best, caps, whole)), fmpq(0)) / whole
        values.append(now)
    return Solution(game, reward, groups, tuple(reversed(values)))


def in_order(counts: Counts, groups: Groups) -> Counts:
    """One of all states that are the same but for an interchange: the counts of each group in descending order."""
    if not groups:
        return counts
    listed = list(counts)
    for group in groups:
        for i, count in zip(group, sorted((counts[i] for i in group), reverse=True), strict=True):
            listed[i] = count
    return tuple(listed)


def _layers(game: Game, groups: Groups) -> Iterator[frozenset[Counts]]:
    """Yield the states after 0, 1, ..., T rounds."""
    layer, seen = frozenset({game.start}), 1
    steps = {step for cell in game.cells for step in cell.steps}
    yield layer
    for _ in range(game.rounds):
        following: set[Counts] = set()
        for counts in layer:
            following.update(in_order(added(counts, step), groups) for step in steps)
            few = seen + len(following) <= MOST_STATES
            require(few, "rounds", game.rounds, f"a game of at most {MOST_STATES} states")
        layer, seen = frozenset(following), seen + len(following)
        yield layer


def _best_steps(
    game: Game, reward: Reward | None, groups: Groups, after: Mapping[Counts, fmpq], counts: Counts
) -> list[tuple[fmpq, Counts]]:
    """For each cell, the label that is best there: what it is worth, and what it adds."""
    worth = {}
    for step in {step for cell in game.cells for step in cell.steps}:
        worth[step] = after[in_order(added(counts, step), groups)]
        if reward is not None:
            worth[step] += _rational(reward(counts, step))
    return [max((worth[step], step) for step in cell.steps) for cell in game.cells]


def _filled(values: Sequence[fmpq], caps: Sequence[int], whole: int) -> Iterator[tuple[int, int]]:
    """Yield cells and their masses, the largest values first, until the mass is used up."""
    for i in sorted(range(len(values)), key=values.__getitem__, reverse=True):
        mass = min(caps[i], whole)
        yield i, mass
        whole -= mass
        if not whole:
            return


def _in_units(game: Game) -> tuple[list[int], int]:
    """The cap of each cell, and 1, in units of 1/(a N) where sigma = a/b: whole numbers."""
    sigma = game.laws.sigma
    return [cell.points * sigma.denominator for cell in game.cells], sigma.numerator * game.laws.size


def _paid(payoff: Payoff, counts: Counts, groups: Groups) -> fmpq:
    """The payoff, which is to be the same with the counts of each group the other way round."""
    paid = as_fraction(payoff(counts), "payoff")
    turned = list(counts)
    for group in groups:
        for i, j in zip(group, reversed(group), strict=True):
            turned[i] = counts[j]
    other = as_fraction(payoff(tuple(turned)), "payoff")
    require(paid == other, "payoff", f"{paid} at {counts}, {other} at {tuple(turned)}", "the same at both, by symmetry")
    return _rational(paid)


def _rational(value: Fraction) -> fmpq:
    exact = as_fraction(value, "payoff")
    return fmpq(exact.numerator, exact.denominator)


explain_failures(__name__)
