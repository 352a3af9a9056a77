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
