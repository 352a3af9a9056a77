"""A place among cells: a cell is chosen with exponential weights, by its width and score, and in it a place uniformly.

So a private quantile is drawn (Smith 2011): cells lie between the sorted data, and a score is the distance in rank. Two
inputs have other cells, and which one was chosen is not released. The density of a place is e^(score / unit) of its
cell over the sum of width e^(score / unit): it is constant where the cells of both inputs overlap.

The input of a row is (ends, scores): the ends of the cells in order, of which each is the beginning of the next one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from flint import arb

from dpassay.audit.pipelines.noises import Loss, is_finite
from dpassay.audit.pipelines.rows import Row
from dpassay.exact import Real
from dpassay.exact.entrance import explain_failures
from dpassay.exact.real import rational_ball

__all__ = ["CELLS", "cells_loss", "cells_supremum"]

CELLS: Final = "place among cells"


def cells_loss(row: Row) -> Loss:
    """Return the loss of a place."""
    if not _is_known(row) or not is_finite(row.answer):
        return None
    return _at(row, Fraction(row.answer))


def cells_supremum(row: Row) -> Loss:
    """Return the supremum of that, which is reached in the middle of some overlap of cells."""
    if not _is_known(row):
        return None
    (ends, _), (others, _) = row.first, row.second
    cuts = sorted({*ends, *(end for end in others if ends[0] < end < ends[-1])})
    middles = [(low + high) / 2 for low, high in pairwise(cuts)]
    if any(_score(row.second, place) is None for place in middles):
        return None
    return _loss(row, max(_gap(row, place) for place in middles))


def _is_known(row: Row) -> bool:
    return is_finite(row.unit) and row.unit > 0 and _are_cells(row.first) and _are_cells(row.second)


def _are_cells(given: Any) -> bool:
    """Tell whether an input is ends in order and a score for each cell between them, and some cell is no point."""
    if not (isinstance(given, tuple) and len(given) == 2 and all(isinstance(part, tuple) for part in given)):
        return False
    ends, scores = given
    known = len(ends) == len(scores) + 1 and is_finite(*ends, *scores)
    return known and list(ends) == sorted(ends) and ends[0] < ends[-1]


def _at(row: Row, place: Fraction) -> Loss:
    return None if _score(row.second, place) is None else _loss(row, _gap(row, place))


def _score(given: tuple[Sequence[Fraction], Sequence[Fraction]], place: Fraction) -> Fraction | None:
    """Return the score of the cell that holds a place; None where none does. An end belongs to the cell after it."""
    ends, scores = given
    if not ends[0] <= place <= ends[-1]:
        return None
    last = max(number for number, (low, high) in enumerate(pairwise(ends)) if low < high)
    return Fraction(scores[min(bisect_right(ends, place) - 1, last)])


def _gap(row: Row, place: Fraction) -> Fraction:
    """Return by how much the exponent is larger on the first input."""
    first, second = (_score(given, place) or Fraction(0) for given in (row.first, row.second))
    return (first - second) / Fraction(row.unit)


def _loss(row: Row, gap: Fraction) -> Loss:
    if _shape(row.first) == _shape(row.second):
        return Fraction(0)
    return Real(lambda: rational_ball(gap) + _log_total(row.second, row.unit) - _log_total(row.first, row.unit))


def _shape(given: tuple[Sequence[Fraction], Sequence[Fraction]]) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Return the cells that are no points, with their scores but for what all of them have: the law of a place."""
    ends, scores = given
    cells = [each for each in zip(ends, ends[1:], scores, strict=False) if each[0] < each[1]]
    top = max(score for _, _, score in cells)
    return [(low, high, score - top) for low, high, score in cells]


def _log_total(given: tuple[Sequence[Fraction], Sequence[Fraction]], unit: Fraction) -> arb:
    ends, scores = given
    top = max(scores)
    total = arb(0)
    for low, high, score in zip(ends, ends[1:], scores, strict=False):
        total += rational_ball(Fraction(high - low)) * rational_ball(Fraction(score - top) / Fraction(unit)).exp()
    return total.log() + rational_ball(Fraction(top) / Fraction(unit))


explain_failures(__name__)
