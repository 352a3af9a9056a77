"""Smooth adversaries against a finite class of functions: what the best of them makes of the largest sum.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed Analysis of Online and Differentially Private Learning",
Section 3.1: Lemma 3.2 bounds E[max_f sum_t f(x_t)] over all adaptive sequences of sigma-smooth laws, for functions f
from N points to {0, 1}. Here this is computed: ``adaptive`` gives the largest expectation over all adaptive
adversaries, ``non_adaptive`` over all sequences of laws that are fixed before the first point is drawn. In place of
the maximum any function of the sums (sum_t f(x_t))_f may be paid, such as b^sum or whether a sum reaches v.

A fixed sequence of laws is paid linearly in each of its laws, so extreme points suffice, and their order is no matter.

An adversary of one's own is a function from the points so far to a law; ``history_law`` is what it draws, with
every law checked to be smooth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from typing import TypeAlias

from dpassay.analysis.smooth_game import Cell, Counts, Game, Payoff, Solution, added, interchangeable, solve
from dpassay.analysis.smooth_laws import Law, SmoothLaws, capped_extreme_points
from dpassay.exact import Dist, as_fraction, as_positive_integer, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import rational_sum

MOST_HISTORIES = 1 << 16
MOST_SEQUENCES = 1 << 16
"""Sequences of extreme points that ``non_adaptive`` tries."""

Functions: TypeAlias = tuple[tuple[int, ...], ...]
"""A row a function: its value, 0 or 1, at each point."""
History: TypeAlias = tuple[int, ...]
"""The points x_1, ..., x_t, numbered from 0."""
Adversary: TypeAlias = Callable[[History], Sequence[object]]
"""The law of the next point, from the points so far."""


def check_functions(functions: Iterable[Iterable[object]]) -> Functions:
    """Return a class of functions with values 0 and 1 on one domain.

    Raises:
        ValueError: it is none, or empty.
    """
    rows = tuple(tuple(as_fraction(value, "functions") for value in row) for row in functions)
    fine = bool(rows) and bool(rows[0]) and len({len(row) for row in rows}) == 1
    fine = fine and all(value in (0, 1) for row in rows for value in row)
    require(fine, "functions", [list(map(str, row)) for row in rows], "rows of 0 and 1, all of one length")
    return tuple(tuple(map(int, row)) for row in rows)


def measure(function: Sequence[int]) -> Fraction:
    """The share of the points at which a function is 1: its expectation under the uniform law."""
    return Fraction(sum(check_functions([function])[0]), len(function))


def largest_sum(counts: Counts) -> Fraction:
    """The payoff of Lemma 3.2: max_f sum_t f(x_t)."""
    return Fraction(max(counts))


def game(functions: Iterable[Iterable[object]], sigma: Fraction, rounds: int) -> Game:
    """The game whose counts are the sums of the functions; points at which all functions agree are one cell."""
    columns = Counter(zip(*check_functions(functions), strict=True))
    cells = tuple(Cell(points, (column,)) for column, points in sorted(columns.items()))
    return Game(SmoothLaws(columns.total(), sigma), cells, rounds)


def adaptive(
    functions: Iterable[Iterable[object]],
    sigma: Fraction,
    rounds: int,
    payoff: Payoff | None = None,
    *,
    symmetric: bool = False,
) -> Solution:
    """The best adaptive adversary.

    Args:
        functions: the class, a row of 0 and 1 each.
        sigma: how smooth every law has to be.
        rounds: T.
        payoff: what is paid, from the sums of the functions; None: the largest of them.
        symmetric: that the payoff does not change when sums are interchanged, as the largest does not; it saves work.

    Returns:
        the solution: its ``value`` is the largest expectation.
    """
    played = game(functions, sigma, rounds)
    free = symmetric or payoff is None
    groups = [g for g in interchangeable(played.cells, range(len(played.start))) if len(g) > 1] if free else []
    return solve(played, payoff or largest_sum, groups=groups)


@dataclass(frozen=True, slots=True)
class Sequences:
    """The largest expectation that a fixed sequence of laws attains, and such a sequence: laws of the game's cells."""

    value: Fraction
    laws: tuple[Law, ...]


