"""Each vector rejects the wrong implementations that its flags name, and keeps the right ones; bad input is refused.

The alpha of a vector is 1e-9, by Chernoff's bound. Seeds are fixed.
"""

from __future__ import annotations

import copy
import importlib
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dpassay.properties.target import Target, call, offered, plain
from dpassay.reference import MECHANISMS
from tests.mutants.registry import CORRECT, MUTANTS
from tests.vectors.held_to import Vector, document, rejected, vectors

pytestmark = pytest.mark.statistical
SEED = 1


def drawn(target: Target, mechanism: str, vector: Vector) -> NDArray[Any]:
    spec = MECHANISMS[mechanism]
    parameters = spec.Parameters.read(vector["parameters"])
    data = plain(spec.check_data(vector["data"], parameters))
    return np.asarray(call(target, data, vector["samples"], SEED, offered(parameters)))


def flagged() -> Iterator[Any]:
    for mechanism in MECHANISMS:
        for vector in vectors(mechanism, "law"):
            for flag in vector["flags"]:
                if document(mechanism)["flags"][flag]["kind"] == "fault":
                    yield pytest.param(mechanism, vector["id"], flag, id=f"{mechanism}-{vector['id']}-{flag}")


@cache
def of_id(mechanism: str, number: int) -> Vector:
    return next(vector for vector in vectors(mechanism, "law") if vector["id"] == number)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_every_mutant_is_a_fault_of_the_vectors(mechanism: str) -> None:
    flags = document(mechanism)["flags"]
    assert {name for name, flag in flags.items() if flag["kind"] == "fault"} == set(MUTANTS[mechanism])


@pytest.mark.parametrize(("mechanism", "number", "flag"), list(flagged()))
def test_a_vector_rejects_what_its_flags_name(mechanism: str, number: int, flag: str) -> None:
    vector = of_id(mechanism, number)
    assert rejected(drawn(MUTANTS[mechanism][flag], mechanism, vector), vector)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_the_right_implementations_are_kept(mechanism: str) -> None:
    fast = getattr(importlib.import_module(f"dpassay.fast.{mechanism}"), mechanism)
    for vector in vectors(mechanism, "law"):
        for target in (CORRECT[mechanism], fast):
            assert rejected(drawn(target, mechanism, vector), vector) == "", (vector["id"], target)


def test_a_tampered_law_rejects_a_right_implementation() -> None:
    vector = copy.deepcopy(of_id("randomized_response", 2))
    first, second = vector["law"][0]["probability"], vector["law"][1]["probability"]
    vector["law"][0]["probability"], vector["law"][1]["probability"] = second, first
    assert rejected(drawn(CORRECT["randomized_response"], "randomized_response", vector), vector)
    del vector["law"][1]
    assert "lie in no event" in rejected(drawn(CORRECT["randomized_response"], "randomized_response", vector), vector)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_bad_input_is_refused(mechanism: str) -> None:
    spec = MECHANISMS[mechanism]
    for vector in vectors(mechanism, "invalid"):
        with pytest.raises(ValueError, match=r" = |has length|sum|expected"):
            spec.check_data(vector["data"], spec.Parameters.read(vector["parameters"]))
