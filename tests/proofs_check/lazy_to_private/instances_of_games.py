"""An instance of a pair of games, and what is told of instances."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

import mpmath

from dpassay.proofs_check.kernel.finite import FAMILIES, PROPERTIES
from dpassay.proofs_check.lazy_to_private import MODULES
from tests.proofs_check.lazy_to_private.every_coin import (
    Course,
    courses_of,
    marginal,
    other_losses,
)

assert MODULES  # their import registers all properties


PAIR: dict[str, Any] = {
    "losses": [["1", "0"], ["0", "1"], ["0", "0"]],
    "changed_round": 0,
    "row": ["0", "1"],
    "exp_learning_rate": "3/2",
    "batch": 1,
    "fake_switch": "1/4",
}


def numbers_of(name: str, instance: Mapping[str, Any]) -> dict[str, Any]:
    told = PROPERTIES[name]
    assert told.numbers is not None
    return dict(told.numbers(instance))


def members(family: str, most: int, step: int = 1) -> list[dict[str, Any]]:
    return [dict(instance) for instance in islice(FAMILIES[family].instances(), 0, most * step, step)]


def delta_at(p: Mapping[Any, Fraction], q: Mapping[Any, Fraction], exp_eps: Any) -> Any:
    """The hockey-stick divergence, both ways."""

    def excess(a: Mapping[Any, Fraction], b: Mapping[Any, Fraction]) -> Any:
        terms = (mpmath.mpf(m.numerator) / m.denominator - exp_eps * ball(b.get(y, Fraction(0))) for y, m in a.items())
        return mpmath.fsum(term for term in terms if term > 0)

    return max(excess(p, q), excess(q, p))


def ball(x: Fraction | int | str) -> Any:
    exact = Fraction(x)
    return mpmath.mpf(exact.numerator) / exact.denominator


def released(instance: Mapping[str, Any], view: str) -> tuple[dict[Any, Fraction], dict[Any, Fraction]]:
    def part(course: Course) -> Any:
        return course.x if view == "models" else course

    first, second = (
        marginal(courses_of(instance, rows), part) for rows in (instance["losses"], other_losses(instance))
    )
    return first, second
