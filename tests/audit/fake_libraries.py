"""Libraries of our own in the place of those that adapters and findings import, with their faults or without.

They have the names that are used and no more; noise comes from a generator with a fixed seed.
"""

from __future__ import annotations

import importlib.util
import sys
from fractions import Fraction
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers.environments import TARGETS

Installed = dict[str, dict[str, Any]]
"""The names of each module."""


def install(patch: pytest.MonkeyPatch, modules: Installed) -> None:
    """Put modules, and the packages above them, where imports find them."""
    for name, members in modules.items():
        parts = name.split(".")
        for depth in range(1, len(parts) + 1):
            path = ".".join(parts[:depth])
            if depth < len(parts) and path in sys.modules and getattr(sys.modules[path], "fake", False):
                continue
            module = ModuleType(path)
            vars(module).update({"fake": True, "__path__": []} | (members if depth == len(parts) else {}))
            patch.setitem(sys.modules, path, module)
            if depth > 1:
                patch.setattr(sys.modules[".".join(parts[: depth - 1])], parts[depth - 1], module, raising=False)


def adapter(name: str) -> ModuleType:
    """Load an adapter anew, against the libraries that are installed now."""
    spec = importlib.util.spec_from_file_location(name, TARGETS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def on_lattice(value: float) -> float:
    """Return the nearest multiple of 2^-40, as mended samplers do."""
    return float(round(value * 2**40)) / 2**40


# PyDP


def pydp(*, mended: bool, epsilon: float | None = None) -> Installed:
    """Gaussian noise as a sum of doubles, or on a lattice; ``epsilon`` is what the mechanisms claim instead."""
    rng = np.random.default_rng(5)

    class Gaussian:
        std = 3.732421875

        def __init__(self, epsilon_asked: float, delta: float, sensitivity: float) -> None:
            self.epsilon, self.delta, self.l2_sensitivity = epsilon or epsilon_asked, delta, sensitivity

        def add_noise(self, value: float) -> float:
            answer = value + rng.normal(scale=self.std)
            return on_lattice(answer) if mended else answer

    class Laplace:
        def __init__(self, epsilon_asked: float, sensitivity: float) -> None:
            self.epsilon, self.scale = epsilon or epsilon_asked, sensitivity / epsilon_asked

        def add_noise(self, value: float) -> float:
            return on_lattice(value + rng.laplace(scale=self.scale))

    return {"pydp.algorithms.numerical_mechanisms": {"GaussianMechanism": Gaussian, "LaplaceMechanism": Laplace}}


# Tumult Core


class Exact(Fraction):
    """A number as this library has them."""

    def to_float(self, *, round_up: bool) -> float:
        assert round_up
        return float(self)


class Measurement:
    """A measurement of this library: doubles for its numbers are refused, and so are data of the other type."""

    domain: type = float
    mended = True
    factor = 1
    rng = np.random.default_rng(5)

    def __init__(self, *arguments: Any, **named: Any) -> None:
        (scale,) = named.values() or arguments[-1:]
        assert isinstance(scale, str | int)
        self.scale = Fraction(scale)

    def privacy_function(self, distance: str | int) -> Exact:
        return Exact(self.factor * Fraction(distance) / self.scale)

    def noise(self) -> float:
        return float(self.rng.laplace(scale=float(self.scale)))

    def __call__(self, value: float) -> float:
        assert type(value) is self.domain
        if self.domain is int:
            return value + round(self.noise())
        answer = value + self.noise()
        return on_lattice(answer) if self.mended else answer


class Gaussian(Measurement):
    """The same with normal noise of that variance."""

    def privacy_function(self, distance: str | int) -> Exact:
        return Exact(self.factor * Fraction(distance) ** 2 / (2 * self.scale))

    def noise(self) -> float:
        return float(self.rng.normal(scale=float(self.scale) ** 0.5))


def tmlt(*, mended: bool, factor: int = 1) -> Installed:
    """Gaussian noise as a sum of doubles, or on a lattice; what measurements claim is multiplied by ``factor``."""
    rows: list[tuple[str, type[Measurement], dict[str, Any]]] = [
        ("AddLaplaceNoise", Measurement, {}),
        ("AddGeometricNoise", Measurement, {"domain": int}),
        ("AddDiscreteGaussianNoise", Gaussian, {"domain": int}),
        ("AddGaussianNoise", Gaussian, {"mended": mended}),
    ]
    measurements = {name: type(name, (base,), {"factor": factor, **members}) for name, base, members in rows}
    return {
        "tmlt.core.domains.numpy_domains": {"NumpyFloatDomain": object},
        "tmlt.core.measurements.noise_mechanisms": measurements,
    }


# PipelineDP


def pipeline_dp(*, mended: bool, factor: float = 1.0) -> Installed:
    """Noise of PyDP and a choice by weights, of large scores or not; deviations are multiplied by ``factor``."""
    numerical = pydp(mended=mended)["pydp.algorithms.numerical_mechanisms"]
    rng = np.random.default_rng(5)

    class Noise:
        def __init__(self, mechanism: Any) -> None:
            self.add_noise = mechanism.add_noise
            self.noise_parameter = self.std = factor * (
                mechanism.scale if hasattr(mechanism, "scale") else mechanism.std
            )

        @classmethod
        def create_from_epsilon(cls, epsilon: float, sensitivity: float) -> Noise:
            return cls(numerical["LaplaceMechanism"](epsilon, sensitivity))

        @classmethod
        def create_from_epsilon_delta(cls, epsilon: float, delta: float, sensitivity: float) -> Noise:
            return cls(numerical["GaussianMechanism"](epsilon, delta, sensitivity))

    class Exponential:
        ScoringFunction = object

        def __init__(self, scoring_function: Any) -> None:
            self.function = scoring_function

        def apply(self, epsilon: float, candidates: list[int]) -> Any:
            scores = np.array([self.function.score(candidate) for candidate in candidates])
            with np.errstate(all="ignore"):
                weights = np.exp((scores - mended * scores.max()) * epsilon / (2 * self.function.global_sensitivity))
                return rng.choice(candidates, p=weights / weights.sum())

    members = {"GaussianMechanism": Noise, "LaplaceMechanism": Noise, "ExponentialMechanism": Exponential}
    return {"pipeline_dp.dp_computations": members}


# Local privacy


def pure_ldp(*, factor: float = 1.0) -> Installed:
    """Direct encoding with labels from 1 on, and a ratio that is multiplied by ``factor``."""
    rng = np.random.default_rng(5)

    class DEClient:
        def __init__(self, epsilon: float, d: int) -> None:
            self.d, ratio = d, factor * np.exp(epsilon)
            self.p, self.q = ratio / (ratio + d - 1), 1 / (ratio + d - 1)

        def privatise(self, label: int) -> int:
            assert 1 <= label <= self.d
            return label - 1 if rng.random() < self.p else int((label - 1 + rng.integers(1, self.d)) % self.d)

    return {"pure_ldp.frequency_oracles.direct_encoding": {"DEClient": DEClient}}


def multi_freq_ldpy() -> Installed:
    """Generalized randomized response with labels from 0 on."""
    rng = np.random.default_rng(5)

    def client(label: int, k: int, epsilon: float) -> int:
        truth = rng.random() * (np.exp(epsilon) + k - 1) < np.exp(epsilon)
        return label if truth else int((label + rng.integers(1, k)) % k)

    return {"multi_freq_ldpy.pure_frequency_oracles.GRR": {"GRR_Client": client}}


# diffprivlib


def diffprivlib(*, mended: bool, sigma: float = 13.991229466672849**0.5) -> Installed:
    """What the finding on rare draws needs, and discrete Gaussian noise of another ``sigma``."""
    rng = np.random.default_rng(5)

    class GaussianDiscrete:
        def __init__(self, *, epsilon: float, delta: float, sensitivity: int = 1) -> None:
            assert sensitivity == 1
            known: dict[tuple[float, float], float] = {(1, 1e-5): sigma, (8, 1e-10): 0.7499997615814209}
            known |= {(18, 1e-12): 0.37267792224884033, (24, 1e-12): 0.24999988079071045}
            self._scale = known[epsilon, delta] * (1 + 1e-6 * mended * (epsilon != 1))

        def randomise(self, value: int) -> int:
            return value + round(rng.normal(scale=sigma))

    class Geometric:
        def __init__(self, *, epsilon: float, random_state: Any) -> None:
            self.source = random_state

        def randomise(self, value: int) -> int:
            uniform = self.source.random() - 0.5
            if uniform == 0.0 and not mended:
                raise OverflowError("cannot convert float infinity to integer")
            return value

    class PermuteAndFlip(Geometric):
        def __init__(self, *, epsilon: float, sensitivity: float, utility: list[float], random_state: Any) -> None:
            super().__init__(epsilon=epsilon, random_state=random_state)

        def randomise(self, value: Any = None) -> int:  # as the library has it
            self.source.random()
            if self.source.random() <= 0 and not mended:
                raise RuntimeError("No value to return.")
            return 0

    classes = (GaussianDiscrete, Geometric, PermuteAndFlip)
    members = {kind.__name__: kind for kind in classes}
    return {"diffprivlib.mechanisms": members}
