"""Sturm's theorem against SymPy's real roots."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
import sympy  # type: ignore[import-untyped]
from flint import fmpq, fmpq_poly
from hypothesis import given
from hypothesis import strategies as st

from dpassay.proofs_check.kernel import Rejected, check
from dpassay.proofs_check.kernel.interval import Interval
from dpassay.proofs_check.kernel.statements import sign
from dpassay.proofs_check.kernel.sturm import is_nonnegative, is_positive

X = sympy.Symbol("x")
ENDS = st.sampled_from([None, *(Fraction(k, 2) for k in range(-4, 5))])
ROOTS = st.lists(st.tuples(st.sampled_from([Fraction(k, 2) for k in range(-5, 6)]), st.integers(1, 3)), max_size=3)
QUADRATICS = st.lists(st.sampled_from([(1, 0, 1), (1, 0, -2), (1, 1, 1), (2, -2, -1)]), max_size=2)
COEFFICIENTS = st.lists(st.integers(-4, 4), max_size=6)


def polynomial(roots: Any, quadratics: Any, leading: int) -> fmpq_poly:
    result = fmpq_poly([leading])
    for root, multiplicity in roots:
        result *= fmpq_poly([fmpq(-root.numerator, root.denominator), 1]) ** multiplicity
    for a, b, c in quadratics:
        result *= fmpq_poly([c, b, a])
    return result


def second_opinion(found: fmpq_poly, interval: Interval) -> tuple[bool, bool]:
    """Return whether a polynomial is positive, and whether it is not negative, from its values between its roots."""
    value = sympy.Poly([sympy.Rational(str(c)) for c in reversed(found.coeffs())] or [0], X)
    if value.is_zero:
        return False, True
    roots = sorted(set(sympy.real_roots(value))) if value.degree() > 0 else []
    low = sympy.Rational(str(interval.low)) if interval.low is not None else -sympy.oo
    high = sympy.Rational(str(interval.high)) if interval.high is not None else sympy.oo
    inner = [root for root in roots if low < root < high]
    marks = [low if low > -sympy.oo else (inner or [high if high < sympy.oo else sympy.Integer(0)])[0] - 2]
    marks += inner
    marks += [high if high < sympy.oo else marks[-1] + 2]
    signs = [
        value.eval(
            sympy.Rational(str(sympy.Rational((a + b) / 2).limit_denominator(10**9)))
            if (a + b).is_Rational
            else sympy.Rational(sympy.N((a + b) / 2, 40))
        )
        for a, b in pairwise(marks)
    ]
    ends = [end for end, closed in ((low, interval.low_closed), (high, interval.high_closed)) if closed]
    nonnegative = all(sign > 0 for sign in signs)
    return nonnegative and not inner and all(value.eval(end) > 0 for end in ends), nonnegative


@given(ROOTS, QUADRATICS, st.sampled_from([-2, -1, 1, 3]), ENDS, ENDS, st.booleans(), st.booleans())
def test_against_the_real_roots(  # noqa: PLR0917  # what is drawn
    roots: Any, quadratics: Any, leading: int, a: Any, b: Any, left: bool, right: bool
) -> None:
    low, high = (a, b) if a is None or b is None or a < b else (b, a)
    if low is not None and low == high:
        high = None
    interval = Interval(low, high, left and low is not None, right and high is not None)
    found = polynomial(roots, quadratics, leading)
    assert (is_positive(found, interval), is_nonnegative(found, interval)) == second_opinion(found, interval)


@given(COEFFICIENTS, ENDS, ENDS, st.booleans())
def test_any_polynomial(coefficients: list[int], a: Any, b: Any, closed: bool) -> None:
    low, high = (a, b) if a is None or b is None or a < b else (b, a)
    if low is not None and low == high:
        low = None
    interval = Interval(low, high, closed and low is not None, closed and high is not None)
    found = fmpq_poly(coefficients)
    assert (is_positive(found, interval), is_nonnegative(found, interval)) == second_opinion(found, interval)


ACCEPTED = [
    ("x", "(0, 1]", ">"),
    ("x", "[0, oo)", ">="),
    ("(x - 1)**2", "[0, 2]", ">="),
    ("(x - 1)**2", "(1, 2]", ">"),
    ("(1 - x)*x", "[0, 1]", ">="),
    ("(1 - x)*x", "(0, 1)", ">"),
    ("(x - 1)**2*(x**2 - 2)**2", "(-oo, oo)", ">="),
    ("1/2", "(-oo, oo)", ">"),
    ("0", "[0, 1]", ">="),
    ("x/(1 + x)", "[0, oo)", ">="),
    ("1/(x - 1)", "(1, 2]", ">"),
    ("x - x", "(-oo, oo)", ">="),
    ("exp(0)*x", "(0, 1)", ">"),
]
NOT_ACCEPTED = [
    ("x", "[0, 1]", ">"),
    ("x", "[-1/1000, 1]", ">="),
    ("(x - 1)**2", "[0, 2]", ">"),
    ("(x - 1)**2", "[0, 1]", ">"),
    ("(x - 1)**3", "[0, 1]", ">="),
    ("(1 - x)*x", "[0, 1]", ">"),
    ("0", "(0, 1)", ">"),
    ("x - x", "(0, 1)", ">"),
    ("-1/2", "(-oo, oo)", ">="),
    ("1/x", "[0, 1]", ">"),
    ("1/x**2", "[-1, 1]", ">"),
    ("x/x", "[0, 1]", ">"),
    ("1/(1/x)", "[0, 1]", ">="),
    ("(1/x)**0", "[-1, 1]", ">"),
    ("0/x", "[-1, 1]", ">="),
    ("(x - 1)/(x - 1)", "[0, 2]", ">"),
    ("1/(1 - x)", "[0, 1]", ">"),
    ("1/0", "[0, 1]", ">"),
    ("exp(x)", "[0, 1]", ">"),
    ("x*y", "[0, 1]", ">="),
    ("y", "[0, 1]", ">="),
    ("x", "[0, 1]", "="),
    ("x", "[1, 0]", ">="),
    ("x", "[0.5, 1]", ">="),
    ("x", "[1/0, 1]", ">="),
    ("x", "0, 1", ">="),
    ("x", "(oo, -oo)", ">="),
    ("x", None, ">="),
]


@pytest.mark.parametrize(("text", "interval", "relation"), ACCEPTED)
def test_accepts(text: str, interval: str, relation: str) -> None:
    check(sign(text, "x", interval, relation), {})


@pytest.mark.parametrize(("text", "interval", "relation"), NOT_ACCEPTED)
def test_rejects(text: str, interval: str, relation: str) -> None:
    with pytest.raises(Rejected):
        check(sign(text, "x", interval, relation), {})
