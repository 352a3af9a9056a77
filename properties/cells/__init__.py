"""Cutting exact laws into cells: from here on, samples are compared with floats that are known to be right.

Where the cuts lie is a matter of power and may be computed in floating point; the probability between two cuts is
taken from the exact distribution function AT those doubles, so the cell probabilities are correct to the last places
of a double whatever the law. Laws on the integers are cut at integers, which are compared with the samples as such.

Where outputs are rows with reals in them, every coordinate is cut, and the cells are the boxes. Given the component of
a mixture the coordinates are independent, so a box has a sum of products of exact interval probabilities.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from dpassay.exact import (
    DiscreteGaussianLaw,
    Dist,
    EnclosedMixture,
    GaussianLaw,
    IntegerLaw,
    LaplaceMixture,
    LaplaceVectors,
    Law,
    LogForm,
    Number,
    Real,
    TaggedLaw,
    as_real,
    require,
)
from dpassay.exact.entrance import explain_failures
from dpassay.exact.report_laws import interval_probability
from dpassay.properties.goodness_of_fit import Cells
from dpassay.properties.grids import Axis, Grid

__all__ = [
    "FINENESS",
    "LARGEST_INTEGER",
    "MOST_BOXES",
    "QUANTILES",
    "WIDEST_WINDOW",
    "Center",
    "Floats",
    "Integers",
    "law_cells",
    "masses_on",
    "pair_cells",
]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

QUANTILES: Final = 100
"""Cuts between the quantiles of a continuous law, before the tails are added."""

WIDEST_WINDOW: Final = 2_000
"""An integer law with more outcomes than this in reach of the samples is cut like a continuous one."""

LARGEST_INTEGER: Final = 2**62
"""Integers that samples are compared with are smaller than this, so that nothing overflows."""

FINENESS: Final = 10_000
"""Doubles must be this much finer than the noise: a coarser grid would show in a correct implementation."""

MOST_BOXES: Final = 576
"""Rows are sorted into about so many boxes; the law test keeps as many apart."""

Center: TypeAlias = "Fraction | LogForm"


def law_cells(law: Law, size: int) -> Cells:
    """Return the cells of one law, fine enough for about ``size`` samples."""
    return pair_cells((law,), size)[0]


def pair_cells(laws: Sequence[Law], size: int) -> tuple[Cells, ...]:
    """Return the cells of several laws of one kind, with the same cuts for each."""
    require(len(laws) > 0, "laws", "none", "at least one law")
    if all(isinstance(law, Dist) for law in laws):
        return _finite_cells([law for law in laws if isinstance(law, Dist)])
    if all(isinstance(law, IntegerLaw | DiscreteGaussianLaw) for law in laws):
        return _integer_cells([law for law in laws if isinstance(law, IntegerLaw | DiscreteGaussianLaw)], size)
    if all(isinstance(law, TaggedLaw) for law in laws):
        return _tagged_cells([law for law in laws if isinstance(law, TaggedLaw)], size)
    if all(isinstance(law, LaplaceVectors) for law in laws):
        return _vector_cells([law for law in laws if isinstance(law, LaplaceVectors)], size)
    cuts = np.unique(np.concatenate([_real_cuts(law, size) for law in laws]))
    return tuple(_cut_cells(law, cuts) for law in laws)


def masses_on(law: Law, cells: Cells) -> Floats:
    """Return the probability of each cell, shape (m,), under another law than the one that the cells were made for.

    What is missing to 1 is the probability of outcomes that lie in no cell.
    """
    if isinstance(law, Dist):
        outcomes = cells.edges.tolist() if cells.rows is None else cells.rows
        return np.array([float(law.pmf(y)) for y in outcomes])
    if isinstance(law, TaggedLaw | LaplaceVectors):
        return _box_masses(law, cells)
    if cells.kind == "integer" and isinstance(law, IntegerLaw | DiscreteGaussianLaw):
        return _window_cells(law, int(cells.edges[0]), int(cells.edges[-1])).probabilities
    if cells.kind == "real":
        return _cut_cells(law, cells.edges).probabilities
    raise ValueError(f"law = {law!r}: expected one of the kind that the cells are of ({cells.kind})")


def _box_masses(law: TaggedLaw | LaplaceVectors, cells: Cells) -> Floats:
    """Return the probability of each box."""
    axes = () if cells.grid is None else cells.grid.axes
    if isinstance(law, TaggedLaw) and [axis.is_tag for axis in axes] == [True, False]:
        rate = as_real(next(iter(law.given.values())).rate)
        return _of_tags(law, axes[0].points.astype(np.int64).tolist(), _Intervals(rate, axes[1].points)).ravel()
    if isinstance(law, LaplaceVectors) and [axis.is_tag for axis in axes] == [False] * law.dimension:
        return _of_vectors(law, [_Intervals(as_real(law.rate), axis.points) for axis in axes]).ravel()
    raise ValueError(f"law = {law!r}: expected one whose rows the boxes are made for")


def _finite_cells(laws: Sequence[Dist[Any]]) -> tuple[Cells, ...]:
    """Return one cell for each outcome; outcomes that are rows are numbered in their lexicographic order."""
    outcomes = sorted({outcome for law in laws for outcome in law.outcomes})
    rows = tuple(outcomes) if isinstance(outcomes[0], tuple) else None
    edges = np.array(outcomes if rows is None else range(len(outcomes)), dtype=np.int64)
    return tuple(Cells("finite", edges, np.array([float(law.pmf(y)) for y in outcomes]), rows) for law in laws)


def _integer_cells(laws: Sequence[IntegerLaw | DiscreteGaussianLaw], size: int) -> tuple[Cells, ...]:
    windows = [_window(law, size) for law in laws]
    low, high = min(w[0] for w in windows), max(w[1] for w in windows)
    if max(-low, high) >= LARGEST_INTEGER:
        raise ValueError(f"data = {max(map(_center, laws), key=abs)}: expected outcomes of size below 2^62")
    if high - low > WIDEST_WINDOW:
        offsets = np.unique(np.linspace(0, high - low, WIDEST_WINDOW // 2).round()).tolist()
        cuts = np.array([low + int(offset) for offset in offsets], dtype=np.int64)
        return tuple(_cut_cells(law, cuts) for law in laws)
    return tuple(_window_cells(law, low, high) for law in laws)


def _window_cells(law: IntegerLaw | DiscreteGaussianLaw, low: int, high: int) -> Cells:
    inner = [float(law.pmf(k)) for k in range(low, high + 1)]
    probabilities = [float(law.cdf(low - 1)), *inner, float(law.upper_tail(high + 1))]
    return Cells("integer", np.arange(low, high + 1), np.array(probabilities))


def _window(law: IntegerLaw | DiscreteGaussianLaw, size: int) -> tuple[int, int]:
    """Return a window that leaves about one of ``size`` samples in either tail."""
    center = _center(law)
    tail = 1 / max(size, 10)
    right = _first(lambda k: float(law.upper_tail(center + k)) <= tail)
    left = _first(lambda k: float(law.cdf(center - k)) <= tail)
    return center - left, center + right


def _center(law: IntegerLaw | DiscreteGaussianLaw) -> int:
    return law.start if isinstance(law, IntegerLaw) else law.center


def _first(predicate: Callable[[int], bool]) -> int:
    """Return a k >= 1 for which the predicate holds, less than twice the least."""
    k = 1
    while not predicate(k):
        k = k + 1 if k < 16 else k + k // 4  # small windows exactly, wide ones within a quarter
    return k


def _real_cuts(law: Law, size: int) -> Floats:
    """Return increasing doubles near the quantiles of a continuous law, down to about one sample in a tail."""
    inner = np.arange(1, QUANTILES) / QUANTILES
    outer = np.geomspace(1 / max(size, 2 * QUANTILES), 1 / QUANTILES, 12)[:-1]
    levels = np.concatenate([outer, inner, 1 - outer[::-1]])
    if isinstance(law, GaussianLaw):
        return _fine_cuts([float(law.mean)], float(law.sigma), stats.norm.ppf(levels))
    if isinstance(law, LaplaceMixture | EnclosedMixture):
        return _fine_cuts([float(center) for center in law.centers], 1 / float(law.rate), stats.laplace.ppf(levels))
    raise ValueError(f"law = {law!r}: expected laws of one kind: finite, on the integers, with a density, or of rows")


def _fine_cuts(centers: list[float], scale: float, quantiles: Floats) -> Floats:
    """Return the quantiles around each center; refuse where doubles are too coarse for the noise."""
    cuts = np.concatenate([center + scale * quantiles for center in centers])
    if np.spacing(np.abs(cuts).max()) * FINENESS > scale:
        raise ValueError(
            f"data = {max(centers, key=abs)!r}: expected inputs at which doubles are at least {FINENESS:,} times finer "
            "than the scale of the noise"
        )
    return cuts


def _cut_cells(law: Law, cuts: Integers | Floats) -> Cells:
    """Cut the line at ``cuts``; each probability is a difference of exact values, taken before rounding to a double."""
    if isinstance(law, Dist | TaggedLaw | LaplaceVectors):
        raise ValueError(f"law = {law!r}: expected a law on the line")
    points: list[Any] = [cut if isinstance(cut, int) else Fraction(cut) for cut in cuts.tolist()]
    below = [law.cdf(point) for point in points]
    ends: list[Number | Real] = [Fraction(0), *below, Fraction(1)]
    probabilities = [float(high - low) for low, high in pairwise(ends)]
    return Cells("real", cuts, np.array(probabilities))


# Rows


def _tagged_cells(laws: Sequence[TaggedLaw], size: int) -> tuple[Cells, ...]:
    """Return boxes of a tag and an interval; the cuts of the line are the same for every tag."""
    tags = sorted({tag for law in laws for tag in law.given})
    lines = [given for law in laws for given in law.given.values()]
    rate = as_real(lines[0].rate)
    masses = [float(law.tags.pmf(tag)) * _weights(given.weights) for law in laws for tag, given in law.given.items()]
    centers = [center for line in lines for center in line.centers]
    cuts = _mixture_cuts(np.concatenate(masses), centers, rate, max(1, MOST_BOXES // len(tags) - 1), size)
    grid = Grid((Axis(np.array(tags, dtype=np.float64), is_tag=True), Axis(cuts, is_tag=False)))
    intervals = _Intervals(rate, cuts)
    return tuple(_box_cells(grid, _of_tags(law, tags, intervals)) for law in laws)


def _of_tags(law: TaggedLaw, tags: Sequence[int], intervals: _Intervals) -> Floats:
    """Return the probability of each tag with each interval; a tag that the law never gives has probability 0."""
    of_tag = {
        tag: float(law.tags.pmf(tag)) * (_weights(given.weights) @ intervals.of(given.centers))
        for tag, given in law.given.items()
    }
    return np.array([of_tag.get(tag, np.zeros(len(intervals))) for tag in tags])


def _vector_cells(laws: Sequence[LaplaceVectors], size: int) -> tuple[Cells, ...]:
    """Return boxes in as many dimensions as the vectors have coordinates, each of them cut equally often."""
    rate, dimension = as_real(laws[0].rate), laws[0].dimension
    if any(law.dimension != dimension for law in laws):
        raise ValueError(f"laws of dimensions {[law.dimension for law in laws]}: expected one dimension")
    count = max(1, round(MOST_BOXES ** (1 / dimension)) - 1)
    masses = np.concatenate([_weights(law.weights) for law in laws])
    axes = [
        _mixture_cuts(masses, [vector[k] for law in laws for vector in law.centers], rate, count, size)
        for k in range(dimension)
    ]
    grid = Grid(tuple(Axis(cuts, is_tag=False) for cuts in axes))
    intervals = [_Intervals(rate, cuts) for cuts in axes]
    return tuple(_box_cells(grid, _of_vectors(law, intervals)) for law in laws)


def _of_vectors(law: LaplaceVectors, intervals: Sequence[_Intervals]) -> Floats:
    """Return the probability of each box, one axis a coordinate."""
    sides = [each.of([vector[k] for vector in law.centers]) for k, each in enumerate(intervals)]
    products = [reduce(np.multiply.outer, [side[i] for side in sides]) for i in range(len(law.centers))]
    return np.asarray(sum(w * part for w, part in zip(_weights(law.weights), products, strict=True)))


def _weights(weights: Sequence[Number]) -> Floats:
    return np.array([float(weight) for weight in weights])


def _box_cells(grid: Grid, probabilities: Floats) -> Cells:
    return Cells("finite", np.arange(len(grid)), probabilities.ravel(), grid=grid)


class _Intervals:
    """The probabilities of the intervals between cuts under Laplace laws of one rate, exact and then rounded."""

    def __init__(self, rate: Real, cuts: Floats) -> None:
        points: list[Fraction | None] = [None, *(Fraction(cut) for cut in cuts.tolist()), None]
        self._rate, self._ends = rate, list(pairwise(points))
        self._known: dict[str, list[float]] = {}  # by text: a sum of logarithms has no hash

    def __len__(self) -> int:
        """Return the number of intervals."""
        return len(self._ends)

    def of(self, centers: Sequence[Center]) -> Floats:
        """Return one row a center."""
        for center in centers:
            if str(center) not in self._known:
                parts = (interval_probability(self._rate, center, ends) for ends in self._ends)
                self._known[str(center)] = [float(part) for part in parts]
        return np.array([self._known[str(center)] for center in centers])


def _mixture_cuts(masses: Floats, centers: Sequence[Center], rate: Real, count: int, size: int) -> Floats:
    """Return at most ``count`` doubles near quantiles of a mixture, whose levels are evenly spaced as log-odds.

    Few cuts reach as far as they can without leaving the middle empty, many down to about ten samples in a tail.
    """
    reach = min(count / 2, np.log(max(size, 100) / 10))
    levels = 1 / (1 + np.exp(-np.linspace(-reach, reach, count))) if count > 1 else np.array([0.5])
    places, scale = np.array([float(center) for center in centers]), 1 / float(rate)
    _fine_cuts(places.tolist(), scale, np.zeros(1))
    weights = masses / masses.sum()
    low, high = places.min() - 40 * scale, places.max() + 40 * scale
    lows, highs = np.full(len(levels), low), np.full(len(levels), high)
    for _ in range(60):
        middle = (lows + highs) / 2
        below = stats.laplace.cdf((middle[:, None] - places) / scale) @ weights < levels
        lows, highs = np.where(below, middle, lows), np.where(below, highs, middle)
    return np.unique((lows + highs) / 2)


explain_failures(__name__)
