"""MWEM and its smooth variants: their parameters, and the data.

Source and readings: ``dpassay.reference.mwem``. A query is a row of N values, one for each point of the universe; g,
the ``grain``, is the least common denominator of all values and of the ends of the query range, so that sums of a query
over records, and what is measured of them, are multiples of 1/g.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Protocol, TypeAlias

from dpassay.exact import Budget, as_fraction, as_integer, as_positive_integer, require
from dpassay.exact.entrance import explain_failures
from dpassay.reference.label_clipping import as_calibration
from dpassay.reference.mechanism import MechanismParameters, parameter

LARGEST_VALUE = 8
"""Values of queries lie between minus this and this."""
LARGEST_GRAIN = 1000
"""Values have a common denominator of at most this, so that a target can tell them from their doubles."""
LARGEST_MARGIN = 64

Query: TypeAlias = tuple[Fraction, ...]
Queries: TypeAlias = tuple[Query, ...]
Points: TypeAlias = tuple[int, ...]
"""The records, numbers of points of the universe."""


def as_queries(value: object, name: str) -> Queries:
    """Return the queries, rows of N values; in a text rows are apart by semicolons and values by commas."""
    rows = value.strip("[]() ").split(";") if isinstance(value, str) else value
    if not isinstance(rows, list | tuple) or not rows:
        raise ValueError(f"{name} = {value!r:.60}: expected a sequence of queries, each a row of N values")
    queries = tuple(_as_query(row, f"{name}[{j}]") for j, row in enumerate(rows))
    for j, query in enumerate(queries):
        require(len(query) == len(queries[0]), f"{name}[{j}]", f"of {len(query)} values", f"{len(queries[0])} values")
    return queries


def _as_query(value: object, name: str) -> Query:
    entries = value.strip("[]() ").split(",") if isinstance(value, str) else value
    if not isinstance(entries, list | tuple) or len(entries) < 2:
        raise ValueError(f"{name} = {value!r:.60}: expected N values, one a point of the universe, at least 2")
    return tuple(_as_value(entry, f"{name}[{x}]") for x, entry in enumerate(entries))


def _as_value(value: object, name: str) -> Fraction:
    number = as_fraction(value, name)
    require(abs(number) <= LARGEST_VALUE, name, value, f"a number from -{LARGEST_VALUE} to {LARGEST_VALUE}")
    return number


def as_range(value: object, name: str) -> tuple[Fraction, Fraction]:
    """Return the least and the largest value that a query may have, as a pair or as text, apart by a comma."""
    ends = value.strip("[]() ").split(",") if isinstance(value, str) else value
    if not isinstance(ends, list | tuple) or len(ends) != 2:
        raise ValueError(f"{name} = {value!r:.60}: expected two numbers, the least value and the largest one")
    low, high = (_as_value(end, f"{name}[{place}]") for place, end in enumerate(ends))
    require(low < high, name, f"{low},{high}", "the least value before a larger one")
    return low, high


def as_margin(value: object, name: str) -> int:
    """Return a whole number from 0 to ``LARGEST_MARGIN``."""
    margin = as_integer(value, name)
    require(0 <= margin <= LARGEST_MARGIN, name, value, f"a whole number from 0 to {LARGEST_MARGIN}")
    return margin


class Setting(Protocol):
    """What the parameters of MWEM and of its smooth variants share."""

    @property
    def budget(self) -> Budget:
        """Epsilon, for all rounds."""

    @property
    def rounds(self) -> int:
        """T."""

    @property
    def queries(self) -> Queries:
        """Q, a row of N values each."""

    @property
    def query_range(self) -> tuple[Fraction, Fraction]:
        """The least and the largest value."""

    @property
    def margin(self) -> int:
        """How far beyond all possible sums what is measured may lie."""

    @property
    def calibration(self) -> str:
        """Which text is followed: "corrected" or "printed"."""


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of MWEM."""

    budget: Budget
    rounds: int = parameter(as_positive_integer, "the number T of rounds, at least 1")
    queries: Queries = parameter(as_queries, "the queries, each a row of N values: rows apart by semicolons")
    query_range: tuple[Fraction, Fraction] = parameter(
        as_range, "the least and the largest value of a query, apart by a comma", default=(Fraction(0), Fraction(1))
    )
    margin: int = parameter(as_margin, "how far a measured sum may lie beyond all sums, in records", default=0)
    calibration: str = parameter(as_calibration, 'a text: "corrected" (default) or "printed"', default="corrected")

    def __post_init__(self) -> None:
        """Check the domains."""
        MechanismParameters.__post_init__(self)
        check_setting(self)


def check_setting(setting: Setting) -> None:
    """Refuse values outside of the query range, and too fine ones."""
    check_values(setting.queries, setting.query_range)


def check_values(queries: Queries, query_range: tuple[Fraction, Fraction]) -> None:
    """Refuse values outside of a range, and too fine ones."""
    low, high = query_range
    for j, query in enumerate(queries):
        for x, value in enumerate(query):
            require(low <= value <= high, f"queries[{j}][{x}]", value, f"a value in the query range, {low} to {high}")
    g = _common_denominator(queries, query_range)
    require(g <= LARGEST_GRAIN, "queries", f"with the denominator {g}", f"a common one of at most {LARGEST_GRAIN}")


def universe(setting: Setting) -> int:
    """N, the number of points."""
    return len(setting.queries[0])


@lru_cache(maxsize=256)
def _common_denominator(queries: Queries, ends: tuple[Fraction, Fraction]) -> int:
    return lcm(*(value.denominator for row in (*queries, ends) for value in row))


def grain(setting: Setting) -> int:
    """g, the least common denominator of all values and of the ends of the query range."""
    return _common_denominator(setting.queries, setting.query_range)


def sensitivity(setting: Setting) -> Fraction:
    """How far one record is taken to move the sum of a query: the width of the query range.

    "Printed": 1, whatever the range; of {-1, +1} the sum moves by 2.
    """
    low, high = setting.query_range
    return Fraction(1) if setting.calibration == "printed" else high - low


def check_data(data: object, parameters: Setting) -> Points:
    """Return the records, points 0, ..., N - 1; also read from a string such as "0,1,1"."""
    parts = data.strip("[]() ").split(",") if isinstance(data, str) else data
    if not isinstance(parts, list | tuple) or not parts:
        raise ValueError(f"data = {data!r:.60}: expected at least one point of the universe, apart by commas")
    points = tuple(as_integer(part, f"data[{i}]") for i, part in enumerate(parts))
    last = universe(parameters) - 1
    for i, point in enumerate(points):
        require(0 <= point <= last, f"data[{i}]", point, f"a point from 0 to {last}")
    return points


def are_neighbors(first: Points, second: Points, parameters: Setting) -> bool:  # noqa: ARG001  # one signature for all
    """Neighbors have equally many records, and differ in at most one."""
    return len(first) == len(second) and sum(x != y for x, y in zip(first, second, strict=True)) <= 1


explain_failures(__name__)
