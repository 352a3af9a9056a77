"""Items of a domain 1, ..., k that n clients hold: ``count(i, x)`` times x by client i, ``size(i)`` items in all.

``D(x)`` is the count of x among all items, ``items`` their number, and ``p(x)`` the share D(x)/items.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Holdings:
    """The counts of each client."""

    counts: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        if not self.counts or len({len(row) for row in self.counts}) != 1:
            raise ValueError(f"counts = {self.counts}: expected a row of as many counts for each client")
        if min(map(min, self.counts)) < 0 or not all(map(any, self.counts)):
            raise ValueError(f"counts = {self.counts}: expected counts of at least 0, and an item of each client")

    @property
    def items(self) -> int:
        """The number of all items."""
        return sum(map(sum, self.counts))

    def of_all(self, x: int) -> int:
        """D(x)."""
        return sum(row[x - 1] for row in self.counts)


UNEQUAL: Final = Holdings(((3, 1), (1, 1)))
ALIKE: Final = (Holdings(((2, 1), (1, 2))), Holdings(((1, 0, 0), (0, 1, 0), (0, 1, 0))))


def settings() -> Iterator[Holdings]:
    """Clients with as many items, and not."""
    yield UNEQUAL
    yield Holdings(((1, 0), (0, 3)))
    yield from ALIKE


def read(at: Holdings) -> dict[str, Fraction]:
    """n, k and the number of items."""
    return {"n": Fraction(len(at.counts)), "k": Fraction(len(at.counts[0])), "items": Fraction(at.items)}


CLIENT: Final = "integer, 1 <= i, i <= n"
POINT: Final = "integer, 1 <= x, x <= k"
HOLDINGS: Final = Model(
    "items of clients",
    parameters={"n": "integer, 1 <= n", "k": "integer, 1 <= k", "items": "integer, 1 <= items"},
    variables={"i": CLIENT, "x": POINT},
    quantities={
        "count": Named(
            lambda at, i, x: Fraction(at.counts[i - 1][x - 1]), {"i": CLIENT, "x": POINT}, range="at least 0"
        ),
        "size": Named(lambda at, i: Fraction(sum(at.counts[i - 1])), {"i": CLIENT}, range="positive"),
        "D": Named(lambda at, x: Fraction(at.of_all(x)), {"x": POINT}, range="at least 0"),
        "p": Named(lambda at, x: Fraction(at.of_all(x), at.items), {"x": POINT}, range="at least 0"),
    },
    facts={
        "items of a client": "size(i) = sum(count(i, x), x, 1, k)",
        "frequency": "D(x) = sum(count(i, x), i, 1, n)",
        "all items": "items = sum(D(x), x, 1, k)",
        "share": "p(x) = D(x)/items",
    },
    settings=settings,
    read=read,
)
EQUAL: Final = HOLDINGS.narrowed("clients with as many items each", {"as many": "n*size(i) = items"}, lambda: ALIKE)
