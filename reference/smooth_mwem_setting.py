"""Smooth MWEM, with and without projection: its parameters, and the cover among which a query is chosen.

Source and readings: ``dpassay.reference.smooth_mwem``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dpassay.exact import Budget, as_fraction, as_positive_integer, require
from dpassay.exact.entrance import explain_failures
from dpassay.reference.label_clipping import as_calibration
from dpassay.reference.mechanism import MechanismParameters, parameter
from dpassay.reference.mwem_release import mean_distance
from dpassay.reference.mwem_setting import Queries, as_margin, as_queries, as_range, check_setting

Candidates = tuple[int, ...]
"""The indices of the queries of Q' in Q."""


def as_sigma(value: object, name: str) -> Fraction:
    """Return a number above 0 and at most 1."""
    sigma = as_fraction(value, name)
    require(0 < sigma <= 1, name, value, "a number above 0 and at most 1")
    return sigma


def as_radius(value: object, name: str) -> Fraction:
    """Return a number of at least 0."""
    radius = as_fraction(value, name)
    require(radius >= 0, name, value, "a number of at least 0")
    return radius


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of Smooth MWEM and of Projected Smooth MWEM."""

    budget: Budget
    rounds: int = parameter(as_positive_integer, "the number T of rounds, at least 1")
    queries: Queries = parameter(as_queries, "the queries, each a row of N values: rows apart by semicolons")
    sigma: Fraction = parameter(as_sigma, "sigma: smooth laws have at most 1/(sigma N) a point; in (0, 1]")
    radius: Fraction | None = parameter(
        as_radius, "gamma, the radius of the cover, at least 0; sigma/(4 n) by default", optional=True
    )
    query_range: tuple[Fraction, Fraction] = parameter(
        as_range, "the least and the largest value of a query, apart by a comma", default=(Fraction(0), Fraction(1))
    )
    margin: int = parameter(as_margin, "how far a measured sum may lie beyond all sums, in records", default=0)
    calibration: str = parameter(as_calibration, 'a text: "corrected" (default) or "printed"', default="corrected")

    def __post_init__(self) -> None:
        """Check the domains."""
        MechanismParameters.__post_init__(self)
        check_setting(self)


def radius_of(records: int, parameters: Parameters) -> Fraction:
    """Return gamma for n records: as given, or sigma/(4 n), which the proof sets (the box has sigma/(2 n))."""
    n = as_positive_integer(records, "records")
    return parameters.sigma / (4 * n) if parameters.radius is None else parameters.radius


def cover(queries: Queries, radius: Fraction) -> Candidates:
    """Return Q': in their order queries are kept that no kept one is within the radius of, in mean distance."""
    kept: list[int] = []
    for j, query in enumerate(queries):
        if all(mean_distance(query, queries[k]) > radius for k in kept):
            kept.append(j)
    return tuple(kept)


def candidates(records: int, parameters: Parameters) -> Candidates:
    """Return the indices of the queries that may be chosen, given n."""
    return cover(parameters.queries, radius_of(records, parameters))


explain_failures(__name__)
