"""Directions by a stand-in for diffprivlib, which draws uniformly inside. This file needs numpy only."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np

module = ModuleType("diffprivlib.mechanisms")


class Bingham:
    def __init__(self, **given: Any) -> None:
        vars(self).update(given)

    def randomise(self, value: Any) -> Any:
        """Draw as the library does where it has noise, and not elsewhere."""
        if len(value) == 1 or not self.sensitivity:  # type: ignore[attr-defined]
            return np.ones((1, 1))
        found = np.random.default_rng().normal(size=len(value))
        return found / np.linalg.norm(found)


module.Bingham = Bingham  # type: ignore[attr-defined]
sys.modules.setdefault("diffprivlib.mechanisms", module)


def direction(data: list[list[float]], *, sensitivity: float = 1.0) -> Any:
    mechanism = Bingham(epsilon=0.5, sensitivity=sensitivity)
    found = mechanism.randomise(np.array(data, float))
    found *= 2  # in place: what is frozen must stay what it was
    return found
