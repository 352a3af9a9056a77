"""The fast composition of revealing randomized responses, and its accountant, against fractions and mpmath."""

import math
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from dpassay.fast.composition import (
    MOST_ROUNDS,
    composition,
    delta_of,
    drawn_lies,
    epsilon_of,
    log_delta_of,
    log_lies,
    probabilities,
    reveal,
)
from tests.fast.helpers import (
    BUDGET,
    COMMON,
    NOT_INTEGER,
    NOT_REAL,
    Case,
    N,
    check_shapes,
    counts_p_value,
    expect_error,
    generator,
)

ALPHA = 1e-6
ACCURACY = 1e-11
VALID: dict[str, Any] = {"data": 1, "size": 5, "rng": generator(), "epsilon": 1.0, "delta": 0.1, "rounds": 6}
ROUNDS: list[Case] = [("rounds", {"rounds": rounds}) for rounds in (0, -1, MOST_ROUNDS + 1, *NOT_INTEGER)]
DELTA: list[Case] = [
    ("delta", {"delta": delta})
    for delta in (-0.1, 1, 1.5, -(10**-400), Fraction(1, 10**400), 1 - Fraction(1, 10**400), *NOT_REAL)
    if delta != 0 or isinstance(delta, Fraction)
]
OWN: list[Case] = [("data", {"data": data}) for data in (-1, 2, *NOT_INTEGER)]
BAD_TOTALS: list[Any] = [-1.0, -1e-300, math.nan, math.inf, None, "1", True, [0.5, None], [[1], [2, 3]], 1j, 10**400]


def exact_law(bit: int, exp_eps: Fraction, delta: Fraction, rounds: int) -> list[Fraction]:
    """The probabilities of -1, 0, ..., rounds + 1, by listing what the rounds can answer."""
    truth = exp_eps / (1 + exp_eps)
    answers = {"reveal": delta, bit: (1 - delta) * truth, 1 - bit: (1 - delta) * (1 - truth)}
    found = [Fraction(0)] * (rounds + 3)
    for transcript in product(answers, repeat=rounds):
        revealed = rounds + 1 if bit else -1
        outcome = revealed if "reveal" in transcript else sum(transcript)  # type: ignore[arg-type]
        found[1 + outcome] += math.prod((answers[answer] for answer in transcript), start=Fraction(1))
    return found


def exact_delta(exp_total: Fraction, exp_eps: Fraction, delta: Fraction, rounds: int) -> Fraction:
    """The hockey-stick divergence of the two laws."""
    one, other = (exact_law(bit, exp_eps, delta, rounds) for bit in (1, 0))
    return sum((max(p - exp_total * q, Fraction(0)) for p, q in zip(one, other, strict=True)), Fraction(0))


def precise_delta(total: float, epsilon: float, delta: float, rounds: int, digits: int = 60) -> Any:
    """The same for the doubles that are given, to so many digits: the sum over j, by the ratio of its terms."""
    with mpmath.workdps(digits):
        e, d, t = (mpmath.mpf(value) for value in (epsilon, delta, total))
        odds = mpmath.exp(e)
        j = max(math.floor((t / e + rounds) / 2) - 1, 0)
        while j <= rounds and (2 * j - rounds) * e <= t:
            j += 1
        found, mode = mpmath.mpf(0), rounds * odds / (1 + odds)
        if j <= rounds:
            log_binomial = mpmath.loggamma(rounds + 1) - mpmath.loggamma(j + 1) - mpmath.loggamma(rounds - j + 1)
            weight = mpmath.exp(log_binomial + j * e - rounds * mpmath.log(1 + odds))
        while j <= rounds:
            term = weight * (1 - mpmath.exp(t - (2 * j - rounds) * e))
            found += term
            if j > mode + 1 and term < found * mpmath.mpf(10) ** -30:
                break
            weight *= odds * (rounds - j) / (j + 1)
            j += 1
        reveals = 1 - (1 - d) ** rounds
        return reveals + (1 - reveals) * found


def relative_error(found: Any, expected: Any) -> float:
    with mpmath.workdps(30):
        return float(abs(mpmath.mpf(float(found)) / expected - 1)) if expected else float(found != 0)


