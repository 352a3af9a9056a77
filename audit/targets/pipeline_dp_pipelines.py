"""PipelineDP's aggregates as pipelines, by its local backend. Data are rows of user, partition and value.

Neighbors differ by all rows of one user. Each user counts in one partition and there with one row, unless said.
"""

from __future__ import annotations

import operator
from typing import Any

import pipeline_dp  # type: ignore[import-not-found,import-untyped,unused-ignore]

DISTRIBUTION = "pipeline-dp"
PUBLIC = ["a", "b"]


METRICS = pipeline_dp.Metrics
ALL = [METRICS.COUNT, METRICS.SUM, METRICS.MEAN, METRICS.VARIANCE]
"""What the variance is computed from is released beside it, at no cost."""


def aggregated(data: list[list[Any]], metrics: list[Any], epsilon: float, **more: Any) -> Any:
    """Return metrics of both public partitions."""
    accountant = pipeline_dp.NaiveBudgetAccountant(total_epsilon=epsilon, total_delta=0)
    engine = pipeline_dp.DPEngine(accountant, pipeline_dp.LocalBackend())
    given = {"max_partitions_contributed": 1, "max_contributions_per_partition": 1, **more}
    parameters = pipeline_dp.AggregateParams(metrics=metrics, noise_kind=pipeline_dp.NoiseKind.LAPLACE, **given)
    getters = [operator.itemgetter(place) for place in range(3)]
    found = engine.aggregate(data, parameters, pipeline_dp.DataExtractors(*getters), public_partitions=PUBLIC)
    accountant.compute_budgets()
    return sorted((key, list(values)) for key, values in found)


def count(data: list[list[Any]], *, epsilon: float) -> Any:
    """Rows in each partition."""
    return aggregated(data, [METRICS.COUNT], epsilon)


def count_of_three(data: list[list[Any]], *, epsilon: float) -> Any:
    """Rows in each partition, where a user has three of them in either."""
    bounds = {"max_partitions_contributed": 2, "max_contributions_per_partition": 3}
    return aggregated(data, [METRICS.COUNT], epsilon, **bounds)


def users(data: list[list[Any]], *, epsilon: float) -> Any:
    """Users in each partition."""
    return aggregated(data, [METRICS.PRIVACY_ID_COUNT], epsilon)


def total(data: list[list[Any]], *, epsilon: float) -> Any:
    """Sums of values between 0 and 1."""
    return aggregated(data, [METRICS.SUM], epsilon, min_value=0, max_value=1)


def mean(data: list[list[Any]], *, epsilon: float) -> Any:
    """Means of values between 0 and 1."""
    return aggregated(data, [METRICS.MEAN], epsilon, min_value=0, max_value=1)


def variance(data: list[list[Any]], *, epsilon: float) -> Any:
    """Variances of values between 0 and 1."""
    return aggregated(data, ALL, epsilon, min_value=0, max_value=1)


def variance_about_zero(data: list[list[Any]], *, epsilon: float) -> Any:
    """Variances of values between -1 and 1."""
    return aggregated(data, ALL, epsilon, min_value=-1, max_value=1)


def percentile(data: list[list[Any]], *, epsilon: float) -> Any:
    """Medians of values between 0 and 1."""
    return aggregated(data, [METRICS.PERCENTILE(50)], epsilon, min_value=0, max_value=1)


def partitions(data: list[list[Any]], *, epsilon: float, delta: float) -> Any:
    """Which partitions are kept."""
    accountant = pipeline_dp.NaiveBudgetAccountant(total_epsilon=epsilon, total_delta=delta)
    engine = pipeline_dp.DPEngine(accountant, pipeline_dp.LocalBackend())
    getters = [operator.itemgetter(place) for place in range(2)]
    extractors = pipeline_dp.DataExtractors(privacy_id_extractor=getters[0], partition_extractor=getters[1])
    parameters = pipeline_dp.SelectPartitionsParams(max_partitions_contributed=1)
    found = engine.select_partitions(data, parameters, extractors)
    accountant.compute_budgets()
    return sorted(found)
