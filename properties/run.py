"""One run of a contract's checks: the implementation, how it is called, and the ways in which a check ends early."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.properties.target import Target, call, offered, plain
from dpassay.reference import MechanismParameters

__all__ = ["Case", "NotApplicable", "Run", "Violation", "check_form", "check_settings", "described", "run_of"]


class Violation(AssertionError):
    """A target breaks its contract; the message says where.

    Attributes:
        p_value: that of a test which rejects; else None.
        at: the parameters and the inputs at which it shows, where it is one input or two; else None.
    """

    p_value: float | None = None
    at: tuple[MechanismParameters, tuple[Any, ...]] | None = None

    def on(self, parameters: MechanismParameters, *data: Any) -> Self:
        """Return the violation, with the inputs at which it shows."""
        self.at = (parameters, data)
        return self


class NotApplicable(Exception):
    """A check says nothing about this target; the message says why."""


@dataclass(frozen=True)
class Case:
    """An input at which the law is tested: raw parameters, as ``Parameters.read`` takes them, and exact data."""

    parameters: Mapping[str, object]
    data: object

    def __str__(self) -> str:
        return ", ".join(f"{name} = {value}" for name, value in {"data": self.data, **self.parameters}.items())


@dataclass(frozen=True)
class Run:
    """What the checks of one run share."""

    target: Target
    alpha: float
    seed: int
    samples: int
    profile: str = ""
    """The Hypothesis profile that says what is drawn; "": as the contract says."""

    def draw(self, parameters: MechanismParameters, data: object, size: int, *key: int) -> NDArray[Any]:
        """Call the target; the generator is a function of the run's seed and the key."""
        return np.asarray(self.draw_from(np.random.SeedSequence((self.seed, *key)), parameters, data, size))

    def draw_from(self, seed: object, parameters: MechanismParameters, data: object, size: Any) -> object:
        """Call the target with a seed or a generator; what it raises is a violation."""
        values, given_data = offered(parameters), plain(data)
        try:
            return call(self.target, given_data, size, seed, values)
        except Exception as error:
            shown = f"data = {given_data}, size = {size}, {values}"
            raise Violation(f"the target raised {described(error)} for {shown}").on(parameters, data) from error


def run_of(target: Target, alpha: float, seed: int, samples: int, profile: str = "") -> Run:
    """Return a run of checked settings."""
    require(callable(target), "target", repr(target), "a callable target(data, *, size, rng, **parameters)")
    check_settings(alpha, seed, samples)
    return Run(target, float(alpha), int(seed), int(samples), profile)


def check_settings(alpha: float, seed: int, samples: int) -> None:
    """Raise ``ValueError`` about a setting of a run that is out of its domain."""
    require(0 < alpha < 1, "alpha", alpha, "a number between 0 and 1")
    require(seed >= 0, "seed", seed, "a whole number of at least 0")
    require(samples >= 1, "samples", samples, "a whole number of at least 1")


def check_form(outputs: object, size: int, form: tuple[int, ...]) -> None:
    """Raise unless these are so many outputs of a form: () for a number, (k,) for a row of k numbers."""
    shape = (size, *form)
    if isinstance(outputs, np.ndarray) and outputs.shape == (0,) and size == 0:
        return  # an empty list says nothing of its rows
    if not isinstance(outputs, np.ndarray):
        raise Violation(f"the target returned {type(outputs).__name__}: expected a numpy array of shape {shape}")
    if outputs.shape != shape:
        raise Violation(f"the target returned shape {outputs.shape}: expected {shape}")


def described(error: Exception) -> str:
    """Return an exception in one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


explain_failures(__name__)
