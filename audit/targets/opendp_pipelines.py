"""OpenDP's chains as pipelines: of each the scale is the least that the library says gives epsilon at distance 1.

A function that ends with `_chain` makes the chain of the pipeline before it, of a scale.

Neighbors differ by one record that is added or removed; where their number is public by one that is replaced, which is
a symmetric distance of 2.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import opendp.prelude as dp  # type: ignore[import-not-found,import-untyped,unused-ignore]

DISTRIBUTION = "opendp"
BOUNDS = (0.0, 1.0)

dp.enable_features("contrib")


def floats(size: int | None = None) -> Any:
    """Return the domain of lists of floats, perhaps of one length, with the metric that counts what differs."""
    return dp.vector_domain(dp.atom_domain(T=float, nan=False), size), dp.symmetric_distance()


@cache
def calibrated(make: Callable[..., Any], epsilon: float, distance: int = 1, *given: Any) -> Any:
    """Return the chain of the least scale that is enough, of all that ``make`` makes.

    It is looked for once, as it depends on no data but on their number where that is public.
    """
    return dp.binary_search_chain(lambda scale: make(scale, *given), d_in=distance, d_out=epsilon, T=float)


def count(data: list[float], *, epsilon: float) -> Any:
    """A count, with two-sided geometric noise."""
    return calibrated(count_chain, epsilon)(data)


def count_chain(scale: float) -> Any:
    """Return the chain."""
    return floats() >> dp.t.then_count() >> dp.m.then_laplace(scale)


def count_distinct(data: list[str], *, epsilon: float) -> Any:
    """A count of different texts."""
    return calibrated(count_distinct_chain, epsilon)(data)


def count_distinct_chain(scale: float) -> Any:
    """Return the chain."""
    space = dp.vector_domain(dp.atom_domain(T=str)), dp.symmetric_distance()
    return space >> dp.t.then_count_distinct() >> dp.m.then_laplace(scale)


def total(data: list[float], *, epsilon: float) -> Any:
    """A sum of clamped floats."""
    return calibrated(total_chain, epsilon)(data)


def total_chain(scale: float) -> Any:
    """Return the chain."""
    return floats() >> dp.t.then_clamp(BOUNDS) >> dp.t.then_sum() >> dp.m.then_laplace(scale)


def total_of_whole(data: list[int], *, epsilon: float) -> Any:
    """A sum of clamped whole numbers."""
    return calibrated(total_of_whole_chain, epsilon)(data)


def total_of_whole_chain(scale: float) -> Any:
    """Return the chain."""
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.symmetric_distance()
    return space >> dp.t.then_clamp((0, 10)) >> dp.t.then_sum() >> dp.m.then_laplace(scale)


def mean(data: list[float], *, epsilon: float) -> Any:
    """A mean of so many clamped floats as there are, which is public."""
    return calibrated(mean_chain, epsilon, 2, len(data))(data)


def mean_chain(scale: float, size: int) -> Any:
    """Return the chain."""
    return floats(size) >> dp.t.then_clamp(BOUNDS) >> dp.t.then_mean() >> dp.m.then_laplace(scale)


def mean_of_resized(data: list[float], *, epsilon: float) -> Any:
    """A mean of 4 clamped floats: records are dropped or filled in."""
    return calibrated(mean_of_resized_chain, epsilon)(data)


def mean_of_resized_chain(scale: float) -> Any:
    """Return the chain."""
    resized = floats() >> dp.t.then_clamp(BOUNDS) >> dp.t.then_resize(4, 0.5)
    return resized >> dp.t.then_mean() >> dp.m.then_laplace(scale)


def variance(data: list[float], *, epsilon: float) -> Any:
    """A variance of so many clamped floats as there are, which is public."""
    return calibrated(variance_chain, epsilon, 2, len(data))(data)


def variance_chain(scale: float, size: int) -> Any:
    """Return the chain."""
    return floats(size) >> dp.t.then_clamp(BOUNDS) >> dp.t.then_variance() >> dp.m.then_laplace(scale)


def histogram(data: list[str], *, epsilon: float) -> Any:
    """Counts of three known categories and of all others."""
    return calibrated(histogram_chain, epsilon)(data)


def histogram_chain(scale: float) -> Any:
    """Return the chain."""
    space = dp.vector_domain(dp.atom_domain(T=str)), dp.symmetric_distance()
    return space >> dp.t.then_count_by_categories(["a", "b", "c"], null_category=True) >> dp.m.then_laplace(scale)


def quantile(data: list[float], *, epsilon: float) -> Any:
    """A median among five candidates, by noisy scores."""
    return calibrated(quantile_chain, epsilon)(data)


def quantile_chain(scale: float) -> Any:
    """Return the chain."""
    scored = floats() >> dp.t.then_quantile_score_candidates([0.0, 0.25, 0.5, 0.75, 1.0], 0.5)
    return scored >> dp.m.then_noisy_max(dp.max_divergence(), scale, negate=True)


def gaussian_sum(data: list[float], *, budget: str) -> Any:
    """A sum of clamped floats with normal noise, of rho = budget."""
    return calibrated(gaussian_sum_chain, float(budget))(data)


def gaussian_sum_chain(scale: float) -> Any:
    """Return the chain."""
    return floats() >> dp.t.then_clamp(BOUNDS) >> dp.t.then_sum() >> dp.m.then_gaussian(scale)


def randomized_response(data: list[bool], *, epsilon: float) -> Any:
    """The only bit, told with the probability e^epsilon / (e^epsilon + 1)."""
    return dp.m.make_randomized_response_bool(1 / (1 + math.exp(-epsilon)))(data[0])


def count_and_sum(data: list[float], *, epsilon: float) -> Any:
    """A count and a sum, of half the budget each."""
    return dp.c.make_composition([calibrated(each, epsilon / 2) for each in (count_chain, total_chain)])(data)
