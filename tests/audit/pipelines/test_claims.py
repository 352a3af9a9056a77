"""What a pipeline may claim, and how it is said."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.claims import DRAWN_DELTA, drawn_point, read_pipeline_claim
from dpassay.audit.pipelines.stated_loss import allowed_delta

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
    assert [found.is_pure, rho.is_pure, claim(epsilon=1).is_pure] == [False, False, True]


def test_a_statement_is_a_claim_of_its_own() -> None:
    stated = claim(claim="laplace(epsilon=1/2) x 2")
    assert stated.words == "the privacy profile of laplace(epsilon=1/2) x 2"
    assert (stated.epsilon, stated.rho, stated.is_pure) == (None, None, False)
    assert stated.claimed == 1
    assert 0 < claim(claim="gaussian(sigma=2)").claimed < 1


def test_each_claim_allows_a_delta_at_a_point() -> None:
    """What is counted is held to that: of rho and of a statement it is a delta of at most a tenth."""
    assert drawn_point(claim(epsilon=1, delta="1/100", tolerance=0)) == (Fraction(1), Fraction(1, 100))
    assert drawn_point(claim(rho=0)) == (Fraction(0), DRAWN_DELTA)
    epsilon, delta = drawn_point(claim(rho="1/2"))
    assert delta == DRAWN_DELTA
    assert float(epsilon) == pytest.approx(0.5 + 2 * math.sqrt(0.5 * math.log(10)))
    stated = claim(claim="laplace(epsilon=1/2) x 2", tolerance=0)
    assert drawn_point(stated) == (Fraction(3, 4), allowed_delta(stated.statement, Fraction(3, 4)))


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({}, "^epsilon = nothing: expected"),
        ({"epsilon": 1, "rho": 1}, "^rho = 1: expected"),
        ({"rho": 1, "delta": "1/2"}, "^delta = 1/2: expected"),
        ({"claim": "pure(epsilon=1)", "epsilon": 1}, "^epsilon = 1: expected nothing beside claim"),
        ({"claim": "pure(epsilon=1)", "rho": 1}, "^rho = 1: expected nothing beside claim"),
        ({"claim": "pure(epsilon=1)", "delta": "1/2"}, "^delta = 1/2: expected nothing beside claim"),
        ({"claim": "pure"}, "^claim = 'pure': expected mechanisms as in"),
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
