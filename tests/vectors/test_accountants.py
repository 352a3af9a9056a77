"""Each vector of a divergence refuses the accountants that its flags name, and keeps one that answers enough."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from dpassay.reference import MECHANISMS
from tests.vectors.accountants import WRONG, Accountant, right
from tests.vectors.held_to import Vector, bounds, document, vectors
from tools.vectors.accountants import ACCOUNTANTS

CASES = [
    pytest.param(mechanism, vector, id=f"{mechanism}-{vector['id']}")
    for mechanism in MECHANISMS
    for vector in vectors(mechanism, "privacy")
]


@cache
def laws(mechanism: str, number: int) -> tuple[Any, Any]:
    spec = MECHANISMS[mechanism]
    vector = next(each for each in vectors(mechanism, "privacy") if each["id"] == number)
    parameters = spec.Parameters.read(vector["parameters"])
    first, second = (spec.check_data(vector[name], parameters) for name in ("data", "neighbor"))
    return spec.law(first, parameters), spec.law(second, parameters)


def is_kept(accountant: Accountant, mechanism: str, vector: Vector) -> bool:
    answer = accountant(*laws(mechanism, vector["id"]), Fraction(vector["epsilon"]))
    return answer >= bounds(vector["hockey_stick"])[0]


@pytest.mark.parametrize(("mechanism", "vector"), CASES)
def test_it_refuses_what_its_flags_name_and_keeps_what_is_right(mechanism: str, vector: Vector) -> None:
    assert is_kept(right, mechanism, vector)
    assert vector["flags"] != []
    assert [name for name in WRONG if not is_kept(WRONG[name], mechanism, vector)] == sorted(
        vector["flags"], key=list(WRONG).index
    )


def test_every_error_is_caught_somewhere() -> None:
    flags = [flag for mechanism in MECHANISMS for vector in vectors(mechanism, "privacy") for flag in vector["flags"]]
    assert set(flags) == set(ACCOUNTANTS) == set(WRONG)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_such_flags_stand_at_divergences_alone(mechanism: str) -> None:
    kinds = {name: flag["kind"] for name, flag in document(mechanism)["flags"].items()}
    assert {kind for vector in vectors(mechanism, "privacy") for kind in map(kinds.get, vector["flags"])} == {
        "accountant"
    }
    assert not any(name in ACCOUNTANTS for vector in vectors(mechanism, "law") for name in vector["flags"])
