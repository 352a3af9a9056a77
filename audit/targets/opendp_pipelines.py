"""OpenDP's chains as pipelines: of each the scale is the least that the library says gives epsilon at distance 1.

Neighbors differ by one record that is added or removed; where their number is public by one that is replaced, which is
a symmetric distance of 2.
"""

from __future__ import annotations

from typing import Any

import opendp.prelude as dp  # type: ignore[import-not-found,import-untyped,unused-ignore]

DISTRIBUTION = "opendp"
BOUNDS = (0.0, 1.0)

dp.enable_features("contrib")


def floats(size: int | None = None) -> Any:
    """Return the domain of lists of floats, perhaps of one length, with the metric that counts what differs."""
    return dp.vector_domain(dp.atom_domain(T=float, nan=False), size), dp.symmetric_distance()


def released(chain: Any, data: Any, epsilon: float, distance: int = 1) -> Any:
    """Return a release of the chain whose scale is the least that is enough."""
    return dp.binary_search_chain(chain, d_in=distance, d_out=epsilon, T=float)(data)


def count(data: list[float], *, epsilon: float) -> Any:
    """A count, with two-sided geometric noise."""
    return released(lambda scale: floats() >> dp.t.then_count() >> dp.m.then_laplace(scale), data, epsilon)


def count_distinct(data: list[str], *, epsilon: float) -> Any:
    """A count of different texts."""
    space = dp.vector_domain(dp.atom_domain(T=str)), dp.symmetric_distance()
    return released(lambda scale: space >> dp.t.then_count_distinct() >> dp.m.then_laplace(scale), data, epsilon)


def total(data: list[float], *, epsilon: float) -> Any:
    """A sum of clamped floats."""
    summed = floats() >> dp.t.then_clamp(BOUNDS) >> dp.t.then_sum()
    return released(lambda scale: summed >> dp.m.then_laplace(scale), data, epsilon)


def total_of_whole(data: list[int], *, epsilon: float) -> Any:
    """A sum of clamped whole numbers."""
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.symmetric_distance()
    summed = space >> dp.t.then_clamp((0, 10)) >> dp.t.then_sum()
    return released(lambda scale: summed >> dp.m.then_laplace(scale), data, epsilon)


def mean(data: list[float], *, epsilon: float) -> Any:
    """A mean of so many clamped floats as there are, which is public."""
    averaged = floats(len(data)) >> dp.t.then_clamp(BOUNDS) >> dp.t.then_mean()
    return released(lambda scale: averaged >> dp.m.then_laplace(scale), data, epsilon, 2)


def mean_of_resized(data: list[float], *, epsilon: float) -> Any:
    """A mean of 4 clamped floats: records are dropped or filled in."""
    resized = floats() >> dp.t.then_clamp(BOUNDS) >> dp.t.then_resize(4, 0.5)
    return released(lambda scale: resized >> dp.t.then_mean() >> dp.m.then_laplace(scale), data, epsilon)


def variance(data: list[float], *, epsilon: float) -> Any:
    """A variance of so many clamped floats as there are, which is public."""
    spread = floats(len(data)) >> dp.t.then_clamp(BOUNDS) >> dp.t.then_variance()
    return released(lambda scale: spread >> dp.m.then_laplace(scale), data, epsilon, 2)


def histogram(data: list[str], *, epsilon: float) -> Any:
    """Counts of three known categories and of all others."""
    space = dp.vector_domain(dp.atom_domain(T=str)), dp.symmetric_distance()
    counted = space >> dp.t.then_count_by_categories(["a", "b", "c"], null_category=True)
    return released(lambda scale: counted >> dp.m.then_laplace(scale), data, epsilon)


def quantile(data: list[float], *, epsilon: float) -> Any:
    """A median among five candidates, by noisy scores."""
    scored = floats() >> dp.t.then_quantile_score_candidates([0.0, 0.25, 0.5, 0.75, 1.0], 0.5)
    return released(lambda scale: scored >> dp.m.then_noisy_max(dp.max_divergence(), scale, negate=True), data, epsilon)


def gaussian_sum(data: list[float], *, budget: str) -> Any:
    """A sum of clamped floats with normal noise, of rho = budget."""
    summed = floats() >> dp.t.then_clamp(BOUNDS) >> dp.t.then_sum()
    return released(lambda scale: summed >> dp.m.then_gaussian(scale), data, float(budget))


def randomized_response(data: bool, *, epsilon: float) -> Any:
    """A bit, told with the probability e^epsilon / (e^epsilon + 1)."""
    import math

    return dp.m.make_randomized_response_bool(1 / (1 + math.exp(-epsilon)))(data)


def count_and_sum(data: list[float], *, epsilon: float) -> Any:
    """A count and a sum, of half the budget each."""
    half = epsilon / 2
    counted = dp.binary_search_chain(lambda s: floats() >> dp.t.then_count() >> dp.m.then_laplace(s), 1, half, T=float)
    summed = floats() >> dp.t.then_clamp(BOUNDS) >> dp.t.then_sum()
    both = [counted, dp.binary_search_chain(lambda s: summed >> dp.m.then_laplace(s), 1, half, T=float)]
    return dp.c.make_composition(both)(data)
