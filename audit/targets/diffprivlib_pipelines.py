"""diffprivlib's tools and models as pipelines: what a user calls, with bounds that are not taken from the data.

Data are numbers, or rows of them; of a model with labels the last of a row is the label.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from diffprivlib import models, tools  # type: ignore[import-not-found,import-untyped,unused-ignore]

DISTRIBUTION = "diffprivlib"
BOUNDS = (0.0, 1.0)


# Tools


def mean(data: list[float], *, epsilon: float) -> Any:
    """`tools.mean`."""
    return tools.mean(data, epsilon=epsilon, bounds=BOUNDS)


def mean_of_columns(data: list[list[float]], *, epsilon: float) -> Any:
    """`tools.mean` of each column."""
    return tools.mean(np.array(data, float), epsilon=epsilon, bounds=BOUNDS, axis=0)


def mean_without_bounds(data: list[float], *, epsilon: float) -> Any:
    """`tools.mean` without bounds, of which it warns."""
    return tools.mean(data, epsilon=epsilon)


def nanmean(data: list[float], *, epsilon: float) -> Any:
    """`tools.nanmean`."""
    return tools.nanmean(data, epsilon=epsilon, bounds=BOUNDS)


def total(data: list[float], *, epsilon: float) -> Any:
    """`tools.sum`."""
    return tools.sum(data, epsilon=epsilon, bounds=BOUNDS)


def nansum(data: list[float], *, epsilon: float) -> Any:
    """`tools.nansum`."""
    return tools.nansum(data, epsilon=epsilon, bounds=BOUNDS)


def count_nonzero(data: list[float], *, epsilon: float) -> Any:
    """`tools.count_nonzero`."""
    return tools.count_nonzero(data, epsilon=epsilon)


def var(data: list[float], *, epsilon: float) -> Any:
    """`tools.var`."""
    return tools.var(data, epsilon=epsilon, bounds=BOUNDS)


def nanvar(data: list[float], *, epsilon: float) -> Any:
    """`tools.nanvar`."""
    return tools.nanvar(data, epsilon=epsilon, bounds=BOUNDS)


def std(data: list[float], *, epsilon: float) -> Any:
    """`tools.std`."""
    return tools.std(data, epsilon=epsilon, bounds=BOUNDS)


def nanstd(data: list[float], *, epsilon: float) -> Any:
    """`tools.nanstd`."""
    return tools.nanstd(data, epsilon=epsilon, bounds=BOUNDS)


def histogram(data: list[float], *, epsilon: float) -> Any:
    """`tools.histogram`: the counts."""
    return tools.histogram(data, epsilon=epsilon, bins=4, range=BOUNDS)[0]


def weighted_histogram(data: list[list[float]], *, epsilon: float) -> Any:
    """`tools.histogram` of values with weights: the counts."""
    values, weights = ([row[place] for row in data] for place in (0, 1))
    return tools.histogram(values, epsilon=epsilon, bins=4, range=BOUNDS, weights=weights)[0]


def histogram2d(data: list[list[float]], *, epsilon: float) -> Any:
    """`tools.histogram2d`: the counts."""
    x, y = ([row[place] for row in data] for place in (0, 1))
    return tools.histogram2d(x, y, epsilon=epsilon, bins=2, range=[BOUNDS, BOUNDS])[0]


def median(data: list[float], *, epsilon: float) -> Any:
    """`tools.median`."""
    return tools.median(data, epsilon=epsilon, bounds=BOUNDS)


def quantiles(data: list[float], *, epsilon: float) -> Any:
    """`tools.quantile` of two quantiles."""
    return tools.quantile(data, [0.25, 0.75], epsilon=epsilon, bounds=BOUNDS)


def percentile(data: list[float], *, epsilon: float) -> Any:
    """`tools.percentile`."""
    return tools.percentile(data, 90, epsilon=epsilon, bounds=BOUNDS)


# Models


def features(data: list[list[float]]) -> Any:
    """Return all but the last of each row."""
    return np.array([row[:-1] for row in data], float)


def labels(data: list[list[float]]) -> Any:
    """Return the last of each row."""
    return np.array([row[-1] for row in data])


def gaussian_nb(data: list[list[float]], *, epsilon: float, bounds: tuple[float, float] = BOUNDS) -> Any:
    """`models.GaussianNB`: means, variances and priors of the classes."""
    model = models.GaussianNB(epsilon=epsilon, bounds=bounds).fit(features(data), labels(data))
    return model.theta_, model.var_, model.class_prior_


def gaussian_nb_shifted(data: list[list[float]], *, epsilon: float) -> Any:
    """The same with bounds that lie far from 0."""
    return gaussian_nb(data, epsilon=epsilon, bounds=(10.0, 11.0))


def linear_regression(data: list[list[float]], *, epsilon: float) -> Any:
    """`models.LinearRegression` without an intercept: the coefficients."""
    model = models.LinearRegression(epsilon=epsilon, bounds_X=BOUNDS, bounds_y=BOUNDS, fit_intercept=False)
    return model.fit(features(data), labels(data)).coef_


def linear_regression_of_symmetric(data: list[list[float]], *, epsilon: float) -> Any:
    """The same with bounds that lie about 0."""
    around = (-1.0, 1.0)
    model = models.LinearRegression(epsilon=epsilon, bounds_X=around, bounds_y=around, fit_intercept=False)
    return model.fit(features(data), labels(data)).coef_


def linear_regression_with_intercept(data: list[list[float]], *, epsilon: float) -> Any:
    """`models.LinearRegression`: the coefficients and the intercept."""
    model = models.LinearRegression(epsilon=epsilon, bounds_X=BOUNDS, bounds_y=BOUNDS)
    model.fit(features(data), labels(data))
    return model.coef_, model.intercept_


def logistic_regression(
    data: list[list[float]], *, epsilon: float, data_norm: float = 1.0, fit_intercept: bool = True
) -> Any:
    """`models.LogisticRegression`: classes, coefficients and intercepts."""
    model = models.LogisticRegression(epsilon=epsilon, data_norm=data_norm, fit_intercept=fit_intercept)
    model.fit(features(data), labels(data))
    return model.classes_, model.coef_, model.intercept_


def logistic_regression_without_intercept(data: list[list[float]], *, epsilon: float) -> Any:
    """The same without an intercept."""
    return logistic_regression(data, epsilon=epsilon, fit_intercept=False)


def logistic_regression_of_long_rows(data: list[list[float]], *, epsilon: float) -> Any:
    """The same of rows that are up to 12 long, as those of the library's own example."""
    return logistic_regression(data, epsilon=epsilon, data_norm=12.0, fit_intercept=False)


