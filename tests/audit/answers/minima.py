"""Logistic regression by a stand-in for diffprivlib, with noise of another law inside. This file needs numpy only."""

from __future__ import annotations

import random
import sys
import uuid
from types import ModuleType
from typing import Any

import numpy as np

module = ModuleType("diffprivlib.models.logistic_regression")


def path(
    X: Any,  # noqa: N803  # the library's own name
    y: Any,
    epsilon: float,
    data_norm: float,
    *,
    pos_class: Any = None,
    Cs: Any = 10,  # noqa: N803
    fit_intercept: bool = True,
    **unused_args: Any,
) -> tuple[Any, Any, Any]:
    """Return a row for each penalty, the penalties, and how many steps were made."""
    penalties = np.logspace(-4, 4, Cs) if isinstance(Cs, int) else Cs
    columns = X.shape[1] + int(fit_intercept)
    found = [[float(np.sum(X)) + random.random() for _ in range(columns)] for _ in penalties]
    return np.array(found), np.array(penalties), np.array([7])


NAME = "_logistic_regression_path"
setattr(module, NAME, path)
sys.modules.setdefault("diffprivlib.models.logistic_regression", module)


def fit(data: list[list[float]], **given: Any) -> Any:
    """Return what the library finds; the last of a row is its label."""
    rows = np.array(data, float)
    return getattr(module, NAME)(rows[:, :-1], rows[:, -1], **{"epsilon": 1.0, "data_norm": 3.0, "Cs": [0.5], **given})


def regression(data: list[list[float]]) -> Any:
    found, penalties, steps = fit(data)
    return found.shape, found.tolist(), list(penalties), steps.tolist()


def without_intercept(data: list[list[float]]) -> Any:
    return fit(data, fit_intercept=False, pos_class=0.0)[0].tolist()


parallel = ModuleType("joblib.parallel")
parallel.uuid4 = uuid.uuid4  # type: ignore[attr-defined]
sys.modules.setdefault("joblib.parallel", parallel)


def in_a_pool(data: list[list[float]]) -> Any:
    return str(parallel.uuid4())[:0], without_intercept(data)  # type: ignore[attr-defined]


def named_by_chance(data: list[list[float]]) -> Any:
    return str(uuid.uuid4())[:0], without_intercept(data)


def several_penalties(data: list[list[float]]) -> Any:
    return fit(data, Cs=2)[0].tolist()
