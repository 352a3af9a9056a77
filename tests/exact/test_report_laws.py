"""Laws of reports: enclosed rates, tags and vectors, against mpmath quadrature, grids and direct sums."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpassay.exact import (
    Dist,
    EnclosedMixture,
    LaplaceMixture,
    LogForm,
    Real,
    TaggedLaw,
    as_real,
    decide,
    epsilon_at,
    exp,
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
from dpassay.exact.kinds.enclosed_laplace import positive_part
from dpassay.exact.real import rational_ball, working_precision
from dpassay.exact.report_laws import probabilities_between
from dpassay.exact.scalars import largest, quotient, summed, times
from tests.exact.report_cases import EXP_EPS, MP_RATE, PLACES, RATE, WEIGHTS
from tests.exact.second_opinion import MP, agree, laplace_pdf, mp, quad_hockey_stick, quadrature, rejects

F = Fraction


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


def test_probabilities_between_points_against_quadrature() -> None:
    found, pdf = probabilities_between(RATE, PLACES[1], PLACES), density([F(0), F(1), F(0), F(0)])
    ends = [mp(place) for place in PLACES]
    cuts = [[MP.mpf(-90), MP.mpf(-40), MP.mpf(-10), ends[0]], *map(list, pairwise(ends))]
    cuts.append([ends[-1], MP.mpf(10), MP.mpf(40), MP.mpf(90)])
    for part, between in zip(found, cuts, strict=True):
        agree(part, quadrature(pdf, between), digits=18)
    rejects(agree, found[1], quadrature(pdf, cuts[2]), 18)
