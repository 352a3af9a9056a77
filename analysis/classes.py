"""Finite classes of binary functions on finitely many points, and what is made of them.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed Analysis of Online and Differentially Private Learning", Section 2
(the partial order of functions), Definition 3.5 (composition with a map) and Theorem 3.7 (k-fold operations).

Points count from 0. A function is a whole number: bit x is 1 where point x has the larger of the two values. The source
takes -1 and +1 in Section 2, and 0 and 1 in Appendix C; order and disagreement are the same in both: one form serves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_

from dpassay.exact import as_integer, as_positive_integer, require
from dpassay.exact.entrance import explain_failures

MOST_POINTS = 1_000
MOST_LISTED = 20
"""The points up to which all functions are listed."""


def as_points(value: object, name: str, most: int = MOST_POINTS) -> int:
    """Return a number of points, from 1 to ``most``."""
    points = as_positive_integer(value, name)
    require(points <= most, name, points, f"at most {most}")
    return points


def as_function(value: object, points: int, name: str) -> int:
    """Return a function on so many points: a whole number of at least 0, of no more bits."""
    function = as_integer(value, name)
    require(function >= 0 and function.bit_length() <= points, name, function, f"in 0..2^{points} - 1")
    return function


def places(mask: int) -> Iterator[int]:
    """Yield the places of the bits that are 1, in increasing order."""
    require(mask >= 0, "mask", mask, "a whole number of at least 0")
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True, slots=True)
class HypothesisClass:
    """A class: the number of ``points``, and its ``members``, at least one, without repetition and in order."""

    points: int
    members: tuple[int, ...]

    def __post_init__(self) -> None:
        """Check both, sort the members and drop repetitions."""
        points = as_points(self.points, "points")
        members = {as_function(member, points, "member") for member in self.members}
        require(bool(members), "members", self.members, "at least one function")
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "members", tuple(sorted(members)))

    def __len__(self) -> int:
        return len(self.members)

    @property
    def everywhere(self) -> int:
        """The function that has the larger value at all points."""
        return (1 << self.points) - 1

    def labels(self) -> tuple[tuple[int, ...], ...]:
        """Return a row a member, with values 0 and 1."""
        return tuple(tuple(member >> x & 1 for x in range(self.points)) for member in self.members)

    def signs(self) -> tuple[tuple[int, ...], ...]:
        """Return a row a member, with values -1 and +1."""
        return tuple(tuple(2 * label - 1 for label in row) for row in self.labels())


def from_labels(rows: Sequence[Sequence[int]]) -> HypothesisClass:
    """Return the class of these rows of values 0 and 1."""
    return _from_rows(rows, (0, 1))


def from_signs(rows: Sequence[Sequence[int]]) -> HypothesisClass:
    """Return the class of these rows of values -1 and +1."""
    return _from_rows(rows, (-1, 1))


def _from_rows(rows: Sequence[Sequence[int]], values: tuple[int, int]) -> HypothesisClass:
    require(len({len(row) for row in rows}) == 1, "rows", rows, "at least one row, all of one length")
    for row in rows:
        require(all(value in values for value in row), "row", row, f"the values {values[0]} and {values[1]}")
    members = tuple(sum(1 << x for x, value in enumerate(row) if value == values[1]) for row in rows)
    return HypothesisClass(len(rows[0]), members)


# Examples


def all_functions(points: int) -> HypothesisClass:
    """Return the class of all 2^n functions."""
    return HypothesisClass(points, tuple(range(1 << as_points(points, "points", MOST_LISTED))))


def thresholds(points: int) -> HypothesisClass:
    """Return the n + 1 thresholds on a line: the larger value from some point on."""
    whole = (1 << as_points(points, "points")) - 1
    return HypothesisClass(points, tuple(whole >> x << x for x in range(points + 1)))


def intervals(points: int) -> HypothesisClass:
    """Return the 1 + n(n + 1)/2 intervals on a line: the larger value on consecutive points, or nowhere."""
    n = as_points(points, "points")
    return HypothesisClass(n, (0, *((1 << last) - (1 << first) for last in range(n + 1) for first in range(last))))


def singletons(points: int) -> HypothesisClass:
    """Return the n functions with the larger value at one point."""
    return HypothesisClass(points, tuple(1 << x for x in range(as_points(points, "points"))))


# Operations


def complements(functions: HypothesisClass) -> HypothesisClass:
    """Return the class of all complements."""
    return HypothesisClass(functions.points, tuple(functions.everywhere ^ member for member in functions.members))


def intersections(classes: Sequence[HypothesisClass]) -> HypothesisClass:
    """Return F_1 F_2 ... F_k: all intersections of a member of each class."""
    return _folded(classes, and_)


def unions(classes: Sequence[HypothesisClass]) -> HypothesisClass:
    """Return F_1 + F_2 + ... + F_k: all unions of a member of each class."""
    return _folded(classes, or_)


def _folded(classes: Sequence[HypothesisClass], operation: Callable[[int, int], int]) -> HypothesisClass:
    require(len({one.points for one in classes}) == 1, "classes", classes, "at least one class, all on the same points")
    members = reduce(
        lambda made, one: {operation(f, g) for f in made for g in one.members},
        classes[1:],
        set(classes[0].members),
    )
    return HypothesisClass(classes[0].points, tuple(members))


def symmetric_differences(functions: HypothesisClass) -> HypothesisClass:
    """Return {f xor f' : f, f' in F}, where f' may be f: always with the function of the smaller value everywhere."""
    members = functions.members
    return HypothesisClass(functions.points, tuple({f ^ g for f in members for g in members}))


def composed(functions: HypothesisClass, images: Sequence[int]) -> HypothesisClass:
    """Return {h o psi : h in H} on as many points as there are images; psi takes point x to ``images[x]``."""
    for z in images:
        require(0 <= z < functions.points, "image", z, f"a point in 0..{functions.points - 1}")
    members = (sum((h >> z & 1) << x for x, z in enumerate(images)) for h in functions.members)
    return HypothesisClass(len(images), tuple(members))


def restricted(functions: HypothesisClass, mask: int) -> HypothesisClass:
    """Return the class on the points of a mask alone, which are numbered anew in their order."""
    return composed(functions, list(places(as_function(mask, functions.points, "mask"))))


explain_failures(__name__)
