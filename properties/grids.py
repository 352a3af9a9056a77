"""Boxes for outputs that are rows of numbers: each coordinate is cut, and a box has a number.

What is cut where is decided in ``cells``; here is only which box a row lies in, and how a box is put into words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpassay.exact.entrance import explain_failures

__all__ = ["NO_BOX", "Axis", "Floats", "Grid", "Integers", "Places"]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Places = NDArray[np.intp]

NO_BOX = -1
"""The number of a row that lies in no box: one with NaN, an infinity, or a tag that there is not."""


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """One coordinate, cut into parts.

    Attributes:
        points: strictly increasing. The values of a tag, one part each; or cuts of the line, with the parts
            (-inf, c_1], (c_1, c_2], ..., (c_m, inf).
        is_tag: which of the two.
    """

    points: Floats
    is_tag: bool

    def __post_init__(self) -> None:
        """Check and convert the points."""
        points = np.asarray(self.points, dtype=np.float64)
        if points.ndim != 1 or (self.is_tag and points.size == 0):
            raise ValueError(f"points has shape {points.shape}: expected (m,), for a tag with m at least 1")
        if not np.isfinite(points).all() or (np.diff(points) <= 0).any():
            raise ValueError(f"points = {points.tolist()}: expected finite numbers, strictly increasing")
        if self.is_tag and (points != np.floor(points)).any():
            raise ValueError(f"points = {points.tolist()}: expected integers for a tag")
        object.__setattr__(self, "points", points)

    def __len__(self) -> int:
        """Return the number of parts."""
        return len(self.points) + (0 if self.is_tag else 1)

    def parts(self, values: ArrayLike) -> Places:
        """Return the part of each value, shape (n,) -> (n,); -1 for NaN, infinities and what is no tag."""
        array = np.asarray(values)
        if array.dtype.kind not in "iuf":
            raise ValueError(f"values of type {array.dtype}: expected numbers")
        array = array.astype(np.float64)
        place = np.searchsorted(self.points, array, side="left")
        if self.is_tag:
            place = np.minimum(place, len(self.points) - 1)
            return np.where(self.points[place] == array, place, NO_BOX)
        return np.where(np.isfinite(array), place, NO_BOX)

    def limits(self, part: int) -> tuple[float | None, float | None]:
        """Return the ends of a part, of which the upper one belongs to it; None: no end."""
        points = self.points.tolist()
        if self.is_tag:
            return points[part], points[part]
        return (points[part - 1] if part > 0 else None), (points[part] if part < len(points) else None)

    def describe(self, part: int, name: str) -> str:
        """Return in words what it means for the coordinate to lie in a part."""
        low, high = self.limits(part)
        if self.is_tag:
            return f"{name} = {self.points[part]:.0f}"
        if low is None:
            return f"any {name}" if high is None else f"{name} <= {high:.9g}"
        return f"{name} > {low:.9g}" if high is None else f"{low:.9g} < {name} <= {high:.9g}"


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The boxes that the parts of each coordinate make, numbered from 0; those of the last coordinate run fastest."""

    axes: tuple[Axis, ...]

    def __post_init__(self) -> None:
        """Refuse a grid of no coordinates."""
        if not self.axes:
            raise ValueError("axes is empty: expected at least one coordinate")

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of parts of each coordinate."""
        return tuple(len(axis) for axis in self.axes)

    def __len__(self) -> int:
        """Return the number of boxes."""
        return prod(self.shape)

    def boxes(self, rows: ArrayLike) -> Integers:
        """Return the number of the box of each row, shape (n, k) -> (n,), or ``NO_BOX``."""
        array = np.asarray(rows)
        if array.ndim != 2 or array.shape[1] != len(self.axes) or array.dtype.kind not in "iuf":
            shown = f"array of shape {array.shape} and type {array.dtype}"
            raise ValueError(f"rows = {shown}: expected numbers, shape (n, {len(self.axes)})")
        parts = [axis.parts(column) for axis, column in zip(self.axes, array.T, strict=True)]
        inside = np.all([part != NO_BOX for part in parts], axis=0)
        numbers = np.ravel_multi_index([np.where(inside, part, 0) for part in parts], self.shape)
        return np.where(inside, numbers, NO_BOX).astype(np.int64)

    def describe(self, box: int) -> str:
        """Return in words what it means for a row (y_1, ..., y_k) to lie in a box."""
        if isinstance(box, bool) or not isinstance(box, int | np.integer) or not 0 <= box < len(self):
            raise ValueError(f"box = {box!r}: expected an integer from 0 to {len(self) - 1}")
        parts = np.unravel_index(box, self.shape)
        sides = [(axis, int(part), f"y_{k}") for k, (axis, part) in enumerate(zip(self.axes, parts, strict=True), 1)]
        words = [axis.describe(part, name) for axis, part, name in sides if len(axis) > 1]
        return " and ".join(words) or "any y"

    def to_json(self) -> list[dict[str, Any]]:
        """Return the axes as JSON."""
        return [{"tag": axis.is_tag, "points": axis.points.tolist()} for axis in self.axes]

    @classmethod
    def from_json(cls, axes: Sequence[Mapping[str, Any]]) -> Grid:
        """Return the grid that ``to_json`` wrote down."""
        return cls(tuple(Axis(np.asarray(axis["points"], dtype=np.float64), bool(axis["tag"])) for axis in axes))


explain_failures(__name__)
