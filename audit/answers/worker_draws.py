"""One draw of noise: its numbers, the place and the unit of each, and the first look at them.

The first look is the event: the input of a number is its place by then, with all that was added, and its answer is what
it is. Later looks follow from that.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_recorder import Event, exact, number_text, same_numbers, site

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_recorder import Recorder

Array = Any
Ops = Any  # pairs of a sign, and an array of the shape of the noise

STEPS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda value, x: value + x,
    "-": lambda value, x: value - x,
    "r": lambda value, x: x - value,
    "*": lambda value, x: value * x,
    "/": lambda value, x: value / x,
}


SUMS = ("normal sum", "two-sided geometric")


class Root:
    """One draw: the numbers that came, and of each the place and the unit that it was drawn with."""

    def __init__(  # noqa: PLR0917
        self, recorder: Recorder, number: int, kind: str, natural: Array, loc: Array, scale: Array
    ) -> None:
        self.recorder = recorder
        self.site = site()
        self.number = number
        self.kind = kind
        self.natural = natural
        self.loc = loc
        self.scale = scale
        self.whole = natural.dtype.kind in "iu"
        self.seen: dict[int, tuple[Any, list[tuple[str, Any]]]] = {}
        self.within: dict[int, tuple[Any, Any]] = {}
        self.sides: dict[int, list[tuple[Any, bool]]] = {}
        """Of a number that was compared: limits of the draw in units from its place, and whether it lies above."""
        self.chosen: set[int] = set()
        self.placed = False
        self.shares: Any = None
        self.groups: list[list[tuple[Root, int, Any, int]]] = []
        self.draws: tuple[int, ...] = (number,)

    def share(self, cell: int) -> Any:
        """Return what a law without a unit has instead, such as the probability that a geometric draw goes on."""
        return None if self.shares is None else self.shares[cell]

    def line(self, cell: int, steps: list[tuple[str, Any]]) -> tuple[Any, Any]:
        """Return the place and the unit of a number after some steps, exactly; a unit below 0 is turned around."""
        place, unit = exact(self.loc[cell]), exact(self.scale[cell])
        for sign, x in steps:
            by = exact(x)
            if sign in "+-":
                place = plus(place, by if sign == "+" else -by)
            elif sign == "r":
                place, unit = plus(by, -place), -unit
            else:
                place, unit = times(place, by, sign), times(unit, by, sign)
        return place, unit


def plus(first: Any, second: Any) -> Any:
    """Add two numbers, of which one may not be finite."""
    both = isinstance(first, (int, Fraction)) and isinstance(second, (int, Fraction))
    return first + second if both else float(first) + float(second)


def times(first: Any, second: Any, sign: str) -> Any:
    """Multiply or divide two numbers, of which one may not be finite."""
    both = isinstance(first, (int, Fraction)) and isinstance(second, (int, Fraction))
    if both and (sign == "*" or second != 0):
        return first * second if sign == "*" else Fraction(first) / second
    with np.errstate(all="ignore"):
        found = STEPS[sign](np.float64(first), np.float64(second))
    return exact(found)


# The first look


def looked_at(root: Root, cells: Any, ops: list[tuple[str, Any]], dtype: Any) -> Any:
    """Return what the numbers are: answers of an event for those that were unseen, and what follows for the others."""
    listed = cells.tolist()
    if root.groups:
        sum_of_seen(root, listed)
    fresh = list(dict.fromkeys(cell for cell in listed if cell not in root.seen))
    if len(fresh) == len(listed):
        return np.array(first_look(root, listed, ops), dtype)
    place = {cell: where for where, cell in reversed(list(enumerate(listed)))}
    if fresh:
        at = [place[cell] for cell in fresh]
        first_look(root, fresh, [(op, x[at]) for op, x in ops])
    return np.array([later(root, cell, [(op, x[j]) for op, x in ops]) for j, cell in enumerate(listed)], dtype)


def first_look(root: Root, cells: list[int], ops: list[tuple[str, Any]]) -> list[Any]:
    """Record an event for numbers that nobody has seen."""
    steps = [[(op, x[j]) for op, x in ops] for j in range(len(cells))]
    lines = [root.line(cell, each) for cell, each in zip(cells, steps)]
    units = [abs(unit) if root.kind in ("laplace", "normal") else unit for _, unit in lines]
    units = [unit_of_sum(root, cell, unit) if root.kind in SUMS else unit for cell, unit in zip(cells, units)]
    multiplied = any(isinstance(unit, tuple) for unit in units)
    spent = multiplied or any(cell in root.chosen or (cell in root.within and root.kind == "uniform") for cell in cells)
    event = Event(
        f"{root.kind} after a choice" if spent else root.kind,
        {"draw": str(root.number), **({"compared": "before"} if any(cell in root.within for cell in cells) else {})},
        root.site,
        [place for place, _ in lines],
        scales=units,
        cells=cells,
        bare=all(op not in "+-r" for op, _ in ops) and all(place == 0 for place, _ in lines),
        draws=root.draws,
        placed=root.placed,
        within=[ends(root, cell, *line) for cell, line in zip(cells, lines)] if root.sides else [],
    )

    def drawn() -> list[Any]:
        values = root.natural[cells]
        with np.errstate(all="ignore"):
            for op, x in ops:
                values = STEPS[op](values, x)
        return list(values.tolist())

    answers = root.recorder.event(event, drawn)
    root.seen.update({cell: (answers[j], steps[j]) for j, cell in enumerate(cells)})
    for cell in cells if root.groups else ():
        for term, place, _, _ in root.groups[cell]:
            term.chosen.add(place)
    return answers


def ends(root: Root, cell: int, place: Any, unit: Any) -> tuple[Any, Any]:
    """Return between which ends a number lies after some steps, by what was answered to comparisons of the draw."""
    low, high = -math.inf, math.inf
    for limit, above in root.sides.get(cell, ()):
        end = plus(place, times(unit, limit, "*"))
        low, high = (max(low, end), high) if above == (unit > 0) else (low, min(high, end))
    return low, high


def sum_of_seen(root: Root, cells: list[int]) -> None:
    """Let a sum of which a term was seen be what its terms are, all of which are then seen."""
    for cell in cells:
        group = root.groups[cell]
        if cell in root.seen or not any(place in term.seen or place in term.chosen for term, place, _, _ in group):
            continue
        total: Any = 0
        for term, place, steps, sign in group:
            ops = [(op, np.asarray([x])) for op, x in steps]
            total += sign * looked_at(term, np.array([place]), ops, term.natural.dtype)[0]
        root.seen[cell] = (total, [])


def unit_of_sum(root: Root, cell: int, unit: Any) -> Any:
    """Return the unit of a sum after some steps: a variance grows as a square, and a ratio is of whole steps."""
    begin = exact(root.scale[cell])
    if root.kind == "normal sum":
        return times(times(unit, unit, "*"), begin, "/")
    return begin if abs(unit) == begin else ("multiplied", times(abs(unit), begin, "/"))


def later(root: Root, cell: int, steps: list[tuple[str, Any]]) -> Any:
    """Return a number that was seen before, perhaps after fewer or other steps."""
    value, before = root.seen[cell]
    begun = len(before) <= len(steps) and [op for op, _ in before] == [op for op, _ in steps[: len(before)]]
    if begun and same_numbers([x for _, x in before], [x for _, x in steps[: len(before)]]):
        with np.errstate(all="ignore"):
            for op, x in steps[len(before) :]:
                value = STEPS[op](value, x)
        return value
    (place, unit), (other, by) = root.line(cell, before), root.line(cell, steps)
    known = exact(value)
    if not all(isinstance(number, (int, Fraction)) for number in (place, unit, other, by, known)) or unit == 0:
        return float("nan")
    return float(other + by * Fraction(known - place) / unit)


def place_of_largest(root: Root, index: Any, ops: Ops) -> int | None:
    """Return the place of the largest number as one answer; of Gumbel noise its law is exponential in all places.

    None where the numbers have no common unit above 0, or were seen.
    """
    cells = index.tolist()
    lines = [root.line(cell, [(op, x[j]) for op, x in ops]) for j, cell in enumerate(cells)]
    units = {number_text(unit) for _, unit in lines}
    if len(units) != 1 or not cells or not lines[0][1] > 0 or any(cell in root.seen for cell in cells):
        return None
    with np.errstate(all="ignore"):
        values = root.natural[cells]
        for op, x in ops:
            values = STEPS[op](values, x)
    parameters = {"draw": str(root.number), "choices": str(len(cells))}
    places = tuple(place for place, _ in lines)
    kind = "exponential choice" if root.kind == "gumbel" else f"largest of {root.kind}"
    event = Event(kind, parameters, root.site, [places], scales=[lines[0][1]], draws=root.draws)
    answer = root.recorder.event(event, lambda: [int(values.argmax())])[0]
    root.chosen.update(cells)
    return int(answer)
