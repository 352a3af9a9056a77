"""The fast exponential mechanism, in its three forms."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.exponential_samplers import exponential_gumbel, exponential_inverse_cdf
from dpassay.fast import checks
from dpassay.fast.exponential import alias_table, exponential, log_weights, probabilities
from tests.fast.helpers import (
    ALPHA,
    BUDGET,
    COMMON,
    SENSITIVITY,
    Case,
    N,
    check_shapes,
    counts_p_value,
    expect_error,
    generator,
)

Form = Callable[..., Any]
FORMS = [exponential, exponential_inverse_cdf, exponential_gumbel]
SCORES = [3.0, 1.0, 0.0, 3.0, -2.5, 4.0]
VALID: dict[str, Any] = {
    "data": SCORES,
    "size": 5,
    "rng": generator(),
    "epsilon": 1.0,
    "sensitivity": 1.0,
}
OWN: list[Case] = [
    ("data", {"data": data}) for data in ([], [math.nan], [math.inf], [True], "12", 3.0, None, np.eye(2))
]
each_form = pytest.mark.parametrize("form", FORMS)


def law(scores: Any, epsilon: float, sensitivity: float = 1.0) -> Any:
    """e^(eps u / (2 sensitivity)), normalized."""
    weights = np.array([math.exp(epsilon * u / (2 * sensitivity)) for u in scores])
    return weights / weights.sum()


def sample(form: Form, scores: Any = SCORES, size: int = N, **changes: Any) -> Any:
    arguments = VALID | {"data": scores, "size": size, "rng": generator(8)} | changes
    return form(**arguments)


@each_form
@pytest.mark.parametrize(("name", "changes"), COMMON + BUDGET + SENSITIVITY + OWN)
def test_bad_input(form: Form, name: str, changes: dict[str, Any]) -> None:
    expect_error(form, VALID | changes, name)


@each_form
def test_shapes(form: Form) -> None:
    check_shapes(form, VALID, np.int64)


def test_probabilities() -> None:
    computed = probabilities(np.array(SCORES), epsilon=0.7, sensitivity=2.0)
    assert computed == pytest.approx(law(SCORES, 0.7, 2.0), rel=1e-14)


LARGE: list[Any] = [
    [2**60 + 127, 2**60 + 129],  # as doubles 256 apart
    np.array([2**60 + 127, 2**60 + 129]),
    np.array([2**60 + 127, 2**60 + 129], np.uint64),
    [Fraction(10**40), 10**40 + 2],
    [float(2**60), 2**60 + 2],
    [-(2**60) - 129, -(2**60) - 127],
]


@pytest.mark.parametrize("scores", LARGE)
def test_gaps_of_large_scores_are_exact(scores: Any) -> None:
    """A gap of 2 at epsilon 1 and sensitivity 2 is a weight of e^(-1/2), in either order."""
    expected = [1 / (1 + math.exp(0.5)), 1 / (1 + math.exp(-0.5))]  # the second is 0.622
    assert probabilities(scores, epsilon=1, sensitivity=2) == pytest.approx(expected, rel=1e-14)
    assert probabilities(scores[::-1], epsilon=1, sensitivity=2) == pytest.approx(expected[::-1], rel=1e-14)


@pytest.mark.skipif(np.finfo(np.longdouble).nmant <= 52, reason="a long double is a double here")
def test_long_doubles_are_not_rounded() -> None:
    scores = np.array([2**60, 2**60], np.longdouble) + np.array([127, 129], np.longdouble)
    assert checks.gaps(scores).tolist() == [-2, 0]
    assert checks.gaps(list(scores)).tolist() == [-2, 0]


@each_form
def test_forms_take_the_exact_gaps(form: Form) -> None:
    """The same draws, so the same choices, as at the scores 0 and 2."""
    changes = {"size": 1000, "sensitivity": 2}
    assert np.array_equal(sample(form, [2**60 + 127, 2**60 + 129], **changes), sample(form, [0, 2], **changes))


@given(
    scores=st.lists(st.integers(-(2**70), 2**70) | st.fractions(-100, 100), min_size=1, max_size=20),
    shift=st.integers(-(2**200), 2**200) | st.fractions(),
)
def test_probabilities_depend_on_gaps_only(scores: list[Any], shift: Any) -> None:
    shifted = [score + shift for score in scores]
    arguments = {"epsilon": 0.7, "sensitivity": 2.0}
    assert np.array_equal(probabilities(scores, **arguments), probabilities(shifted, **arguments))


@given(scores=st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=20))
def test_gaps_of_doubles_are_those_of_their_exact_values(scores: list[float]) -> None:
    """A subtraction of doubles is the exact difference, rounded once; it may exceed all doubles."""
    exact = checks.gaps([Fraction(score) for score in scores])
    assert np.array_equal(checks.gaps(scores), exact)
    assert np.array_equal(checks.gaps(np.array(scores)), exact)


@given(
    scores=st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=20),
    epsilon=st.floats(1e-300, 1e300),
    sensitivity=st.floats(1e-300, 1e300),
)
def test_weights_never_overflow(scores: list[float], epsilon: float, sensitivity: float) -> None:
    logs = log_weights(np.array(scores), epsilon=epsilon, sensitivity=sensitivity)
    assert logs.max() == 0
    assert not np.isnan(logs).any()
    assert probabilities(np.array(scores), epsilon=epsilon, sensitivity=sensitivity).sum() == pytest.approx(1)


@given(weights=st.lists(st.floats(0, 1), min_size=1, max_size=40).filter(lambda w: sum(w) > 1e-3))
def test_alias_table_reproduces_the_law(weights: list[float]) -> None:
    """Each column gives its share to itself and the rest of 1 / k to its alias: exactly the law."""
    target = np.array(weights) / np.sum(weights)
    keep, alias = alias_table(target)
    mass = keep / len(keep)
    np.add.at(mass, alias, (1 - keep) / len(keep))
    assert mass == pytest.approx(target, abs=1e-15)
    assert ((keep >= 0) & (keep <= 1)).all()


def test_alias_table_keeps_small_masses_to_full_precision() -> None:
    keep, _ = alias_table(np.array([1e-30, 1 - 1e-30, 0.0]))
    assert keep[0] == pytest.approx(3e-30, rel=1e-15)
    assert keep[2] == 0


@pytest.mark.statistical
@each_form
@pytest.mark.parametrize(
    ("scores", "epsilon", "sensitivity"),
    [
        (SCORES, 1.0, 1.0),
        (SCORES, 5.0, 2.0),
        (SCORES, 1e-6, 1.0),
        ([7.0], 1.0, 1.0),
        ([0.0, 0.3, 0.6], 50.0, 3.0),
        ([math.sin(i) for i in range(100)], 2.0, 0.5),
    ],
)
def test_law(form: Form, scores: Any, epsilon: float, sensitivity: float) -> None:
    """alpha = 1e-4."""
    samples = sample(form, scores, epsilon=epsilon, sensitivity=sensitivity)
    assert counts_p_value(samples, law(scores, epsilon, sensitivity)) > ALPHA


@pytest.mark.statistical
@each_form
def test_law_by_exp_eps(form: Form) -> None:
    """alpha = 1e-4; with e^epsilon = 4 a point more is a weight of 2 more."""
    samples = sample(form, [0, 1, 2], epsilon=None, exp_eps="4")
    assert counts_p_value(samples, [1 / 7, 2 / 7, 4 / 7]) > ALPHA


@pytest.mark.statistical
@each_form
def test_tampered_twins_are_rejected(form: Form) -> None:
    """Epsilon off by 10 %; the factor 2 forgotten; sensitivity ignored; one candidate left out."""
    expected = law(SCORES, 1.0)
    assert counts_p_value(sample(form, epsilon=1.1), expected) < ALPHA
    assert counts_p_value(sample(form, epsilon=2.0), expected) < ALPHA
    assert counts_p_value(sample(form, sensitivity=2.0), expected) < ALPHA
    assert counts_p_value(sample(form, SCORES[:-1]), expected) < ALPHA


@each_form
def test_extreme_scores(form: Form) -> None:
    """Scores whose difference is no double, and an epsilon that leaves only the best."""
    assert set(sample(form, [-1e308, 1e308, 1e308], size=1000).tolist()) == {1, 2}
    assert set(sample(form, SCORES, size=1000, epsilon=1e300).tolist()) == {5}
    assert set(sample(form, [1e308, 1e308], size=1000, epsilon=1e-300).tolist()) == {0, 1}


@pytest.mark.statistical
@each_form
def test_shift_of_all_scores_changes_nothing(form: Form) -> None:
    assert np.array_equal(sample(form, [0, 1, 2]), sample(form, [2**50, 2**50 + 1, 2**50 + 2]))


class Rigged:
    """Not random: exponentials from a list; the middle column."""

    def __init__(self, exponentials: list[float]) -> None:
        self.exponentials = exponentials

    def standard_exponential(self, size: int) -> Any:
        return np.array(self.exponentials[:size])


def test_inverse_cdf_resolves_tiny_probabilities(monkeypatch: pytest.MonkeyPatch) -> None:
    """A candidate of probability p is chosen if the exponential draw is above -log p, down to e^-44."""
    monkeypatch.setattr(np.random, "Generator", Rigged)
    gap = 30.0
    edge = math.log1p(math.exp(gap))  # -log(e^-gap / (1 + e^-gap))
    rng = Rigged([0.0, edge * (1 - 1e-12), edge * (1 + 1e-12), 44.0])
    chosen = exponential_inverse_cdf([gap, 0.0], size=4, rng=rng, epsilon=2, sensitivity=1)  # type: ignore[arg-type]
    assert chosen.tolist() == [0, 0, 1, 1]


def test_a_gap_wider_than_a_double_beside_a_sensitivity_as_large() -> None:
    """(-1e308, 1e308) at sensitivity 1e308 is the law of (-1, 1) at sensitivity 1."""
    wide = probabilities([-1e308, 1e308], epsilon=1, sensitivity=1e308)
    np.testing.assert_allclose(wide, 1 / (1 + np.exp([1.0, -1.0])), rtol=1e-12)