def pca(data: list[list[float]], *, epsilon: float) -> Any:
    """`models.PCA` of centered data: the first component and its variance."""
    model = models.PCA(1, epsilon=epsilon, data_norm=1.0, centered=True).fit(np.array(data, float))
    return model.components_, model.explained_variance_


def pca_of_axes(data: list[int], *, epsilon: float) -> Any:
    """The same of rows in eight dimensions: 200 of each of the first two unit vectors, and those that data name."""
    rows = np.eye(8)[[0] * 200 + [1] * 200 + [int(axis) for axis in data]]
    model = models.PCA(1, epsilon=epsilon, data_norm=1.0, centered=True).fit(rows)
    return model.components_, model.explained_variance_


def standard_scaler(data: list[list[float]], *, epsilon: float) -> Any:
    """`models.StandardScaler`: means and variances."""
    model = models.StandardScaler(epsilon=epsilon, bounds=BOUNDS).fit(np.array(data, float))
    return model.mean_, model.var_


def k_means(data: list[list[float]], *, epsilon: float) -> Any:
    """`models.KMeans`: the centers of two clusters."""
    return models.KMeans(2, epsilon=epsilon, bounds=BOUNDS).fit(np.array(data, float)).cluster_centers_


def decision_tree(data: list[list[float]], *, epsilon: float) -> Any:
    """`models.DecisionTreeClassifier`: the class of each leaf."""
    model = models.DecisionTreeClassifier(max_depth=1, epsilon=epsilon, bounds=BOUNDS, classes=[0, 1])
    return model.fit(features(data), labels(data)).tree_.value


def random_forest(data: list[list[float]], *, epsilon: float) -> Any:
    """`models.RandomForestClassifier`: the class of each leaf of each of two trees."""
    model = models.RandomForestClassifier(2, epsilon=epsilon, bounds=BOUNDS, classes=[0, 1], max_depth=1)
    return [tree.tree_.value for tree in model.fit(features(data), labels(data)).estimators_]
