"""Sums of noise that nobody has seen: one answer, which is the sum, and not one for each term.

Where a term is seen before the sum, all terms are, and the sum is what they make.

The difference of two exponential draws of one unit is Laplace noise, that of two geometric ones is two-sided geometric
noise, and a sum of normal ones is normal, its unit then being the variance. Other sums have no law here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_draws import STEPS, Root, plus, times

if TYPE_CHECKING:
    from .worker_noise import Noise

DIFFERENCES = {"exponential": "laplace", "geometric": "two-sided geometric"}
NORMAL = ("normal", "normal sum")


def summed(first: Noise, second: Noise, sign: str) -> Root | None:
    """Return the draw that two unseen draws of one shape make together, number by number; None where one was seen."""
    if first.index.shape != second.index.shape or first.root is second.root:
        return None
    sides = [terms(first, 1), terms(second, 1 if sign == "+" else -1)]
    return made(list(zip(*sides))) if all(side is not None for side in sides) else None


def total(noise: Noise) -> Root | None:
    """Return the draw that all numbers of a draw make together; None where one was seen."""
    found = terms(noise, 1)
    return made([tuple(found)]) if found else None


def terms(noise: Noise, sign: int) -> list[tuple[Any, ...]] | None:
    """Return root, cell, place, unit, value, steps and sign of each number.

    None where one was seen, or there are two of one.
    """
    root, cells = noise.root, noise.index.ravel().tolist()
    if len(set(cells)) < len(cells) or any(c in root.seen or c in root.within or c in root.chosen for c in cells):
        return None
    found = []
    for j, cell in enumerate(cells):
        steps = [(op, x.ravel()[j]) for op, x in noise.ops]
        place, unit = root.line(cell, steps)
        value = root.natural[cell]
        for op, x in steps:
            value = STEPS[op](value, x)
        found.append((root, cell, times(place, sign, "*"), times(unit, sign, "*"), value * sign, steps, sign))
    return found


def made(groups: list[tuple[Any, ...]]) -> Root:
    """Return the draw whose numbers are the sums of groups of numbers, of which none is seen from now on."""
    laws = [law_of(group) for group in groups]
    kinds = {kind for kind, _ in laws}
    kind = kinds.pop() if len(kinds) == 1 else "sum of noise"
    places, units, values = (np.empty(len(groups), object) for _ in range(3))
    for j, group in enumerate(groups):
        places[j], values[j] = group[0][2], group[0][4]
        units[j] = laws[j][1]
        for _, _, place, _, value, *_ in group[1:]:
            places[j], values[j] = plus(places[j], place), values[j] + value
    root = groups[0][0][0]
    whole = all(each[0].whole for group in groups for each in group)
    natural = values.astype(np.int64 if whole else np.float64)
    found = Root(root.recorder, root.number, kind, natural, places, units)
    found.groups = [[(each[0], each[1], each[5], each[6]) for each in group] for group in groups]
    found.draws = tuple(sorted({place for group in groups for each in group for place in each[0].draws}))
    return found


def law_of(group: tuple[Any, ...]) -> tuple[str, Any]:
    """Return the kind and the unit of a sum of numbers."""
    kinds = {each[0].kind for each in group}
    units = [each[3] for each in group]
    if kinds <= set(NORMAL):
        squares = [unit if each[0].kind == "normal sum" else times(unit, unit, "*") for each, unit in zip(group, units)]
        return "normal sum", sum(map(abs, squares))
    (kind, *others) = kinds
    if not others and kind in DIFFERENCES and len(group) == 2 and units[0] == -units[1]:
        shares = {each[0].share(each[1]) for each in group}
        if len(shares) == 1:
            return DIFFERENCES[kind], abs(units[0]) if kind == "exponential" else shares.pop()
    return "sum of noise", units[0]
