"""The exact value of the best smooth adversary: ours, against going through all histories and extreme points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, count
from typing import Final

from benchmarks.composition import timed
from benchmarks.pool import Pool
from benchmarks.tables import Table
from benchmarks.transcripts import Found, longest
from dpassay.analysis.smooth_adversary import adaptive, non_adaptive

Rows = tuple[tuple[int, ...], ...]

SIGMA: Final = Fraction(2, 5)
LISTED: Final = ((1, 3), (2, 4), (3, 4), (4, 5))
SIZES: Final = (2, 3, 4, 6, 8)
SECONDS: Final = 10.0
QUICK_SECONDS: Final = 0.5
REPEATS: Final = 3


@dataclass(frozen=True, slots=True)
class Play:
    """K functions on N points, each 1 at a point of its own.

    Attributes:
        functions: K, at most N.
        points: N.
        rounds: T.
    """

    functions: int
    points: int
    rounds: int

    @property
    def rows(self) -> Rows:
        """The functions, a row each."""
        return tuple(tuple(int(x == f) for x in range(self.points)) for f in range(self.functions))


def tables(
    pool: Pool,
    *,
    quick: bool,
    seconds: float | None = None,
    listed: Sequence[tuple[int, int]] = LISTED,
    sizes: Sequence[int] = SIZES,
) -> list[Table]:
    """Measure, and return the tables."""
    limit = seconds or (QUICK_SECONDS if quick else SECONDS)
    against = [_listing_row(*place, limit) for place in pool.track(listed, "smooth adversary: listed", len(listed))]
    alone = [_longest_row(K, limit) for K in pool.track(sizes, "smooth adversary: the longest", len(sizes))]
    return [_listing_table(against, limit), _longest_table(alone, limit)]


def exact_value(play: Play) -> Fraction:
    """Return the value by induction over counts."""
    return adaptive(play.rows, SIGMA, play.rounds).value


# Listing, as many would write it: nothing here is ours.


def listed_value(play: Play) -> Fraction:
    """Return the same by going through all histories, and all extreme points at each."""
    laws = list(extreme_points(play.points))
    return _after((), play, laws)


def extreme_points(size: int) -> Iterator[tuple[Fraction, ...]]:
    """Yield the smooth laws with floor(sigma N) points at the cap and what is left at one other."""
    full, cap = int(SIGMA * size), 1 / (SIGMA * size)
    rest = 1 - full * cap
    for chosen in combinations(range(size), full):
        for other in [x for x in range(size) if x not in chosen] if rest else [-1]:
            yield tuple(cap if x in chosen else rest if x == other else Fraction(0) for x in range(size))


def _after(history: tuple[int, ...], play: Play, laws: Sequence[tuple[Fraction, ...]]) -> Fraction:
    if len(history) == play.rounds:
        return Fraction(max(sum(row[x] for x in history) for row in play.rows))
    values = [_after((*history, x), play, laws) for x in range(play.points)]
    return max(sum((p * v for p, v in zip(law, values, strict=True)), Fraction(0)) for law in laws)


# How far one comes.


def _listing_row(functions: int, points: int, limit: float) -> tuple[str, ...]:
    def compute(rounds: int) -> Callable[[], Fraction]:
        return partial(listed_value, Play(functions, points, rounds))

    found = longest(compute, count(1), limit, points)
    play = Play(functions, points, found.rounds)
    value, seconds = timed(partial(exact_value, play), REPEATS)
    assert value == found.delta
    times = f"{found.seconds:.2f}", f"{1e3 * seconds:.3f}", f"{found.seconds / seconds:,.0f}"
    return (f"{functions}", f"{points}", f"{found.rounds}", f"{points**found.rounds:,}", *times, f"{float(value):.6f}")


def _listing_table(rows: list[tuple[str, ...]], limit: float) -> Table:
    columns = (
        *("functions", "points", "rounds", "histories"),
        *("seconds, listing", "milliseconds, ours", "ratio", "value"),
    )
    notes = (
        _workload(),
        "Listing: at each of the histories, as fractions, the best of all extreme points. The rounds are the most "
        f"within {limit:g} seconds.",
        f"Ours: the median of {REPEATS}, of the same size. That both give the same fraction is checked.",
    )
    return Table("Smooth adversary: exact value against listing all histories", columns, rows, notes)


def _longest_row(functions: int, limit: float) -> tuple[str, ...]:
    def compute(rounds: int) -> Callable[[], Fraction]:
        return partial(exact_value, Play(functions, 2 * functions, rounds))

    found: Found = longest(compute, (2**j for j in count(1)), limit, 2)
    play = Play(functions, 2 * functions, found.rounds)
    fixed = _fixed_value(Play(functions, 2 * functions, 2))
    histories = f"{2 * functions}^{found.rounds}"
    size = f"{functions}", f"{2 * functions}", f"{found.rounds:,}", histories
    two = f"{float(exact_value(Play(functions, 2 * functions, 2))):.4f}"
    mean = found.rounds * min(1.0, float(1 / (SIGMA * play.points)))
    return (*size, f"{found.seconds:.2f}", f"{float(found.delta):.4f}", f"{float(found.delta) / mean:.3f}", two, fixed)


def _fixed_value(play: Play) -> str:
    return f"{float(non_adaptive(play.rows, SIGMA, play.rounds).value):.4f}"


def _longest_table(rows: list[tuple[str, ...]], limit: float) -> Table:
    columns = (
        *("functions", "points", "rounds", "histories", "seconds", "value", "value / (T p)"),
        *("value at T = 2", "non-adaptive at T = 2"),
    )
    notes = (
        _workload(),
        f"The rounds are the most of 2, 4, 8, ... within {limit:g} seconds, and with no more states than we take. T p "
        "is what a single function can be expected to sum to, p = eps/sigma.",
    )
    return Table("Smooth adversary: as many rounds as we can take", columns, rows, notes)


def _workload() -> str:
    return (
        f"The largest E max_f sum_t f(x_t) over adaptive adversaries whose laws are {SIGMA}-smooth; each function is 1 "
        "at a point of its own. Exact fractions; times are from the functions to the value."
    )
