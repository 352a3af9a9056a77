"""Laws of vectors: boxes in as many dimensions as there are coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np

from dpassay.exact import LaplaceVectors, as_real
from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells.boxes import MOST_BOXES, Intervals, box_cells, mixture_cuts, weights_of
from dpassay.properties.cells.cells import Cells
from dpassay.properties.cells.numbers import Floats
from dpassay.properties.grids import Axis, Grid

__all__ = ["CutIntoBoxes"]


class CutIntoBoxes:
    """The way to cut laws of vectors."""

    def pair(self, laws: Sequence[LaplaceVectors], size: int) -> tuple[Cells, ...]:
        """Return boxes in as many dimensions as the vectors have coordinates, each of them cut equally often."""
        rate, dimension = as_real(laws[0].rate), laws[0].dimension
        if any(law.dimension != dimension for law in laws):
            raise ValueError(f"laws of dimensions {[law.dimension for law in laws]}: expected one dimension")
        count = max(1, round(MOST_BOXES ** (1 / dimension)) - 1)
        masses = np.concatenate([weights_of(law.weights) for law in laws])
        axes = [
            mixture_cuts(masses, [vector[k] for law in laws for vector in law.centers], rate, count, size)
            for k in range(dimension)
        ]
        grid = Grid(tuple(Axis(cuts, is_tag=False) for cuts in axes))
        intervals = [Intervals(rate, cuts) for cuts in axes]
        return tuple(box_cells(grid, _of_vectors(law, intervals)) for law in laws)

    def masses(self, law: LaplaceVectors, cells: Cells) -> Floats:
        """Return the probability of each box."""
        axes = () if cells.grid is None else cells.grid.axes
        if [axis.is_tag for axis in axes] != [False] * law.dimension:
            raise ValueError(f"law = {law!r}: expected one whose rows the boxes are made for")
        return _of_vectors(law, [Intervals(as_real(law.rate), axis.points) for axis in axes]).ravel()


def _of_vectors(law: LaplaceVectors, intervals: Sequence[Intervals]) -> Floats:
    """Return the probability of each box, one axis a coordinate."""
    sides = [each.of([vector[k] for vector in law.centers]) for k, each in enumerate(intervals)]
    products = [reduce(np.multiply.outer, [side[i] for side in sides]) for i in range(len(law.centers))]
    return np.asarray(sum(w * part for w, part in zip(weights_of(law.weights), products, strict=True)))


explain_failures(__name__)
