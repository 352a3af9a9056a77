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
    IntegerLaw,
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
    power,
    profile,
    renyi_divergence,
    total_variation,
    two_sided_geometric,
)
from tests.exact.integer_cases import CASES, FULL_CASES, Case, case
from tests.exact.line_cases import MIXTURE_PAIRS, NORMALS, Mixture, Normal, line_of, normal_grid
from tests.exact.second_opinion import (
    MP,
    agree,
    events_hockey_stick,
    events_max_ratio,
    gaussian_pmf,
    mp,
    normalized,
    probability_vectors,
    quad_hockey_stick,
    quadrature,
    rejects,
    sum_hockey_stick,
    sum_kl,
    sum_renyi,
    thresholds,
    vector_pairs,
)

Pair = tuple[list[Fraction], list[Fraction]]
Mixtures = tuple[Mixture, Mixture]
ORDERS = st.integers(2, 5)


def dist(vector: list[Fraction]) -> Dist[int]:
    return Dist(dict(enumerate(vector)))


# --- finite laws ------------------------------------------------------------------------------------------------------


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


# --- laws on the integers ---------------------------------------------------------------------------------------------


def check_integers(p: IntegerLaw, q: IntegerLaw, truth: tuple[Case, Case], t: Fraction) -> None:
    f, g = truth
    agree(hockey_stick_divergence(p, q, t), sum_hockey_stick(f.mp_pmf, g.mp_pmf, mp(t)))
    outcomes = [(f.pmf(k), g.pmf(k)) for k in range(-80, 81)]
    kl = kl_divergence(p, q)
    if any(a and not b for a, b in outcomes):
        assert kl is None
        assert max_ratio(p, q) is None
        assert renyi_divergence(p, q, 2) is None
    else:
        agree(kl, sum_kl(f.mp_pmf, g.mp_pmf))


@settings(max_examples=30)
@given(CASES, CASES, thresholds())
def test_integer_laws(f: Case, g: Case, t: Fraction) -> None:
    check_integers(f.law(), g.law(), (f, g), t)


def test_the_integer_check_can_fail() -> None:
    f, g = (case(0, [1, 2], Fraction(1, 3), Fraction(r)) for r in ("1/2", "2/3"))
    rejects(check_integers, g.law(), f.law(), (f, g), Fraction(3, 2))
    rejects(check_integers, f.law(), g.law().shift(1), (f, g), Fraction(3, 2))
    rejects(check_integers, f.law(), f.law(), (f, g), Fraction(9, 10))


@settings(max_examples=40)
@given(FULL_CASES, FULL_CASES)
def test_max_ratio_of_integer_laws(f: Case, g: Case) -> None:
    """Against the ratios at 160 integers: the supremum, or a tail whose ratio grows."""
    ratios = {k: f.pmf(k) / g.pmf(k) for k in range(-80, 81)}
    ours = max_ratio(f.law(), g.law())
    if f.left > g.left or f.right > g.right:
        assert ours is None
        assert max(ratios, key=lambda k: ratios[k]) in (-80, 80)
    else:
        assert ours == max(ratios.values())


@settings(max_examples=20)
@given(FULL_CASES, FULL_CASES, st.integers(2, 3))
def test_renyi_of_integer_laws(f: Case, g: Case, order: int) -> None:
    ratios = [r * (r / s) ** (order - 1) for r, s in ((f.left, g.left), (f.right, g.right))]
    ours = renyi_divergence(f.law(), g.law(), order)
    if max(ratios) >= 1:
        assert ours is None
    elif max(ratios) < Fraction(9, 10):  # where four hundred terms are enough for the direct sum
        agree(ours, sum_renyi(f.mp_pmf, g.mp_pmf, order), digits=12)


def test_long_search_for_the_sign() -> None:
    """Tails of nearly equal ratio: the densities cross far beyond the window."""
    f, g = case(0, [1], Fraction(1, 2), Fraction(2, 3)), case(0, [1], Fraction(1, 2), Fraction(1, 2))
    for t in (Fraction(100), Fraction(10**6)):
        agree(hockey_stick_divergence(f.law(), g.law(), t), sum_hockey_stick(f.mp_pmf, g.mp_pmf, mp(t)), digits=15)


