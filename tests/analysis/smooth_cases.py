"""What the tests of smooth adversaries share: small classes, and values by enumerating histories."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

Rows = Sequence[Sequence[int]]
Law = tuple[Fraction, ...]

HALF = Fraction(1, 2)
POINTS = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
"""Each function is 1 at one point."""
THRESHOLDS = ((0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1))
OVERLAPPING = ((1, 1, 0, 0), (0, 1, 1, 0), (0, 0, 1, 1), (1, 0, 0, 1))
LOPSIDED = ((1, 1, 0, 0), (0, 0, 1, 0))
"""Functions of different measures."""
CLASSES = (POINTS, THRESHOLDS, OVERLAPPING, LOPSIDED)
SIGMAS = (Fraction(1, 8), Fraction(2, 5), HALF, Fraction(3, 4), Fraction(1))


def by_floor_and_rest(size: int, sigma: Fraction) -> set[Law]:
    """The extreme points in the words of the docstring: m points at the cap, the rest at one other."""
    cap, found = 1 / (sigma * size), set()
    m = int(sigma * size)
    for chosen in combinations(range(size), m):
        others = [x for x in range(size) if x not in chosen]
        for other in others if m * cap < 1 else [None]:
            found.add(tuple(cap if x in chosen else 1 - m * cap if x == other else Fraction(0) for x in range(size)))
    return found


def naive_value(rows: Rows, sigma: Fraction, rounds: int, payoff: Callable[[Sequence[int]], Fraction]) -> Fraction:
    """Every history, and at each of them every extreme point."""
    size = len(rows[0])
    laws = by_floor_and_rest(size, sigma)

    def after(points: tuple[int, ...]) -> Fraction:
        if len(points) == rounds:
            return Fraction(payoff([sum(row[x] for x in points) for row in rows]))
        values = [after((*points, x)) for x in range(size)]
        return max(sum((p * v for p, v in zip(law, values, strict=True)), Fraction(0)) for law in laws)

    return after(())


def naive_fixed(rows: Rows, sigma: Fraction, rounds: int, payoff: Callable[[Sequence[int]], Fraction]) -> Fraction:
    """Every sequence of extreme points, and every history under it."""
    size = len(rows[0])
    return max(
        sum(
            (chance(laws, points) * Fraction(payoff(sums(rows, points))) for points in histories(size, rounds)),
            HALF * 0,
        )
        for laws in product(by_floor_and_rest(size, sigma), repeat=rounds)
    )


def histories(size: int, rounds: int) -> Iterator[tuple[int, ...]]:
    return product(range(size), repeat=rounds)


def sums(rows: Rows, points: Sequence[int]) -> list[int]:
    return [sum(row[x] for x in points) for row in rows]


def chance(laws: Sequence[Law], points: Sequence[int]) -> Fraction:
    result = Fraction(1)
    for law, x in zip(laws, points, strict=True):
        result *= law[x]
    return result