def non_adaptive(
    functions: Iterable[Iterable[object]], sigma: Fraction, rounds: int, payoff: Payoff = largest_sum
) -> Sequences:
    """The best adversary that fixes all laws beforehand: every sequence of extreme points is tried.

    Raises:
        ValueError: there are too many sequences.
    """
    played = game(functions, sigma, rounds)
    extreme = list(capped_extreme_points(played.caps))
    count = comb(len(extreme) + played.rounds - 1, played.rounds)
    require(count <= MOST_SEQUENCES, "rounds", rounds, f"at most {MOST_SEQUENCES} sequences of extreme points")
    steps = [cell.steps[0] for cell in played.cells]
    sums: dict[tuple[int, ...], dict[Counts, Fraction]] = {(): {played.start: Fraction(1)}}
    for t in range(1, played.rounds + 1):
        longer = combinations_with_replacement(range(len(extreme)), t)
        sums = {chosen: _drawn(sums[chosen[:-1]], extreme[chosen[-1]], steps) for chosen in longer}
    worth = {
        chosen: rational_sum(p * as_fraction(payoff(counts), "payoff") for counts, p in law.items())
        for chosen, law in sums.items()
    }
    best = max(worth, key=worth.__getitem__)
    return Sequences(worth[best], tuple(extreme[i] for i in best))


def _drawn(before: dict[Counts, Fraction], law: Law, steps: Sequence[Counts]) -> dict[Counts, Fraction]:
    """The law of the sums after one more point."""
    after: dict[Counts, Fraction] = {}
    for counts, p in before.items():
        for mass, step in zip(law, steps, strict=True):
            if mass:
                key = added(counts, step)
                after[key] = after.get(key, Fraction(0)) + p * mass
    return after


# Adversaries one by one


def history_law(adversary: Adversary, laws: SmoothLaws, rounds: int) -> Dist[History]:
    """The exact law of x_1, ..., x_T under an adversary.

    Raises:
        ValueError: it chooses what is no smooth law, or there are too many histories.
    """
    T = as_positive_integer(rounds, "rounds")
    few = T <= MOST_HISTORIES and laws.size**T <= MOST_HISTORIES
    require(few, "rounds", rounds, f"at most {MOST_HISTORIES} histories (size^rounds)")
    histories: Dist[History] = Dist.point(())
    for _ in range(T):
        histories = histories.bind(lambda past: _extended(past, laws.check(adversary(past))))
    return histories


def _extended(past: History, law: Law) -> Dist[History]:
    return Dist({(*past, x): p for x, p in enumerate(law) if p})


def sums_law(functions: Iterable[Iterable[object]], histories: Dist[History]) -> Dist[Counts]:
    """The law of the sums of the functions, from that of the points."""
    rows = check_functions(functions)
    domain = range(len(rows[0]))
    fine = all(isinstance(points, tuple) and all(x in domain for x in points) for points in histories.outcomes)
    require(fine, "histories", repr(histories), f"tuples of points from 0 to {domain[-1]}")
    return histories.map(lambda points: tuple(sum(row[x] for x in points) for row in rows))


def fixed(laws: Sequence[Sequence[object]]) -> Adversary:
    """The adversary that goes through a sequence of laws, whatever is realized."""

    def next_law(past: History) -> Sequence[object]:
        require(len(past) < len(laws), "laws", len(laws), f"more than {len(past)} laws, one a round")
        return laws[len(past)]

    return next_law


def optimal(functions: Iterable[Iterable[object]], solution: Solution) -> Adversary:
    """The adversary of a solution as one on points: a cell's mass is spread over its points evenly.

    Args:
        functions: the class that was solved.
        solution: what ``adaptive`` returned.
    """
    columns = list(zip(*check_functions(functions), strict=True))
    place = {cell.steps[0]: i for i, cell in enumerate(solution.game.cells)}
    require(set(columns) == set(place), "functions", columns, "the class that was solved")

    def next_law(past: History) -> Law:
        counts = solution.game.start
        for x in past:
            counts = added(counts, columns[x])
        law, _ = solution.plan(len(past), counts)
        return tuple(law[place[column]] / solution.game.cells[place[column]].points for column in columns)

    return next_law


explain_failures(__name__)