@pytest.mark.parametrize(
    "ratio", [Fraction(1, 2), exp(-1), exp(Fraction(-1, 3)), power(Fraction(3, 2), Fraction(-1, 2))]
)
@pytest.mark.parametrize("shift", [1, 3])
def test_discrete_laplace(ratio: Any, shift: int) -> None:
    p, q = two_sided_geometric(shift, ratio), two_sided_geometric(0, ratio)
    a = mp(ratio) if isinstance(ratio, Fraction) else MP.mpf(0)
    if not isinstance(ratio, Fraction):
        exponents = {"e^(-1)": MP.exp(-1), "e^(-1/3)": MP.exp(-MP.mpf(1) / 3)}
        a = exponents.get(str(ratio), MP.sqrt(MP.mpf(2) / 3))

    def pmf(center: int) -> Any:
        return lambda k: (1 - a) / (1 + a) * a ** abs(k - center)

    assert max_ratio(p, q) == 1 / ratio**shift
    agree(total_variation(p, q), sum_hockey_stick(pmf(shift), pmf(0), 1))
    agree(hockey_stick_divergence(p, q, "3/2"), sum_hockey_stick(pmf(shift), pmf(0), MP.mpf(3) / 2))
    agree(kl_divergence(p, q), sum_kl(pmf(shift), pmf(0)))
    agree(renyi_divergence(p, q, 2), sum_renyi(pmf(shift), pmf(0), 2))
    assert profile(p, q).delta(1) == total_variation(p, q)


VARIANCES = st.sampled_from([Fraction(s) for s in ("1/3", "1", "2", "5/2")])


def check_discrete_gaussian(pair: tuple[Any, Any], truth: tuple[Any, Any], t: Fraction) -> None:
    agree(hockey_stick_divergence(*pair, t), sum_hockey_stick(*truth, mp(t), 60), digits=20)
    agree(kl_divergence(*pair), sum_kl(*truth, 30), digits=20)


@settings(max_examples=30)
@given(st.integers(-2, 2), VARIANCES, st.integers(-2, 2), VARIANCES, thresholds())
def test_discrete_gaussian(a: int, v: Fraction, b: int, w: Fraction, t: Fraction) -> None:
    f, g = gaussian_pmf(a, v), gaussian_pmf(b, w)
    check_discrete_gaussian((DiscreteGaussianLaw(a, v), DiscreteGaussianLaw(b, w)), (f, g), t)


def test_the_discrete_gaussian_check_can_fail() -> None:
    f, g = gaussian_pmf(0, Fraction(1)), gaussian_pmf(1, Fraction(2))
    p, q = DiscreteGaussianLaw(0, 1), DiscreteGaussianLaw(1, 2)
    rejects(check_discrete_gaussian, (q, p), (f, g), Fraction(1, 2))
    rejects(check_discrete_gaussian, (p, DiscreteGaussianLaw(1, 4)), (f, g), Fraction(1))


@settings(max_examples=25)
@given(st.integers(-2, 2), VARIANCES, st.integers(-2, 2), VARIANCES, st.integers(2, 4))
def test_discrete_gaussian_renyi_and_max(a: int, v: Fraction, b: int, w: Fraction, order: int) -> None:
    p, q = DiscreteGaussianLaw(a, v), DiscreteGaussianLaw(b, w)
    f, g = gaussian_pmf(a, v), gaussian_pmf(b, w)
    renyi, ratio = renyi_divergence(p, q, order), max_ratio(p, q)
    if order / v + (1 - order) / w <= 0:
        assert renyi is None
    elif order / v + (1 - order) / w > Fraction(1, 10):
        agree(renyi, sum_renyi(f, g, order, 50), digits=15)
    if v > w or (v == w and a != b):
        assert ratio is None
    else:
        agree(ratio, max(f(k) / g(k) for k in range(-40, 41)), digits=20)


# --- Laplace mixtures -------------------------------------------------------------------------------------------------


def check_mixture_hockey_stick(p: LaplaceMixture, q: LaplaceMixture, truth: Mixtures, t: Fraction) -> None:
    grid, kinks = line_of(*truth)
    f, g = truth[0].pdf(), truth[1].pdf()
    agree(hockey_stick_divergence(p, q, t), quad_hockey_stick(f, g, mp(t), grid, [*grid, *kinks]), digits=18)


@settings(max_examples=15)
@given(MIXTURE_PAIRS, thresholds())
def test_mixture_hockey_stick(truth: Mixtures, t: Fraction) -> None:
    p, q = (m.law() for m in truth)
    check_mixture_hockey_stick(p, q, truth, t)


SKEWED = (
    Mixture((Fraction(3, 4), Fraction(1, 4)), (Fraction(0), Fraction(2)), Fraction(1)),
    Mixture((Fraction(1, 2), Fraction(1, 2)), (Fraction(-1), Fraction(1)), Fraction(1)),
)


