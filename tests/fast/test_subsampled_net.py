"""The fast subsampled net: its law by enumeration, what it refuses, and wrong laws that are told from the right one."""

import math
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest
from scipy import stats

from dpassay.fast.subsampled_net import log_weights, multisets, subsampled_net
from tests.fast.helpers import expect_error, generator

ALPHA = 1e-6
N = 40_000
QUERIES = ((1.0, -1.0, 0.5), (-1.0, 1.0, 1.0))
DATA = (0, 0, 2)
VALID: dict[str, Any] = {
    "data": DATA,
    "size": 4,
    "rng": generator(1),
    "epsilon": 3.0,
    "queries": QUERIES,
    "drawn": 3,
    "points": 2,
    "query_range": (-1, 1),
}


def law(*, rate: float = 3.0 / 4, drawn: int = 3) -> dict[tuple[int, int], float]:
    """Every sequence of draws, and every multiset on what it holds."""
    found: dict[tuple[int, int], float] = {}
    for sequence in product(range(3), repeat=drawn):
        held = sorted(set(sequence))
        weights = {each: math.exp(-rate * off(each)) for each in combinations_with_replacement(held, 2)}
        for each, weight in weights.items():
            key = sum(2**x for x in held), 3 * each[0] + each[1]
            found[key] = found.get(key, 0.0) + weight / sum(weights.values()) / 3**drawn
    return found


def off(each: tuple[int, ...]) -> float:
    return max(abs(sum(q[x] for x in DATA) - 3 * sum(q[x] for x in each) / 2) for q in QUERIES)


def p_value(samples: Any, expected: dict[tuple[int, int], float]) -> float:
    keys = sorted(expected)
    counts = np.array([(samples == np.array(key)).all(axis=1).sum() for key in keys])
    if counts.sum() < len(samples):
        return 0.0
    return float(stats.chisquare(counts, np.array([expected[key] for key in keys]) * len(samples)).pvalue)


def sample(**changes: Any) -> Any:
    return subsampled_net(**VALID | {"size": N, "rng": generator(3)} | changes)


@pytest.mark.statistical
def test_the_law() -> None:
    assert p_value(sample(), law()) > ALPHA
    assert p_value(sample(calibration="printed"), law(rate=3.0 / 2)) > ALPHA
    assert p_value(sample(epsilon=None, exp_eps=math.exp(3)), law()) > ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("wrong", [{"rate": 3.0 / 2}, {"rate": 3.3 / 4}, {"drawn": 2}, {"drawn": 4}])
def test_a_wrong_law_is_told_apart(wrong: dict[str, Any]) -> None:
    assert p_value(sample(), law(**wrong)) < ALPHA


def test_shapes() -> None:
    for size in (0, 1, 7):
        assert sample(size=size).shape == (size, 2)
    assert sample(size=5).dtype == np.int64
    assert np.array_equal(sample(size=100), sample(size=100, queries="1,-1,1/2;-1,1,1"))


def test_multisets_and_weights() -> None:
    sets = multisets(np.array([0, 2]), 2)
    assert sets.tolist() == [[0, 0], [0, 2], [2, 2]]
    logs = log_weights(np.array([[2, -2, 1], [-2, 2, 2]]), np.array([2, 0, 1]), sets, 0.5)
    assert logs.tolist() == pytest.approx([-off(tuple(each)) for each in sets.tolist()])


def test_a_budget_without_bound_takes_the_best() -> None:
    best = min(combinations_with_replacement(range(3), 2), key=off)
    answers = sample(epsilon=1e6, drawn=40)
    assert set(answers[:, 1].tolist()) == {3 * best[0] + best[1]}


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("data", {"data": (0, 3)}),
        ("data", {"data": ()}),
        ("size", {"size": -1}),
        ("rng", {"rng": 3}),
        ("epsilon", {"epsilon": 0}),
        ("queries", {"queries": ((1.0, 2.0),)}),
        ("queries", {"queries": (tuple([0.0] * 63),)}),
        ("query_range", {"query_range": (1, -1)}),
        ("drawn", {"drawn": 0}),
        ("points", {"points": 0}),
        ("points", {"points": 4000}),
        ("points", {"points": 40}),
        ("calibration", {"calibration": "both"}),
    ],
)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(subsampled_net, VALID | changes, name)
