"""Delta of a composition in floating point, by another way than the exact one: no bound, but nothing shared either.

The loss of each round is written down anew, spread over a grid so that its mean stays, and convolved by Fourier
transform. It agrees with the truth to a few digits, which is enough to tell a violation from a mistake of ours.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from dpassay.audit.answers.compositions import Composition, Part
from dpassay.exact.entrance import explain_failures

__all__ = ["delta_estimate"]

Floats = NDArray[np.float64]
Losses = tuple[Floats, Floats, float]
"""Values of the loss of a round, their probabilities under the first law, and that of an infinite loss."""

CELLS: Final = 1 << 18
_PIECES: Final = 1_000
"""Into so many pieces a continuous loss is divided, by its own scale."""

_SIGMAS: Final = 12.0


def delta_estimate(composition: Composition, epsilon: float) -> float:
    """Return about what delta is at epsilon: the larger one of both directions."""
    sides = (False, True) if composition.one_sided else (False,)
    return max(_delta([(part, _losses(part, swapped=side)) for part in composition.parts], epsilon) for side in sides)


def _delta(parts: list[tuple[Part, Losses]], epsilon: float) -> float:
    ends = [(part.rounds * losses[0].min(), part.rounds * losses[0].max()) for part, losses in parts]
    low, high = sum(end[0] for end in ends), sum(end[1] for end in ends)
    rounds = sum(part.rounds for part, _ in parts)
    step = (high - low) / (CELLS - 4 * rounds - 4)
    transform, start, finite = np.ones(CELLS // 2 + 1, np.complex128), 0, 1.0
    for part, (values, masses, infinite) in parts:
        first = math.floor(values.min() / step)
        transform *= np.fft.rfft(_on_grid(values / step - first, masses)) ** part.rounds
        start += part.rounds * first
        finite *= (1 - infinite) ** part.rounds
    total = np.fft.irfft(transform, CELLS)
    losses = step * (start + np.arange(CELLS))
    above = losses > epsilon
    gain = -np.expm1(epsilon - losses[above])
    return float(1 - finite + (total[above] * gain).sum())


def _on_grid(places: Floats, masses: Floats) -> Floats:
    """Divide each mass between the two cells around its place, so that its mean stays."""
    grid = np.zeros(CELLS)
    left = np.floor(places).astype(np.int64)
    share = places - left
    np.add.at(grid, left, masses * (1 - share))
    np.add.at(grid, left + 1, masses * share)
    return grid


def _losses(part: Part, *, swapped: bool) -> Losses:
    number = {name: float(value) for name, value in part.numbers}
    match part.kind:
        case "randomized_response" | "randomized_response_of_many":
            truth, labels = number["truth"], number["categories"]
            other = (1 - truth) / (labels - 1)
            loss = math.log(truth / other)
            return np.array([loss, 0.0, -loss]), np.array([truth, (labels - 2) * other, other]), 0.0
        case "two_point":
            p, q = (number["q"], number["p"]) if swapped else (number["p"], number["q"])
            return np.log([p / q, (1 - p) / (1 - q)]), np.array([p, 1 - p]), 0.0
        case "approximate":
            eps, rest = number["epsilon"], 1 - number["delta"]
            return np.array([eps, -eps]), rest / (1 + np.exp([-eps, eps])), number["delta"]
        case "laplace":
            return _laplace(1 / number["scale"])
        case "gaussian":
            mu = 1 / number["sigma"]
            return _cells(mu * mu / 2 + mu * np.linspace(-_SIGMAS, _SIGMAS, 2 * _PIECES + 1), mu)
        case _:
            return _on_integers(part, number)


def _laplace(rate: float) -> Losses:
    """Between its ends the loss l has the distribution function e^((l - rate) / 2) / 2."""
    edges = np.linspace(-rate, rate, _PIECES + 1)
    inner = np.diff(np.exp((edges - rate) / 2) / 2)
    values = np.concatenate([[-rate], (edges[1:] + edges[:-1]) / 2, [rate]])
    return values, np.concatenate([[math.exp(-rate) / 2], inner, [0.5]]), 0.0


def _cells(edges: Floats, mu: float) -> Losses:
    """A Gaussian loss of mean mu^2 / 2 and standard deviation mu, each cell at its middle."""
    masses = np.diff(ndtr(edges / mu - mu / 2))
    return (edges[1:] + edges[:-1]) / 2, masses, 0.0


def _on_integers(part: Part, number: dict[str, float]) -> Losses:
    """Noise on the integers: the logarithm of its probability is known up to a constant."""
    if part.kind == "discrete_laplace":
        rate, gap = number["rate"], int(number["sensitivity"])
        reach = gap + math.ceil(50 / rate)
        x = np.arange(-reach, reach + 1)
        logs, others = -rate * np.abs(x), -rate * np.abs(x - gap)
    else:
        sigma = number["sigma"]
        x = np.arange(-math.ceil(_SIGMAS * sigma), math.ceil(_SIGMAS * sigma) + 1)
        logs, others = -((x / sigma) ** 2) / 2, -(((x - 1) / sigma) ** 2) / 2
    weights = np.exp(logs)
    return logs - others, weights / weights.sum(), 0.0


explain_failures(__name__)
