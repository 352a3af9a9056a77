"""Our samplers are one call each, with the law of the reference; what runs for many rounds is its choices and noise."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit.answers.request import Json
from dpassay.audit.answers.worker_dpassay import law_of, plain, told
from dpassay.audit.pipelines.assess import ReplayAssessment, assess_replay
from dpassay.audit.pipelines.claims import read_pipeline_claim
from dpassay.audit.pipelines.run import ReplayPlan, replay_target
from dpassay.audit.pipelines.traces import Replay, Replays
from dpassay.audit.pipelines.words import trusted

F = Fraction
FILE = Path(__file__).with_name("own_samplers.py")
PAIR = (Json("0"), Json("1"))
HALF = ((F(1, 2), F(1, 2)), (F(1, 4), F(3, 4)))
CLASS = ("hypotheses", "1/2,1/2;1/4,3/4", "rounds", F(4), "calibration", "corrected")


@cache
def replayed(function: str) -> Replay:
    found = replay_target(f"{FILE}:{function}", PAIR, {}, ReplayPlan(drawn=1, steered=1))
    assert isinstance(found, Replays), found
    assert found.itself.parting is None
    return found.pairs[0]


@cache
def assessed(function: str, **claim: str) -> ReplayAssessment:
    return assess_replay(read_pipeline_claim(f"{FILE}:{function}", {}, PAIR, **claim), ReplayPlan(drawn=4))  # type: ignore[arg-type]


def scored(third: int | Fraction) -> tuple[Any, Any]:
    return (F(0), F(third)), (F(1), F(third))


CALLS: list[tuple[str, Any, Any, Any]] = [
    ("laplace", F(4), F(0), F(1)),
    ("dpassay laplace", ("exp_eps", F(3, 2), "sensitivity", F(2)), F(0), F(1)),
    ("discrete laplace", F(6), F(0), F(1)),
    ("dpassay discrete_laplace", ("exp_eps", F(2), "sensitivity", F(2)), F(0), F(1)),
    ("normal", F(3), F(0), F(1)),
    ("dpassay gaussian", ("epsilon", F(1), "delta", F(1, 2), "sensitivity", F(1)), F(0), F(1)),
    ("dpassay discrete_gaussian", ("sigma_squared", F(2), "sensitivity", F(1)), F(0), F(1)),
    ("exponential choice", F(1), (F(1), F(0), F(0)), (F(0), F(1), F(0))),
    ("dpassay randomized_response", ("exp_eps", F(3, 2), "categories", F(3)), F(0), F(1)),
    ("exponential choice", F(1), *scored(F(1, 3))),
    ("dpassay exponential", ("exp_eps", F(4), "sensitivity", F(1)), *scored(1)),
    ("dpassay label_clipping", CLASS, F(0), F(1)),
    ("dpassay private_pac", ("epsilon", F(1), "dimension", F(1)), ((F(0), F(0)),), ((F(0), F(1)),)),
    (
        "dpassay private_pac",
        ("epsilon", F(1), "dimension", F(1), "hypotheses", ((F(0), F(1)),)),
        ((F(0), F(0)),),
        ((F(0), F(1)),),
    ),
    ("dpassay private_wma", ("epsilon", F(1), "delta", F(1, 2), *CLASS), F(0), F(1)),
    ("dpassay private_exp3", ("epsilon", F(1), *CLASS), F(0), F(1)),
]
"""Of each sampler, in order: kind, unit, and both inputs."""


def test_every_sampler_is_one_call_and_its_draws_are_none() -> None:
    replay = replayed("all_samplers")
    assert replay.parting is None
    found = []
    for call in replay.calls:
        assert (len(call.rows), call.bare, call.asked.site.function) == (2, False, "all_samplers")
        first = call.rows[0]
        found.append((call.asked.kind, first.unit, first.first, first.second))
    assert found[: len(CALLS)] == CALLS
    assert [kind for kind, *_ in found[len(CALLS) :]] == ["dpassay subsampled_net", "dpassay priest_kld"]


def test_samplers_of_the_reference_are_calls_of_the_same_kinds() -> None:
    replay = replayed("exact_samplers")
    assert [call.asked.kind for call in replay.calls] == ["laplace", "dpassay gaussian", "dpassay label_clipping"]
    assert replay.calls[0].rows[0].unit == 2
    assert replay.parting is None


def test_what_runs_for_many_rounds_is_its_choices_and_its_noise() -> None:
    replay = replayed("many_rounds")
    kinds = [call.asked.kind for call in replay.calls if not call.asked.is_draw]
    assert kinds == ["exponential choice", "discrete laplace", "exponential choice"]
    assert replay.parting is None
    noise = replay.calls[2].sample[0]
    assert {noise.first, noise.second} <= {0, 1, 2}
    assert noise.unit == pytest.approx(2, rel=2**-45)
    assert [row.second for row in replay.calls[3].rows] == [(0, -1)] * 2


def test_a_weight_of_zero_has_no_law() -> None:
    assert assessed("impossible_expert", epsilon="1").verdict == "undecided"


def test_no_answers_are_no_call() -> None:
    assert replayed("nothing_asked_for").calls == ()


@pytest.mark.parametrize(
    ("function", "kind", "sibling"),
    [("label_out_of_range", "control flow", "label_in_range"), ("scale_of_data", "cost", "label_in_range")],
)
def test_what_a_sampler_refuses_and_a_scale_of_the_data_are_leaks(function: str, kind: str, sibling: str) -> None:
    found = assessed(function, epsilon="2")
    assert found.verdict == "violation"
    assert kind in {finding.kind for finding in found.findings if finding.certain}
    assert assessed(sibling, epsilon="2").verdict == "no violation found"


def test_what_the_reference_does_not_list_has_no_law() -> None:
    found = assessed("many_hypotheses", epsilon="1")
    assert found.verdict == "undecided"
    assert [finding.kind for finding in found.findings] == ["law"]


def test_several_calls_compose() -> None:
    found = assessed("several", epsilon="9/2", delta="1/50")
    assert found.verdict == "no violation found"
    assert assessed("several", epsilon="1", delta="1/10000").verdict == "violation"
    assert assessed("several", rho="1/100").verdict == "violation"


def test_our_noise_is_not_said_to_be_added_in_doubles() -> None:
    ours, others = (trusted(assessed(function, epsilon="1")) for function in ("noise_of_ours", "noise_of_numpy"))
    assert not [line for line in ours if line.startswith("Noise is added in doubles")]
    assert [line for line in others if line.startswith("Noise is added in doubles (Laplace noise)")]


# Parts


@pytest.mark.parametrize(
    ("value", "name", "expected"),
    [
        ("3/2", "laplace", F(3, 2)),
        ("1/2,1/2", "label_clipping", "1/2,1/2"),
        ("011, 0", "private_pac", ((0, 1, 1), (0,))),
        ("", "private_pac", ()),
        ([[0.5, 1], (2,)], "exponential", ((F(1, 2), 1), (2,))),
    ],
)
def test_numbers_are_exact_and_rows_are_tuples(value: Any, name: str, expected: Any) -> None:
    assert plain(value, name) == expected


def test_labels_among_too_many_are_recorded_by_their_mechanism() -> None:
    given = {"epsilon": F(1), "categories": 10**9}
    assert law_of("randomized_response", 3, given)[0] == "dpassay randomized_response"


@pytest.mark.parametrize(
    ("name", "x", "other", "answer", "expected"),
    [
        ("gaussian", F(1), F(2), 1.5, 0.5),
        ("gaussian", F(2), F(1), 1.5, 2.5),
        ("discrete_gaussian", 2, 1, 0, 4),
        ("exponential", (F(1), F(3)), (F(2), F(3)), 0, 1),
        ("private_pac", ((0, 1),), ((0, 0),), 1, 1),
        ("randomized_response", 2, 0, 1, 2),
        ("label_clipping", 2, 0, 7, 7),
    ],
)
def test_the_answer_that_tells_most(name: str, x: Any, other: Any, answer: Any, expected: Any) -> None:
    found = told(f"dpassay {name}", x, other, answer)
    assert (found, type(found)) == (expected, type(answer))
