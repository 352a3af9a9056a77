"""Divergences against brute force over events, direct sums and quadrature; and the laws that every divergence obeys."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dpassay.exact import (
    DiscreteGaussianLaw,
    Dist,
    GaussianLaw,
    LaplaceMixture,
    LogForm,
    as_real,
    decide,
    delta_curve,
    epsilon_at,
    exp,
    hockey_stick_divergence,
    kl_divergence,
    log,
    max_divergence,
    max_ratio,
    profile,
    renyi_divergence,
    total_variation,
    two_sided_geometric,
)
from tests.exact.integer_cases import case
from tests.exact.second_opinion import (
    MP,
    agree,
    events_hockey_stick,
    events_max_ratio,
    mp,
    normalized,
    probability_vectors,
    rejects,
    sum_hockey_stick,
    thresholds,
    vector_pairs,
)

Pair = tuple[list[Fraction], list[Fraction]]
ORDERS = st.integers(2, 5)


def dist(vector: list[Fraction]) -> Dist[int]:
    return Dist(dict(enumerate(vector)))


def check_finite(p: Dist[int], q: Dist[int], pair: Pair, t: Fraction, order: int) -> None:
    assert hockey_stick_divergence(p, q, t) == events_hockey_stick(*pair, t)
    assert max_ratio(p, q) == events_max_ratio(*pair)
    logs = [(mp(a), mp(b)) for a, b in zip(*pair, strict=True) if a]
    kl, renyi = kl_divergence(p, q), renyi_divergence(p, q, order)
    if any(not b for _, b in logs):
        assert kl is None
        assert renyi is None
        return
    agree(kl, MP.fsum(a * MP.log(a / b) for a, b in logs))
    agree(renyi, MP.log(MP.fsum(a**order * b ** (1 - order) for a, b in logs)) / (order - 1))


@given(vector_pairs(), thresholds(), ORDERS)
def test_finite(pair: Pair, t: Fraction, order: int) -> None:
    check_finite(dist(pair[0]), dist(pair[1]), pair, t, order)


def test_the_finite_check_can_fail() -> None:
    pair = (normalized([7, 2, 1]), normalized([1, 3, 2]))
    p, q = dist(pair[0]), dist(pair[1])
    rejects(check_finite, q, p, pair, Fraction(3, 2), 2)
    rejects(lambda t: agree(hockey_stick_divergence(p, q, 1 / t), mp(events_hockey_stick(*pair, t))), Fraction(3, 2))
    rejects(lambda order: agree(renyi_divergence(p, q, order), renyi_by_sum(pair, order + 1)), 2)


def renyi_by_sum(pair: Pair, order: int) -> Any:
    return MP.log(MP.fsum(mp(a**order * b ** (1 - order)) for a, b in zip(*pair, strict=True))) / (order - 1)


@given(vector_pairs())
def test_total_variation(pair: Pair) -> None:
    p, q = dist(pair[0]), dist(pair[1])
    assert total_variation(p, q) == total_variation(q, p)
    assert total_variation(p, q) == sum((abs(a - b) for a, b in zip(*pair, strict=True)), Fraction(0)) / 2


@given(vector_pairs(1))
def test_kl_of_rational_laws_is_an_exact_form(pair: Pair) -> None:
    kl = kl_divergence(dist(pair[0]), dist(pair[1]))
    assert isinstance(kl, LogForm)
    assert kl >= 0
    assert (kl == 0) == (pair[0] == pair[1])
    assert kl == sum((a * log(a / b) for a, b in zip(*pair, strict=True)), LogForm())


@given(
    st.tuples(probability_vectors(3), probability_vectors(3)),
    st.lists(probability_vectors(3), min_size=3, max_size=3),
    thresholds(),
)
def test_data_processing(pair: Pair, rows: list[list[Fraction]], t: Fraction) -> None:
    """No channel, applied to both laws, makes them easier to tell apart."""
    p, q = dist(pair[0]), dist(pair[1])
    after_p, after_q = (law.bind(lambda y: dist(rows[y])) for law in (p, q))
    assert decide(hockey_stick_divergence(after_p, after_q, t) <= hockey_stick_divergence(p, q, t))
    before, after = max_ratio(p, q), max_ratio(after_p, after_q)
    assert before is None or (after is not None and decide(after <= before))
    kl_before, kl_after = kl_divergence(p, q), kl_divergence(after_p, after_q)
    if isinstance(kl_before, LogForm):
        assert isinstance(kl_after, LogForm)
        assert kl_after <= kl_before
        renyi_before, renyi_after = renyi_divergence(p, q, 3), renyi_divergence(after_p, after_q, 3)
        assert isinstance(renyi_before, LogForm)
        assert isinstance(renyi_after, LogForm)
        assert renyi_after <= renyi_before
        assert kl_before <= renyi_before


@given(
    st.tuples(probability_vectors(3), probability_vectors(3)),
    st.tuples(probability_vectors(3), probability_vectors(3)),
    thresholds(),
    st.fractions(0, 1, max_denominator=6),
)
def test_joint_convexity(first: Pair, second: Pair, t: Fraction, share: Fraction) -> None:
    def mixed(position: int) -> Dist[int]:
        return Dist.mixture([(share, dist(first[position])), (1 - share, dist(second[position]))])

    bound = share * events_hockey_stick(*first, t) + (1 - share) * events_hockey_stick(*second, t)
    assert decide(hockey_stick_divergence(mixed(0), mixed(1), t) <= bound)


def test_irrational_laws() -> None:
    """Three-ary randomized response at eps = 1."""
    e, normalizer = MP.e, MP.e + 2
    p = Dist.from_weights({0: exp(1), 1: 1, 2: 1})
    q = Dist.from_weights({0: 1, 1: exp(1), 2: 1})
    assert max_ratio(p, q) == exp(1)
    assert max_divergence(p, q) == LogForm(1)
    agree(hockey_stick_divergence(p, q, 2), (e - 2) / normalizer)
    assert hockey_stick_divergence(p, q, exp(1)) == 0
    agree(hockey_stick_divergence(p, q, exp(Fraction(1, 2))), (e - MP.sqrt(e)) / normalizer)
    agree(kl_divergence(p, q), (e - 1) / normalizer)
    agree(renyi_divergence(p, q, 2), MP.log((e**2 + 1 / e + 1) / normalizer))


# Epsilon at a delta, and what is refused


def check_epsilon(epsilon: Any, delta_of: Any, delta: Any) -> None:
    """The hockey-stick at this epsilon, which the caller computes without the kernel, is delta."""
    low, high = as_real(epsilon).bounds(100)
    value = delta_of(MP.exp((mp(low) + mp(high)) / 2))
    if not abs(value - delta) <= MP.mpf(10) ** -20:
        raise AssertionError(f"{value} is not {delta}")


def test_epsilon_at() -> None:
    p, q = LaplaceMixture([1], [1], 1), LaplaceMixture([1], [0], 1)
    laplace = epsilon_at(p, q, "0.1")
    check_epsilon(laplace, lambda t: 1 - MP.sqrt(t / MP.e), MP.mpf(1) / 10)
    rejects(check_epsilon, laplace, lambda t: 1 - MP.sqrt(t / MP.e), MP.mpf(1) / 9)
    assert epsilon_at(p, q, 0) == LogForm(1)
    assert epsilon_at(p, q, "0.9") == 0
    normal = epsilon_at(GaussianLaw(0, 1), GaussianLaw(1, 1), "1e-5")

    def analytic(t: Any) -> Any:
        return MP.ncdf(MP.mpf(1) / 2 - MP.log(t)) - t * MP.ncdf(-MP.mpf(1) / 2 - MP.log(t))

    check_epsilon(normal, analytic, MP.mpf(10) ** -5)
    assert epsilon_at(GaussianLaw(0, 1), GaussianLaw(1, 1), 0) is None
    assert epsilon_at(dist(normalized([3, 1])), dist(normalized([1, 3])), 0) == log(3)
    heavy, light = (case(0, [1], Fraction(r), Fraction(r)) for r in ("1/2", "1/3"))
    tails = epsilon_at(heavy.law(), light.law(), "1/20")
    check_epsilon(tails, lambda t: sum_hockey_stick(heavy.mp_pmf, light.mp_pmf, t), MP.mpf(1) / 20)


def test_epsilon_at_the_infinite_mass() -> None:
    """One side that q never gives: delta falls to its mass; it arrives only where no ratio grows forever."""
    half = Fraction(1, 2)
    p = case(0, [1, 1], half, half)
    bounded, growing = case(1, [1], Fraction(0), half), case(1, [1], Fraction(0), Fraction(1, 3))
    mass = sum((p.pmf(k) for k in range(1, 60)), Fraction(0))
    mass = 1 - (mass + p.pmf(60) * 2)
    assert mass == half
    assert epsilon_at(p.law(), bounded.law(), Fraction(2, 5)) is None
    assert epsilon_at(p.law(), growing.law(), mass) is None
    assert epsilon_at(p.law(), growing.law(), Fraction(2, 5)) is None
    assert epsilon_at(p.law(), growing.law(), Fraction(3, 5)) is not None
    assert epsilon_at(p.law(), bounded.law(), mass) is not None


ALL_LAWS: list[Any] = [
    Dist.point(0),
    two_sided_geometric(0, "1/2"),
    DiscreteGaussianLaw(0, 1),
    LaplaceMixture([1], [0], 1),
    GaussianLaw(0, 1),
]


@pytest.mark.parametrize("law", ALL_LAWS, ids=lambda law: type(law).__name__)
def test_a_law_against_itself(law: Any) -> None:
    assert max_ratio(law, law) == 1
    for t in (Fraction(1, 2), Fraction(0)):
        agree(hockey_stick_divergence(law, law, t), mp(1 - t))
    agree(hockey_stick_divergence(law, law, 1), MP.mpf(0))
    agree(kl_divergence(law, law), MP.mpf(0))
    agree(renyi_divergence(law, law, 2), MP.mpf(0))


@pytest.mark.parametrize("law", ALL_LAWS, ids=lambda law: type(law).__name__)
def test_refuses(law: Any) -> None:
    other = ALL_LAWS[(ALL_LAWS.index(law) + 1) % len(ALL_LAWS)] if not isinstance(law, Dist) else ALL_LAWS[1]
    for function in (max_ratio, max_divergence, total_variation, kl_divergence):
        with pytest.raises(ValueError, match=r"^laws = "):
            function(law, other)
    for t in (-1, 0.5, "x", None, float("nan")):
        with pytest.raises(ValueError, match=r"^exp_eps = "):
            hockey_stick_divergence(law, law, t)
    for order in (1, 0, -2, 1.5, "x"):
        with pytest.raises(ValueError, match=r"^order = "):
            renyi_divergence(law, law, order)  # type: ignore[arg-type]
    for delta in (-1, 1, 0.1, "x", None):
        with pytest.raises(ValueError, match=r"^delta = "):
            epsilon_at(law, law, delta)


def test_profile_refuses_laws_with_endless_ratios() -> None:
    for law in ALL_LAWS[2:]:
        with pytest.raises(ValueError, match=r"^laws = "):
            profile(law, law)
    with pytest.raises(ValueError, match="tail"):
        profile(two_sided_geometric(0, "1/2"), two_sided_geometric(0, "1/3"))


def test_mixtures_of_two_scales_are_refused() -> None:
    with pytest.raises(ValueError, match="rate"):
        max_ratio(LaplaceMixture([1], [0], 1), LaplaceMixture([1], [0], 2))


@settings(max_examples=20)
@given(vector_pairs(1), st.fractions(Fraction(1, 40), Fraction(1, 2), max_denominator=40))
def test_epsilon_at_of_finite_laws(pair: Pair, delta: Fraction) -> None:
    epsilon = epsilon_at(dist(pair[0]), dist(pair[1]), delta)
    assert isinstance(epsilon, LogForm)
    assume(epsilon != 0)
    t = epsilon.exp()
    assert isinstance(t, Fraction)
    assert events_hockey_stick(*pair, t) == delta


def test_what_is_known_of_one_pair_is_not_taken_for_another() -> None:
    """Three laws in all orders, twice: pairs that share a law must not be mistaken for one another."""
    vectors = [normalized(weights) for weights in ([7, 2, 1], [1, 3, 2], [2, 2, 5])]
    laws = [dist(vector) for vector in vectors]
    for _ in range(2):
        for i, j in permutations(range(3), 2):
            pair = (vectors[i], vectors[j])
            assert max_ratio(laws[i], laws[j]) == events_max_ratio(*pair)
            assert hockey_stick_divergence(laws[i], laws[j], Fraction(6, 5)) == events_hockey_stick(
                *pair, Fraction(6, 5)
            )


@pytest.mark.parametrize(
    ("p", "q"),
    [
        (Dist({0: Fraction(3, 4), 1: Fraction(1, 4)}), Dist({0: Fraction(1, 4), 1: Fraction(3, 4)})),
        (two_sided_geometric(0, "1/2"), two_sided_geometric(1, "1/2")),
        (LaplaceMixture([1], [0], 1), LaplaceMixture([1], [1], 1)),
        (GaussianLaw(0, 1), GaussianLaw(1, 1)),
    ],
)
def test_a_curve_has_the_delta_of_each_budget(p: Any, q: Any) -> None:
    for first, second in ((p, q), (q, p)):
        curve = delta_curve(first, second)
        for t in (Fraction(1), Fraction(3, 2), Fraction(1, 2), Fraction(10)):
            difference = as_real(curve(t)) - as_real(hockey_stick_divergence(first, second, t))
            assert difference.ball(200).contains(0)
    with pytest.raises(ValueError, match="expected"):
        delta_curve(p, Dist({0: 1}) if not isinstance(p, Dist) else GaussianLaw(0, 1))
