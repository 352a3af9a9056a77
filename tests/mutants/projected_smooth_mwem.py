"""Projected Smooth MWEM: a correct implementation in the target interface, and wrong ones.

Their names and what is expected of them are as ``targets.py`` says; how a run goes stands in ``mwem_rules.py``. These
files need numpy only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

try:
    from tests.mutants.from_rules import targets
    from tests.mutants.mwem_rules import Rules, rows, water_filled
except ImportError:  # where an audit runs this file, its neighbors are there under their own names
    from from_rules import targets  # type: ignore[import-not-found, no-redef]
    from mwem_rules import Rules, rows, water_filled  # type: ignore[import-not-found, no-redef]

Array = NDArray[Any]
Generator = np.random.Generator

PARAMETERS: Final = {
    "epsilon": "60",
    "rounds": "2",
    "queries": "4,0,-4;0,4,-4;-4,4,0",
    "query_range": "-4,4",
    "sigma": "2/3",
}
"""One measurement already moves weights beyond what sigma allows."""


def clipped(state: Array, sigma: float) -> Array:
    """Cut off at the cap, and made a law again: points that were cut are above it then no more, others too low."""
    cut = np.minimum(state, 1 / (sigma * len(state)))
    return np.asarray(cut / cut.sum())


def euclidean(state: Array, sigma: float) -> Array:
    """The nearest point in the plane, and not in KL: what is cut off is shared out in equal parts."""
    cap, low, high = 1 / (sigma * len(state)), -1.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if np.clip(state + middle, 0, cap).sum() < 1 else (low, middle)
    return np.asarray(np.clip(state + high, 0, cap))


def raised(state: Array, sigma: float) -> Array:
    """The bound on the wrong side: no point has less than sigma / N."""
    least = np.maximum(state, sigma / len(state))
    return np.asarray(least / least.sum())


def mixed(state: Array, sigma: float) -> Array:
    """A mixture with the uniform law, which is smooth as well."""
    return (1 - sigma) * state + sigma / len(state)


_RIGHT: Final = Rules(project=water_filled)
_MISTAKES: Final[dict[str, Rules]] = {
    "projection_forgotten": replace(_RIGHT, project=lambda state, _: state),
    "clipped_and_normalized": replace(_RIGHT, project=clipped),
    "euclidean_projection": replace(_RIGHT, project=euclidean),
    "wrong_side": replace(_RIGHT, project=raised),
    "mixed_with_uniform": replace(_RIGHT, project=mixed),
    "cap_of_sigma_squared": replace(_RIGHT, project=lambda state, sigma: water_filled(state, sigma**2)),
    "all_uniform": replace(_RIGHT, project=lambda state, _: water_filled(state, 1.0)),
    "width_one": replace(_RIGHT, width=lambda _: 1.0),
    "budget_split_unevenly": replace(
        _RIGHT, choice=lambda eps, rounds: 3 * eps / (4 * rounds), noise=lambda eps, rounds: eps / (4 * rounds)
    ),
    "whole_epsilon_for_the_choice": replace(_RIGHT, choice=lambda eps, _: eps),
    "absolute_value_forgotten": replace(_RIGHT, absolute=False),
    "exact_sum_released": replace(_RIGHT, exact=True),
    "points_seen_only": replace(_RIGHT, seen=True),
}


CORRECT, MUTANTS = targets(globals(), "projected_smooth_mwem", rows, _RIGHT, _MISTAKES)
