"""Sums of monomials: what is added, multiplied and raised, and denominators that are cleared."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof import polynomials
from dpassay.proofs_check.proof.polynomials import (
    UNIT,
    Form,
    Key,
    added,
    cleared,
    constant,
    exponential,
    key,
    minus,
    of_atom,
    plus,
    raised,
    scaled,
    times,
)

X, Y = of_atom("variable", "x"), of_atom("variable", "y")
ROOT, HALF = of_atom("sqrt", key(X)), Fraction(1, 2)
HOLDS = of_atom("indicator", "<=", key(X))
BOTH = plus(X, Y)

SAME: list[tuple[Form, Form]] = [
    (constant(0), {}),
    (constant(HALF), {UNIT: HALF}),
    (plus(X, scaled(X, -1)), {}),
    (scaled(X, 0), {}),
    (minus(BOTH, Y), X),
    (added([X, Y, X]), plus(scaled(X, 2), Y)),
    (times(BOTH, BOTH), added([times(X, X), scaled(times(X, Y), 2), times(Y, Y)])),
    (times(exponential(X), exponential(Y)), exponential(BOTH)),
    (exponential({}), constant(1)),
    (raised(ROOT, 2), X),
    (raised(ROOT, -1), times(ROOT, raised(X, -1))),
    (raised(HOLDS, 3), HOLDS),
    (raised(X, 0), constant(1)),
    (times(raised(X, -2), raised(X, 3)), X),
    (raised(scaled(BOTH, 2), -1), scaled(raised(BOTH, -1), HALF)),
    (raised(raised(BOTH, -1), -1), BOTH),
    (raised(exponential(X), -1), exponential(scaled(X, -1))),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_is_equal(one: Form, other: Form) -> None:
    assert one == other


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (times(X, X), X),
        (raised(ROOT, 2), times(X, X)),
        (times(exponential(X), exponential(Y)), exponential(times(X, Y))),
        (raised(BOTH, -1), plus(raised(X, -1), raised(Y, -1))),
        (times(HOLDS, X), X),
        (scaled(X, -1), X),
        (times(BOTH, raised(BOTH, -1)), constant(1)),  # until it is cleared: it is 1 where it has a meaning
    ],
)
def test_what_is_not(one: Form, other: Form) -> None:
    assert one != other


def test_what_is_zero_has_no_reciprocal() -> None:
    with pytest.raises(Rejected, match="division by zero"):
        raised(minus(X, X), -1)


def test_the_order_of_a_sum_does_not_matter() -> None:
    assert key(plus(X, Y)) == key(plus(Y, X))
    assert key(plus(X, Y)) != key(plus(X, X))
    assert times(X, Y) == times(Y, X)


@pytest.mark.parametrize(
    ("form", "whole", "count"),
    [
        (X, X, 0),
        (raised(X, -1), raised(X, -1), 0),  # of one monomial: no reciprocal of a sum
        (raised(BOTH, -1), constant(1), 1),
        (minus(times(X, raised(BOTH, -1)), constant(1)), scaled(Y, -1), 1),
        (raised(BOTH, -2), constant(1), 2),
        (minus(times(BOTH, raised(BOTH, -1)), constant(1)), {}, 1),
    ],
)
def test_denominators_are_cleared(form: Form, whole: Form, count: int) -> None:
    found, multiplied = cleared(form)
    assert found == whole
    assert len(multiplied) == count
    assert all(part == key(BOTH) for part in multiplied)


def test_the_unit_is_the_monomial_without_factors() -> None:
    assert polynomials.constant(1) == {UNIT: Fraction(1)}


def test_equal_forms_have_one_key_and_no_other_has_it() -> None:
    one, other = key(plus(times(BOTH, BOTH), exponential(X))), key(plus(exponential(X), times(BOTH, BOTH)))
    assert one is other is pickle.loads(pickle.dumps(one)) is Key(tuple(one))
    assert key(scaled(BOTH, HALF)) != key(BOTH) != tuple(reversed(key(BOTH)))
    assert repr(one) == repr(tuple(one))
