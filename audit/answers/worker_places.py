"""Where a uniform number lies among limits: one choice, whose weights are the lengths between them.

`numpy.searchsorted(numpy.cumsum(p), rng.random())` is how weighted choices are drawn; `numpy.digitize`, and a
comparison of the number with an array, are the same. C code would see the number, and nobody what it was held against.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_recorder import Event, exact
from .worker_thresholds import _below, _interval, _place, _value

if TYPE_CHECKING:
    from .worker_draws import Root
    from .worker_noise import Noise

MOST_LIMITS = 10_000
UNIT = Fraction(1, 2**52)
"""Sums of n probabilities that were divided by their sum are off by at most n of these: as such they end at 1."""


def searched(function: Any, args: Any, kwargs: Any) -> Any:
    """Return what `numpy.searchsorted` or `numpy.digitize` says of unseen numbers; None where that is not known."""
    names = ("a", "v", "side", "sorter") if function is np.searchsorted else ("x", "bins", "right")
    given = {**dict(zip(names, args)), **kwargs}
    if function is np.searchsorted:
        noise, entries, side = given["v"], given["a"], given.get("side", "left")
        if given.get("sorter") is not None:
            return None
    else:
        noise, entries, side = given["x"], given["bins"], "left" if given.get("right") else "right"
    from .worker_noise import Noise, plain_numbers

    limits = plain_numbers(entries)
    if not isinstance(noise, Noise) or limits is None or limits.ndim != 1 or not is_free(noise):
        return None
    cells, steps = listed(noise)
    listed_limits = [limits.tolist()] * len(cells)
    places = chosen(noise.root, cells, steps, listed_limits, side)
    if places is None:
        return None
    found = np.array(places, np.int64).reshape(noise.index.shape)
    return found if noise.index.shape else found[()]


def compared_with_many(noise: Noise, x: Any, less: bool, shape: tuple[int, ...]) -> Any:
    """Return comparisons of numbers with several limits each; None where their law is not known."""
    if not is_free(noise):
        return None
    cells = np.broadcast_to(noise.index, shape).ravel().tolist()
    limits = np.broadcast_to(x, shape).ravel().tolist()
    steps: dict[int, Any] = {}
    for j, cell in enumerate(cells):
        each = [(op, np.broadcast_to(array, shape).ravel()[j]) for op, array in noise.ops]
        if steps.setdefault(cell, each) != each:
            return None
    distinct = list(dict.fromkeys(cells))
    held = {cell: sorted({limit for other, limit in zip(cells, limits) if other == cell}) for cell in distinct}
    found = chosen(noise.root, distinct, [steps[cell] for cell in distinct], [held[cell] for cell in distinct], "left")
    if found is None:
        return None
    place = dict(zip(distinct, found))
    below = [place[cell] <= held[cell].index(limit) for cell, limit in zip(cells, limits)]
    return np.array(below if less else [not each for each in below], bool).reshape(shape)


def is_free(noise: Noise) -> bool:
    """Tell whether numbers are uniform, unseen and each there once."""
    cells = noise.index.ravel().tolist()
    free = noise.root.kind == "uniform" and noise._known is None and len(set(cells)) == len(cells)
    return free and not any(cell in noise.root.seen for cell in cells)


def listed(noise: Noise) -> tuple[list[int], list[Any]]:
    """Return the cells of noise, and what was done to each."""
    cells = noise.index.ravel().tolist()
    ops = [(op, array.ravel()) for op, array in noise.ops]
    return cells, [[(op, array[j]) for op, array in ops] for j in range(len(cells))]


def chosen(root: Root, cells: list[int], steps: list[Any], limits: list[list[Any]], side: str) -> list[int] | None:
    """Record a choice for each number among the places that its limits leave, and return these."""
    laws = [weights(root, cell, each, entries) for cell, each, entries in zip(cells, steps, limits)]
    if any(law is None for law in laws) or not cells:
        return None

    search: Any = np.searchsorted

    def drawn() -> list[int]:
        values = [_value(root, cell, each) for cell, each in zip(cells, steps)]
        return [int(search(np.asarray(entries), value, side)) for value, entries in zip(values, limits)]

    parameters = {"draw": str(root.number), "choices": str(sorted({len(law) for law in laws if law}))}
    answers = root.recorder.event(Event("choice", parameters, root.site, laws, cells=cells), drawn)
    for cell, each, entries, answer in zip(cells, steps, limits, answers):
        keep(root, cell, each, entries, int(answer))
    return [int(answer) for answer in answers]


def weights(root: Root, cell: int, steps: Any, limits: list[Any]) -> tuple[Any, ...] | None:
    """Return the probability of each place among sorted limits; None where they are not sorted, or no numbers."""
    if len(limits) > MOST_LIMITS or any(isinstance(exact(limit), float) and limit != limit for limit in limits):  # noqa: PLR0124  # NaN
        return None
    shares = [Fraction(0)]
    for limit in limits:
        place, rises = _place(root, cell, steps, limit)
        share = _below(root, cell, place)
        shares.append(share if rises else 1 - share)
    rounding = len(limits) * UNIT
    if limits and root.within.get(cell) is None and 1 - rounding <= shares[-1] < 1:
        shares[-1] = Fraction(1)
    shares.append(Fraction(1))
    found = tuple(after - before for before, after in zip(shares, shares[1:]))
    return found if min(found) >= 0 else None


def keep(root: Root, cell: int, steps: Any, limits: list[Any], answer: int) -> None:
    """Keep the interval that an answer leaves of a number."""
    low, high = _interval(root, cell)
    begin, end = low, high
    if answer > 0:
        place, rises = _place(root, cell, steps, limits[answer - 1])
        begin, end = (max(begin, place), end) if rises else (begin, min(end, place))
    if answer < len(limits):
        place, rises = _place(root, cell, steps, limits[answer])
        begin, end = (begin, min(end, place)) if rises else (max(begin, place), end)
    root.within[cell] = (begin, end) if begin < end else (low, high)
