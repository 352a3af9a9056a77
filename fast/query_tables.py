"""Many queries over a large domain, in bounded memory: intervals by their ends, and tables of small whole numbers.

Both say, for `dpassay.fast.mwem_release`, how many queries there are, what values they have, and four things more:

    sums(histogram)      g n q(D_B) of every query, whole numbers without rounding
    answers(masses)      q(D) of every query
    row(j)               the values of one query
    distances(j, kept)   g times the sum over the domain of |q_j(x) - q(x)|, for each kept q: whole numbers

Intervals take a cumulative sum over the domain and two entries of it a query. A table is multiplied in blocks of
doubles that stay in the processor's cache: its bytes are never converted as a whole. Sums are below 2^53, so that
products of doubles give them exactly.
"""

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from dpassay.fast import checks
from dpassay.fast.draws import Floats, Integers

__all__ = ["BLOCK_ENTRIES", "MOST_DOMAIN", "Intervals", "QueryClass", "Table", "cover"]

BLOCK_ENTRIES: Final = 2**17  # of a table that are doubles at a time
MOST_DOMAIN: Final = 2**30


class QueryClass(Protocol):
    """Queries over the domain range(N)."""

    @property
    def count(self) -> int:
        """|Q|."""

    @property
    def domain(self) -> int:
        """N."""

    @property
    def grain(self) -> int:
        """g, a whole number of which all values are multiples of the inverse."""

    @property
    def ends(self) -> tuple[int, int]:
        """The least and the greatest value that is allowed, times g."""

    def sums(self, histogram: Integers) -> Integers:
        """The sum of each query over all points, in units of 1/g."""

    def answers(self, masses: Floats) -> Floats:
        """The mean of each query under a distribution."""

    def row(self, j: int) -> Floats:
        """The values of a query."""

    def distances(self, j: int, kept: Integers) -> Integers:
        """How far a query is from others, in units of 1/g, as a sum over the domain."""

    def only(self, kept: Integers) -> "QueryClass":
        """Some of the queries, in this order."""


@dataclass(frozen=True, slots=True)
class Intervals:
    """The queries [start <= x < stop]; with starts of 0 they are thresholds.

    Attributes:
        starts: shape (|Q|,), from 0 on.
        stops: at least the starts, and at most N.
        domain: N.

    Raises:
        ValueError: there is no query, or one is no interval of the domain.
    """

    starts: Integers
    stops: Integers
    domain: int

    def __post_init__(self) -> None:
        checks.integer(self.domain, "domain", low=1, high=MOST_DOMAIN)
        for name, ends in (("starts", self.starts), ("stops", self.stops)):
            if not isinstance(ends, np.ndarray) or ends.ndim != 1 or ends.dtype.kind not in "iu" or not ends.size:
                raise checks.bad(name, ends, "an array of whole numbers, one a query")
        if len(self.starts) != len(self.stops) or (self.starts > self.stops).any():
            raise checks.bad("stops", self.stops, "as many as the starts, and none below its own")
        if self.starts.min() < 0 or self.stops.max() > self.domain:
            raise checks.bad("stops", self.stops, f"intervals of range({self.domain})")

    @property
    def count(self) -> int:
        """|Q|."""
        return len(self.starts)

    @property
    def grain(self) -> int:
        """1."""
        return 1

    @property
    def ends(self) -> tuple[int, int]:
        """0 and 1."""
        return 0, 1

    def sums(self, histogram: Integers) -> Integers:
        """How many points are in each interval."""
        below: Integers = np.concatenate([[0], np.cumsum(histogram)])
        counts: Integers = below[self.stops] - below[self.starts]
        return counts

    def answers(self, masses: Floats) -> Floats:
        """The mass of each interval."""
        below = np.zeros(self.domain + 1)
        np.cumsum(masses, out=below[1:])
        inside: Floats = below[self.stops] - below[self.starts]
        return inside

    def row(self, j: int) -> Floats:
        """1 in the interval, else 0."""
        values = np.zeros(self.domain)
        values[self.starts[j] : self.stops[j]] = 1
        return values

    def distances(self, j: int, kept: Integers) -> Integers:
        """The sizes of the symmetric differences."""
        low, high = self.starts[j], self.stops[j]
        both = np.minimum(self.stops[kept], high) - np.maximum(self.starts[kept], low)
        apart: Integers = (self.stops - self.starts)[kept] + (high - low) - 2 * np.maximum(both, 0)
        return apart

    def only(self, kept: Integers) -> "Intervals":
        """Some of the intervals."""
        return Intervals(self.starts[kept], self.stops[kept], self.domain)


