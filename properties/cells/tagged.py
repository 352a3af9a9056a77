"""Laws of rows of a tag and a real: boxes of a tag and an interval."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dpassay.exact import TaggedLaw, as_real
from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells.boxes import MOST_BOXES, Intervals, box_cells, mixture_cuts, weights_of
from dpassay.properties.cells.cells import Cells
from dpassay.properties.cells.numbers import Floats
from dpassay.properties.grids import Axis, Grid

__all__ = ["CutIntoTagsAndIntervals"]


class CutIntoTagsAndIntervals:
    """The way to cut tagged laws."""

    def pair(self, laws: Sequence[TaggedLaw], size: int) -> tuple[Cells, ...]:
        """Return boxes of a tag and an interval; the cuts of the line are the same for every tag."""
        tags = sorted({tag for law in laws for tag in law.given})
        lines = [(law.tags.pmf(tag), given) for law in laws for tag, given in law.given.items()]
        rate = as_real(lines[0][1].rate)
        masses = [float(share) * weights_of(given.weights) for share, given in lines]
        centers = [center for _, given in lines for center in given.centers]
        cuts = mixture_cuts(np.concatenate(masses), centers, rate, max(1, MOST_BOXES // len(tags) - 1), size)
        grid = Grid((Axis(np.array(tags, dtype=np.float64), is_tag=True), Axis(cuts, is_tag=False)))
        intervals = Intervals(rate, cuts)
        return tuple(box_cells(grid, _of_tags(law, tags, intervals)) for law in laws)

    def masses(self, law: TaggedLaw, cells: Cells) -> Floats:
        """Return the probability of each box."""
        axes = () if cells.grid is None else cells.grid.axes
        if [axis.is_tag for axis in axes] != [True, False]:
            raise ValueError(f"law = {law!r}: expected one whose rows the boxes are made for")
        rate = as_real(next(iter(law.given.values())).rate)
        return _of_tags(law, axes[0].points.astype(np.int64).tolist(), Intervals(rate, axes[1].points)).ravel()


def _of_tags(law: TaggedLaw, tags: Sequence[int], intervals: Intervals) -> Floats:
    """Return the probability of each tag with each interval; a tag that the law never gives has probability 0."""
    of_tag = {
        tag: float(law.tags.pmf(tag)) * (weights_of(given.weights) @ intervals.of(given.centers))
        for tag, given in law.given.items()
    }
    return np.array([of_tag.get(tag, np.zeros(len(intervals))) for tag in tags])


explain_failures(__name__)
