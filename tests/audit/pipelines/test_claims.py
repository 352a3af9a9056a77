"""What a pipeline may claim, and how it is said."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.claims import read_pipeline_claim

PAIR = Json("0"), Json("1")


def claim(**said: Any) -> Any:
    return read_pipeline_claim("file.py:target", {}, PAIR, **said)


def test_a_claim_is_read_exactly() -> None:
    found = claim(epsilon=0.1, delta="1e-5", tolerance=0)
    assert (found.epsilon, found.delta, found.claimed) == (Fraction(1, 10), Fraction(1, 10**5), Fraction(1, 10))
    assert found.forgiving == found.epsilon
    assert found.words == "(epsilon = 0.1, delta = 1e-05)-differential privacy"
    rho = claim(rho="1/2")
    assert rho.words == "rho = 0.5 zero-concentrated differential privacy"
    assert rho.forgiving > rho.claimed == Fraction(1, 2)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({}, "^epsilon = nothing: expected"),
        ({"epsilon": 1, "rho": 1}, "^rho = 1: expected"),
        ({"rho": 1, "delta": "1/2"}, "^delta = 1/2: expected"),
        ({"epsilon": -1}, "^epsilon = -1: expected a number from 0 to 700"),
        ({"epsilon": "x"}, "^epsilon = 'x': expected"),
        ({"epsilon": 1, "delta": 1}, r"^delta = 1: expected a number in \[0, 1\)"),
        ({"epsilon": 1, "tolerance": 2}, "^tolerance = 2: expected"),
    ],
)
def test_what_is_no_claim_is_refused(said: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        claim(**said)


def test_two_equal_inputs_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^data = .*expected two inputs that differ"):
        read_pipeline_claim("file.py:target", {}, (Json("0"), Json("0")), epsilon=1)
