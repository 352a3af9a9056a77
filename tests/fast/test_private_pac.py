"""The fast private learner: ANDs in factors, and truth tables, against the definition in fractions.

With exp_eps = base^2 a mistake costs the factor `base`, so that the law is rational.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from dpassay.fast.private_pac import (
    LARGEST_COMPONENT,
    and_factors,
    bit_rows,
    log_normalizer,
    private_pac,
    probabilities,
    subset_sums,
)
from tests.fast.helpers import (
    BUDGET,
    COMMON,
    NOT_INTEGER,
    Case,
    N,
    check_shapes,
    counts_p_value,
    expect_error,
    generator,
)

ALPHA = 1e-6
BASES = [Fraction(3, 2), Fraction(10), Fraction(1001, 1000)]
ROWS = ["0010111", "0000000", "0000101"]  # of the AND r_5
VALID: dict[str, Any] = {"data": ROWS, "size": 5, "rng": generator(), "epsilon": 1.0, "dimension": 6}
TABLES = ["0001", "0110", "0000", "0001"]
WITH_TABLES = VALID | {"data": ["110", "011", "011"], "dimension": 2, "hypotheses": TABLES}
BAD_ROWS: list[Any] = [
    None,
    5,
    True,
    "001011",
    "00101112",
    "0010112",
    "0010111,",
    b"0010111",
    [[0] * 6],
    [[0] * 6 + [2]],
    [[0] * 6 + [-1]],
    [[0] * 6 + [1.0]],
    [[0] * 6 + [True]],
    [[0] * 6 + [None]],
    [0] * 7,
    [None],
    [b"0010111"],
    np.zeros((2, 6), int),
    np.zeros(7, int),
    np.zeros((2, 7)),
    np.zeros((2, 7), bool),
    np.full((2, 7), 2),
    np.full((2, 7), -1),
    np.zeros((2, 0), int),
]
OWN: list[Case] = [
    *[("data", {"data": data}) for data in BAD_ROWS],
    *[("dimension", {"dimension": dimension}) for dimension in (0, -1, 63, *NOT_INTEGER)],
]
BAD_TABLES: list[Case] = [
    ("hypotheses", {"hypotheses": hypotheses})
    for hypotheses in ([], "", "011", ["0110", "011"], [[0, 1, 1, 2]], [[0, 1, 1, 0.5]], 3, [3], np.eye(4), np.eye(3))
]


def mistakes_of_ands(rows: Sequence[Sequence[int]], dimension: int) -> list[int]:
    """By the definition: bit i of the subset, from the left, asks for r_i = 1."""
    subsets = [[int(digit) for digit in f"{subset:0{dimension}b}"] for subset in range(2**dimension)]
    return [
        sum(all(r >= s for r, s in zip(row[:-1], asked, strict=True)) != row[-1] for row in rows) for asked in subsets
    ]


def mistakes_of_tables(rows: Sequence[Sequence[int]], tables: Sequence[Sequence[int]]) -> list[int]:
    """By the definition."""
    return [sum(table[int("".join(map(str, row[:-1])), 2)] != row[-1] for row in rows) for table in tables]


def law(mistakes: Sequence[int], base: Fraction) -> list[Fraction]:
    weights = [base**-count for count in mistakes]
    return [weight / sum(weights) for weight in weights]


def floats(values: Sequence[Fraction]) -> list[float]:
    return [float(value) for value in values]


def sample(data: Any, dimension: int, size: int = N, **changes: Any) -> Any:
    budget = {} if "epsilon" in changes else {"exp_eps": 4}
    return private_pac(data, **{"size": size, "rng": generator(8), "dimension": dimension} | budget | changes)


def databases(dimension: int) -> st.SearchStrategy[list[list[int]]]:
    row = st.lists(st.integers(0, 1), min_size=dimension + 1, max_size=dimension + 1)
    mostly_ones = row.map(lambda bits: [max(bits[0], bits[i]) if i % 2 else 1 for i in range(dimension)] + bits[-1:])
    return st.lists(row | mostly_ones, max_size=10)


def random_rows(seed: int, count: int, dimension: int, zeros: float) -> list[list[int]]:
    return (generator(seed).random((count, dimension + 1)) >= zeros).astype(int).tolist()


@pytest.mark.parametrize(("name", "changes"), COMMON + BUDGET + OWN)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(private_pac, VALID | changes, name)


@pytest.mark.parametrize(("name", "changes"), COMMON + BUDGET + BAD_TABLES + [("data", {"data": ["11"]})])
def test_bad_input_with_tables(name: str, changes: dict[str, Any]) -> None:
    expect_error(private_pac, WITH_TABLES | changes, name)


@pytest.mark.parametrize("arguments", [VALID, WITH_TABLES, VALID | {"data": []}])
def test_shapes(arguments: dict[str, Any]) -> None:
    check_shapes(private_pac, arguments, np.int64)


# The law, computed.


@given(data=st.data(), dimension=st.integers(1, 7), base=st.sampled_from(BASES))
def test_law_of_ands(data: st.DataObject, dimension: int, base: Fraction) -> None:
    """Factors give what all 2^d subsets give, one by one; and so does their normalizer."""
    rows = data.draw(databases(dimension))
    mistakes = mistakes_of_ands(rows, dimension)
    epsilon = 2 * math.log(base)
    computed = probabilities(rows, epsilon=epsilon, dimension=dimension)
    np.testing.assert_allclose(computed, floats(law(mistakes, base)), rtol=1e-13)
    total = sum(base**-count for count in mistakes)
    assert log_normalizer(rows, epsilon=epsilon, dimension=dimension) == pytest.approx(math.log(total), abs=1e-12)


@given(data=st.data(), dimension=st.integers(1, 7))
def test_factors_count_every_mistake_and_every_subset(data: st.DataObject, dimension: int) -> None:
    """Exactly: a choice in each factor, and the free bits, are the subsets; their mistakes add up."""
    rows = data.draw(databases(dimension))
    ands = and_factors(bit_rows(rows, "data", dimension + 1))
    counted: dict[int, int] = {ands.constant: 2 ** ands.free.bit_count()}
    for factor in ands.factors:
        step: dict[int, int] = {}
        for mistakes, multiplicity in zip(factor.mistakes.tolist(), factor.multiplicities.tolist(), strict=True):
            for so_far, count in counted.items():
                step[so_far + mistakes] = step.get(so_far + mistakes, 0) + count * multiplicity
        counted = step
    expected = mistakes_of_ands(rows, dimension)
    assert counted == {value: expected.count(value) for value in set(expected)}


@given(data=st.data(), dimension=st.integers(1, 4))
def test_law_of_tables(data: st.DataObject, dimension: int) -> None:
    rows = data.draw(databases(dimension))
    table = st.lists(st.integers(0, 1), min_size=2**dimension, max_size=2**dimension)
    tables = data.draw(st.lists(table, min_size=1, max_size=8))
    mistakes, base = mistakes_of_tables(rows, tables), Fraction(3, 2)
    arguments: dict[str, Any] = {"epsilon": 2 * math.log(base), "dimension": dimension, "hypotheses": tables}
    np.testing.assert_allclose(probabilities(rows, **arguments), floats(law(mistakes, base)), rtol=1e-13)
    total = math.log(sum(base**-count for count in mistakes))
    assert log_normalizer(rows, **arguments) == pytest.approx(total, abs=1e-12)


def test_the_computed_laws_tell_wrong_ones_apart() -> None:
    """The factor 2 forgotten, the bits read backward, the labels swapped: none is near the law."""
    rows = random_rows(1, 6, 4, 0.4)
    right = probabilities(rows, epsilon=2 * math.log(3), dimension=4)
    backward = [row[-2::-1] + row[-1:] for row in rows]
    swapped = [[*row[:-1], 1 - row[-1]] for row in rows]
    wrong = [
        law(mistakes_of_ands(rows, 4), Fraction(9)),
        law(mistakes_of_ands(backward, 4), Fraction(3)),
        law(mistakes_of_ands(swapped, 4), Fraction(3)),
        law(mistakes_of_ands(rows[:-1], 4), Fraction(3)),
    ]
    for other in wrong:
        assert np.abs(right - floats(other)).max() > 1e-3


@given(weights=st.integers(0, 6).flatmap(lambda c: st.lists(st.integers(-9, 9), min_size=2**c, max_size=2**c)))
def test_subset_sums(weights: list[int]) -> None:
    direct = [sum(w for inner, w in enumerate(weights) if inner & ~outer == 0) for outer in range(len(weights))]
    assert subset_sums(np.array(weights)).tolist() == direct


def test_labels_that_cancel_connect_nothing() -> None:
    """Two rows that differ in the label alone are a mistake for every hypothesis."""
    ands = and_factors(bit_rows(["0000", "0001", "0110"], "data", 4))
    assert ands.constant == 1
    assert ands.members == ((0b100,),)
    assert ands.free == 0b011


# The draws.

CASES = [
    (random_rows(2, 8, 6, 0.2), 6),  # several components
    (random_rows(3, 30, 6, 0.5), 6),  # one
    (random_rows(4, 2, 7, 0.7), 7),  # large classes
    ([[0, 0, 0, 0, 0, 1], [1, 1, 1, 1, 1, 0]], 5),  # one class
    ([[1, 1, 1, 0]], 3),  # nothing but free bits
    ([], 4),
    ([[0, 1]] * 3, 1),
]


@pytest.mark.statistical
@pytest.mark.parametrize(("rows", "dimension"), CASES)
def test_draws_of_ands(rows: list[list[int]], dimension: int) -> None:
    """alpha = 1e-6."""
    samples = sample(rows, dimension)
    assert counts_p_value(samples, floats(law(mistakes_of_ands(rows, dimension), Fraction(2)))) > ALPHA


@pytest.mark.statistical
@settings(max_examples=40, derandomize=True)
@given(data=st.data(), dimension=st.integers(1, 6))
def test_draws_of_ands_from_any_data(data: st.DataObject, dimension: int) -> None:
    """alpha = 1e-6 for the 40 examples together; they do not change from run to run."""
    rows = data.draw(databases(dimension))
    samples = sample(rows, dimension, 20_000)
    assert counts_p_value(samples, floats(law(mistakes_of_ands(rows, dimension), Fraction(2)))) > ALPHA / 40


@pytest.mark.statistical
def test_draws_of_tables() -> None:
    """alpha = 1e-6; two hypotheses are the same function."""
    rows, tables = random_rows(5, 7, 2, 0.5), [[0, 0, 0, 1], [0, 1, 1, 0], [0, 0, 0, 0], [0, 0, 0, 1], [1, 1, 1, 1]]
    samples = sample(rows, 2, hypotheses=tables)
    assert counts_p_value(samples, floats(law(mistakes_of_tables(rows, tables), Fraction(2)))) > ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize(("rows", "dimension"), CASES[:2])
def test_tampered_twins_are_rejected(rows: list[list[int]], dimension: int) -> None:
    """The factor 2 forgotten; epsilon off by 10 %; a row left out; the bits read backward; the labels swapped."""
    expected = floats(law(mistakes_of_ands(rows, dimension), Fraction(2)))
    swapped = [[*row[:-1], 1 - row[-1]] for row in rows]
    mirrored = np.array([int(f"{mask:0{dimension}b}"[::-1], 2) for mask in sample(rows, dimension)])
    for wrong in (
        sample(rows, dimension, exp_eps=16),
        sample(rows, dimension, epsilon=1.1 * math.log(4)),
        sample(rows[:-1], dimension),
        mirrored,
        sample(swapped, dimension),
    ):
        assert counts_p_value(wrong, expected) < ALPHA


@pytest.mark.statistical
def test_draws_without_multiplicities_are_rejected() -> None:
    """A class of five bits counted as if it were one bit: two thirds of the outputs would be the empty set."""
    rows, dimension = CASES[3]
    samples = sample(rows, dimension)
    wrong = np.where(generator(1).random(N) < 2 / 3, 0, np.maximum(samples, 1))
    assert counts_p_value(wrong, floats(law(mistakes_of_ands(rows, dimension), Fraction(2)))) < ALPHA


@pytest.mark.statistical
def test_62_independent_bits() -> None:
    """alpha = 1e-6; bit i is alone in i % 4 rows of label 1, each of which takes it out with odds of 2 to 1."""
    rows = [[int(j != i) for j in range(62)] + [1] for i in range(62) for _ in range(i % 4)]
    samples = sample(rows, 62, 50_000)
    statistic = 0.0
    for i in range(62):
        hits = int((samples >> (61 - i) & 1).sum())
        p = 1 / (1 + 2 ** (i % 4))
        statistic += (hits - 50_000 * p) ** 2 / (50_000 * p * (1 - p))
    assert ALPHA / 2 < stats.chi2.sf(statistic, 62) < 1 - ALPHA / 2


@pytest.mark.statistical
def test_a_class_of_62_bits() -> None:
    """alpha = 1e-6; a mistake costs 2^62, so that the empty set is as likely as the 2^62 - 1 others together."""
    samples = sample([[0] * 62 + [1]], 62, 50_000, exp_eps=2**124)
    empty = int((samples == 0).sum())
    assert stats.binomtest(empty, 50_000, 0.5).pvalue > ALPHA / 2
    ones = sum(int((samples >> bit & 1).sum()) for bit in range(62))
    assert stats.binomtest(ones, 62 * (50_000 - empty), 0.5).pvalue > ALPHA / 2
    assert log_normalizer([[0] * 62 + [1]], epsilon=124 * math.log(2), dimension=62) == pytest.approx(math.log(2))


# Forms of the input, and extremes.


def test_forms_of_data() -> None:
    """Strings, a string of all rows, lists, tuples and arrays of any integers are the same data."""
    lists = [[int(bit) for bit in row] for row in ROWS]
    forms: list[Any] = [ROWS, ",".join(ROWS), ", ".join(ROWS), lists, tuple(map(tuple, lists)), list(np.array(lists))]
    forms += [np.array(lists, dtype) for dtype in (np.int8, np.uint8, np.int64, np.uint64)]
    expected = sample(ROWS, 6, 1000)
    for form in forms:
        assert np.array_equal(sample(form, 6, 1000), expected)
    nothing: list[Any] = [[], "", (), np.zeros((0, 7), int), np.array([])]
    for empty in nothing:
        assert np.array_equal(sample(empty, 6, 1000), sample([], 6, 1000))


def test_forms_of_tables() -> None:
    rows, lists = ["110", "011"], [[0, 0, 0, 1], [0, 1, 1, 0]]
    expected = sample(rows, 2, 1000, hypotheses=lists)
    for form in ("0001,0110", ["0001", "0110"], np.array(lists), tuple(map(tuple, lists))):
        assert np.array_equal(sample(rows, 2, 1000, hypotheses=form), expected)


def test_order_of_rows_does_not_matter() -> None:
    rows = random_rows(6, 20, 8, 0.3)
    assert np.array_equal(sample(rows, 8, 1000), sample(rows[::-1], 8, 1000))


def test_the_consistent_hypothesis() -> None:
    """The lecture's examples: one leaves r_5 alone; the other rules out the empty AND and all single bits."""
    assert set(sample(ROWS, 6, 1000, epsilon=1e300).tolist()) == {0b000010}
    rows = ["0010110", "0101100", "1000100", "1101000", "0001000"]
    drawn = set(sample(rows, 6, 100_000, epsilon=1e6).tolist())
    mistakes = mistakes_of_ands([[int(bit) for bit in row] for row in rows], 6)
    assert drawn == {subset for subset in range(64) if mistakes[subset] == 0}
    assert drawn.isdisjoint({0, 1, 2, 4, 8, 16, 32})


def test_extreme_epsilons() -> None:
    assert set(sample(ROWS, 6, 10_000, epsilon=5e-324).tolist()) == set(range(64))
    assert log_normalizer(ROWS, epsilon=1e300, dimension=6) == 0
    assert probabilities(ROWS, epsilon=1e300, dimension=6)[2] == 1


@pytest.mark.parametrize("dimension", [23, 40, 62])
def test_a_component_that_is_too_large_is_refused(dimension: int) -> None:
    """A chain: each row has two zeros, one of them the next row's."""
    chain = [[int(j not in {i, i + 1}) for j in range(dimension)] + [1] for i in range(dimension - 1)]
    expect_error(private_pac, VALID | {"data": chain, "dimension": dimension}, "at most 22 classes")
    shorter = chain[: LARGEST_COMPONENT - 1]
    assert sample(shorter, dimension, 3).shape == (3,)


def test_laws_that_are_too_large_are_refused() -> None:
    with pytest.raises(ValueError, match="dimension=23: expected an integer between 1 and 22"):
        probabilities([], epsilon=1, dimension=23)
