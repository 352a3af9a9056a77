"""Certified bounds: coverage by enumeration, known limits by a second route, rounding with many digits."""

import math
from collections.abc import Callable
from functools import cache
from itertools import product

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from dpassay.audit.evidence import bounds
from dpassay.audit.evidence.bounds import (
    clopper_pearson_lower,
    clopper_pearson_upper,
    delta_lower_bound,
    epsilon_lower_bound,
)

ALPHAS = [0.5, 0.05, 0.01, 1e-6]

levels = st.floats(1e-9, 0.9)


@st.composite
def counts(draw: st.DrawFn, most: int = 10**6) -> tuple[int, int]:
    n = draw(st.integers(0, most))
    return draw(st.integers(0, n)), n


# One probability.


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("n", [1, 2, 10, 1_000])
def test_limits_agree_with_scipy_and_err_on_the_safe_side(n: int, alpha: float) -> None:
    for count in {0, 1, n // 3, n - 1, n}:
        low = stats.binomtest(count, n, alternative="greater").proportion_ci(1 - alpha, "exact").low
        high = stats.binomtest(count, n, alternative="less").proportion_ci(1 - alpha, "exact").high
        assert clopper_pearson_lower(count, n, alpha) == pytest.approx(low, rel=1e-8)
        assert clopper_pearson_upper(count, n, alpha) == pytest.approx(high, rel=1e-8)
        assert clopper_pearson_lower(count, n, alpha) <= low
        assert clopper_pearson_upper(count, n, alpha) >= high


def binomial_weights(n: int, p: float) -> np.ndarray:
    return stats.binom.pmf(np.arange(n + 1), n, p)


def worst_miss(n: int, misses: Callable[[int, float], bool]) -> float:
    """The largest probability, over a grid of p, that a limit from Bin(n, p) misses p."""
    return max(
        sum(weight for count, weight in enumerate(binomial_weights(n, p)) if misses(count, p))
        for p in np.linspace(0, 1, 1_001)
    )


@pytest.mark.parametrize("alpha", [0.3, 0.05, 0.01])
def test_coverage_by_enumeration(alpha: float) -> None:
    n = 10
    low = [clopper_pearson_lower(count, n, alpha) for count in range(n + 1)]
    high = [clopper_pearson_upper(count, n, alpha) for count in range(n + 1)]
    assert worst_miss(n, lambda count, p: low[count] > p) <= alpha
    assert worst_miss(n, lambda count, p: high[count] < p) <= alpha


def test_a_normal_approximation_fails_the_same_check() -> None:
    n, z = 10, stats.norm.isf(0.05)
    low = [count / n - z * math.sqrt(count * (n - count) / n**3) for count in range(n + 1)]
    assert worst_miss(n, lambda count, p: low[count] > p) > 0.05


def test_limits_at_the_ends() -> None:
    for n, alpha in product([1, 7, 10**6], ALPHAS):
        assert clopper_pearson_lower(0, n, alpha) == 0.0
        assert clopper_pearson_upper(n, n, alpha) == 1.0
        assert clopper_pearson_lower(n, n, alpha) == pytest.approx(alpha ** (1 / n), rel=1e-8)
        assert clopper_pearson_upper(0, n, alpha) == pytest.approx(-math.expm1(math.log(alpha) / n), rel=1e-8)
    assert (clopper_pearson_lower(0, 0, 0.05), clopper_pearson_upper(0, 0, 0.05)) == (0.0, 1.0)


@given(counts(most=300), st.sampled_from(ALPHAS))
def test_the_tail_at_the_limit_with_forty_digits(sample: tuple[int, int], alpha: float) -> None:
    """P(Bin(n, L) >= c) <= alpha and P(Bin(n, U) <= c) <= alpha, in arithmetic that is not ours."""
    count, n = sample
    with mpmath.workdps(40):

        def tail(p: float, some: range) -> mpmath.mpf:
            x = mpmath.mpf(p)
            return mpmath.fsum(mpmath.binomial(n, k) * x**k * (1 - x) ** (n - k) for k in some)

        if count:
            assert tail(clopper_pearson_lower(count, n, alpha), range(count, n + 1)) <= alpha
        if count < n:
            assert tail(clopper_pearson_upper(count, n, alpha), range(count + 1)) <= alpha


@given(counts(), levels)
def test_limits_enclose_the_frequency_and_mirror_each_other(sample: tuple[int, int], alpha: float) -> None:
    count, n = sample
    low, high = clopper_pearson_lower(count, n, alpha / 2), clopper_pearson_upper(count, n, alpha / 2)
    assert 0 <= low <= high <= 1
    assert low * n <= count <= high * n * (1 + 1e-15)
    assert clopper_pearson_upper(n - count, n, alpha / 2) == pytest.approx(1 - low, rel=1e-6, abs=1e-8)


@given(counts(), levels, levels)
def test_limits_are_monotone(sample: tuple[int, int], alpha: float, beta: float) -> None:
    """In the count, and in alpha: a margin that ignored its alpha would show here."""
    count, n = sample
    alpha, beta = sorted([alpha, beta])
    assert clopper_pearson_lower(count, n, alpha) <= clopper_pearson_lower(count, n, beta) * (1 + 1e-12)
    assert clopper_pearson_upper(count, n, alpha) * (1 + 1e-12) >= clopper_pearson_upper(count, n, beta)
    if count < n:
        assert clopper_pearson_lower(count, n, alpha) < clopper_pearson_lower(count + 1, n, alpha)
        assert clopper_pearson_upper(count, n, alpha) <= clopper_pearson_upper(count + 1, n, alpha)


def test_a_wrong_inverse_makes_the_limit_looser_never_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    right = clopper_pearson_lower(30, 100, 0.05), clopper_pearson_upper(30, 100, 0.05)
    real_low, real_high = bounds.special.betaincinv, bounds.special.betainccinv
    monkeypatch.setattr(bounds.special, "betaincinv", lambda a, b, y: real_low(a, b, y) * 1.01)
    monkeypatch.setattr(bounds.special, "betainccinv", lambda a, b, y: real_high(a, b, y) * 0.99)
    off = clopper_pearson_lower(30, 100, 0.05), clopper_pearson_upper(30, 100, 0.05)
    assert right[0] * 0.99 < off[0] <= right[0]
    assert right[1] <= off[1] < right[1] * 1.01
    for broken in (lambda a, b, y: np.full(len(a), np.nan), lambda a, b, y: np.full(len(a), 0.999)):
        monkeypatch.setattr(bounds.special, "betaincinv", broken)
        assert clopper_pearson_lower(30, 100, 0.05) <= right[0]
    monkeypatch.setattr(bounds.special, "betainccinv", lambda a, b, y: np.full(len(a), np.nan))
    assert clopper_pearson_upper(30, 100, 0.05) == 1.0


# Epsilon and delta.

GRID = [0.0, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0]


@cache
def pair_weights(n: int, p: float, q: float) -> np.ndarray:
    return np.outer(binomial_weights(n, p), binomial_weights(n, q))


def worst_pair_miss(n: int, bound: np.ndarray, truth: Callable[[float, float], float]) -> float:
    """The largest probability, over a grid of (P(E), Q(E)), that a table of bounds exceeds the truth."""
    return max(float(pair_weights(n, p, q)[bound > truth(p, q)].sum()) for p, q in product(GRID, GRID))


def true_epsilon(p: float, q: float, delta: float) -> float:
    if p <= delta:
        return 0.0
    return max(0.0, math.log((p - delta) / q)) if q else math.inf


@pytest.mark.parametrize("n", [16, 40])
@pytest.mark.parametrize("alpha", [0.3, 0.05])
@pytest.mark.parametrize("delta", [0.0, 0.1])
def test_the_epsilon_bound_by_enumeration(n: int, alpha: float, delta: float) -> None:
    both = range(n + 1)
    table = [[epsilon_lower_bound(a, n, b, n, delta=delta, alpha=alpha) for b in both] for a in both]
    assert worst_pair_miss(n, np.array(table), lambda p, q: true_epsilon(p, q, delta)) <= alpha
    assert np.max(table) > 0


@pytest.mark.parametrize("n", [16, 40])
@pytest.mark.parametrize("alpha", [0.3, 0.05])
@pytest.mark.parametrize("exp_eps", [0.5, 1.0, 3.0])
def test_the_delta_bound_by_enumeration(n: int, alpha: float, exp_eps: float) -> None:
    both = range(n + 1)
    table = [[delta_lower_bound(a, n, b, n, exp_eps=exp_eps, alpha=alpha) for b in both] for a in both]
    assert worst_pair_miss(n, np.array(table), lambda p, q: max(0.0, p - exp_eps * q)) <= alpha
    assert np.max(table) > 0


@pytest.mark.parametrize("n", [16, 40])
def test_auditors_with_a_known_fault_fail_the_same_check(n: int) -> None:
    """The direction chosen on the counts; a level that is not kept; frequencies taken for probabilities."""
    both, alpha = range(n + 1), 0.3
    one_way = np.array([[epsilon_lower_bound(a, n, b, n, delta=0, alpha=alpha) for b in both] for a in both])
    better_way = np.maximum(one_way, one_way.T)
    low = np.array([max(clopper_pearson_lower(a, n, 0.9), 1e-9) for a in both])
    high = np.array([clopper_pearson_upper(b, n, 0.9) for b in both])
    unsplit = np.maximum(0, np.log(low[:, None] / high[None, :]))
    estimate = np.array([[true_epsilon(a / n, b / n, 0.0) for b in both] for a in both])
    one_sided = worst_pair_miss(n, one_way, lambda p, q: true_epsilon(p, q, 0.0))
    two_sided = worst_pair_miss(n, better_way, lambda p, q: true_epsilon(p, q, 0.0))
    assert two_sided > one_sided
    assert worst_pair_miss(n, unsplit, lambda p, q: true_epsilon(p, q, 0.0)) > alpha
    assert worst_pair_miss(n, estimate, lambda p, q: true_epsilon(p, q, 0.0)) > alpha


def test_a_known_value() -> None:
    low, high = clopper_pearson_lower(900, 1_000, 0.025), clopper_pearson_upper(100, 1_000, 0.025)
    bound = epsilon_lower_bound(900, 1_000, 100, 1_000, delta=0.1, alpha=0.05)
    assert bound == pytest.approx(math.log((low - 0.1) / high), rel=1e-12)
    assert bound <= math.log((low - 0.1) / high)
    bound = delta_lower_bound(900, 1_000, 100, 1_000, exp_eps=2.0, alpha=0.05)
    assert bound == pytest.approx(low - 2 * high, rel=1e-12)
    assert bound <= low - 2 * high


@given(counts(), counts(), st.floats(0, 0.99), levels)
def test_bounds_are_finite_and_at_least_0(
    first: tuple[int, int], second: tuple[int, int], delta: float, alpha: float
) -> None:
    assert 0 <= epsilon_lower_bound(*first, *second, delta=delta, alpha=alpha) < math.inf
    assert 0 <= delta_lower_bound(*first, *second, exp_eps=1 + delta, alpha=alpha) < 1


@given(counts(), counts(), st.floats(0, 0.5), levels)
def test_bounds_are_monotone(first: tuple[int, int], second: tuple[int, int], delta: float, alpha: float) -> None:
    bound = epsilon_lower_bound(*first, *second, delta=delta, alpha=alpha)
    slack = 1e-12
    assert epsilon_lower_bound(*first, *second, delta=delta + 0.1, alpha=alpha) <= bound + slack
    assert epsilon_lower_bound(*first, *second, delta=delta, alpha=alpha / 2) <= bound + slack
    if first[0]:
        fewer = (first[0] - 1, first[1])
        assert epsilon_lower_bound(*fewer, *second, delta=delta, alpha=alpha) <= bound + slack
    if second[0] < second[1]:
        more = (second[0] + 1, second[1])
        assert epsilon_lower_bound(*first, *more, delta=delta, alpha=alpha) <= bound + slack


def test_no_samples_certify_nothing() -> None:
    assert epsilon_lower_bound(0, 0, 0, 0, delta=0, alpha=0.05) == 0.0
    assert epsilon_lower_bound(5, 5, 0, 0, delta=0, alpha=0.05) == 0.0
    assert epsilon_lower_bound(0, 0, 0, 10**6, delta=0, alpha=0.05) == 0.0
    assert delta_lower_bound(0, 0, 0, 0, exp_eps=1, alpha=0.05) == 0.0


def test_equal_counts_certify_nothing() -> None:
    for count in (0, 1, 10, 500, 999, 1_000):
        assert epsilon_lower_bound(count, 1_000, count, 1_000, delta=0, alpha=0.3) == 0.0
        assert delta_lower_bound(count, 1_000, count, 1_000, exp_eps=1, alpha=0.3) == 0.0


# Bad input.


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ((-1, 10, 0.05), "count"),
        ((11, 10, 0.05), "count"),
        ((1.0, 10, 0.05), "count"),
        ((True, 10, 0.05), "count"),
        ((1, -10, 0.05), "n"),
        ((1, 10.5, 0.05), "n"),
        ((1, 10, 0), "alpha"),
        ((1, 10, 1), "alpha"),
        ((1, 10, math.nan), "alpha"),
        ((1, 10, "0.05"), "alpha"),
        ((1, 10, None), "alpha"),
    ],
)
def test_bad_counts_and_levels(arguments: tuple[object, ...], name: str) -> None:
    for limit in (clopper_pearson_lower, clopper_pearson_upper):
        with pytest.raises(ValueError, match=rf"^{name} = [^\n]*: expected[^\n]*$"):
            limit(*arguments)


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"delta": -0.1}, "delta"),
        ({"delta": 1.0}, "delta"),
        ({"delta": math.nan}, "delta"),
        ({"delta": "0"}, "delta"),
        ({"alpha": 0.0}, "alpha"),
    ],
)
def test_bad_parameters_of_the_epsilon_bound(change: dict[str, object], name: str) -> None:
    with pytest.raises(ValueError, match=rf"^{name} = [^\n]*: expected[^\n]*$"):
        epsilon_lower_bound(5, 10, 1, 10, **{"delta": 0.0, "alpha": 0.05, **change})


