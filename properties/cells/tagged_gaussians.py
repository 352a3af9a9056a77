"""Laws of rows of a tag and normal numbers: boxes of a tag and an interval a coordinate."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import pairwise

import numpy as np
from scipy import special

from dpassay.exact.entrance import explain_failures
from dpassay.exact.tagged_gaussians import NormalVector, TaggedGaussians
from dpassay.properties.cells.boxes import MOST_BOXES, box_cells
from dpassay.properties.cells.cells import Cells
from dpassay.properties.cells.line import fine_cuts
from dpassay.properties.cells.numbers import Floats
from dpassay.properties.grids import Axis, Grid

__all__ = ["CutIntoTagsAndBoxes"]


class CutIntoTagsAndBoxes:
    """The way to cut laws of tags with normal numbers."""

    def pair(self, laws: Sequence[TaggedGaussians], size: int) -> tuple[Cells, ...]:
        """Return boxes of a tag and an interval a coordinate; the cuts of a coordinate are the same for every tag."""
        dimension = laws[0].dimension
        if any(law.dimension != dimension for law in laws):
            raise ValueError(f"laws of dimensions {[law.dimension for law in laws]}: expected one dimension")
        tags = sorted({tag for law in laws for tag in law.given})
        count = max(1, int((MOST_BOXES / len(tags)) ** (1 / dimension)) - 1)
        cuts = [_cuts(laws, k, count, size) for k in range(dimension)]
        axes = (Axis(np.array(tags, dtype=np.float64), is_tag=True), *(Axis(each, is_tag=False) for each in cuts))
        return tuple(box_cells(Grid(axes), _of_tags(law, tags, cuts)) for law in laws)

    def masses(self, law: TaggedGaussians, cells: Cells) -> Floats:
        """Return the probability of each box."""
        axes = () if cells.grid is None else cells.grid.axes
        if [axis.is_tag for axis in axes] != [True] + [False] * law.dimension:
            raise ValueError(f"law = {law!r}: expected one whose rows the boxes are made for")
        cuts = [axis.points for axis in axes[1:]]
        return _of_tags(law, axes[0].points.astype(np.int64).tolist(), cuts).ravel()


def _cuts(laws: Sequence[TaggedGaussians], coordinate: int, count: int, size: int) -> Floats:
    """Return at most ``count`` doubles near quantiles of a coordinate, on average over the laws and their tags.

    The levels are evenly spaced as log-odds, down to about ten samples in a tail where there are many.
    """
    parts = [(float(law.tags.pmf(tag)), given) for law in laws for tag, given in law.given.items()]
    weights = np.array([weight for weight, _ in parts]) / len(laws)
    centers = np.array([float(given.centers[coordinate]) for _, given in parts])
    scales = np.array([float(given.sigma) for _, given in parts])
    fine_cuts(centers.tolist(), float(scales.min()), np.zeros(1))
    reach = min(count / 2, np.log(max(size, 100) / 10))
    levels = 1 / (1 + np.exp(-np.linspace(-reach, reach, count))) if count > 1 else np.array([0.5])
    lows = np.full(len(levels), centers.min() - 40 * scales.max())
    highs = np.full(len(levels), centers.max() + 40 * scales.max())
    for _ in range(60):
        middle = (lows + highs) / 2
        below = special.ndtr((middle[:, None] - centers) / scales) @ weights < levels
        lows, highs = np.where(below, middle, lows), np.where(below, highs, middle)
    return np.unique((lows + highs) / 2)


def _of_tags(law: TaggedGaussians, tags: Sequence[int], cuts: Sequence[Floats]) -> Floats:
    """Return the probability of each tag with each box; a tag that the law never gives has probability 0."""
    shape = tuple(len(each) + 1 for each in cuts)
    found = [
        float(law.tags.pmf(tag)) * reduce(np.multiply.outer, _sides(law.given[tag], cuts))
        if tag in law.given
        else np.zeros(shape)
        for tag in tags
    ]
    return np.array(found)


def _sides(law: NormalVector, cuts: Sequence[Floats]) -> list[Floats]:
    """Return the probabilities of the intervals of each coordinate, exact and then rounded."""
    ends = [[None, *map(Fraction, each.tolist()), None] for each in cuts]
    return [np.array([float(law.between(k, pair)) for pair in pairwise(each)]) for k, each in enumerate(ends)]


explain_failures(__name__)
