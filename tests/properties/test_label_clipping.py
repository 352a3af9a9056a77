from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import find

from dpassay.properties import label_clipping
from dpassay.properties.contracts import CONTRACTS
from dpassay.properties.label_clipping import MOST_HYPOTHESES, MOST_LABELS, distributions, parameters, tables
from dpassay.properties.target import offered
from dpassay.reference.label_clipping import NAME, Parameters, integers
from tests.mutants.label_clipping import label_clipping_correct as correct
from tests.properties import contracts_helpers as helpers


def test_parameters() -> None:
    helpers.parameters_are_valid_and_shrink_to(label_clipping, {"hypotheses": "1", "rounds": 1})
    find(parameters(), lambda p: p.calibration == "printed", settings=helpers.FINDING)
    find(parameters(), lambda p: integers(p) > len(p.hypotheses) * len(p.hypotheses[0]), settings=helpers.FINDING)
    find(parameters(), lambda p: any(max(c) == 0 for c in zip(*p.hypotheses, strict=True)), settings=helpers.FINDING)


def test_tables_are_of_all_sizes() -> None:
    largest = (MOST_HYPOTHESES, MOST_LABELS)
    find(tables(), lambda table: (len(table), len(table[0])) == largest, settings=helpers.FINDING)
    find(tables(), lambda table: (len(table), len(table[0])) == (1, MOST_LABELS), settings=helpers.FINDING)
    assert helpers.simplest(tables()) == ((Fraction(1),),)


def test_distributions_have_total_1() -> None:
    assert helpers.simplest(distributions(3)) == (0, 0, 1)
    for row in (find(distributions(3), lambda row, y=y: row[y] == 1, settings=helpers.FINDING) for y in range(3)):  # type: ignore[misc]
        assert sum(row) == 1
    find(distributions(3), lambda row: row[0].denominator % 2 == 1 and len(set(row)) == 3, settings=helpers.FINDING)


def test_data() -> None:
    helpers.data_is_valid_and_shrinks_to(label_clipping, 0)


def test_parameters_of_another_mechanism_are_refused() -> None:
    helpers.other_parameters_are_refused(label_clipping)


def test_neighbors() -> None:
    pairs = label_clipping.neighbors(Parameters.read(hypotheses="1/2,1/4,1/4", rounds=2))
    assert helpers.simplest(pairs) == (0, 0)
    find(pairs, lambda pair: pair == (2, 1), settings=helpers.FINDING)


@pytest.mark.parametrize("case", label_clipping.CASES)
def test_the_cases_are_in_the_domain(case: Any) -> None:
    p = Parameters.read(case.parameters)
    assert case.data in range(len(p.hypotheses[0]))


def test_rows_reach_a_target_with_their_sum() -> None:
    """What no double is equal to stays a fraction; what one is equal to becomes a number."""
    p = Parameters.read(hypotheses="1/3,2/3,0;1/2,1/4,1/4", rounds=3)
    table: Any = offered(p)["hypotheses"]
    first, second = table
    assert first == [Fraction(1, 3), Fraction(2, 3), 0.0]
    assert [type(entry) for entry in (*first, *second)] == [Fraction, Fraction, float, float, float, float]
    assert sum(first) == sum(second) == 1


def test_an_integer_that_is_not_there_is_outside_of_the_support() -> None:
    def beyond(data: int, **arguments: Any) -> Any:
        return correct(data, **arguments) + 1

    result = CONTRACTS[NAME].check_one("any_parameters", beyond)
    assert result.status == "failed"
    assert "the law never gives" in result.detail
