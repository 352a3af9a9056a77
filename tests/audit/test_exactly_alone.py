"""Exact audits of a claim alone: proved where the ratio is that of the coins, broken just below it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit import audit_exact
from dpassay.audit.answers.program import Program
from dpassay.audit.answers.request import Json
from dpassay.audit.exactly import ExactPlan
from dpassay.audit.exactly_alone import ExactClaim, assess_claim_exactly
from dpassay.audit.held_to.alone import ClaimAlone
from dpassay.exact import exp

TARGET = """
def kept(data, *, rng, keep=3):
    return data if rng.integers(4) < int(keep) else 1 - data


def words(data, *, rng):
    if rng.integers(8) == 0:
        return f"told {data}"
    return data if rng.integers(4) < 3 else 1 - data


def fails(data, *, rng):
    return rng.normal()
"""
ABOVE, BELOW = Fraction(10_986_123, 10**7), Fraction(10_986_122, 10**7)
"""Log(3) lies between them."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("code") / "coins.py"
    path.write_text(TARGET)
    return str(path)


def held(file: str, name: str, epsilon: Fraction, delta: Fraction = Fraction(0), **plan: Any) -> ExactClaim:
    claim = ClaimAlone(f"{file}:{name}", {}, (Json("0"), Json("1")), epsilon, delta)
    return assess_claim_exactly(claim, ExactPlan(**plan))


def test_the_claim_is_proved_at_the_ratio_of_the_coins_and_broken_below(file: str) -> None:
    assert exp(BELOW) < 3 < exp(ABOVE)
    met, broken = held(file, "kept", ABOVE), held(file, "kept", BELOW)
    assert (met.verdict, met.exit_code, broken.verdict, broken.exit_code) == ("proved", 0, "violation", 1)
    assert met.privacy is not None
    assert met.privacy.ratio.low == met.privacy.ratio.high == 3
    assert met.privacy.delta.high == 0
    assert broken.privacy is not None
    assert broken.privacy.masses == (Fraction(3, 4), Fraction(1, 4))


def test_answers_of_any_kind_and_a_branch_that_tells(file: str) -> None:
    enough = held(file, "words", ABOVE, Fraction(1, 8))
    less = held(file, "words", ABOVE, Fraction(1, 8) - Fraction(1, 10**9))
    assert (enough.verdict, less.verdict) == ("proved", "violation")
    assert less.privacy is not None
    assert any("told" in answer for answer in less.privacy.event)
    assert held(file, "kept", Fraction(1), tolerance=Fraction(1, 10)).verdict == "proved"


def test_what_is_not_decided_or_cannot_be_enumerated(file: str) -> None:
    assert held(file, "kept", ABOVE, branches=2).exit_code == 3
    refused = held(file, "fails", ABOVE)
    assert (refused.verdict, refused.exit_code) == ("could not run", 2)
    claim = ClaimAlone(Program(("cat",)), {}, (Json("0"), Json("1")), ABOVE, Fraction(0))
    with pytest.raises(ValueError, match="exact = True, target = cat: expected a function in Python"):
        assess_claim_exactly(claim, ExactPlan())


def test_from_python(file: str) -> None:
    result = audit_exact(f"{file}:kept", epsilon=ABOVE, data=0, neighbor=1, parameters={"keep": 2})
    assert (result.verdict, result.claim.delta_decimal) == ("proved", "0")
    assert repr(result).startswith(f"<exact audit of {file}:kept: PROVED")
    for arguments, message in [
        ({"mechanism": "laplace", "data": 0, "neighbor": 1}, "mechanism = 'laplace': expected nothing"),
        ({}, "data = nothing: expected two neighboring inputs"),
        ({"data": 1, "neighbor": 1}, "expected two inputs that differ"),
        ({"data": 1}, "expected both or neither"),
    ]:
        with pytest.raises(ValueError, match=message):
            audit_exact(f"{file}:kept", epsilon=1, **arguments)


def test_paths_of_files_are_inputs(file: str, tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text("1")
    result = audit_exact(f"{file}:kept", epsilon=1, data=0, neighbor=tmp_path / "one.json")
    assert result.verdict == "violation"
    assert f"--neighbor={tmp_path / 'one.json'}" in result.command
