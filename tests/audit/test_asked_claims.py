"""What an audit of a claim alone is asked for is checked before anything runs."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from dpassay.audit.alone import Searched
from dpassay.audit.answers.program import Program
from dpassay.audit.answers.recording import read_recording
from dpassay.audit.answers.request import Json
from dpassay.audit.asked_claims import read_claims, read_pairs
from dpassay.audit.plan import Plan

PLAN = Plan(samples=1_000)
CLAIMED = (Fraction(1), Fraction(0))
PAIRS = [(Json("0"), Json("1")), (Json("0"), Json("2"))]
HERE = Path(__file__).parent
RECORDED = read_recording([np.zeros(20), np.ones(30)])


def test_pairs_share_alpha_evenly() -> None:
    asked = read_claims("a:b", {}, PAIRS, CLAIMED, PLAN)
    assert [request.plan.alpha for request in asked] == [PLAN.alpha / 2] * 2
    assert [request.claims[0].pair for request in asked] == PAIRS
    assert [request.draws for request in asked] == [2_000, 2_000]


def test_a_search_has_all_of_alpha_and_counts_all_its_draws() -> None:
    (request,) = read_claims("a:b", {}, PAIRS, CLAIMED, PLAN, searched=True)
    assert request.plan.alpha == PLAN.alpha
    assert [claim.pair for claim in request.claims] == PAIRS
    assert request.draws == 2 * (100 + 100 + 1_000)


def test_a_request_runs_what_it_says() -> None:
    seen: list[tuple[int, int]] = []
    target = f"{HERE / 'alone_targets.py'}:words"
    (request,) = read_claims(target, {}, PAIRS[:1], CLAIMED, PLAN, searched=True)
    result = request.assessed(lambda *each: seen.append(each))
    assert (result.verdict, result.searched) == ("no violation found", Searched(1, 100))
    assert seen[-1] == (request.draws, request.draws)


def test_recorded_answers_are_all_taken_and_need_no_inputs() -> None:
    (request,) = read_claims(RECORDED, {}, [], CLAIMED, Plan())
    assert request.claims[0].pair is None
    assert request.plan.samples == 20
    (told,) = read_claims(RECORDED, {}, PAIRS[:1], CLAIMED, Plan())
    assert told.claims[0].pair == PAIRS[0]


def test_pairs_are_given_or_generated() -> None:
    assert read_pairs(PAIRS, None, "x", 0) == PAIRS
    assert read_pairs([], [(0, 1), (0, 2)], "1", 0) == PAIRS[:1]
    with pytest.raises(ValueError, match=r"^neighbors = .*beside --data"):
        read_pairs(PAIRS, [(0, 1)], 1, 0)
    with pytest.raises(ValueError, match=r"^pairs = 0: expected a whole number from 1"):
        read_pairs([], [(0, 1)], 0, 0)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"pairs": []}, r"^data = nothing: expected two neighboring inputs"),
        ({"pairs": [PAIRS[0], PAIRS[0]]}, r"^data = a pair of inputs given twice"),
        ({"source": "noise"}, r"^target = 'noise': expected \"path/to/file\.py:function\""),
        ({"plan": replace(PLAN, evidence=("law",))}, "kinds of evidence"),
        ({"plan": replace(PLAN, sequential=True)}, r"^sequential = True: expected nothing: certified bounds"),
        ({"parameters": {"rows": [1, 2]}}, r"^rows = \[1, 2\]: expected a number or a text"),
        (
            {"source": Program(("./a",)), "plan": replace(PLAN, python="python3")},
            r"^python = 'python3': expected nothing: a ",
        ),
        ({"source": RECORDED, "plan": Plan(), "parameters": {"a": 1}}, r"^parameters = a: expected nothing: the answ"),
        ({"source": RECORDED, "plan": PLAN}, r"^samples = 1000: expected nothing: the answers are recorded"),
        ({"source": RECORDED, "plan": Plan()}, r"^data = 2 pairs of inputs: expected one"),
        ({"source": RECORDED, "plan": Plan(), "pairs": PAIRS[:1], "searched": True}, r"^neighbors = .*recorded on one"),
    ],
)
def test_what_makes_no_sense_is_refused(changes: dict[str, object], message: str) -> None:
    given = {"source": "a:b", "parameters": {}, "pairs": PAIRS, "claimed": CLAIMED, "plan": PLAN}
    with pytest.raises(ValueError, match=message):
        read_claims(**{**given, **changes})  # type: ignore[arg-type]