def sample(size: int = N, **changes: Any) -> Any:
    budget = {} if "epsilon" in changes else {"exp_eps": 3}
    return composition(**{"data": 1, "size": size, "rng": generator(8), "rounds": 6} | budget | changes)


@pytest.mark.parametrize(("name", "changes"), COMMON + BUDGET + ROUNDS + DELTA + OWN)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(composition, VALID | changes, name)


@pytest.mark.parametrize("bit", [0, 1])
def test_shapes(bit: int) -> None:
    check_shapes(composition, VALID | {"data": bit}, np.int64)


# The law.


@given(
    bit=st.integers(0, 1),
    exp_eps=st.sampled_from([Fraction(3), Fraction(3, 2), Fraction(10**9 + 1, 10**9), Fraction(10**6)]),
    delta=st.sampled_from([Fraction(0), Fraction(1, 8), Fraction(1, 10**12), Fraction(7, 8)]),
    rounds=st.integers(1, 5),
)
@settings(deadline=None)
def test_probabilities(bit: int, exp_eps: Fraction, delta: Fraction, rounds: int) -> None:
    epsilon = math.log1p(exp_eps - 1)
    computed = probabilities(bit, epsilon=epsilon, delta=delta, rounds=rounds)
    np.testing.assert_allclose(computed, [float(p) for p in exact_law(bit, exp_eps, delta, rounds)], rtol=1e-13)