def test_the_mixture_check_can_fail() -> None:
    p, q = (m.law() for m in SKEWED)
    check_mixture_hockey_stick(p, q, SKEWED, Fraction(5, 4))
    rejects(check_mixture_hockey_stick, q, p, SKEWED, Fraction(5, 4))
    rejects(check_mixture_hockey_stick, p, LaplaceMixture([1], [0], 1), SKEWED, Fraction(5, 4))


def mixture_kl(f: Any, g: Any, cuts: list[Any]) -> Any:
    return quadrature(lambda x: f(x) * MP.log(f(x) / g(x)), cuts)


def check_mixture_kl_and_renyi(p: LaplaceMixture, q: LaplaceMixture, truth: Mixtures, order: int) -> None:
    cuts, _ = line_of(*truth)
    f, g = truth[0].pdf(), truth[1].pdf()
    agree(kl_divergence(p, q), mixture_kl(f, g, cuts), digits=12)
    moment = quadrature(lambda x: f(x) * (f(x) / g(x)) ** (order - 1), cuts)
    agree(renyi_divergence(p, q, order), MP.log(moment) / (order - 1), digits=12)


@settings(max_examples=4)
@given(MIXTURE_PAIRS, st.integers(2, 4))
def test_mixture_kl_and_renyi(truth: Mixtures, order: int) -> None:
    p, q = (m.law() for m in truth)
    check_mixture_kl_and_renyi(p, q, truth, order)


def test_the_mixture_kl_check_can_fail() -> None:
    p, q = (m.law() for m in SKEWED)
    check_mixture_kl_and_renyi(p, q, SKEWED, 3)
    rejects(check_mixture_kl_and_renyi, q, p, SKEWED, 3)


def check_max_ratio(p: LaplaceMixture, q: LaplaceMixture, truth: Mixtures) -> None:
    """No point of a dense grid exceeds the supremum, and a center or a far tail attains it."""
    f, g = truth[0].pdf(), truth[1].pdf()
    grid, kinks = line_of(*truth)
    dense = [kinks[0] - 2 + (kinks[-1] - kinks[0] + 4) * i / 300 for i in range(301)]
    best = max(f(x) / g(x) for x in [*grid, *dense])
    agree(max_ratio(p, q), best)


@settings(max_examples=20)
@given(MIXTURE_PAIRS)
def test_mixture_max_ratio(truth: Mixtures) -> None:
    p, q = (m.law() for m in truth)
    check_max_ratio(p, q, truth)


def test_the_max_ratio_check_can_fail() -> None:
    p, q = (m.law() for m in SKEWED)
    rejects(check_max_ratio, q, p, SKEWED)


def test_laplace_closed_forms() -> None:
    """One center each, a gap of one: sup of the ratio e, delta(t) = 1 - sqrt(t/e), KL = gap - 1 + 1/e."""
    p, q = LaplaceMixture([1], [1], 1), LaplaceMixture([1], [0], 1)
    assert max_ratio(p, q) == exp(1)
    assert max_divergence(p, q) == LogForm(1)
    assert hockey_stick_divergence(p, q, exp(1)) == 0
    assert hockey_stick_divergence(p, q, exp(Fraction(1, 2))) == 1 - exp(Fraction(-1, 4))
    agree(hockey_stick_divergence(p, q, 2), 1 - MP.sqrt(2 / MP.e))
    agree(kl_divergence(p, q), 1 / MP.e)
    faster = LaplaceMixture([1], [1], log(2))
    assert max_ratio(faster, LaplaceMixture([1], [0], log(2))) == 2


# --- Gaussians --------------------------------------------------------------------------------------------------------


def check_gaussian_hockey_stick(pair: tuple[Any, Any], truth: tuple[Normal, Normal], t: Fraction) -> None:
    f, g = truth[0].pdf(), truth[1].pdf()
    grid = normal_grid(truth)
    agree(hockey_stick_divergence(*pair, t), quad_hockey_stick(f, g, mp(t), grid, grid[::8]), digits=15)


@settings(max_examples=8)
@given(NORMALS, NORMALS, thresholds())
def test_gaussian_hockey_stick(f: Normal, g: Normal, t: Fraction) -> None:
    check_gaussian_hockey_stick((f.law(), g.law()), (f, g), t)


