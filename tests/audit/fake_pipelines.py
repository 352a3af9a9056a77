"""Libraries of our own in the place of those whose entry points are replayed: they note how they are called."""

from __future__ import annotations

from pathlib import Path
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


class Anything:
    """What can be called, chained and asked for any attribute; a function that it is given is called with 1."""

    def __init__(self, called: Called, name: str) -> None:
        self.called = called
        self.name = name

    def __getattr__(self, name: str) -> Anything:
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything(self.called, name)

    def __call__(self, *args: Any, **kwargs: Any) -> Anything:
        named = {str(place): arg for place, arg in enumerate(args)}
        self.called.append((self.name, {**named, **kwargs}))
        if self.name == "binary_search_chain":
            args[0](1.0)
        return Anything(self.called, "result")

    def __rshift__(self, other: Any) -> Anything:
        return self

    __rrshift__ = __rshift__

    def __iter__(self) -> Any:
        return iter(())


def anything(called: Called, modules: dict[str, tuple[str, ...]]) -> Installed:
    """Return modules that have names of which nothing is known."""
    return {module: {name: Anything(called, name) for name in names} for module, names in modules.items()}


def opendp(called: Called) -> Installed:
    """OpenDP, as far as chains are made of it."""
    domains = ("vector_domain", "atom_domain", "symmetric_distance", "max_divergence")
    return anything(called, {"opendp.prelude": ("enable_features", "binary_search_chain", "t", "m", "c", *domains)})


def pipeline_dp(called: Called) -> Installed:
    """PipelineDP, as far as its engine is used."""
    names = ("NaiveBudgetAccountant", "DPEngine", "LocalBackend", "AggregateParams", "DataExtractors", "Metrics")
    return anything(called, {"pipeline_dp": (*names, "NoiseKind", "SelectPartitionsParams")})


def pydp(called: Called) -> Installed:
    """PyDP's mechanisms and algorithms."""
    mechanisms = ("LaplaceMechanism", "GaussianMechanism")
    return anything(called, {"pydp.algorithms.numerical_mechanisms": mechanisms, "pydp.algorithms": ("laplacian",)})


def tmlt(called: Called) -> Installed:
    """Tumult Core's measurements, and pandas."""
    noises = ("AddGaussianNoise", "AddGeometricNoise", "AddLaplaceNoise")
    core = {
        "tmlt.core.domains.numpy_domains": ("NumpyFloatDomain",),
        "tmlt.core.measurements.noise_mechanisms": noises,
        "tmlt.core.measurements.pandas_measurements.series": ("AddNoiseToSeries",),
        "pandas": ("Series",),
    }
    return anything(called, core)


def datasynthesizer(called: Called) -> Installed:
    """DataSynthesizer, as far as it describes columns that are independent."""

    class DataDescriber:
        def __init__(self) -> None:
            column = {"distribution_probabilities": [0.5, 0.5], "missing_rate": 0.0}
            self.data_description = {
                "attribute_description": {"c0": column, "c1": column},
                "meta": {"candidate_keys": []},
            }

        def describe_dataset_in_independent_attribute_mode(self, table: str, **given: Any) -> None:
            assert Path(table).read_text().startswith("c0,c1\n0,0\n")
            assert given["seed"] is None
            called.append(("describe", given))

    return {"DataSynthesizer.DataDescriber": {"DataDescriber": DataDescriber}}


def snsynth(called: Called) -> Installed:
    """SmartNoise's synthesizers, and pandas."""
    return anything(called, {"snsynth": ("Synthesizer",), "pandas": ("DataFrame",)})
