"""Mechanisms with good histories, against all transcripts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.models.approximate_rounds import law_of
from dpassay.proofs_check.models.good_histories import (
    OWN_SETS,
    PAD,
    TOLD,
    Histories,
    events,
    is_lone,
    on_average,
    stopped_densities,
    three_rounds,
    transcripts,
    two_rounds,
)
from dpassay.proofs_check.models.stopped_histories import AVERAGE, BOTH, EACH, HISTORIES, OWN, STOPPED
from dpassay.proofs_check.proof import facts

TWO = two_rounds("own", "1/8", {0, 1}, OWN_SETS)


@pytest.mark.parametrize("model", [HISTORIES, AVERAGE, STOPPED, OWN, EACH, BOTH], ids=lambda model: model.name)
def test_the_facts_hold(model: Any) -> None:
    assert set(facts.tested(model)) == set(model.facts)


def test_the_process_stops_where_the_history_is_not_good() -> None:
    assert [TWO.stopped_at((y, 2)) for y in range(3)] == [2, 2, None]
    assert [[is_lone(TWO, k, (y, 2)) for y in range(3)] for k in (1, 2)] == [[False, True, False], [True, False, False]]


@pytest.mark.parametrize("k", [1, 2])
def test_the_stopped_process(k: int) -> None:
    """Its first answer is the true one; after 0 and 1 the second one is uniform, and after 2 it is the true one."""
    first = ("1/8", "1/4", "5/8") if k == 1 else ("1/4", "1/8", "5/8")
    for y, z in transcripts(TWO):
        later = Fraction(1, 3) if y < 2 else Fraction(int(z == 2))
        assert stopped_densities(TWO, k, 2, (y, z)) / 9 == Fraction(first[y]) * later


def test_how_often_a_good_set_is_missed() -> None:
    counts = {reading: max(two_rounds(reading, "1", {0, 1}, OWN_SETS).misses(2)) for reading in ("own", "each", "both")}
    assert counts == {"own": Fraction(1, 8), "each": Fraction(1, 4), "both": Fraction(3, 8)}


def test_the_one_time_pad_on_average() -> None:
    assert [on_average(PAD, k, 2, 2) for k in (1, 2)] == [Fraction(1, 2)] * 2
    assert [PAD.chance(k, (1, 1)) for k in (1, 2)] == [Fraction(1, 2), 0]


def test_the_events_begin_with_what_tells_the_bit() -> None:
    assert events(TWO)[0] == {(0, 0), (1, 0)}
    assert events(TWO)[1] == {(0, 1), (1, 1)}


PAIRS = (((), (law_of("1/2", "1/4", "1/4"),) * 2), *(((y,), TOLD) for y in range(3)))


@pytest.mark.parametrize(
    ("bad", "lam", "reading"), [(set(), "1", "own"), ({0, 1, 2}, "1/2", "own"), ({0, 1, 2}, "1", "other")]
)
def test_what_is_no_setting(bad: set[int], lam: str, reading: str) -> None:
    sets = frozenset((y,) for y in bad)
    with pytest.raises(ValueError, match="expected"):
        Histories(PAIRS, (sets, sets), law_of("2", "2"), law_of("0", "0"), law_of("0", lam), reading)


def test_a_bound_that_is_too_small() -> None:
    with pytest.raises(ValueError, match="lam"):
        three_rounds("both", ("0", "0", "1/10"))
