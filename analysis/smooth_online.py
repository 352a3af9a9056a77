"""The regret of online learners, Hedge on a cover above all, against the best adaptive smooth adversary: exact.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed Analysis of Online and Differentially Private Learning",
Algorithm 1 and (1). In each round the adversary knows all that was realized, chooses a sigma-smooth law of the point
and a label for each point. The learner draws a hypothesis by a law that depends on the round and on how often each
hypothesis erred so far; Hedge is that of ``dpassay.reference.smooth_online``. Then nothing else of the past matters,
and the regret is the value of a game on these counts. Labels may be random: that gains nothing, since what is paid is
linear in their law.

(1) bounds the regret by that against the cover plus E max_h min_h' sum_t 1(h(x_t) != h'(x_t)); ``regret`` gives both
regrets, ``approximation`` the last, each under the adversary that is best for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import TypeAlias

from dpassay.analysis.smooth_game import Cell, Counts, Game, Groups, Solution, interchangeable, solve
from dpassay.analysis.smooth_laws import SmoothLaws
from dpassay.exact import as_fraction, as_integer, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import rational_sum
from dpassay.reference.smooth_online import (
    LABELS,
    Hypotheses,
    check_hypotheses,
    consistency_oracle,
    is_cover,
    leaves,
)

MOST_SETS = 1 << 12
"""Sets of points that ``cover_probability`` tries."""

Learner: TypeAlias = Callable[[int, Counts], Sequence[Fraction]]
"""The law of the next hypothesis, from the rounds so far and the errors of each hypothesis in them."""


def check_cover(cover: Iterable[object], hypotheses: Hypotheses) -> tuple[int, ...]:
    """Return the cover, as places in the class.

    Raises:
        ValueError: it is empty, or names what is no hypothesis, or one twice.
    """
    places = tuple(as_integer(place, "cover") for place in cover)
    fine = bool(places) and len(set(places)) == len(places) and set(places) <= set(range(len(hypotheses)))
    require(fine, "cover", list(places), f"different places from 0 to {len(hypotheses) - 1}, one or more")
    return places


def regret_game(hypotheses: Iterable[Iterable[object]], sigma: Fraction, rounds: int) -> Game:
    """The game whose counts are the errors of the hypotheses, and last the rounds; the adversary chooses labels."""
    columns = Counter(zip(*check_hypotheses(hypotheses), strict=True))
    cells = tuple(
        Cell(points, tuple((*(int(label != y) for label in column), 1) for y in LABELS))
        for column, points in sorted(columns.items())
    )
    return Game(SmoothLaws(columns.total(), sigma), cells, rounds)


def learner_regret(
    hypotheses: Iterable[Iterable[object]],
    learner: Learner,
    sigma: Fraction,
    rounds: int,
    *,
    against: Iterable[object] | None = None,
    groups: Groups = (),
) -> Solution:
    """The expected regret of a learner against the best adaptive adversary.

    Args:
        hypotheses: the class H, a row of labels each.
        learner: the law of the next hypothesis, from the number of rounds and the errors of each hypothesis so far.
        sigma: how smooth the law of each point has to be.
        rounds: T.
        against: which hypotheses the regret is measured against, as places in H; None: all.
        groups: hypotheses that may be interchanged, without a change of the class, the learner or the rivals.

    Returns:
        the solution: its ``value`` is the regret.
    """
    rows = check_hypotheses(hypotheses)
    rivals = check_cover(range(len(rows)) if against is None else against, rows)

    @cache
    def law(counts: Counts) -> tuple[Fraction, ...]:
        weights = tuple(as_fraction(p, "learner") for p in learner(counts[-1], counts[:-1]))
        fine = len(weights) == len(rows) and min(weights) >= 0 and rational_sum(weights) == 1
        require(fine, "learner", ", ".join(map(str, weights)), f"{len(rows)} probabilities that sum to 1")
        return weights

    def loss(counts: Counts, step: Counts) -> Fraction:
        return rational_sum(p for p, error in zip(law(counts), step[:-1], strict=True) if error)

    game = regret_game(rows, sigma, rounds)
    return solve(game, lambda counts: Fraction(-min(counts[i] for i in rivals)), loss, groups)


def regret(
    hypotheses: Iterable[Iterable[object]],
    cover: Iterable[object],
    sigma: Fraction,
    rounds: int,
    exp_learning_rate: Fraction,
    *,
    against: Iterable[object] | None = None,
) -> Solution:
    """The expected regret of Hedge on a cover against the best adaptive adversary.

    Args:
        hypotheses: the class H, a row of labels each.
        cover: H', as places in H.
        sigma: how smooth the law of each point has to be.
        rounds: T.
        exp_learning_rate: e^eta, a rational number above 1.
        against: which hypotheses the regret is measured against, as places in H; None: all.

    Returns:
        the solution: its ``value`` is the regret.
    """
    rows = check_hypotheses(hypotheses)
    places = check_cover(cover, rows)
    rivals = check_cover(range(len(rows)) if against is None else against, rows)
    base = as_fraction(exp_learning_rate, "exp_learning_rate")
    require(base > 1, "exp_learning_rate", base, "a number above 1")

    def hedge(_: int, errors: Counts) -> list[Fraction]:
        weights = dict(zip(places, hedge_weights(tuple(errors[i] for i in places), base), strict=True))
        return [weights.get(i, Fraction(0)) for i in range(len(rows))]

    kinds: dict[tuple[bool, bool], list[int]] = {}
    for i in range(len(rows)):
        kinds.setdefault((i in places, i in rivals), []).append(i)
    cells = regret_game(rows, sigma, rounds).cells
    groups = [group for kind in kinds.values() for group in interchangeable(cells, kind) if len(group) > 1]
    return learner_regret(rows, hedge, sigma, rounds, against=rivals, groups=groups)


@cache
def hedge_weights(counts: Counts, base: Fraction) -> tuple[Fraction, ...]:
    """The law of Hedge after so many errors of each of its hypotheses: proportional to base^-errors."""
    least = min(counts)
    weights = [as_fraction(base, "base") ** (least - count) for count in counts]
    total = rational_sum(weights)
    return tuple(weight / total for weight in weights)


def approximation(
    hypotheses: Iterable[Iterable[object]], cover: Iterable[object], sigma: Fraction, rounds: int
) -> Solution:
    """The largest E max_h min_h' sum_t 1(h(x_t) != h'(x_t)), h in the class and h' in the cover."""
    rows = check_hypotheses(hypotheses)
    places = check_cover(cover, rows)
    columns = sorted(Counter(zip(*rows, strict=True)).items())
    units = [tuple(int(i == j) for i in range(len(columns))) for j in range(len(columns))]
    cells = tuple(Cell(points, (unit,)) for (_, points), unit in zip(columns, units, strict=True))
    differ = [[[column[h] != column[p] for column, _ in columns] for p in places] for h in range(len(rows))]

    def farthest(counts: Counts) -> Fraction:
        return Fraction(max(min(_sum_where(counts, where) for where in options) for options in differ))

    return solve(Game(SmoothLaws(sum(cell.points for cell in cells), sigma), cells, rounds), farthest)


