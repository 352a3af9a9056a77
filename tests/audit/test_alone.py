"""An audit of a claim alone finds what breaks it, whatever the answers are, and accuses nobody else."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from dpassay.audit.alone import (
    EXIT_CODES,
    ClaimAudit,
    Searched,
    assess_claim,
    assess_searched,
    claim_verdict,
    screening,
)
from dpassay.audit.answers.request import Json
from dpassay.audit.held_to.alone import ClaimAlone
from dpassay.audit.plan import Plan

HERE = Path(__file__).with_name("alone_targets.py")
PLAN = Plan(samples=4_000)


def claimed(function: str, **parameters: object) -> ClaimAlone:
    pair = (Json("0"), Json("1"))
    return ClaimAlone(f"{HERE}:{function}", parameters, pair, Fraction(1), Fraction(0))


def audit(function: str, **parameters: object) -> ClaimAudit:
    return assess_claim(claimed(function, **parameters), PLAN)


@pytest.mark.parametrize(
    ("function", "parameters", "kind"),
    [
        ("laplace", {"scale": "1/2"}, "values"),
        ("naive", {}, "bits"),
        ("words", {"epsilon": "2"}, "values"),
        ("lengths", {"epsilon": "2"}, "values"),
        ("rows", {"epsilon": "2"}, "values"),
    ],
)
def test_what_breaks_its_claim_is_found(function: str, parameters: dict[str, str], kind: str) -> None:
    found = audit(function, **parameters)
    assert (found.verdict, found.exit_code) == ("violation", 1)
    assert found.evidence is not None
    assert found.evidence.best is found.evidence.found[kind]  # type: ignore[index]
    assert found.findings[0].startswith("privacy: ")


@pytest.mark.parametrize("function", ["classes", "kinds"])
def test_a_form_that_every_answer_on_an_input_has_is_found(function: str) -> None:
    assert audit(function).verdict == "violation"
    same = replace(claimed(function), pair=(Json("0.25"), Json("0")))
    assert assess_claim(same, PLAN).verdict != "violation"


def test_whole_arrays_of_different_shapes_are_no_independent_answers() -> None:
    found = audit("whole_arrays")
    assert (found.verdict, found.exit_code) == ("could not run", 2)
    assert "int64 of shape (2,)" in found.findings[0]
    assert "int64 of shape (3,)" in found.findings[0]


def test_a_form_that_one_input_alone_gives_is_found() -> None:
    found = audit("nothing")
    assert found.verdict == "violation"
    assert any("NoneType" in finding or "null" in finding for finding in found.findings)


@pytest.mark.parametrize("function", ["laplace", "words", "array_of_words", "lengths", "rows"])
def test_what_keeps_its_claim_is_not_accused(function: str) -> None:
    found = audit(function)
    assert (found.verdict, found.exit_code, found.findings) == ("no violation found", 0, ())
    assert found.evidence is not None
    assert found.evidence.best is not None
    assert 0.6 < found.evidence.best.certificate.epsilon_lower < 1


def test_what_cannot_run_has_no_verdict() -> None:
    found = audit("silent")
    assert (found.verdict, found.evidence, found.exit_code) == ("could not run", None, 2)
    assert "no answer to 0" in found.findings[0]


def test_too_few_answers_are_inconclusive() -> None:
    few = assess_claim(claimed("words"), replace(PLAN, samples=8))
    assert (few.verdict, few.exit_code) == ("inconclusive", 3)
    shares = {"values": 0.008}
    assert claim_verdict(claimed("words"), False, [8, 8], shares) == "inconclusive"  # type: ignore[arg-type]
    assert claim_verdict(claimed("words"), False, [80, 80], shares) == "no violation found"  # type: ignore[arg-type]
    assert claim_verdict(claimed("words"), False, [80, 80], {}) == "inconclusive"
    assert set(EXIT_CODES.values()) == {0, 1, 2, 3}


def test_the_most_telling_pair_is_searched_with_answers_of_its_own() -> None:
    """Noise of scale 1 around 0 and 1/2, or around 0 and 3: the second pair costs more than 1."""
    near, far = (replace(claimed("laplace"), pair=(Json("0"), Json(other))) for other in ("0.5", "3"))
    found = assess_searched([near, far, replace(near, target=f"{HERE}:silent")], PLAN)
    assert found.claim is far
    assert found.verdict == "violation"
    assert found.searched == Searched(3, 400)
    assert found.evidence is not None
    assert found.evidence.sizes == (4_000, 4_000)
    few = screening(PLAN)
    assert (few.samples, few.seed, few.alpha) == (400, PLAN.seed + 1, PLAN.alpha)
    assert screening(replace(PLAN, samples=5)).samples == 4


def test_audits_that_differ_have_reports_of_different_names() -> None:
    first, second = (
        ClaimAudit(replace(claimed("words"), epsilon=epsilon), PLAN, {}, None, None, "inconclusive")  # type: ignore[arg-type]
        for epsilon in (Fraction(1), Fraction(2))
    )
    assert first.name != second.name
    assert first.name.startswith("alone_targets-words-claim-epsilon=1")
