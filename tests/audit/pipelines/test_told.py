"""What the release alone tells, from counts of events: never of a pipeline that meets its claim."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import pytest

from dpassay.audit.answers.outcome import Origin
from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.claims import read_pipeline_claim
from dpassay.audit.pipelines.told import (
    ALONE,
    ERROR,
    FOUND,
    MOST_EVENTS,
    breaks,
    evidence,
    fresh_runs,
    read_told,
    spent,
)
from dpassay.audit.pipelines.traces import Replay, Replays, Told

TRUTH = math.e / (1 + math.e)
ALPHA = ERROR * ALONE / (2 * MOST_EVENTS)


def claim(**said: Any) -> Any:
    return read_pipeline_claim("a.py:f", {}, (Json("1"), Json("2")), **said)


def told(first: int, second: int, runs: int = 200, side: int = 0) -> Told:
    return Told("the release is 3", side, (first, second), runs)


@pytest.mark.parametrize(
    ("counted", "said", "expected"),
    [
        (told(200, 0), {"epsilon": 1}, True),
        (told(0, 200, side=1), {"epsilon": 1}, True),
        (told(200, 0, side=1), {"epsilon": 1}, False),
        (told(40, 0, 40), {"epsilon": 1}, False),
        (told(200, 0), {"epsilon": 5}, False),
        (told(200, 0), {"epsilon": 1, "delta": "99/100"}, False),
        (told(200, 0), {"rho": "1/8"}, True),
        (told(0, 0, 0), {"epsilon": 1}, False),
    ],
)
def test_an_event_breaks_a_claim_where_enough_runs_say_so(counted: Told, said: dict[str, Any], expected: bool) -> None:
    assert breaks(claim(**said), counted, ALPHA) is expected


@pytest.mark.statistical
def test_randomized_response_at_its_claim_is_never_told() -> None:
    """Alpha: at most a thousand times a millionth."""
    rng = random.Random(7)
    for _ in range(1_000):
        counts = [sum(rng.random() < share for _ in range(150)) for share in (TRUTH, 1 - TRUTH)]
        assert not breaks(claim(epsilon=1), told(counts[0], counts[1], 150), ALPHA)


def test_one_that_is_too_true_is_told() -> None:
    rng = random.Random(8)
    counts = [sum(rng.random() < share for _ in range(150)) for share in (0.999, 0.001)]
    assert breaks(claim(epsilon=1), told(counts[0], counts[1], 150), ALPHA)


def test_the_words_name_the_event_and_its_counts() -> None:
    replay = Replay("drawn", 0, (), None, ("", ""), frozenset())
    found = Replays(replay, (), (told(3, 2), told(200, 0)), None, 0.0, Origin())
    words = evidence(claim(epsilon=1), found, fresh_runs(claim(epsilon=1)))
    assert words == "the release is 3 in 200 of 200 runs on the data and in 0 on the neighbor"
    assert evidence(claim(epsilon=6), found, fresh_runs(claim(epsilon=6))) == ""
    assert evidence(claim(epsilon=1), found, None) == ""


def test_the_error_is_small_and_few_runs_are_asked_for_in_a_search() -> None:
    assert Fraction(1, 10**6) == ERROR
    quick, full = fresh_runs(claim(epsilon=1), quick=True), fresh_runs(claim(epsilon=1))
    assert quick.most < full.most
    assert quick.odds == full.odds >= math.e
    assert (full.share, full.alpha) == (ALONE, ALPHA)


def test_a_search_spends_at_most_the_error_of_one_audit() -> None:
    """What each batch of events has, twice of one pair alone, and the k-th share of a search."""
    assert 2 * ALONE == 1
    for count in (1, 10, 1000):
        assert sum(map(spent, range(1, count + 1))) == Fraction(1, 2) - Fraction(1, 2 * (count + 1))
    assert 2 * FOUND + Fraction(1, 2) == 1
    with pytest.raises(ValueError, match=r"^number = 0: expected a whole number of at least 1"):
        spent(0)


def test_a_smaller_share_takes_more_runs() -> None:
    """An event that is told with the first share is not with the thousandth, for which more runs are made."""
    first, late = (fresh_runs(claim(epsilon=1), spent(number), quick=True) for number in (1, 1000))
    assert late.alpha == ERROR * spent(1000) / (2 * MOST_EVENTS) < first.alpha
    assert late.most > first.most
    assert late.asked["room"] == pytest.approx(math.log(1 / late.alpha))
    counted = told(65, 0, 65)
    assert breaks(claim(epsilon=1), counted, first.alpha)
    assert not breaks(claim(epsilon=1), counted, late.alpha)
    with pytest.raises(ValueError, match=r"^share = 0: expected a number in"):
        fresh_runs(claim(epsilon=1), Fraction(0))


def test_more_events_than_the_error_is_divided_by_are_refused() -> None:
    event = {"path": "", "text": "1", "side": 0, "counts": [1, 0]}
    assert len(read_told({"runs": 10, "events": [event] * MOST_EVENTS})) == MOST_EVENTS
    with pytest.raises(ValueError, match=r"^events = 5: expected at most 4"):
        read_told({"runs": 10, "events": [event] * (MOST_EVENTS + 1)})


@pytest.mark.parametrize("counts", [[1], [1, 2, 3], [-1, 0], [0, 11]])
def test_counts_that_make_no_sense_are_refused(counts: list[int]) -> None:
    event = {"path": "", "text": "1", "side": 0, "counts": counts}
    with pytest.raises(ValueError, match="expected"):
        read_told({"runs": 10, "events": [event]})
