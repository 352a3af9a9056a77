"""Deliberately wrong implementations of every base mechanism, and simple correct ones, in the target interface.

``CORRECT[mechanism]`` is a correct implementation, ``MUTANTS[mechanism][name]`` a wrong one: its output law is not the
mechanism's at ``PARAMETERS[mechanism]``. All of them reject bad input, so that what gives a mutant away is its law.
Each is also a function of this module, named mechanism_name. This file needs numpy only.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Generator = np.random.Generator
Implementation = Callable[..., Array]

CORRECT: Final[dict[str, Implementation]] = {}
MUTANTS: Final[dict[str, dict[str, Implementation]]] = {}

PARAMETERS: Final[dict[str, dict[str, str]]] = {
    "randomized_response": {"epsilon": "1", "categories": "4"},
    "discrete_laplace": {"epsilon": "1", "sensitivity": "2"},
    "laplace": {"epsilon": "1", "sensitivity": "2"},
    "gaussian": {"epsilon": "1", "delta": "1e-5", "sensitivity": "2"},
    "discrete_gaussian": {"sigma_squared": "1", "sensitivity": "1"},
    "exponential": {"epsilon": "1", "sensitivity": "2"},
}
"""Parameters at which every mutant's law is wrong on some input."""

AUDITED: Final[dict[str, dict[str, str]]] = {
    "randomized_response": {"exp_eps": "3", "categories": "4"},
    "discrete_laplace": {"epsilon": "1/2", "sensitivity": "2"},
}
"""Those at which they are audited, where these are others."""


# Argument checks, the same for all.


def _positive(value: Any) -> bool:
    return bool(0 < value < math.inf)


def _whole(value: Any, least: int) -> bool:
    return bool(value >= least and value == int(value))


CHECKS: Final[dict[str, Callable[[Any], bool]]] = {
    "size": lambda value: _whole(value, 0),
    "epsilon": _positive,
    "sensitivity": _positive,
    "sigma": lambda value: value is None or _positive(value),
    "sigma_squared": _positive,
    "delta": lambda value: 0 < value < 1,
    "categories": lambda value: _whole(value, 2),
}


def _checked(draw: Implementation) -> Implementation:
    @functools.wraps(draw)
    def target(data: Any, **arguments: Any) -> Array:
        for name, value in arguments.items():
            if not CHECKS.get(name, lambda _: True)(value):
                raise ValueError(f"{name} = {value!r} is out of its domain")
        if np.size(data) == 0 or not np.isfinite(data).all():
            raise ValueError(f"data = {data!r}: expected finite numbers")
        if "categories" in arguments and not 0 <= data < arguments["categories"]:
            raise ValueError(f"data = {data!r}: expected a label")
        return draw(data, **arguments)

    return target


def _mechanism_of(name: str) -> tuple[str, str]:
    mechanism = next(known for known in PARAMETERS if name.startswith(f"{known}_"))
    return mechanism, name.removeprefix(f"{mechanism}_")


def correct(draw: Implementation) -> Implementation:
    """Register a correct implementation."""
    target = _checked(draw)
    CORRECT[_mechanism_of(draw.__name__)[0]] = target
    return target


def wrong(draw: Implementation) -> Implementation:
    """Register a mutant."""
    target = _checked(draw)
    mechanism, name = _mechanism_of(draw.__name__)
    MUTANTS.setdefault(mechanism, {})[name] = target
    return target


# Randomized response.


def _response(truth: float, data: int, others: Array, size: int, rng: Generator) -> Array:
    """The true label with probability ``truth``, else one of ``others``."""
    return np.where(rng.random(size) < truth, data, rng.choice(others, size))


def _others(data: int, categories: int) -> Array:
    return np.delete(np.arange(categories), data)


@correct
def randomized_response_correct(data: int, *, size: int, rng: Generator, epsilon: float, categories: int) -> Array:
    truth = math.exp(epsilon) / (math.exp(epsilon) + categories - 1)
    return _response(truth, data, _others(data, categories), size, rng)


