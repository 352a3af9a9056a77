"""Two adjacent histograms on a domain 1, ..., k: Definition 3.3.

``h1`` and ``h2`` are the counts; ``up(x)`` is 1 at the point whose count is larger by one in h1, ``down(x)`` at that
where it is less by one. M is the number of items of each, and ``p1`` and ``p2`` are the shares h1/M and h2/M. Pi, of
masses ``q``, is above 0. ``N`` is the number of items of a dataset with the same shares, a multiple of M.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.exact import Real, as_real
from dpassay.proofs_check.models.estimates_of_kl import divergence
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Adjacent:
    """The first histogram, the points of which one loses an item to the other, Pi, and the multiple that N is of M."""

    first: tuple[int, ...]
    up: int
    down: int
    public: tuple[Fraction, ...]
    multiple: int = 1

    def __post_init__(self) -> None:
        points = range(1, len(self.first) + 1)
        if min(self.first) < 0 or self.up == self.down or not {self.up, self.down} <= set(points):
            raise ValueError(f"up, down = {self.up}, {self.down}: expected two points of {self.first}")
        if not self.first[self.up - 1] or self.multiple < 1:
            raise ValueError(f"first = {self.first}: expected an item at the point {self.up}")
        if len(self.public) != len(self.first) or min(self.public) <= 0 or sum(self.public) != 1:
            raise ValueError(f"public = {self.public}: expected a law above 0 on {len(self.first)} points")

    @property
    def second(self) -> tuple[int, ...]:
        """h2."""
        return tuple(n - (x == self.up) + (x == self.down) for x, n in enumerate(self.first, 1))

    @property
    def items(self) -> int:
        """M."""
        return sum(self.first)

    def shares(self, counts: tuple[int, ...]) -> tuple[Fraction, ...]:
        """The law of an item."""
        return tuple(Fraction(n, self.items) for n in counts)


def off(at: Adjacent, counts: tuple[int, ...]) -> Real:
    """KL(Pi || P); all counts are above 0."""
    return as_real(divergence(at.public, at.shares(counts)))


HALVES: Final = (Fraction(1, 2), Fraction(1, 2))
TWICE: Final = Adjacent((1, 0), 1, 2, HALVES, 2)
"""One item that is exchanged, and a dataset with two items of the same shares."""
POSITIVE: Final = (
    Adjacent((2, 1), 1, 2, HALVES),
    Adjacent((3, 2, 1), 2, 3, (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))),
)
SAME: Final = (*POSITIVE, Adjacent((1, 0), 1, 2, HALVES), Adjacent((2, 1, 0), 1, 3, (Fraction(1, 3),) * 3))


def settings() -> Iterator[Adjacent]:
    """With counts of 0, and without; N = M and N = 2 M."""
    yield from SAME
    yield TWICE


def read(at: Adjacent) -> dict[str, Fraction]:
    """k, M and N."""
    return {"k": Fraction(len(at.first)), "M": Fraction(at.items), "N": Fraction(at.items * at.multiple)}


POINT: Final = "integer, 1 <= x, x <= k"
PARAMETERS: Final = {"k": "integer, 1 <= k", "M": "integer, 1 <= M", "N": "integer, 1 <= N"}


def _quantities(range_of_counts: str) -> dict[str, Named]:
    index = {"x": POINT}
    return {
        "h1": Named(lambda at, x: Fraction(at.first[x - 1]), index, range=range_of_counts),
        "h2": Named(lambda at, x: Fraction(at.second[x - 1]), index, range=range_of_counts),
        "p1": Named(lambda at, x: at.shares(at.first)[x - 1], index, range=range_of_counts),
        "p2": Named(lambda at, x: at.shares(at.second)[x - 1], index, range=range_of_counts),
        "up": Named(lambda at, x: Fraction(int(x == at.up)), index, range="at least 0"),
        "down": Named(lambda at, x: Fraction(int(x == at.down)), index, range="at least 0"),
        "q": Named(lambda at, x: at.public[x - 1], index, range="positive"),
    }


FACTS: Final = {
    "counts": "h1(x) = h2(x) + up(x) - down(x)",
    "0 or 1": "up(x)**2 = up(x)",
    "down is 0 or 1": "down(x)**2 = down(x)",
    "two points": "up(x)*down(x) = 0",
    "one is up": "sum(up(x), x, 1, k) = 1",
    "one is down": "sum(down(x), x, 1, k) = 1",
    "shares": "p1(x) = h1(x)/M",
    "other shares": "p2(x) = h2(x)/M",
}
ADJACENT: Final = Model(
    "two adjacent histograms",
    parameters=PARAMETERS,
    variables={"x": POINT},
    quantities=_quantities("at least 0"),
    facts=FACTS,
    settings=settings,
    read=read,
)
OF_ONE_SIZE: Final = ADJACENT.narrowed("two adjacent histograms of N items", {"size": "M = N"}, lambda: SAME)
FULL: Final = Model(
    "two adjacent histograms with all counts of at least 1",
    parameters=PARAMETERS,
    variables={"x": POINT},
    quantities={
        **_quantities("positive"),
        "KL1": Named(lambda at: off(at, at.first)),
        "KL2": Named(lambda at: off(at, at.second)),
    },
    facts={
        **{name: FACTS[name] for name in ("counts", "down is 0 or 1", "shares", "other shares")},
        "at least 1": "1 <= h1(x)",
        "Pi is a law": "sum(q(x), x, 1, k) = 1",
        "divergence": "KL1 = sum(q(x)*log(q(x)/p1(x)), x, 1, k)",
        "other divergence": "KL2 = sum(q(x)*log(q(x)/p2(x)), x, 1, k)",
    },
    settings=lambda: POSITIVE,
    read=read,
)
