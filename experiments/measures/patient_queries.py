"""Thresholds and ranges over a table of patients, as finite domains with queries.

The table is that of the diagnoses of breast cancer in Wisconsin which comes with scikit-learn: 569 patients. Two of its
columns are taken, the mean radius of cell nuclei, from 0 to 32, and the standard deviation of their gray levels, from 0
to 40: the ranges are fixed beforehand, as a public range has to be, and wider than what occurs.

* "thresholds": the radius, cut into 2^14 cells, and all queries whether it is below a cell's upper end.
* "ranges": both, cut into 32 by 32 cells, and 2,000 rectangles, each side an interval between two random cell borders.

A distribution over N cells is sigma-smooth if no mass is above 1 / (sigma N). Of data of n points this is so for sigma
up to n / (N times the largest count of a cell): `own_sigma`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dpassay.experiments.frame.runs import generator
from dpassay.fast.query_tables import Intervals, QueryClass, Table, cover

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

WORKLOADS: Final = ("thresholds", "ranges")
RADIUS_END, TEXTURE_END = 32.0, 40.0
"""Of the public ranges, which begin at 0."""
THRESHOLDS: Final = 2**14
SIDE: Final = 32
RECTANGLES: Final = 2000


@dataclass(frozen=True, slots=True)
class Workload:
    """Data and queries.

    Attributes:
        points: the cell of each patient.
        queries: Q.
        truths: q(D_B) of each query.
    """

    points: Integers
    queries: QueryClass
    truths: Floats

    @property
    def own_sigma(self) -> float:
        """The largest sigma for which the data are sigma-smooth."""
        return len(self.points) / (self.queries.domain * int(np.bincount(self.points).max()))


def load_patients() -> Floats:
    """Radius and gray levels of each patient; shape (569, 2).

    Raises:
        ValueError: scikit-learn is not installed.
    """
    try:
        from sklearn import datasets
    except ImportError:
        expected = "it for a table of patients: pip install 'dpassay[experiments]'"
        raise ValueError(f"scikit-learn = not installed: expected {expected}") from None
    table: Floats = datasets.load_breast_cancer().data[:, :2]
    return table


def cells(values: Floats, end: float, count: int) -> Integers:
    """The cell of each value, of so many cells from 0 to an end; what is outside goes to the nearest cell."""
    places: Integers = np.clip(np.floor(values / end * count), 0, count - 1).astype(np.int64)
    return places


def rectangles(seed: int) -> Table:
    """Random rectangles of a square of cells; a cell is its row times the side, plus its column."""
    rng = generator("rectangles", seed)
    ends = np.sort(np.array([rng.choice(SIDE + 1, 2, replace=False) for _ in range(2 * RECTANGLES)]), axis=1)
    places = np.arange(SIDE)
    inside = (ends[:, :1] <= places) & (places < ends[:, 1:])
    rows = inside[:RECTANGLES, :, None] & inside[RECTANGLES:, None, :]
    return Table(rows.reshape(RECTANGLES, SIDE * SIDE).astype(np.uint8))


@cache
def workload(kind: str, seed: int) -> Workload:
    """Data and queries of a kind; the seed decides the rectangles."""
    table = load_patients()
    if kind == "thresholds":
        points = cells(table[:, 0], RADIUS_END, THRESHOLDS)
        stops = np.arange(1, THRESHOLDS + 1)
        return _workload(points, Intervals(np.zeros_like(stops), stops, THRESHOLDS))
    row, column = (cells(table[:, i], end, SIDE) for i, end in enumerate((RADIUS_END, TEXTURE_END)))
    return _workload(row * SIDE + column, rectangles(seed))


def _workload(points: Integers, queries: QueryClass) -> Workload:
    sums = queries.sums(np.bincount(points, minlength=queries.domain))
    return Workload(points, queries, sums / (queries.grain * len(points)))


def covering(kind: str, seed: int, sigma: Fraction) -> tuple[Integers, Integers]:
    """The indices of the queries of the cover for sigma; and of each query the place of its nearest in the cover.

    Queries of 0 and 1 differ in whole numbers of cells: the whole part of N gamma decides.
    """
    one = workload(kind, seed)
    reach = math.floor(one.queries.domain * sigma / (4 * len(one.points)))
    return _covering(kind, seed, reach)


@cache
def _covering(kind: str, seed: int, reach: int) -> tuple[Integers, Integers]:
    queries = workload(kind, seed).queries
    kept = cover(queries, reach)
    if len(kept) == queries.count:
        return kept, kept
    return kept, np.array([int(queries.distances(j, kept).argmin()) for j in range(queries.count)])
