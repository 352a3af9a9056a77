"""The answers on both inputs against their exact laws: tested at the share of the level, and put into words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpassay.audit import words
from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells import Cells
from dpassay.properties.joint_test import JointTest, Laws, joint_test

__all__ = ["MOST_DRAWS", "SCREEN", "STATISTIC_WORDS", "mismatch", "tested"]

MOST_DRAWS: Final = 100_000
"""Simulations of the law test; a level too small for them is left to the binomial tails."""

SCREEN: Final = 0.02
"""A p-value above this is not looked at more closely."""

STATISTIC_WORDS: Final[Mapping[str, str]] = {
    "loss": "the mechanism at another privacy loss",
    "noise": "noise of another scale",
    "location": "a shift of the answers",
    "pearson": "the counts of all cells",
    "smooth": "the shape of the distribution",
    "spread": "the spread of the answers",
    "cumulative": "the distribution function",
    "cell": "the count of one cell",
    "binomial tail": "the count of one set of cells",
    "common": "the mechanism at another loss or noise",
    "shapes": "the shape of the distribution",
    "sets": "the count of one set of cells",
    "cells": "the counts of all cells",
}
"""What gave a mismatch with the law away."""


def tested(
    numbered: tuple[NDArray[Any], ...], cells: tuple[Cells, ...], laws: Laws, level: float, seed: int
) -> JointTest:
    """Test at a level that may be too small for the usual number of simulated draws; the p-value is never 0.

    A first run screens: most p-values are far from the level and are reported as they are. Below ``SCREEN`` a second
    run, with draws of its own and enough of them to resolve the level, replaces the first. The result is still a
    p-value: it is at most a below the screen only where the second run is, and elsewhere only where the first is. (A
    binomial tail involves no simulation: both runs share it.) A larger p-value is a p-value still, so the least that
    is kept stands for all that are smaller.
    """
    index = [law.index(each) for each, law in zip(numbered, cells, strict=True)]
    counted = [np.bincount(each + 1, minlength=len(law) + 1) for each, law in zip(index, cells, strict=True)]
    counts, outside = [each[1:] for each in counted], [int(each[0]) for each in counted]
    rng = np.random.default_rng((seed, 1))
    test = joint_test(counts, laws, alpha=level, rng=rng, outside=outside)
    enough = min(int(2 / level), MOST_DRAWS)
    settled = test.rejected and test.statistic == "binomial tail"
    if test.p_value <= SCREEN and test.method == "simulated" and test.draws < enough and not settled:
        test = joint_test(counts, laws, alpha=level, rng=rng, outside=outside, draws=enough)
    return replace(test, p_value=max(test.p_value, words.LEAST_P_VALUE))


def mismatch(test: JointTest, cells: tuple[Cells, ...]) -> str:
    """Say that the answers do not follow the laws, along which direction, and which count is the least plausible."""
    place = test.worst_input
    worst = test.worst[place]
    where = "outside the support" if worst.cell in (None, -1) else cells[place].describe(int(worst.cell or 0))
    if test.method == "support":
        found = "certain: the law never gives this"
    else:
        found = f"p {words.p_value(test.p_value, 2)}, level {words.number(test.alpha)}"
    seen = f"seen by: {STATISTIC_WORDS[test.statistic]}; " if test.statistic in STATISTIC_WORDS else ""
    return (
        f"law: the answers do not follow the exact law ({found}); {seen}furthest off, on the "
        f"{('first', 'second')[place]} input: {where}, {worst.observed} answers, {worst.expected:.1f} expected"
    )


explain_failures(__name__)
