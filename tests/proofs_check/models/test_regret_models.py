"""Small models of the claims on the regret of lazy-to-private, computed another way: by events, sums and quadrature."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest

from dpassay.proofs_check.models.close_laws import CLOSE, Pair, beyond
from dpassay.proofs_check.models.coupled_batch import COUPLED, Coupled
from dpassay.proofs_check.models.densities import Density
from dpassay.proofs_check.models.deviation_sums import DEVIATIONS, Numbers
from dpassay.proofs_check.models.interval_batches import INTERVAL_BATCHES, Batches
from dpassay.proofs_check.models.lazy_experts import rows
from dpassay.proofs_check.models.printed_numbers import NUMBERS, Printed
from dpassay.proofs_check.models.regularized_weights import REGULARIZED, Interval
from dpassay.proofs_check.proof import facts
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


def quadrature(law: Density, function: Any) -> mpmath.mpf:
    """A mean, by quadrature."""
    slope, curvature, end = (mpmath.mpf(x.numerator) / x.denominator for x in (law.slope, law.curvature, law.radius))

    def weight(x: mpmath.mpf) -> mpmath.mpf:
        return mpmath.exp(-slope * x - curvature * x * x)

    ends = [-end, -end / 2, 0, end / 2, end]
    return mpmath.quad(lambda x: function(x) * weight(x), ends) / mpmath.quad(weight, ends)


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


def test_means_of_batches() -> None:
    one = Fraction(1)
    at = Batches(one, HALF, one, one, (one, -one), 2, (Fraction(0),))
    with mpmath.workdps(20):
        expected = quadrature(Density(one, HALF, one), lambda x: -x)
        assert float(at.mean(1, 2, 2)) == pytest.approx(float(expected), rel=1e-9)
    assert at.mean(1, 1, 1).evaluate().contains(0)
    assert at.played(1).evaluate().contains(0)
    assert at.best() == 0


def test_a_step_of_regularized_weights() -> None:
    at = Interval(Fraction(1), HALF, Fraction(1), Fraction(1), HALF, 0)
    old, new = at.pair(1)[1], at.pair(1)[0]
    assert (old.slope, new.slope, old.curvature) == (Fraction(0), Fraction(1), HALF)
    ratio = at.measure(HALF, 1) / at.measure(HALF, 0)
    with mpmath.workdps(20):
        assert float(ratio) == pytest.approx(float(mpmath.exp(-0.5)), rel=1e-12)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Pair((HALF, HALF), (Fraction(1), Fraction(0)), Fraction(0), rate=Fraction(1, 10)), "delta = 0"),
        (lambda: Pair((HALF, HALF), (HALF, HALF), Fraction(0), rate=-HALF), "0 < eta"),
        (lambda: Coupled((Fraction(0),), rows((1, 0)), Fraction(2)), "rows of 1"),
        (lambda: Numbers(1, 1, Fraction(1, 10), HALF, Fraction(0), Fraction(1, 3)), "T p/B"),
        (lambda: Printed(1, 1, HALF, HALF), "experts = 1, 1"),
        (lambda: Interval(Fraction(0), HALF, HALF, HALF, HALF, 0), "above 0"),
        (lambda: Batches(HALF, HALF, HALF, HALF, (HALF,), 2, (HALF,)), "whole batches"),
    ],
)
def test_illegal_settings_are_refused(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()