@pytest.mark.parametrize("deviations", [("1", "1"), ("1", "2"), ("2", "1"), ("3/2", "1")])
@pytest.mark.parametrize("t", [Fraction(1, 2), Fraction(1), Fraction(5, 4)])
def test_gaussian_hockey_stick_both_ways(deviations: tuple[str, str], t: Fraction) -> None:
    """The best event is a half-line, the inside of an interval (p narrower) or its outside (p wider)."""
    f, g = Normal(Fraction(0), Fraction(deviations[0])), Normal(Fraction(1), Fraction(deviations[1]))
    check_gaussian_hockey_stick((f.law(), g.law()), (f, g), t)


def test_the_gaussian_check_can_fail() -> None:
    f, g = Normal(Fraction(0), Fraction(1)), Normal(Fraction(1), Fraction(2))
    rejects(check_gaussian_hockey_stick, (g.law(), f.law()), (f, g), Fraction(5, 4))
    rejects(check_gaussian_hockey_stick, (f.law(), GaussianLaw(1, 1)), (f, g), Fraction(5, 4))
    rejects(check_gaussian_hockey_stick, (f.law(), g.law().__class__(-1, 3)), (f, g), Fraction(5, 4))


def test_gaussian_hockey_stick_where_the_sign_only_touches_zero() -> None:
    """At t equal to the largest ratio the best event is empty; at 1 / (the largest of q/p), it is everything."""
    narrow, wide = GaussianLaw(0, 1), GaussianLaw(0, 2)
    assert hockey_stick_divergence(narrow, wide, 2) == 0
    assert hockey_stick_divergence(wide, narrow, Fraction(1, 2)) == Fraction(1, 2)
    shifted = GaussianLaw(1, 2)
    touching = 2 * exp(Fraction(1, 6))
    agree(max_ratio(narrow, shifted), 2 * MP.exp(MP.mpf(1) / 6))
    assert hockey_stick_divergence(narrow, shifted, touching) == 0


@settings(max_examples=6)
@given(NORMALS, NORMALS, st.integers(2, 4))
def test_gaussian_kl_renyi_max(f: Normal, g: Normal, order: int) -> None:
    p, q, a, b = f.law(), g.law(), f.pdf(), g.pdf()
    cuts = [mp(f.mean + f.sigma * s) for s in range(-16, 17, 4)]
    agree(kl_divergence(p, q), quadrature(lambda x: a(x) * MP.log(a(x) / b(x)), cuts), digits=12)
    mixed = order * g.sigma**2 + (1 - order) * f.sigma**2
    renyi = renyi_divergence(p, q, order)
    if mixed <= 0:
        assert renyi is None
    else:
        # p^order q^(1 - order) is a multiple of a Gaussian: integrate around that one's center.
        variance = f.sigma**2 * g.sigma**2 / mixed
        center = mp(variance * (order * f.mean / f.sigma**2 + (1 - order) * g.mean / g.sigma**2))
        around = [center + MP.sqrt(mp(variance)) * s for s in range(-16, 17, 4)]
        moment = quadrature(lambda x: MP.exp(order * MP.log(a(x)) + (1 - order) * MP.log(b(x))), around)
        agree(renyi, MP.log(moment) / (order - 1), digits=12)
    ratio = max_ratio(p, q)
    if f == g:
        assert ratio == 1
    elif f.sigma >= g.sigma:
        assert ratio is None
    else:
        vertex = mp((f.mean * g.sigma**2 - g.mean * f.sigma**2) / (g.sigma**2 - f.sigma**2))
        agree(ratio, a(vertex) / b(vertex))
        assert all(a(vertex + s) / b(vertex + s) < a(vertex) / b(vertex) for s in (-1, MP.mpf("0.01"), 2))


def test_gaussian_with_irrational_deviations() -> None:
    root = as_real(2).sqrt()
    f, g = MP.sqrt(2), MP.mpf(1)
    ours = hockey_stick_divergence(GaussianLaw(0, root), GaussianLaw(1, 1), 2)
    cuts = [MP.mpf(k) / 4 for k in range(-60, 61)]

    def p(x: Any) -> Any:
        return MP.npdf(x, 0, f)

    def q(x: Any) -> Any:
        return MP.npdf(x, 1, g)

    agree(ours, quad_hockey_stick(p, q, MP.mpf(2), cuts, cuts[::8]), digits=15)
    same = hockey_stick_divergence(GaussianLaw(0, root), GaussianLaw(1, root), 2)
    gap = 1 / f
    agree(same, MP.ncdf(gap / 2 - MP.log(2) / gap) - 2 * MP.ncdf(-gap / 2 - MP.log(2) / gap))


# --- epsilon at a delta, and what is refused --------------------------------------------------------------------------


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
