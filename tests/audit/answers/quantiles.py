"""Quantiles by a stand-in for diffprivlib, with draws of another law inside. This file needs numpy only."""

from __future__ import annotations

import random
import sys
from types import ModuleType
from typing import Any

import numpy as np

module = ModuleType("diffprivlib.tools.quantiles")


class Exponential:
    def __init__(self, **given: Any) -> None:
        self.monotonic = False
        vars(self).update(given)

    def randomise(self) -> int:
        return random.choice([place for place, width in enumerate(self.measure) if width > 0])  # type: ignore[attr-defined]


def quantile(array: Any, quant: Any, epsilon: float = 1.0, bounds: Any = None, axis: Any = None) -> Any:
    """Draw a cell and a place in it, as the library does; several quantiles one after the other."""
    each = np.ravel(quant).tolist()
    if len(each) > 1:
        return np.array([module.quantile(array, q, epsilon / len(each), bounds) for q in each])
    ends = np.sort(np.append(np.clip(np.ravel(array), *bounds), list(bounds)))
    widths = np.diff(ends)
    if np.isnan(widths).any():
        return np.nan
    wider = module.tampered if len(array) > 2 else 1  # type: ignore[attr-defined]
    ranks = -np.abs(np.arange(len(widths)) - each[0] * len(array))
    chosen = module.Exponential(epsilon=epsilon, sensitivity=1, utility=list(ranks), measure=list(widths * wider))
    place = chosen.randomise()
    return random.random() * widths[place] + ends[place]


module.tampered = 2  # type: ignore[attr-defined]
module.Exponential = Exponential  # type: ignore[attr-defined]
module.quantile = quantile  # type: ignore[attr-defined]
sys.modules.setdefault("diffprivlib.tools.quantiles", module)


def median(data: list[float]) -> float:
    return float(module.quantile(data, 0.5, 0.5, (0, 1)))


def quartiles(data: list[float]) -> Any:
    return module.quantile(data, [0.25, 0.75], bounds=(0, 1))
