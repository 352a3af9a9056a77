"""Libraries of our own in the place of those whose entry points are replayed: they note how they are called."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from tests.audit.fake_libraries import Installed

Called = list[tuple[str, dict[str, Any]]]


def diffprivlib(called: Called) -> Installed:
    """Tools that answer 0 and models that have all attributes, each noted with its arguments by name."""

    def tool(name: str) -> Any:
        def call(*args: Any, **kwargs: Any) -> Any:
            called.append((name, kwargs))
            assert all(np.size(arg) for arg in args)
            return (np.zeros(4), np.zeros(5), np.zeros(5)) if name.startswith("histogram") else 0.0

        return call

    def model(name: str) -> Any:
        class Model(SimpleNamespace):
            def __init__(self, *_args: Any, **kwargs: Any) -> None:
                called.append((name, kwargs))
                names = ("theta_", "var_", "mean_", "coef_", "intercept_", "classes_", "class_prior_", "components_")
                super().__init__(**dict.fromkeys(names, 0.0), cluster_centers_=0.0, explained_variance_=0.0)
                self.tree_ = SimpleNamespace(value=0)

            @property
            def estimators_(self) -> list[Any]:
                return [self]

            def fit(self, x: Any, y: Any = None) -> Any:
                assert np.ndim(x) == 2
                assert y is None or len(y) == len(x)
                return self

        return Model

    tools = ("mean", "nanmean", "sum", "nansum", "count_nonzero", "var", "nanvar", "std", "nanstd")
    more = ("histogram", "histogram2d", "median", "quantile", "percentile")
    models = ("GaussianNB", "LinearRegression", "LogisticRegression", "PCA", "StandardScaler", "KMeans")
    trees = ("DecisionTreeClassifier", "RandomForestClassifier")
    members = {
        "tools": SimpleNamespace(**{name: tool(name) for name in (*tools, *more)}),
        "models": SimpleNamespace(**{name: model(name) for name in (*models, *trees)}),
    }
    return {"diffprivlib": members}
