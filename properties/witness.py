"""What shows a failed check: two neighboring inputs, and the event on which the answers are furthest from the law."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import numpy as np

from dpassay.exact.entrance import explain_failures
from dpassay.properties.batches import law_of
from dpassay.properties.cells import Cells, pair_cells
from dpassay.properties.run import Run
from dpassay.reference import Mechanism, MechanismParameters

__all__ = ["Side", "Witness", "condition", "neighbor_of", "witness"]

_PAIRS: Final = 1_000


@dataclass(frozen=True)
class Side:
    """One of the two inputs: how often the event came, and how likely the law says it is."""

    data: Any
    count: int
    probability: float


@dataclass(frozen=True)
class Witness:
    """An event on neighboring inputs.

    Attributes:
        sides: the two inputs.
        event: in words, of an answer y.
        condition: the same for an array y of answers, as an expression of Python with numpy as np.
        samples: how many answers were drawn on each input.
    """

    sides: tuple[Side, Side]
    event: str
    condition: str
    samples: int


def neighbor_of(mechanism: Mechanism, parameters: MechanismParameters, data: Any) -> tuple[Any, Any]:
    """Return an input with a neighbor: this one where one is found for it, else the mechanism's first pair."""
    pairs = list(islice(mechanism.neighbors(parameters), _PAIRS))
    for first, second in pairs:
        if data in (first, second):
            return (first, second) if data == first else (second, first)
    for other in _moved(data, *pairs[0]):
        try:
            moved = mechanism.check_data(other, parameters)
            if mechanism.are_neighbors(data, moved, parameters):
                return data, moved
        except ValueError:
            continue
    first, second = pairs[0]
    return first, second


def _moved(data: Any, first: Any, second: Any) -> Iterator[Any]:
    """Yield numbers as far from this one as neighbors are from each other."""
    if not any(isinstance(value, tuple) for value in (data, first, second)):
        yield from (data + (second - first), data - (second - first))


def witness(mechanism: Mechanism, run: Run, parameters: MechanismParameters, data: Any) -> Witness:
    """Draw on neighboring inputs, and find the event whose count is furthest from what the law says, on either."""
    pair = neighbor_of(mechanism, parameters, data)
    cells, other = pair_cells([law_of(mechanism.law, parameters, each) for each in pair], run.samples)
    outputs = [run.draw(parameters, each, run.samples, side) for side, each in enumerate(pair)]
    numbers = [cells.numbers(array) for array in outputs]
    impossible = [array[cells.index(number) < 0] for array, number in zip(outputs, numbers, strict=True)]
    if any(map(len, impossible)):
        value = next(found[0] for found in impossible if len(found))
        told = [(int(np.count_nonzero(_is(array, value))), 0.0) for array in outputs]
        return _of(pair, told, f"y = {_plain(value)}", _equals(value), run.samples)
    counts = np.array([cells.counts(number) for number in numbers])
    laws = np.array([cells.probabilities, other.probabilities])
    first, last = _furthest(counts, laws, run.samples, one_cell=bool(cells.form))
    inside = slice(first, last + 1)
    told = [(int(count[inside].sum()), float(law[inside].sum())) for count, law in zip(counts, laws, strict=True)]
    return _of(pair, told, cells.describe(first, last), condition(cells, first, last), run.samples)


def _of(pair: tuple[Any, Any], told: list[tuple[int, float]], event: str, text: str, samples: int) -> Witness:
    first, second = (Side(data, *counted) for data, counted in zip(pair, told, strict=True))
    return Witness((first, second), event, text, samples)


def _is(outputs: Any, value: Any) -> Any:
    same = np.isnan(outputs) & np.isnan(value) | (outputs == value)
    return same.all(axis=1) if same.ndim == 2 else same


def _furthest(counts: Any, laws: Any, samples: int, *, one_cell: bool) -> tuple[int, int]:
    """Return the ends of the cell, or of the first or the last cells, that are the most standard deviations off."""
    size = counts.shape[1]
    ranges = [(cell, cell) for cell in range(size)]
    if not one_cell:
        ranges += [(0, cell) for cell in range(1, size - 1)] + [(cell, size - 1) for cell in range(1, size - 1)]
    below = [np.concatenate([np.zeros((2, 1)), np.cumsum(table, axis=1)], axis=1) for table in (counts, laws)]
    first, last = np.array(ranges).T
    observed, mass = (table[:, last + 1] - table[:, first] for table in below)
    spread = np.sqrt(np.clip(mass * (1 - mass), 0, None) * samples) + 1
    return ranges[int(np.argmax(np.max(np.abs(observed - mass * samples) / spread, axis=0)))]


def _plain(value: Any) -> Any:
    return tuple(value.tolist()) if isinstance(value, np.ndarray) else value.item()


def _equals(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"(y == {_plain(value)}).all(axis=1)"
    if np.isnan(value):
        return "np.isnan(y)"
    return f"y == float({str(value)!r})" if np.isinf(value) else f"y == {_plain(value)}"


def condition(cells: Cells, first: int, last: int) -> str:
    """Return the union of cells as an expression on an array y of answers; of rows and boxes one cell alone."""
    if cells.grid is not None:
        parts = np.unravel_index(first, cells.grid.shape)
        sides = [
            _between(f"y[:, {place}]", *axis.limits(int(part)), closed=axis.is_tag)
            for place, (axis, part) in enumerate(zip(cells.grid.axes, parts, strict=True))
            if len(axis) > 1
        ]
        return " & ".join(sides) or "np.isfinite(y[:, 0])"
    if cells.rows is not None:
        return f"(y == {cells.rows[first]}).all(axis=1)"
    if cells.kind == "finite":
        return f"np.isin(y, {[int(edge) for edge in cells.edges[first : last + 1]]})"
    return _between("y", *cells.limits(first, last), closed=cells.kind == "integer")


def _between(name: str, low: float | None, high: float | None, *, closed: bool) -> str:
    above = "" if low is None else f"({low!r} {'<=' if closed else '<'} {name})"
    below = "" if high is None else f"({name} <= {high!r})"
    return " & ".join(filter(None, (above, below))) or f"np.isfinite({name})"


explain_failures(__name__)
