"""Trees by a stand-in for diffprivlib, which draws the classes of empty leaves apart. This file needs numpy only."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

module = ModuleType("diffprivlib.models.forest")


class PermuteAndFlip:
    def __init__(self, **given: Any) -> None:
        self.candidates = None
        vars(self).update(given)

    def randomise(self) -> int:
        """Go through the places in an order by chance, until one is accepted."""
        shares = np.exp(self.epsilon * (np.array(self.utility) - max(self.utility)))  # type: ignore[attr-defined]
        order = self.random_state.permutation(len(shares))  # type: ignore[attr-defined]
        return int(next(place for place in order if self.random_state.random_sample() < shares[place]))  # type: ignore[attr-defined]


class Tree:
    """A tree of one split."""

    _TREE_LEAF = -1

    def __init__(self, bounds: tuple[float, float], seed: int | None = None, factor: float = 1) -> None:
        self.max_depth = self.n_features = 1
        self.classes, self.epsilon, self.bounds, self.factor = [0, 1], 1.0, bounds, factor
        self.random_state = np.random.RandomState(seed)

    def build(self) -> Any:
        threshold = self.random_state.uniform(*self.bounds)
        children = [(2, 1, threshold), (-1, -1, 0.0), (-1, -1, 0.0)]
        self.nodes = [
            SimpleNamespace(node_id=place, left_child=left, right_child=right, threshold=at)
            for place, (left, right, at) in enumerate(children)
        ]
        self.node_count = 3
        return self

    def apply(self, rows: Any) -> Any:
        return np.where(rows[:, 0] <= self.nodes[0].threshold, 2, 1)

    def fit(self, rows: Any, labels: Any) -> Any:
        leaves, values = self.apply(rows), np.zeros((3, 1, 2))
        for leaf in np.unique(leaves):
            counts = [int(np.sum(labels[leaves == leaf] == each)) for each in self.classes]
            maker = module.PermuteAndFlip if not module.apart else PermuteAndFlip  # type: ignore[attr-defined]
            given = {"epsilon": self.epsilon * self.factor, "sensitivity": 1, "monotonic": True}
            drawn = maker(**given, utility=counts, random_state=self.random_state)
            values[leaf, 0, drawn.randomise()] = 1
        for leaf in (1, 2):
            if not values[leaf].sum():
                values[leaf, 0, self.random_state.randint(2)] = 1
        self.values_ = values
        return self


module.apart = False  # type: ignore[attr-defined]
vars(module).update({"PermuteAndFlip": PermuteAndFlip, "_FittingTree": Tree})
sys.modules.setdefault("diffprivlib.models.forest", module)


def fitted(data: list[list[float]], bounds: tuple[float, float] = (0, 1), **more: Any) -> Any:
    rows = np.array(data, float)
    return Tree(bounds, **more).build().fit(rows[:, :1], rows[:, 1]).values_


def tree(data: list[list[float]]) -> Any:
    return fitted(data)


def twice_the_budget(data: list[list[float]]) -> Any:
    return fitted(data, factor=2)


def bounds_of_data(data: list[list[float]]) -> Any:
    return fitted(data, (0, max(x for x, _ in data)))


def seeded(data: list[list[float]]) -> Any:
    return fitted(data, seed=7)


def other_mechanism(data: list[list[float]]) -> Any:
    module.apart = True  # type: ignore[attr-defined]
    return fitted(data)
