from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import find

from dpassay.properties import multiplicative_weights
from dpassay.properties.contracts import CONTRACTS
from dpassay.properties.multiplicative_weights import MOST_EXPERTS, MOST_ROUNDS, data, neighbors, parameters
from dpassay.reference.multiplicative_weights import NAME, Matrix, Parameters
from tests.mutants.multiplicative_weights import multiplicative_weights_correct as correct
from tests.properties import contracts_helpers as helpers

CONTRACT = CONTRACTS[NAME]


def test_parameters() -> None:
    helpers.parameters_are_valid_and_shrink_to(multiplicative_weights, {"learning_rate": 1, "rounds": 1, "experts": 1})
    find(parameters(), lambda p: p.rate.given_exp_eps is not None, settings=helpers.FINDING)
    find(parameters(), lambda p: p.form == "loss", settings=helpers.FINDING)
    find(parameters(), lambda p: (p.rounds, p.experts) == (MOST_ROUNDS, MOST_EXPERTS), settings=helpers.FINDING)


def test_data() -> None:
    helpers.data_is_valid_and_shrinks_to(multiplicative_weights, ((0,),))


def test_parameters_of_another_mechanism_are_refused() -> None:
    helpers.other_parameters_are_refused(multiplicative_weights)


def test_neighbors_differ_in_one_row_at_most() -> None:
    p = Parameters.read(learning_rate=1, rounds=3, experts=2)

    def rows_that_differ(pair: tuple[Matrix, Matrix]) -> list[int]:
        return [t for t in range(3) if pair[0][t] != pair[1][t]]

    assert rows_that_differ(helpers.simplest(neighbors(p))) == []
    for t in range(3):
        find(neighbors(p), lambda pair, t=t: rows_that_differ(pair) == [t], settings=helpers.FINDING)  # type: ignore[misc]
    find(data(p), lambda rows: any(entry.denominator == 3 for row in rows for entry in row), settings=helpers.FINDING)


# A transcript is a row: what a target that returns something else is told.


def in_another_form(change: Any) -> Any:
    def target(data: Any, *, size: int, rng: Any, learning_rate: float, rounds: int, experts: int, form: str) -> Any:
        arguments = {"learning_rate": learning_rate, "rounds": rounds, "experts": experts, "form": form}
        return change(correct(data, size=size, rng=rng, **arguments))

    return target


@pytest.mark.parametrize(
    ("check", "change", "words"),
    [
        ("shape", lambda rows: rows[:, 0], r"returned shape \(7,\): expected \(7, 3\)"),
        ("shape", lambda rows: rows.T, r"returned shape \(3, 7\): expected \(7, 3\)"),
        ("shape", lambda rows: dict(enumerate(rows)), r"returned dict: expected a numpy array of shape \(7, 3\)"),
        ("size_one", lambda rows: rows.ravel(), r"returned shape \(3,\): expected \(1, 3\)"),
        ("dtype", lambda rows: rows.astype(float), "returned dtype float64: expected integers"),
        ("any_parameters", lambda rows: rows + 1, "the law never gives"),
        ("law", lambda rows: rows + 1, "outputs are none that the law can give"),
        ("law", lambda rows: rows[:, ::-1], r"y = \(\d, \d, \d\) came \d+ times"),
        ("law", lambda rows: np.where(rows == rows.max(), rows + 0.5, rows), "outputs are none that the law can give"),
    ],
)
def test_a_target_of_another_form_is_told_so(check: str, change: Any, words: str) -> None:
    result = CONTRACT.check_one(check, in_another_form(change), samples=2_000)
    assert result.status == "failed"
    assert re.search(words, result.detail), result.detail


def test_the_rate_is_offered_in_the_form_that_the_target_names() -> None:
    seen: list[object] = []

    def exact(
        data: Any, *, size: int, rng: Any, exp_learning_rate: Any = None, learning_rate: Any = None, **more: Any
    ) -> Any:
        seen.append((exp_learning_rate, learning_rate))
        return correct(data, size=size, rng=rng, learning_rate=learning_rate or 1.0, **more)

    assert CONTRACT.check_one("shape", exact).status == "passed"
    assert seen[:3] == [(None, 1.0), (Fraction(3, 2), None), (None, 2.0)]
