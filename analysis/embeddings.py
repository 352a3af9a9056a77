"""Classes embedded as halfspaces: maps of the points into R^m and a halfspace for each member, checked exactly.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed Analysis of Online and Differentially Private Learning",
Definition 3.5 and Theorem 3.6.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpassay.analysis.classes import MOST_LISTED, HypothesisClass, as_function, as_points
from dpassay.analysis.gordan import Rows, as_rows
from dpassay.analysis.halfspaces import Halfspace, separate
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures


@dataclass(frozen=True, slots=True)
class Embedding:
    """A map psi: ``images``, a row of m coordinates a point; and ``halfspaces``, one a member in the class's order."""

    images: Rows
    halfspaces: tuple[Halfspace, ...]

    def __post_init__(self) -> None:
        """Check that the coordinates are exact, and as many everywhere."""
        object.__setattr__(self, "images", as_rows(self.images, "images"))
        for halfspace in self.halfspaces:
            require(
                isinstance(halfspace, Halfspace) and len(halfspace.normal) == self.dimension,
                "halfspaces",
                halfspace,
                f"halfspaces in {self.dimension} dimensions",
            )

    @property
    def dimension(self) -> int:
        """The dimension m of the space."""
        return len(self.images[0])

    def embeds(self, functions: HypothesisClass) -> bool:
        """Tell whether g = h o psi for each member g and its halfspace h, with no point on a boundary."""
        if len(self.images) != functions.points or len(self.halfspaces) != len(functions):
            return False
        return all(
            _agrees(member, [halfspace.value(image) for image in self.images])
            for member, halfspace in zip(functions.members, self.halfspaces, strict=True)
        )


def _agrees(member: int, values: Sequence[Fraction]) -> bool:
    return all(value > 0 if member >> x & 1 else value < 0 for x, value in enumerate(values))


def embedded(functions: HypothesisClass, images: Sequence[Sequence[object]]) -> Embedding | None:
    """Return the halfspaces that a class needs at these images of the points; None where a member has none."""
    exact = as_rows(images, "images")
    require(len(exact) == functions.points, "images", images, f"{functions.points} rows")
    found = []
    for member in functions.members:
        vector = separate(exact, member).vector
        if vector is None:
            return None
        found.append(Halfspace(vector[:-1], vector[-1]))
    return Embedding(exact, tuple(found))


# On a curve


def as_order(value: Sequence[int], points: int) -> tuple[int, ...]:
    """Return an order of the points 0, ..., n - 1."""
    order = tuple(value)
    require(sorted(order) == list(range(points)), "order", value, f"each of the points 0..{points - 1} once")
    return order


def changes(member: int, order: Sequence[int]) -> tuple[int, ...]:
    """Return the places t >= 1 at which the value at the t-th point in the order is another than before."""
    values = [as_function(member, len(order), "member") >> x & 1 for x in as_order(order, len(order))]
    return tuple(t for t in range(1, len(values)) if values[t] != values[t - 1])


def most_changes(functions: HypothesisClass, order: Sequence[int]) -> int:
    """Return how often a member changes its value along an order of the points, at most."""
    return max(len(changes(member, as_order(order, functions.points))) for member in functions.members)


def best_order(functions: HypothesisClass) -> tuple[int, ...]:
    """Return an order of the points along which the members change their values least often, at most; n! are looked at.

    An order is given up when a member has changed as often as in the best one so far.
    """
    as_points(functions.points, "points", MOST_LISTED // 2)
    best = tuple(range(functions.points))
    for order in _orders(functions, (), (0,) * len(functions), [most_changes(functions, best)]):
        best = order
    return best


def _orders(
    functions: HypothesisClass, begun: tuple[int, ...], counts: tuple[int, ...], record: list[int]
) -> Iterator[tuple[int, ...]]:
    """Yield orders that begin like this, each better than all before."""
    if max(counts) >= record[0]:
        return
    if len(begun) == functions.points:
        record[0] = max(counts)
        yield begun
    for x in range(functions.points):
        if x not in begun:
            steps = (_step(member, begun, x) for member in functions.members)
            longer = tuple(count + step for count, step in zip(counts, steps, strict=True))
            yield from _orders(functions, (*begun, x), longer, record)


def _step(member: int, begun: tuple[int, ...], x: int) -> int:
    return (member >> begun[-1] ^ member >> x) & 1 if begun else 0


def on_moment_curve(functions: HypothesisClass, order: Sequence[int]) -> Embedding:
    """Return the embedding (t, t^2, ..., t^c) of the t-th point, c how often a member changes, and at least 1.

    The halfspace of a member is a polynomial whose zeros are half a step before the points at which it changes.
    """
    places = as_order(order, functions.points)
    degree = max(1, most_changes(functions, places))
    position = {x: t for t, x in enumerate(places)}
    images = tuple(tuple(Fraction(position[x] ** k) for k in range(1, degree + 1)) for x in range(functions.points))
    coefficients = [_polynomial(member, places, degree) for member in functions.members]
    return Embedding(images, tuple(Halfspace(row[1:], row[0]) for row in coefficients))


def _polynomial(member: int, order: Sequence[int], degree: int) -> tuple[Fraction, ...]:
    """Return the coefficients of a polynomial that has the member's sign at 0, 1, 2, ..., constant first."""
    zeros = changes(member, order)
    last = member >> order[-1] & 1
    row = [Fraction(1 if last else -1)]
    for t in zeros:
        shifted, zero = [Fraction(0), *row], t - Fraction(1, 2)
        row = [a - zero * b for a, b in zip(shifted, [*row, Fraction(0)], strict=True)]
    return tuple(row + [Fraction(0)] * (degree + 1 - len(row)))


explain_failures(__name__)