@wrong
def randomized_response_formula_of_two(
    data: int, *, size: int, rng: Generator, epsilon: float, categories: int
) -> Array:
    """The truth with the probability that is right for two labels."""
    truth = math.exp(epsilon) / (1 + math.exp(epsilon))
    return _response(truth if categories > 2 else truth**2, data, _others(data, categories), size, rng)


@wrong
def randomized_response_gamble_without_truth(
    data: int, *, size: int, rng: Generator, epsilon: float, categories: int
) -> Array:
    """Truth or gamble, but the gamble leaves out the true label."""
    truth = math.expm1(epsilon) / (math.exp(epsilon) + categories - 1)
    return _response(truth, data, _others(data, categories), size, rng)


@wrong
def randomized_response_last_label_missing(
    data: int, *, size: int, rng: Generator, epsilon: float, categories: int
) -> Array:
    """An off-by-one: the last label is never reported unless it is true."""
    truth = math.exp(epsilon) / (math.exp(epsilon) + categories - 1)
    others = _others(data, categories)
    return _response(truth, data, others[:-1] if len(others) > 1 else others, size, rng)


@wrong
def randomized_response_not_normalized(
    data: int, *, size: int, rng: Generator, epsilon: float, categories: int
) -> Array:
    """The weight e^eps divided by the number of labels."""
    return _response(math.exp(epsilon) / categories, data, _others(data, categories), size, rng)


@wrong
def randomized_response_biased_coin(data: int, *, size: int, rng: Generator, epsilon: float, categories: int) -> Array:
    """The truth a tenth more often."""
    truth = math.exp(epsilon) / (math.exp(epsilon) + categories - 1)
    return _response(1.1 * truth, data, _others(data, categories), size, rng)


# Discrete Laplace.


def _two_sided_geometric(scale: float, size: int, rng: Generator) -> Array:
    stop = -math.expm1(-1 / scale)
    return rng.geometric(stop, size) - rng.geometric(stop, size)


@correct
def discrete_laplace_correct(data: int, *, size: int, rng: Generator, epsilon: float, sensitivity: int) -> Array:
    return data + _two_sided_geometric(sensitivity / epsilon, size, rng)


@wrong
def discrete_laplace_scale_too_small(
    data: int, *, size: int, rng: Generator, epsilon: float, sensitivity: int
) -> Array:
    """A tenth less noise."""
    return data + _two_sided_geometric(0.9 * sensitivity / epsilon, size, rng)


@wrong
def discrete_laplace_sensitivity_ignored(data: int, *, size: int, rng: Generator, epsilon: float) -> Array:
    return data + _two_sided_geometric(1 / epsilon, size, rng)


@wrong
def discrete_laplace_zero_counts_twice(
    data: int, *, size: int, rng: Generator, epsilon: float, sensitivity: int
) -> Array:
    """A sign and a magnitude, with "minus zero" kept."""
    magnitude = rng.geometric(-math.expm1(-epsilon / sensitivity), size) - 1
    return data + rng.choice([-1, 1], size) * magnitude


@wrong
def discrete_laplace_magnitude_from_one(
    data: int, *, size: int, rng: Generator, epsilon: float, sensitivity: int
) -> Array:
    """An off-by-one: geometric draws begin at 1, so no noise is 0."""
    magnitude = rng.geometric(-math.expm1(-epsilon / sensitivity), size)
    return data + rng.choice([-1, 1], size) * magnitude


@wrong
def discrete_laplace_rounded(data: int, *, size: int, rng: Generator, epsilon: float, sensitivity: int) -> Array:
    """Rounded continuous noise."""
    return data + np.rint(rng.laplace(scale=sensitivity / epsilon, size=size)).astype(np.int64)


@wrong
def discrete_laplace_biased_sign(data: int, *, size: int, rng: Generator, epsilon: float, sensitivity: int) -> Array:
    """The sign's coin falls one way with probability 0.55."""
    magnitude = np.abs(_two_sided_geometric(sensitivity / epsilon, size, rng))
    return data + np.where(rng.random(size) < 0.55, magnitude, -magnitude)


# Laplace.