@pytest.mark.parametrize("rounds", [1, 2, 16, 17, 40, 1000, 10**6])
@pytest.mark.parametrize("epsilon", [1e-9, 0.01, 1.0, 12.0, 700.0])
def test_binomial_probabilities(rounds: int, epsilon: float) -> None:
    """Around the likeliest number, at the ends and far from it, as far as doubles go."""
    with mpmath.workdps(40):
        e = mpmath.mpf(epsilon)
        mean = rounds / (1 + mpmath.exp(e))
        near = [int(mean + k * mpmath.sqrt(mean)) for k in (-30, -8, -1, 0, 1, 8, 30)]
        lies = sorted({n for n in [0, 1, 2, rounds // 2, rounds - 1, rounds, *near] if 0 <= n <= rounds})
        for number, log in zip(lies, log_lies(np.array(lies), epsilon, rounds).tolist(), strict=True):
            binomial = mpmath.loggamma(rounds + 1) - mpmath.loggamma(number + 1) - mpmath.loggamma(rounds - number + 1)
            exact = binomial - number * e - rounds * mpmath.log1p(mpmath.exp(-e))
            assert abs(log - exact) < ACCURACY + 1e-13 * abs(exact)


@pytest.mark.statistical
@pytest.mark.parametrize("bit", [0, 1])
@pytest.mark.parametrize(
    ("exp_eps", "delta", "rounds"),
    [("3", "0", 1), ("3", "1/10", 1), ("3", "1/10", 6), ("3/2", "0", 7), ("1000", "1/100", 5), ("1.001", "9/10", 3)],
)
def test_law(bit: int, exp_eps: str, delta: str, rounds: int) -> None:
    """alpha = 1e-6."""
    samples = sample(data=bit, exp_eps=exp_eps, delta=Fraction(delta), rounds=rounds)
    expected = exact_law(bit, Fraction(exp_eps), Fraction(delta), rounds)
    assert counts_p_value(1 + samples, [float(p) for p in expected]) > ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("rounds", [100, 10_000, MOST_ROUNDS])
def test_law_of_many_rounds(rounds: int) -> None:
    """alpha = 1e-6, against the binomial law of SciPy, over 12 standard deviations to either side."""
    samples = sample(data=0, exp_eps="3/2", rounds=rounds)
    low, high = (max(0, min(rounds, int(0.4 * rounds + side * 6 * math.sqrt(rounds)))) for side in (-1, 1))
    expected = stats.binom.pmf(np.arange(low, high + 1), rounds, 0.4)
    assert counts_p_value(samples - low, expected) > ALPHA


@pytest.mark.parametrize("rounds", [1, 50, 10_000, MOST_ROUNDS])
@pytest.mark.parametrize("epsilon", [1e-9, 1.0, 20.0, 1e300])
def test_what_is_never_drawn_has_no_mass(epsilon: float, rounds: int) -> None:
    low, logs = drawn_lies(epsilon, rounds)
    lie, high = math.exp(-epsilon) / (1 + math.exp(-epsilon)), low + len(logs) - 1
    missing = stats.binom.cdf(low - 1, rounds, lie) + stats.binom.sf(high, rounds, lie)
    assert missing < 2.0**-60
    assert len(logs) < 50 + 11 * math.sqrt(rounds)


@pytest.mark.parametrize(
    "delta", [1e-300, 1e-17, 0.3, 0.5, 0.75, 1 - 2.0**-53, Fraction(1, 3), 1 - Fraction(1, 10**30)]
)
def test_reveals(delta: Any) -> None:
    """Both the probability of a reveal and of none, however small."""
    for rounds in (1, 2, 10):
        none = (1 - Fraction(delta)) ** rounds
        revealed, hidden = reveal(delta, rounds)
        assert revealed == pytest.approx(float(1 - none), rel=1e-15, abs=0)
        assert math.exp(hidden) == pytest.approx(float(none), rel=1e-13, abs=0)


@pytest.mark.statistical
def test_tampered_twins_are_rejected() -> None:
    """Epsilon off by 10 %; delta once for all rounds; a round too few; the other bit; reveals that answer too."""
    expected = [float(p) for p in exact_law(1, Fraction(3), Fraction(1, 10), 6)]
    one_delta = np.where(generator(3).random(N) < 0.1, 7, sample(delta=0))
    told = generator(4).binomial(6, 0.75, N)
    for wrong in (
        sample(delta=0.1, epsilon=1.1 * math.log(3)),
        one_delta,
        sample(delta=0.1, rounds=5),
        sample(delta=0.1, data=0),
        np.where(told == 6, 7, told),
    ):
        assert counts_p_value(1 + wrong, expected) < ALPHA


@pytest.mark.statistical
def test_bits_mirror_each_other() -> None:
    """The same draws: an answer of j about one bit is one of k - j about the other."""
    assert np.array_equal(sample(data=0, delta=0.1), 6 - sample(data=1, delta=0.1))


def test_extremes() -> None:
    assert set(sample(1000, epsilon=1e300, rounds=9).tolist()) == {9}
    assert set(sample(1000, epsilon=1e300, rounds=9, data=0).tolist()) == {0}
    assert set(sample(10_000, epsilon=5e-324, rounds=3).tolist()) == {0, 1, 2, 3}
    assert set(sample(1000, delta=1 - 2.0**-53).tolist()) == {7}
    assert set(sample(1000, delta=0.5, rounds=10**4, data=0).tolist()) == {-1}
    assert set(sample(1000, delta=5e-324).tolist()) <= set(range(7))
    assert sample(3, exp_eps=10**400, rounds=np.int8(127), delta=0.999).tolist() == [128] * 3


# The accountant.

EXP_TOTALS = [Fraction(1), Fraction(2), Fraction(9, 4), Fraction(3), Fraction(27), Fraction(80), Fraction(10**6)]


@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 10**9), Fraction(1, 8)])
@pytest.mark.parametrize("exp_eps", [Fraction(3), Fraction(3, 2)])
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_delta_is_the_divergence_of_the_laws(exp_eps: Fraction, delta: Fraction, rounds: int) -> None:
    """Logarithms of integers are rounded: an absolute 1e-15."""
    found = delta_of([math.log(t) for t in EXP_TOTALS], epsilon=math.log(exp_eps), delta=delta, rounds=rounds)
    expected = [float(exact_delta(t, exp_eps, delta, rounds)) for t in EXP_TOTALS]
    np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-15)


@settings(deadline=None)
@given(
    fraction=st.floats(0, 1) | st.sampled_from([0.0, 1.0, 1 - 2.0**-53, 1 - 2.0**-52, 0.5]),
    epsilon=st.floats(-12, 3).map(lambda x: 10.0**x) | st.sampled_from([0.1, 1.0, 40.0, 800.0, 1e-300]),
    delta=st.sampled_from([0.0, 0.0, 1e-300, 1e-16, 1e-5, 0.3, 1 - 1e-9]),
    rounds=st.integers(1, 60),
)
def test_relative_error(fraction: float, epsilon: float, delta: float, rounds: int) -> None:
    """Also where the total is rounded to rounds times epsilon, or to the double next to it."""
    total = fraction * (rounds * epsilon)
    expected = precise_delta(total, epsilon, delta, rounds, 400)
    if expected == 0 or expected > 1e-300:
        assert relative_error(delta_of(total, epsilon=epsilon, delta=delta, rounds=rounds), expected) < ACCURACY
    if expected > 0:
        log = log_delta_of(total, epsilon=epsilon, delta=delta, rounds=rounds)
        with mpmath.workdps(30):
            exact = mpmath.log(expected)
        assert abs(log - exact) < ACCURACY + 1e-13 * abs(exact)


