"""What MWEM and its smooth forms are asked: queries, points and the rest, checked, and as whole numbers.

Source and conventions: `dpassay.fast.mwem`, `dpassay.fast.smooth_mwem`, `dpassay.fast.projected_smooth_mwem`.

Queries are exact: fractions with the common denominator g, the grain, are kept as integers g q(x). A double stands for
the fraction of denominator at most 1000 that it is the nearest double to. So g n q(D_B), a sum over the points, is an
integer without rounding.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpassay.fast import checks, discrete_laplace
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Integers

__all__ = [
    "CALIBRATIONS",
    "LARGEST_GRAIN",
    "LARGEST_MARGIN",
    "LARGEST_VALUE",
    "MOST_ROUNDS",
    "NEARNESS",
    "Points",
    "Queries",
    "Setting",
    "is_printed",
    "read_points",
    "read_queries",
    "read_range",
    "setting_of",
]

CALIBRATIONS: Final = ("corrected", "printed")
LARGEST_GRAIN: Final = 1000
LARGEST_MARGIN: Final = 64
LARGEST_VALUE: Final = 8  # of a query, so that a sum in units of 1/g is below 2^60
MOST_ROUNDS: Final = 2**31
NEARNESS: Final = Fraction(1, 10**9)  # of a value to the fraction that it stands for

Points = Sequence[int] | NDArray[np.integer]
Queries = str | Sequence[str | Sequence[Rational]] | NDArray[np.floating] | NDArray[np.integer]


@dataclass(frozen=True, slots=True)
class Setting:
    """Checked parameters; rows are queries that can be chosen.

    Attributes:
        rows: g q(x), whole numbers, one row a query of Q' and one column an element of the domain.
        indices: the index in Q of each row.
        grain: g.
        points: n.
        sums: g n q(D_B) of each row.
        ends: the least and the greatest sum that is released, in units of 1/g.
        rounds: T.
        choice_rate: what a score is multiplied by in the exponent.
        noise_rate: the rate of the discrete Laplace noise, in units of 1/g.
        capacity: sigma N if the distributions are projected.
    """

    rows: Integers
    indices: Integers
    grain: int
    points: int
    sums: Integers
    ends: tuple[int, int]
    rounds: int
    choice_rate: float
    noise_rate: float
    capacity: Fraction | None = None


# Arguments.


def read_queries(queries: object, query_range: tuple[Fraction, Fraction]) -> tuple[Integers, int]:
    """The whole numbers g q(x), a row a query, and g; in a string, rows are separated by semicolons, values by commas.

    Raises:
        ValueError: it is no table of rationals in the range, or the grain g is too large.
    """
    expected = "rows of two rationals or more, as many in each, such as '0,1;1,1/2'"
    value: Any = queries.split(";") if isinstance(queries, str) else queries
    if not _is_sequence(value) or len(value) == 0:
        raise checks.bad("queries", queries, expected)
    value = [row.split(",") if isinstance(row, str) else row for row in value]
    if not all(_is_sequence(row) for row in value) or len(value[0]) < 2 or len({len(row) for row in value}) > 1:
        raise checks.bad("queries", queries, expected)
    table = [[_rational(entry, "a value of queries") for entry in row] for row in value]
    low, high = query_range
    if not all(low <= entry <= high for row in table for entry in row):
        raise checks.bad("queries", queries, f"values from {low} to {high}, as query_range says")
    grain = math.lcm(low.denominator, high.denominator, *(entry.denominator for row in table for entry in row))
    if grain > LARGEST_GRAIN:
        raise checks.bad("queries", queries, f"values and a range with a common denominator of at most {LARGEST_GRAIN}")
    return np.array([[int(entry * grain) for entry in row] for row in table], np.int64), grain


def _is_sequence(value: object) -> bool:
    """Whether it is a list or an array, and no text."""
    if isinstance(value, np.ndarray):
        return value.ndim > 0
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def _rational(entry: object, name: str) -> Fraction:
    """A number, or a string such as "1/2" or "0.5", as the fraction of a small denominator that it stands for."""
    expected = (
        f"a number from -{LARGEST_VALUE} to {LARGEST_VALUE} of a denominator up to {LARGEST_GRAIN}, such as '1/2'"
    )
    exact = _exact(entry, name, expected)
    nearest = exact.limit_denominator(LARGEST_GRAIN)
    if abs(nearest - exact) > NEARNESS or abs(nearest) > LARGEST_VALUE:
        raise checks.bad(name, entry, expected)
    return nearest


def _exact(entry: object, name: str, expected: str) -> Fraction:
    if not isinstance(entry, str):
        return checks.real(entry, name, expected)
    if len(entry) > 100 or not set(entry.strip()) <= set("0123456789+-./"):
        raise checks.bad(name, entry, expected)
    try:
        return Fraction(entry.strip())
    except (ValueError, ZeroDivisionError):
        raise checks.bad(name, entry, expected) from None


def read_range(query_range: object) -> tuple[Fraction, Fraction]:
    """The least and the greatest value that a query may have; "0,1" is as good as (0, 1)."""
    expected = "two numbers, the first below the second"
    value: Any = query_range.split(",") if isinstance(query_range, str) else query_range
    if not _is_sequence(value) or len(value) != 2:
        raise checks.bad("query_range", query_range, expected)
    low, high = (_rational(end, "query_range") for end in value)
    if low >= high:
        raise checks.bad("query_range", query_range, expected)
    return low, high


def read_points(data: object, domain: int) -> Integers:
    """The points of the data, whole numbers from 0 to N - 1, of which there is one at least."""
    expected = f"one whole number or more, each from 0 to {domain - 1}"
    if isinstance(data, np.ndarray) and data.size:
        fits = data.ndim == 1 and data.dtype.kind in "iu"
        if not fits or data.max() >= domain or data.min() < 0:
            raise checks.bad("data", data, expected)
        return data.astype(np.int64)
    if not _is_sequence(data) or len(data) == 0:  # type: ignore[arg-type]
        raise checks.bad("data", data, expected)
    return np.array([checks.integer(point, "data", low=0, high=domain - 1) for point in data])  # type: ignore[attr-defined]


def setting_of(
    data: object,
    *,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    rounds: object,
    queries: object,
    query_range: object,
    margin: object,
    calibration: object,
) -> Setting:
    """The setting in which every query may be chosen, and nothing is projected.

    Raises:
        ValueError: an argument is outside its domain.
    """
    budget = checks.budget(epsilon, exp_eps)
    low, high = read_range(query_range)
    rows, grain = read_queries(queries, (low, high))
    points = read_points(data, rows.shape[1])
    length = checks.integer(rounds, "rounds", low=1, high=MOST_ROUNDS)
    beyond = checks.integer(margin, "margin", low=0, high=LARGEST_MARGIN)
    n = len(points)
    width = 1.0 if is_printed(calibration) else float(high - low)
    noise_rate = budget / (2 * length * grain * width) * (1 - 2.0**-50)
    if noise_rate < discrete_laplace.SMALLEST_RATE:
        raise checks.bad("epsilon", budget, f"at least 2^-54 times {length} rounds times {grain}, the grain")
    histogram = np.bincount(points, minlength=rows.shape[1])
    return Setting(
        rows=rows, indices=np.arange(len(rows)), grain=grain, points=n, sums=rows @ histogram,
        ends=(int(grain * (n * low - beyond)), int(grain * (n * high + beyond))),
        rounds=length, choice_rate=budget / (4 * length * width), noise_rate=noise_rate,
    )  # fmt: skip


def is_printed(calibration: object) -> bool:
    """Whether the calibration is "printed" rather than "corrected"."""
    if not isinstance(calibration, str) or calibration not in CALIBRATIONS:
        raise checks.bad("calibration", calibration, "'corrected' or 'printed'")
    return calibration == "printed"
