"""Stand-ins for libraries that the programs of findings about entry points run with, with their faults or mended."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import numpy as np

from tests.audit.fake_libraries import Installed


class Mechanism:
    """Laplace noise for a sensitivity."""

    def __init__(self, epsilon: float, sensitivity: float) -> None:
        self.epsilon = epsilon
        self.sensitivity = sensitivity

    def randomise(self, value: float) -> float:
        return float(value + np.random.default_rng(5).laplace(scale=self.sensitivity / self.epsilon))


class Model:
    """A model that keeps its arguments."""

    def __init__(self, **given: Any) -> None:
        self.given = given


def logistic_regression(*, mended: bool) -> type[Model]:
    """A model with a row of coefficients for each class, and answers that tell a record apart."""

    class LogisticRegression(Model):
        def fit(self, features: Any, labels: Any) -> LogisticRegression:
            self.coef_ = np.zeros((3 if len(set(labels)) == 3 and not mended else 1, 1))
            self.intercept_ = np.zeros(1)
            rng = self.given.get("random_state")
            if rng is not None:
                seen = rng.random_sample() < (0.004 if mended or features[1][0] <= 0 else 0.08)
                self.coef_[0, 0] = 5 * seen if self.given.get("fit_intercept", True) else 1 - seen
                self.intercept_[0] = -5 * seen
            return self

    return LogisticRegression


def diffprivlib(*, mended: bool) -> Installed:
    """Tools that count what is no number, or forget weights; models that look at classes, and do not clip."""
    mechanisms = {name: type(name, (Mechanism,), {}) for name in ("Laplace", "LaplaceTruncated", "GeometricTruncated")}
    # `randomise` is replaced on these, so each has its own.
    for kind in mechanisms.values():
        kind.randomise = Mechanism.randomise  # type: ignore[attr-defined]

    def nanmean(array: list[float], epsilon: float, bounds: tuple[float, float]) -> float:
        values = [0.5 if mended and x != x else x for x in array]  # noqa: PLR0124  # NaN
        mechanism = mechanisms["LaplaceTruncated"](epsilon, (bounds[1] - bounds[0]) / len(array))
        return float(mechanism.randomise(float(np.nanmean(values))))

    def histogram(sample: list[float], *, epsilon: float, weights: list[float], **_given: Any) -> float:
        mechanism = mechanisms["GeometricTruncated"](epsilon, 10.0 if mended else 1.0)
        assert len(sample) == len(weights)
        return float(mechanism.randomise(sum(weights)))

    class GaussianNB(Model):
        def fit(self, _features: Any, labels: Any) -> GaussianNB:
            self.theta_ = np.zeros((2 if mended else len(set(labels)), 1))
            self.class_prior_ = np.array([0.5, 0.5])
            self.theta_[1, 0] = 11 if mended or sum(labels) == 2 else 10
            return self

    class LinearRegression(Model):
        def fit(self, features: Any, labels: Any) -> None:
            low, high = self.given["bounds_y"]
            y = np.clip(labels, low, high) if mended else labels
            mechanisms["Laplace"](self.given["epsilon"] / 3, 2.0).randomise(float(features[:, 0] @ y))

    class Bingham:
        def __init__(self, *, epsilon: float, sensitivity: float, random_state: int) -> None:
            assert (epsilon, sensitivity) == (1, 1)
            self.rng = np.random.default_rng(random_state)

        def randomise(self, value: Any) -> list[float]:
            often = 0.02 if mended or value[0, 0] > 2001 else 0.08
            return [0.0, float(self.rng.random() < often)]

    mechanisms["Bingham"] = Bingham
    models = {kind.__name__: kind for kind in (GaussianNB, logistic_regression(mended=mended), LinearRegression)}
    tools = {"nanmean": nanmean, "histogram": histogram}
    return {"diffprivlib.mechanisms": mechanisms, "diffprivlib.tools": tools, "diffprivlib.models": models}


def pipeline_dp(*, mended: bool) -> Installed:
    """An engine that leaves NaN as it is, and adds to squares the noise of smaller ones."""

    def noise(value: float, eps: float, l1_sensitivity: float) -> float:
        return float(value + np.random.default_rng(5).laplace(scale=l1_sensitivity / eps))

    class Accountant:
        def __init__(self, total_epsilon: float, total_delta: float) -> None:
            assert (total_epsilon, total_delta) == (1, 0)

        def compute_budgets(self) -> None:
            pass

    class Engine:
        def __init__(self, *_given: Any) -> None:
            pass

        def aggregate(self, data: Any, params: Any, _by: Any, public_partitions: list[str]) -> Any:
            add = sys.modules["pipeline_dp.dp_computations"].apply_laplace_mechanism
            values = np.array([row[2] for row in data])
            values = np.clip(np.nan_to_num(values) if mended else values, params.min_value, params.max_value)
            if params.metrics == ["variance"]:
                add(len(values), 1 / 3, 1.0)
                add(values.sum(), 1 / 3, 1.0)
                yield public_partitions[0], add((values**2).sum(), 1 / 3, 1.0 if mended else 0.5)
            else:
                yield public_partitions[0], SimpleNamespace(sum=add(values.sum(), 1.0, 1.0))

    members = {
        "AggregateParams": SimpleNamespace,
        "DataExtractors": lambda *getters: getters,
        "DPEngine": Engine,
        "LocalBackend": SimpleNamespace,
        "Metrics": SimpleNamespace(VARIANCE="variance", SUM="sum"),
        "NaiveBudgetAccountant": Accountant,
        "NoiseKind": SimpleNamespace(LAPLACE="laplace"),
    }
    return {"pipeline_dp": members, "pipeline_dp.dp_computations": {"apply_laplace_mechanism": noise}}
