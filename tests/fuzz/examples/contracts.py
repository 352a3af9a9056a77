"""Right arguments for contracts and audits: samples, cells and targets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from dpassay.audit.evidence.features import Outcomes
from dpassay.properties.cells import Cells, law_cells
from dpassay.properties.contract import Contract
from dpassay.properties.contracts import CONTRACTS
from dpassay.properties.grids import Axis, Grid
from dpassay.properties.run import Run
from dpassay.reference import Guarantee
from tests.fuzz.examples.values import FAIR, Makers, case
from tests.fuzz.harness import INSTANCES
from tests.mutants.registry import CORRECT


def _contract() -> Contract:
    """A contract that costs little: of one case, with no parameters drawn."""
    whole, (parameters, _) = CONTRACTS["randomized_response"], case("randomized_response")
    few: dict[str, Any] = {"cases": whole.cases[:1], "neighbors": lambda _: st.just((0, 1))}
    return replace(whole, parameters=lambda: st.just(parameters), **few)


def target(data: Any, *, size: int, rng: Any, **parameters: Any) -> Any:
    return CORRECT["randomized_response"](data, size=size, rng=rng, **parameters)


OBJECTS: dict[type, Callable[[], Any]] = {
    Contract: _contract,
    Cells: lambda: law_cells(FAIR, 100),
    Axis: lambda: Axis(np.array([0.0, 1.0]), is_tag=False),
    Grid: lambda: Grid((Axis(np.array([0.0, 1.0]), is_tag=False),)),
    Run: lambda: Run(CORRECT["randomized_response"], 0.01, 0, 50),
    Guarantee: lambda: CONTRACTS["laplace"].mechanism.guarantee(case("laplace")[0]),
}
INSTANCES |= OBJECTS
ARGUMENTS: dict[str, Makers] = {
    "contract": {
        "target": lambda: target,
        "alpha": lambda: 0.01,
        "samples": lambda: 20,
        "check_one.name": lambda: "shape",
        "full_id.name": lambda: "law",
        "parameters": lambda: case("randomized_response")[0],
        "data": lambda: 0,
        "pair": lambda: (0, 1),
        "check.skip": lambda: CONTRACTS["randomized_response"].ids,
        "require.skip": lambda: CONTRACTS["randomized_response"].ids,
        "size": lambda: 5,
        "require.target": lambda: target,
    },
    "bounds": {
        "count": lambda: 1,
        "n": lambda: 10,
        "alpha": lambda: 0.05,
        "counts": lambda: np.array([1, 2]),
        "count_p": lambda: 5,
        "n_p": lambda: 10,
        "count_q": lambda: 1,
        "n_q": lambda: 10,
        "delta": lambda: 0.0,
        "exp_eps": lambda: 2.0,
    },
    "events": {
        "samples_p": lambda: np.array([0, 1, 1, 0]),
        "samples_q": lambda: np.array([0, 1, 0, 0]),
        "samples": lambda: np.array([0, 1, 1, 0]),
        "train_p": lambda: np.array([0, 1, 1, 0]),
        "train_q": lambda: np.array([0, 1, 1, 0]),
        "delta": lambda: 0.0,
        "exp_eps": lambda: np.array([1.0, 2.0]),
        "features": lambda: (Outcomes(),),
        "alpha": lambda: 0.05,
    },
    "contracts": {"name": lambda: "laplace"},
    "cells": {
        "law": lambda: FAIR,
        "laws": lambda: [FAIR, FAIR],
        "size": lambda: 100,
        "samples": lambda: np.array([0, 1, 1]),
        "probabilities": lambda: np.array([0.5, 0.5]),
        "edges": lambda: np.array([0, 1]),
        "first": lambda: 0,
        "last": lambda: 1,
    },
    "goodness_of_fit": {
        "samples": lambda: np.array([0, 1, 1]),
        "counts": lambda: np.array([1, 2]),
        "probabilities": lambda: np.array([0.5, 0.5]),
        "alpha": lambda: 0.01,
        "rng": lambda: np.random.default_rng(0),
        "draws": lambda: 99,
        "cells": lambda: law_cells(FAIR, 100),
        "default_draws.cells": lambda: 2,
    },
    "grids": {
        "points": lambda: np.array([0.0, 1.0]),
        "values": lambda: np.array([0.5]),
        "rows": lambda: np.array([[0.5]]),
        "part": lambda: 0,
        "box": lambda: 0,
        "name": lambda: "x",
        "axes": lambda: OBJECTS[Grid]().axes,
        "from_json.axes": lambda: OBJECTS[Grid]().to_json(),
    },
    "guarantees": {"first": lambda: FAIR, "second": lambda: FAIR, "guarantee": OBJECTS[Guarantee]},
    "strategies": {"low": lambda: 0, "high": lambda: 1, "largest": lambda: 2, "kind": lambda: Guarantee},
    "target": {
        "parameters": lambda: case("randomized_response")[0],
        "target": lambda: target,
        "values": lambda: {"epsilon": 1.0, "categories": 2},
        "data": lambda: 0,
        "size": lambda: 3,
        "seed": lambda: 0,
    },
}
