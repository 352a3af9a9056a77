"""In which directions do faults of a mechanism lie? The scores that the test against the law looks along.

* loss: the mechanism at a privacy loss that is a little larger, on both inputs at once.
* noise: the mechanism with noise of a little smaller scale, on both inputs at once; where that is the same as a larger
  loss, it is left out.
* location: answers that are shifted, on either input by itself.

Rows of integers, such as transcripts, have no order of their own. Where there are so many that neighbors are joined for
the test, they are put into the order of their score, so that those are joined which say about the same: in the order in
which they are written down, neighbors differ in the last entry, and what this says is lost.

A score is 2 (q - p) / (q + p) for the probabilities p of a cell under the law and q under the changed one: the relative
change where it is small, and bounded where it is not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpassay.audit.held_to.subject import Resolved
from dpassay.exact import Law
from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells import Cells, masses_on
from dpassay.properties.cells.numbers import Floats
from dpassay.properties.joint_statistics import DIGITS, Direction
from dpassay.properties.joint_test import Laws
from dpassay.reference import with_loss_scaled, with_noise_scaled, with_rational_powers

__all__ = ["laws_of", "location_scores", "masses_at", "orders_of", "relative_change"]

FACTORS: Final = (Fraction(21, 20), Fraction(2))
"""By how much a loss or a noise is changed; the second where the first changes nothing."""

UNCHANGED: Final = 1e-9
"""A relative change below this, in every cell, is rounding."""

SHARE: Final = 0.002
"""Of the distance between the quartiles, by which reals are shifted."""

JOINED: Final = 256
"""Of more cells than this neighbors may be joined (`dpassay.properties.goodness_of_fit.groups`)."""

Change = Callable[[Fraction], Any]


def laws_of(resolved: Resolved, cells: tuple[Cells, ...]) -> Laws:
    """Return the laws on the two inputs, cut into cells, with the directions in which faults lie."""
    spec, parameters = resolved.mechanism, resolved.parameters
    changes: tuple[tuple[str, Change], ...] = (
        ("loss", lambda factor: with_loss_scaled(spec, parameters, factor)),
        ("noise", lambda factor: with_noise_scaled(spec, parameters, 1 / factor)),
    )
    found = [_common(resolved, cells, name, change) for name, change in changes]
    shifts = tuple(location_scores(law, each) for law, each in zip(resolved.laws, cells, strict=True))
    if all(shift.any() for shift in shifts):
        found.append(Direction("location", shifts, is_common=False))
    directions = tuple(each for each in found if each is not None)
    return Laws(tuple(law.probabilities for law in cells), directions, orders_of(cells, directions))


def orders_of(cells: tuple[Cells, ...], directions: tuple[Direction, ...]) -> tuple[NDArray[np.intp], ...]:
    """Return the order in which the cells of each input are joined: of many rows that of their score; else none.

    The score is that of the first direction, and of equal ones the ratio of the probabilities on the two inputs
    decides; without a direction, the ratio alone.
    """
    if cells[0].rows is None or len(cells[0]) <= JOINED:
        return ()
    ratios = [relative_change(cells[1 - place].probabilities, law.probabilities) for place, law in enumerate(cells)]
    scores = [np.round(score, DIGITS) for score in (directions[0].scores if directions else ratios)]
    return tuple(np.lexsort((ratio, score)) for ratio, score in zip(ratios, scores, strict=True))


def _common(resolved: Resolved, cells: tuple[Cells, ...], name: str, change: Change) -> Direction | None:
    """Return the direction of a change of the mechanism; None where it knows of none, or nothing changes."""
    for factor in FACTORS:
        try:
            changed = change(factor)
        except ValueError:  # beyond the range of a parameter
            return None
        if changed is None:
            return None
        scores = tuple(
            relative_change(law.probabilities, masses_at(resolved, cells, place, changed))
            for place, law in enumerate(cells)
        )
        if max(float(np.abs(score).max()) for score in scores) > UNCHANGED:
            return Direction(name, scores)
    return None


def masses_at(resolved: Resolved, cells: tuple[Cells, ...], place: int, parameters: Any) -> Floats:
    """Return the probabilities of the cells on one input, at other parameters.

    Where answers are finitely many, e to the budget is rounded down to a rational: that is quicker, and no larger.
    """
    near = with_rational_powers(parameters) if cells[place].kind == "finite" else parameters
    return masses_on(resolved.mechanism.law(resolved.pair[place], near), cells[place])


def relative_change(law: Floats, changed: Floats) -> Floats:
    """Return the score of each cell; 0 where neither law gives it."""
    total = law + changed
    return np.asarray(2 * (changed - law) / np.where(total > 0, total, 1.0))


def location_scores(law: Law, cells: Cells) -> Floats:
    """Return the score of each cell where answers are shifted to the right; zeros where they have no order.

    Integers are shifted by one, and reals by a small share of the distance between the quartiles.
    """
    if cells.kind == "finite":
        return np.zeros(len(cells))
    edges: Any = cells.edges - _shift(cells)  # integers stay integers
    return relative_change(cells.probabilities, masses_on(law, replace(cells, edges=edges)))


def _shift(cells: Cells) -> float:
    if cells.kind == "integer":
        return 1
    below = np.cumsum(cells.probabilities)[:-1]
    first, third = (cells.edges[min(int(np.searchsorted(below, level)), len(below) - 1)] for level in (0.25, 0.75))
    shift = SHARE * float(third - first)
    return max(1, round(shift)) if cells.edges.dtype.kind == "i" else shift


explain_failures(__name__)
