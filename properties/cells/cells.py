"""A law cut into cells: which cell a sample lies in, how likely that is, and how a cell is put into words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells.numbers import (
    LARGEST_INTEGER,
    Floats,
    Integers,
    Samples,
    as_integers,
    ceilings,
    check_probabilities,
    check_samples,
    shown,
)
from dpassay.properties.grids import Grid

__all__ = ["Cells"]

Kind = Literal["finite", "integer", "real"]
Edges = Integers | Floats

SHOWN_OUTCOMES: Final = 3
"""Of more outcomes than this in a row only the ends are named."""

_KINDS: Final = ("finite", "integer", "real")


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """A law on the line, or one of rows, cut into cells.

    Attributes:
        kind: "finite", "integer" or "real".
        edges: shape (e,), strictly increasing. "finite": the outcomes, one cell each. "integer": consecutive
            integers lo..hi with a cell each; one more cell takes everything below lo and one everything above
            hi. "real": doubles that cut the line into (-inf, e_1], (e_1, e_2], ..., (e_m, inf); or integers, with
            which samples of any size are compared exactly.
        probabilities: shape (m,), one for each cell in increasing order; m = e for "finite", e + 2 for
            "integer" and e + 1 for "real". Probability 0 says that the law can never produce the cell: a
            sample there refutes the law.
        rows: where the outcomes are rows of integers (kind "finite"): the rows, of one length, one for each edge.
            An edge is then only the number of its row: `numbers` turns samples into such numbers.
        grid: where the outcomes are rows of reals (kind "finite"): the boxes that the cells are. An edge is then only
            the number of its box, from 0 on.

    Raises:
        ValueError: a shape, an order or a value is not as described.
    """

    kind: Kind
    edges: Edges
    probabilities: Floats
    rows: tuple[tuple[int, ...], ...] | None = None
    grid: Grid | None = None

    def __post_init__(self) -> None:
        """Check and convert the arrays."""
        if self.kind not in _KINDS:
            raise ValueError(f"kind = {self.kind!r}: expected one of {', '.join(_KINDS)}")
        object.__setattr__(self, "edges", _check_edges(self.kind, self.edges))
        object.__setattr__(self, "probabilities", check_probabilities(self.probabilities))
        expected = len(self.edges) + {"finite": 0, "integer": 2, "real": 1}[self.kind]
        if len(self.probabilities) != expected:
            raise ValueError(
                f"probabilities has length {len(self.probabilities)}: expected {expected}, one for each cell"
            )
        if self.rows is not None:
            _check_rows(self.rows, self.kind, len(self.edges))
        if self.grid is not None:
            _check_grid(self.grid, self)

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self.probabilities)

    @property
    def form(self) -> tuple[int, ...]:
        """The shape of one outcome: () for a number, (k,) for a row."""
        if self.grid is not None:
            return (len(self.grid.axes),)
        return () if self.rows is None else (len(self.rows[0]),)

    def numbers(self, samples: ArrayLike) -> NDArray[Any]:
        """Return samples as one number each, shape (n, *form) -> (n,): that of its row or box, or -1 for none of them.

        Numbers stay what they are.
        """
        array = np.asarray(samples)
        if array.shape[1:] != self.form or array.dtype.kind not in "iuf":
            shape = "".join(f", {width}" for width in self.form)
            raise ValueError(f"samples = {shown(array)}: expected numbers, shape (n{shape or ','})")
        if self.grid is not None:
            return self.grid.boxes(array)
        if self.rows is None:
            return array
        place = dict(zip(self.rows, self.edges.tolist(), strict=True))
        distinct, inverse = np.unique(array, axis=0, return_inverse=True)
        found = np.array([place.get(tuple(row), -1) for row in distinct.tolist()], dtype=np.int64)
        return found[inverse.ravel()]

    def index(self, samples: ArrayLike) -> NDArray[np.intp]:
        """Return the cell of each sample, or -1 for what no outcome of the law can be.

        Cell -1 takes NaN and infinities, a fraction where integers are expected, and a label that is not in
        the support.

        Args:
            samples: shape (n,), integers or floats.
        """
        if self.kind == "real":
            return _real_index(check_samples(samples), self.edges)
        integers, exact = as_integers(samples)
        if self.kind == "integer":
            cell = np.clip(integers, self.edges[0] - 1, self.edges[-1] + 1) - (self.edges[0] - 1)
            return np.where(exact, cell, -1).astype(np.intp)
        cell = np.minimum(np.searchsorted(self.edges, integers), len(self.edges) - 1)
        return np.where(exact & (self.edges[cell] == integers), cell, -1).astype(np.intp)

    def counts(self, samples: ArrayLike) -> Integers:
        """Return the number of samples in each cell, shape (m,), without those in cell -1 (`outside`)."""
        return np.bincount(self.index(samples) + 1, minlength=len(self) + 1)[1:].astype(np.int64)

    def outside(self, samples: ArrayLike) -> int:
        """Return how many samples no outcome of the law can be (cell -1)."""
        return int(np.count_nonzero(self.index(samples) < 0))

    def describe(self, first: int, last: int | None = None) -> str:
        """Return in words what it means for y to lie in the cells first..last (by default: in one cell)."""
        last = first if last is None else last
        if first < 0 or last >= len(self) or first > last:
            raise ValueError(f"cells {first}..{last}: expected a range within 0..{len(self) - 1}")
        if self.grid is not None:
            return _describe_boxes(self.grid, first, last)
        if self.rows is not None:
            return _describe_rows(self.rows[first : last + 1])
        if self.kind == "finite":
            return _describe_integers([int(edge) for edge in self.edges[first : last + 1]])
        low, high = self.limits(first, last)
        if low is None or low == high:
            return f"y = {low}" if low is not None else "any y" if high is None else f"y <= {_words(high)}"
        if high is None:
            return f"y {'>' if self.kind == 'real' else '>='} {_words(low)}"
        return f"{_words(low)} {'<' if self.kind == 'real' else '<='} y <= {_words(high)}"

    def limits(self, first: int, last: int) -> tuple[float | None, float | None]:
        """Return the ends of the union of cells first..last of the kinds "integer" and "real"; None: no end.

        Both ends belong to a union of cells of integers, and the upper one to a union of cells of reals.
        """
        if self.kind == "integer":
            low, high = int(self.edges[0]) + first - 1, int(self.edges[0]) + last - 1
            return (None if first == 0 else low), (None if last == len(self) - 1 else high)
        low_edge = None if first == 0 else self.edges[first - 1].item()  # an int where the edges are integers
        return low_edge, (None if last == len(self) - 1 else self.edges[last].item())


# Samples into cells


def _real_index(samples: Samples, edges: Edges) -> NDArray[np.intp]:
    """Return i with e_i < y <= e_(i+1); -1 for NaN and infinities, which no law on the reals produces."""
    values, finite = (
        ceilings(samples) if edges.dtype.kind == "i" else (samples.astype(np.float64), np.isfinite(samples))
    )
    return np.where(finite, np.searchsorted(edges, values, side="left"), -1).astype(np.intp)


# Words


def _words(number: float) -> str:
    """Return a number as it stands in a description: integers in full, doubles with 9 digits."""
    return str(number) if isinstance(number, int) else f"{number:.9g}"


def _describe_rows(rows: tuple[tuple[int, ...], ...]) -> str:
    """Return "y = (0, 1)" or "y in {(0, 1), (1, 1)}", or the ends of more rows in their order."""
    if len(rows) == 1:
        return f"y = {rows[0]}"
    if len(rows) > SHOWN_OUTCOMES:
        return f"{rows[0]} <= y <= {rows[-1]} in the order of rows"
    return f"y in {{{', '.join(map(str, rows))}}}"


def _describe_boxes(grid: Grid, first: int, last: int) -> str:
    """Return what a box is, or a few boxes are; of more boxes in a row the ends."""
    if last - first >= SHOWN_OUTCOMES:
        return f"y in the boxes from ({grid.describe(first)}) to ({grid.describe(last)})"
    return " or ".join(f"({grid.describe(box)})" for box in range(first, last + 1))


def _describe_integers(outcomes: list[int]) -> str:
    """Return "y = 3", "1 <= y <= 4" or "y in {1, 3, 4}"."""
    if len(outcomes) == 1:
        return f"y = {outcomes[0]}"
    if len(outcomes) > SHOWN_OUTCOMES and outcomes[-1] - outcomes[0] == len(outcomes) - 1:
        return f"{outcomes[0]} <= y <= {outcomes[-1]}"
    return f"y in {{{', '.join(map(str, outcomes))}}}"


# What arguments must be


def _check_edges(kind: str, edges: ArrayLike) -> Edges:
    array = np.asarray(edges)
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"edges has shape {array.shape}: expected (e,) with e at least 1")
    if kind != "real" and array.dtype.kind not in "iu":
        raise ValueError(f"edges has type {array.dtype}: expected integers for kind {kind!r}")
    if array.dtype.kind not in "iuf" or not np.isfinite(array).all():
        raise ValueError(f"edges = {array!r}: expected finite numbers")
    if array.dtype.kind != "f" and max(-int(array.min()), int(array.max())) >= LARGEST_INTEGER:
        raise ValueError(f"edges has the entry {max(array, key=abs)}: expected integers of size below 2^62")
    array = array.astype(np.float64 if array.dtype.kind == "f" else np.int64)
    if (np.diff(array) <= 0).any():
        raise ValueError("edges are not strictly increasing")
    if kind == "integer" and array[-1] - array[0] != len(array) - 1:
        raise ValueError(f"edges runs from {array[0]} to {array[-1]} in {len(array)}: expected consecutive integers")
    return array


def _check_rows(rows: tuple[tuple[int, ...], ...], kind: Kind, edges: int) -> None:
    if kind != "finite" or len(rows) != edges or len(set(rows)) != edges:
        raise ValueError(f"rows has length {len(rows)}: expected {edges} different ones, for the kind 'finite'")
    if not rows[0] or len({len(row) for row in rows}) > 1:
        raise ValueError(f"rows have lengths {sorted({len(row) for row in rows})}: expected one length, at least 1")


def _check_grid(grid: Grid, cells: Cells) -> None:
    numbered = cells.kind == "finite" and np.array_equal(cells.edges, np.arange(len(grid)))
    if not numbered or cells.rows is not None:
        raise ValueError(f"grid has {len(grid)} boxes: expected the kind 'finite' and the edges 0..{len(grid) - 1}")


explain_failures(__name__)
