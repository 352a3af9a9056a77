"""Laws of reports: enclosed rates, tags and vectors, against mpmath quadrature, grids and direct sums."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpassay.exact import (
    Dist,
    EnclosedMixture,
    LabelFamily,
    LaplaceMixture,
    LaplaceVectors,
    LogForm,
    Real,
    TaggedLaw,
    as_real,
    decide,
    epsilon_at,
    exp,
    hockey_stick_bounds,
    hockey_stick_divergence,
    kl_divergence,
    laplace_mixture,
    log,
    log_quotient,
    max_divergence,
    max_ratio,
    renyi_divergence,
    total_variation,
)
from dpassay.exact.boxes import BoxSearch
from dpassay.exact.enclosed_laplace_pairs import positive_part
from dpassay.exact.real import rational_ball, working_precision
from dpassay.exact.report_laws import largest, quotient, summed, times
from tests.exact.second_opinion import MP, agree, laplace_pdf, mp, quad_hockey_stick, quadrature, rejects

F = Fraction
RATE = as_real(2).sqrt()
"""A rate that no exact form has."""
MP_RATE = MP.sqrt(2)
PLACES = [F(-1), F(0), F(1, 2), F(3, 2)]
WEIGHTS = [[F(1, 2), F(1, 4), F(1, 8), F(1, 8)], [F(1, 10), F(1, 5), F(3, 10), F(2, 5)]]
EXP_EPS = [F(1), F(11, 10), F(3, 2), F(1, 2)]


def enclosed(weights: Sequence[Fraction], places: Sequence[Fraction] = PLACES) -> EnclosedMixture:
    return EnclosedMixture(weights, places, RATE)


def density(weights: Sequence[Fraction], places: Sequence[Fraction] = PLACES) -> Any:
    return laplace_pdf(weights, [mp(x) for x in places], MP_RATE)


def line_grid(places: Sequence[Fraction]) -> tuple[list[Any], list[Any]]:
    kinks = [mp(x) for x in sorted(set(places))]
    return [kinks[0] - 90, kinks[0] - 40, kinks[0] - 10, *kinks, kinks[-1] + 10, kinks[-1] + 40, kinks[-1] + 90], kinks


# --- on the line, with an enclosed rate -------------------------------------------------------------------------------


@pytest.mark.parametrize("x", [F(-2), F(0), F(1, 3), F(4)])
def test_enclosed_density_and_cdf(x: Fraction) -> None:
    law, pdf = enclosed(WEIGHTS[0]), density(WEIGHTS[0])
    agree(law.pdf(x), pdf(mp(x)))
    cuts = sorted({MP.mpf(-90), MP.mpf(-40), MP.mpf(-10), *[mp(c) for c in PLACES if c < x], mp(x)})
    agree(law.cdf(x), quadrature(pdf, cuts), digits=20)
    agree(law.probability((x, None)), 1 - quadrature(pdf, cuts), digits=18)


def check_hockey_stick(law: Any, other: Any, weights: Sequence[Sequence[Fraction]], t: Fraction) -> None:
    pdfs = [density(w) for w in weights]
    grid, kinks = line_grid(PLACES)
    agree(hockey_stick_divergence(law, other, t), quad_hockey_stick(pdfs[0], pdfs[1], mp(t), grid, kinks), digits=15)


@pytest.mark.parametrize("t", EXP_EPS)
def test_enclosed_hockey_stick(t: Fraction) -> None:
    for first, second in permutations(WEIGHTS):
        check_hockey_stick(enclosed(first), enclosed(second), [first, second], t)


def test_the_hockey_stick_check_can_fail() -> None:
    p, q = map(enclosed, WEIGHTS)
    rejects(check_hockey_stick, q, p, WEIGHTS, F(3, 2))
    rate = as_real(F(3, 2))
    rejects(check_hockey_stick, *(EnclosedMixture(w, PLACES, rate) for w in WEIGHTS), WEIGHTS, F(3, 2))


weight_lists = st.lists(st.integers(1, 6), min_size=3, max_size=3).map(lambda w: [F(x, sum(w)) for x in w])


@settings(max_examples=6, deadline=None)
@given(weight_lists, weight_lists, st.sampled_from(EXP_EPS))
def test_an_enclosed_rate_agrees_with_the_exact_one(first: list[Fraction], second: list[Fraction], t: Fraction) -> None:
    """The same law twice: with the rational rate 3/2 exactly, and with a ball around it."""
    places, rate = [log(F(1, 5)), F(0), log(F(3))], as_real(F(3, 2))
    exact = [LaplaceMixture(w, places, F(3, 2)) for w in (first, second)]
    balls = [EnclosedMixture(w, places, rate) for w in (first, second)]
    for function in (max_ratio, lambda a, b: hockey_stick_divergence(a, b, t), kl_divergence):
        difference = as_real(function(*exact)) - as_real(function(*balls))  # type: ignore[arg-type]
        assert difference.ball(200).contains(0)
        assert difference.ball(200).rad() < 1e-20


def test_max_ratio_is_the_largest_on_a_fine_grid() -> None:
    p, q = map(enclosed, WEIGHTS)
    pdfs = [density(w) for w in WEIGHTS]
    grid = [MP.mpf(k) / 100 for k in range(-300, 400)]
    agree(max_ratio(p, q), max(pdfs[0](x) / pdfs[1](x) for x in grid))
    agree(max_divergence(q, p), MP.log(max(pdfs[1](x) / pdfs[0](x) for x in grid)))


def test_other_divergences_of_enclosed_laws() -> None:
    (p, q), (f, g) = map(enclosed, WEIGHTS), map(density, WEIGHTS)
    cuts = line_grid(PLACES)[0]
    agree(kl_divergence(p, q), quadrature(lambda x: f(x) * MP.log(f(x) / g(x)), cuts), digits=15)
    agree(renyi_divergence(p, q, 3), MP.log(quadrature(lambda x: f(x) ** 3 / g(x) ** 2, cuts)) / 2, digits=15)
    epsilon = epsilon_at(p, q, F(1, 20))
    assert isinstance(epsilon, Real)
    low, high = epsilon.bounds(30)
    assert decide(hockey_stick_divergence(p, q, exp(high + F(1, 10**6))) < F(1, 20))
    assert decide(hockey_stick_divergence(p, q, exp(low - F(1, 10**6))) > F(1, 20))


def test_an_open_sign_widens_the_ball() -> None:
    """a + b/u^2 with a ball around 0 at u = 1: the result holds both what the sign + and what the sign - would give."""
    with working_precision(64):
        d = rational_ball(F(1, 2))
        b = rational_ball(F(-1)) + (rational_ball(F(1, 10**6)) - rational_ball(F(1, 10**6))).union(
            rational_ball(F(1, 10**5))
        )
        wide = positive_part(rational_ball(F(1)), b, d)
        for exact in (F(-1), F(-1) + F(1, 10**5)):
            assert wide.contains(positive_part(rational_ball(F(1)), rational_ball(exact), d))
        assert not wide.contains(positive_part(rational_ball(F(1)), rational_ball(F(-9, 10)), d))


def test_identical_laws_have_no_loss() -> None:
    p = enclosed(WEIGHTS[0])
    assert hockey_stick_divergence(p, p, 1).ball(64).is_zero()  # type: ignore[union-attr]
    agree(max_ratio(p, p), MP.mpf(1))


def test_rates_must_be_one_object() -> None:
    p, q = EnclosedMixture([1], [0], as_real(2).sqrt()), EnclosedMixture([1], [0], as_real(2).sqrt())
    with pytest.raises(ValueError, match="share one rate"):
        max_ratio(p, q)


def test_laplace_mixture_chooses_the_exact_kind() -> None:
    assert isinstance(laplace_mixture([1], [log(2)], F(1, 2)), LaplaceMixture)
    assert isinstance(laplace_mixture([1], [log(2)], LogForm(2)), LaplaceMixture)
    assert isinstance(laplace_mixture([1], [2], log(3)), LaplaceMixture)
    assert isinstance(laplace_mixture([1], [log(2)], log(3)), EnclosedMixture)
    assert isinstance(laplace_mixture([1], [2], RATE), EnclosedMixture)


@pytest.mark.parametrize(
    ("top", "bottom", "expected"),
    [
        (log(3), log(9), F(1, 2)), (log(6), log(36), F(1, 2)), (log(F(8, 27)), log(F(9, 4)), F(-3, 2)),
        (LogForm(1), LogForm(3), F(1, 3)), (LogForm(), log(2), F(0)),
    ],
)  # fmt: skip
def test_proportional_logarithms(top: LogForm, bottom: LogForm, expected: Fraction) -> None:
    assert log_quotient(top, bottom) == expected


def test_other_logarithms_have_an_enclosed_quotient() -> None:
    for top, bottom in (
        (log(2), log(3)),
        (LogForm(1), log(3)),
        (log(12), log(6)),
        (log(2), LogForm(1)),
        (log(4), log(12)),
    ):
        quotient = log_quotient(top, bottom)
        assert isinstance(quotient, Real)
        agree(quotient, mpmath_value(top) / mpmath_value(bottom))
    with pytest.raises(ValueError, match="denominator"):
        log_quotient(log(2), LogForm())


def mpmath_value(form: LogForm) -> Any:
    return mp(form.constant) + MP.fsum(mp(c) * MP.log(n) for n, c in form.terms.items())


# --- with a tag -------------------------------------------------------------------------------------------------------


def tagged(tags: Sequence[Fraction], kinds: Any = enclosed) -> TaggedLaw:
    return TaggedLaw(Dist(dict(enumerate(tags))), {j: kinds(WEIGHTS[j]) for j in range(2)})


def test_tagged_law_is_a_sum_over_its_tags() -> None:
    p = tagged([F(1, 3), F(2, 3)])
    q = TaggedLaw(Dist({0: F(1, 2), 1: F(1, 2)}), {0: enclosed(WEIGHTS[1]), 1: enclosed(WEIGHTS[0])})
    agree(p.probability(1, (None, F(1, 2))), 2 * density_mass(WEIGHTS[1], F(1, 2)) / 3, digits=18)
    agree(p.probability(0), MP.mpf(1) / 3)
    assert p.probability(5) == 0
    f, g = density(WEIGHTS[0]), density(WEIGHTS[1])
    for t in EXP_EPS:
        halves = [
            quad_hockey_stick(lambda x: f(x) / 3, lambda x: g(x) / 2, mp(t), *line_grid(PLACES)),
            quad_hockey_stick(lambda x: 2 * g(x) / 3, lambda x: f(x) / 2, mp(t), *line_grid(PLACES)),
        ]
        agree(hockey_stick_divergence(p, q, t), sum(halves), digits=15)
    grid = [MP.mpf(k) / 100 for k in range(-300, 400)]
    largest = max(max(2 * f(x) / (3 * g(x)), 4 * g(x) / (3 * f(x))) for x in grid)
    agree(max_ratio(p, q), largest)


def density_mass(weights: Sequence[Fraction], x: Fraction) -> Any:
    cuts = sorted({MP.mpf(-90), MP.mpf(-40), MP.mpf(-10), *[mp(c) for c in PLACES if c < x], mp(x)})
    return quadrature(density(weights), cuts)


def test_tagged_divergences_are_exact_where_the_rate_is() -> None:
    laws = [
        TaggedLaw(Dist.uniform([0, 1]), {j: LaplaceMixture([1], [F(j + i)], 1) for j in range(2)}) for i in range(2)
    ]
    assert max_ratio(*laws) == exp(1)
    assert total_variation(*laws) == 1 - exp(F(-1, 2))
    agree(kl_divergence(*laws), MP.exp(-1))  # one Laplace law against its shift by 1: 1 + e^-1 - 1
    single = renyi_divergence(LaplaceMixture([1], [0], 1), LaplaceMixture([1], [1], 1), 2)
    assert (as_real(renyi_divergence(laws[0], laws[1], 2)) - as_real(single)).ball(128).contains(0)


def test_a_tag_that_only_one_law_has() -> None:
    p = TaggedLaw(Dist({0: F(1, 3), 1: F(2, 3)}), {0: enclosed([F(1)], [F(0)]), 1: enclosed([F(1)], [F(0)])})
    q = TaggedLaw(Dist.point(0), {0: enclosed([F(1)], [F(0)])})
    assert max_ratio(p, q) is None
    assert kl_divergence(p, q) is None
    assert renyi_divergence(p, q, 2) is None
    agree(hockey_stick_divergence(p, q, 1), MP.mpf(2) / 3)
    agree(hockey_stick_divergence(q, p, 1), MP.mpf(2) / 3)


def test_tagged_law_refuses() -> None:
    with pytest.raises(ValueError, match="given"):
        TaggedLaw(Dist.uniform([0, 1]), {0: LaplaceMixture([1], [0], 1)})
    with pytest.raises(ValueError, match="one rate"):
        TaggedLaw(Dist.uniform([0, 1]), {0: LaplaceMixture([1], [0], 1), 1: LaplaceMixture([1], [0], 2)})


# --- vectors ----------------------------------------------------------------------------------------------------------

VECTORS = [(F(0), F(0)), (F(1), F(-1)), (F(-1, 2), F(3, 2))]
VECTOR_WEIGHTS = [[F(3, 5), F(1, 5), F(1, 5)], [F(1, 10), F(1, 2), F(2, 5)]]


def vectors(weights: Sequence[Fraction], rate: object = F(1)) -> LaplaceVectors:
    return LaplaceVectors(weights, VECTORS, rate)


def grid_density(weights: Sequence[Fraction], xs: Any, ys: Any) -> Any:
    return sum(
        float(w) / 4 * np.exp(-np.abs(xs - float(a)) - np.abs(ys - float(b)))
        for w, (a, b) in zip(weights, VECTORS, strict=True)
    )


def grid_hockey_stick(t: float, step: float = 0.02) -> float:
    """The midpoint rule on a square that holds all but 10^-6 of the mass."""
    middles = np.arange(-15, 15, step) + step / 2
    xs, ys = np.meshgrid(middles, middles)
    p, q = (grid_density(w, xs, ys) for w in VECTOR_WEIGHTS)
    return float(np.maximum(0, p - t * q).sum() * step**2)


def check_bounds(laws: Sequence[LaplaceVectors], t: Fraction) -> None:
    low, high = hockey_stick_bounds(laws[0], laws[1], t, tolerance="1/10000")
    assert high - low <= F(1, 10000)
    truth = grid_hockey_stick(float(t))
    assert float(low) - 5e-5 <= truth <= float(high) + 5e-5


@pytest.mark.parametrize("t", [F(1), F(3, 2)])
def test_vector_hockey_stick_on_a_grid(t: Fraction) -> None:
    check_bounds([vectors(w) for w in VECTOR_WEIGHTS], t)


def test_the_vector_check_can_fail() -> None:
    swapped = [vectors(w) for w in reversed(VECTOR_WEIGHTS)]
    rejects(check_bounds, swapped, F(3, 2))
    rejects(check_bounds, [vectors(w, F(11, 10)) for w in VECTOR_WEIGHTS], F(1))


def test_vector_max_ratio_is_at_the_grid_of_centers() -> None:
    p, q = (vectors(w) for w in VECTOR_WEIGHTS)
    middles = np.linspace(-3, 3, 601)  # holds all the centers
    xs, ys = np.meshgrid(middles, middles)
    largest = float((grid_density(VECTOR_WEIGHTS[0], xs, ys) / grid_density(VECTOR_WEIGHTS[1], xs, ys)).max())
    assert float(as_real(max_ratio(p, q))) == pytest.approx(largest, rel=1e-9)
    balls = [vectors(w, rate) for rate in [as_real(1)] for w in VECTOR_WEIGHTS]
    assert float(as_real(max_ratio(*balls))) == pytest.approx(largest, rel=1e-9)


def test_vector_bounds_at_small_thresholds_are_exact() -> None:
    """Below the least ratio every box is worth P - t Q, and the boxes tile the plane: the sum is 1 - t."""
    p, q = (vectors(w) for w in VECTOR_WEIGHTS)
    low, high = hockey_stick_bounds(p, q, F(1, 100), tolerance="1e-20")
    assert low <= F(99, 100) <= high < low + F(1, 10**20)
    assert hockey_stick_bounds(p, q, 1000, tolerance="1e-20") == (F(0), F(0))


def test_the_entry_point_gives_certified_enclosures() -> None:
    p, q = (vectors(w) for w in VECTOR_WEIGHTS)
    delta = hockey_stick_divergence(p, q, F(3, 2))
    assert isinstance(delta, Real)
    truth = F(grid_hockey_stick(1.5))
    assert decide(delta > truth - F(1, 1000))
    assert decide(delta < truth + F(1, 1000))


def test_one_coordinate_that_matters_is_the_line() -> None:
    p, q = (LaplaceVectors(w, [(F(7), x) for x in PLACES], F(1)) for w in WEIGHTS)
    line = [LaplaceMixture(w, PLACES, F(1)) for w in WEIGHTS]
    for t in EXP_EPS:
        difference = as_real(hockey_stick_divergence(p, q, t)) - as_real(hockey_stick_divergence(line[0], line[1], t))
        assert difference.ball(200).contains(0)
        assert difference.ball(200).rad() < 1e-20
        low, high = hockey_stick_bounds(p, q, t, tolerance="1e-9")
        assert decide(low <= as_real(hockey_stick_divergence(line[0], line[1], t)) + F(1, 10**12))
        assert high - low < F(1, 10**9)
    assert max_ratio(p, q) == max_ratio(*line)
    same = LaplaceVectors([1], [(F(1), F(2))], F(1))
    assert hockey_stick_divergence(same, same, F(1, 3)) == F(2, 3)
    assert max_ratio(same, same) == 1


def test_three_dimensions_with_an_independent_coordinate_as_second_opinion() -> None:
    """A product law: the same Laplace law in two coordinates more or less only moves mass, so the line knows it."""
    p, q = (LaplaceVectors([1], [(F(x), F(0), F(0))], F(1)) for x in (0, 1))
    assert hockey_stick_divergence(p, q, 1) == 1 - exp(F(-1, 2))
    pair = [LaplaceVectors([1], [(F(x),) * 3], F(1)) for x in (0, 1)]
    low, high = hockey_stick_bounds(pair[0], pair[1], 1, tolerance="1/200")
    # log p/q is a sum of three independent losses, each 1, -1 with atoms and uniform tilted in between: by simulation
    rng = np.random.default_rng(7)
    x = rng.laplace(size=(400_000, 3))
    gain = np.maximum(0, 1 - np.exp(np.abs(x).sum(axis=1) - np.abs(x - 1).sum(axis=1))).mean()
    assert float(low) - 0.005 <= gain <= float(high) + 0.005
    assert float(max_divergence(*pair)) == pytest.approx(3)  # type: ignore[arg-type]


def test_box_probabilities() -> None:
    law = vectors(VECTOR_WEIGHTS[0])
    cuts: list[Fraction | None] = [None, F(-1), F(1, 4), F(2), None]
    sides = list(pairwise(cuts))
    assert sum((as_exact(law.probability(box)) for box in product(sides, sides)), as_exact(F(0))) == 1
    upper = [(F(0), None), (F(0), None)]
    tails = [F(1, 4), (1 - exp(-1) / 2) * exp(-1) / 2, exp(F(-1, 2)) / 2 * (1 - exp(F(-3, 2)) / 2)]
    assert law.probability(upper) == sum((w * x for w, x in zip(VECTOR_WEIGHTS[0], tails, strict=True)), F(0))
    assert law.density_factor([0, 0]) == F(3, 5) + exp(-2) * F(2, 5)
    agree(law.pdf([0, 0]), (MP.mpf(3) / 5 + MP.exp(-2) * 2 / 5) / 4)
    agree(vectors(VECTOR_WEIGHTS[0], RATE).probability([(0, None), (None, None)]), marginal_tail(), digits=18)


def as_exact(value: Any) -> Any:
    assert not isinstance(value, Real)
    return value


def marginal_tail() -> Any:
    tails = [MP.mpf(1) / 2, 1 - MP.exp(-MP_RATE) / 2, MP.exp(-MP_RATE / 2) / 2]
    return MP.fsum(mp(w) * x for w, x in zip(VECTOR_WEIGHTS[0], tails, strict=True))


def test_a_search_stops_at_its_limit_and_stays_certified() -> None:
    p, q = (vectors(w) for w in VECTOR_WEIGHTS)
    low, high = hockey_stick_bounds(p, q, F(3, 2), tolerance="1e-9", most_boxes=50)
    better = hockey_stick_bounds(p, q, F(3, 2), tolerance="1e-4")
    assert high - low > F(1, 10**9)
    assert low <= better[0] <= better[1] <= high


def test_bounds_are_not_vacuous() -> None:
    """A search that forgets what it has settled is caught by the tiling of the plane."""

    class Forgetful(BoxSearch):
        def _file(self, segments: Any) -> None:
            super()._file(segments)
            self._settled = self._settled * 0

    sites = [[as_real(0), as_real(1)]] * 2
    components = [((0, 0), F(99, 100), F(1, 2)), ((1, 1), F(-1, 100), F(1, 2))]
    good, bad = (kind(sites, as_real(1), components).bounds(F(1, 1000), 1000) for kind in (BoxSearch, Forgetful))
    assert good[0] > F(9, 10)
    assert bad[0] < F(9, 10)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1], [()], 1), "centers"), (([1], [(0, 1), (1, 1)], 1), "weights"),
        (([F(1, 2)] * 2, [(0,), (1, 1)], 1), "centers"),
        (([1], [(0, 1)], 0), "rate"), (([1], [(0, 0.5)], 1), "center"), (([F(1, 2)], [(0, 1)], 1), "weights"),
        (([1], [(0, 1)], as_real(-1)), "rate"),
    ],
)  # fmt: skip
def test_vectors_refuse(arguments: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        LaplaceVectors(*arguments)


def test_vector_pairs_refuse() -> None:
    p = vectors(VECTOR_WEIGHTS[0])
    with pytest.raises(ValueError, match="dimension"):
        max_ratio(p, LaplaceVectors([1], [(0,)], F(1)))
    with pytest.raises(ValueError, match="one rate"):
        max_ratio(p, vectors(VECTOR_WEIGHTS[0], F(2)))
    with pytest.raises(ValueError, match="laws"):
        kl_divergence(p, p)
    with pytest.raises(ValueError, match="laws"):
        renyi_divergence(p, p, 2)
    with pytest.raises(ValueError, match="coordinates"):
        p.density_factor([0])
    with pytest.raises(ValueError, match="ordered ends"):
        p.probability([(1, 0), (None, None)])
    many = LaplaceVectors([F(1, 200)] * 200, [(F(k), F(-k), F(k % 7)) for k in range(200)], F(1))
    with pytest.raises(ValueError, match="grid entries"):
        max_ratio(many, many)


# --- families with a common part --------------------------------------------------------------------------------------


@settings(max_examples=5, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=2, max_size=3),
    st.sampled_from([F(1, 5), F(1, 2)]),
)
def test_the_worst_pair_is_the_slow_one(points: list[tuple[int, int]], astray: Fraction) -> None:
    shares = [F(1, len(points))] * len(points)
    centers = [(log(F(a, 7)), log(F(b, 7))) for a, b in points]
    for rate in (F(1), RATE):
        family = LabelFamily(centers, shares, astray, rate)
        pairs = list(permutations(range(len(points)), 2))
        on_line = [max_ratio(family.law_of_coordinate(a, 0), family.law_of_coordinate(b, 0)) for a, b in pairs]
        in_space = [max_ratio(family.law(a), family.law(b)) for a, b in pairs]
        for worst, ratios in ((family.worst_pair_of_coordinate(0), on_line), (family.worst_pair(), in_space)):
            floats = [float(as_real(ratio)) for ratio in ratios]
            assert float(as_real(worst.ratio)) == pytest.approx(max(floats), rel=1e-12)
            assert floats[pairs.index((worst.first, worst.second))] == pytest.approx(max(floats), rel=1e-12)
            if rate is not RATE:
                assert worst.ratio == max(ratios)  # type: ignore[type-var]


def test_a_family_without_its_common_part_is_another_one() -> None:
    centers = [(log(F(1, 7)),), (log(F(5, 7)),)]
    right, wrong = (LabelFamily(centers, [F(1, 2)] * 2, astray, F(1)).worst_pair() for astray in (F(1, 3), F(0)))
    assert wrong.ratio == 5
    assert right.ratio == F(13, 5)  # (2/3 + 1/5)/(2/15 + 1/5), as U is worth 3/5 at either center


def test_a_logarithmic_rate_beside_logarithms() -> None:
    """Neither factor is rational, so the answers are enclosures, of what a Real rate of the same value gives."""
    centers, shares = [(log(F(1, 7)),), (log(F(5, 7)),), (log(F(2, 7)),)], [F(1, 3)] * 3
    forms, balls = (LabelFamily(centers, shares, F(1, 4), rate) for rate in (log(3), as_real(log(3))))
    for worst in (forms.worst_pair(), forms.worst_pair_of_coordinate(0)):
        assert (as_real(worst.ratio) - as_real(balls.worst_pair().ratio)).ball(128).contains(0)
        laws = [forms.law_of_coordinate(y, 0) for y in (worst.first, worst.second)]
        assert (as_real(max_ratio(laws[0], laws[1])) - as_real(worst.ratio)).ball(128).contains(0)


def test_many_labels_are_quick() -> None:
    """Two hundred labels, exact surds: only the places that balls cannot rank are computed exactly."""
    centers = [(log(F(k, 1009)),) for k in range(1, 201)]
    worst = LabelFamily(centers, [F(1, 200)] * 200, F(1, 4), F(1, 2)).worst_pair_of_coordinate(0)
    rate = 0.5
    logs = np.log(np.arange(1, 201))
    own = np.exp(-rate * np.abs(logs[:, None] - logs[None, :]))
    common = own.mean(axis=1)
    ratios = (0.75 + 0.25 * common) / (0.75 * own.min(axis=1) + 0.25 * common)
    assert float(as_real(worst.ratio)) == pytest.approx(ratios.max(), rel=1e-9)
    assert (worst.first, worst.second) == (int(ratios.argmax()), int(own[ratios.argmax()].argmin()))


def test_families_refuse() -> None:
    with pytest.raises(ValueError, match="labels"):
        LabelFamily([(0,)], [1], F(1, 2), 1).worst_pair()
    with pytest.raises(ValueError, match="shares"):
        LabelFamily([(0,), (1,)], [1], F(1, 2), 1)
    with pytest.raises(ValueError, match="grid entries"):
        LabelFamily([(k, -k) for k in range(100)], [F(1, 100)] * 100, F(1, 2), 1).worst_pair()


def test_an_open_sign_costs_no_more_than_its_ball_over_the_interval() -> None:
    """(1 + b/u^2)/2 from 1 to 2 with b in [-1 - w, -1 + w]: the sign at 1 is open by w, for a length of 1/2 at most."""
    width = F(1, 10**5)
    with working_precision(64):
        b = rational_ball(F(-1) - width).union(rational_ball(F(-1) + width))
        found = positive_part(rational_ball(F(1)), b, rational_ball(F(1, 2)))
    assert found.contains(rational_ball(F(1, 4)))  # b = -1: the integral of (1 - 1/u^2)/2
    ball_of_b = 2 * (1 + F(1, 2)) / 2  # b (1 - d) / 2, as b - b d with two balls
    assert 2 * float(found.rad()) <= float(width * (ball_of_b + F(1, 2))) * 1.001


def test_sums_and_maxima_of_exact_numbers_and_enclosures_leave_none_out() -> None:
    root = as_real(2).sqrt()
    assert largest([F(1), F(3, 2), F(-2)]) == F(3, 2)
    assert summed([F(1), F(3, 2), F(-2)]) == F(1, 2)
    for values, most in (
        ([F(1), root], MP.sqrt(2)),
        ([root, F(3, 2), F(1)], MP.mpf(3) / 2),
        ([-root, root], MP.sqrt(2)),
    ):
        agree(largest(values), most)
    agree(summed([F(1), root, F(2)]), 3 + MP.sqrt(2))
    agree(times(F(2), root), 2 * MP.sqrt(2))
    agree(quotient(F(1), root), 1 / MP.sqrt(2))
