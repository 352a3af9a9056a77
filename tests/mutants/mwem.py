"""MWEM: a correct implementation in the target interface, and wrong ones.

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
    from tests.mutants.mwem_rules import Rules, rows
except ImportError:  # where an audit runs this file, its neighbors are there under their own names
    from from_rules import targets  # type: ignore[import-not-found, no-redef]
    from mwem_rules import Rules, rows  # type: ignore[import-not-found, no-redef]

Array = NDArray[Any]
Generator = np.random.Generator

PARAMETERS: Final = {
    "epsilon": "12",
    "rounds": "2",
    "queries": "2,3/2,-1;-1,1/2,2",
    "query_range": "-1,2",
}
"""With halves, and so wide a range that updates move much: all mistakes matter."""

_RIGHT: Final = Rules()
_MISTAKES: Final[dict[str, Rules]] = {
    "width_one": replace(_RIGHT, width=lambda _: 1.0),
    "width_squared": replace(_RIGHT, width=lambda width: width**2),
    "budget_split_unevenly": replace(
        _RIGHT, choice=lambda eps, rounds: 3 * eps / (4 * rounds), noise=lambda eps, rounds: eps / (4 * rounds)
    ),
    "whole_budget_of_a_round_twice": replace(
        _RIGHT, choice=lambda eps, rounds: eps / rounds, noise=lambda eps, rounds: eps / rounds
    ),
    "whole_epsilon_for_the_choice": replace(_RIGHT, choice=lambda eps, _: eps),
    "noise_of_one_round": replace(_RIGHT, noise=lambda eps, _: eps / 2),
    "factor_two_missing": replace(_RIGHT, two=1.0),
    "absolute_value_forgotten": replace(_RIGHT, absolute=False),
    "score_of_means": replace(_RIGHT, counted=False),
    "worst_query_chosen": replace(_RIGHT, worst=True),
    "exact_sum_released": replace(_RIGHT, exact=True),
    "grain_forgotten": replace(_RIGHT, step=lambda _: 1.0),
    "update_unnormalized": replace(_RIGHT, normalized=False),
    "update_upside_down": replace(_RIGHT, half=-0.5),
    "update_without_half": replace(_RIGHT, half=1.0),
    "never_updated": replace(_RIGHT, updated=False),
    "points_seen_only": replace(_RIGHT, seen=True),
}


CORRECT, MUTANTS = targets(globals(), "mwem", rows, _RIGHT, _MISTAKES)
