"""The private PAC learner against its law, written out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.analysis.pac_accuracy import consistent_hypotheses
from dpassay.exact import Dist, as_real, max_ratio
from dpassay.properties.guarantees import holds
from dpassay.properties.private_pac import data, neighbors, parameters
from dpassay.reference import private_pac
from dpassay.reference.private_pac import NAME, Parameters, check_data, concepts, guarantee, law
from dpassay.reference.private_pac import neighbors as worst_pairs
from tests.reference import helpers
from tests.reference.pac_cases import GOOD, Row, law_by_hand, learning_problems, mistakes_of, root_of

WITH_DATA = parameters().flatmap(lambda p: st.tuples(st.just(p), data(p)))
WITH_PAIR = parameters().flatmap(lambda p: st.tuples(st.just(p), neighbors(p)))


# The mechanism


def test_the_law_by_hand() -> None:
    p = Parameters.read(exp_eps=4, dimension=1)  # e^(eps / 2) = 2
    exact = law("01,01,10", p)  # type: ignore[arg-type]
    # The empty AND is wrong on the last row, r_1 on all three.
    assert exact == Dist({0: Fraction(4, 5), 1: Fraction(1, 5)})


def test_the_first_bit_is_the_most_significant_one() -> None:
    p = Parameters.read(exp_eps=4, dimension=2)
    scores = [private_pac.score(check_data("100", p), h) for h in concepts(p)]
    assert scores == [-1, 0, -1, 0]  # the empty AND, r_2, r_1 and r_1 and r_2, on r_1 = 1, r_2 = 0 with the label 0
    assert [[h(r) for r in range(4)] for h in concepts(p)] == [[1, 1, 1, 1], [0, 1, 0, 1], [0, 0, 1, 1], [0, 0, 0, 1]]


@given(learning_problems().flatmap(lambda problem: st.tuples(st.just(problem[0]), data(problem[0]))))
def test_the_law_is_the_exponential_mechanism(drawn: tuple[Parameters, tuple[Row, ...]]) -> None:
    p, rows = drawn
    expected = law_by_hand(mistakes_of(rows, p), root_of(p))
    assert [law(rows, p).pmf(index) for index in range(len(expected))] == expected


@given(WITH_DATA)
def test_an_irrational_law(drawn: tuple[Parameters, tuple[Row, ...]]) -> None:
    p, rows = drawn
    weights = [mpmath.exp(-mpmath.mpf(float(p.budget.epsilon)) * m / 2) for m in mistakes_of(rows, p)]
    exact = law(rows, p)
    for index, weight in enumerate(weights):
        assert float(as_real(exact.pmf(index))) == pytest.approx(float(weight / mpmath.fsum(weights)), rel=1e-12)


def test_the_and_class_as_a_table_is_the_same_mechanism() -> None:
    ands = Parameters.read(GOOD)
    table = Parameters.read(GOOD, hypotheses="1111,0101,0011,0001")
    assert table == Parameters.read(GOOD, hypotheses=["1111", [0, 1, 0, 1], ("0", "0", "1", "1"), "0001"])
    assert law("011,100,111", ands) == law("011,100,111", table)  # type: ignore[arg-type]


def test_no_rows_say_nothing() -> None:
    p = Parameters.read(GOOD)
    assert law((), p) == law("", p) == Dist.uniform(range(4))  # type: ignore[arg-type]
    assert consistent_hypotheses((), p) == (0, 1, 2, 3)


@given(WITH_PAIR)
def test_the_guarantee_holds(drawn: tuple[Parameters, tuple[Any, Any]]) -> None:
    p, (x, y) = drawn
    assert private_pac.are_neighbors(x, y, p)
    assert holds(law(x, p), law(y, p), guarantee(p))


@given(parameters())
def test_the_neighbors_are_neighbors_and_the_worst_comes_first(p: Parameters) -> None:
    pairs = list(worst_pairs(p))
    assert all(private_pac.are_neighbors(x, y, p) and x != y for x, y in pairs)
    assert all(check_data(x, p) == x and check_data(y, p) == y for x, y in pairs)
    ratios = [max(_ratio(x, y, p), _ratio(y, x, p)) for x, y in pairs]
    assert ratios == sorted(ratios, reverse=True)


def _ratio(x: Any, y: Any, p: Parameters) -> float:
    ratio = max_ratio(law(x, p), law(y, p))
    assert ratio is not None
    return float(ratio)


def test_the_guarantee_is_a_limit_that_is_not_attained() -> None:
    p = Parameters.read(exp_eps=4, dimension=1)
    x, y = ((0, 0),) * 40, ((0, 1), *((0, 0),) * 39)
    ratio = max_ratio(law(y, p), law(x, p))
    assert ratio is not None
    assert Fraction(399_999_999, 100_000_000) < ratio < 4


def test_who_is_a_neighbor() -> None:
    p = Parameters.read(exp_eps=4, dimension=1)
    assert private_pac.are_neighbors(((0, 1), (1, 1)), ((0, 1), (0, 0)), p)
    assert not private_pac.are_neighbors(((0, 1), (1, 1)), ((0, 0), (0, 0)), p)
    assert not private_pac.are_neighbors(((0, 1),), ((0, 1), (0, 1)), p)
    assert not private_pac.are_neighbors(((0, 1), (1, 1)), ((1, 1), (0, 1)), p)  # a change of order is two rows


@pytest.mark.parametrize("rows", ["01,01,10", "", "11"])
def test_every_coin_of_the_sampler(rows: str) -> None:
    assert helpers.law_of_coins_agrees(NAME, rows, Parameters.read(exp_eps=4, dimension=1), 4_000) == 0


@pytest.mark.statistical
@pytest.mark.parametrize("raw", [GOOD, {"exp_eps": "9/4", "dimension": 2, "hypotheses": "0110,1001,1111"}])
def test_draws_follow_the_law(raw: dict[str, object]) -> None:
    assert not helpers.samples_follow_the_law(NAME, "011,100,111", Parameters.read(raw), 1_000, seed=6).rejected


# Bad input


@pytest.mark.parametrize(
    ("change", "message"),
    [
        *helpers.BUDGET_MISTAKES,
        ({"dimension": None}, "dimension = nothing: expected"),
        ({"dimension": 0}, "dimension = 0: expected a whole number of at least 1"),
        ({"dimension": "3/2"}, "dimension = '3/2': expected a whole number"),
        ({"dimension": 17}, "dimension = 17: expected at most 16"),
        ({"hypotheses": []}, "hypotheses = .*: expected at least one truth table"),
        ({"hypotheses": ""}, "hypotheses = '': expected at least one truth table"),
        ({"hypotheses": 11}, "hypotheses = 11: expected a sequence of truth tables"),
        ({"hypotheses": [11]}, r"hypotheses\[0\] = 11: expected a string or a sequence of bits"),
        ({"hypotheses": "0011,01"}, r"hypotheses\[1\] = of 2 bits: expected a table of 4 bits"),
        ({"hypotheses": "0012"}, r"hypotheses\[0\]\[3\] = 2: expected a bit"),
        ({"hypotheses": "001x"}, r"hypotheses\[0\]\[3\] = 'x': expected"),
        ({"hypotheses": [[0, 0, 1, True]]}, r"hypotheses\[0\]\[3\] = True: expected"),
        ({"concept": 1}, "parameter = 'concept': expected one of epsilon, exp_eps, dimension, hypotheses"),
    ],
)
def test_bad_parameters(change: dict[str, object], message: str) -> None:
    helpers.refuses(GOOD, change, message, NAME)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (None, "data = None: expected a sequence of rows"),
        (3, "data = 3: expected a sequence of rows"),
        ("01", r"data\[0\] = of 2 bits: expected 2 input bits and a label"),
        ("011,0110", r"data\[1\] = of 4 bits: expected 2 input bits and a label"),
        ("011,,011", r"data\[1\] = of 0 bits: expected"),
        ([0, 1, 1], r"data\[0\] = 0: expected a string or a sequence of bits"),
        ([[0, 1, 2]], r"data\[0\]\[2\] = 2: expected a bit"),
        ([[0, 1, 0.5]], r"data\[0\]\[2\] = 0.5: expected"),
        ("01-", r"data\[0\]\[2\] = '-': expected"),
    ],
)
def test_bad_data(bad: Any, message: str) -> None:
    helpers.refuses_data(NAME, Parameters.read(GOOD), bad, message)
