"""Inequalities of formulas in one variable, with exp, log and sqrt, on an interval.

The evidence is a tree. Each node shows "g > 0" or "g >= 0" on an interval, in the way that ``by`` names, and may leave
parts of the work to further nodes. Every g has to be defined on its whole interval, where it is then analytic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import Any, Final

from dpassay.exact.real import rational_ball, working_precision
from dpassay.proofs_check.kernel.domain import defined, sign
from dpassay.proofs_check.kernel.enclosures import PRECISIONS, coefficient_is_positive, is_above_0
from dpassay.proofs_check.kernel.expressions import (
    Formula,
    Number,
    Power,
    Product,
    Sum,
    Variable,
    ball,
    derivative,
    negative,
    parse,
    substitute,
    variables,
)
from dpassay.proofs_check.kernel.interval import Interval, entry, rational
from dpassay.proofs_check.kernel.normal_form import equal, rational_function
from dpassay.proofs_check.kernel.rejected import insist
from dpassay.proofs_check.kernel.series import exact_taylor, reduced, taylor
from dpassay.proofs_check.kernel.sturm import is_nonnegative, is_positive

LONGEST_SERIES = 64


@dataclass(frozen=True, slots=True)
class Goal:
    """``formula`` > 0, or >= 0 where not ``strict``, at every point of the interval."""

    formula: Formula
    name: str
    interval: Interval
    strict: bool

    def has_closed(self, end: str) -> bool:
        """Tell whether the end belongs to the interval."""
        return self.interval.low_closed if end == "low" else self.interval.high_closed


def check(statement: Mapping[str, Any], evidence: Mapping[str, Any]) -> None:
    """Accept "expression > 0" or ">= 0" on an interval, on all of which the expression is defined."""
    name, relation = entry(statement, "variable"), entry(statement, "relation")
    insist(isinstance(name, str) and relation in {">", ">="}, f"variable {name!r}, relation {relation!r}")
    formula, interval = parse(entry(statement, "expression")), Interval.read(entry(statement, "interval"))
    insist(variables(formula) <= {name}, f"{entry(statement, 'expression')} has another variable than {name}")
    prove(Goal(formula, name, interval, relation == ">"), evidence)


def prove(goal: Goal, node: Mapping[str, Any]) -> None:
    """Accept a goal on a tree of evidence."""
    by = entry(node, "by")
    insist(isinstance(by, str) and by in NODES, f"no step {by!r}")
    insist(defined(goal.formula, goal.name, goal.interval), f"not shown to be defined on {goal.interval}")
    NODES[by](goal, node)


def _balls(goal: Goal, node: Mapping[str, Any]) -> None:
    # g > 0 on each of the closed pieces, which cover the closed interval.
    listed = entry(node, "pieces")
    insist(isinstance(listed, list), f"the pieces {listed!r} are not a list")
    pieces = [rational(piece) for piece in listed]
    insist(len(pieces) > 1 and all(a < b for a, b in pairwise(pieces)), "the pieces do not increase")
    insist(
        (pieces[0], pieces[-1]) == (goal.interval.low, goal.interval.high), f"the pieces do not fill {goal.interval}"
    )
    for low, high in pairwise(pieces):
        shown = coefficient_is_positive(goal.formula, goal.name, low, high)
        insist(shown, f"not shown to be positive on [{low}, {high}]")


def _taylor(goal: Goal, node: Mapping[str, Any]) -> None:
    # g(a + h) = c_0 + ... + c_(n-1) h^(n-1) + c_n h^n > 0 for h > 0, where c_n is that of a point between; g(a) = c_0.
    # From the high end h < 0, and the signs alternate.
    end, order, (low, high) = entry(node, "at"), entry(node, "order"), (goal.interval.low, goal.interval.high)
    insist(isinstance(order, int) and not isinstance(order, bool) and 0 < order <= LONGEST_SERIES, f"order {order!r}")
    if end not in {"low", "high"} or low is None or high is None:
        insist(False, f"no Taylor series at the end {end!r} of {goal.interval}")
        return
    point, direction = (low, 1) if end == "low" else (high, -1)
    closed = with_closed(goal.interval, end)
    insist(defined(goal.formula, goal.name, closed), f"not shown to be defined at {point}")
    signs = coefficient_signs(goal, point, direction, order)
    insist(None not in signs, f"the coefficients at {point} have the signs {signs}")
    insist(not goal.strict or not goal.has_closed(end) or signs[0] == 1, f"zero at {point}")
    shown = coefficient_is_positive(goal.formula, goal.name, low, high, order=order, factor=direction**order)
    insist(shown, f"the coefficient of order {order} is not shown to be positive on [{low}, {high}]")


def with_closed(interval: Interval, end: str) -> Interval:
    """Return the interval with a finite end that belongs to it."""
    return replace(interval, low_closed=True) if end == "low" else replace(interval, high_closed=True)


def coefficient_signs(goal: Goal, point: Fraction, direction: int, length: int) -> list[int | None]:
    """Tell for each Taylor coefficient whether it is positive (1), exactly zero (0) or neither is shown (None)."""
    signs: list[int | None] = [None] * length
    for precision in PRECISIONS:
        with working_precision(precision):
            balls = taylor(goal.formula, goal.name, rational_ball(point), length)
        signs = [1 if is_above_0(c * direction**k) else s for k, (c, s) in enumerate(zip(balls, signs, strict=True))]
    if None in signs:
        exact = exact_taylor(goal.formula, goal.name, point, length)
        signs = [0 if s is None and c.is_zero() else s for c, s in zip(exact, signs, strict=True)]
    return signs


def _derivative(goal: Goal, node: Mapping[str, Any]) -> None:
    # g rises on the open interval from its value, or its limit, at one end; it rises strictly where g' > 0.
    end = entry(node, "from")
    insist(end in {"low", "high"}, f"no end {end!r}")
    value = value_at_end(goal, end)
    insist(not (goal.strict and value == 0 and goal.has_closed(end)), f"zero at the {end} end of {goal.interval}")
    slope = derivative(goal.formula, goal.name)
    inside = replace(goal.interval, low_closed=False, high_closed=False)
    rising = slope if end == "low" else negative(slope)
    prove(Goal(rising, goal.name, inside, goal.strict and value == 0), entry(node, "node"))


def value_at_end(goal: Goal, end: str) -> int:
    """Return 1 where the value at an end, or the limit there, is positive, and 0 where it is exactly zero."""
    point = goal.interval.low if end == "low" else goal.interval.high
    if point is not None:
        closed = with_closed(goal.interval, end)
        insist(defined(goal.formula, goal.name, closed), f"not shown to be defined at {point}")
        shown = coefficient_signs(goal, point, 1, 1)[0]
    else:
        shown = _limit(goal, -1 if end == "low" else 1)
    insist(shown is not None, f"the value at the {end} end of {goal.interval} is not shown to be at least 0")
    return shown  # type: ignore[return-value]  # just insisted on


def _limit(goal: Goal, side: int) -> int | None:
    # With x = 1/u or -1/u, and the rational parts in lowest terms, the formula is continuous at u = 0: its value there
    # is the limit.
    outside = substitute(goal.formula, {goal.name: Product(Number(Fraction(side)), Power(Variable(goal.name), -1))})
    inverted = reduced(outside, goal.name)
    at_0 = Goal(inverted, goal.name, goal.interval, goal.strict)
    with working_precision(PRECISIONS[-1]):
        insist(bool(ball(inverted, {goal.name: rational_ball(0)}).is_finite()), "no limit is known at infinity")
    return coefficient_signs(at_0, Fraction(0), 1, 1)[0]


def _rational(goal: Goal, node: Mapping[str, Any]) -> None:  # noqa: ARG001  # nothing but the goal
    # Sturm's theorem; the denominator vanishes nowhere, because g is defined.
    fraction = rational_function(goal.formula, goal.name)
    insist(fraction is not None, "not a rational function")
    product = fraction[0] * fraction[1]  # type: ignore[index]  # just insisted on
    shown = is_positive(product, goal.interval) if goal.strict else is_nonnegative(product, goal.interval)
    insist(shown, f"the rational function is not of the sign claimed on {goal.interval}")


def _signs(goal: Goal, node: Mapping[str, Any]) -> None:  # noqa: ARG001  # nothing but the goal
    # The rules of signs: exp is positive, a sum of positive terms is positive, and so on.
    known = sign(goal.formula, goal.name, goal.interval)
    insist(known.positive if goal.strict else known.at_least_0, f"the rules of signs do not show it on {goal.interval}")


def _interior(goal: Goal, node: Mapping[str, Any]) -> None:
    # g is defined at the closed ends, hence continuous there: what is at least 0 inside is at least 0 at the ends.
    insist(not goal.strict, "g > 0 inside says nothing strict about the ends")
    inside = replace(goal.interval, low_closed=False, high_closed=False)
    prove(replace(goal, interval=inside), entry(node, "node"))


def _factor(goal: Goal, node: Mapping[str, Any]) -> None:
    # g is the product of something positive and something of the sign claimed.
    factor, cofactor = _read(goal, entry(node, "factor")), _read(goal, entry(node, "cofactor"))
    insist(equal(goal.formula, Product(factor, cofactor)), "the product is not the formula")
    prove(replace(goal, formula=factor, strict=True), entry(node, "sign"))
    prove(replace(goal, formula=cofactor), entry(node, "node"))


def _sum(goal: Goal, node: Mapping[str, Any]) -> None:
    # Every term is at least 0; where the claim is strict, the first one is above 0.
    terms = entry(node, "terms")
    insist(isinstance(terms, list) and len(terms) > 0, f"the terms {terms!r} are not a list")
    insist(all(isinstance(term, list) and len(term) == 2 for term in terms), f"the terms {terms!r} are not pairs")
    formulas = [_read(goal, text) for text, _ in terms]
    insist(equal(goal.formula, reduce(Sum, formulas)), "the terms do not add up to the formula")
    for k, (formula, (_, inner)) in enumerate(zip(formulas, terms, strict=True)):
        prove(replace(goal, formula=formula, strict=goal.strict and k == 0), inner)


def _read(goal: Goal, text: object) -> Formula:
    formula = parse(text)
    insist(variables(formula) <= {goal.name}, f"{text} has another variable than {goal.name}")
    return formula


def _split(goal: Goal, node: Mapping[str, Any]) -> None:
    # The two parts cover the interval, and both hold the point.
    left, right = goal.interval.split(rational(entry(node, "at")))
    prove(replace(goal, interval=left), entry(node, "left"))
    prove(replace(goal, interval=right), entry(node, "right"))


def _reciprocal(goal: Goal, node: Mapping[str, Any]) -> None:
    # x = 1/u maps the interval of u onto that of x.
    low, high = goal.interval.low, goal.interval.high
    if low is None or low < 0 or (low == 0 and goal.interval.low_closed):
        insist(False, f"{goal.interval} is not inside (0, oo)")
        return
    image = Interval(
        Fraction(0) if high is None else 1 / high,
        1 / low if low else None,
        goal.interval.high_closed,
        goal.interval.low_closed,
    )
    inverted = substitute(goal.formula, {goal.name: Power(Variable(goal.name), -1)})
    prove(replace(goal, formula=inverted, interval=image), entry(node, "node"))


NODES: Final[dict[str, Callable[[Goal, Mapping[str, Any]], None]]] = {
    "balls": _balls,
    "taylor": _taylor,
    "derivative": _derivative,
    "rational": _rational,
    "signs": _signs,
    "interior": _interior,
    "factor": _factor,
    "sum": _sum,
    "split": _split,
    "reciprocal": _reciprocal,
}
