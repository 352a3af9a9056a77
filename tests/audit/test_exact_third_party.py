"""What `docs/exact.md` says was proved of samplers of others, with their libraries."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit import ExactResult, audit_exact
from dpassay.audit.answers.environments import prepare

ROOT = Path(__file__).parents[2]
ENCODINGS = ROOT / "examples" / "unary_encodings.py"
ROUNDING = Fraction(1, 10**14)
PAIR = ([0, 1], [1, 0])
LIMITS: dict[str, Any] = {"environments": ROOT / ".venvs", "time_limit": 600}
"""The libraries' import is slow on a machine that is busy."""

BUILT_IN = {
    "diffprivlib-0.6.6-binary": ("violation", [2, 2]),
    "diffprivlib-0.6.6-exponential": ("proved", [8, 8]),
    "diffprivlib-0.6.6-geometric": ("violation", [217, 217]),
    "pure-ldp-1.2.0-randomized-response": ("proved", [4, 4]),
    "multi-freq-ldpy-0.2.5-grr": ("violation", [4, 4]),
}
UNARY = {
    "pure_ldp_symmetric": ("pure-ldp-1.2.0", "violation", [16, 16]),
    "pure_ldp_optimal": ("pure-ldp-1.2.0", "violation", [16, 16]),
    "multi_freq_symmetric": ("multi-freq-ldpy-0.2.5", "violation", [8, 8]),
    "multi_freq_optimal": ("multi-freq-ldpy-0.2.5", "proved", [8, 8]),
}
pytestmark = [pytest.mark.thirdparty, pytest.mark.xdist_group("environments")]


@pytest.fixture(autouse=True)
def _as_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let numba compile nothing: what it compiles draws in native code."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@cache
def python_of(environment: str) -> Path:
    made = prepare([environment], ROOT / ".venvs")[environment]
    assert made.python is not None, made.problem
    return made.python


def held(result: ExactResult, verdict: str, branches: list[int]) -> None:
    """Check what was found: a violation is one of rounding, and a tolerance of its size is enough."""
    assert (result.verdict, [law.branches for law in result.laws]) == (verdict, branches), result.headline
    assert Fraction(result.privacy.delta[1]) < ROUNDING
    assert (verdict == "violation") == ("of the size of rounding" in result.headline)


@pytest.mark.parametrize("name", BUILT_IN)
def test_samplers_of_others_have_the_law_that_they_claim_but_for_rounding(name: str) -> None:
    held(audit_exact(name, **LIMITS), *BUILT_IN[name])
    assert audit_exact(name, tolerance=ROUNDING, **LIMITS).verdict == "proved"


@pytest.mark.parametrize("name", UNARY)
def test_so_have_unary_encodings_and_half_of_what_they_claim_is_broken(name: str) -> None:
    environment, *found = UNARY[name]
    given: dict[str, Any] = {"data": 0, "neighbor": 1, "python": python_of(environment), "time_limit": 600}
    target = f"{ENCODINGS}:{name}"
    held(audit_exact(target, None, {"epsilon": 1}, epsilon=1, **given), *found)
    half = audit_exact(target, None, {"epsilon": 1}, epsilon="1/2", tolerance=ROUNDING, **given)
    assert half.verdict == "violation"
    assert Fraction(half.privacy.delta[0]) > Fraction(1, 100)


def test_permute_and_flip_is_proved_but_for_a_rest_that_is_next_to_nothing() -> None:
    """It tosses for each score again and again; what is left over after a few hundred branches is next to nothing."""
    result = audit_exact("diffprivlib-0.6.6-permute-and-flip", data=PAIR[0], neighbor=PAIR[1], **LIMITS)
    assert result.verdict == "undecided"
    assert Fraction(result.privacy.delta[1]) < ROUNDING
    assert (
        audit_exact(
            "diffprivlib-0.6.6-permute-and-flip", data=PAIR[0], neighbor=PAIR[1], tolerance=ROUNDING, **LIMITS
        ).verdict
        == "proved"
    )
