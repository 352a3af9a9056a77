"""Intervals and texts: every answer has the code that its event's predicate gives it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from dpassay.audit.evidence.codes import NO_CODE
from dpassay.audit.evidence.cuts import Cuts, Texts, cuts_of, frequent
from dpassay.audit.evidence.features import contains


def test_codes_are_places_of_half_open_intervals() -> None:
    cuts = Cuts(np.array([0.0, 1.0]))
    assert cuts.codes([-1.0, 0.0, 0.5, 1.0, 2.0, np.inf, -np.inf]).tolist() == [0, 0, 1, 1, 2, 2, 0]
    assert cuts.codes([np.nan]).tolist() == [NO_CODE]
    assert Cuts(np.array([2**62])).codes(np.array([2**62, 2**62 + 1])).tolist() == [0, 1]


@pytest.mark.parametrize("chosen", [[0], [3], [1, 2], [0, 2], [0, 1, 2, 3], [1, 3], [2]])
@pytest.mark.parametrize("dtype", [np.float64, np.int64])
def test_the_predicate_says_what_the_event_is(chosen: list[int], dtype: type) -> None:
    values: np.ndarray = np.array([-5, 0, 1, 3, 7, 10, 20, 33]).astype(dtype)
    feature = Cuts(np.array([0, 7, 20]).astype(dtype))
    event = feature.event(np.array(chosen), np.arange(4))
    predicate = json.loads(json.dumps(event.predicate))
    assert contains(predicate, values).tolist() == np.isin(feature.codes(values), chosen).tolist()


def test_words() -> None:
    feature = Cuts(np.array([0.5, 1.5]), "the sum")
    assert feature.event(np.array([1]), np.arange(3)).description == "0.5 < the sum <= 1.5"
    assert feature.event(np.array([0]), np.arange(3)).description == "the sum <= 0.5"
    assert feature.event(np.array([2]), np.arange(3)).description == "1.5 < the sum"
    assert feature.event(np.arange(3), np.arange(3)).description == "any the sum"
    for cuts in (np.array([np.nextafter(2.0, 0), 2.0]), np.array([1, 2])):
        assert Cuts(cuts).event(np.array([1]), np.arange(3)).description.startswith("y = 2")


def test_a_value_that_comes_often_has_an_interval_of_its_own() -> None:
    values = np.concatenate([np.zeros(50), np.linspace(-1, 1, 50)])
    codes = Cuts(cuts_of(values)).codes([np.nextafter(0, -1), 0.0, np.nextafter(0, 1)])
    assert len(set(codes.tolist())) == 3
    whole = Cuts(cuts_of(np.array([3, 3, 3, 4, 4, 9])))
    assert len(set(whole.codes(np.array([2, 3, 4, 9])).tolist())) == 4


def test_intervals_have_about_as_many_answers() -> None:
    values = np.random.default_rng(1).laplace(size=10_000)
    counts = np.bincount(Cuts(cuts_of(values, 50)).codes(values))
    assert 40 <= len(counts) <= 51
    assert counts.max() <= 210


def test_what_is_no_number_makes_no_cuts() -> None:
    assert cuts_of(np.full(5, np.nan)).size == 0
    assert cuts_of(np.array([np.nan, 1.0, 1.0])).tolist() == [np.nextafter(1, 0), 1.0]


def test_texts_that_came_twice_count() -> None:
    known = frequent(np.array([4, 1, 4, 0, 1, 4]))
    assert known.tolist() == [1, 4]
    feature = Texts(('"a"', '"b"', '"c"', '"d"', '"e"'), known)
    assert feature.codes(np.array([0.0, 1.0, 4.0])).tolist() == [NO_CODE, 1, 4]
    event = feature.event(np.array([1, 4]), known)
    assert event.description == 'y is "b" or "e"'
    assert contains(json.loads(json.dumps(event.predicate)), np.arange(5)).tolist() == [False, True, False, False, True]