@correct
def laplace_correct(data: float, *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    return data + rng.laplace(scale=sensitivity / epsilon, size=size)


@wrong
def laplace_scale_too_small(data: float, *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    """A tenth less noise."""
    return data + rng.laplace(scale=0.9 * sensitivity / epsilon, size=size)


@wrong
def laplace_sensitivity_ignored(data: float, *, size: int, rng: Generator, epsilon: float) -> Array:
    return data + rng.laplace(scale=1 / epsilon, size=size)


@wrong
def laplace_scale_inverted(data: float, *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    """The rate in the place of the scale, with sensitivity and epsilon exchanged as well."""
    return data + rng.laplace(scale=epsilon / sensitivity, size=size)


@wrong
def laplace_adjacency_confused(data: float, *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    """The sensitivity of adding or removing one record, where replacing one moves the query twice as far."""
    return data + rng.laplace(scale=sensitivity / (2 * epsilon), size=size)


@wrong
def laplace_gaussian_noise(data: float, *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    """Normal noise of the right variance."""
    return data + rng.normal(scale=math.sqrt(2) * sensitivity / epsilon, size=size)


@wrong
def laplace_one_sided(data: float, *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    return data + rng.exponential(scale=sensitivity / epsilon, size=size)


@wrong
def laplace_clipped(data: float, *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    """Noise beyond four scales is cut off."""
    scale = sensitivity / epsilon
    return data + np.clip(rng.laplace(scale=scale, size=size), -4 * scale, 4 * scale)


# Gaussian.


def _normal_cdf(z: float) -> float:
    return math.erfc(-z / math.sqrt(2)) / 2


def _delta(s: float, epsilon: float) -> float:
    return _normal_cdf(1 / (2 * s) - epsilon * s) - math.exp(epsilon) * _normal_cdf(-1 / (2 * s) - epsilon * s)


def _calibrated(epsilon: float, delta: float) -> float:
    """The least sigma for sensitivity 1, by bisection."""
    low, high = 1e-3, 1e6
    for _ in range(100):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if _delta(middle, epsilon) <= delta else (middle, high)
    return high


@correct
def gaussian_correct(
    data: float,
    *,
    size: int,
    rng: Generator,
    epsilon: float,
    delta: float,
    sensitivity: float,
    sigma: float | None = None,
) -> Array:
    scale = sigma or sensitivity * _calibrated(epsilon, delta)
    return data + rng.normal(scale=scale, size=size)


@wrong
def gaussian_scale_too_small(
    data: float, *, size: int, rng: Generator, epsilon: float, delta: float, sensitivity: float
) -> Array:
    """A tenth less noise."""
    return data + rng.normal(scale=0.9 * sensitivity * _calibrated(epsilon, delta), size=size)


@wrong
def gaussian_sensitivity_ignored(data: float, *, size: int, rng: Generator, epsilon: float, delta: float) -> Array:
    return data + rng.normal(scale=_calibrated(epsilon, delta), size=size)


@wrong
def gaussian_classic_calibration(
    data: float, *, size: int, rng: Generator, epsilon: float, delta: float, sensitivity: float
) -> Array:
    """The textbook's sigma, which is not the least one (and not enough for a large epsilon)."""
    scale = sensitivity * math.sqrt(2 * math.log(1.25 / delta)) / epsilon
    return data + rng.normal(scale=scale, size=size)


@wrong
def gaussian_root_of_deviation(
    data: float, *, size: int, rng: Generator, epsilon: float, delta: float, sensitivity: float
) -> Array:
    """The standard deviation taken for a variance."""
    return data + rng.normal(scale=math.sqrt(sensitivity * _calibrated(epsilon, delta)), size=size)


@wrong
def gaussian_delta_ignored(data: float, *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    """The scale of the Laplace mechanism."""
    return data + rng.normal(scale=sensitivity / epsilon, size=size)


# Discrete Gaussian.


def _discrete_gaussian(sigma_squared: float, size: int, rng: Generator, reach: float = 12) -> Array:
    """Draw from a table of the outcomes within ``reach`` standard deviations (at least one outcome on each side)."""
    limit = max(1, math.ceil(reach * math.sqrt(sigma_squared)))
    outcomes = np.arange(-limit, limit + 1)
    weights = np.exp(-(outcomes**2) / (2 * sigma_squared))
    return rng.choice(outcomes, size, p=weights / weights.sum())


@correct
def discrete_gaussian_correct(data: int, *, size: int, rng: Generator, sigma_squared: float, sensitivity: int) -> Array:
    return data + _discrete_gaussian(sigma_squared, size, rng)


@wrong
def discrete_gaussian_scale_too_small(
    data: int, *, size: int, rng: Generator, sigma_squared: float, sensitivity: int
) -> Array:
    """A tenth less noise."""
    return data + _discrete_gaussian(0.81 * sigma_squared, size, rng)


@wrong
def discrete_gaussian_factor_two_missing(
    data: int, *, size: int, rng: Generator, sigma_squared: float, sensitivity: int
) -> Array:
    """e^(-k^2 / sigma^2)."""
    return data + _discrete_gaussian(sigma_squared / 2, size, rng)


@wrong
def discrete_gaussian_rounded(data: int, *, size: int, rng: Generator, sigma_squared: float, sensitivity: int) -> Array:
    """Rounded continuous noise."""
    return data + np.rint(rng.normal(scale=math.sqrt(sigma_squared), size=size)).astype(np.int64)


@wrong
def discrete_gaussian_clipped(data: int, *, size: int, rng: Generator, sigma_squared: float, sensitivity: int) -> Array:
    """No noise beyond two standard deviations."""
    return data + _discrete_gaussian(sigma_squared, size, rng, reach=2)


@wrong
def discrete_gaussian_zero_counts_twice(
    data: int, *, size: int, rng: Generator, sigma_squared: float, sensitivity: int
) -> Array:
    """A sign and a magnitude that was drawn with 0 as likely as both 1 and -1 would make it."""
    wide = _discrete_gaussian(sigma_squared, 4 * size + 100, rng)
    return data + rng.choice([-1, 1], size) * wide[wide >= 0][:size]


# Exponential.


def _noisy_largest(scores: list[float], noise: Callable[..., Any], size: int) -> Array:
    noisy = np.asarray(scores) + noise(size=(size, len(scores)))
    return np.asarray(noisy.argmax(axis=1))


def _gumbel(scores: list[float], scale: float, size: int, rng: Generator) -> Array:
    return _noisy_largest(scores, functools.partial(rng.gumbel, 0, scale), size)


@correct
def exponential_correct(data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    weights = np.exp(epsilon * (np.asarray(data) - np.max(data)) / (2 * sensitivity))
    return rng.choice(len(data), size, p=weights / weights.sum())


@wrong
def exponential_factor_two_missing(
    data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float
) -> Array:
    """e^(eps score / sensitivity)."""
    return _gumbel(data, sensitivity / epsilon, size, rng)


@wrong
def exponential_sensitivity_ignored(data: list[float], *, size: int, rng: Generator, epsilon: float) -> Array:
    return _gumbel(data, 2 / epsilon, size, rng)


@wrong
def exponential_not_normalized(
    data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float
) -> Array:
    """A uniform number is looked up among the cumulated weights, whose total is not 1."""
    weights = np.exp(epsilon * (np.asarray(data) - np.max(data)) / (2 * sensitivity))
    return np.minimum(np.searchsorted(np.cumsum(weights), rng.random(size)), len(data) - 1)


@wrong
def exponential_last_candidate_missing(
    data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float
) -> Array:
    """An off-by-one: the last candidate is never chosen."""
    return _gumbel(data[:-1] or data, 2 * sensitivity / epsilon, size, rng)


@wrong
def exponential_scale_too_small(
    data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float
) -> Array:
    """A tenth less noise."""
    return _gumbel(data, 1.8 * sensitivity / epsilon, size, rng)


@wrong
def exponential_laplace_noise(
    data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float
) -> Array:
    """Laplace noise where Gumbel noise belongs."""
    return _noisy_largest(data, functools.partial(rng.laplace, 0, 2 * sensitivity / epsilon), size)
