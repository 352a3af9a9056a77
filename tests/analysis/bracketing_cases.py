"""Brackets and covers by their definitions, on rows of values 0 and 1: slow, and with no code of what is tested."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

Row = tuple[int, ...]


def cube(points: int) -> list[Row]:
    return list(product((0, 1), repeat=points))


def classes_on(points: int) -> Iterator[tuple[Row, ...]]:
    """All classes of at least one function."""
    rows = cube(points)
    for size in range(1, len(rows) + 1):
        yield from combinations(rows, size)


def below(f: Row, g: Row) -> bool:
    return all(x <= y for x, y in zip(f, g, strict=True))


def differing(f: Row, g: Row, law: Sequence[Fraction]) -> Fraction:
    return sum((p for x, y, p in zip(f, g, law, strict=True) if x != y), Fraction(0))


def all_brackets(ends: Iterable[Row], law: Sequence[Fraction], epsilon: Fraction) -> list[tuple[Row, Row]]:
    rows = list(ends)
    return [(f, g) for f in rows for g in rows if below(f, g) and differing(f, g, law) <= epsilon]


def fewest(members: Sequence[Row], sets: Iterable[frozenset[Row]]) -> int:
    """The fewest sets that hold all members, by trying one set, two sets, three sets."""
    some = [one for one in set(sets) if one]
    whole = frozenset(members)
    return next(
        size
        for size in range(1, len(members) + 1)
        if any(frozenset().union(*chosen) >= whole for chosen in combinations(some, size))
    )


def bracketing_number(members: Sequence[Row], ends: Iterable[Row], law: Sequence[Fraction], epsilon: Fraction) -> int:
    pairs = all_brackets(ends, law, epsilon)
    return fewest(members, (frozenset(f for f in members if below(low, f) and below(f, up)) for low, up in pairs))


def covering_number(members: Sequence[Row], centers: Iterable[Row], law: Sequence[Fraction], epsilon: Fraction) -> int:
    return fewest(members, (frozenset(f for f in members if differing(f, c, law) <= epsilon) for c in centers))


def vc_dimension(members: Sequence[Row]) -> int:
    points = range(len(members[0]))
    return max(
        size
        for size in range(len(members[0]) + 1)
        for chosen in combinations(points, size)
        if len({tuple(f[x] for x in chosen) for f in members}) == 2**size
    )