def _sum_where(counts: Counts, where: Sequence[bool]) -> int:
    return sum(count for count, counted in zip(counts, where, strict=True) if counted)


def cover_probability(hypotheses: Iterable[Iterable[object]], squared: object, count: object) -> Fraction:
    """The probability that the leaves of the tree on ``count`` uniform points are a cover of the class.

    What the leaves are depends only on the set of points that are drawn: every set is tried, with the number of samples
    that have just these points.

    Args:
        hypotheses: the class, with its table's oracle.
        squared: the square of the radius.
        count: m, how many points are drawn.

    Raises:
        ValueError: the domain is too large.
    """
    rows, m = check_hypotheses(hypotheses), as_integer(count, "count")
    size = len(rows[0])
    require(
        1 << min(size, MOST_SETS) <= MOST_SETS, "hypotheses", f"on {size} points", f"at most {MOST_SETS} sets of points"
    )
    require(0 <= m <= MOST_SETS, "count", m, f"a number from 0 to {MOST_SETS}")
    oracle = consistency_oracle(rows)
    good = 0
    for k in range(size + 1):
        samples = _onto(m, k)
        good += samples * sum(
            is_cover(leaves(points, oracle).hypotheses, rows, squared) for points in combinations(range(size), k)
        )
    return Fraction(good, size**m)


def _onto(m: int, k: int) -> int:
    """How many sequences of m points have just the points of a set of k: none, where k is above m."""
    return sum((-1) ** (k - j) * comb(k, j) * j**m for j in range(k + 1))


explain_failures(__name__)
