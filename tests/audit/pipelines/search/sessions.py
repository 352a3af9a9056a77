"""Sessions with one budget for several releases: some overspend it. This file needs numpy only."""

from __future__ import annotations

from typing import Any

import numpy as np


class Budgeted:
    """It refuses what the budget does not pay for."""

    def __init__(self, data: list[float], *, rng: Any, epsilon: float) -> None:
        self.data = np.clip(data, 0, 1)
        self.rng = rng
        self.left = epsilon

    def spend(self, epsilon: float) -> None:
        if epsilon > self.left:
            raise ValueError("the budget is spent")
        self.left -= epsilon

    def sum(self, epsilon: float) -> float:
        self.spend(epsilon)
        return float(self.data.sum() + self.rng.laplace(scale=1 / epsilon))

    def count(self, epsilon: float) -> float:
        self.spend(epsilon)
        return float(len(self.data) + self.rng.laplace(scale=1 / epsilon))


class SpentAfterwards(Budgeted):
    """It asks whether anything is left, and not whether enough is."""

    def spend(self, epsilon: float) -> None:
        if self.left <= 0:
            raise ValueError("the budget is spent")
        self.left -= epsilon


class CountedForNothing(Budgeted):
    """One of its releases is not charged."""

    def count(self, epsilon: float) -> float:
        return float(len(self.data) + self.rng.laplace(scale=1 / epsilon))


class ChargedByData(Budgeted):
    """What is left depends on the data, and so does what is refused."""

    def count(self, epsilon: float) -> float:
        self.spend(epsilon * min(len(self.data), 1))
        return float(len(self.data) + self.rng.laplace(scale=1 / epsilon))
