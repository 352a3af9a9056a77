from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import find

from dpassay.properties import private_exp3
from dpassay.properties.contracts import CONTRACTS
from dpassay.properties.private_exp3 import data, neighbors, parameters
from dpassay.reference.private_exp3 import NAME, Parameters
from tests.mutants.private_exp3 import private_exp3_correct as correct
from tests.properties import contracts_helpers as helpers

CONTRACT = CONTRACTS[NAME]


def test_parameters() -> None:
    helpers.parameters_are_valid_and_shrink_to(private_exp3, {"epsilon": 1, "hypotheses": "1", "rounds": 1})
    find(parameters(), lambda p: len(p.hypotheses) == 3 and p.rounds > 1, settings=helpers.FINDING)


def test_data() -> None:
    helpers.data_is_valid_and_shrinks_to(private_exp3, 0)
    p = Parameters.read({"epsilon": 1, "hypotheses": "1/2,1/4,1/4", "rounds": 2})
    find(data(p), lambda label: label == 2, settings=helpers.FINDING)


def test_parameters_of_another_mechanism_are_refused() -> None:
    helpers.other_parameters_are_refused(private_exp3)


def test_neighbors() -> None:
    pairs = neighbors(Parameters.read({"epsilon": 1, "hypotheses": "1/2,1/4,1/4", "rounds": 2}))
    assert helpers.simplest(pairs) == (0, 0)
    find(pairs, lambda pair: pair == (2, 1), settings=helpers.FINDING)


@pytest.mark.parametrize("case", private_exp3.CASES)
def test_the_cases_are_in_the_domain(case: Any) -> None:
    p = Parameters.read(case.parameters)
    assert case.data in range(len(p.hypotheses[0]))


# A report is a row of reals: what a target that returns something else is told.


def in_another_form(change: Any) -> Any:
    def target(data: int, **arguments: Any) -> Any:
        return change(correct(data, **arguments))

    return target


def with_another_tag(rows: Any) -> Any:
    return rows + np.array([0.5, 0.0])


@pytest.mark.parametrize(
    ("check", "change", "words"),
    [
        ("shape", lambda rows: rows[:, 1], r"returned shape \(7,\): expected \(7, 2\)"),
        ("dtype", lambda rows: rows.astype(int), "returned dtype int64: expected floats"),
        ("any_parameters", with_another_tag, r"the law never gives \[0.5"),
        ("any_parameters", lambda rows: rows + np.inf, r"the law never gives \[inf"),
        ("law", with_another_tag, "2000 of 2000 outputs are none that the law can give"),
        ("law", lambda rows: rows + np.array([0.0, 0.5]), r"\(y_1 = \d and .*y_2.*\) came \d+ times"),
        ("law", lambda rows: rows * [0, 1], r"\(y_1 = \d and .*\) came \d+ times"),
    ],
)
def test_a_target_of_another_form_is_told_so(check: str, change: Any, words: str) -> None:
    result = CONTRACT.check_one(check, in_another_form(change), samples=2_000)
    assert result.status == "failed"
    assert re.search(words, result.detail), result.detail


def test_the_printed_noise_breaks_its_guarantee() -> None:
    """What the strategies leave out: N' is 9, not K M = 5."""
    raw = {"exp_eps": 2, "hypotheses": "249/250,1/1000,1/1000,1/1000,1/1000", "rounds": 16}
    CONTRACT.check_pair(Parameters.read(raw), (1, 0))
    with pytest.raises(AssertionError, match="does not hold between 1 and 0"):
        CONTRACT.check_pair(Parameters.read(raw, calibration="printed"), (1, 0))