MANY = [
    (10_000, 0.1, 20.0),
    (10_000, 0.1, 360.0),  # 1e-300
    (100_000, 0.01, 1.0),
    (100_000, 0.01, 110.0),
    (1_000_000, 0.001, 0.0),
    (1_000_000, 0.001, 37.0),
    (1_000_000, 0.01, 400.0),  # 1e-269
    (1_000_000, 1.0, 462_117.0),
    (1_000_000, 1.0, 492_117.0),
    (1_000_000, 14.0, 13_999_972.0),
    (739_267, 0.001667496780651366, 32.99027758671718),
    (622_861, 0.0007778968676952732, 13.433044149341669),
]


@pytest.mark.parametrize(("rounds", "epsilon", "total"), MANY)
def test_relative_error_of_many_rounds(rounds: int, epsilon: float, total: float) -> None:
    found = delta_of(total, epsilon=epsilon, rounds=rounds)
    assert 0 < relative_error(found, precise_delta(total, epsilon, 0.0, rounds)) < ACCURACY


def test_far_below_the_range_of_doubles() -> None:
    arguments: dict[str, Any] = {"epsilon": 1.0, "rounds": 10**6}
    log = float(log_delta_of(10**6 - 0.5, **arguments))
    assert log == pytest.approx(-(10**6) * math.log1p(math.exp(-1)) + math.log(-math.expm1(-0.5)), rel=1e-14)
    assert delta_of(10**6 - 0.5, **arguments) == 0
    assert log_delta_of(10**6, **arguments) == -math.inf


def test_the_difference_of_tails_would_lose_all_digits() -> None:
    """The same formula with a subtraction; the check of the relative error rejects it, and not ours."""
    rounds, epsilon, total = 20, 0.5, 10 - 1e-13
    logs = np.log([float(math.comb(rounds, j)) for j in range(rounds + 1)]) - rounds * math.log1p(math.exp(epsilon))
    losses = epsilon * (2 * np.arange(rounds + 1) - rounds)
    one = np.exp(logs + epsilon * np.arange(rounds + 1))
    naive = float((one - math.exp(total) * one * np.exp(-losses))[losses > total].sum())
    expected = precise_delta(total, epsilon, 0.0, rounds)
    assert relative_error(naive, expected) > 1e-4
    assert relative_error(delta_of(total, epsilon=epsilon, rounds=rounds), expected) < ACCURACY


