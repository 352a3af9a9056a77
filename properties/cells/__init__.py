"""Cutting exact laws into cells: from here on, samples are compared with floats that are known to be right.

Where the cuts lie is a matter of power and may be computed in floating point; the probability between two cuts is
taken from the exact distribution function AT those doubles, so the cell probabilities are correct to the last places
of a double whatever the law. Laws on the integers are cut at integers, which are compared with the samples as such.

How the laws of a kind are cut stands in one file a kind; ``CUTTINGS`` knows it by the name of the kind
(``dpassay.exact.kinds``).
"""

from __future__ import annotations

from collections.abc import Sequence

from dpassay.exact import Law, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.kinds import kind_of
from dpassay.properties.cells.cells import Cells
from dpassay.properties.cells.cutting import Cutting
from dpassay.properties.cells.finite import CutIntoOutcomes
from dpassay.properties.cells.integers import CutAtIntegers
from dpassay.properties.cells.line import GAUSSIAN, LAPLACE
from dpassay.properties.cells.numbers import Floats
from dpassay.properties.cells.tagged import CutIntoTagsAndIntervals
from dpassay.properties.cells.tagged_gaussians import CutIntoTagsAndBoxes
from dpassay.properties.cells.vector import CutIntoBoxes

__all__ = ["CUTTINGS", "Cells", "Cutting", "law_cells", "masses_on", "pair_cells"]

CUTTINGS: dict[str, Cutting] = {
    "finite": CutIntoOutcomes(),
    "integer": CutAtIntegers(lambda law: law.start),
    "discrete_gaussian": CutAtIntegers(lambda law: law.center),
    "laplace": LAPLACE,
    "enclosed_laplace": LAPLACE,
    "gaussian": GAUSSIAN,
    "tagged": CutIntoTagsAndIntervals(),
    "vector": CutIntoBoxes(),
    "tagged_gaussians": CutIntoTagsAndBoxes(),
}
"""The way to cut the laws of each kind, by its name."""


def law_cells(law: Law, size: int) -> Cells:
    """Return the cells of one law, fine enough for about ``size`` samples."""
    return pair_cells((law,), size)[0]


def pair_cells(laws: Sequence[Law], size: int) -> tuple[Cells, ...]:
    """Return the cells of several laws of one kind, with the same cuts for each."""
    require(len(laws) > 0, "laws", "none", "at least one law")
    cutting = _cutting(laws[0])
    for law in laws:
        if _cutting(law) is not cutting:
            raise ValueError(f"law = {law!r}: expected laws of one kind")
    return cutting.pair(laws, size)


def masses_on(law: Law, cells: Cells) -> Floats:
    """Return the probability of each cell, shape (m,), under another law than the one that the cells were made for.

    What is missing to 1 is the probability of outcomes that lie in no cell.
    """
    return _cutting(law).masses(law, cells)


def _cutting(law: Law) -> Cutting:
    name = kind_of(law).name
    require(name in CUTTINGS, "law", f"of the kind {name}", f"one of {', '.join(CUTTINGS)}")
    return CUTTINGS[name]


explain_failures(__name__)
