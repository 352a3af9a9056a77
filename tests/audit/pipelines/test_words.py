"""What an audit by replay says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpassay.audit.pipelines.words import cost_json, cost_words, replay_headline, trusted
from tests.audit.pipelines.test_planted import CASES, audited


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("sum_not_clipped", "VIOLATION: the trace costs epsilon = 50, above the claimed 1"),
        ("total_of_some", "VIOLATION: with the same answers the runs part at call 1"),
        ("mean_with_nan", "VIOLATION: the trace costs epsilon = infinite"),
    ],
)
def test_a_violation_says_what_and_where(fault: str, said: str) -> None:
    assert replay_headline(audited(fault, fault)).startswith(said)


def test_that_none_is_found_is_no_proof() -> None:
    found = audited(CASES["sum_not_clipped"][0], "sum_not_clipped")
    assert replay_headline(found).startswith("NO VIOLATION FOUND (that is not a proof of privacy): in 26 replays")
    assert cost_words(found) == "the trace costs epsilon = 1"
    assert cost_json(found) == {
        "low": {"exact": "1", "decimal": "1"},
        "high": {"exact": "1", "decimal": "1"},
        "fixed": True,
        "how": "the largest loss of a sequence of answers",
        "words": "the trace costs epsilon = 1",
    }
    assert cost_words(replace(found, cost=None)) == "no inputs differ"


def test_what_is_trusted_is_said() -> None:
    lines = trusted(audited("sum_not_clipped", "sum_not_clipped"))
    assert lines[0] == "The laws of the primitives: Laplace noise. `dpassay audit` tests them."
    assert any("added in doubles" in line for line in lines)
    coins = trusted(audited("response_too_true", "response_too_true"))
    assert not any("added in doubles" in line for line in coins)
    assert any("who sees less" in line for line in coins)
