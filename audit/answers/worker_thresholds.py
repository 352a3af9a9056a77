"""Comparisons of a uniform draw with numbers: each is a coin, whose probability is known exactly.

`rng.random() < p` is a coin of probability p, which is its input. Where the same draw is compared again, as in a search
for the place of a number among sums of weights, what was answered before has left an interval.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_noise import STEPS
from .worker_recorder import Event, exact, site

if TYPE_CHECKING:
    from .worker_noise import Noise, Root


def compared(noise: Noise, x: Any, less: bool) -> Any:
    """Return whether the numbers are below others (or above), as answers of one event."""
    shape = np.broadcast_shapes(noise.index.shape, x.shape)
    cells = np.broadcast_to(noise.index, shape).ravel().tolist()
    limits = np.broadcast_to(x, shape).ravel()
    ops = [(op, np.broadcast_to(array, shape).ravel()) for op, array in noise.ops]
    steps = [[(op, array[j]) for op, array in ops] for j in range(len(cells))]
    if any(cell in noise.root.seen for cell in cells) or len(set(cells)) < len(cells):
        values = noise.value()
        return values < x if less else values > x
    answers = _coins(noise.root, cells, steps, limits, less)
    found = np.array(answers, bool).reshape(shape)
    return found if shape else bool(found[()])


def _coins(root: Root, cells: list[int], steps: list[Any], limits: Any, less: bool) -> list[bool]:
    places = [_place(root, cell, each, limit) for cell, each, limit in zip(cells, steps, limits)]
    below = [_below(root, cell, place) for cell, (place, _) in zip(cells, places)]
    up = [less == rising for _, rising in places]
    inputs = [share if rises else 1 - share for share, rises in zip(below, up)]

    def drawn() -> list[bool]:
        found = []
        for cell, each, limit in zip(cells, steps, limits):
            value = root.natural[cell]
            for op, number in each:
                value = STEPS[op](value, number)
            found.append(bool(value < limit if less else value > limit))
        return found

    event = Event("coin", {"draw": str(root.number)}, site(), list(inputs), cells=cells)
    answers = root.recorder.event(event, drawn)
    for cell, answer, (place, _), rises in zip(cells, answers, places, up):
        low, high = _interval(root, cell)
        cut = min(max(place, low), high)
        low, high = (low, cut) if answer == rises else (cut, high)
        root.within[cell] = (low, high) if low < high else _interval(root, cell)
    return answers


def _interval(root: Root, cell: int) -> tuple[Any, Any]:
    return root.within.get(cell, (Fraction(0), Fraction(1)))


def _place(root: Root, cell: int, steps: list[Any], limit: Any) -> tuple[Any, bool]:
    """Return where in [0, 1] the limit lies, and whether the compared number rises with the draw."""
    begin, unit = root.line(cell, steps)
    number = exact(limit)
    if not isinstance(number, (int, Fraction)) or not isinstance(begin, (int, Fraction)) or unit == 0:
        return (Fraction(1) if number == float("inf") else Fraction(0)), True
    return (Fraction(number) - begin) / unit, unit > 0


def _below(root: Root, cell: int, place: Any) -> Fraction:
    low, high = _interval(root, cell)
    return Fraction(min(max(place, low), high) - low) / (high - low)
