"""The KL projection onto smooth distributions: against bisection in exact numbers, and its conditions of optimality."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.fast.smooth_projection import capacity_of, leveled, project, water_levels
from tests.fast.helpers import expect_error, generator
from tests.fast.mwem_cases import filled

FINITE = st.floats(-2000, 2000, allow_nan=False)


def check_optimal(logs: Any, sigma: Any, projected: Any) -> None:
    """Masses add up to 1 under the cap; those below it are in proportion, and those at it have weights no smaller."""
    cap = 1 / float(Fraction(sigma) * len(logs))
    assert np.isfinite(projected).all()
    assert (projected >= 0).all()
    assert projected.max() <= cap * (1 + 1e-15)
    assert math.isclose(math.fsum(projected), 1, rel_tol=1e-9)
    capped = projected >= cap * (1 - 1e-9)
    inner = ~capped & (projected > 1e-290)
    if inner.any():
        levels = np.log(projected[inner]) - logs[inner]
        assert np.ptp(levels) < 1e-9
        if capped.any():
            assert (logs[capped] + levels.max() >= math.log(cap) - 1e-8).all()


@given(logs=st.lists(FINITE, min_size=1, max_size=12), sigma=st.fractions(Fraction(1, 100), 1))
def test_any_weights(logs: list[float], sigma: Fraction) -> None:
    row = np.array(logs)
    check_optimal(row, sigma, project(row, sigma=sigma))


@given(
    table=st.lists(st.lists(st.integers(-3, 3), min_size=4, max_size=4), min_size=2, max_size=5),
    spread=st.sampled_from([0.5, 5.0, 400.0]),
    sigma=st.fractions(Fraction(1, 20), 1),
)
def test_rows_together_and_one_by_one(table: list[list[int]], spread: float, sigma: Fraction) -> None:
    rows = np.array(table) * spread
    one_by_one = [project(row, sigma=sigma) for row in rows]
    np.testing.assert_allclose(project(rows, sigma=sigma), one_by_one, rtol=1e-9, atol=1e-15)


@given(masses=st.lists(st.floats(0.001, 1), min_size=2, max_size=12), sigma=st.fractions(Fraction(1, 10), 1))
def test_against_bisection(masses: list[float], sigma: Fraction) -> None:
    total = math.fsum(masses)
    expected = filled([mass / total for mass in masses], 1 / float(sigma * len(masses)))
    np.testing.assert_allclose(project(np.log(masses), sigma=sigma), expected, rtol=1e-9, atol=1e-12)


def test_by_hand() -> None:
    """Weights 8, 4, 2, 1, 1 of 16 with a cap of 2/5: 8/16 is cut, the others share 3/5 in the ratio 4 : 2 : 1 : 1."""
    row = np.log([8.0, 4, 2, 1, 1])
    right = [0.4, 0.3, 0.15, 0.075, 0.075]
    np.testing.assert_allclose(project(row, sigma=0.5), right, rtol=1e-14)
    np.testing.assert_allclose(project(row[::-1] - 900, sigma=0.5), right[::-1], rtol=1e-12)
    np.testing.assert_allclose(project(row, sigma=0.1), np.exp(row) / 16, rtol=1e-14)  # no cap
    np.testing.assert_allclose(project(row, sigma=1), np.full(5, 0.2), rtol=1e-14)
    cut = np.minimum(np.exp(row) / 16, 0.4)
    assert not np.allclose(cut / cut.sum(), right)
    assert not np.allclose(cut + (1 - cut.sum()) / 5, right)


@pytest.mark.parametrize("whole", [1, 2, 7, 9])
def test_just_beside_a_whole_number(whole: int) -> None:
    """sigma N = 7, and 7 up or down by 2^-k, with 7 weights of 1: beyond them are (S - 7) / S, but for 2^-50."""
    for low in (-5.0, -900.0):
        row = np.concatenate([np.zeros(whole), np.full(10 - whole, low)])
        for k in (1, 10, 40, 60, 200, 2000):
            tiny = Fraction(1, 2**k)
            for capacity in (whole - tiny, Fraction(whole), whole + tiny):
                projected = project(row, sigma=capacity / 10)
                check_optimal(row, capacity / 10, projected)
                least = float(max(Fraction(0), capacity - whole) / capacity)
                shared = math.exp(low) * (10 - whole) / (whole + math.exp(low) * (10 - whole))
                assert math.isclose(projected[whole:].sum(), max(least, shared), rel_tol=1e-9, abs_tol=2.0**-50)


def test_weights_that_underflow() -> None:
    """Weights e^0, e^-800, e^-1600, e^-1601, ...: four at the cap of 1/4.5, and the rest shares what is left."""
    row = np.array([0.0, -800, -1600, -2400, -2401, -9000, -20000, -20000, -20000])
    projected = project(row, sigma=0.5)
    np.testing.assert_allclose(projected[:4], 1 / 4.5, rtol=1e-14)
    np.testing.assert_allclose(projected[4:5], 0.5 / 4.5, rtol=1e-12)
    assert (projected[5:] == 0).all()
    naive = np.exp(row)
    assert (naive[1:] == 0).all()  # as weights they are one point and eight times nothing
    wide = np.concatenate([np.zeros(3), np.full(997, -1e6)])
    projected = project(wide, sigma=0.25)
    np.testing.assert_allclose(projected[:3], 1 / 250, rtol=1e-14)
    np.testing.assert_allclose(projected[3:], 247 / 250 / 997, rtol=1e-9)


def test_each_its_own_depth() -> None:
    """All weights e^600 apart or more, so that every place is beyond what doubles tell of the one before."""
    row = -700.0 * np.arange(2000)
    projected = project(row, sigma=0.5003)
    assert (projected[:1000] > 0.99 / 1000.6).all()
    assert math.isclose(projected[1000] * 1000.6, 0.6, rel_tol=1e-9)
    check_optimal(row, Fraction(0.5003), projected)


def test_rows_are_independent() -> None:
    table = generator(4).normal(size=(30, 17)) * np.logspace(-3, 3.5, 30)[:, None]
    together = project(table, sigma=0.31)
    for row, expected in zip(table, together, strict=True):
        np.testing.assert_allclose(project(row, sigma=0.31), expected, rtol=1e-12, atol=1e-300)
        check_optimal(row, Fraction(0.31), expected)


def test_levels_and_shares() -> None:
    """The level is log c, and the shares are S z."""
    table = np.log([[8.0, 4, 2, 1, 1]])
    capacity = capacity_of(0.5, 5)
    assert capacity == Fraction(5, 2)
    np.testing.assert_allclose(water_levels(table, capacity), [math.log(1.5 / 8)], rtol=1e-14)
    np.testing.assert_allclose(np.exp(leveled(table, capacity)), [[1, 0.75, 0.375, 0.1875, 0.1875]], rtol=1e-14)


def test_large_vectors() -> None:
    logs = generator(5).normal(size=2**16) * 3
    for sigma in (1e-9, 1e-3, 0.2, 0.9, 1 - 2**-40):
        check_optimal(logs, Fraction(sigma), project(logs, sigma=sigma))


@pytest.mark.parametrize("spread", [0.0, 0.1, 2.0, 50.0, 3000.0])
@pytest.mark.parametrize("size", [1500, 4096, 5003])
def test_blocks(size: int, spread: float) -> None:
    """With more places than are looked at one by one: also with ties, and where weights underflow."""
    drawn = generator(6).normal(size=size)
    for logs in (drawn * spread, np.round(drawn * 3) * spread):
        for sigma in (Fraction(7, 10), Fraction(999, 1000), Fraction(size - 1, size), Fraction(1)):
            check_optimal(logs, sigma, project(logs, sigma=sigma))


def test_slow_descent() -> None:
    """Each weight is half of the one before: one after the other is found to be at the cap."""
    logs = -math.log(2) * np.arange(3000)
    for sigma in (0.01, 0.4, 0.99):
        check_optimal(logs, Fraction(sigma), project(logs, sigma=sigma))


def test_no_cap() -> None:
    """A cap of 1 or more cuts nothing, even where 1 / (sigma N) is no double."""
    logs = generator(7).normal(size=3)
    for sigma in (1 / 3, 1e-300, 5e-324):
        np.testing.assert_allclose(project(logs, sigma=sigma), np.exp(logs) / np.exp(logs).sum(), rtol=1e-14)


def test_leaves_what_it_is_given() -> None:
    """Strides, other floats, and logarithms whose squares are no doubles; the input stays as it was."""
    logs = generator(8).normal(size=(2, 2000))
    before = logs.copy()
    expected = project(logs[0].copy(), sigma=0.8)
    np.testing.assert_array_equal(project(logs.T[:, 0], sigma=0.8), expected)
    np.testing.assert_array_equal(logs, before)
    np.testing.assert_allclose(project(logs[0].astype(np.float32), sigma=0.8), expected, rtol=1e-5)
    np.testing.assert_array_equal(project(np.full(4, 1e200), sigma=0.75), np.full(4, 0.25))


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        *[("sigma", {"sigma": sigma}) for sigma in (0, -1, 1.5, math.nan, True, "1", None, Fraction(1, 10**400))],
        *[
            ("logs", {"logs": logs})
            for logs in (
                None,
                [1.0],
                np.ones(3, int),
                np.zeros(0),
                np.zeros((2, 0)),
                np.array(1.0),
                np.zeros((1, 1, 1)),
            )
        ],
        *[("logs", {"logs": np.array([0.0, bad])}) for bad in (math.nan, math.inf, -math.inf)],
    ],
)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(project, {"logs": np.zeros(3), "sigma": 0.5} | changes, name)
