"""Partitions that are kept or not, by a stand-in for PipelineDP. This file stands beside that for PyDP."""

from __future__ import annotations

import sys
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from native import module, selection  # type: ignore[import-not-found]  # a target's folder


class LocalBackend:
    def filter(self, col: Any, fn: Any, stage_name: str | None = None) -> Any:
        return filter(fn, col)


backend = module("pipeline_dp.pipeline_backend", LocalBackend=LocalBackend)


class Always:
    """A strategy that is none of PyDP's."""

    def should_keep(self, units: int) -> bool:
        return units > 0


class Engine:
    def __init__(self, strategy: Any = None) -> None:
        self.strategy = strategy

    def select(self, data: list[list[Any]]) -> list[Any]:
        """Return the partitions that are kept, of rows that begin with theirs."""
        return list(self._select_private_partitions_internal(sorted(Counter(row[0] for row in data).items())))

    def _select_private_partitions_internal(self, col: list[Any]) -> Any:
        strategy = self.strategy or selection.create_partition_strategy("laplace", 1.0, 1e-5, 1)

        def filter_fn(strategy: Any, row: Any) -> bool:
            return bool(strategy.should_keep(row[1]))

        return backend.LocalBackend().filter(col, partial(filter_fn, strategy), "Filter")


def kept(data: list[list[Any]]) -> list[str]:
    return [str(key) for key, _ in Engine().select(data)]


def kept_otherwise(data: list[list[Any]]) -> str:
    return "all" if list(Engine(Always()).select(data)) else "none"


def sizes(data: list[list[Any]]) -> list[str]:
    """Release how many rows a partition has that is kept, which is more than whether it is."""
    return [f"{key}: {count}" for key, count in Engine().select(data)]


def filtered(data: list[list[Any]]) -> list[Any]:
    """Filter by a function of another kind."""
    return list(backend.LocalBackend().filter(data, lambda row: row[0] != "z"))
