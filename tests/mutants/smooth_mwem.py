"""Smooth MWEM: a correct implementation in the target interface, and wrong ones.

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
    "epsilon": "6",
    "rounds": "2",
    "queries": "1,-1/2,-1;1,-1/2,-1/2;-1,1,1/2;-1,1/2,1",
    "query_range": "-1,1",
    "sigma": "1/2",
    "radius": "1/3",
}
"""The first two queries are 1/6 apart, the last two 1/3, which is the radius."""

_RIGHT: Final = Rules()
_MISTAKES: Final[dict[str, Rules]] = {
    "cover_forgotten": replace(_RIGHT, covers=False),
    "cover_of_twice_the_radius": replace(_RIGHT, radius=6.0),
    "cover_of_half_the_radius": replace(_RIGHT, radius=0.5),
    "cover_from_the_end": replace(_RIGHT, backward=True),
    "cover_under_the_data": replace(_RIGHT, empirical=True),
    "cover_strict": replace(_RIGHT, strict=True),
    "queries_renumbered": replace(_RIGHT, renumbered=True),
    "width_one": replace(_RIGHT, width=lambda _: 1.0),
    "whole_epsilon_for_the_choice": replace(_RIGHT, choice=lambda eps, _: eps),
    "noise_of_one_round": replace(_RIGHT, noise=lambda eps, _: eps / 2),
    "absolute_value_forgotten": replace(_RIGHT, absolute=False),
    "exact_sum_released": replace(_RIGHT, exact=True),
    "points_seen_only": replace(_RIGHT, seen=True),
}


CORRECT, MUTANTS = targets(globals(), "smooth_mwem", rows, _RIGHT, _MISTAKES)
