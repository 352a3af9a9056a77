"""Exact bracketing numbers and dichotomies by halfspaces, each against the obvious way and what else there is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import Final

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from benchmarks.composition import timed
from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.analysis.bracketing import Bracket, weights
from dpassay.analysis.bracketing_numbers import bracketing_packing, brackets_of, held, least_bracketing
from dpassay.analysis.classes import HypothesisClass, all_functions, intervals, thresholds
from dpassay.analysis.halfspaces import halfspaces, polynomial_thresholds, polytopes, separate
from dpassay.exact import Dist

Places = Sequence[tuple[int, ...]]

MOST_NAIVE: Final = 4
"""Points up to which all families of all brackets are tried."""
MOST_ASKED: Final = 12
"""Points up to which all 2^n functions are asked about."""


@dataclass(frozen=True, slots=True)
class Instance:
    """A class under the uniform law, and a radius."""

    words: str
    make: Callable[[], HypothesisClass]
    radius: Fraction


def grid(side: int, dimension: int = 2) -> list[tuple[int, ...]]:
    """Return the points of a grid."""
    return list(product(range(side), repeat=dimension))


def on_grid(side: int, dimension: int = 2) -> HypothesisClass:
    """Return the halfspaces on a grid."""
    return halfspaces(grid(side, dimension)).as_class()


def instances(*, quick: bool) -> list[Instance]:
    """Return what is measured."""
    quarter, third = Fraction(1, 4), Fraction(1, 3)
    small = [
        Instance("thresholds", partial(thresholds, 3), third),
        Instance("all functions", partial(all_functions, 3), third),
        Instance("intervals", partial(intervals, 4), quarter),
    ]
    if quick:
        return small
    return [
        *small,
        Instance("thresholds", partial(thresholds, 100), Fraction(1, 10)),
        Instance("all functions", partial(all_functions, 6), third),
        *(Instance("intervals", partial(intervals, points), quarter) for points in (8, 12, 16)),
        Instance("halfspaces, grid of 3 x 3", partial(on_grid, 3), quarter),
        Instance("halfspaces, grid of 3 x 3", partial(on_grid, 3), third),
        Instance("halfspaces, 3 bits", partial(on_grid, 2, 3), quarter),
        Instance("2-polytopes, grid of 3 x 2", lambda: polytopes(list(product(range(3), range(2))), 2), third),
        Instance("halfspaces, grid of 4 x 4", partial(on_grid, 4), quarter),
    ]


def naive_number(functions: HypothesisClass, law: Dist[int], radius: Fraction) -> int:
    """Return the bracketing number by trying all families of one bracket, of two, of three."""
    scaled = weights(law, functions.points)
    most, whole = scaled.most(radius), (1 << len(functions)) - 1
    ends = product(range(1 << functions.points), repeat=2)
    narrow = (Bracket(f, g) for f, g in ends if f & ~g == 0 and scaled.share(f ^ g) <= most)
    sets = [held(bracket, functions) for bracket in narrow]
    return next(
        size for size in range(1, len(functions) + 1) for some in combinations(sets, size) if _union(some) == whole
    )


def _union(sets: Sequence[int]) -> int:
    union = 0
    for one in sets:
        union |= one
    return union


def proposed_number(functions: HypothesisClass, sets: Sequence[int]) -> int:
    """Return the size of the smallest cover that HiGHS finds, in floating point."""
    rows = np.array([[one >> e & 1 for one in sets] for e in range(len(functions))])
    whole = np.ones(len(sets), dtype=np.int64)
    found = milp(whole, constraints=LinearConstraint(rows, 1), integrality=whole, bounds=Bounds(0, 1))
    assert found.fun is not None
    return round(float(found.fun))


def tables(pool: Pool, *, quick: bool) -> list[Table]:
    """Measure, and return the tables."""
    return [_numbers(pool, quick=quick), _dichotomies(pool, quick=quick)]


def _numbers(pool: Pool, *, quick: bool) -> Table:
    measured = instances(quick=quick)
    rows = [_number_row(instance) for instance in pool.track(measured, "bracketing numbers", len(measured))]
    notes = (
        "The exact bracketing number under the uniform law, and a smallest bracketing: the brackets that matter, and a "
        "branch and bound in whole numbers. Packing: a lower bound, the sum of a number for each member, of which no "
        "bracket holds more than 1; where it is above the number less 1, it alone shows that the number is right.",
        "HiGHS: scipy.optimize.milp on the same brackets, in floating point; all numbers agree. Naive: all families of "
        f"brackets, by size; up to {MOST_NAIVE} points.",
    )
    columns = ("class", "points", "members", "radius", "number", "packing", "seconds", "HiGHS", "naive")
    return Table("Exact bracketing numbers", columns, rows, notes)


def _number_row(instance: Instance) -> tuple[str, ...]:
    functions = instance.make()
    law = Dist.uniform(range(functions.points))
    found, seconds = timed(partial(least_bracketing, functions, law, instance.radius), 1)
    sets = list({held(bracket, functions) for bracket in brackets_of(functions, law, instance.radius)})
    proposed, against = timed(partial(proposed_number, functions, sets), 1)
    assert proposed == len(found)
    bound = sum(bracketing_packing(functions, law, instance.radius))
    naive = ""
    if functions.points <= MOST_NAIVE:
        number, slow = timed(partial(naive_number, functions, law, instance.radius), 1)
        assert number == len(found)
        naive = f"{slow:.3f}"
    sizes = (str(functions.points), str(len(functions)), str(instance.radius), str(len(found)))
    return instance.words, *sizes, f"{float(bound):.3f}", f"{seconds:.3f}", f"{against:.3f}", naive


def _dichotomies(pool: Pool, *, quick: bool) -> Table:
    places: list[tuple[str, Places, int]] = [
        ("grid of 2 x 2", grid(2), 1),
        ("3 bits", grid(2, 3), 1),
        ("grid of 3 x 3", grid(3), 1),
        ("grid of 3 x 3", grid(3), 2),
        ("12 on a parabola", [(i, i * i) for i in range(12)], 1),
        ("grid of 4 x 4", grid(4), 1),
        ("grid of 5 x 5", grid(5), 1),
    ]
    measured = places[:2] if quick else places
    rows = [_dichotomies_row(case) for case in pool.track(measured, "dichotomies", len(measured))]
    notes = (
        "All dichotomies by the sign of a polynomial of that degree, each with a polynomial, and weights against all "
        "others; then all of it checked. Point after point, asking only what the polynomial at hand leaves open.",
        f"Asking about all 2^n functions, up to {MOST_ASKED} points: a simplex of our own, in fractions, as above.",
    )
    columns = ("points", "degree", "dichotomies", "seconds", "checking", "asking about all", "ratio")
    return Table("Dichotomies by halfspaces and polynomials", columns, rows, notes)


def _dichotomies_row(case: tuple[str, Places, int]) -> tuple[str, ...]:
    words, places, degree = case
    found, seconds = timed(partial(polynomial_thresholds, places, degree), 1)
    complete, checking = timed(found.is_complete, 1)
    assert complete
    shown = (words, str(degree), f"{len(found.halfspaces):,}", f"{seconds:.3f}", f"{checking:.3f}")
    if len(places) > MOST_ASKED:
        return *shown, "", ""
    count, slow = timed(partial(asked_count, found.places), 1)
    assert count == len(found.halfspaces)
    return *shown, f"{slow:.3f}", f"{slow / seconds:.1f}"


def asked_count(places: Sequence[Sequence[object]]) -> int:
    """Return how many of the 2^n functions are halfspaces, asking about each."""
    return sum(separate(places, function).vector is not None for function in range(1 << len(places)))