@pytest.mark.parametrize("exp_eps", [0, -1.0, math.inf, math.nan, "2", True])
def test_bad_parameters_of_the_delta_bound(exp_eps: object) -> None:
    with pytest.raises(ValueError, match=r"^exp_eps = [^\n]*: expected[^\n]*$"):
        delta_lower_bound(5, 10, 1, 10, exp_eps=exp_eps, alpha=0.05)


def test_bad_counts_name_their_side() -> None:
    with pytest.raises(ValueError, match=r"^count_q = 11: expected at most n_q = 10$"):
        epsilon_lower_bound(5, 10, 11, 10, delta=0, alpha=0.05)
    with pytest.raises(ValueError, match=r"^n_p = -1: expected"):
        delta_lower_bound(5, -1, 1, 10, exp_eps=1, alpha=0.05)


# Many counts at once.


def test_many_counts_have_the_limits_of_each() -> None:
    counts = np.array([0, 1, 3, 7, 7])
    assert bounds.lower_limits(counts, 7, 0.1).tolist() == [clopper_pearson_lower(c, 7, 0.1) for c in counts.tolist()]
    assert bounds.upper_limits(counts, 7, 0.1).tolist() == [clopper_pearson_upper(c, 7, 0.1) for c in counts.tolist()]


@pytest.mark.parametrize("limits", [bounds.lower_limits, bounds.upper_limits])
def test_counts_that_are_none_or_not_counts(limits: Callable[..., np.ndarray]) -> None:
    for n in (0, 5):
        assert limits(np.array([], dtype=np.int64), n, 0.1).shape == (0,)
    for counts, n in (([], -1), ([0, -1], 5), ([6, 0], 5)):
        with pytest.raises(ValueError, match=r"^(n|counts) = [^\n]*: expected[^\n]*$"):
            limits(np.array(counts, dtype=np.int64), n, 0.1)
    for other in (np.array([[1]]), np.array([1.0])):
        with pytest.raises(ValueError, match=r"^counts of shape [^\n]*: expected integers, shape \(k,\)$"):
            limits(other, 5, 0.1)


def test_counts_up_to_the_largest_that_a_double_holds() -> None:
    most = 2**53
    assert 0.999 < clopper_pearson_lower(most, most, 0.05) < 1
    assert 0 < clopper_pearson_upper(0, most, 0.05) < 1e-14
    for limit in (clopper_pearson_lower, clopper_pearson_upper):
        with pytest.raises(ValueError, match=r"^n = 9007199254740993: expected a non-negative integer, at most 2\^53$"):
            limit(0, most + 1, 0.05)


def test_the_largest_budget_of_a_double_certifies_nothing() -> None:
    assert delta_lower_bound(10, 10, 0, 10, exp_eps=1.7976931348623157e308, alpha=0.05) == 0.0
