from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import find

from dpassay.properties import lazy_to_private
from dpassay.properties.contracts import CONTRACTS
from dpassay.properties.lazy_to_private import (
    MOST_EXPERTS,
    MOST_ROUNDS,
    MOST_ROUNDS_A_BATCH,
    fake_switches,
    neighbors,
    parameters,
)
from dpassay.reference.lazy_to_private import NAME, Parameters, are_neighbors
from dpassay.reference.multiplicative_weights import Matrix
from tests.mutants.lazy_to_private import lazy_to_private_correct as correct
from tests.properties import contracts_helpers as helpers

CONTRACT = CONTRACTS[NAME]


def test_parameters() -> None:
    simplest = {"learning_rate": 1, "batch": 1, "fake_switch": "1/2", "rounds": 1, "experts": 1}
    helpers.parameters_are_valid_and_shrink_to(lazy_to_private, simplest)
    largest = (MOST_ROUNDS, MOST_EXPERTS, MOST_ROUNDS_A_BATCH)
    find(parameters(), lambda p: (p.rounds, p.experts, p.batch) == largest, settings=helpers.FINDING)
    find(parameters(), lambda p: p.rate.given_exp_eps is not None, settings=helpers.FINDING)
    find(parameters(), lambda p: p.batches > 2, settings=helpers.FINDING)


@pytest.mark.parametrize("p", ["1/6", "5/6", "2/5"])
def test_fake_switches(p: str) -> None:
    assert helpers.simplest(fake_switches()) == Fraction(1, 2)
    find(fake_switches(), lambda drawn: drawn == Fraction(p), settings=helpers.FINDING)


def test_data() -> None:
    helpers.data_is_valid_and_shrinks_to(lazy_to_private, ((0,),))


def test_parameters_of_another_mechanism_are_refused() -> None:
    helpers.other_parameters_are_refused(lazy_to_private)


def test_neighbors_differ_in_one_row_at_most() -> None:
    p = Parameters.read(learning_rate=1, batch=2, fake_switch="1/4", rounds=3, experts=2)

    def rows_that_differ(pair: tuple[Matrix, Matrix]) -> list[int]:
        assert are_neighbors(*pair, p)
        return [t for t in range(3) if pair[0][t] != pair[1][t]]

    assert rows_that_differ(helpers.simplest(neighbors(p))) == []
    for t in range(3):
        find(neighbors(p), lambda pair, t=t: rows_that_differ(pair) == [t], settings=helpers.FINDING)  # type: ignore[misc]


# A transcript has one model a batch: what a target that returns something else is told.


def in_another_form(change: Any) -> Any:
    def target(data: Any, *, size: int, rng: Any, **game: Any) -> Any:
        return change(correct(data, size=size, rng=rng, **game))

    return target


@pytest.mark.parametrize(
    ("check", "change", "words"),
    [
        ("shape", lambda rows: rows[:, 0], r"returned shape \(7,\): expected \(7, 3\)"),
        ("shape", lambda rows: np.repeat(rows, 2, axis=1), r"returned shape \(7, 6\): expected \(7, 3\)"),
        ("dtype", lambda rows: rows.astype(float), "returned dtype float64: expected integers"),
        ("any_parameters", lambda rows: rows + 1, "the law never gives"),
        ("law", lambda rows: rows + 1, "outputs are none that the law can give"),
        ("law", lambda rows: rows[:, ::-1], r"y = \(\d, \d, \d\) came \d+ times"),
    ],
)
def test_a_target_of_another_form_is_told_so(check: str, change: Any, words: str) -> None:
    result = CONTRACT.check_one(check, in_another_form(change), samples=2_000)
    assert result.status == "failed"
    assert re.search(words, result.detail), result.detail


def test_a_model_for_each_round_is_too_many() -> None:
    """The batches of the third case have two rounds, but for the last."""

    def each_round(data: Any, *, size: int, rng: Any, batch: int, **game: Any) -> Any:
        models = correct(data, size=size, rng=rng, batch=batch, **game)
        return np.repeat(models, batch, axis=1)[:, : len(data)]

    result = CONTRACT.check_one("shape", each_round)
    assert result.status == "failed"
    assert re.search(r"returned shape \(7, 5\): expected \(7, 3\)", result.detail), result.detail


def test_the_rate_is_offered_in_the_form_that_the_target_names() -> None:
    seen: list[object] = []

    def exact(
        data: Any, *, size: int, rng: Any, exp_learning_rate: Any = None, learning_rate: Any = None, **more: Any
    ) -> Any:
        seen.append((exp_learning_rate, learning_rate))
        return correct(data, size=size, rng=rng, learning_rate=learning_rate or 1.0, **more)

    assert CONTRACT.check_one("shape", exact).status == "passed"
    assert seen[:3] == [(None, 1.0), (Fraction(2), None), (Fraction(3, 2), None)]
