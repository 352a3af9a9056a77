"""What follows from a mechanism where its contract says nothing: inputs, parameters, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.properties.contracts import CONTRACTS
from dpassay.properties.defaults import default_contract
from dpassay.properties.run import Case
from tests.mutants.registry import CORRECT

F = Fraction


def rejected(name: str, **changes: Any) -> dict[str, tuple[object, ...]]:
    return dict(default_contract(name, **changes).bad)


def test_parameters_are_the_example_and_its_double_and_inputs_are_those_of_neighbors() -> None:
    cases = default_contract("exponential").cases
    epsilons = [case.parameters["epsilon"] for case in cases]
    assert epsilons == [1, 1, 2, 2]
    first, second = (case.data for case in cases[:2])
    assert CONTRACTS["exponential"].mechanism.are_neighbors(
        first, second, default_contract("exponential").mechanism.example
    )
    assert [case.parameters for case in default_contract("label_clipping").cases[:1]] == [
        {"hypotheses": ((F(1, 2), F(1, 2)), (F(1, 4), F(3, 4))), "rounds": 4, "calibration": "corrected"}
    ]


def test_what_the_mechanism_refuses_must_be_refused() -> None:
    given = rejected("randomized_response")
    assert list(given) == ["epsilon", "categories", "data", "size"]
    assert {1, 0, -1} <= set(given["categories"])
    assert not {1, 2, 3} & set(given["epsilon"])
    assert {-1, 3} <= set(given["data"])  # of three categories
    assert not {0, 1, 2} & set(given["data"])
    assert {0, 1, 2, -0.1, 1.5} <= set(rejected("gaussian")["delta"])
    assert 0.0 not in rejected("composition")["delta"]


def test_what_does_not_fit_the_data_must_be_refused() -> None:
    given = rejected("multiplicative_weights", cases=(Case({"rounds": 2, "experts": 2, "learning_rate": 1}, ROWS),))
    assert {1, 3} <= set(given["rounds"])
    assert 2 not in given["rounds"]
    assert [] in given["data"]
    assert [[1.0, 0.0]] in given["data"]
    assert [[1.0], [0.0]] in given["data"]
    assert [[1.0, 0.0], [0.0, 1.5]] in given["data"]
    assert [[1.0, 0.0], [0.0, 0.5]] not in given["data"]


ROWS = ((1, 0), (0, "1/2"))


def test_what_is_said_comes_first() -> None:
    assert rejected("laplace", bad={"epsilon": (7,)}) == rejected("laplace") | {"epsilon": (7,)}


@pytest.mark.statistical
def test_a_default_contract_of_ours_rejects_what_ignores_the_budget() -> None:
    def careless(data: int, *, size: int, rng: np.random.Generator, epsilon: float, sensitivity: int) -> Any:
        return CORRECT["discrete_laplace"](data, size=size, rng=rng, epsilon=1, sensitivity=sensitivity)

    own = default_contract("discrete_laplace")
    assert own.check_one("law", CORRECT["discrete_laplace"]).status == "passed"
    assert own.check_one("guarantee", careless).status == "passed"
    assert own.check_one("any_parameters", careless).status == "passed"
    assert own.check_one("law", careless).status == "failed"
    assert own.check_one("rejects_epsilon", careless).status == "failed"


def test_a_bad_epsilon_is_handed_over_where_the_example_says_exp_eps() -> None:
    """A target that takes both forms would otherwise be given the good one."""

    def both(
        data: int, *, size: int, rng: Any, epsilon: Any = None, exp_eps: Any = None, rounds: int, delta: float
    ) -> Any:
        if (epsilon is None) == (exp_eps is None) or (epsilon is not None and not 0 < epsilon < np.inf):
            raise ValueError("epsilon or exp_eps: out of its domain")
        return np.zeros(size, dtype=int)

    own = default_contract("composition")
    assert "exp_eps" in own.cases[0].parameters
    assert own.check_one("rejects_epsilon", both).status == "passed"
