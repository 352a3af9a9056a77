"""Laws with densities, by quadrature: means, divergences, tails and total variations; curves beyond their interval."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest

from dpassay.proofs_check.proof import log_concave
from dpassay.proofs_check.proof.log_concave import Curve
from dpassay.proofs_check.proof.names import Named
from tests.proofs_check.proof.drawn_settings import Line, drawn_lines

LINES = [at for at in drawn_lines() if at.exponents[0].radius < 3][:6]


def value(known: Named, *arguments: Any) -> Any:
    assert known.of is not None
    return known.of(*arguments)


def of(curve: Curve, x: Any) -> Any:
    """A curve on its interval."""
    slope, bend = (mpmath.mpf(c.numerator) / c.denominator for c in (curve.slope, curve.bend + curve.weight))
    return slope * x + bend * x * x


def integral(at: Line, integrand: Any) -> Any:
    radius = at.exponents[0].radius
    end = mpmath.mpf(radius.numerator) / radius.denominator
    return mpmath.quad(integrand, [-end + k * end / 16 for k in range(33)], maxdegree=4)


def density(at: Line, i: int) -> Any:
    whole = integral(at, lambda x: mpmath.exp(-of(at.exponent(i), x)))
    return lambda x: mpmath.exp(-of(at.exponent(i), x)) / whole


@pytest.mark.parametrize("at", LINES, ids=range(len(LINES)))
def test_by_quadrature(at: Line) -> None:
    with mpmath.workdps(20):
        first, second = density(at, 0), density(at, 1)
        means = [integral(at, lambda x, r=r: of(at.function(r), x) * first(x)) for r in range(3)]
        assert [float(value(log_concave.MEAN, at, 0, r)) for r in range(3)] == pytest.approx(list(map(float, means)))
        kl = integral(at, lambda x: first(x) * mpmath.log(first(x) / second(x)))
        assert float(value(log_concave.DIVERGENCE, at, 0, 1)) == pytest.approx(float(kl), abs=1e-12)
        off = integral(at, lambda x: max(first(x) - second(x), 0))
        assert float(value(log_concave.VARIATION, at, 0, 1)) == pytest.approx(float(off), abs=1e-3)
        for level in (Fraction(-1, 2), Fraction(1, 10)):
            above = integral(at, lambda x, e=float(level): first(x) * int(mpmath.log(first(x) / second(x)) > e))
            assert float(value(log_concave.TAIL, at, 0, 1, level)) == pytest.approx(float(above), abs=2e-2)


def test_a_curve_goes_on_as_its_tangents() -> None:
    """x + x^2 on [-1, 1] has the slopes -1 and 3 at its ends."""
    curve = Curve(Fraction(1), Fraction(1), Fraction(1))
    assert [curve(x) for x in (-3, -1, 0, 1, 2)] == [2, 0, 0, 2, 5]
    assert Curve(Fraction(1), Fraction(1), Fraction(1), Fraction(1))(2) == 5 + 4


def test_measures_functions_and_the_diameter() -> None:
    at = Line(
        (Curve(Fraction(1), Fraction(0), Fraction(2), Fraction(1)),), (Curve(Fraction(3), Fraction(0), Fraction(2)),)
    )
    assert float(value(log_concave.MEASURE, at, 0, Fraction(1, 2))) == pytest.approx(float(mpmath.exp(-0.75)))
    assert value(log_concave.FUNCTION, at, 0, Fraction(1, 2)) == Fraction(3, 2)
    assert value(log_concave.DIAMETER, at) == Fraction(4)
