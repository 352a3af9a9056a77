"""Small models of the claims on the regret of lazy-to-private, computed another way: by events, sums and quadrature."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest

from dpassay.exact import as_real
from dpassay.proofs_check.models.close_laws import CLOSE, Pair, beyond
from dpassay.proofs_check.models.coupled_batch import COUPLED, Coupled
from dpassay.proofs_check.models.deviation_sums import DEVIATIONS, Numbers
from dpassay.proofs_check.models.interval_batches import INTERVAL_BATCHES, Batches
from dpassay.proofs_check.models.lazy_experts import rows
from dpassay.proofs_check.models.printed_numbers import NUMBERS, Printed
from dpassay.proofs_check.models.regularized_weights import REGULARIZED, Interval
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.densities import Density
from dpassay.proofs_check.proof.statements import Model

MODELS = (CLOSE, COUPLED, DEVIATIONS, INTERVAL_BATCHES, NUMBERS, REGULARIZED)
HALF = Fraction(1, 2)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_the_facts_hold(model: Model) -> None:
    assert set(facts.tested(model)) == set(model.facts)


def test_what_a_law_has_beyond_another_by_events() -> None:
    p, q, factor = (
        tuple(map(Fraction, ("1/2", "1/3", "1/6"))),
        tuple(map(Fraction, ("1/6", "1/6", "2/3"))),
        Fraction(3, 2),
    )
    events = [sum((p[i] - factor * q[i] for i in range(3) if event >> i & 1), Fraction(0)) for event in range(8)]
    assert beyond(p, q, factor) == max(events)


def test_the_coupling() -> None:
    """Laws (1/2, 1/2) and (1/5, 4/5): all are equal with probability 1/5 + 1/2."""
    at = Coupled((Fraction(0),) * 2, rows((1, 0), (1, 0)), Fraction(4))
    assert at.laws == ((HALF, HALF), (Fraction(1, 5), Fraction(4, 5)))
    assert at.law == {(1, 1): Fraction(1, 5), (1, 2): Fraction(3, 10), (2, 1): 0, (2, 2): HALF}
    assert at.picked == (2, 1)


@pytest.mark.parametrize("epsilon", [Fraction(1, 100), Fraction(1)])
def test_the_printed_numbers(epsilon: Fraction) -> None:
    at = Printed(81, 5, epsilon, Fraction(1, 7))
    with mpmath.workdps(30):
        rounds, nats, large = mpmath.mpf(81), mpmath.log(5), mpmath.log(81 * 7)
        eps, power = mpmath.mpf(epsilon.numerator) / epsilon.denominator, mpmath.mpf(2) / 3
        start = rounds ** mpmath.mpf("-0.25") * nats ** mpmath.mpf("0.75")
        assert float(at.rate) == pytest.approx(float(min(start, eps) ** power / mpmath.cbrt(81)), rel=1e-12)
        repaired = min(start**power, eps**power / large) / mpmath.cbrt(81)
        assert float(at.repaired) == pytest.approx(float(repaired), rel=1e-12)


def weight(law: Density, x: Any) -> Any:
    slope, curvature = (mpmath.mpf(c.numerator) / c.denominator for c in (law.slope, law.curvature))
    return mpmath.exp(-slope * x - curvature * x * x)


def quadrature(law: Density, function: Any) -> mpmath.mpf:
    """A mean, by quadrature."""
    return total(law, function) / total(law, lambda _: 1)


def total(law: Density, function: Any) -> Any:
    end = mpmath.mpf(law.radius.numerator) / law.radius.denominator
    return mpmath.quad(lambda x: function(x) * weight(law, x), [-end, -end / 2, 0, end / 2, end])


def test_densities_on_an_interval() -> None:
    """The laws have the log ratio log(Z2/Z1) - (s1 - s2) x; below a cut it is above the level."""
    first, second = Density(Fraction(2), Fraction(1), Fraction(1)), Density(Fraction(1), Fraction(1), Fraction(1))
    with mpmath.workdps(20):
        assert float(first.mean()) == pytest.approx(float(quadrature(first, lambda x: x)), rel=1e-9)
        shift = mpmath.log(1 / quadrature(second, lambda x: mpmath.exp(-x)))
        kl = quadrature(first, lambda x: shift - x)
        assert float(first.divergence(second)) == pytest.approx(float(kl), rel=1e-9)
        cut = shift - mpmath.mpf("0.25")
        inside = mpmath.quad(lambda x: mpmath.exp(-2 * x - x * x), [-1, cut])
        whole = mpmath.quad(lambda x: mpmath.exp(-2 * x - x * x), [-1, 1])
        own, _ = first.tail(second, Fraction(1, 4))
        assert float(own) == pytest.approx(float(inside / whole), rel=1e-9)


@pytest.mark.parametrize("level", [Fraction(-3, 2), Fraction(-1, 10), Fraction(0), Fraction(1, 10), Fraction(2)])
@pytest.mark.parametrize("turned", [False, True])
def test_laws_of_two_curvatures(level: Fraction, turned: bool) -> None:
    """Means and tails by quadrature: the log of the ratio is above a level between two points, or not there."""
    laws = Density(Fraction(1), HALF, Fraction(2)), Density(HALF, Fraction(3, 2), Fraction(2))
    first, second = reversed(laws) if turned else laws
    with mpmath.workdps(20):
        shift = mpmath.log(total(second, lambda _: 1) / total(first, lambda _: 1))

        def log(x: Any) -> Any:
            return mpmath.log(weight(first, x) / weight(second, x)) + shift

        assert float(first.square()) == pytest.approx(float(quadrature(first, lambda x: x * x)), rel=1e-9)
        assert float(first.divergence(second)) == pytest.approx(float(quadrature(first, log)), rel=1e-9)
        steps = [mpmath.mpf(k) / 500 for k in range(-1000, 1000)]
        middles = [x + mpmath.mpf(1) / 1000 for x in steps if log(x + mpmath.mpf(1) / 1000) > float(level)]
        found = first.tail(second, level)
        for law, share in zip((first, second), found, strict=True):
            expected = sum(weight(law, x) for x in middles) / 500 / total(law, lambda _: 1)
            assert float(as_real(share)) == pytest.approx(float(expected), abs=2e-3)


def test_a_quadratic_loss_is_continued() -> None:
    """Inside the interval it is 0 x + x^2/2, and beyond 1 the tangent x - 1/2."""
    at = Interval(Fraction(2), HALF, Fraction(1), Fraction(1), HALF, 0, bend=HALF)
    assert [at.loss(Fraction(x)) for x in (-2, -1, 0, 1, 3)] == [Fraction(3, 2), HALF, 0, HALF, Fraction(5, 2)]
    assert at.exponent(1).law == Density(Fraction(0), Fraction(2), Fraction(1))


def test_means_of_batches() -> None:
    one = Fraction(1)
    at = Batches(one, HALF, one, one, (one, -one), 2, (Fraction(0),))
    with mpmath.workdps(20):
        expected = quadrature(Density(one, HALF, one), lambda x: -x)
        assert float(at.mean(2, 2)) == pytest.approx(float(expected), rel=1e-9)
    assert at.mean(1, 1).evaluate().contains(0)
    assert at.lazy_loss().evaluate().contains(0)
    assert float(at.input_loss()) == pytest.approx(float(expected), rel=1e-9)
    assert at.best() == 0


def test_batches_of_bent_losses() -> None:
    """Losses x/2 + x^2/4 and x^2/2 on [-1, 1], in one batch."""
    one, none = Fraction(1), Fraction(0)
    at = Batches(one, HALF, one, one, (HALF, none), 2, (none,), (Fraction(1, 4), HALF))
    assert at.exponent(2).law == Density(HALF, Fraction(3, 4), one)
    assert (at.function(1)(HALF), at.function(2)(HALF)) == (Fraction(5, 16), Fraction(1, 8))
    assert (at.function(1)(Fraction(2)), at.function(3)(one)) == (Fraction(7, 4), none)
    assert at.exponent(-1).law == Density(none, HALF, one)
    assert at.best() == -Fraction(1, 12)
    with mpmath.workdps(20):
        expected = quadrature(Density(HALF, Fraction(3, 4), one), lambda x: x * x / 2)
        assert float(at.mean(2, 2)) == pytest.approx(float(expected), rel=1e-9)
        whole = quadrature(Density(none, HALF, one), lambda x: x / 2 + 3 * x * x / 4)
        assert float(at.lazy_loss()) == pytest.approx(float(whole), rel=1e-9)


def test_the_law_of_a_batch_may_be_off() -> None:
    one = Fraction(1)
    at = Batches(one, HALF, Fraction(2), one, (one, HALF, -one, one), 2, (one, -HALF))
    assert [at.exponent(i).slope for i in (1, 2, 3, 4, 5, 9)] == [0, 2, 3, 1, 3, 3]
    assert [at.exponent(-s).slope for s in (1, 2, 3)] == [2, 2, 0]
    assert [list(at.of_batch(s)) for s in (1, 2)] == [[1, 2], [3, 4]]


def test_a_step_of_regularized_weights() -> None:
    at = Interval(Fraction(1), HALF, Fraction(1), Fraction(1), HALF, 0)
    old, new = at.pair(0)
    assert (old.slope, new.slope, old.curvature) == (Fraction(0), Fraction(1), HALF)
    assert at.exponent(1)(HALF) - at.exponent(0)(HALF) == HALF


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Pair((HALF, HALF), (Fraction(1), Fraction(0)), Fraction(0), rate=Fraction(1, 10)), "delta = 0"),
        (lambda: Pair((HALF, HALF), (HALF, HALF), Fraction(0), rate=-HALF), "0 < eta"),
        (lambda: Coupled((Fraction(0),), rows((1, 0)), Fraction(2)), "rows of 1"),
        (lambda: Numbers(1, 1, Fraction(1, 10), HALF, Fraction(0), Fraction(1, 3)), "T p/B"),
        (lambda: Printed(1, 1, HALF, HALF), "experts = 1, 1"),
        (lambda: Interval(Fraction(0), HALF, HALF, HALF, HALF, 0), "above 0"),
        (lambda: Interval(HALF, HALF, HALF, HALF, HALF, 0, bend=-HALF), "convex losses"),
        (lambda: Interval(HALF, HALF, HALF, HALF, HALF, 0, bend=Fraction(1)), "an L-Lipschitz one"),
        (lambda: Interval(HALF, HALF, HALF, HALF, HALF, 0, bent=-HALF), "convex losses"),
        (lambda: Batches(HALF, HALF, HALF, HALF, (HALF,), 2, (HALF,)), "whole batches"),
        (lambda: Batches(HALF, HALF, HALF, HALF, (HALF,), 1, (HALF,), (-HALF,)), "convex losses"),
        (lambda: Batches(HALF, HALF, HALF, HALF, (HALF,), 1, (HALF,), (HALF, HALF)), "one for each round"),
        (lambda: Batches(HALF, HALF, HALF, HALF, (HALF,), 1, (HALF,), (HALF,)), "L-Lipschitz losses"),
    ],
)
def test_illegal_settings_are_refused(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()
