"""Halfspaces, polynomial thresholds and what is embedded: by other ways to the same; facts, and what is not legal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.analysis.classes import all_functions
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.embedded_classes import EMBEDDED, MONOMIALS, Embedded, bracket, chosen, pullbacks
from dpassay.proofs_check.models.halfspaces import (
    HALFSPACES,
    ONE_VARIABLE,
    PUBLISHED,
    Interpolated,
    Points,
    by_degree,
    on_points,
)
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model

SETTINGS = [*EMBEDDED.settings(), *MONOMIALS.settings()]


def test_halfspaces_of_the_line_are_intervals_that_begin_or_end_it() -> None:
    members = {sum(2**x for x in range(4) if (x < cut) == low) for cut in range(5) for low in (True, False)}
    assert set(on_points(((0,), (1,), (2,), (3,))).members) == members


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_each_sign_pattern_needs_a_bracket_below_a_point(degree: int) -> None:
    least = Fraction(1, degree + 2)
    assert by_degree(Interpolated(degree, least), least) == len(all_functions(degree + 1))
    assert by_degree(Interpolated(degree, least), Fraction(1, degree + 1)) < len(all_functions(degree + 1))


@pytest.mark.parametrize("at", SETTINGS, ids=range(len(SETTINGS)))
def test_pullbacks_take_the_values_at_the_images(at: Embedded) -> None:
    rows = {tuple(at.at_image(function, x + 1) for x in range(len(at.images))) for function in chosen(at)}
    assert rows == {tuple(map(Fraction, row)) for row in pullbacks(at).labels()}
    assert sum(at.masses) == sum(at.weights)
    assert all(any(bracket(at, c).holds(function) for c in range(40)) for function in chosen(at))


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (HALFSPACES, "3 - [1 <= r] <= number(r)"),
        (HALFSPACES, "2 <= number(r)"),
        (PUBLISHED, "number(r/2) <= number(r)"),
        (PUBLISHED, "number(q) <= exp(d*log(1/(4*q)))"),
        (ONE_VARIABLE, "labelings = exp(d*log(2))"),
        (ONE_VARIABLE, "labelings <= number"),
        (ONE_VARIABLE, "labelings*[e*(d + 1) <= 1] <= number"),
        (EMBEDDED, "sum(nu(x)*(u(c, x) - l(c, x)), x, 1, n) = sum(mu(z)*upper(c, z), z, 1, Z)"),
        (EMBEDDED, "sum(mu(z)*(upper(c, z) - lower(c, z)), z, 1, Z) <= e/2"),
        (EMBEDDED, "number(e) = K + 1"),
        (EMBEDDED, "u(held(m), x) <= g(m, x)"),
        (EMBEDDED, "g(m, x) <= l(held(m), x)"),
        (EMBEDDED, "embedded(s) <= K"),
        (EMBEDDED, "embedded(e) <= K - 1"),
        (EMBEDDED, "number(s/2) <= number(s)"),
        (EMBEDDED, "number(q) <= exp(d*log(1/(4*q)))"),
        (MONOMIALS, "d = monomials"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))


@pytest.mark.parametrize(
    ("legal", "wrong"),
    [
        (Points(((0,), (1,)), (1, 1), Fraction(1)), {"weights": (1,)}),
        (Points(((0,), (1,)), (1, 1), Fraction(1)), {"weights": (1, 0)}),
        (Points(((0,), (1,)), (1, 1), Fraction(1)), {"places": ((0,), (1, 2))}),
        (Points(((0,), (1,)), (1, 1), Fraction(1)), {"radius": Fraction(0)}),
        (Interpolated(1, Fraction(1)), {"degree": 0}),
        (Interpolated(1, Fraction(1)), {"radius": Fraction(0)}),
        (Embedded(((0,), (1,)), (1, 1), Fraction(1)), {"weights": (1,)}),
        (Embedded(((0,), (1,)), (1, 1), Fraction(1)), {"radius": Fraction(0)}),
        (Embedded(((0,), (1,)), (1, 1), Fraction(1)), {"every": 0}),
    ],
    ids=str,
)
def test_what_is_not_legal(legal: Any, wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(legal, **wrong)