@pytest.mark.parametrize("wrong", ["one delta", "basic", "total", "half"])
def test_wrong_accountants_are_rejected(wrong: str) -> None:
    """Delta once for all rounds; reveals added to the rest; half of the total; half of the rounds."""
    epsilon, delta, rounds, total = 0.3, 0.01, 12, 1.0
    expected = precise_delta(total, epsilon, delta, rounds)
    without = precise_delta(total, epsilon, 0.0, rounds)
    found = {
        "one delta": delta + (1 - delta) * without,
        "basic": 1 - (1 - delta) ** rounds + without,
        "total": precise_delta(total / 2, epsilon, delta, rounds),
        "half": precise_delta(total, epsilon, delta, rounds // 2),
    }[wrong]
    assert relative_error(delta_of(total, epsilon=epsilon, delta=delta, rounds=rounds), expected) < ACCURACY
    assert relative_error(found, expected) > ACCURACY


def test_no_rounds_are_missed_by_the_window() -> None:
    """At a total of 0 delta is P(truths > lies) - P(truths < lies), of 10^6 rounds."""
    expected = precise_delta(0.0, 0.002, 0.0, 10**6)
    assert relative_error(delta_of(0, epsilon=0.002, rounds=10**6), expected) < ACCURACY


def test_totals_of_any_shape() -> None:
    arguments: dict[str, Any] = {"epsilon": 0.1, "delta": 1e-6, "rounds": 50}
    grid = np.linspace(0, 6, 12).reshape(3, 4)
    table = delta_of(grid, **arguments)
    assert table.shape == (3, 4)
    assert all(table[i, j] == delta_of(grid[i, j], **arguments) for i in range(3) for j in range(4))
    assert (np.diff(table.ravel()) <= 0).all()
    assert delta_of([], **arguments).shape == (0,)
    assert delta_of([Fraction(1, 2), 1], **arguments).tolist() == delta_of(np.array([0.5, 1]), **arguments).tolist()
    np.testing.assert_allclose(np.log(table), log_delta_of(grid, **arguments), rtol=1e-14)


@pytest.mark.parametrize("function", [delta_of, log_delta_of, epsilon_of])
@pytest.mark.parametrize(("name", "changes"), ROUNDS + DELTA)
def test_bad_input_of_the_accountant(function: Any, name: str, changes: dict[str, Any]) -> None:
    arguments: dict[str, Any] = {"epsilon": 0.1, "delta": 0.0, "rounds": 5} | changes
    expect_error(lambda **rest: function(0.5, **rest), arguments, name)


@pytest.mark.parametrize("total", BAD_TOTALS)
def test_bad_totals(total: Any) -> None:
    for function, name in ((delta_of, "epsilon_total"), (log_delta_of, "epsilon_total"), (epsilon_of, "delta_total")):
        expect_error(lambda function=function, **rest: function(total, **rest), {"epsilon": 0.1, "rounds": 5}, name)


def test_bad_epsilons_of_the_accountant() -> None:
    for function in (delta_of, log_delta_of, epsilon_of):
        for epsilon in (0, -1, math.nan, math.inf, "1", None):
            expect_error(lambda f=function, **rest: f(0.5, **rest), {"epsilon": epsilon, "rounds": 5}, "epsilon")
    expect_error(lambda **rest: epsilon_of(0.5, **rest), {"epsilon": 1e308, "rounds": 5}, "epsilon")
    expect_error(lambda **rest: epsilon_of(1.5, **rest), {"epsilon": 1, "rounds": 5}, "delta_total")


@settings(deadline=None, max_examples=50)
@given(
    target=st.floats(-200, 0).map(lambda x: 10.0**x),
    epsilon=st.floats(-4, 1).map(lambda x: 10.0**x),
    delta=st.sampled_from([0.0, 0.0, 1e-9, 0.01]),
    rounds=st.integers(1, 300),
)
def test_epsilon_is_the_first_that_meets_delta(target: float, epsilon: float, delta: float, rounds: int) -> None:
    arguments: dict[str, Any] = {"epsilon": epsilon, "delta": delta, "rounds": rounds}
    total = float(epsilon_of(target, **arguments))
    if math.isinf(total):
        assert target < delta_of(2 * rounds * epsilon, **arguments)
        return
    assert delta_of(total, **arguments) <= target
    assert total == 0 or delta_of(math.nextafter(total, 0), **arguments) > target


def test_epsilon_of_one_round() -> None:
    """One round: delta_total = delta + (1 - delta) (e^eps - e^total) / (1 + e^eps)."""
    epsilon, delta = 1.0, 0.01
    targets = np.array([0.02, 0.1, 0.4])
    expected = np.log(math.e - (targets - delta) / (1 - delta) * (1 + math.e))
    np.testing.assert_allclose(epsilon_of(targets, epsilon=epsilon, delta=delta, rounds=1), expected, rtol=1e-14)


def test_epsilon_at_the_ends() -> None:
    assert epsilon_of(1, epsilon=0.1, rounds=1000) == 0
    assert epsilon_of(0, epsilon=0.25, rounds=1000) == 250
    assert epsilon_of([0.0, 0.09], epsilon=0.25, delta=0.01, rounds=10).tolist() == [math.inf, math.inf]
    below = delta_of(2.5, epsilon=0.25, delta=0.01, rounds=10)
    assert epsilon_of(below, epsilon=0.25, delta=0.01, rounds=10) == pytest.approx(2.5, rel=1e-12)
