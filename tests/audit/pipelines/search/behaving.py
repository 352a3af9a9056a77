"""Pipelines that behave badly on some tables. This file needs numpy only."""

from __future__ import annotations

import os
import time
from typing import Any

KEPT: list[float] = []


def raising_above_five(data: float, *, rng: Any) -> float:
    if data > 5:
        raise KeyError(data)
    return float(data + rng.laplace())


def exiting_above_five(data: float, *, rng: Any) -> float:
    if data > 5:
        os._exit(3)
    return float(data + rng.laplace())


def sleeping_above_five(data: float, *, rng: Any) -> float:
    if data > 5:
        time.sleep(60)
    return float(data + rng.laplace())


def type_of_table(data: Any, *, rng: Any) -> str:
    rng.laplace()
    return f"{type(data).__name__} {data.shape}"


def remembering(data: list[float], *, rng: Any, epsilon: float) -> float:
    """It is private on its first calls, and then adds what it has seen before."""
    KEPT.append(sum(data))
    extra = KEPT[-2] * 100 if len(KEPT) > 100 else 0.0
    return float(min(max(sum(data), 0), 1) + extra + rng.laplace(scale=1 / epsilon))


def always_raising(data: list[float]) -> float:
    raise KeyError(len(data))
