"""Comparisons of draws that nobody has seen: the answer is a bit, and the number stays unseen.

`rng.random() < p` is a coin of probability p, which is its input. Where the same draw is compared again, as in a search
for the place of a number among sums of weights, what was answered before has left an interval. A comparison of other
noise with a number is an event of its own, whose input is how far they are apart; it counts for nothing once the number
itself is seen. Noise that is compared with noise tells less than both numbers, and has no law here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_draws import STEPS, plus, times
from .worker_recorder import Event, exact

if TYPE_CHECKING:
    from .worker_draws import Root
    from .worker_noise import Noise


def compared(noise: Noise, x: Any, less: bool) -> Any:
    """Return whether the numbers are below others (or above), as answers of one event."""
    shape = np.broadcast_shapes(noise.index.shape, x.shape)
    cells = np.broadcast_to(noise.index, shape).ravel().tolist()
    limits = np.broadcast_to(x, shape).ravel()
    ops = [(op, np.broadcast_to(array, shape).ravel()) for op, array in noise.ops]
    steps = [[(op, array[j]) for op, array in ops] for j in range(len(cells))]
    if len(set(cells)) < len(cells):
        from .worker_places import compared_with_many

        found = compared_with_many(noise, x, less, shape)
        if found is not None:
            return found
    if any(cell in noise.root.seen for cell in cells) or len(set(cells)) < len(cells):
        values = noise.value()
        return values < x if less else values > x
    how = _coins if noise.root.kind == "uniform" else _above
    answers = how(noise.root, cells, steps, limits, less)
    found = np.array(answers, bool).reshape(shape)
    return found if shape else bool(found[()])


def compared_noise(first: Noise, second: Noise, less: bool) -> Any:
    """Return whether one unseen number is below (or above) another; None where they are not one each."""
    if first.index.size != 1 or second.index.size != 1:
        return None
    values, places = [], []
    for noise in (first, second):
        cell, steps = int(noise.index.ravel()[0]), [(op, array.ravel()[0]) for op, array in noise.ops]
        if cell in noise.root.seen:
            return None
        places.append(noise.root.line(cell, steps))
        values.append(_value(noise.root, cell, steps))
    kind = f"comparison of {first.root.kind} with {second.root.kind}"
    parameters = {"draws": f"{first.root.number}, {second.root.number}"}
    scales = [unit for _, unit in places]
    centers, draws = [tuple(place for place, _ in places)], first.root.draws + second.root.draws
    event = Event(kind, parameters, first.root.site, centers, scales=[tuple(scales)], draws=draws)
    drawn = values[0] < values[1] if less else values[0] > values[1]
    return bool(first.root.recorder.event(event, lambda: [bool(drawn)])[0])


def _value(root: Root, cell: int, steps: Any) -> Any:
    value = root.natural[cell]
    with np.errstate(all="ignore"):
        for op, number in steps:
            value = STEPS[op](value, number)
    return value


def _above(root: Root, cells: list[int], steps: list[Any], limits: Any, less: bool) -> list[bool]:
    """Return comparisons of noise with numbers; their inputs are how far its center lies towards a yes."""
    lines = [root.line(cell, each) for cell, each in zip(cells, steps)]
    gaps = [plus(place, times(exact(limit), -1, "*")) for (place, _), limit in zip(lines, limits)]
    inputs = [times(gap, -1 if less else 1, "*") for gap in gaps]
    kind = f"comparison of {root.kind}" + (" again" if any(cell in root.within for cell in cells) else "")
    parameters = {"draw": str(root.number), "less": str(less)}
    units = [abs(unit) for _, unit in lines]
    event = Event(kind, parameters, root.site, inputs, scales=units, cells=cells, draws=root.draws)

    def drawn() -> list[bool]:
        values = [_value(root, cell, each) for cell, each in zip(cells, steps)]
        return [bool(value < limit if less else value > limit) for value, limit in zip(values, limits)]

    answers = root.recorder.event(event, drawn)
    root.within.update(dict.fromkeys(cells, (None, None)))
    for cell, (place, unit), limit, answer in zip(cells, lines, limits, answers):
        at = times(plus(exact(limit), times(place, -1, "*")), unit, "/")
        if isinstance(at, (int, Fraction)):
            root.sides.setdefault(cell, []).append((at, (answer != less) == (unit > 0)))
    return answers


def _coins(root: Root, cells: list[int], steps: list[Any], limits: Any, less: bool) -> list[bool]:
    places = [_place(root, cell, each, limit) for cell, each, limit in zip(cells, steps, limits)]
    below = [_below(root, cell, place) for cell, (place, _) in zip(cells, places)]
    up = [less == rising for _, rising in places]
    inputs = [share if rises else 1 - share for share, rises in zip(below, up)]

    def drawn() -> list[bool]:
        values = [_value(root, cell, each) for cell, each in zip(cells, steps)]
        return [bool(value < limit if less else value > limit) for value, limit in zip(values, limits)]

    event = Event("coin", {"draw": str(root.number)}, root.site, list(inputs), cells=cells, draws=root.draws)
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
    return Fraction(min(max(place, low), high) - low) / Fraction(high - low)
