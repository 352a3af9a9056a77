"""Two queries with values in {0, 1} that rarely differ, on a data set of n records.

``asked`` and ``covered`` are the numbers of records on which ``q`` and ``r`` are 1: n times the answers of the data.
The radius is that of Theorem 4.2, sigma/(2n). ``e`` is the law that answers, with an error of at most ``a`` on ``r``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.models.close_queries import CLOSE, Close, Values, answer, cover_error, released, values
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Counted(Close):
    """Two such queries, and how many records there are."""

    records: int = 1

    def __post_init__(self) -> None:
        """Check what the model says of a setting."""
        super().__post_init__()
        if not {*self.query, *self.other} <= {0, 1}:
            raise ValueError(f"query, other = {self.query}, {self.other}: expected values of 0 and 1")
        if any((p * self.records).denominator != 1 for p in self.data):
            raise ValueError(f"data, records = {self.data}, {self.records}: expected a law of so many records")

    def count(self, query: Values) -> Fraction:
        """On how many records a query is 1."""
        return sum((Fraction(query[x] * p * self.records) for x, p in enumerate(self.data)), Fraction(0))


DATA: Final = (
    ("1 0 0 0", "1/2 1/2 0 0", "1/2", 1),
    ("1/2 0 1/2 0", "1/4 1/4 1/4 1/4", "1", 2),
    ("1/2 1/2 0 0", "1/2 1/2 0 0", "1/2", 2),
)
"""The law of the data, a smooth one, sigma and n."""


def settings() -> Iterator[Counted]:
    """All pairs of such queries on four points, for three data sets."""
    bits = [tuple(map(Fraction, query)) for query in product((0, 1), repeat=4)]
    for data, smooth, sigma, records in DATA:
        laws, least = (values(data), values(smooth)), Fraction(sigma)
        same = [query for query in bits if answer(query, laws[0]) == answer(query, laws[1])]
        for query, other in product(same, repeat=2):
            at = Counted(*laws, least, query, other, Fraction(1), least / (2 * records), records)
            if Fraction(sum(at.differing), 4) <= at.radius:
                yield at


COUNTED: Final[Model] = CLOSE.narrowed(
    "two queries with values in {0, 1} that rarely differ, on n records",
    {
        "values in {0, 1}": "w = 1",
        "radius": "2*n*g = sigma",
        "records of q": "n*sum(q(x)*b(x), x, 1, N) = asked",
        "records of r": "n*sum(r(x)*b(x), x, 1, N) = covered",
        "error on the cover": "sum(r(x)*b(x), x, 1, N) - sum(r(x)*e(x), x, 1, N) <= a",
        "error on the cover, back": "sum(r(x)*e(x), x, 1, N) - sum(r(x)*b(x), x, 1, N) <= a",
    },
    settings,
    {
        "n": Named(lambda at: Fraction(at.records), range="positive integer"),
        "asked": Named(lambda at: at.count(at.query), range="integer at least 0"),
        "covered": Named(lambda at: at.count(at.other), range="integer at least 0"),
        "e": Named(lambda at, x: released(at)[x - 1], {"x": "integer, 1 <= x, x <= N"}, range="at least 0"),
        "a": Named(cover_error, range="at least 0"),
    },
)