@dataclass(frozen=True, slots=True)
class Table:
    """Queries with the values rows / g, a row a query.

    Attributes:
        rows: shape (|Q|, N): whole numbers, of 8 or 16 bits.
        grain: g.
        ends: the least and the greatest value that is allowed, times g.

    Raises:
        ValueError: it is no such table, or a value is outside of the range.
    """

    rows: NDArray[np.integer]
    grain: int = 1
    ends: tuple[int, int] = (0, 1)

    def __post_init__(self) -> None:
        rows = self.rows
        if not isinstance(rows, np.ndarray) or rows.ndim != 2 or rows.dtype.kind not in "iu" or rows.itemsize > 2:
            raise checks.bad("rows", rows, "a matrix of integers of 8 or 16 bits, one row a query")
        if not rows.size or rows.shape[1] > MOST_DOMAIN:
            raise checks.bad("rows", rows, f"a row and a column or more, and at most {MOST_DOMAIN} columns")
        checks.integer(self.grain, "grain", low=1, high=2**16)
        low, high = (checks.integer(end, "ends", low=-(2**16), high=2**16) for end in self.ends)
        if low >= high or rows.min() < low or rows.max() > high:
            raise checks.bad(
                "ends", self.ends, "a least and a greatest value, times the grain, that all rows are between"
            )

    @property
    def count(self) -> int:
        """|Q|."""
        return len(self.rows)

    @property
    def domain(self) -> int:
        """N."""
        return int(self.rows.shape[1])

    def sums(self, histogram: Integers) -> Integers:
        """The sums of the rows over all points."""
        if not np.abs(histogram).sum() * 2**16 < 2**53:
            raise checks.bad("the number of points", int(histogram.sum()), "less than 2^37")
        return self._times(histogram.astype(np.float64)).astype(np.int64)

    def answers(self, masses: Floats) -> Floats:
        """The mean of each query."""
        return self._times(masses) / self.grain

    def _times(self, column: Floats) -> Floats:
        step = max(1, BLOCK_ENTRIES // self.domain)
        product = np.empty(self.count)
        for start in range(0, self.count, step):
            block = self.rows[start : start + step].astype(np.float64)
            product[start : start + step] = block @ column
        return product

    def row(self, j: int) -> Floats:
        """The values of a query."""
        values: Floats = self.rows[j] / self.grain
        return values

    def distances(self, j: int, kept: Integers) -> Integers:
        """The sums of the absolute differences, a block of kept rows at a time."""
        step = max(1, BLOCK_ENTRIES // self.domain)
        apart = np.empty(len(kept), np.int64)
        own = self.rows[j].astype(np.int32)
        for start in range(0, len(kept), step):
            block = self.rows[kept[start : start + step]]
            apart[start : start + step] = np.abs(block - own).sum(axis=1, dtype=np.int64)
        return apart

    def only(self, kept: Integers) -> "Table":
        """Some of the rows."""
        return Table(self.rows[kept], self.grain, self.ends)


def cover(queries: QueryClass, reach: float) -> Integers:
    """The queries that are kept, in order: those from which no kept one is within `reach`, as of `distances`."""
    kept = np.empty(queries.count, np.int64)
    count = 0
    for j in range(queries.count):
        if not count or queries.distances(j, kept[:count]).min() > reach:
            kept[count] = j
            count += 1
    return kept[:count]
