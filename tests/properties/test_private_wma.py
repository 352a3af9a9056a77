from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import find

from dpassay.exact.kinds.vector import VectorKind
from dpassay.properties import private_wma
from dpassay.properties.contracts import CONTRACTS
from dpassay.properties.private_wma import data, neighbors, parameters
from dpassay.reference.private_wma import NAME, Parameters
from tests.mutants.private_wma import private_wma_correct as correct
from tests.properties import contracts_helpers as helpers

CONTRACT = CONTRACTS[NAME]


def test_parameters() -> None:
    helpers.parameters_are_valid_and_shrink_to(
        private_wma, {"epsilon": 1, "delta": "1/2", "hypotheses": "1", "rounds": 1}
    )
    find(parameters(), lambda p: len(p.hypotheses) == 3 and p.rounds > 1, settings=helpers.FINDING)


def test_data() -> None:
    helpers.data_is_valid_and_shrinks_to(private_wma, 0)
    p = Parameters.read({"epsilon": 1, "delta": "1/2", "hypotheses": "1/2,1/4,1/4", "rounds": 2})
    find(data(p), lambda label: label == 2, settings=helpers.FINDING)


def test_parameters_of_another_mechanism_are_refused() -> None:
    helpers.other_parameters_are_refused(private_wma)


def test_neighbors() -> None:
    pairs = neighbors(Parameters.read({"epsilon": 1, "delta": "1/2", "hypotheses": "1/2,1/4,1/4", "rounds": 2}))
    assert helpers.simplest(pairs) == (0, 0)
    find(pairs, lambda pair: pair == (2, 1), settings=helpers.FINDING)


@pytest.mark.parametrize("case", private_wma.CASES)
def test_the_cases_are_in_the_domain(case: Any) -> None:
    p = Parameters.read(case.parameters)
    assert case.data in range(len(p.hypotheses[0]))


# A report is a row of reals: what a target that returns something else is told.


def in_another_form(change: Any) -> Any:
    def target(data: int, **arguments: Any) -> Any:
        return change(correct(data, **arguments))

    return target


def with_nan(rows: Any) -> Any:
    return np.where(np.arange(len(rows))[:, None] == 1, np.nan, rows)


@pytest.mark.parametrize(
    ("check", "change", "words"),
    [
        ("shape", lambda rows: rows[:, 0], r"returned shape \(7,\): expected \(7, 2\)"),
        ("shape", lambda rows: np.repeat(rows, 2, axis=1), r"returned shape \(7, 4\): expected \(7, 2\)"),
        ("dtype", lambda rows: rows.astype(int), "returned dtype int64: expected floats"),
        ("any_parameters", with_nan, r"the law never gives \[nan"),
        ("law", with_nan, "1 of 2000 outputs are none that the law can give"),
        ("law", lambda rows: rows[:, ::-1], r"\(.*< y_1 <=.* and .*y_2.*\) came \d+ times"),
        ("law", lambda rows: rows + 1, r"\(.*y_1.* and .*y_2.*\) came \d+ times"),
    ],
)
def test_a_target_of_another_form_is_told_so(check: str, change: Any, words: str) -> None:
    result = CONTRACT.check_one(check, in_another_form(change), samples=2_000)
    assert result.status == "failed"
    assert re.search(words, result.detail), result.detail


def test_a_guarantee_that_enclosures_leave_open_is_not_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_arguments: object, **_limits: object) -> tuple[int, int]:
        return 0, 1

    monkeypatch.setattr(VectorKind, "bounds", nothing)
    monkeypatch.setattr(VectorKind, "max_ratio", lambda kind, p, q: 1_000_000)
    result = CONTRACT.check_one("guarantee", correct)
    assert result.status == "skipped"
    assert result.detail.startswith("undecided: delta is between 0 and 1, and ")
